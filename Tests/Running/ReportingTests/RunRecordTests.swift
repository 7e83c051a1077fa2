import Conformance
import JSONText
import SampleSuites
import Testing

@testable import Reporting

struct RunRecordTests {
  private func record(in folder: ScratchFolder) throws -> RunRecord {
    try RunRecord(.sample, suites: [SampleSuite.abt, SampleSuite.dualMode], folder: folder.path)
  }

  @Test func aRunLeavesItsJournalAndItsReports() throws {
    let folder = try ScratchFolder()
    let record = try record(in: folder)
    for result in CaseResult.everyVerdict { try record.add(result) }
    #expect(try folder.names == ["report.jsonl"])
    try record.finish(elapsed: .seconds(1), interrupted: true)
    #expect(try folder.names == ["junit.xml", "report.json", "report.jsonl"])
    let report = try JSONValue(parsing: try folder.bytes("report.json"))
    #expect(try SchemaValidator.report().complaints(report) == [])
    #expect(report["summary"]?["total"] == 11)
    #expect(report["interrupted"] == true)
  }

  @Test func onlyTheFormatsThatWereAskedForAreWritten() throws {
    let folder = try ScratchFolder()
    let record = try record(in: folder)
    try record.finish(elapsed: .zero, interrupted: false, formats: [.junit])
    #expect(try folder.names == ["junit.xml", "report.jsonl"])
  }

  @Test func aStrictRunSaysSoInItsReports() throws {
    let warned = CaseResult.sample(
      "abt/a", .warned, findings: [.sample("ABT-DATA-08/code", .should)])
    for (isStrict, verdict) in [(false, "conforming"), (true, "nonconforming")] {
      let folder = try ScratchFolder()
      let record = try RunRecord(
        .sample, suites: [SampleSuite.abt], folder: folder.path, isStrict: isStrict)
      try record.add(warned)
      try record.finish(elapsed: .zero, interrupted: false)
      let report = try JSONValue(parsing: try folder.bytes("report.json"))
      #expect(report["verdict"]?.stringValue == verdict)
      #expect(report["verdicts"]?["abt/plain"]?.stringValue == verdict)
      #expect(try folder.text("junit.xml").contains("<failure") == isStrict)
    }
  }

  @Test func skippedCasesAreCountedByReasonAndTheOthersKept() throws {
    let record = try record(in: try ScratchFolder())
    for result in CaseResult.everyVerdict { try record.add(result) }
    #expect(record.skips == ["unsupported: ciphers": 1] && record.partialPasses.isEmpty)
    try record.add(.sample("abt/part", reason: "judged in part"))
    #expect(record.partialPasses == ["judged in part": 1])
    #expect(
      record.failures
        == CaseResult.everyVerdict.filter { $0.verdict != .passed && $0.verdict != .skipped })
  }
}
