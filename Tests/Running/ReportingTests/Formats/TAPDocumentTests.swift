import Conformance
import Testing

@testable import Reporting

struct TAPDocumentTests {
  @Test func aPointForEachCase() throws {
    let text = try ScratchFolder().document(.tap, CaseResult.everyVerdict)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(
      lines.prefix(4) == [
        "TAP version 14", "1..11", "# Sample 2.3 (C), crashing", "# seed 7, assay 0.1.0",
      ])
    #expect(
      lines.filter { $0.hasPrefix("ok") || $0.hasPrefix("not ok") } == [
        "ok 1 - abt/plain abt/url/scheme/upper",
        "not ok 2 - abt/plain abt/data/inflates/plus-1",
        "ok 3 - abt/plain abt/data/inflates/code",
        "not ok 4 - abt/plain abt/tok/long",
        "not ok 5 - abt/plain abt/tok/slow",
        "not ok 6 - abt/plain abt/tok/big",
        "ok 7 - abt/encrypting abt/cipher/a # SKIP unsupported: ciphers",
        "ok 8 - abt/encrypting abt/cipher/b # SKIP not run: the run was interrupted",
        "not ok 9 - abt/encrypting abt/cipher/c",
        "not ok 10 - appconnect.dualmode acd/a # TODO known failure",
        "not ok 11 - appconnect.dualmode acd/b",
      ])
    #expect(
      text.contains(
        """
        not ok 2 - abt/plain abt/data/inflates/plus-1
          ---
          verdict: "failed"
          requirement: "ABT-DATA-08"
          sentence: "Data that inflates beyond the limit is refused."
          source: "abt"
          documentation: "Protocol.md#43-unpacking"
          severity: "must"
          message: "it was accepted"
          expected: "a refusal"
          observed: "accepted"
          step: 2
          confirmation: "deterministic"
          repeat: "assay run --select abt/data/inflates/plus-1 --edition plain --seed 7 -- ./adapter --fast"
          ...

        """))
    #expect(
      text.contains("  message: \"a known failure passes now; take it out of the baseline\"\n"))
    #expect(text.contains("  reason: \"at step 1: no JSON\"\n"))
  }

  @Test func aStrictRunFailsByWarnings() throws {
    let warned = CaseResult.sample(
      "abt/a", .warned, findings: [.sample("ABT-DATA-08/code", .should)])
    #expect(try ScratchFolder().document(.tap, [warned]).contains("\nok 1 - "))
    let strict = try ScratchFolder().document(.tap, [warned], strict: true)
    #expect(strict.contains("\nnot ok 1 - ") && strict.contains(" --strict -- ./adapter"))
  }

  @Test func anInterruptedRunBailsOut() throws {
    let text = try ScratchFolder().document(.tap, CaseResult.everyVerdict, interrupted: true)
    #expect(text.hasSuffix("Bail out! The run was interrupted\n"))
    #expect(text.contains("\n1..11\n"))
  }

  @Test func nothingEndsItsLineOrBeginsADirective() throws {
    let attack = "x # TODO not today\nnot ok 7\nBail out!\n\\ # SKIP"
    let results: [CaseResult] = [
      .sample("abt/\(attack)", .failed, findings: [.sample("ABT-URL-01", message: attack)]),
      .sample("abt/b", .skipped, reason: attack), .sample("abt/c", .adapterFault, reason: attack),
    ]
    var run = RunDescription.sample
    run.implementationName = attack
    let text = try ScratchFolder().document(.tap, results, run: run)
    let lines = text.split(separator: "\n")
    #expect(!lines.contains { $0.hasPrefix("Bail") || $0.hasPrefix("not ok 7") })
    #expect(
      lines.contains(
        "not ok 1 - abt/plain abt/x \\# TODO not today\\\\nnot ok 7\\\\nBail out!\\\\n\\\\ \\# SKIP"
      ))
    #expect(
      lines.contains(
        "ok 2 - abt/plain abt/b # SKIP x \\# TODO not today\\\\nnot ok 7\\\\nBail out!\\\\n\\\\ \\# SKIP"
      ))
    // Each line is a test point, a comment, or stands in a block.
    for line in lines.dropFirst(2) {
      #expect(["ok ", "not ok ", "# ", "  "].contains { line.hasPrefix($0) }, "\(line)")
    }
  }
}
