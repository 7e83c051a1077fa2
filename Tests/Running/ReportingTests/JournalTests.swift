import Conformance
import JSONText
import Testing

@testable import Reporting

struct JournalTests {
  @Test func aCaseComesBackAsItWas() throws {
    let folder = try ScratchFolder()
    let path = try folder.journal(CaseResult.everyVerdict)
    var read: [CaseResult] = []
    let wasCutOff = try Journal.forEachCase(path: path) { read.append($0) }
    #expect(read == CaseResult.everyVerdict)
    #expect(!wasCutOff)
  }

  @Test func eachLineStandsInTheFileAsSoonAsItIsFlushed() throws {
    let folder = try ScratchFolder()
    let journal = try Journal(path: folder.file("report.jsonl"))
    try journal.append(.sample("abt/a"), number: 7)
    try journal.flush()
    #expect(
      try folder.text("report.jsonl") == """
        {"number":7,"id":"abt/a","suite":"abt","variant":"plain","requirements":["ABT-URL-01"],\
        "verdict":"passed","durationMilliseconds":1.5}

        """)
  }

  @Test func aFacetStandsApartFromItsRequirement() throws {
    let folder = try ScratchFolder()
    let finding = Finding.sample("ABT-DATA-08/code", .should, confirmation: .flaky)
    let path = try folder.journal([.sample("abt/a", .warned, findings: [finding])])
    let line = try JSONValue(parsing: try folder.bytes("report.jsonl"))
    let written = try #require(line["findings"]?.arrayValue?.first)
    #expect(written["requirement"] == "ABT-DATA-08")
    #expect(written["facet"] == "code")
    #expect(written["confirmation"] == "flaky")
    try Journal.forEachCase(path: path) { #expect($0.findings == [finding]) }
  }

  @Test func theLineThatAKilledRunCutOffIsLeftOut() throws {
    let folder = try ScratchFolder()
    _ = try folder.journal([.sample("abt/a"), .sample("abt/b")])
    try folder.put(String(try folder.text("report.jsonl").dropLast(9)), "cut")
    var ids: [String] = []
    let wasCutOff = try Journal.forEachCase(path: folder.file("cut")) { ids.append($0.id.path) }
    #expect(ids == ["abt/a"])
    #expect(wasCutOff)
  }

  @Test(arguments: [
    ("{\"id\":\"a\",\"suite\":\"abt\"}", "\"verdict\" is missing"),
    ("{\"id\":\"a\",\"suite\":\"abt\",\"verdict\":\"great\"}", "there is no Verdict \"great\""),
    ("[]", "expected an object"),
  ])
  func aLineThatIsNoCaseIsNamedByItsPlace(line: String, complaint: String) throws {
    let folder = try ScratchFolder()
    try folder.put(
      "{\"id\":\"a\",\"suite\":\"abt\",\"verdict\":\"passed\"}\n\(line)\n", "report.jsonl")
    let fault = #expect(throws: OutputFault.self) {
      try Journal.forEachCase(path: folder.file("report.jsonl")) { _ in }
    }
    let text = try #require(fault).description
    #expect(text.contains("the line at byte 44 is no case"))
    #expect(text.contains(complaint))
  }

  @Test func membersMayStandInAnyOrderAndUnknownOnesArePassed() throws {
    let folder = try ScratchFolder()
    try folder.put(
      """
      {"later":{"a":[1]},"durationMilliseconds":1e300,"verdict":"skipped","suite":"s","id":"i"}

      """, "report.jsonl")
    var read: [CaseResult] = []
    try Journal.forEachCase(path: folder.file("report.jsonl")) { read.append($0) }
    #expect(read.map(\.id.path) == ["i"])
    #expect(read.first?.verdict == .skipped)
  }

  @Test func longTextsAndManyFindingsAreBoundedVisibly() throws {
    let folder = try ScratchFolder()
    // Cut within the three bytes of a character.
    let long = "aa" + String(repeating: "…", count: 30_000)
    let findings = (0..<300).map { Finding.sample("ABT-URL-01", step: $0, observed: long) }
    _ = try folder.journal([.sample("abt/a", .failed, targets: ["ABT-URL-01"], findings: findings)])
    let line = try JSONValue(parsing: try folder.bytes("report.jsonl"))
    // Apart from the expectations, which would print the whole line.
    let written = line["findings"]?.arrayValue ?? []
    let leftOut = line["findingsLeftOut"]?.integerValue
    #expect(written.count == 256)
    #expect(leftOut == 44)
    func isCut(_ index: Int, after characters: Int) -> Bool {
      let kept = "aa" + String(repeating: "…", count: characters)
      let left = 90_002 - kept.utf8.count
      return written[index]["observed"]?.stringValue == kept + "… (\(left) bytes more)"
    }
    #expect(isCut(0, after: 21_844))
    #expect(isCut(15, after: 21_844))
    // All together are bounded, too.
    #expect(isCut(16, after: 1_364))
    #expect(isCut(255, after: 1_364))
  }

  /// The worst that a case can come to stays readable.
  @Test func theLongestLineIsReadBack() throws {
    let folder = try ScratchFolder()
    let worst = String(repeating: "\u{1}", count: 70_000)
    let findings = (0..<256).map {
      Finding.sample("ABT-URL-01", step: $0, message: worst, expected: worst, observed: worst)
    }
    let path = try folder.journal([
      .sample("abt/a", .failed, targets: ["ABT-URL-01"], findings: findings)
    ])
    var count = 0
    try Journal.forEachCase(path: path) { count += $0.findings.count }
    #expect(count == 256)
  }
}
