package import Conformance

/// `junit.xml`, for continuous integration: a `<testsuite>` for each suite and edition.
///
/// A crash, hang or overrun and a fault of the adapter are errors; what was skipped, not run, or
/// failed as known is skipped; a warning passes with its text, unless the run was strict. A known failure that passes is a failure.
/// A `<testsuite>` of its own, `baseline`, has a failure for every other place where the baseline drifts.
package enum JUnitDocument {
  /// Writes the document, spooled from the journal in two passes: one that counts, one that writes.
  package static func write(
    to path: String, journal: String, run: RunDescription, elapsed: Duration, interrupted: Bool,
    strict: Bool = false, baseline: BaselineRecord? = nil
  ) throws(OutputFault) {
    let order = try JournalOrder(path: journal)
    let parts = try parts(order, strict: strict)
    try OutputFile.replace(path: path) { (file) throws(OutputFault) in
      var all = JUnitPart(suite: "", variant: .sole)
      all.duration = elapsed
      for part in parts {
        all.tests += part.tests
        all.failures += part.failures
        all.errors += part.errors
        all.skipped += part.skipped
      }
      let drifts = baseline.map(Self.drifts) ?? []
      all.tests += drifts.count
      all.failures += drifts.count
      let name = XMLText.escaped("assay: \(run.implementationName) \(run.implementationVersion)")
      let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="\(name)" \(all.counts) timestamp="\(Timestamp.withoutZone(run.started))">

        """
      try file.write(head.utf8)
      for part in parts {
        try file.write(Self.head(of: part, run, interrupted: interrupted).utf8)
        try writeCases(of: part, order, strict: strict, to: file)
        try file.write("  </testsuite>\n".utf8)
      }
      if let baseline, !drifts.isEmpty { try file.write(Self.text(of: drifts, baseline, run).utf8) }
      try file.write("</testsuites>\n".utf8)
    }
  }

  /// Where the baseline drifts, but for cases that pass: these are failures themselves.
  private static func drifts(of baseline: BaselineRecord) -> [BaselineRecord.Drift] {
    baseline.drifts.filter { $0.kind != .passes }
  }

  private static func text(
    of drifts: [BaselineRecord.Drift], _ baseline: BaselineRecord, _ run: RunDescription
  ) -> String {
    var part = JUnitPart(suite: "baseline", variant: .sole)
    part.tests = drifts.count
    part.failures = drifts.count
    var text =
      "  <testsuite name=\"baseline\" \(part.counts) "
      + "timestamp=\"\(Timestamp.withoutZone(run.started))\">\n"
    for drift in drifts {
      let name = XMLText.escaped("\(baseline.path):\(drift.line) \(drift.kind.rawValue)")
      let message = XMLText.escaped("\(drift.subject): \(drift.message)")
      text += "    <testcase classname=\"baseline\" name=\"\(name)\" time=\"0.000\">\n"
      text += "      <failure message=\"\(message)\" type=\"\(drift.kind.rawValue)\"/>\n"
      text += "    </testcase>\n"
    }
    return text + "  </testsuite>\n"
  }

  private static func parts(
    _ order: JournalOrder, strict: Bool
  ) throws(OutputFault) -> [JUnitPart] {
    var parts: [JUnitPart] = []
    var positions: [String: Int] = [:]
    var count = 0
    try order.forEachCase { (result) throws(OutputFault) in
      let name = partName(suite: result.suite, variant: result.variant)
      let position = positions[name] ?? parts.count
      if position == parts.count {
        positions[name] = position
        parts.append(JUnitPart(suite: result.suite, variant: result.variant))
      }
      parts[position].add(result, position: count, strict: strict)
      count += 1
    }
    return parts
  }

  private static func head(
    of part: JUnitPart, _ run: RunDescription, interrupted: Bool
  ) -> String {
    let name = XMLText.escaped(partName(suite: part.suite, variant: part.variant))
    let properties = [
      ("seed", String(run.seed)), ("implementation", run.implementationName),
      ("implementation.version", run.implementationVersion),
      ("implementation.language", run.language), ("assay", run.assayVersion),
      ("suites", run.suiteVersion), ("interrupted", String(interrupted)),
    ]
    var text =
      "  <testsuite name=\"\(name)\" \(part.counts) "
      + "timestamp=\"\(Timestamp.withoutZone(run.started))\">\n    <properties>\n"
    for (name, value) in properties {
      text += "      <property name=\"\(name)\" value=\"\(XMLText.escaped(value))\"/>\n"
    }
    return text + "    </properties>\n"
  }

  private static func writeCases(
    of part: JUnitPart, _ order: JournalOrder, strict: Bool, to file: OutputFile
  ) throws(OutputFault) {
    var count = 0
    var ranges = part.ranges[...]
    try order.forEach { (line, offset) throws(OutputFault) in
      defer { count += 1 }
      if let range = ranges.first, count == range.upperBound { ranges.removeFirst() }
      guard let range = ranges.first, range.contains(count) else { return }
      let result = try Journal.decode(line, path: order.path, offset: offset)
      try file.write(JUnitCase(result, strict: strict).text.utf8)
    }
  }
}
