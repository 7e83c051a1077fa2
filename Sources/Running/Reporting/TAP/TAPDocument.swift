import Conformance
import JSONText
import SuiteModels
import Suites

/// `report.tap`: TAP 14 (testanything.org), a test point for each case.
///
/// What was skipped or not run is `ok # SKIP`, a known failure `not ok # TODO`. A fault of the adapter, and a known failure that passes
/// now, are `not ok`: nobody who reads TAP alone may take them for passes.
enum TAPDocument {
  static func write(
    _ source: ReportSource, _ context: ReportContext, to file: OutputFile
  ) throws(OutputFault) {
    let report = source.report
    var total = report.summary.total
    if report.isInterrupted {
      // Cases may be missing.
      total = 0
      try source.forEachCase { (_) throws(OutputFault) in total += 1 }
    }
    let about =
      "\(report.implementation.name) \(report.implementation.version) "
      + "(\(report.implementation.language)), \(report.standing.rawValue)"
    let head = """
      TAP version 14
      1..\(total)
      # \(VisibleText.escaped(about, maxCharacters: 400))
      # seed \(report.seed), assay \(VisibleText.escaped(report.assayVersion, maxCharacters: 80))

      """
    try file.write(head.utf8)
    let commands = RepeatCommand(report)
    var number = 0
    try source.forEachCase { (result) throws(OutputFault) in
      number += 1
      let point = TAPPoint(number, result, context, commands, strict: report.isStrict)
      try file.write(point.text.utf8)
    }
    if report.isInterrupted { try file.write("Bail out! The run was interrupted\n".utf8) }
  }
}

/// One test point with its YAML.
struct TAPPoint {
  let text: String

  init(
    _ number: Int, _ result: CaseResult, _ context: ReportContext, _ commands: RepeatCommand,
    strict: Bool
  ) {
    let part = partName(suite: result.suite, variant: result.variant)
    let name = Self.escaped("\(part) \(result.id)")
    var line = "ok \(number) - \(name)"
    switch result.verdict {
    case .passed: break
    case .warned: if strict { line = "not " + line }
    case .failed, .crashed, .timedOut, .overLimit, .adapterFault, .unexpectedPass:
      line = "not " + line
    case .skipped: line += " # SKIP" + Self.reason(result, nil)
    case .notRun: line += " # SKIP" + Self.reason(result, "not run")
    case .knownFailure: line = "not \(line) # TODO" + Self.reason(result, "known failure")
    }
    text = "\(line)\n" + Self.diagnosis(result, context, commands)
  }

  private static func reason(_ result: CaseResult, _ lead: String?) -> String {
    let words = [lead, result.reason.map { VisibleText.escaped($0, maxCharacters: 400) }]
      .compactMap { $0 }
    return words.isEmpty ? "" : " " + escaped(words.joined(separator: ": "))
  }

  /// A text for a line of TAP: in one line, without an end of it and without a directive in it.
  static func escaped(_ text: String) -> String {
    let visible = VisibleText.escaped(text)
    guard visible.utf8.contains(where: { "#\\".utf8.contains($0) }) else { return visible }
    return visible.replacing("\\", with: "\\\\").replacing("#", with: "\\#")
  }

  /// What came of a case that did not pass, as a block of YAML.
  private static func diagnosis(
    _ result: CaseResult, _ context: ReportContext, _ commands: RepeatCommand
  ) -> String {
    switch result.verdict {
    case .passed, .skipped, .notRun: return ""
    default: break
    }
    var yaml = "  ---\n"
    func add(_ key: String, _ value: String, indent: String = "  ") {
      yaml += "\(indent)\(key): \(scalar(value))\n"
    }
    add("verdict", result.verdict.rawValue)
    if let reason = result.reason { add("reason", reason) }
    if result.verdict == .unexpectedPass {
      add("message", "a known failure passes now; take it out of the baseline")
    }
    if let finding = result.decisiveFinding {
      add("requirement", finding.clause.path)
      if let clause = context.clause(result.suite, finding.clause) {
        add("sentence", clause.sentence)
        add("source", clause.source)
        if let place = ClauseSections.place(of: clause.id.requirement) {
          add("documentation", place.link)
        }
      }
      add("severity", finding.level.rawValue)
      add("message", finding.message)
      add("expected", finding.expected)
      add("observed", finding.observed)
      yaml += "  step: \(finding.step)\n"
      add("confirmation", finding.confirmation.rawValue)
      let others = result.furtherClauses.prefix(32).map { scalar($0.path) }
      if !others.isEmpty { yaml += "  also: [\(others.joined(separator: ", "))]\n" }
    }
    if result.verdict != .unexpectedPass { add("repeat", commands.text(for: result)) }
    return yaml + "  ...\n"
  }

  /// A scalar in double quotes: what JSON escapes, YAML reads back, and no other character needs it.
  private static func scalar(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(VisibleText.escaped(text, maxCharacters: 2_000))
    return writer.text
  }
}
