import Conformance
import JSONText

/// `report.sarif`, SARIF 2.1.0 (OASIS): the requirements as rules, and a result for each finding.
///
/// Known failures are suppressed results, faults of the adapter and what was not run are notifications.
enum SARIFDocument {
  private static let schema = "https://json.schemastore.org/sarif-2.1.0.json"

  static func write(
    _ source: ReportSource, _ context: ReportContext, to file: OutputFile
  ) throws(OutputFault) {
    let report = source.report
    let rules = SARIFRules(report, context)
    var line = JSONWriter()
    try file.write("{\"$schema\":\"\(schema)\",\"version\":\"2.1.0\",\"runs\":[{\n".utf8)
    try file.write("\"tool\":{\"driver\":{\"name\":\"assay\",\"version\":".utf8)
    line.string(report.assayVersion)
    try file.write(line.bytes)
    try file.write(",\"rules\":[".utf8)
    var separator = "\n"
    for rule in rules.all {
      line.removeAll()
      rules.write(rule, to: &line)
      try file.write(separator.utf8)
      try file.write(line.bytes)
      separator = ",\n"
    }
    try file.write("\n]}},\n\"columnKind\":\"unicodeCodePoints\",\n\"results\":[".utf8)
    separator = "\n"
    var notices = SARIFNotices()
    let writer = SARIFResult(report, rules)
    try source.forEachCase { (result) throws(OutputFault) in
      notices.add(result)
      for finding in writer.findings(of: result) {
        line.removeAll()
        writer.write(result, finding, to: &line)
        try file.write(separator.utf8)
        try file.write(line.bytes)
        separator = ",\n"
      }
    }
    line.removeAll()
    writeInvocation(of: report, notices, to: &line)
    try file.write("\n],\n\"invocations\":[".utf8)
    try file.write(line.bytes)
    line.removeAll()
    writeProperties(of: report, to: &line)
    try file.write("],\n\"properties\":".utf8)
    try file.write(line.bytes)
    try file.write("\n}]}\n".utf8)
  }

  private static func writeInvocation(
    of report: Report, _ notices: SARIFNotices, to line: inout JSONWriter
  ) {
    line.beginObject()
    line.key("executionSuccessful")
    line.boolean(!report.isInterrupted && report.summary.count(.adapterFault) == 0)
    line.key("exitCode")
    line.integer(report.exitCode)
    line.key("exitCodeDescription")
    line.string(report.standing.rawValue)
    line.key("startTimeUtc")
    line.string(Timestamp.utc(report.started))
    line.key("endTimeUtc")
    line.string(
      Timestamp.utc(report.started &+ Int64(report.elapsed.inSeconds.rounded())))
    if !notices.all.isEmpty {
      line.key("toolExecutionNotifications")
      line.beginArray()
      for notice in notices.all {
        line.beginObject()
        line.key("level")
        line.string(notice.verdict == .adapterFault ? "error" : "note")
        line.key("message")
        SARIFText.write(
          "\(Count.text(notice.cases, "case")), \(notice.verdict.phrase): \(notice.reason)",
          to: &line)
        line.endObject()
      }
      line.endArray()
    }
    line.endObject()
  }

  private static func writeProperties(of report: Report, to line: inout JSONWriter) {
    line.beginObject()
    for (key, text) in [
      ("implementation", report.implementation.name),
      ("implementationVersion", report.implementation.version),
      ("language", report.implementation.language), ("suiteVersion", report.suiteVersion),
      ("verdict", report.standing.rawValue),
    ] {
      line.key(key)
      line.string(text)
    }
    line.key("seed")
    line.string("\(report.seed)")
    line.key("requirements")
    line.beginObject()
    for verdict in Scorecard.Row.Verdict.allCases {
      line.key(verdict.rawValue)
      line.integer(report.requirements(verdict))
    }
    line.endObject()
    line.endObject()
  }
}

/// Why cases were not judged, each reason with the number of cases.
struct SARIFNotices {
  struct Notice {
    let verdict: Verdict
    let reason: String
    var cases: Int
  }

  /// How many reasons are kept apart.
  private static let maxNotices = 100
  private(set) var all: [Notice] = []

  mutating func add(_ result: CaseResult) {
    guard result.verdict == .adapterFault || result.verdict == .notRun else { return }
    var reason = VisibleText.escaped(
      result.reason ?? "no reason was given", maxCharacters: 1_000)
    // The last one takes what has no room of its own.
    if all.count >= Self.maxNotices - 1,
      !all.contains(where: { $0.verdict == result.verdict && $0.reason == reason })
    {
      reason = "other reasons"
    }
    if let place = all.firstIndex(where: { $0.verdict == result.verdict && $0.reason == reason }) {
      all[place].cases += 1
    } else {
      all.append(Notice(verdict: result.verdict, reason: reason, cases: 1))
    }
  }
}

/// Messages of SARIF.
enum SARIFText {
  /// Writes a message object of plain text (section 3.11). Brackets would begin a link and braces a placeholder.
  static func write(_ text: String, to line: inout JSONWriter) {
    line.beginObject()
    line.key("text")
    line.string(escaped(text))
    line.endObject()
  }

  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in VisibleText.escaped(text).unicodeScalars {
      switch scalar {
      case "\\", "[", "]": result += "\\"
      case "{", "}": result.unicodeScalars.append(scalar)
      default: break
      }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
