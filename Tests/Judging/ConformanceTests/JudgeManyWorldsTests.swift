import AdapterProtocol
import JSONText
import Testing

@testable import Conformance

/// Each event may or may not be remembered, so that the worlds double with each.
private struct Doubling: Model {
  struct Setup: Hashable, Sendable {}
  typealias Event = Int
  typealias State = Set<Int>
  typealias Observation = TurnstileObservation
  typealias Rule = Demand<TurnstileObservation>

  func begin(_ setup: Setup, persisted: State?) -> State { [] }

  func expect(
    _ event: Int, in state: State, of situation: Situation<Setup>
  ) -> Conformance.Expectation<State, Observation> {
    let quiet = Rule(["TS-9"], "noise", expecting: "quiet") {
      $0.isNoisy ? .init("noise", observed: "noise") : nil
    }
    let rule = Rule(["TS-1"], "other-word", expecting: "open") {
      $0.word == "open" ? nil : .init("other word", observed: $0.word)
    }
    return Conformance.Expectation(
      branches: [
        .init("forgotten", demands: [rule], next: state, concedes: ["TS-3"]),
        .init("remembered", demands: [rule], next: state.union([event])),
      ], invariants: [quiet])
  }

  func startFrame(_ setup: Setup, keep: Bool) -> Frame {
    .start(suite: "doubling", configuration: .object([]), keep: keep)
  }
  func frame(_ event: Int, of setup: Setup, after history: [Observation]) -> Frame? { nil }
  func variant(of setup: Setup) -> Variant { .sole }
  func readSetup(_ reader: inout JSONReader) throws(JSONError) -> Setup { Setup() }
  func readEvent(
    _ reader: inout JSONReader, action: String, of setup: Setup
  ) throws(JSONError) -> (event: Int, difference: String?) { (0, nil) }
  func words(_ event: Int, of setup: Setup) -> String { "\(event)" }
  func words(_ setup: Setup) -> [(name: String, value: String)] { [] }
}

/// More worlds than anybody can follow.
@Suite struct JudgeManyWorldsTests {
  private func judge() -> Judge<Doubling> {
    Judge(
      Doubling(), Situation(Doubling.Setup()), clauses: Turnstile.table, targets: [])
  }

  @Test func worldsAreFollowedUpToABound() {
    var judge = judge()
    for event in 0..<8 { judge.judge(event, .init(word: "open")) }
    #expect(judge.states.count == 256)
    judge.judge(8, .init(word: "open"))
    #expect(!judge.isOpen && judge.findings.isEmpty)
  }

  /// Beyond it only what holds on every event is judged, until something starts anew.
  @Test func beyondItOnlyInvariantsAreJudged() {
    var judge = judge()
    for event in 0..<40 { judge.judge(event, .init(word: "open")) }
    judge.judge(40, .init(word: "shut"))
    #expect(judge.findings.isEmpty)
    judge.judge(41, .init(word: "shut", isNoisy: true))
    #expect(judge.findings.map(\.signature) == [Signature("TS-9", "noise")])
    judge.restart(keep: false)
    judge.judge(42, .init(word: "shut"))
    #expect(judge.findings.last?.clause == "TS-1")
  }
}
