import Conformance
import JSONText
import SampleSuites
import Testing

@testable import Reporting

/// What reports say of a baseline.
@Suite struct BaselineReportTests {
  private static let hostile = "\u{1B}[2J\u{202E}<script>\"&\n"

  private static let record = BaselineRecord(
    path: "known.yaml",
    entries: [
      {
        var entry = BaselineRecord.Entry(
          line: 4, subject: "ABT-URL-01 [plain]", reason: "waits for 3.3",
          link: "https://tracker.example/412", until: "2027-01-31", flaky: 3)
        (entry.cases, entry.judged, entry.failed, entry.passed) = (2, 1, 1, 0)
        return entry
      }(),
      BaselineRecord.Entry(line: 9, subject: hostile, reason: "TODO"),
    ],
    drifts: [
      .init(
        .passes, line: 4, subject: "ABT-URL-01 [plain]", message: "1 of 2 cases does", cases: 1,
        examples: [.init(CaseID("abt/b"), .plain)]),
      .init(.matchesNothing, line: 9, subject: hostile, message: "there is no such case"),
    ])

  private static let results: [CaseResult] = {
    var known = CaseResult.sample("abt/a", .knownFailure, findings: [.sample("ABT-URL-01")])
    known.known = KnownCase(verdict: .failed, lines: [4], reason: "waits for 3.3")
    known.tries = Tries(passed: 1, failed: 2)
    var passing = CaseResult.sample("abt/b", .unexpectedPass)
    passing.known = KnownCase(verdict: .passed, lines: [4, 9], reason: hostile)
    return [known, passing]
  }()

  private func card() -> Scorecard {
    var card = Scorecard.sample(Self.results)
    card.baseline = Self.record
    return card
  }

  @Test func theReportHoldsItAllByTheSchema() throws {
    let folder = try ScratchFolder()
    let journal = try Journal(path: folder.path + "/report.jsonl")
    for result in Self.results { try journal.append(result) }
    try journal.close()
    try ReportDocument.write(
      to: folder.path + "/report.json", journal: folder.path + "/report.jsonl", run: .sample,
      scorecard: card(), elapsed: .seconds(1), interrupted: false)
    let text = try folder.text("report.json")
    let report = try JSONValue(parsing: Array(text.utf8))
    #expect(try SchemaValidator.report().complaints(report) == [])
    #expect(report["verdict"] == "nonconforming")
    #expect(report["baseline"]?["entries"]?.arrayValue?.count == 2)
    #expect(
      report["baseline"]?["drift"]?.arrayValue?.map { $0["kind"] } == ["passes", "matchesNothing"])
    #expect(
      report["cases"]?.arrayValue?.first?["known"]
        == [
          "verdict": "failed", "lines": [4], "reason": "waits for 3.3",
          "tries": ["passed": 1, "failed": 2],
        ])
    let row = report["requirements"]?.arrayValue?.first { $0["id"] == "ABT-URL-01" }
    #expect(row?["verdict"] == "failed" && row?["known"] == 1)
    // Read back, the report and a case say what they said.
    let whole = try ReportFile(path: folder.path).read()
    #expect(whole.baseline == Self.record)
    #expect(whole.requirements.first { $0.clause.requirement == "ABT-URL-01" }?.known == 1)
    #expect(whole.exitCode == 5)
    let read = try ReportFailures.read(Array(text.utf8)) { _ in true }
    #expect(read.results.map(\.known) == Self.results.map(\.known))
    #expect(read.results.map(\.tries) == Self.results.map(\.tries))
    #expect(read.results.map(\.ownVerdict) == [.failed, .passed])
  }

  /// A baseline is made of what a report says: no signature may be among the findings that are left out.
  @Test func everySignatureOfAVeryLongCaseIsWritten() throws {
    let many = (0..<400).map { Finding.sample("ABT-URL-01", step: $0) }
    let result = CaseResult.sample(
      "abt/a", .failed, findings: many + [.sample("ABT-URL-02")] + many + [.sample("ABT-URL-02")])
    let folder = try ScratchFolder()
    let report = try folder.report([result])
    let findings = try #require(report["cases"]?.arrayValue?.first?["findings"]?.arrayValue)
    #expect(findings.count == 257)
    #expect(findings.last?["requirement"] == "ABT-URL-02")
    #expect(report["cases"]?.arrayValue?.first?["findingsLeftOut"] == 545)
  }

  /// Of a run in which nothing but the baseline is wrong.
  @Test func driftAloneIsToldByTheReport() throws {
    let folder = try ScratchFolder()
    var record = Self.record
    record.drifts.removeFirst()
    let results = [CaseResult.sample("abt/a", .passed)]
    #expect(try folder.source(results, baseline: record).report.exitCode == 5)
    record.drifts = []
    #expect(try folder.source(results, baseline: record).report.exitCode == 0)
  }

  @Test func junitSkipsWhatIsKnownAndFailsWhatDrifts() throws {
    let folder = try ScratchFolder()
    let text = try folder.document(.junit, Self.results, baseline: Self.record)
    #expect(text.contains("tests=\"3\" failures=\"2\" errors=\"0\" time"))
    let suites = try JenkinsCheck.root(of: text).children(named: "testsuite")
    #expect(suites.compactMap { $0.attributes["skipped"] } == ["1", "0"])
    #expect(
      text.contains(
        "<skipped message=\"known failure: waits for 3.3; passed in 1 of 3 tries, and failed as known in 2\"/>"
      ))
    #expect(text.contains("<failure message=\"a known failure passes (baseline, line 4, 9): "))
    #expect(text.contains("classname=\"baseline\" name=\"known.yaml:9 matchesNothing\""))
    #expect(!text.contains("<script>") && !text.contains("\u{1B}"))
  }

  @Test func theTerminalShowsBothSections() {
    let text = TerminalSummary.text(
      run: .sample, scorecard: card(), failures: Self.results,
      suites: [SampleSuite.abt, SampleSuite.dualMode], repeatCommand: { "repeat \($0.id)" },
      repairCommand: "assay baseline --update known.yaml Reports/x", reportPath: "Reports/x",
      elapsed: .seconds(1), interrupted: false, style: TerminalStyle(color: false, width: 100))
    #expect(text.contains("NONCONFORMING"))
    #expect(
      text.contains(
        "\nEvery failure is known, so that the run does not fail for it; the verdict on the library is the\nsame.\n"
      ))
    #expect(
      text.contains(
        """

        Known failures: 1 case, in known.yaml
          line 4  ABT-URL-01 [plain]  flaky: 1 of 1 case failed as known, 0 passed in each try, 1 not judged
            waits for 3.3, https://tracker.example/412, until 2027-01-31
          1 known failure is about no case of this run

        """))
    #expect(
      text.contains(
        "\nDrift: 2 places where known.yaml is not up to this run\n  line 4  ABT-URL-01 [plain]\n    1 of 2 cases does\n      abt/b  plain\n"
      ))
    #expect(text.contains("repair    assay baseline --update known.yaml Reports/x\n"))
    #expect(!text.unicodeScalars.contains { $0 != "\n" && !VisibleText.isShown($0) })
  }
}
