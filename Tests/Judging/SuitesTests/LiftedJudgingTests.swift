import AdapterProtocol
import Conformance
import Forge
import Testing
import WireFormat

@testable import SuiteModels
@testable import Suites

/// A request that is judged by its bytes alone is asked the same as the one that was generated with these bytes.
@Suite struct LiftedJudgingTests {
  typealias Rule = Demand<ABTObservation>
  typealias Expected = Conformance.Expectation<ABTState, ABTObservation>

  private static let suite = ABT.suite()
  private static let everything: Set<String> = [
    "chunks", "rollback", "cancel", "delegateError", "log", "sequence",
  ]

  @Test(arguments: [.plain, .encrypting] as [Variant], [1] as [UInt64])
  func theSameIsDemanded(variant: Variant, seed: UInt64) throws {
    let workshop = Self.suite.model.workshop
    var openings = 0
    /// By what a lifted request differs, and how often.
    var differences: [String: Int] = [:]
    let cases = Self.suite.briefCases(seed: seed).filter { $0.variant == variant }
    for item in stride(from: Int(seed), to: cases.count, by: 4).map({ cases[$0] }) {
      let script = try Self.suite.script(item)
      let situation = Situation(script.setup, capabilities: Self.everything)
      var state = Self.suite.model.begin(script.setup, persisted: nil)
      for (number, event) in script.events.enumerated() {
        let lifted = event.lifted(to: script.setup, in: workshop)
        #expect(lifted.url == event.url && lifted.isLifted)
        let forged = Self.suite.model.expect(event, in: state, of: situation)
        let found = Self.suite.model.expect(lifted, in: state, of: situation)
        let free = Set(event.meaning.liberties + lifted.meaning.liberties)
        if let problem = Self.problem(event, forged, found, free, &differences) {
          Issue.record("\(item.id) [\(variant)] seed \(seed), step \(number + 1): \(problem)")
        }
        openings += 1
        state = try #require(forged.branches.first).next
      }
    }
    #expect(openings > 250)
    // All that may differ: nobody sees in the bytes that bits were damaged, and a form that the bytes do not show lends no clauses.
    let known: Set = [
      "the excuse of damaged bits", "clauses of liberties",
      "values that pieces and broken data hide",
    ]
    #expect(Set(differences.keys).isSubset(of: known), "\(differences)")
    // About a quarter of the openings; how many exactly depends on which cases the sample meets.
    #expect(differences.values.reduce(0, +) * 3 < openings, "\(differences)")
  }

  /// How the two expectations differ beyond what may differ, or nil.
  private static func problem(
    _ event: Opening, _ forged: Expected, _ lifted: Expected, _ free: Set<Clause.ID>,
    _ differences: inout [String: Int]
  ) -> String? {
    var branches = forged.branches
    if event.forge.claims.contains(.refusedOrUnharmed), branches.count > lifted.branches.count {
      differences["the excuse of damaged bits", default: 0] += 1
      // A forged request that is accepted or refused is simply accepted.
      branches = branches.filter { branch in branch.name != "refused" }
    }
    guard branches.map(\.name) == lifted.branches.map(\.name) else {
      return "\(branches.map(\.name)) and \(lifted.branches.map(\.name))"
    }
    for (a, b) in zip(branches, lifted.branches) {
      if a.next != b.next { return "\(a.name) leads elsewhere" }
      if a.concedes != b.concedes { return "\(a.name) concedes something else" }
      if let problem = problem(a.demands, b.demands, free, &differences) {
        return "\(a.name): \(problem)"
      }
    }
    return problem(forged.invariants, lifted.invariants, free, &differences)
  }

  private static func problem(
    _ forged: [Rule], _ lifted: [Rule], _ free: Set<Clause.ID>,
    _ differences: inout [String: Int]
  ) -> String? {
    var forged = forged
    if forged.contains(where: { $0.kind == "value-shown" }),
      !lifted.contains(where: { $0.kind == "value-shown" })
    {
      differences["values that pieces and broken data hide", default: 0] += 1
      forged.removeAll { $0.kind == "value-shown" }
    }
    guard forged.map(\.kind) == lifted.map(\.kind) else {
      return "\(forged.map(\.kind)) and \(lifted.map(\.kind))"
    }
    for (a, b) in zip(forged, lifted) {
      if a.expected != b.expected { return "\(a.kind): \(a.expected) and \(b.expected)" }
      guard a.clauses != b.clauses else { continue }
      guard Set(a.clauses).symmetricDifference(b.clauses).isSubset(of: free) else {
        return "\(a.kind): \(a.clauses) and \(b.clauses)"
      }
      differences["clauses of liberties", default: 0] += 1
    }
    return nil
  }

  // MARK: What somebody else's request is asked

  private func lifted(_ scene: Scene, adding text: String = "") throws -> Opening {
    Opening(
      url: try scene.opening().url + Array(text.utf8), to: scene.setup, delegate: scene.delegate,
      in: Scene.workshop)
  }

  private func findings(
    _ scene: Scene, _ steps: [(Opening, ABTObservation)]
  ) -> [String] {
    var judge = Judge(
      Self.suite.model, Situation(scene.setup, capabilities: scene.capabilities),
      clauses: Self.suite.clauses, targets: [])
    for (opening, observation) in steps { judge.judge(opening, observation) }
    return judge.findings.map { "\($0.clause) \($0.kind)" }
  }

  @Test(arguments: Edition.allCases, ["", "&stranger=%20x", "&stranger"])
  func echoesAreDemanded(edition: Edition, stranger: String) throws {
    let scene = Scene(edition)
    let opening = try lifted(scene, adding: stranger)
    let success = Scene.success(["host", "port"])
    #expect(findings(scene, [(opening, scene.observed([Scene.applyCall], success))]) == [])
    for change in [
      { (other: inout Scene) in other.forge.profile = "P-2" },
      { (other: inout Scene) in other.forge.payload = "Q-2" },
    ] {
      var other = scene
      change(&other)
      var observation = scene.observed([Scene.applyCall])
      observation.callbacks = [other.callback(success)]
      let found = findings(scene, [(opening, observation)])
      #expect(found.contains { $0.hasPrefix("ABT-CB-03 wrong-echo") }, "\(found)")
    }
    // What the protocol does not know is not passed on; a value of its own must not become a parameter.
    #expect(opening.meaning.freedom == nil && opening.meaning.contents != nil)
  }

  private static let wrongCall = ABTObservation.Call.apply(
    category: .string("Mail"),
    values: .dictionary([
      TypedMember("host", .string("example.com")), TypedMember("port", .integer(26)),
    ]))

  @Test func valuesAreCheckedBesideKeys() throws {
    var scene = Scene()
    scene.forge.dictionary = .both(category: "Mail", Scene.members, keys: ["x"])
    let opening = try lifted(scene)
    let success = Scene.success(["host", "port"])
    #expect(findings(scene, [(opening, scene.observed([Scene.applyCall], success))]) == [])
    #expect(
      findings(scene, [(opening, scene.observed([Self.wrongCall], success))])
        == ["ABT-DATA-01 wrong-values/other-integer"])
    scene.forge.action = .reset
    let reset = try lifted(scene)
    let right = ABTObservation.Call.revert(
      category: .string("Mail"), keys: [.string("x")], values: nil)
    #expect(findings(scene, [(reset, scene.observed([right], "status=Success"))]) == [])
    #expect(
      findings(scene, [(reset, scene.observed([Scene.revertCall], "status=Success"))])
        == ["ABT-DEL-02 wrong-keys"])
  }

  @Test(arguments: Edition.allCases) func piecesAreJudgedToTheEnd(edition: Edition) throws {
    func run(_ call: ABTObservation.Call?, _ rest: String) throws -> [String] {
      var first = Scene(edition)
      first.forge.chunk = .init(index: 1, of: 2)
      var last = first
      last.forge.chunk = .init(index: 2, of: 2)
      return findings(
        first,
        [
          (try lifted(first), first.observed([], "status=Success&chunk=1")),
          (try lifted(last), last.observed(call.map { [$0] } ?? [], rest + "&chunk=2")),
        ])
    }
    let success = Scene.success(["host", "port"])
    #expect(try run(Scene.applyCall, success) == [])
    #expect(try run(Self.wrongCall, success) == ["ABT-DATA-01 wrong-values/other-integer"])
    #expect(
      try run(Scene.applyCall, Scene.success(["host"])) == ["ABT-CHG-01 wrong-changed-values"])
    #expect(try run(nil, "status=Error").contains { $0.hasSuffix("valid-request-refused") })
  }

  // MARK: Capabilities

  private func kinds(_ opening: Opening, _ scene: Scene) -> Set<String> {
    let expectation = Self.suite.model.expect(
      opening, in: ABTState(), of: Situation(scene.setup, capabilities: scene.capabilities))
    return Set((expectation.branches.flatMap(\.demands) + expectation.invariants).map(\.kind))
  }

  /// ABT-TOK-10 and ABT-CB-12.
  @Test func logAndSequenceAreDemandedWhereTheyAreClaimed() throws {
    var wrong = Scene()
    wrong.forge.token = .damaged(.digitChanged(index: 5))
    for (claimed, log, sequence) in [
      ([], false, false), (["log"], true, false), (["sequence"], false, true),
      (["log", "sequence"], true, true),
    ] as [(Set<String>, Bool, Bool)] {
      wrong.capabilities = claimed
      for opening in [try wrong.opening(), try lifted(wrong)] {
        let kinds = kinds(opening, wrong)
        #expect(kinds.contains("invalid-token-not-logged") == log, "\(claimed)")
        #expect(kinds.contains("callback-before-call") == sequence, "\(claimed)")
      }
      var right = Scene()
      right.capabilities = claimed
      for opening in [try right.opening(), try lifted(right)] {
        let kinds = kinds(opening, right)
        #expect(!kinds.contains("invalid-token-not-logged"), "the token is right")
        #expect(kinds.contains("callback-before-call") == sequence, "\(claimed)")
      }
    }
  }

  /// Whoever stumbles over something else first never looks at the token; what is packed is seen after it only.
  @Test func aWrongTokenBehindAnotherDefectNeedNotBeLogged() throws {
    func isLogged(_ change: (inout Scene) -> Void) throws -> [Bool] {
      var scene = Scene()
      scene.capabilities = ["log"]
      scene.forge.token = .absent
      change(&scene)
      return try [scene.opening(), lifted(scene)].map {
        kinds($0, scene).contains("invalid-token-not-logged")
      }
    }
    #expect(try isLogged { _ in } == [true, true])
    #expect(try isLogged { $0.forge.profile = "" } == [false, false])
    #expect(try isLogged { $0.forge.parameter = nil } == [false, false])
    #expect(try isLogged { $0.forge.magic = .missing } == [true, true])
    #expect(try isLogged { $0.forge.chunk = .init(index: 3, of: 2) } == [false, false])
  }
}
