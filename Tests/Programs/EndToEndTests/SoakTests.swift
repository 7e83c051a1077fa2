import JSONText
import Testing

/// Series of ten thousand requests, and libraries that are too slow for them (ABT-ROB-05).
@Suite struct SoakTests {
  private struct Judged {
    let status: Int32
    let verdict: String?
    let reason: String?
    let findings: [String]
    let standing: String?
    let output: String
  }

  /// Runs one series; all its steps together have ten times the deadline of one.
  private func soak(_ script: String, _ words: String..., deadline: String) throws -> Judged {
    let place = try Workplace()
    try place.put(script.utf8, "adapter.py")
    let outcome = try place.assay(
      [
        "run", "--select", "abt/hostile/soak/wrong-tokens", "--edition", "plain", "--timeout",
        deadline,
        "--output", "reports", "--", "python3", "adapter.py",
      ] + words)
    let report = try place.report()
    let entry = try #require(report.json["cases"]?.arrayValue?.first)
    return Judged(
      status: outcome.status, verdict: entry["verdict"]?.stringValue,
      reason: entry["reason"]?.stringValue, findings: report.cases.flatMap(\.findings),
      standing: report.verdict, output: outcome.unwrapped)
  }

  /// 50 ms a request, of which three thousand would take 150 s: nothing can be said of memory.
  @Test func whatIsTooSlowIsNotJudged() throws {
    let judged = try soak(ScriptedAdapter.slow, deadline: "0.5")
    #expect(judged.verdict == "skipped" && judged.findings.isEmpty)
    #expect(
      judged.reason?.hasPrefix("cannot be judged: the 5 s of the series were over after step ")
        == true)
    #expect(judged.reason?.contains("from step 3000 on") == true)
    #expect(judged.standing == "nothingTested" && judged.status == 6)
  }

  @Test func enoughOfASeriesIsJudged() throws {
    let judged = try soak(ScriptedAdapter.tiring, "3500", "0", deadline: "5")
    #expect(judged.verdict == "passed" && judged.status == 0 && judged.standing == "conforming")
    #expect(judged.output.contains("Passed as far as they came: 1 case 1 × judged in part"))
    #expect(judged.reason?.hasPrefix("judged in part: the 50 s of the series were over") == true)
  }

  @Test func whatIsKeptOverEnoughOfASeriesIsFound() throws {
    let judged = try soak(ScriptedAdapter.tiring, "3500", "20000", deadline: "5")
    #expect(judged.verdict == "overLimit" && judged.status == 4)
    #expect(judged.findings.count == 1)
    let finding = try #require(judged.findings.first)
    #expect(finding.contains("ABT-ROB-05 overrun/kept-memory"))
    #expect(finding.contains("16 MiB are allowed"))
    #expect(finding.contains(#""confirmation":"deterministic""#))
  }
}
