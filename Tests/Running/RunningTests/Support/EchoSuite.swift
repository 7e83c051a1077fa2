import AdapterDriver
import AdapterProtocol
import Conformance
import JSONText
import Running

/// A suite whose adapter does what each case's word says: `good`, `bad`, `crash`, `hang` and so on.
struct EchoModel: Model {
  struct Setup: Hashable, Sendable {}
  struct Event: Hashable, Sendable { var word: String }
  struct State: Hashable, Sendable {}

  func begin(_ setup: Setup, persisted: State?) -> State { State() }

  func expect(
    _ event: Event, in state: State, of situation: Situation<Setup>
  ) -> Expectation<State, EchoObservation> {
    func demand(_ clause: Clause.ID, _ wrong: String) -> Demand<EchoObservation> {
      Demand([clause], "wrong-answer", expecting: "good") {
        $0.answer == wrong ? Discrepancy("wrong answer", observed: wrong) : nil
      }
    }
    return Expectation(
      branches: [
        .init("good", demands: [demand("E-1", "bad"), demand("E-2", "odd")], next: State())
      ])
  }

  func startFrame(_ setup: Setup, keep: Bool) -> Frame {
    .start(suite: "echo", configuration: .object([]), keep: keep)
  }

  func variant(of setup: Setup) -> Variant { .sole }

  func words(_ setup: Setup) -> [(name: String, value: String)] { [] }

  func words(_ event: Event, of setup: Setup) -> String { "Says \(event.word)." }

  func readSetup(_ reader: inout JSONReader) throws(JSONError) -> Setup {
    try reader.skipValue()
    return Setup()
  }

  func readEvent(
    _ reader: inout JSONReader, action: String, of setup: Setup
  ) throws(JSONError) -> (event: Event, difference: String?) {
    try reader.skipValue()
    return (Event(word: action), nil)
  }

  func frame(_ event: Event, of setup: Setup, after history: [EchoObservation]) -> Frame? {
    .step(action: event.word)
  }

  static let clauses = [
    Clause("E-1", .must, "Answers are good.", source: "echo"),
    Clause("E-1/facet", .should, "Answers are polite.", source: "echo"),
    Clause("E-2", .should, "Answers are even.", source: "echo"),
    Clause("E-3", .info, "Answers are noted.", source: "echo"),
    Clause("E-4", .must, "No crash.", source: "echo"),
    Clause("E-5", .must, "No case is about this one.", source: "echo"),
  ]

  /// - Parameter words: a word for each case; its id is `echo/<family>/<number>-<word>`.
  static func suite(
    _ words: [(family: String, word: String)], variants: [Variant] = [.sole],
    targets: [Clause.ID] = ["E-1"], needs: Set<String> = []
  ) -> ModelSuite<EchoModel> {
    ModelSuite(
      name: "echo", model: EchoModel(), clauses: clauses,
      robustness: RobustnessClauses(crash: ["E-4"]), variants: variants,
      cases: words.enumerated().map { number, entry in
        CaseSpecification(
          "echo/\(entry.family)/\(number)-\(entry.word)", "Says \(entry.word).", variants: variants,
          targets: targets, needs: needs
        ) { _, _ in Script(setup: .init(), events: [.init(word: "good"), .init(word: entry.word)]) }
      })
  }
}

struct EchoObservation: ObservationReading {
  var answer = ""

  init() {}

  static let requiredMembers: [String] = []

  mutating func readMember(
    _ name: String, _ reader: inout JSONReader, isLate: Bool
  ) throws(JSONError) -> Bool {
    guard name == "answer" else { return false }
    answer = try reader.readString()
    return true
  }

  var shape: String { answer }
}

extension Case {
  /// A case whose script is empty.
  static func sample(
    _ path: String, variant: Variant = .sole, suite: String = "echo", needs: Set<String> = []
  ) -> Case {
    let suite = ModelSuite(
      name: suite, model: EchoModel(), clauses: EchoModel.clauses, variants: [variant],
      cases: [
        CaseSpecification(path, "A case.", variants: [variant], targets: ["E-1"], needs: needs) {
          _, _ in Script(setup: .init(), events: [])
        }
      ])
    return suite.cases(seed: 1)[0]
  }
}

extension CaseResult {
  static func sample(_ item: Case, _ verdict: Verdict, findings: [Finding] = [])
    -> CaseResult
  {
    CaseResult(
      id: item.id, suite: item.suite, variant: item.variant, targets: item.targets,
      verdict: verdict, findings: findings, duration: .seconds(1))
  }
}
