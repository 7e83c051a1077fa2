package import Conformance
package import Reporting
import Running

/// Buckets as a person reads them.
package enum TriageText {
  /// How many cases of a kind are named.
  private static let maxNamed = 6

  /// - Parameters:
  ///   - adapter: the adapter's command as a person types it, or nil where none has run the cases.
  ///   - setup: the file that says which app bare URLs are for, or nil where it is the usual one.
  package static func text(
    _ triage: Triage, suites: [any Suite], adapter: String?, setup: String? = nil,
    style: TerminalStyle
  ) -> String {
    let options = setup.map { " --setup \(ShellText.quoted($0))" } ?? ""
    var lines = [head(triage, style)]
    for (number, bucket) in triage.buckets.enumerated() {
      lines += told(bucket, number: number + 1, suites, adapter, options, style)
    }
    lines += named(triage.repaired, "repaired", "fails no more", style)
    lines += named(triage.passing, "passes", "", style)
    lines += named(triage.unknown, "unknown", "nothing is recorded of it; give an adapter", style)
    for item in triage.unjudged {
      lines += style.paragraph(
        VisibleText.escaped("\(item.path): \(item.reason ?? "")", maxCharacters: 400),
        label: "unjudged  ", indent: 0, tone: .doubtful)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func head(_ triage: Triage, _ style: TerminalStyle) -> String {
    let count = triage.buckets.count
    let found = "\(Count.text(count)) \(count == 1 ? "BUCKET" : "BUCKETS")"
    var parts = [style.paint(found, count == 0 ? .good : .bad)]
    let inBuckets = count + triage.duplicates
    parts.append(Count.text(inBuckets, "failing case"))
    if triage.duplicates > 0 { parts.append(Count.text(triage.duplicates, "duplicate")) }
    for (cases, words) in [
      (triage.repaired, "repaired"), (triage.passing, "passing"), (triage.unknown, "unknown"),
      (triage.unjudged, "not judged"),
    ] where !cases.isEmpty {
      parts.append("\(Count.text(cases.count)) \(words)")
    }
    return parts.joined(separator: "  ")
  }

  private static func told(
    _ bucket: Triage.Bucket, number: Int, _ suites: [any Suite], _ adapter: String?,
    _ options: String, _ style: TerminalStyle
  ) -> [String] {
    let smallest = bucket.smallest
    let title =
      "\(number)  \(bucket.severity.name)  \(bucket.signature)  \(Count.text(1 + bucket.others.count, "case"))"
    var lines = ["", style.paint(VisibleText.escaped(title), .heading)]
    func add(_ label: String, _ text: String, maxLines: Int = 6) {
      lines += style.labelled(label, text, maxLines: maxLines)
    }
    let suite = suites.first { $0.name == smallest.item.suite }
    if let sentence = suite?.clauses[bucket.signature.clause]?.sentence {
      add("requires", sentence)
    }
    if !smallest.unusual.isEmpty {
      add("unusual", smallest.unusual.joined(separator: ", "), maxLines: 3)
    }
    if !smallest.frames.isEmpty { add("frames", smallest.frames.joined(separator: " < ")) }
    if smallest.outcome == .different, let recorded = smallest.recorded {
      add("was", recorded.description)
    }
    let variant = smallest.item.variant == .sole ? "" : ", \(smallest.item.variant)"
    add(
      "smallest",
      "\(smallest.path) (\(Count.text(smallest.steps, "step")), \(Count.text(smallest.byteCount, "byte"))\(variant))"
    )
    let copies = Set(bucket.copies.map(\.path))
    for other in bucket.others.prefix(maxNamed) {
      add(copies.contains(other.path) ? "copy" : "also", other.path)
    }
    if bucket.others.count > maxNamed {
      add("", "and \(Count.text(bucket.others.count - maxNamed)) more")
    }
    // A failure of a report has an id, which stands for all editions.
    let isFailure = smallest.path.hasSuffix("#\(smallest.item.id.path)")
    let edition =
      isFailure && smallest.item.variant != .sole ? " --edition \(smallest.item.variant)" : ""
    let file = ShellText.quoted(smallest.path) + edition + options
    if let adapter { lines.append("  minimize  assay minimize \(file) \(adapter)") }
    lines.append("  explain   assay explain \(file)")
    return lines
  }

  private static func named(
    _ cases: [TriagedCase], _ label: String, _ words: String, _ style: TerminalStyle
  ) -> [String] {
    let padded = label + String(repeating: " ", count: max(1, 10 - label.count))
    var lines = cases.prefix(maxNamed).flatMap { item in
      let was = item.recorded.map { " (\($0))" } ?? ""
      return style.paragraph(
        VisibleText.escaped(
          [item.path, words + was].filter { !$0.isEmpty }.joined(separator: " "),
          maxCharacters: 600), label: padded,
        indent: 0)
    }
    if cases.count > maxNamed {
      let rest = Count.text(cases.count - maxNamed)
      lines.append(String(repeating: " ", count: padded.count) + "and \(rest) more")
    }
    return lines
  }
}
