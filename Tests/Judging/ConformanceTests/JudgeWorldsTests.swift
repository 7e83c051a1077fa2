import Testing

@testable import Conformance

/// Worlds that differ in what holds in them whatever happens, and starts between the events.
@Suite struct JudgeWorldsTests {
  private typealias Step = (event: Turnstile.Event, observation: TurnstileObservation)

  /// Every push mumbles, so that nobody knows whether the lamp is on; in the dark it has to be quiet, and in the light polite.
  private struct Lamp: OtherTurnstile {

    func begin(_ setup: Setup, persisted: State?) -> State { persisted ?? .locked }

    func expect(
      _ event: Event, in state: State, of situation: Situation<Setup>
    ) -> Conformance.Expectation<State, TurnstileObservation> {
      typealias Rule = Demand<TurnstileObservation>
      let quiet = Rule(["TS-9"], "noise", expecting: "quiet") {
        $0.isNoisy ? Discrepancy("noise", observed: "noise") : nil
      }
      let green = Rule(["TS-10"], "red-light", expecting: "green") {
        $0.isRed ? Discrepancy("red light", observed: "red") : nil
      }
      let polite = Rule(["TS-8"], "rude", expecting: "please") {
        $0.isRude ? Discrepancy("rude", observed: "hey") : nil
      }
      if event == .coin {
        return Conformance.Expectation(branches: [
          .init("dark", demands: [], next: .locked), .init("light", demands: [], next: .open),
        ])
      }
      return Conformance.Expectation(
        branches: [.init("pushed", demands: [], next: state)],
        invariants: state == .locked ? [quiet, polite] : [green])
    }
  }

  private func lamp(
    _ pushes: TurnstileObservation...
  ) -> (found: [String], states: Set<Turnstile.State>) {
    var judge = Judge(Lamp(), Situation(.init()), clauses: Turnstile.table, targets: [])
    judge.judge(.coin, .init(word: "x"))
    for observation in pushes { judge.judge(.push, observation) }
    return (judge.findings.map { "\($0.clause)@\($0.step)" }, Set(judge.states))
  }

  @Test func aWorldInWhichMoreIsWrongIsLeft() {
    let noisy = TurnstileObservation(word: "x", isNoisy: true)
    let red = TurnstileObservation(word: "x", isRed: true)
    let both = TurnstileObservation(word: "x", isRed: true, isNoisy: true)
    #expect(lamp().states == [.locked, .open])
    #expect(lamp(.init(word: "x")) == ([], [.locked, .open]))
    #expect(lamp(noisy) == ([], [.open]), "in the light it may be noisy")
    #expect(lamp(red) == ([], [.locked]), "in the dark nobody sees the colour")
    // Then the world is settled, and what is wrong in it is a finding.
    #expect(lamp(noisy, red) == (["TS-10@3"], [.open]))
    #expect(lamp(red, noisy) == (["TS-9@3"], [.locked]))
    // Wrong in both: one world's findings, not those of both.
    #expect(lamp(both).found.count == 1)
    #expect(lamp(both).states == [.locked, .open])
  }

  /// A SHOULD rules no world out; of what is wrong, the least is told.
  @Test func aWarningLeavesTheWorldOpen() {
    let rude = TurnstileObservation(word: "x", isRude: true)
    #expect(lamp(rude) == ([], [.locked, .open]))
    #expect(lamp(.init(word: "x", isRed: true, isRude: true)) == (["TS-8@2"], [.locked]))
    #expect(
      lamp(.init(word: "x", isRed: true, isRude: true, isNoisy: true)).found == ["TS-10@2"])
  }

  /// Two ways lead to the same place or to two: one is a liberty that gives up a SHOULD, the other breaks it.
  private struct TwoWays: OtherTurnstile {
    let areApart: Bool

    func begin(_ setup: Setup, persisted: State?) -> State { persisted ?? .locked }

    func expect(
      _ event: Event, in state: State, of situation: Situation<Setup>
    ) -> Conformance.Expectation<State, TurnstileObservation> {
      let polite = Demand<TurnstileObservation>(["TS-8"], "rude", expecting: "please") {
        $0.isRude ? Discrepancy("rude", observed: "hey") : nil
      }
      return Conformance.Expectation(branches: [
        .init("asked", demands: [polite], next: .locked),
        .init("silent", demands: [], next: areApart ? .open : .locked, concedes: ["TS-8"]),
      ])
    }
  }

  /// Of equally many SHOULDs a liberty that was taken is told, whichever way comes first.
  @Test(arguments: [false, true]) func aLibertyExplainsMoreThanABrokenDemand(areApart: Bool) {
    var judge = Judge(
      TwoWays(areApart: areApart), Situation(.init()), clauses: Turnstile.table, targets: [])
    judge.judge(.push, .init(word: "x", isRude: true))
    #expect(judge.findings.map(\.kind) == ["liberty-taken"])
    #expect(judge.states.count == (areApart ? 2 : 1))
  }

  // MARK: Starts

  private func judge(_ actions: [Action]) -> Judge<Turnstile> {
    var judge = Judge(Turnstile(), Situation(.init()), clauses: Turnstile.table, targets: [])
    for action in actions {
      switch action {
      case .does(let event, let word): judge.judge(event, .init(word: word))
      case .starts(let keep): judge.restart(keep: keep)
      }
    }
    return judge
  }

  private enum Action {
    case does(Turnstile.Event, String)
    case starts(keep: Bool)
  }

  private func found(_ actions: Action...) -> [String] {
    judge(actions).findings.map { "\($0.clause)@\($0.step)" }
  }

  @Test func whatIsKeptOutlivesAStart() {
    #expect(found(.does(.coin, "open"), .starts(keep: true), .does(.push, "turned")) == [])
    #expect(found(.does(.coin, "open"), .starts(keep: true), .does(.push, "blocked")) == ["TS-4@3"])
    #expect(found(.does(.coin, "open"), .starts(keep: false), .does(.push, "blocked")) == [])
    #expect(found(.does(.coin, "open"), .starts(keep: false), .does(.push, "turned")) == ["TS-6@3"])
  }

  @Test func everyWorldIsStartedAnew() {
    let kept = judge([.does(.coin, "mumble"), .starts(keep: true)])
    #expect(Set(kept.states) == [.open, .locked])
    #expect(
      found(.does(.coin, "mumble"), .starts(keep: true), .does(.push, "blocked")) == ["TS-3@1"])
    // Fresh starts are all the same, and the better world's concessions stay.
    let fresh = judge([.does(.coin, "mumble"), .starts(keep: false)])
    #expect(fresh.states == [.locked])
    #expect(fresh.findings.isEmpty)
    #expect(
      found(.does(.coin, "kept"), .starts(keep: false), .does(.push, "blocked")) == ["TS-3@1"])
  }

  @Test func aFreshStartFindsALostWorldAgain() {
    #expect(
      found(
        .does(.push, "nonsense"), .does(.push, "nonsense"), .starts(keep: false),
        .does(.push, "nonsense")) == ["TS-6@1", "TS-6@4"])
    // What is kept is of a state that nobody knows.
    #expect(
      found(.does(.push, "nonsense"), .starts(keep: true), .does(.push, "nonsense")) == ["TS-6@1"])
    #expect(!judge([.does(.push, "nonsense"), .starts(keep: true)]).isOpen)
    #expect(judge([.does(.push, "nonsense"), .starts(keep: false)]).isOpen)
  }

  @Test func invariantsAreAskedOfALostWorldAfterAStart() {
    var judge = Judge(Turnstile(), Situation(.init()), clauses: Turnstile.table, targets: [])
    judge.judge(.push, .init(word: "nonsense"))
    judge.restart(keep: true)
    judge.judge(.coin, .init(word: "nonsense", isNoisy: true))
    #expect(judge.findings.map { "\($0.clause)@\($0.step)" } == ["TS-6@1", "TS-9@3"])
  }
}
