import Conformance
import JSONText

/// The form that a case has in a report and in the journal: the element of `cases`.
///
/// What an adapter can make long is bounded, visibly: texts end in `… (n bytes more)`, and
/// `findingsLeftOut` says how many findings are not written.
enum CaseRecord {
  /// The longest text of a finding that is written, in bytes.
  static let maxTextBytes = 64 << 10
  /// The longest one after the texts of a case have come to `maxLongTextBytes`.
  static let maxShortTextBytes = 4_096
  /// How many bytes of long texts a case has: with all its escapes a line stays within `InputLines.maxLineBytes`.
  static let maxLongTextBytes = 1 << 20
  /// The most findings of one case that are written, apart from the first ones of further signatures: at most as many again.
  static let maxFindings = 256
  /// The most earlier cases of one finding that are written.
  static let maxEarlierCases = 64

  /// Writes one case; a passed case without findings in short form.
  ///
  /// - Parameters:
  ///   - number: its place among the cases of the run, for a journal; it comes first (`JournalOrder`).
  ///   - exchange: the JSON of its member `exchange`.
  static func write(
    _ result: CaseResult, number: Int? = nil, exchange: [UInt8]? = nil, to writer: inout JSONWriter
  ) {
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
    if result.known != nil || result.tries != nil { writeKnown(result, to: &writer) }
    writer.key("durationMilliseconds")
    writer.real(result.duration.inMilliseconds)
    if let growth = result.memoryGrowth {
      writer.key("peakMemoryGrowthBytes")
      writer.integer(growth)
    }
    if result.verdict != .passed || !result.findings.isEmpty {
      writeFindings(result.findings, to: &writer)
    }
    if let exchange {
      writer.key("exchange")
      writer.raw(exchange)
    }
    writer.endObject()
  }

  /// What a baseline says of the case.
  private static func writeKnown(_ result: CaseResult, to writer: inout JSONWriter) {
    writer.key("known")
    writer.beginObject()
    writer.key("verdict")
    writer.string(result.ownVerdict.rawValue)
    if let known = result.known {
      writer.key("lines")
      writer.beginArray()
      for line in known.lines { writer.integer(line) }
      writer.endArray()
      writer.key("reason")
      writer.string(bounded(known.reason))
    }
    if let tries = result.tries {
      writer.key("tries")
      writer.beginObject()
      writer.key("passed")
      writer.integer(tries.passed)
      writer.key("failed")
      writer.integer(tries.failed)
      writer.endObject()
    }
    writer.endObject()
  }

  private static func writeFindings(_ findings: [Finding], to writer: inout JSONWriter) {
    writer.key("findings")
    writer.beginArray()
    var longTextBytes = 0
    let written = written(findings)
    for finding in written {
      let limit = longTextBytes < maxLongTextBytes ? maxTextBytes : maxShortTextBytes
      longTextBytes += write(finding, maxTextBytes: limit, to: &writer)
    }
    writer.endArray()
    if findings.count > written.count {
      writer.key("findingsLeftOut")
      writer.integer(findings.count - written.count)
    }
  }

  /// The findings that are written: of a case with very many the first ones, and one of each signature, by which failures are known.
  private static func written(_ findings: [Finding]) -> [Finding] {
    guard findings.count > maxFindings else { return findings }
    var seen = Set(findings.prefix(maxFindings).map(\.signature))
    let others = findings.dropFirst(maxFindings).filter { seen.insert($0.signature).inserted }
    return Array(findings.prefix(maxFindings)) + others.prefix(maxFindings)
  }

  /// - Returns: how many bytes its texts take.
  private static func write(
    _ finding: Finding, maxTextBytes: Int, to writer: inout JSONWriter
  ) -> Int {
    writer.beginObject()
    writer.key("requirement")
    writer.string(finding.clause.requirement)
    writer.key("facet")
    if let facet = finding.clause.facet { writer.string(facet) } else { writer.null() }
    writer.key("level")
    writer.string(finding.level.rawValue)
    writer.key("step")
    writer.integer(finding.step)
    var textBytes = 0
    let texts = [
      ("message", finding.message), ("expected", finding.expected), ("observed", finding.observed),
    ]
    for (name, text) in texts {
      let bounded = bounded(text, maxBytes: maxTextBytes)
      writer.key(name)
      writer.string(bounded)
      textBytes += bounded.utf8.count
    }
    writer.key("confirmation")
    writer.string(finding.confirmation.rawValue)
    writer.key("signature")
    writer.string(finding.signature.description)
    if let earlier = finding.after { write(earlier, to: &writer) }
    writer.endObject()
    return textBytes
  }

  private static func write(_ earlier: Finding.EarlierCases, to writer: inout JSONWriter) {
    writer.key("after")
    writer.beginArray()
    for id in earlier.ids.prefix(maxEarlierCases) { writer.string(id.path) }
    writer.endArray()
    writer.key("afterIsMinimal")
    writer.boolean(earlier.isMinimal)
    if earlier.ids.count > maxEarlierCases {
      writer.key("afterLeftOut")
      writer.integer(earlier.ids.count - maxEarlierCases)
    }
  }

  /// A text cut at a character once it is longer than `maxBytes`.
  static func bounded(_ text: String, maxBytes: Int = maxTextBytes) -> String {
    let utf8 = text.utf8
    guard utf8.count > maxBytes else { return text }
    var end = utf8.index(utf8.startIndex, offsetBy: maxBytes)
    while end.samePosition(in: text.unicodeScalars) == nil { end = utf8.index(before: end) }
    let left = utf8.distance(from: end, to: utf8.endIndex)
    return "\(String(text.unicodeScalars[..<end]))… (\(left) byte\(left == 1 ? "" : "s") more)"
  }
}

extension Duration {
  /// Milliseconds with three places: reports need no finer ones.
  var inMilliseconds: Double {
    let (seconds, attoseconds) = components
    return (Double(seconds) * 1e6 + Double(attoseconds) / 1e12).rounded() / 1e3
  }

  /// Seconds, as finely as a real holds them.
  package var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
