import JSONText
import SampleSuites
import Testing

@testable import Conformance
@testable import Reporting

/// The model beside the implementation, to the character.
struct TraceTextTests {
  private static let finding = Finding.sample(
    "ACD-01", message: "the mode is another one", expected: "mode unmanaged",
    observed: "mode managed")

  private static let trace: Trace = {
    var finding = TraceTextTests.finding
    finding.step = 2
    var trace = Trace()
    trace.setup = [.init(name: "the app is", value: "new")]
    trace.steps = [
      Trace.Step(
        number: 1, words: "The app is launched for the first time.",
        ways: [
          .init(name: "launched", expected: ["no call", "mode none"], fits: true),
          .init(name: "waits", expected: ["mode pending"], fits: false),
        ], observed: ["no call", "mode none"], standing: .fits),
      Trace.Step(
        number: 2, words: "The server decides.",
        ways: [.init(name: "decided", expected: ["mode unmanaged"], fits: false)],
        observed: ["no call", "mode managed"], standing: .differs, findings: [finding]),
      Trace.Step(
        number: 3, words: "A fresh app is started.", observed: nil, standing: .notFollowed),
    ]
    return trace
  }()

  private func text(_ trace: Trace, width: Int = 100, color: Bool = false) -> String {
    TraceText.lines(trace, style: TerminalStyle(color: color, width: width), indent: 2)
      .joined(separator: "\n")
  }

  @Test func theFirstDifferenceIsMarked() {
    #expect(
      text(Self.trace) == """
                app  the app is "new"
                step                        the model                        the implementation
              1 The app is launched for     launched: no call; mode none     no call; mode none
                the first time.
          !   2 The server decides.         mode unmanaged                   mode managed
                first difference  the mode is another one — ACD-01
              3 A fresh app is started.     unknown after the difference
        """)
  }

  /// Where there is no room for columns they stand below each other.
  @Test func aNarrowTerminalHasThemBelowEachOther() {
    #expect(
      text(Self.trace, width: 60) == """
                app: the app is "new"
              1 The app is launched for the first time.
                model: launched: no call; mode none
                implementation: no call; mode none
          !   2 The server decides.
                model: mode unmanaged
                implementation: mode managed
                first difference: the mode is another one — ACD-01
              3 A fresh app is started.
                model: unknown after the difference
        """)
  }

  @Test(arguments: [40, 60, 80, 100, 160])
  func linesFitTheirTerminalAndObeyNobody(width: Int) {
    for attack in Attack.all {
      var trace = Self.trace
      trace.setup[0].value = attack
      for index in trace.steps.indices {
        trace.steps[index].words = attack
        trace.steps[index].observed = [attack]
        for way in trace.steps[index].ways.indices {
          trace.steps[index].ways[way].name = attack
          trace.steps[index].ways[way].expected = [attack]
        }
        for finding in trace.steps[index].findings.indices {
          trace.steps[index].findings[finding].message = attack
          trace.steps[index].findings[finding].expected = attack
          trace.steps[index].findings[finding].observed = attack
        }
      }
      let shown = text(trace, width: width)
      #expect(shown.unicodeScalars.allSatisfy { $0 == "\n" || VisibleText.isShown($0) })
      // Hundreds of thousands of characters are cut.
      #expect(shown.split(separator: "\n").count < 90)
      for line in shown.split(separator: "\n") {
        #expect(line.unicodeScalars.reduce(0) { $0 + VisibleText.columns($1) } <= width, "\(line)")
      }
    }
  }

  @Test func whatIsLeftOutIsCounted() {
    var trace = Self.trace
    (trace.stepsBefore, trace.stepsAfter) = (12, 1_000)
    #expect(text(trace).contains("… 12 steps before these\n"))
    #expect(text(trace).hasSuffix("… 1,000 steps after these, or not reached"))
  }

  /// A URL of some hundred characters says less than what was made of it.
  @Test func whatIsLongIsToldInShort() {
    var trace = Self.trace
    trace.steps[1].findings[0].observed = String(repeating: "x", count: 200)
    #expect(!text(trace).contains("xxx") && text(trace).contains("no call; mode managed"))
    trace.steps[1].observed = nil
    #expect(text(trace).contains("xxx"))
  }

  @Test func programsReadIt() throws {
    var writer = JSONWriter()
    TraceJSON.write(Self.trace, to: &writer)
    let json = try JSONValue(parsing: writer.bytes)
    #expect(json["firstDifference"] == 2)
    let steps = try #require(json["steps"]?.arrayValue)
    #expect(steps.map { $0["standing"] } == ["fits", "differs", "notFollowed"])
    #expect(steps[0]["allowed"]?.arrayValue?.map { $0["fits"] } == [true, false])
    #expect(steps[0]["observed"] == ["no call", "mode none"])
    #expect(steps[1]["differences"]?.arrayValue?.first?["observed"] == "mode managed")
    #expect(steps[2]["observed"]?.isNull == true)
  }

  // MARK: In the summary of a run

  private func shortest(
    _ outcome: ShortestFailure.Outcome, of id: String = "acd/walk"
  ) -> (ShortestFailure, CaseResult) {
    var finding = Self.finding
    finding.step = 7
    let result = CaseResult.sample(
      id, .failed, suite: "appconnect.dualmode", variant: .sole, findings: [finding])
    return (ShortestFailure(result, finding.signature, outcome), result)
  }

  private func told(_ one: ShortestFailure, _ results: [CaseResult], shown: Int = 20) -> String {
    TerminalSummary.text(
      run: .sample, scorecard: .sample(results), failures: results, shownFailures: shown,
      suites: [SampleSuite.abt, SampleSuite.dualMode], shortest: [one],
      repeatCommand: { "assay run --select '\($0.id)' -- ./adapter" }, reportPath: "Reports/x",
      elapsed: .seconds(1), interrupted: false, style: TerminalStyle(color: false, width: 100))
  }

  @Test func aCauseIsToldWithItsShortestSequence() {
    let sequence = ShortestFailure.Sequence(
      trace: Self.trace, steps: 3, stepsOfCase: 24, tries: 57, isShortest: true)
    let (one, result) = shortest(.found(sequence))
    let text = told(one, [result])
    #expect(
      text.contains(
        """
            shortest  3 steps of 24 fail in the same way; none can be left out (57 candidates)
                  app  the app is "new"
        """), "\(text)")
    #expect(text.contains("\n    !   2 The server decides."))
    // Of another case of the cause than the one that is shown it is said.
    let (_, other) = shortest(.found(sequence), of: "acd/row")
    let ofBoth = told(one, [other, result]).split { $0.isWhitespace }.joined(separator: " ")
    #expect(ofBoth.contains("(57 candidates), of acd/walk "))
    #expect(!told(one, [result], shown: 0).contains("shortest"))
    // Nothing is told beside the cause of another finding.
    var foreign = result
    foreign.findings[0].kind = "other"
    #expect(!told(one, [foreign]).contains("shortest"))
  }

  @Test(arguments: [
    (1, 1, true, "1 step; none can be left out (0 candidates)"),
    (2, 2, true, "2 steps, all that the case has; none can be left out (0 candidates)"),
    (
      1, 2, false,
      "1 step of 2 fails in the same way; perhaps some can be left out still: assay minimize goes on (0 candidates)"
    ),
  ])
  func whatWasFoundIsOneSentence(steps: Int, whole: Int, isShortest: Bool, words: String) {
    let (one, _) = shortest(
      .found(
        .init(
          trace: Self.trace, steps: steps, stepsOfCase: whole, tries: 0, isShortest: isShortest)))
    #expect(one.sentence == words)
    let (none, result) = shortest(.notLookedFor("there is no time"))
    #expect(none.sentence == "not looked for: there is no time")
    #expect(told(none, [result]).contains("    shortest  not looked for: there is no time\n"))
  }
}
