import Conformance
import Glibc
import SampleSuites
import Testing

@testable import Reporting

struct ReportFormatTests {
  @Test func theRegistryIsSound() {
    let all = ReportFormat.allCases
    #expect(all.map(\.name) == ["json", "html", "junit", "sarif", "markdown", "tap", "badge"])
    #expect(Set(all.map(\.name)).count == all.count)
    #expect(Set(all.map(\.fileName)).count == all.count)
    for format in all {
      #expect(ReportFormat(named: format.name) == format)
      #expect(!format.purpose.isEmpty && format.mediaType.contains("/"))
    }
    #expect(ReportFormat(named: "html5") == nil)
  }

  @Test func aRunWritesEachFormatThatIsAskedFor() throws {
    let folder = try ScratchFolder()
    func run() throws -> RunRecord {
      try RunRecord(
        .sample, suites: [SampleSuite.abt, SampleSuite.dualMode], folder: folder.path)
    }
    do {
      let record = try run()
      for result in CaseResult.everyVerdict { try record.add(result) }
      try record.finish(
        elapsed: .seconds(1), interrupted: false, formats: Set(ReportFormat.allCases))
    }
    #expect(
      try Set(folder.names) == Set(ReportFormat.allCases.map(\.fileName) + ["report.jsonl"]))
    // The reports of an earlier run are gone, of whatever format.
    _ = try run()
    #expect(try folder.names == ["report.jsonl"])
  }

  /// What cannot be written whole leaves what was there before.
  @Test(arguments: ReportFormat.allCases.map(\.name))
  func noPartOfAFileIsLeft(name: String) throws {
    let format = try #require(ReportFormat(named: name))
    let folder = try ScratchFolder()
    let source = try folder.source(CaseResult.everyVerdict)
    try folder.put("before", "x")
    try folder.put("{\"number\":0,\"id\":", "report.jsonl")
    try folder.put("{}\n", "report.jsonl")
    if name != "badge" && name != "json" {
      let fault = #expect(throws: OutputFault.self) {
        try format.write(source, .sample, path: folder.file("x"))
      }
      #expect(fault?.action == .read)
      #expect(try folder.text("x") == "before")
    }
    #expect(try folder.names == ["report.jsonl", "x"])
    let fault = #expect(throws: OutputFault.self) {
      try format.write(source, .sample, path: folder.file("gone/x"))
    }
    #expect(fault?.action == .write)
  }
}
