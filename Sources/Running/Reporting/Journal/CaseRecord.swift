import Conformance
import JSONText

/// The form that a case has in a report and in the journal: the element of `cases`.
///
/// What an adapter can make long is bounded, visibly: texts end in `… (n bytes more)`, and
/// `findingsLeftOut` says how many findings are not written.
enum CaseRecord {
  /// The longest text of a finding that is written, in bytes.
  static let maxTextBytes = 4_096
  /// The most findings of one case that are written.
  static let maxFindings = 256

  /// Writes one case; a passed case without findings in short form.
  ///
  /// - Parameter number: its place among the cases of the run, for a journal; it comes first (`JournalOrder`).
  static func write(_ result: CaseResult, number: Int? = nil, to writer: inout JSONWriter) {
    writer.beginObject()
    if let number {
      writer.key(JournalOrder.key)
      writer.integer(number)
    }
    writer.key("id")
    writer.string(result.id.path)
    writer.key("suite")
    writer.string(result.suite)
    writer.key("variant")
    writer.string(result.variant.name)
    writer.key("requirements")
    writer.beginArray()
    for target in result.targets { writer.string(target.path) }
    writer.endArray()
    writer.key("verdict")
    writer.string(result.verdict.rawValue)
    if let reason = result.reason {
      writer.key("reason")
      writer.string(bounded(reason))
    }
    writer.key("durationMilliseconds")
    writer.real(result.duration.inMilliseconds)
    if result.verdict != .passed || !result.findings.isEmpty {
      writeFindings(result.findings, to: &writer)
    }
    writer.endObject()
  }

  private static func writeFindings(_ findings: [Finding], to writer: inout JSONWriter) {
    writer.key("findings")
    writer.beginArray()
    for finding in findings.prefix(maxFindings) { write(finding, to: &writer) }
    writer.endArray()
    if findings.count > maxFindings {
      writer.key("findingsLeftOut")
      writer.integer(findings.count - maxFindings)
    }
  }

  private static func write(_ finding: Finding, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("requirement")
    writer.string(finding.clause.requirement)
    writer.key("facet")
    if let facet = finding.clause.facet { writer.string(facet) } else { writer.null() }
    writer.key("level")
    writer.string(finding.level.rawValue)
    writer.key("step")
    writer.integer(finding.step)
    writer.key("message")
    writer.string(bounded(finding.message))
    writer.key("expected")
    writer.string(bounded(finding.expected))
    writer.key("observed")
    writer.string(bounded(finding.observed))
    writer.key("confirmation")
    writer.string(finding.confirmation.rawValue)
    writer.key("signature")
    writer.string(finding.signature.description)
    writer.endObject()
  }

  /// A text cut at a character once it is longer than `maxTextBytes`.
  static func bounded(_ text: String) -> String {
    let utf8 = text.utf8
    guard utf8.count > maxTextBytes else { return text }
    var end = utf8.index(utf8.startIndex, offsetBy: maxTextBytes)
    while end.samePosition(in: text.unicodeScalars) == nil { end = utf8.index(before: end) }
    let left = utf8.distance(from: end, to: utf8.endIndex)
    return "\(String(text.unicodeScalars[..<end]))… (\(left) bytes more)"
  }
}

extension Duration {
  /// Milliseconds with three places: reports need no finer ones.
  var inMilliseconds: Double {
    let (seconds, attoseconds) = components
    return (Double(seconds) * 1e6 + Double(attoseconds) / 1e12).rounded() / 1e3
  }

  /// Seconds, as finely as a real holds them.
  var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
