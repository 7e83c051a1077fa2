import Conformance
import Foundation
import SampleSuites
import Testing

@testable import Reporting

/// Cases stand in a journal as they were done; reports have them in the order of the run.
struct JournalOrderTests {
  private func journal(_ folder: ScratchFolder, _ lines: [(Int, String)]) throws -> String {
    let journal = try Journal(path: folder.file("report.jsonl"))
    for (number, id) in lines { try journal.append(.sample(id), number: number) }
    try journal.close()
    return folder.file("report.jsonl")
  }

  private func ids(_ path: String) throws -> [String] {
    var ids: [String] = []
    try Journal.forEachCase(path: path) { ids.append($0.id.path) }
    return ids
  }

  @Test func casesComeInTheOrderOfTheRun() throws {
    let folder = try ScratchFolder()
    let lines = [(1, "b"), (4, "e"), (0, "a"), (3, "d"), (2, "c")]
    #expect(try ids(journal(folder, lines)) == ["a", "b", "c", "d", "e"])
  }

  @Test func theLastLineOfACaseCounts() throws {
    let folder = try ScratchFolder()
    let lines = [(1, "b"), (0, "old"), (2, "older"), (0, "a"), (3, "d"), (2, "old"), (2, "c")]
    #expect(try ids(journal(folder, lines)) == ["a", "b", "c", "d"])
  }

  @Test func aKilledRunHasGaps() throws {
    let folder = try ScratchFolder()
    #expect(
      try ids(journal(folder, [(5, "f"), (0, "a"), (9, "j"), (2, "c")])) == ["a", "c", "f", "j"])
  }

  @Test func linesWithoutNumbersStandInTheirOrder() throws {
    let folder = try ScratchFolder()
    let rest = #"","suite":"abt","verdict":"passed"}"# + "\n"
    try folder.put(#"{"id":"b"# + rest + #"{"id":"a"# + rest, "report.jsonl")
    #expect(try ids(folder.file("report.jsonl")) == ["b", "a"])
  }

  @Test func aReportHasNoNumbersAndNoRevisedLines() throws {
    let folder = try ScratchFolder()
    let record = try RunRecord(
      .sample, suites: [SampleSuite.abt, SampleSuite.dualMode], folder: folder.path)
    let first = CaseResult.sample("abt/a")
    let second = CaseResult.sample("abt/b")
    let revised = CaseResult.sample("abt/a", .warned)
    try record.note([(1, second), (0, first)])
    try record.note([(0, revised)])
    record.score(revised)
    record.score(second)
    #expect(try folder.text("report.jsonl").split(separator: "\n").count == 3)
    try record.finish(elapsed: .zero, interrupted: false)
    let report = try folder.text("report.json")
    #expect(!report.contains("\"number\""))
    #expect(report.contains("{\"id\":\"abt/a\""))
    let warned = try #require(report.range(of: "\"warned\",\"duration"))
    let passed = try #require(report.range(of: "abt/b"))
    #expect(warned.lowerBound < passed.lowerBound)
    let junit = try folder.text("junit.xml")
    #expect(junit.matches(of: #/<testcase /#).count == 2)
  }

  @Test(arguments: ["99999999999999999999,", "1}", ","])
  func aNumberThatIsNoneIsNamedByItsPlace(number: String) throws {
    let folder = try ScratchFolder()
    try folder.put("{\"number\":\(number)\"id\":\"a\"}\n", "report.jsonl")
    let fault = #expect(throws: OutputFault.self) { try ids(folder.file("report.jsonl")) }
    #expect(try #require(fault).description.contains("the line at byte 0 has no proper number"))
  }

  @Test func aFolderIsOneRunsAtATime() throws {
    let folder = try ScratchFolder()
    let first = try RunRecord(.sample, suites: [], folder: folder.path)
    try first.add(.sample("abt/a"))
    let fault = #expect(throws: OutputFault.self) {
      _ = try RunRecord(.sample, suites: [], folder: folder.path)
    }
    #expect(try #require(fault).description.contains("another run of assay"))
    #expect(
      try folder.text("report.jsonl").contains("abt/a"), "the first one's journal is left alone")
    withExtendedLifetime(first) {}
  }

  @Test func aFolderIsFreeAgainWhenTheRunIsOver() throws {
    let folder = try ScratchFolder()
    do {
      let first = try RunRecord(.sample, suites: [], folder: folder.path)
      try first.add(.sample("abt/a"))
    }
    let second = try RunRecord(.sample, suites: [], folder: folder.path)
    try second.add(.sample("abt/b"))
    #expect(try ids(folder.file("report.jsonl")) == ["abt/b"], "an earlier run's journal is gone")
    withExtendedLifetime(second) {}
  }
}
