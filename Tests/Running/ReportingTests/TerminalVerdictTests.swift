import Conformance
import SampleSuites
import Testing

@testable import Reporting

struct TerminalVerdictTests {
  @Test func brokenRequirementsStandBeforeTheOthers() {
    let text = summary(CaseResult.everyVerdict)
    let table = text.split(separator: "\n").drop { $0 != "Requirements of abt/plain" }
    #expect(
      table.prefix(8).joined(separator: "\n") == """
        Requirements of abt/plain
          failed        ABT-URL-02        1 of 1 case
          failed        ABT-TOK-07        3 of 3 cases
          failed        ABT-DATA-08       1 of 1 case
          failed        ABT-ROB-01        1 of 1 case
          warned        ABT-DATA-08/code  1 of 1 case
          no case       1 requirement
          passed        ABT-URL-01
        """)
    #expect(
      summary(CaseResult.everyVerdict, shown: .max).contains("\n  no case       ABT-URL-03\n"))
  }

  @Test func anEditionThatIsNotClaimedHasNoScore() {
    let results: [CaseResult] = [
      .sample("abt/a"), .sample("abt/a", .skipped, variant: .encrypting, reason: "not claimed"),
    ]
    let text = summary(results)
    #expect(text.hasPrefix("NOTHING TESTED  abt/encrypting  not claimed\nCONFORMING "))
    #expect(!text.contains("NOTHING TESTED:"))
    #expect(
      text.contains(
        "\nRequirements of abt/encrypting\n  not claimed   ABT-URL-01..03, ABT-TOK-07, "))
  }

  /// All requirements, and not all cases: nobody may take it for a whole run.
  @Test(arguments: [(3, ", with 1 of 3 cases"), (1, "")])
  func aSelectionOfTheCasesIsNoWholeRun(listed: Int, words: String) {
    var suite = SampleSuite.dualMode
    suite.casesPerVariant = listed
    let run = CaseResult.sample(
      "acd/any", suite: suite.name, variant: .sole, targets: suite.clauses.clauses.map(\.id))
    var scorecard = Scorecard([suite])
    scorecard.add(run)
    let text = TerminalSummary.text(
      run: .sample, scorecard: scorecard, failures: [], suites: [suite], repeatCommand: { _ in "" },
      reportPath: nil, elapsed: .zero, interrupted: false,
      style: TerminalStyle(color: false, width: 100))
    #expect(
      text.hasPrefix("CONFORMING  appconnect.dualmode  1 of 1 requirement passed\(words)\n"))
  }

  /// Whoever checks a repair with the cases about one requirement has not seen all that can break it.
  @Test(arguments: [([], nil), (["ABT-URL-01"], "it"), (["ABT-URL-01", "ABT-URL-02"], "them")])
  func aRunForSomeRequirementsSaysWhatItDoesNotTell(wanted: [String], word: String?) {
    var run = RunDescription.sample
    run.options = [("seed", "7")] + wanted.map { ("requirement", $0) }
    let text = summary(
      [.sample("abt/a")], run: run, style: TerminalStyle(color: false, width: 200))
    #expect(text.contains("Only cases about") == (word != nil))
    if let word {
      #expect(
        text.contains(
          "\nOnly cases about \(wanted.joined(separator: ", ")) were run. Answers to other cases are held against \(word), too: a run without --requirement tells.\n"
        ))
    }
  }

  @Test func whyARequirementWasNotTestedIsTold() {
    let failed = CaseResult.sample(
      "abt/a", .failed, targets: ["ABT-URL-01"], findings: [.sample("ABT-URL-03")])
    #expect(
      summary([failed], style: TerminalStyle(color: false, width: 80)).hasPrefix(
        """
        NONCONFORMING  abt/plain  0 of 7 requirements passed, 1 failed, 1 not judged,
                                  5 not selected
        1 case in 3.2 s: 1 failed
        """))
    #expect(
      summary([failed]).contains(
        """
        Requirements of abt/plain
          failed        ABT-URL-03  1 case, judged in passing
          not judged    ABT-URL-01
          not selected  5 requirements
        """))
  }

  @Test(
    arguments: [
      (.crashed, "CRASHING", "at least one request ended with the death of the library."),
      (.timedOut, "HANGING", "none died, and at least one request was not answered in time."),
      (
        .overLimit, "OVERRUNNING",
        "none died or hung, and at least one took more memory or wrote more than it may."
      ),
      (.notRun, "INTERRUPTED", "not every case was run, and nothing had failed until then."),
      (
        .adapterFault, "ADAPTER FAULT",
        "nothing failed, but the adapter did, so that not everything was judged."
      ),
    ] as [(Verdict, String, String)])
  func anUnusualWordIsDefined(verdict: Verdict, word: String, meaning: String) {
    let findings = verdict.isFailure ? [Finding.sample("ABT-URL-01")] : []
    let text = summary([.sample("abt/a", verdict, findings: findings)])
    #expect(text.hasPrefix("\(word)  abt/plain  0 of 7 requirements passed, "))
    #expect(text.contains("\n\(word): \(meaning)\n"))
  }

  @Test func strictnessIsTheReasonThatIsGiven() {
    let warned = CaseResult.sample(
      "abt/a", .warned, findings: [.sample("ABT-DATA-08/code", .should)])
    #expect(
      summary([warned]).hasPrefix("CONFORMING  abt/plain  0 of 7 requirements passed, 1 warned"))
    let strict = summary([warned], isStrict: true)
    #expect(strict.hasPrefix("NONCONFORMING  abt/plain  "))
    let reason = "NONCONFORMING: no MUST that was tested failed, but a SHOULD did (--strict).\n"
    #expect(strict.contains(reason))
    let failed = CaseResult.sample("abt/b", .failed, findings: [.sample("ABT-URL-01")])
    #expect(!summary([warned, failed], isStrict: true).contains(reason))
  }

  @Test func quietLeavesTheVerdictAndThePath() {
    let text = summary(CaseResult.everyVerdict, shown: 0)
    #expect(text.hasPrefix("ADAPTER FAULT  abt/encrypting       0 of "))
    #expect(!text.contains("Requirements"))
    #expect(!text.contains("CRASHED"))
    #expect(text.hasSuffix("\nreport  Reports/x\n"))
  }

  @Test func anInterruptedRunSaysSo() {
    #expect(summary([], interrupted: true).hasPrefix("NOTHING TESTED\n0 cases in 3.2 s\n"))
    #expect(summary([], interrupted: true).contains("\nThe run was interrupted: "))
  }
}

struct RequirementListTests {
  @Test(arguments: [
    (["A-01", "A-02", "A-03", "A-05"], "A-01..03 05"),
    (["A-01", "A-02", "A-02/code", "A-03"], "A-01 02 02/code 03"),
    (["A-01", "B-X-02", "B-X-03"], "A-01, B-X-02 03"),
    (["odd", "odder", "A-x"], "odd, odder, A-x"),
    (["A-9223372036854775807", "A-1"], "A-9223372036854775807 1"),
    ([], ""),
  ])
  func idsShareTheirStem(ids: [String], text: String) {
    #expect(RequirementList.text(ids.map { Clause.ID($0) }) == text)
  }
}
