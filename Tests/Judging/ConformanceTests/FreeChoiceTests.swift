import Testing

@testable import Conformance

/// What the judge tells of free places beside its verdict.
@Suite struct FreeChoiceTests {
  /// A turnstile that may ring, and that may keep or forget a coin that comes while it is open: the push after the next one shows which.
  private struct Bell: OtherTurnstile {
    typealias Reading = ChoiceReading<TurnstileObservation>

    /// Whether what is chosen is read at all.
    var reads = true

    func begin(_ setup: Setup, persisted: State?) -> State { persisted ?? .locked }

    func isFreshStart(_ state: State) -> Bool { state == .locked }

    func expect(
      _ event: Event, in state: State, of situation: Situation<Setup>
    ) -> Conformance.Expectation<State, TurnstileObservation> {
      let bell = Reading("bell/sound") { $0.isRude ? "rings" : "is silent" }
      let hesitation = Reading("bell/hesitation") { $0.word == "slow" ? "hesitates" : nil }
      let quiet = Demand<TurnstileObservation>(["TS-9"], "noise", expecting: "quiet") {
        $0.isNoisy ? Discrepancy("noise", observed: "noise") : nil
      }
      let green = Demand<TurnstileObservation>(["TS-4"], "red", expecting: "green") {
        $0.isRed == (state == .open) ? nil : Discrepancy("red", observed: "red")
      }
      let choices = reads ? [bell, hesitation] : []
      func kept(_ words: String) -> [Reading] { reads ? [.taken("bell/coin", words)] : [] }
      return switch event {
      case .coin:
        Conformance.Expectation(
          branches: [
            .init("kept", demands: [], next: .open, choices: kept("kept")),
            .init("forgotten", demands: [], next: .locked, choices: kept("forgotten")),
          ], invariants: [quiet], choices: choices)
      default:
        Conformance.Expectation(
          branches: [.init("turns", demands: [green], next: .locked)], invariants: [quiet],
          choices: choices)
      }
    }
  }

  private typealias Step = (event: Turnstile.Event, observation: TurnstileObservation)

  private func judged(_ steps: [Step], reads: Bool = true) -> Judge<Bell> {
    var judge = Judge(Bell(reads: reads), Situation(.init()), clauses: Turnstile.table, targets: [])
    for step in steps { judge.judge(step.event, step.observation) }
    return judge
  }

  private func choices(_ steps: Step...) -> [String] {
    judged(steps).choices.map { "\($0.place) \($0.outcome)" }
  }

  private let silent = TurnstileObservation(word: "x")
  private let ringing = TurnstileObservation(word: "x", isRude: true)
  private let red = TurnstileObservation(word: "x", isRed: true)

  @Test func eachChoiceIsToldOnce() {
    #expect(choices((.push, silent), (.push, silent)) == ["bell/sound is silent"])
    #expect(
      choices((.push, silent), (.push, ringing), (.push, .init(word: "slow"))) == [
        "bell/sound is silent", "bell/sound rings", "bell/hesitation hesitates",
      ])
  }

  @Test func aBranchIsToldOnceItIsCertain() {
    #expect(choices((.coin, silent)) == ["bell/sound is silent"], "nobody knows of the coin")
    #expect(choices((.coin, silent), (.push, red)).contains("bell/coin kept"))
    #expect(choices((.coin, silent), (.push, silent)).contains("bell/coin forgotten"))
    let both: [Step] = [(.coin, silent), (.push, red), (.coin, silent), (.push, silent)]
    #expect(
      Set(judged(both).choices.map(\.outcome)) == ["is silent", "kept", "forgotten"])
  }

  @Test func worldsThatMeetAgainKeepWhatBothChose() {
    var judge = judged([(.coin, ringing)])
    #expect(judge.states.count == 2)
    judge.restart(keep: false)
    #expect(judge.states.count == 1)
    #expect(judge.choices == [FreeChoice("bell/sound", "rings")])
  }

  @Test func whatIsWrongSaysNothing() {
    let noisy = TurnstileObservation(word: "x", isRude: true, isNoisy: true)
    #expect(choices((.push, noisy)) == [])
    #expect(choices((.push, red)) == [], "no branch fits")
    #expect(choices((.push, silent), (.push, noisy)) == ["bell/sound is silent"])
    #expect(choices((.push, red), (.push, ringing)) == ["bell/sound rings"], "a fresh start")
  }

  /// Every script of three steps comes to the same with and without the readings.
  @Test func choicesHaveNoSayInVerdicts() {
    let observations = [silent, ringing, red, TurnstileObservation(word: "x", isNoisy: true)]
    let steps: [Step] = [Turnstile.Event.coin, .push].flatMap { event in
      observations.map { (event, $0) }
    }
    for first in steps {
      for second in steps {
        for third in steps {
          let with = judged([first, second, third])
          let without = judged([first, second, third], reads: false)
          #expect(with.findings == without.findings)
          #expect(with.states == without.states)
          #expect(without.choices.isEmpty)
        }
      }
    }
  }
}
