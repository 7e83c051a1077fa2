import Conformance
import JSONText
import Testing

@testable import Reporting

struct TerminalSummaryTests {
  private func summary(
    _ results: [CaseResult], listed: [CaseResult]? = nil, skips: [String: Int] = [:],
    run: RunDescription = .sample, shown: Int = 20, interrupted: Bool = false,
    isStrict: Bool = false, style: TerminalStyle = TerminalStyle(color: false, width: 100)
  ) -> String {
    TerminalSummary.text(
      run: run, scorecard: .sample(results, isStrict: isStrict),
      failures: listed ?? results.filter { $0.verdict != .passed }, skips: skips,
      shownFailures: shown, suites: [SampleSuite.abt, SampleSuite.dualMode],
      repeatCommand: { "assay run --select '\($0.id)' -- ./adapter" }, reportPath: "Reports/x",
      elapsed: .milliseconds(3_210), interrupted: interrupted, style: style)
  }

  @Test func aConformingRunIsShort() {
    let results = ["a", "b"].map { CaseResult.sample("abt/url/\($0)") }
    #expect(
      summary(results) == """
        CONFORMING  abt/plain  1 of 7 requirements passed, 5 not selected; 1 has no case
        What has no case yet is listed by: assay spec --not-tested
        2 cases in 3.2 s: 2 passed
        Sample 2.3 (C), seed 7, assay 0.1.0

        Requirements of abt/plain
          not selected  ABT-URL-02, ABT-TOK-07, ABT-DATA-08 08/code, ABT-ROB-01
          no case       ABT-URL-03
          passed        ABT-URL-01

        report  Reports/x

        """)
  }

  @Test func aFailureIsToldFromTheRequirementToTheCommand() {
    let text = summary([
      .sample("abt/data/plus-1", .failed, findings: [.sample("ABT-DATA-08", step: 2)])
    ])
    #expect(
      text == """
        NONCONFORMING  abt/plain  0 of 7 requirements passed, 1 failed, 5 not selected; 1 has no case
        What has no case yet is listed by: assay spec --not-tested
        1 case in 3.2 s: 1 failed
        Sample 2.3 (C), seed 7, assay 0.1.0

        FAILED  ABT-DATA-08  abt/plain, 1 case
          Data that inflates beyond the limit is refused.

          abt/data/plus-1  step 2
            it was accepted
            expected  a refusal
            observed  accepted
            repeat    assay run --select 'abt/data/plus-1' -- ./adapter

        Requirements of abt/plain
          failed        ABT-DATA-08  1 of 1 case
          not selected  ABT-URL-01 02, ABT-TOK-07, ABT-DATA-08/code, ABT-ROB-01
          no case       ABT-URL-03

        report  Reports/x

        """)
  }

  @Test func oneCauseIsToldOnce() {
    let results = [Variant.plain, .encrypting].flatMap { variant in
      (0..<8).map {
        CaseResult.sample(
          "abt/data/\($0)", .failed, variant: variant, findings: [.sample("ABT-DATA-08")])
      }
    }
    let text = summary(results)
    #expect(text.contains("FAILED  ABT-DATA-08  abt/plain, 8 cases\n"))
    #expect(text.split(separator: "\n").filter { $0.contains("repeat ") }.count == 1)
    #expect(
      text.contains(
        """

          and 7 more cases: abt/data/1, …
          also in abt/encrypting: 8 cases, abt/data/0, …

        """))
    let whole = summary(results, shown: .max)
    #expect(whole.split(separator: "\n").filter { $0.contains("repeat ") }.count == 16)
    #expect(!whole.contains("more case"))
    #expect(whole.contains("\n  abt/data/3  encrypting  step 1\n"))
  }

  @Test func theExampleIsOneThatCameAgain() {
    let results = [Finding.Confirmation.flaky, .sampled, .deterministic].enumerated().map {
      CaseResult.sample(
        "abt/data/\($0)", .failed, findings: [.sample("ABT-DATA-08", confirmation: $1)])
    }
    #expect(summary(results).contains("\n  abt/data/2  step 1\n"))
    #expect(summary(results).contains("\n  and 2 more cases: abt/data/0, …\n"))
    #expect(summary([results[1]]).contains("step 1  seen once; others like it came again\n"))
  }

  @Test func aFailureIsShownWithItsConversation() {
    let finding = Finding.sample(
      "ABT-URL-02", message: "wrong status: the token is wrong", expected: "status=Error",
      observed: "status=error")
    let exchange = ObservedExchange.sample([
      .init(
        request: Array(
          """
          {"type":"step","action":"open","url":"x-a.com.acme.app://apply?profile=Ann%27s&token=1",\
          "delegate":{"apply":{"answer":"no"}}}
          """.utf8),
        reply: Array(
          """
          {"id":4,"type":"observed","handled":true,"calls":[],\
          "callbacks":["absoluteapps://thirdpartyprofilestatus?profile=Ann%27s&status=error"]}
          """.utf8))
    ])
    let text = summary(
      [.sample("abt/cb/4", .failed, findings: [finding]).with(exchange)],
      style: TerminalStyle(color: false, width: 80))
    let told = text.split(separator: "\n").drop { $0 != "  abt/cb/4  step 1" }
      .prefix { $0 != "Requirements of abt/plain" }
    #expect(
      told.joined(separator: "\n") == """
          abt/cb/4  step 1
            wrong status: the token is wrong
            opened    x-a.com.acme.app://apply
                        profile  "Ann's"
                        token    "1"
            delegate  apply: answers no
            expected  status=Error
            observed  status=error
                             ^
            handled   yes
            call      none
            callback  absoluteapps://thirdpartyprofilestatus
                        profile  "Ann's"
                        status   "error"
            repeat    assay run --select 'abt/cb/4' -- ./adapter
        """)
  }

  @Test func aDeathIsShownWithItsLastWords() {
    let died = CaseResult.sample(
      "abt/a", .crashed, findings: [.sample("ABT-ROB-01", message: "the implementation died")])
    let words = (1...9).map { "line \($0)" }.joined(separator: "\n") + "\n\u{1B}[2Jend\n"
    #expect(
      summary([died.with(.sample(standardError: words))]).contains(
        """
            stderr    | line 5
                      | line 6
                      | line 7
                      | line 8
                      | line 9
                      | \\u{1B}[2Jend
            repeat
        """))
    #expect(
      summary([died.with(.sample(standardError: ""))])
        .contains("    stderr    the adapter wrote none\n"))
    #expect(!summary([died]).contains("stderr"))
  }

  @Test func aHangIsShownWithItsDeadline() {
    var run = RunDescription.sample
    run.startDeadline = .seconds(10)
    run.stepDeadline = .milliseconds(2_500)
    for (step, deadline) in [(0, "10 s for a start"), (1, "2.5 s for a step (--timeout)")] {
      let hung = CaseResult.sample(
        "abt/a", .timedOut, findings: [.sample("ABT-TOK-07", step: step)])
      #expect(summary([hung], run: run).contains("    deadline  \(deadline)\n"))
    }
  }

  /// Any bytes may stand where a library or an adapter puts them.
  @Test func aHostileConversationIsShownHarmlessly() {
    let hostile = "\u{1B}]0;x\u{7}\u{202E}\r\u{9B}1m\u{200B}\u{85}"
    var writer = JSONWriter()
    writer.string(hostile)
    let text = writer.text
    let messages = [
      "{\(text):\(text)}", "{\"type\":\"observed\",\"callbacks\":[\(text)],\(text):{\(text):1}}",
      hostile,
      "{\"type\":\"step\",\"action\":\"open\",\"url\":\(text),\"delegate\":{\(text):{\"answer\":\(text)}}}",
      "{\"type\":\"observed\",\"calls\":[{\"method\":\(text),\"values\":{\(text):{\(text):\(text)}}}]}",
    ]
    let results = messages.flatMap { request in
      messages.map { reply in
        let step = ObservedExchange.Step(request: Array(request.utf8), reply: Array(reply.utf8))
        let finding = Finding.sample("ABT-ROB-01", expected: hostile + "a", observed: hostile + "b")
        return CaseResult.sample("abt/a", .crashed, findings: [finding])
          .with(.sample([step], standardError: hostile + "\n" + hostile))
      }
    }
    let shown = summary(results, shown: .max)
    #expect(shown.contains("opened"))
    #expect(shown.unicodeScalars.filter { $0 != "\n" && !VisibleText.isShown($0) }.isEmpty)
  }

  @Test func whatTheLimitHidesIsCounted() {
    let clauses: [Clause.ID] = ["ABT-URL-01", "ABT-URL-02", "ABT-URL-03"]
    let results = clauses.enumerated().map { number, clause in
      CaseResult.sample("abt/url/\(number)", .failed, findings: [.sample(clause)])
    }
    #expect(summary(results, shown: 2).contains("\n1 more failed case not shown: --verbose"))
    // The caller kept only the first of three.
    let cut = summary(results, listed: [results[0]])
    #expect(cut.contains("\n2 more failed cases not shown"))
  }

  @Test func crashesComeBeforeWrongAnswersUnderWhatEndedThem() throws {
    let text = summary(CaseResult.everyVerdict)
    let crash = try #require(text.firstRange(of: "CRASHED  ABT-ROB-01"))
    let hang = try #require(text.firstRange(of: "TIMED OUT  ABT-TOK-07"))
    let overrun = try #require(text.firstRange(of: "OVER LIMIT  ABT-TOK-07"))
    let failure = try #require(text.firstRange(of: "FAILED  ABT-DATA-08"))
    let warnings = try #require(text.firstRange(of: "\nWarnings (SHOULD)\n"))
    let table = try #require(text.firstRange(of: "\nRequirements of abt/plain\n"))
    let starts = [crash, hang, overrun, failure, warnings, table].map(\.lowerBound)
    #expect(starts == starts.sorted())
    #expect(text.contains("    also      ABT-URL-02, ABT-TOK-07\n"))
    #expect(text.contains("  No crash, no abort, no uncaught exception.\n"))
    #expect(
      text.contains(
        """

        Warnings (SHOULD)
        WARNED  ABT-DATA-08/code  abt/plain, 1 case
          It is refused with code 8.

          abt/data/inflates/code  step 1
            the code is 7
            expected  a refusal
            observed  accepted
            repeat    assay run --select 'abt/data/inflates/code' -- ./adapter

        """))
    #expect(text.contains("  acd/b  appconnect.dualmode\n"))
    #expect(text.contains("\nSkipped: 1 case, not claimed"))
    #expect(text.contains("\n  1 × unsupported: ciphers\n"))
    #expect(text.contains("\nADAPTER FAULT: 1 case, neither passed nor failed\n"))
  }

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
          no case       ABT-URL-03
          passed        ABT-URL-01
        """)
  }

  @Test func reasonsAreCountedTheMostFrequentFirst() {
    let results = ["x", "y", "y"].enumerated().map { number, reason in
      CaseResult.sample("abt/\(number)", .skipped, reason: reason)
    }
    #expect(summary(results).contains("\n  2 × y\n  1 × x\n"))
    let counted = summary(results, listed: [], skips: ["x": 1, "y": 2])
    #expect(counted == summary(results))
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
          not selected  ABT-URL-02, ABT-TOK-07, ABT-DATA-08 08/code, ABT-ROB-01
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
    #expect(text.hasSuffix("\n\nreport  Reports/x\n"))
  }

  @Test func anInterruptedRunSaysSo() {
    #expect(summary([], interrupted: true).hasPrefix("NOTHING TESTED\n0 cases in 3.2 s\n"))
    #expect(summary([], interrupted: true).contains("\nThe run was interrupted: "))
  }

  @Test func aFindingThatDidNotComeAgainIsMarked() {
    let finding = Finding.sample("ABT-URL-01", confirmation: .flaky)
    #expect(summary([.sample("abt/a", .failed, findings: [finding])]).contains("  flaky: "))
  }

  @Test func nothingForeignReachesTheTerminalRaw() {
    let hostile = "\u{1B}[2J\u{1B}]0;x\u{7}\u{202E}\r\n\u{9B}1m\u{200B}"
    var run = RunDescription.sample
    run.implementationName = hostile
    run.language = hostile
    let finding = Finding.sample(
      Clause.ID(hostile), message: hostile, expected: hostile, observed: hostile)
    let warning = Finding.sample("ABT-DATA-08/code", .should, message: hostile)
    let results: [CaseResult] = [
      .sample(hostile, .failed, findings: [finding]),
      .sample(hostile, .crashed, findings: [finding, .sample("ABT-ROB-01", message: "died")]),
      .sample(hostile, .warned, findings: [warning]),
      .sample(hostile, .skipped, reason: hostile), .sample(hostile, .adapterFault, reason: hostile),
      .sample(hostile, .unexpectedPass),
    ]
    let text = summary(results, run: run)
    let raw = text.unicodeScalars.filter { $0 != "\n" && !VisibleText.isShown($0) }
    #expect(raw.isEmpty)
    #expect(text.contains("\\u{1B}[2J\\u{1B}]0;x\\u{7}\\u{202E}\\r\\n\\u{9B}1m\\u{200B}"))
  }

  @Test func coloursAreTheOnlyDifference() {
    let plain = summary(CaseResult.everyVerdict)
    let colored = summary(
      CaseResult.everyVerdict, style: TerminalStyle(color: true, width: 100))
    #expect(colored.contains("\u{1B}[1;31mCRASHING"))
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
    #expect(!plain.contains("\u{1B}"))
  }

  @Test func longValuesAreWrappedAndCut() {
    let long = String(repeating: "0123456789 ", count: 1_000)
    let finding = Finding.sample("ABT-URL-01", expected: "short", observed: long)
    let style = TerminalStyle(color: false, width: 60)
    let text = summary([.sample("abt/a", .failed, findings: [finding])], style: style)
    let lines = text.split(separator: "\n").filter { !$0.contains("repeat ") }
    #expect(lines.allSatisfy { $0.unicodeScalars.count <= 64 })
    #expect(text.contains("(10,820 bytes more)"))
    #expect(lines.count < 25)
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
