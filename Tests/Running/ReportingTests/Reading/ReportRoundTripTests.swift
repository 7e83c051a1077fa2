import Conformance
import JSONText
import Testing

@testable import Reporting

struct ReportRoundTripTests {
  private static let long = String(repeating: "é", count: 40_000)

  /// Runs of every shape that the product writes.
  static let runs: [(name: String, results: [CaseResult], run: RunDescription, strict: Bool)] = {
    var hostile = RunDescription.sample
    hostile.implementationName = "</script>\u{0}\n\u{202E}\"\\"
    hostile.implementationVersion = long
    hostile.adapterSHA256 = nil
    hostile.seed = .max
    hostile.options += [("strict", "true"), ("select", "\"\n"), ("empty", "")]
    var paced = RunDescription.sample
    paced.started = 0
    paced.adapterFiles = [
      .init(path: "/usr/bin/python3", sha256: String(repeating: "0f", count: 32)),
      .init(path: "\u{1B}\"gone", sha256: nil),
    ]
    paced.pace = RunPace(
      adapterStart: .microseconds(12_345), roundTrip: .nanoseconds(51_234), work: .seconds(3),
      stepDeadline: .milliseconds(2_001))
    var bare = RunDescription.sample
    bare.adapterCommand = []
    bare.options = []
    let many = (0..<300).map { Finding.sample("ABT-URL-01", step: $0, message: long) }
    var talkative = CaseResult.sample("abt/url/a", .failed, findings: [.sample("ABT-URL-01")])
    talkative.exchange = ObservedExchange(
      steps: [
        .init(request: Array(#"{"type":"start","configuration":{"a":1.50}}"#.utf8), reply: nil),
        .init(request: Array("{\"cut".utf8), reply: [0xFF, 0x0A], bytesLeftOut: 7),
      ], stepsLeftOut: 3, standardError: [0x1B, 0xC3, 0x28])
    var after = Finding.sample("ABT-URL-02")
    after.after = .init((0..<80).map { CaseID("abt/\($0)") }, isMinimal: true)
    return [
      ("every verdict", CaseResult.everyVerdict, .sample, false),
      ("strict", CaseResult.everyVerdict, hostile, true),
      ("nothing", [], bare, false),
      ("paced", [.sample("abt/a", duration: .nanoseconds(1_234_567))], paced, false),
      ("long", [.sample("abt/a", .failed, findings: many, reason: long)], .sample, false),
      ("talkative", [talkative, .sample("abt/b", .failed, findings: [after])], .sample, false),
    ]
  }()

  @Test(arguments: runs.indices)
  func whatIsReadIsWrittenByteForByte(index: Int) throws {
    let (_, results, run, strict) = Self.runs[index]
    let folder = try ScratchFolder()
    let source = try folder.source(results, run: run, strict: strict)
    try ReportFormat.json.write(source, .sample, path: folder.file("report.json"))
    let file = try ReportFile(path: folder.path)
    let report = try file.read()
    #expect(report == source.report)
    try ReportFormat.json.write(ReportSource(file), .sample, path: folder.file("again.json"))
    #expect(try folder.bytes("report.json") == folder.bytes("again.json"))
    #expect(try folder.names == ["again.json", "report.json", "report.jsonl"])
  }

  /// What the reader hands out says the same as the file.
  @Test func theValueHoldsWhatTheRunWas() throws {
    let folder = try ScratchFolder()
    _ = try folder.report(CaseResult.everyVerdict, interrupted: true)
    var visited: [CaseResult] = []
    let report = try ReportFile(path: folder.file("report.json")).read {
      visited.append($0.result)
    }
    #expect(visited == CaseResult.everyVerdict)
    #expect(report.seed == 7 && report.started == 1_783_166_400 && report.isInterrupted)
    #expect(report.elapsed == .milliseconds(1_234))
    #expect(report.implementation == .init(name: "Sample", version: "2.3", language: "C"))
    #expect(report.adapter.command == ["./adapter", "--fast"])
    #expect(report.values(of: "select") == ["abt/*", "acd/*"])
    #expect(report.standing == .crashing && report.summary.total == 11)
    #expect(report.summary.count(.failed) == 1)
    #expect(report.standings.map(\.name) == ["abt/encrypting", "abt/plain", "appconnect.dualmode"])
    // Every MUST and SHOULD of each part that was judged, whether it was tested or not.
    #expect(report.requirements.count == 15)
    #expect(report.requirements(.notTested) + report.requirements(.notClaimed) > 0)
    #expect(report.jobs == 2 && report.machine == .current)
  }

  @Test func choicesComeBack() throws {
    let folder = try ScratchFolder()
    var report = try folder.source([.sample("abt/a")]).report
    report.choices = [
      .init(
        place: "list/null", suite: "abt", sentence: "A null.", source: "ABT-DATA-15",
        outcomes: [.init(name: "refused", count: 3, example: CaseID("abt/a"), variant: .plain)]),
      .init(place: "url/port", suite: "abt", sentence: "A port.", source: "-", outcomes: []),
    ]
    let source = try ReportSource(report, journal: folder.file("report.jsonl"))
    try ReportFormat.json.write(source, .sample, path: folder.file("report.json"))
    #expect(try ReportFile(path: folder.file("report.json")).read() == report)
  }

  /// Members in any order, on any number of lines, with others between them that nobody knows.
  @Test(arguments: 0..<20)
  func membersStandInAnyOrder(seed: Int) throws {
    let folder = try ScratchFolder()
    let value = try folder.report(CaseResult.everyVerdict)
    let report = try ReportFile(path: folder.file("report.json")).read()
    var state = UInt64(seed)
    func shuffled(_ value: JSONValue, depth: Int) -> JSONValue {
      switch value {
      case .array(let elements): return .array(elements.map { shuffled($0, depth: depth + 1) })
      case .object(let members):
        // The order of these has a meaning.
        var members = members.map {
          JSONMember(
            key: $0.key,
            value: ["options", "verdicts"].contains($0.key) && depth == 0
              ? $0.value : shuffled($0.value, depth: depth + 1))
        }
        if depth == 0 { members.append(JSONMember(key: "unknown", value: [["x": [1, nil]]])) }
        for index in members.indices.dropFirst().reversed() {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          members.swapAt(index, Int(state >> 33) % (index + 1))
        }
        return .object(members)
      default: return value
      }
    }
    var writer = JSONWriter(pretty: seed % 2 == 0)
    writer.value(shuffled(value, depth: 0))
    let file = ReportFile(bytes: writer.bytes, named: "mixed")
    var visited: [CaseResult] = []
    #expect(try file.read { visited.append($0.result) } == report)
    #expect(visited == CaseResult.everyVerdict)
    // Written again, each case has its line.
    try ReportFormat.json.write(ReportSource(file), .sample, path: folder.file("again.json"))
    let lines = try folder.text("again.json").split(separator: "\n")
    #expect(lines.count { $0.contains("\"durationMilliseconds\":") } == 11)
    #expect(try ReportFile(path: folder.file("again.json")).read() == report)
  }

  /// A visit can end with the visitor's own fault.
  @Test func aVisitorMayEndTheVisit() throws {
    let folder = try ScratchFolder()
    _ = try folder.report(CaseResult.everyVerdict)
    let file = try ReportFile(path: folder.file("report.json"))
    let fault = OutputFault(.write, path: "x", why: "full", remedy: "none")
    var count = 0
    #expect(throws: fault) {
      try file.forEachCase { (_) throws(OutputFault) in
        count += 1
        if count == 3 { throw fault }
      }
    }
    #expect(count == 3)
  }
}
