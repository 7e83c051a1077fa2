import AdapterDriver
import AdapterProtocol
import Conformance
import JSONText
import Running

/// A suite whose adapter does what each case's word says: `good`, `bad`, `crash`, `hang` and so on.
struct EchoModel: Model {
  struct Setup: Codable, Hashable, Sendable {}
  struct Event: Codable, Hashable, Sendable { var word: String }
  struct State: Hashable, Sendable {}

  func begin(_ setup: Setup, persisted: State?) -> State { State() }

  func expect(
    _ event: Event, in state: State, of setup: Setup
  ) -> Expectation<State, EchoObservation> {
    func demand(_ clause: Clause.ID, _ wrong: String) -> Demand<EchoObservation> {
      Demand([clause]) {
        $0.answer == wrong ? Discrepancy("wrong answer", expected: "good", observed: wrong) : nil
      }
    }
    return Expectation(
      branches: [
        .init("good", demands: [demand("E-1", "bad"), demand("E-2", "odd")], next: State())
      ])
  }

  func startFrame(_ setup: Setup) -> Frame { .start(suite: "echo", configuration: .object([])) }

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
  var answer: String

  static func read(_ reply: inout JSONReader) throws(JSONError) -> Self {
    var answer = ""
    try reply.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      if key == "answer" { answer = try reader.readString() } else { try reader.skipValue() }
    }
    return Self(answer: answer)
  }

  mutating func absorb(late entry: LateEntry) throws(JSONError) {
    var reader = entry.reader
    self = try Self.read(&reader)
  }
}

extension CaseSummary {
  /// A case that exists only as a summary.
  static func sample(
    _ path: String, variant: Variant = .sole, suite: String = "echo", needs: Set<String> = []
  ) -> CaseSummary {
    let suite = ModelSuite(
      name: suite, model: EchoModel(), clauses: EchoModel.clauses, variants: [variant],
      cases: [
        CaseSpecification(path, "A case.", variants: [variant], targets: ["E-1"], needs: needs) {
          _, _ in Script(setup: .init(), events: [])
        }
      ])
    return suite.summaries[0]
  }
}

extension CaseResult {
  static func sample(_ summary: CaseSummary, _ verdict: Verdict, findings: [Finding] = [])
    -> CaseResult
  {
    CaseResult(
      id: summary.id, suite: summary.suite, variant: summary.variant, targets: summary.targets,
      verdict: verdict, findings: findings, duration: .seconds(1))
  }
}
