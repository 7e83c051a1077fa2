import Conformance
import JSONText
import Testing

@testable import Reporting

extension ObservedExchange {
  static func sample(
    _ steps: [Step] = [
      Step(
        request: Array(#"{"type":"step","action":"open","url":"x-a://apply?data=1"}"#.utf8),
        reply: Array(#"{"id":4,"type":"observed","handled":true}"#.utf8))
    ], standardError: String = "alas\n", stepsLeftOut: Int = 0
  ) -> ObservedExchange {
    let start = Step(
      request: Array(
        #"{"type":"start","suite":"abt","configuration":{"apiKey":"k","edition":"plain"}}"#.utf8),
      reply: Array(#"{"id":3,"type":"started"}"#.utf8))
    return ObservedExchange(
      steps: [start] + steps, stepsLeftOut: stepsLeftOut, standardError: Array(standardError.utf8))
  }
}

extension CaseResult {
  func with(_ exchange: ObservedExchange?) -> CaseResult {
    var result = self
    result.exchange = exchange
    return result
  }
}

struct ExchangeTests {
  private func failed(_ exchange: ObservedExchange, _ id: String = "abt/a") -> CaseResult {
    .sample(id, .failed, findings: [.sample("ABT-URL-01")]).with(exchange)
  }

  private func text(_ exchange: ObservedExchange) -> String {
    var writer = JSONWriter()
    ExchangeRecord.write(exchange, to: &writer)
    return writer.text
  }

  @Test func messagesStandAsTheyTravelled() {
    #expect(
      text(.sample()) == """
        {"start":{"apiKey":"k","edition":"plain"},"startReply":{"id":3,"type":"started"},\
        "steps":[{"request":{"type":"step","action":"open","url":"x-a://apply?data=1"},\
        "reply":{"id":4,"type":"observed","handled":true}}],"standardError":"alas\\n"}
        """)
  }

  /// Each of them would break the line, or the readers of the report, as JSON.
  @Test(arguments: [
    ("", "\"\""), ("{\"a\":1", "\"{\\\"a\\\":1\""), ("{}{}", "\"{}{}\""), ("{\n}", "\"{\\n}\""),
    ("[1]", "\"[1]\""), ("{\"a\":1,\"a\":2}", "\"{\\\"a\\\":1,\\\"a\\\":2}\""),
    ("{\"a\":\"\u{1}\"}", "\"{\\\"a\\\":\\\"\\u0001\\\"}\""), ("{\"a\":1} ", "{\"a\":1} "),
  ])
  func whatIsNoWholeObjectIsText(message: String, written: String) {
    let step = ObservedExchange.Step(
      request: [UInt8(ascii: "{"), UInt8(ascii: "}")], reply: Array(message.utf8))
    #expect(text(.sample([step])).contains("{\"request\":{},\"reply\":\(written)}"))
  }

  @Test func aDeepMessageIsText() {
    let deep = Array(
      (String(repeating: "{\"a\":", count: 300) + "1" + String(repeating: "}", count: 300)).utf8)
    let exchange = ObservedExchange.sample([.init(request: deep, reply: [0xFF, 0x22])])
    let written = text(exchange)
    #expect(written.contains("{\"request\":\"{\\\"a\\\":{"))
    #expect(written.contains("\"reply\":\"\u{FFFD}\\\"\""))
  }

  @Test func anExchangeComesBackAsItWas() throws {
    let cut = ObservedExchange.Step(
      request: Array("{\"url\":\"x".utf8), reply: nil, bytesLeftOut: 1_000)
    var withoutReply = ObservedExchange.sample([])
    withoutReply.steps[0].reply = nil
    var cutStart = ObservedExchange.sample([cut])
    cutStart.steps[0] = cut
    let exchanges = [
      .sample(), .sample([cut], standardError: "", stepsLeftOut: 7), withoutReply, cutStart,
      ObservedExchange(),
    ]
    let results = exchanges.enumerated().map { failed($1, "abt/\($0)") }
    let folder = try ScratchFolder()
    var read: [CaseResult] = []
    try Journal.forEachCase(path: try folder.journal(results)) { read.append($0) }
    #expect(read == results)
    let report = try folder.report(results)
    #expect(try SchemaValidator.report().complaints(report) == [])
    #expect(report["cases"]?.arrayValue?[1]["exchange"]?["stepsLeftOut"] == 7)
  }

  @Test func aPassedCaseHasNone() throws {
    let folder = try ScratchFolder()
    _ = try folder.journal([CaseResult.sample("abt/a").with(.sample())])
    #expect(try !folder.text("report.jsonl").contains("exchange"))
  }

  /// No report makes us open a file that it names.
  @Test func anExchangeElsewhereIsNotOpened() throws {
    let folder = try ScratchFolder()
    try folder.put(
      #"{"id":"a","suite":"s","verdict":"failed","exchange":{"file":"/etc/passwd","steps":[]}}"#
        + "\n", "report.jsonl")
    try Journal.forEachCase(path: folder.file("report.jsonl")) { #expect($0.exchange == nil) }
  }
}

struct ExchangeStoreTests {
  @Test func whatTheJournalHasNoRoomForGoesIntoFiles() throws {
    let folder = try ScratchFolder()
    let store = ExchangeStore(runFolder: folder.path, maxInlineBytes: 400)
    let journal = try Journal(path: folder.file("report.jsonl"), exchanges: store)
    let result = CaseResult.sample("../../x", .failed, findings: [.sample("ABT-URL-01")])
      .with(.sample())
    for number in [0, 7, 17] { try journal.append(result, number: number) }
    try journal.close()
    #expect(try folder.names == ["exchanges", "report.jsonl"])
    #expect(try folder.names(in: "exchanges") == ["17.json", "7.json"])
    let lines = try folder.text("report.jsonl").split(separator: "\n")
    #expect(lines[0].contains(#""exchange":{"start":"#))
    #expect(lines[2].hasSuffix(#","exchange":{"file":"exchanges/17.json"}}"#))
    let written = try JSONValue(parsing: try folder.bytes("exchanges/17.json"))
    #expect(written["standardError"] == "alas\n")
  }

  @Test func filesOfAnEarlierRunAreRemovedAndNoOthers() throws {
    let folder = try ScratchFolder()
    for keepsOther in [true, false] {
      let store = ExchangeStore(runFolder: folder.path, maxInlineBytes: 0)
      #expect(try store.place([0x7B], number: 3) == "exchanges/3.json")
      if keepsOther { try folder.put("x", "exchanges/notes.json") }
      _ = ExchangeStore(runFolder: folder.path)
      #expect(try folder.names(in: "exchanges") == ["notes.json"])
    }
    try folder.remove("exchanges/notes.json")
    _ = ExchangeStore(runFolder: folder.path)
    #expect(try folder.names == [])
  }

  @Test(arguments: ["exchanges", "exchanges/1.json"])
  func noLinkLeadsOutOfTheFolder(name: String) throws {
    let folder = try ScratchFolder()
    let outside = try ScratchFolder()
    try outside.put("theirs", "1.json")
    let store = ExchangeStore(runFolder: folder.path, maxInlineBytes: 0)
    if name != "exchanges" { _ = try store.place([0x7B], number: 2) }
    try folder.link(name, to: name == "exchanges" ? outside.path : outside.file("1.json"))
    #expect(throws: OutputFault.self) { try store.place([0x7B], number: 1) }
    #expect(try outside.text("1.json") == "theirs")
    _ = ExchangeStore(runFolder: folder.path)
    #expect(try outside.names == ["1.json"])
  }

  @Test func memoryForTheSummaryIsBounded() {
    var kept = KeptExchanges(maxBytes: 1_000)
    let big = ObservedExchange(standardError: Array(repeating: 0x61, count: 200))
    func result(_ clause: Clause.ID) -> CaseResult {
      CaseResult.sample("abt/a", .failed, findings: [.sample(clause)]).with(big)
    }
    // Three cases of a cause are certain; others have half of the room.
    let kinds = [
      "ABT-URL-01", "ABT-URL-01", "ABT-URL-01", "ABT-URL-01", "ABT-URL-02", "ABT-URL-02",
    ]
    let have = kinds.map { kept.bounded(result(Clause.ID($0))).exchange != nil }
    #expect(have == [true, true, true, false, true, true])
    #expect(kept.bounded(result("ABT-ROB-01")).exchange == nil)
    #expect(kept.bounded(.sample("abt/b", .failed)).exchange == nil)
  }
}
