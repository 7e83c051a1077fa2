import AdapterProtocol
import JSONText
import Testing

@testable import Conformance

/// Scripts of a suite with a state machine: which steps can happen, what is said of them, how they are stored.
@Suite struct ScriptReadingTests {
  private static let suite = ModelSuite(
    name: "ts", model: Turnstile(), clauses: Turnstile.clauses, variants: [.sole], cases: [])

  private func item(_ steps: [Script<Turnstile>.Step], needs: Set<String> = []) -> Case {
    Case(
      suite: "ts", id: CaseID("ts/a"), variant: .sole, title: "A case.", targets: ["TS-6"],
      needs: needs, origin: .stored(Script(setup: .init(), steps: steps), Provenance()))
  }

  @Test func aCaseIsExplainedStepByStep() throws {
    let explanation = try Self.suite.explain(
      item([
        .event(.coin), .event(.push), .restart(keep: true), .restart(keep: false), .event(.push),
      ]),
      capabilities: [])
    #expect(explanation.setup.map { "\($0.name)=\($0.value)" } == ["name=north"])
    #expect(explanation.steps.map(\.number) == [1, 2, 3, 4, 5])
    #expect(
      explanation.steps.map(\.words) == [
        "A coin.", "A push.", "The app is started again and finds what it kept.",
        "A fresh app is started.", "A push.",
      ])
    // After a coin it is open or still locked; after a fresh start it is locked.
    #expect(
      explanation.steps.map { $0.ways.map(\.name) } == [
        ["opens", "keeps the coin"], ["turns", "blocks"], [], [], ["blocks"],
      ])
    let coin = explanation.steps[0]
    #expect(
      coin.ways[0].expected == [
        .init(clauses: ["TS-1"], level: .must, kind: "other-word", words: "open"),
        .init(clauses: ["TS-1"], level: .must, kind: "red-light", words: "green"),
      ])
    #expect(coin.ways.map(\.concedes) == [[], ["TS-3"]])
    #expect(explanation.steps[1].ways[0].expected.last?.level == .should)
    #expect(
      coin.always == [.init(clauses: ["TS-9"], level: .must, kind: "noise", words: "quiet")])
    #expect(explanation.steps[1].always.count == 1, "what holds in both states is said once")
    #expect(explanation.steps[2].always.isEmpty)
  }

  /// A coin into an open turnstile is ruled out here, or any coin.
  private struct Strict: Model {
    typealias Observation = TurnstileObservation
    let base = Turnstile()
    var allowsCoins = true

    func permits(
      _ event: Turnstile.Event, in state: Turnstile.State, of situation: Situation<Turnstile.Setup>
    ) -> Bool { event != .coin || allowsCoins && state == .locked }

    func expect(
      _ event: Turnstile.Event, in state: Turnstile.State,
      of situation: Situation<Turnstile.Setup>
    ) -> Conformance.Expectation<Turnstile.State, TurnstileObservation> {
      base.expect(event, in: state, of: situation)
    }

    func begin(_ setup: Turnstile.Setup, persisted: Turnstile.State?) -> Turnstile.State {
      base.begin(setup, persisted: persisted)
    }

    func startFrame(_ setup: Turnstile.Setup, keep: Bool) -> Frame {
      base.startFrame(setup, keep: keep)
    }

    func frame(
      _ event: Turnstile.Event, of setup: Turnstile.Setup, after history: [TurnstileObservation]
    ) -> Frame? { base.frame(event, of: setup, after: history) }

    func variant(of setup: Turnstile.Setup) -> Variant { .sole }

    func words(_ setup: Turnstile.Setup) -> [(name: String, value: String)] { base.words(setup) }

    func words(_ event: Turnstile.Event, of setup: Turnstile.Setup) -> String {
      base.words(event, of: setup)
    }

    func readSetup(_ reader: inout JSONReader) throws(JSONError) -> Turnstile.Setup {
      try base.readSetup(&reader)
    }

    func readEvent(
      _ reader: inout JSONReader, action: String, of setup: Turnstile.Setup
    ) throws(JSONError) -> (event: Turnstile.Event, difference: String?) {
      try base.readEvent(&reader, action: action, of: setup)
    }
  }

  private static let strict = ModelSuite(
    name: "strict", model: Strict(), clauses: Turnstile.clauses, variants: [.sole], cases: [])

  private func excluded(_ steps: Script<Strict>.Step...) -> Int? {
    Self.strict.excludedStep(of: Script(setup: .init(), steps: steps))
  }

  @Test func theFirstStepThatCannotHappen() {
    #expect(excluded() == nil)
    #expect(excluded(.event(.coin), .event(.push), .event(.coin)) == nil)
    // The first coin may have been kept: then the second one is right, and has opened at the latest when a third comes.
    #expect(excluded(.event(.coin), .event(.coin), .event(.coin)) == nil)
    #expect(Self.suite.excludedStep(of: .init(setup: .init(), events: [.coin, .coin])) == nil)
    #expect(excluded(.restart(keep: true), .event(.coin), .restart(keep: true)) == nil)
  }

  @Test func aStepIsExcludedWhereNoStateLetsItHappen() throws {
    func excluded(_ steps: String) throws -> JSONError? {
      let text = """
        {"format": "assay-case/1", "suite": "never", "start": {},
         "steps": [\(steps)]}
        """
      do throws(JSONError) {
        _ = try CaseFile.read(Array(text.utf8), suites: [Self.never], name: "n")
        return nil
      } catch {
        return error
      }
    }
    #expect(try excluded(#"{"action":"push"}"#) == nil)
    let error = try #require(try excluded(#"{"action":"push"},{"action":"coin"}"#))
    #expect(error.description.contains("step 2 cannot happen") && error.line == 2)
    #expect(
      try excluded(#"{"action":"start"},{"action":"coin"}"#)?.description.contains("step 2") == true
    )
  }

  private static let never = ModelSuite(
    name: "never", model: Strict(allowsCoins: false), clauses: Turnstile.clauses, variants: [.sole],
    cases: [])

  @Test func aStepThatNeedsAReplyCannotBeWritten() throws {
    #expect(throws: HarnessFault.self) {
      try Self.suite.encode(item([.event(.pushAfterAnswer)]))
    }
    let text = try Self.suite.encode(
      item([.event(.coin), .restart(keep: true)], needs: ["b", "a"]))
    let read = try CaseFile.read(text, suites: [Self.suite], name: "n")
    #expect(
      try Self.suite.script(read).steps == [.event(.coin), .restart(keep: true)])
    #expect(read.needs == ["a", "b"] && read.targets == ["TS-6"])
  }

  @Test func aCaseOfAnotherSuiteIsAFault() {
    let other = Case(
      suite: "ts", id: CaseID("x"), variant: .sole, title: "", targets: [], needs: [],
      origin: .stored(Script<Strict>(setup: .init(), steps: []), Provenance()))
    #expect(throws: HarnessFault.self) { try Self.suite.script(other) }
  }
}
