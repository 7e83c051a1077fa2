import Conformance
import Glibc
import JSONText
import Testing

@testable import Reporting

/// Files that are no reports, or damaged ones: each is told apart, with its place and what to do.
struct ForeignReportTests {
  private func reason(_ text: String) -> ReportFault? {
    do {
      _ = try ReportFile(bytes: Array(text.utf8), named: "f.json").read()
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("", "f.json is empty; name the report.json of a run"),
    (" \n\t", "f.json is empty"),
    ("<?xml version=\"1.0\"?><testsuites/>", "it is XML or HTML; name the report.json of its run"),
    ("TAP version 14\n1..0\n", "it is TAP"),
    ("SQLite format 3\u{0}", "it is the database of a campaign; see it with assay triage"),
    ("not JSON", "f.json, line 1, column 1: expected an object; run the suites again, or mend it"),
    ("[1,2]", "f.json, line 1, column 1: expected an object"),
    ("{}", "it is JSON without the member schema"),
    (#"{"format":"assay-case/1","suite":"abt"}"#, "it is a case file; run it with assay replay"),
    (#"{"format":"assay-triage/1"}"#, "its format is \"assay-triage/1\""),
    (#"{"number":0,"id":"a","verdict":"passed"}"# + "\n{}", "it is the journal of a run"),
    (#"{"version":"2.1.0","runs":[]}"#, "it is SARIF"),
    (#"{"steps":[],"standardError":""}"#, "it is the conversation of one case"),
    (#"{"schema":"assay-report/2"}"#, "is of a newer kind (assay-report/2) than this version"),
    // Whatever a newer kind may hold, its version is what is told.
    (
      #"{"cases":[{"verdict":"unheard-of"}],"schema":"assay-report/17"}"#,
      "newer kind (assay-report/17)"
    ),
    (#"{"schema":"assay-report/0"}"#, "that this version of assay does not read any more"),
    (#"{"schema":"something/1"}"#, "its schema is \"something/1\""),
    (#"{"schema":"a\u001b[2J"}"#, #"its schema is "a\u{1B}[2J""#),
    (#"{"schema":7}"#, "line 1, column 11: expected a string"),
    (#"{"schema":"assay-report/1"}"#, "a member \"assay\" is missing"),
    (#"{"schema":"assay-report/1","#, "line 1, column 28: the text ends within a value"),
    (
      "{\n\"schema\":\"assay-report/1\",\n\"schema\":1}",
      "line 3, column 1: the member \"schema\" occurs twice"
    ),
  ])
  func isToldApart(text: String, words: String) throws {
    let fault = try #require(reason(text))
    #expect(fault.description.contains(words), "\(fault)")
  }

  /// A whole report with one thing wrong in it.
  @Test(arguments: [
    ("\"seed\": 7", "\"seed\": -7", "line 4, column 11: expected an integer from 0"),
    ("\"seed\": 7", "\"seed\": 18446744073709551616", "expected an integer from 0"),
    ("2026-07-04T12:00:00Z", "2026-02-30T12:00:00Z", "line 5, column 14: this is no time"),
    ("2026-07-04T12:00:00Z", "yesterday", "this is no time"),
    ("\"elapsedSeconds\": 1.234", "\"elapsedSeconds\": -1", "this number is too large"),
    ("\"elapsedSeconds\": 1.234", "\"elapsedSeconds\": 1e300", "this number is too large"),
    ("\"interrupted\": false", "\"interrupted\": 0", "line 7, column 18: expected a boolean"),
    ("\"sha256\":", "\"sha\":", "a member \"sha256\" is missing"),
    ("\"jobs\":2", "\"jobs\":2,\"jobs\":3", "the member \"jobs\" occurs twice"),
    ("\"verdict\":\"timedOut\"", "\"verdict\":\"late\"", "line 17, column"),
    ("\"verdict\":\"timedOut\"", "\"verdict\":\"late\"", "there is no Verdict \"late\""),
    ("\"id\":\"abt/url/scheme/upper\",", "", "line 13, column"),
    ("\"level\":\"must\",\"step\"", "\"level\":\"may\",\"step\"", "there is no Level \"may\""),
    ("\"cases\":1,\"failed\":1}", "\"cases\":-1,\"failed\":1}", "a number from 0 is expected"),
    ("\"notRun\":1,", "", "a member \"notRun\" is missing"),
    ("\"verdict\": \"crashing\"", "\"verdict\": \"fine\"", "there is no Standing \"fine\""),
    ("  \"machine\"", "  \"device\"", "a member \"machine\" is missing"),
    ("  \"cases\"", "  \"incidents\"", "a member \"cases\" is missing"),
    ("{\"total\":11", "{\"total\":12", "the summary counts 12 cases, and there are 11"),
    (
      "\"passed\":1,\"failed\":1", "\"passed\":2,\"failed\":0",
      "the summary counts 2 passed, and there are 1"
    ),
    ("\"options\": {", "\"options\": {\"a\":{},", "expected a string"),
  ])
  func itsPlaceIsNamed(text: String, replacement: String, words: String) throws {
    let folder = try ScratchFolder()
    _ = try folder.report(CaseResult.everyVerdict)
    let whole = try folder.text("report.json")
    #expect(reason(whole) == nil)
    let range = try #require(whole.firstRange(of: text), "\(text) is not in the report")
    let fault = try #require(reason(whole.replacingCharacters(in: range, with: replacement)))
    #expect(fault.description.contains(words), "\(fault)")
    #expect(fault.description.hasPrefix("f.json"))
  }

  /// Wherever a report is cut off it is an error, and never one of another kind of file.
  @Test func aCutReportIsNoReport() throws {
    let folder = try ScratchFolder()
    _ = try folder.report([
      .sample("abt/a"), .sample("abt/b", .failed, findings: [.sample("ABT-URL-01")]),
    ])
    let bytes = try folder.bytes("report.json")
    for count in stride(from: 1, to: bytes.count - 2, by: 7) {
      #expect {
        try ReportFile(bytes: Array(bytes[..<count]), named: "f").read()
      } throws: { error in
        guard case .malformed(let json)? = (error as? ReportFault)?.reason else { return false }
        return json.reason == .unexpectedEnd
      }
    }
  }

  /// No byte that is changed leads to a trap.
  @Test func aChangedByteIsRefusedOrRead() throws {
    let folder = try ScratchFolder()
    _ = try folder.report(CaseResult.everyVerdict)
    let bytes = try folder.bytes("report.json")
    var refused = 0
    for index in stride(from: 0, to: bytes.count, by: 13) {
      var changed = bytes
      changed[index] ^= UInt8(1 + index % 255)
      do {
        _ = try ReportFile(bytes: changed, named: "f").read()
      } catch {
        refused += 1
        #expect(!error.description.isEmpty)
      }
    }
    #expect(refused > 100)
  }

  @Test func whatIsTooDeepIsRefused() throws {
    let deep = String(repeating: "[", count: 100_000)
    let fault = try #require(reason(#"{"schema":"assay-report/1","x":"# + deep))
    #expect(fault.description.contains("more than 1024 arrays and objects are open"))
  }

  @Test func tooManyPartsAreRefused() throws {
    let results = (0...ReportCounts.maxParts).map { CaseResult.sample("x/\($0)", suite: "s\($0)") }
    let folder = try ScratchFolder()
    _ = try folder.report(results)
    let fault = #expect(throws: ReportFault.self) {
      try ReportFile(path: folder.file("report.json")).read()
    }
    #expect(fault?.description.contains("more than 256 suites and editions") == true)
  }

  @Test func aValueHasABoundOfItsOwn() throws {
    let text = Array("[\"aaaa\",\"bbbbbbbbbbbbbbbb\"]".utf8)
    let error = #expect(throws: JSONError.self) {
      try JSONReader.read(text) { (reader) throws(JSONError) in
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          try reader.readBounded(maxBytes: 8, maxNodes: 1) { (reader) throws(JSONError) in
            try reader.skipValue()
          }
        }
      }
    }
    #expect(error?.reason == .valueTooLong(maxBytes: 8) && error?.column == 9)
  }

  // MARK: Files and folders

  @Test func foldersStandForTheirReport() throws {
    let folder = try ScratchFolder()
    func fault() -> ReportFault? {
      do {
        _ = try ReportFile(path: folder.path)
        return nil
      } catch {
        return error
      }
    }
    #expect(fault()?.reason == .noReport)
    #expect(fault()?.description.contains("holds no report.json; name the folder") == true)
    try folder.put("", "report.jsonl")
    #expect(fault()?.reason == .onlyJournal)
    #expect(fault()?.description.contains("the run was killed before its end") == true)
    try folder.put("", "report.json")
    #expect(fault()?.reason == .empty)
  }

  @Test func whatIsNoFileIsNotWaitedFor() throws {
    let folder = try ScratchFolder()
    #expect(mkfifo(folder.file("fifo"), 0o600) == 0)
    for (path, words) in [
      (folder.file("fifo"), "it is no regular file"), (folder.file("gone"), "No such file"),
      ("/dev/null", "it is no regular file"),
    ] {
      let fault = #expect(throws: ReportFault.self) { try ReportFile(path: path) }
      #expect(fault?.description.contains(words) == true)
    }
    try folder.put("{}", "long.json")
    #expect(throws: ReportFault(folder.file("long.json"), .tooLong(maxBytes: 1))) {
      try ReportFile(path: folder.file("long.json"), maxBytes: 1)
    }
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
