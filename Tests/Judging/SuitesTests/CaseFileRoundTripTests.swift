import Conformance
import Forge
import JSONText
import Testing
import WireFormat

@testable import SuiteModels
@testable import Suites

/// Generated cases, written into files, are the same cases when they are read again.
@Suite struct CaseFileRoundTripTests {
  @Test(arguments: [(1, 0), (2, 3)] as [(UInt64, Int)])
  func generatedCasesSurvive(seed: UInt64, first: Int) throws {
    let cases = StoredCases.suites.flatMap { suite in
      suite.cases(seed: seed).filter { !suite.isSoak($0) }
    }
    var families: Set<String> = []
    for item in stride(from: first, to: cases.count, by: 7).map({ cases[$0] }) {
      let suite = StoredCases.suite(of: item)
      let bytes = try suite.encode(item)
      let read = try StoredCases.read(bytes)
      let name = "\(item.id) [\(item.variant)] of seed \(seed)"
      #expect(try suite.encode(read) == bytes, "\(name)")
      #expect(read.id == item.id && read.variant == item.variant, "\(name)")
      #expect(read.title == item.title && read.targets == item.targets, "\(name)")
      #expect(read.needs == item.needs, "\(name)")
      #expect(read.provenance?.drift == [], "\(name)")
      #expect(read.provenance?.generator == item.id && read.provenance?.seed == seed, "\(name)")
      if item.suite == ABT.name {
        let problem = try Self.problem(
          StoredCases.abt.script(item), StoredCases.abt.script(read))
        #expect(problem == nil, "\(name)")
      } else if item.suite == ABTManager.name {
        #expect(
          try StoredCases.manager.script(item) == StoredCases.manager.script(read), "\(name)")
      } else {
        #expect(
          try StoredCases.dualMode.script(item) == StoredCases.dualMode.script(read), "\(name)")
      }
      families.insert(item.family)
    }
    #expect(families.count >= 15, "\(families.sorted())")
  }

  /// In what a script that was read is not the one that was written.
  private static func problem(_ old: Script<ABTModel>, _ new: Script<ABTModel>) -> String? {
    var setup = old.setup
    // A plain app is told no secret.
    if setup.edition == .plain {
      setup.encryptionSecret = ""
      setup.allowUnencrypted = false
    }
    if new.setup != setup { return "another app" }
    if new.steps.count != old.steps.count { return "other steps" }
    for (number, (a, b)) in zip(old.events, new.events).enumerated() {
      let place = "step \(number + 1): "
      if a.url != b.url { return place + "other bytes" }
      if a.delegate != b.delegate || a.role != b.role { return place + "another delegate or role" }
      var meaning = a.meaning
      if b.isLifted {
        // Nobody can encrypt again what is for another app.
        if old.setup.edition == .encrypting { return place + "the forge is lost" }
        meaning.liberties = b.meaning.liberties
        if b.meaning.excuse == nil { meaning.excuse = nil }
      } else if a.forge != b.forge {
        return place + "another forge"
      }
      if meaning != b.meaning { return place + "\(a.meaning) was written, \(b.meaning) was read" }
    }
    return nil
  }

  /// Old values of every type, notes of every kind.
  @Test func whatNoGeneratorMakesSurvives() throws {
    var scene = Scene(.encrypting, allowUnencrypted: true)
    scene.setup.urlScheme = "acme"
    scene.delegate = DelegatePlan(
      apply: .init(
        [
          .didApplyOver("a", oldValue: nil), .didApplyOver("b", oldValue: .real(-0.0)),
          .didApplyOver("c", oldValue: .real(.infinity)),
          .didApplyOver("", oldValue: .data([0, 255])),
          .didApplyOver("\u{0}\n", oldValue: .date(-1.5)), .didNotApply("e"), .didApply("f"),
          .didApplyOver(
            "g", oldValue: .array([.integer(.min), .boolean(false), .string("\u{7F}")])),
          .didApplyOver("h", oldValue: .dictionary([.init(key: "k", value: .dictionary([]))])),
        ], answer: .no, error: .init(code: .min, message: "m\u{2028}")),
      rollback: .init(answer: .cancel), revert: .init([.didApply("x")], answer: .no))
    let script = Script<ABTModel>(
      setup: scene.setup,
      steps: [.event(try scene.opening()), .restart(keep: true), .event(try scene.opening())])
    var provenance = Provenance()
    provenance.generator = CaseID("abt/any thing \u{1B}")
    provenance.seed = UInt64(Int64.max)
    provenance.found = ""
    provenance.comment = "\u{FFFD}\r\n\u{85}"
    provenance.signature = Signature("ABT-CB-04", "y")
    let item = Case(
      suite: "abt", id: CaseID("stored/all"), variant: .encrypting, title: "",
      targets: ["ABT-TOK-01", "ABT-CB-12"], needs: ["cancel", "delegateError", "sequence"],
      origin: .stored(script, provenance))
    let text = try StoredCases.text(item)
    let read = try StoredCases.read(text)
    #expect(try StoredCases.abt.script(read) == script)
    #expect(read.provenance == provenance)
    #expect(read.needs == item.needs && read.targets == item.targets && read.title.isEmpty)
    #expect(try StoredCases.text(read) == text)
  }

  /// What a case needs follows from its bytes, and is not lost where the file does not say it.
  @Test func needsFollowFromTheSteps() throws {
    let item = try #require(StoredCases.generated("abt/chunks/any-order/two-swapped"))
    let text = try StoredCases.text(item)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.contains("\"needs\"") })
    let end = try #require(lines[start...].firstIndex { $0.contains("]") })
    let shorter = (lines[..<start] + lines[(end + 1)...]).joined(separator: "\n")
    try #require(!shorter.contains("\"needs\""))
    #expect(try StoredCases.read(shorter).needs == ["chunks"])
  }

  /// Pieces in any order are right in many ways; there are too many to follow each of them.
  @Test func manyPiecesInTheWrongOrderAreReadAndExplained() throws {
    var scene = Scene()
    var openings: [Opening] = []
    for index in (1...40).reversed() {
      scene.forge.chunk = .init(index: index, of: 40)
      openings.append(try scene.opening())
    }
    let item = Case(
      suite: "abt", id: CaseID("stored/pieces"), variant: .plain, title: "t", targets: [],
      needs: ["chunks"],
      origin: .stored(Script<ABTModel>(setup: scene.setup, events: openings), Provenance()))
    let read = try StoredCases.read(try StoredCases.abt.encode(item))
    let explanation = try StoredCases.abt.explain(read, capabilities: [])
    #expect(explanation.steps.count == 40)
    #expect(explanation.steps.allSatisfy { (1...8).contains($0.ways.count) })
  }
}
