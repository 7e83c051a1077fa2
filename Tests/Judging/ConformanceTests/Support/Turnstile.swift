import AdapterProtocol
import Conformance
import JSONText

/// A specification small enough to be judged in the head: a coin opens a locked turnstile, a push turns an open one.
struct Turnstile: Model {
  /// Whether a locked turnstile is like a new one, whatever came before.
  var forgives = false

  struct Setup: Hashable, Sendable { var name = "north" }

  enum Event: String, Hashable, Sendable {
    case coin, push
    /// A push that can be sent only when something has been answered.
    case pushAfterAnswer
  }

  enum State: Hashable, Sendable { case locked, open }

  typealias Rule = Demand<TurnstileObservation>

  /// TS-2 allows to keep the coin, which gives up the SHOULD TS-3.
  func expect(
    _ event: Event, in state: State, of situation: Situation<Setup>
  ) -> Expectation<State, TurnstileObservation> {
    let quiet = Rule(["TS-9"], "noise", expecting: "quiet") {
      $0.isNoisy ? .init("noise", observed: "noise") : nil
    }
    switch (event, state) {
    case (.coin, .locked):
      return Expectation(
        branches: [
          .init("opens", demands: [says(["open"], "TS-1"), green("TS-1")], next: .open),
          .init(
            "keeps the coin", demands: [says(["kept"], "TS-2")], next: .locked, concedes: ["TS-3"]),
        ], invariants: [quiet])
    case (.coin, .open):
      return Expectation(
        branches: [.init("stays open", demands: [says(["open"], "TS-1")], next: .open)],
        invariants: [quiet])
    case (_, .open):
      return Expectation(
        branches: [
          .init("turns", demands: [says(["turned"], "TS-4", "TS-5"), polite], next: .locked)
        ], invariants: [quiet])
    case (_, .locked):
      return Expectation(
        branches: [.init("blocks", demands: [says(["blocked"], "TS-6", "TS-7")], next: .locked)],
        invariants: [quiet])
    }
  }

  private func says(_ words: [String], _ clauses: Clause.ID...) -> Rule {
    // A mumble fits everything: what it meant shows later.
    Rule(clauses, "other-word", expecting: .fixed(words[0])) { observation in
      words.contains(observation.word) || observation.word == "mumble"
        ? nil
        : Discrepancy("other word", observed: observation.word)
    }
  }

  private func green(_ clauses: Clause.ID...) -> Rule {
    Rule(clauses, "red-light", expecting: "green") {
      $0.isRed ? Discrepancy("red light", observed: "red") : nil
    }
  }

  private var polite: Rule {
    Rule(["TS-8"], "rude", expecting: "please") {
      $0.isRude ? Discrepancy("rude", observed: "hey") : nil
    }
  }

  func begin(_ setup: Setup, persisted: State?) -> State { persisted ?? .locked }

  func isFreshStart(_ state: State) -> Bool { forgives && state == .locked }

  func startFrame(_ setup: Setup, keep: Bool) -> Frame {
    .start(suite: "turnstile", configuration: ["name": .string(setup.name)], keep: keep)
  }

  func frame(_ event: Event, of setup: Setup, after history: [TurnstileObservation]) -> Frame? {
    event == .pushAfterAnswer && history.isEmpty ? nil : .step(action: event.rawValue)
  }

  func variant(of setup: Setup) -> Variant { .sole }

  func words(_ setup: Setup) -> [(name: String, value: String)] { [("name", setup.name)] }

  func words(_ event: Event, of setup: Setup) -> String { "A \(event.rawValue)." }

  func readSetup(_ reader: inout JSONReader) throws(JSONError) -> Setup {
    var setup = Setup()
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      guard key == "name" else { throw reader.error(.unexpectedValue("no \(key)")) }
      setup.name = try reader.readString()
    }
    return setup
  }

  func readEvent(
    _ reader: inout JSONReader, action: String, of setup: Setup
  ) throws(JSONError) -> (event: Event, difference: String?) {
    guard let event = Event(rawValue: action) else {
      throw reader.error(.unexpectedValue("there is no action \"\(action)\""))
    }
    try reader.skipValue()
    return (event, nil)
  }

  static let clauses: [Clause] =
    ["TS-1", "TS-2", "TS-4", "TS-5", "TS-6", "TS-7", "TS-9", "TS-10", "TS-11", "TS-12"].map {
      Clause($0, .must, "\($0) holds.", source: "turnstile")
    } + ["TS-3", "TS-8"].map { Clause($0, .should, "\($0) should hold.", source: "turnstile") }

  static let table = ClauseTable(clauses)
}

struct TurnstileObservation: ObservationReading, Hashable {
  var word = ""
  var isRed = false
  var isRude = false
  var isNoisy = false

  init() {}

  init(word: String, isRed: Bool = false, isRude: Bool = false, isNoisy: Bool = false) {
    self.word = word
    self.isRed = isRed
    self.isRude = isRude
    self.isNoisy = isNoisy
  }

  static let requiredMembers = ["word"]

  var shape: String { word }

  mutating func readMember(
    _ name: String, _ reader: inout JSONReader, isLate: Bool
  ) throws(JSONError) -> Bool {
    switch name {
    case "word": word = try reader.readString()
    case "red": isRed = try reader.readBoolean()
    case "rude": isRude = try reader.readBoolean()
    case "noisy": isNoisy = try reader.readBoolean()
    default: return false
    }
    return true
  }
}

/// Two branches: the first breaks one demand under two clauses, the second two demands under one each.
struct ForkedModel: OtherTurnstile {
  func begin(_ setup: Setup, persisted: State?) -> State { .locked }

  func expect(
    _ event: Event, in state: State, of situation: Situation<Setup>
  ) -> Expectation<State, TurnstileObservation> {
    func never(_ clauses: Clause.ID...) -> Demand<TurnstileObservation> {
      Demand(clauses, "never", expecting: "e") { _ in Discrepancy("never", observed: "o") }
    }
    return Expectation(
      branches: [
        .init("one demand", demands: [never("TS-6", "TS-7")], next: .locked),
        .init("two demands", demands: [never("TS-1"), never("TS-2")], next: .locked),
      ].reversed())
  }
}

/// A turnstile of other rules: what travels is the same.
protocol OtherTurnstile: Model
where
  Setup == Turnstile.Setup, Event == Turnstile.Event, State == Turnstile.State,
  Observation == TurnstileObservation
{}

extension OtherTurnstile {
  func startFrame(_ setup: Setup, keep: Bool) -> Frame { Turnstile().startFrame(setup, keep: keep) }

  func frame(_ event: Event, of setup: Setup, after history: [TurnstileObservation]) -> Frame? {
    nil
  }

  func variant(of setup: Setup) -> Variant { .sole }

  func words(_ setup: Setup) -> [(name: String, value: String)] { [] }

  func words(_ event: Event, of setup: Setup) -> String { event.rawValue }

  func readSetup(_ reader: inout JSONReader) throws(JSONError) -> Setup {
    try Turnstile().readSetup(&reader)
  }

  func readEvent(
    _ reader: inout JSONReader, action: String, of setup: Setup
  ) throws(JSONError) -> (event: Event, difference: String?) {
    try Turnstile().readEvent(&reader, action: action, of: setup)
  }
}
