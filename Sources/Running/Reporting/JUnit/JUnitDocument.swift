import Conformance

/// `junit.xml`, for continuous integration: a `<testsuite>` for each suite and edition.
///
/// A crash, hang or overrun and a fault of the adapter are errors; what was skipped, not run, or
/// failed as known is skipped; a warning passes with its text, unless the run was strict.
package enum JUnitDocument {
  /// Writes the document, spooled from the journal in two passes: one that counts, one that writes.
  package static func write(
    to path: String, journal: String, run: RunDescription, elapsed: Duration, interrupted: Bool,
    strict: Bool = false
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
      try file.write("</testsuites>\n".utf8)
    }
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
