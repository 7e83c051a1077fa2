import Conformance
import Testing

@testable import Reporting

struct TerminalSummaryTests {
  @Test func aConformingRunIsShort() {
    let results = ["a", "b"].map { CaseResult.sample("abt/url/\($0)") }
    #expect(
      summary(results) == """
        CONFORMING  abt/plain  1 of 7 requirements passed, 5 not selected; 1 has no case
        What has no case yet is listed by: assay spec --not-tested
        2 cases in 3.2 s: 2 passed
        Sample 2.3 (C), seed 7, assay 0.1.0

        Requirements of abt/plain
          not selected  5 requirements
          no case       1 requirement
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
          Data that inflates beyond the limit is refused. [Protocol.md, section 4.3]

          abt/data/plus-1  step 2
            it was accepted
            expected  a refusal
            observed  accepted
            repeat    assay run --select 'abt/data/plus-1' -- ./adapter

        Requirements of abt/plain
          failed        ABT-DATA-08  1 of 1 case
          not selected  5 requirements
          no case       1 requirement

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
    #expect(
      text.contains("  No crash, no abort, no uncaught exception. [Protocol.md, section 4.12]\n"))
    #expect(
      text.contains(
        """

        Warnings (SHOULD)
        WARNED  ABT-DATA-08/code  abt/plain, 1 case
          It is refused with code 8. [Protocol.md, section 4.3]

          abt/data/inflates/code  step 1
            the code is 7
            expected  a refusal
            observed  accepted
            repeat    assay run --select 'abt/data/inflates/code' -- ./adapter

        """))
    #expect(text.contains("\nSkipped: 1 case, neither passed nor failed\n"))
    #expect(text.contains("\n  1 × unsupported: ciphers\n"))
    #expect(text.contains("\nADAPTER FAULT: 1 case, neither passed nor failed\n"))
  }

  @Test func aCaseIsListedUnderWhatItIsAbout() {
    let result = CaseResult.sample(
      "abt/a", .failed, targets: ["ABT-URL-02"],
      findings: [.sample("ABT-URL-01"), .sample("ABT-URL-02"), .sample("ABT-URL-03")])
    #expect(summary([result]).contains("\nFAILED  ABT-URL-02  abt/plain, 1 case\n"))
    #expect(summary([result]).contains("    also      ABT-URL-01, ABT-URL-03\n"))
  }

  @Test func reasonsAreCountedTheMostFrequentFirst() {
    let results = ["x", "y", "y"].enumerated().map { number, reason in
      CaseResult.sample("abt/\(number)", .skipped, reason: reason)
    }
    #expect(summary(results).contains("\n  2 × y\n  1 × x\n"))
    let counted = summary(results, listed: [], skips: ["x": 1, "y": 2])
    #expect(counted == summary(results))
  }

  @Test func whatPassedInPartIsNamed() {
    let result = CaseResult.sample("abt/a")
    let text = summary([result], partialPasses: ["judged in part: x": 1, "judged in part: y": 2])
    #expect(
      text.contains(
        "\n\nPassed as far as they came: 3 cases\n  2 × judged in part: y\n  1 × judged in part: x\n"
      ))
    #expect(!summary([result]).contains("as far as"))
  }

  @Test func aFindingThatDidNotComeAgainIsMarked() {
    let finding = Finding.sample("ABT-URL-01", confirmation: .flaky)
    #expect(summary([.sample("abt/a", .failed, findings: [finding])]).contains("  flaky: "))
  }

  @Test func coloursAreTheOnlyDifference() {
    let plain = summary(CaseResult.everyVerdict)
    let colored = summary(
      CaseResult.everyVerdict, style: TerminalStyle(color: true, width: 100))
    #expect(colored.contains("\u{1B}[1;31mCRASHING"))
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
    #expect(!plain.contains("\u{1B}"))
  }
}
