import Conformance

/// `junit.xml`, for continuous integration: a `<testsuite>` for each suite and edition.
///
/// A crash, hang or overrun and a fault of the adapter are errors; what was skipped, not run, or
/// failed as known is skipped; a warning passes with its text, unless the run was strict. A known failure that passes is a failure.
/// A `<testsuite>` of its own, `baseline`, has a failure for every other place where the baseline drifts. Elements and attributes are
/// those of the schema of Jenkins' xUnit plugin (junit-10.xsd), and no others.
enum JUnitDocument {
  /// Writes the document in passes over the cases: one that counts, and one that writes. Parts that take turns have a pass each.
  static func write(_ source: ReportSource, to file: OutputFile) throws(OutputFault) {
    let report = source.report
    let parts = try parts(source)
    var all = JUnitPart(suite: "", variant: .sole)
    all.duration = report.elapsed
    for part in parts {
      all.tests += part.tests
      all.failures += part.failures
      all.errors += part.errors
    }
    let drifts = JUnitDrift(report)
    all.tests += drifts.count
    all.failures += drifts.count
    let name = XMLText.escaped(
      "assay: \(report.implementation.name) \(report.implementation.version)")
    let head = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="\(name)" \(all.sums)>

      """
    try file.write(head.utf8)
    if parts.allSatisfy({ $0.ranges.count == 1 }) {
      try writeInTurn(parts, source, to: file)
    } else {
      for part in parts { try write(part, source, to: file) }
    }
    try file.write(drifts.text.utf8)
    try file.write("</testsuites>\n".utf8)
  }

  private static func parts(_ source: ReportSource) throws(OutputFault) -> [JUnitPart] {
    var parts: [JUnitPart] = []
    var positions: [String: Int] = [:]
    var count = 0
    var last = 0
    let isStrict = source.report.isStrict
    try source.forEachCase { (result) throws(OutputFault) in
      if parts.isEmpty || parts[last].suite != result.suite || parts[last].variant != result.variant
      {
        let name = partName(suite: result.suite, variant: result.variant)
        last = positions[name] ?? parts.count
        if last == parts.count {
          positions[name] = last
          parts.append(JUnitPart(suite: result.suite, variant: result.variant))
        }
      }
      parts[last].add(result, position: count, strict: isStrict)
      count += 1
    }
    return parts
  }

  /// Writes parts whose cases stand together, in one pass.
  private static func writeInTurn(
    _ parts: [JUnitPart], _ source: ReportSource, to file: OutputFile
  ) throws(OutputFault) {
    var left = parts[...]
    var count = 0
    try source.forEachCase { (result) throws(OutputFault) in
      if left.first?.ranges.first?.lowerBound == count, let part = left.first {
        try file.write(head(of: part, source.report).utf8)
      }
      try file.write(JUnitCase(result, strict: source.report.isStrict).text.utf8)
      count += 1
      if left.first?.ranges.first?.upperBound == count {
        try file.write("  </testsuite>\n".utf8)
        left.removeFirst()
      }
    }
  }

  private static func write(
    _ part: JUnitPart, _ source: ReportSource, to file: OutputFile
  ) throws(OutputFault) {
    try file.write(head(of: part, source.report).utf8)
    try source.forEachCase { (result) throws(OutputFault) in
      guard result.suite == part.suite, result.variant == part.variant else { return }
      try file.write(JUnitCase(result, strict: source.report.isStrict).text.utf8)
    }
    try file.write("  </testsuite>\n".utf8)
  }

  private static func head(of part: JUnitPart, _ report: Report) -> String {
    let name = XMLText.escaped(partName(suite: part.suite, variant: part.variant))
    let properties = [
      ("seed", String(report.seed)), ("implementation", report.implementation.name),
      ("implementation.version", report.implementation.version),
      ("implementation.language", report.implementation.language), ("assay", report.assayVersion),
      ("suites", report.suiteVersion), ("interrupted", String(report.isInterrupted)),
    ]
    var text =
      "  <testsuite name=\"\(name)\" \(part.counts) "
      + "timestamp=\"\(Timestamp.withoutZone(report.started))\">\n    <properties>\n"
    for (name, value) in properties {
      text += "      <property name=\"\(name)\" value=\"\(XMLText.escaped(value))\"/>\n"
    }
    return text + "    </properties>\n"
  }
}
