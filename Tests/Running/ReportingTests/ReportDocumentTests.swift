import Conformance
import JSONText
import SampleSuites
import Testing

@testable import Reporting

struct ReportDocumentTests {
  @Test func everyVerdictFitsTheSchema() throws {
    let report = try ScratchFolder().report(CaseResult.everyVerdict)
    #expect(try SchemaValidator.report().complaints(report) == [])
    #expect(report["cases"]?.arrayValue?.count == CaseResult.everyVerdict.count)
  }

  @Test func membersStandInTheOrderOfTheContract() throws {
    let report = try ScratchFolder().report([.sample("abt/a")])
    #expect(
      report.members?.map(\.key) == [
        "schema", "assay", "seed", "started", "elapsedSeconds", "interrupted", "implementation",
        "adapter", "machine", "options", "cases", "requirements", "summary", "verdict", "verdicts",
      ])
  }

  @Test func theRunIsDescribed() throws {
    let report = try ScratchFolder().report([.sample("abt/a")], interrupted: true)
    #expect(report["schema"] == "assay-report/1")
    #expect(report["seed"] == 7)
    #expect(report["started"] == "2026-07-04T12:00:00Z")
    #expect(report["elapsedSeconds"] == 1.234)
    #expect(report["interrupted"] == true)
    #expect(report["implementation"] == ["name": "Sample", "version": "2.3", "language": "C"])
    #expect(report["adapter"]?["command"] == ["./adapter", "--fast"])
    #expect(report["options"] == ["suite": "abt", "select": ["abt/*", "acd/*"]])
    #expect(report["machine"]?["system"] == "Linux")
    #expect(report["machine"]?["jobs"] == 2)
  }

  @Test func aDialectIsToldByItsDigest() throws {
    var run = RunDescription.sample
    run.dialectSHA256 = String(repeating: "0b", count: 32)
    let folder = try ScratchFolder()
    let report = try folder.report([.sample("abt/a")], run: run)
    #expect(try SchemaValidator.report().complaints(report) == [])
    #expect(report["dialect"] == ["sha256": .string(String(repeating: "0b", count: 32))])
    let read = try ReportFile(path: folder.file("report.json")).read()
    #expect(read.dialectSHA256 == run.dialectSHA256)
  }

  @Test func casesStandAsInTheJournal() throws {
    let folder = try ScratchFolder()
    let report = try folder.report(CaseResult.everyVerdict)
    let lines = try folder.text("report.jsonl").split(separator: "\n").enumerated()
      .map { number, line in line.replacing("{\"number\":\(number),", with: "{", maxReplacements: 1)
      }
    #expect(report["cases"]?.arrayValue?.map(\.compactText) == lines.map { String($0) })
  }

  @Test func requirementsAndVerdictsComeFromTheScorecard() throws {
    let report = try ScratchFolder().report(CaseResult.everyVerdict)
    let rows = try #require(report["requirements"]?.arrayValue)
    #expect(
      rows.contains([
        "id": "ABT-DATA-08", "suite": "abt", "facet": "code", "variant": "plain",
        "level": "should", "verdict": "warned", "cases": 1, "failed": 1,
      ]))
    #expect(
      rows.contains([
        "id": "ABT-DATA-08", "suite": "abt", "facet": nil, "variant": "plain", "level": "must",
        "verdict": "failed", "cases": 1, "failed": 1,
      ]))
    #expect(
      rows.contains([
        "id": "ABT-URL-03", "suite": "abt", "facet": nil, "variant": "plain", "level": "must",
        "verdict": "notTested", "cases": 0, "failed": 0,
      ]))
    // Every MUST and SHOULD, in the order of the specification, edition by edition.
    let order = SampleSuite.abt.clauses.clauses.map(\.id.requirement)
    #expect(rows.compactMap { $0["id"]?.stringValue } == order + order + ["ACD-01"])
    #expect(report["verdict"] == "crashing")
    #expect(
      report["verdicts"] == [
        "abt/encrypting": "adapterFault", "abt/plain": "crashing",
        "appconnect.dualmode": "nonconforming",
      ])
    #expect(report["summary"]?["total"] == 11)
    for verdict in Verdict.allCases { #expect(report["summary"]?[verdict.rawValue] == 1) }
  }

  @Test func eachCaseAndEachRequirementHasALine() throws {
    let folder = try ScratchFolder()
    let report = try folder.report(CaseResult.everyVerdict)
    let lines = try folder.text("report.json").split(separator: "\n")
    let cases = lines.filter { $0.hasPrefix("    {\"id\":\"") && $0.contains("\"durationM") }
    let rows = lines.filter { $0.hasPrefix("    {\"id\":\"") && $0.contains("\"cases\":") }
    #expect(cases.count == 11)
    #expect(rows.count == report["requirements"]?.arrayValue?.count)
  }

  @Test func aRunWithoutCasesIsAReportToo() throws {
    let report = try ScratchFolder().report([])
    #expect(try SchemaValidator.report().complaints(report) == [])
    #expect(report["cases"] == [])
    #expect(report["verdict"] == "nothingTested")
  }

  @Test func hostileTextStaysWithinItsString() throws {
    var run = RunDescription.sample
    run.implementationName = "\"},\u{0}\u{1B}[2J\u{202E}\n"
    run.adapterSHA256 = nil
    run.adapterFiles = [.init(path: "\u{1B}/\u{0}", sha256: nil)]
    run.seed = .max
    let finding = Finding.sample("ABT-URL-01", observed: "\u{0}\"\\\n\u{7F}\u{FFFE}")
    let folder = try ScratchFolder()
    let report = try folder.report([.sample("abt/a", .failed, findings: [finding])], run: run)
    #expect(try SchemaValidator.report().complaints(report) == [])
    #expect(report["implementation"]?["name"]?.stringValue == run.implementationName)
    #expect(report["adapter"]?["sha256"]?.isNull == true)
    #expect(report["adapter"]?["files"] == [["path": "\u{1B}/\u{0}", "sha256": nil]])
    let read = report["cases"]?.arrayValue?.first?["findings"]?.arrayValue?.first
    #expect(read?["observed"]?.stringValue == finding.observed)
    #expect(try folder.text("report.json").contains("\"seed\": 18446744073709551615,"))
  }

  @Test func aJournalThatWasCutOffGivesAWholeReport() throws {
    let folder = try ScratchFolder()
    _ = try folder.journal([.sample("abt/a"), .sample("abt/b")])
    try folder.put(String(try folder.text("report.jsonl").dropLast()), "cut.jsonl")
    try ReportDocument.write(
      to: folder.file("report.json"), journal: folder.file("cut.jsonl"), run: .sample,
      scorecard: .sample([.sample("abt/a")]), elapsed: .zero, interrupted: true)
    let report = try JSONValue(parsing: try folder.bytes("report.json"))
    #expect(report["cases"]?.arrayValue?.compactMap { $0["id"]?.stringValue } == ["abt/a"])
  }

  @Test func aJournalThatIsGoneLeavesNoReport() throws {
    let folder = try ScratchFolder()
    let fault = #expect(throws: OutputFault.self) {
      try ReportDocument.write(
        to: folder.file("report.json"), journal: folder.file("gone.jsonl"), run: .sample,
        scorecard: .sample([]), elapsed: .zero, interrupted: false)
    }
    #expect(fault?.action == .read)
    #expect(try folder.names == [])
  }

  /// The validator itself must be able to say no.
  @Test(arguments: [
    ("\"verdict\":\"failed\"", "\"verdict\":\"bad\"", "$.cases[1].verdict: is none of the enum"),
    ("\"facet\":null", "\"facet\":3", "$.cases[1].findings[0].facet: is not of"),
    ("\"step\":2", "\"step\":-2", "$.cases[1].findings[0].step: is less than"),
    ("\"reason\":", "\"reasons\":", "has the member reasons"),
    ("\"started\": \"2026", "\"started\": \"26", "$.started: does not match"),
    ("\"interrupted\": false,", "", "$: lacks interrupted"),
    ("\"findings\":[{", "\"details\":[{", "$.cases[1]: lacks findings"),
    ("assay-report/1", "assay-report/2", "$.schema: is not \"assay-report/1\""),
  ])
  func theSchemaRefuses(text: String, replacement: String, complaint: String) throws {
    let folder = try ScratchFolder()
    _ = try folder.report(CaseResult.everyVerdict)
    let whole = try folder.text("report.json")
    let range = try #require(whole.range(of: text))
    let damaged = whole.replacingCharacters(in: range, with: replacement)
    let report = try JSONValue(parsing: Array(damaged.utf8))
    let complaints = try SchemaValidator.report().complaints(report)
    #expect(complaints.contains { $0.contains(complaint) }, "\(complaints)")
  }
}

extension String {
  fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) }

  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
