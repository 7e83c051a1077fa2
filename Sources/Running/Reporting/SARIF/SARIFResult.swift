import Conformance
import JSONText

/// Findings as results.
struct SARIFResult {
  private let rules: SARIFRules
  private let commands: RepeatCommand
  private let isStrict: Bool
  /// Where the results are shown: no line of the adapter is to blame, but code scanning wants a file.
  private let place: String

  init(_ report: Report, _ rules: SARIFRules) {
    self.rules = rules
    commands = RepeatCommand(report)
    isStrict = report.isStrict
    let words = report.adapter.command
    let named = words.first {
      $0.utf8.first != UInt8(ascii: "-") && $0.contains { "./".contains($0) }
    }
    place = Self.reference(named ?? words.first ?? "adapter")
  }

  /// What is told of a case: its findings; of a known failure that passes now that it does.
  func findings(of result: CaseResult) -> [Finding] {
    guard result.verdict == .unexpectedPass, result.findings.isEmpty else { return result.findings }
    return [
      Finding(
        clause: result.targets.first ?? Clause.ID("baseline"), level: .info,
        kind: "unexpected-pass", step: 0,
        message: "a known failure passes now; take it out of the baseline",
        expected: "a failure as known", observed: "a pass")
    ]
  }

  func write(_ result: CaseResult, _ finding: Finding, to line: inout JSONWriter) {
    let part = partName(suite: result.suite, variant: result.variant)
    line.beginObject()
    line.key("ruleId")
    line.string(finding.clause.path)
    if let index = rules.place(of: finding.clause) {
      line.key("ruleIndex")
      line.integer(index)
    }
    line.key("level")
    line.string(
      isStrict && finding.level == .should ? "error" : SARIFRules.level(finding.level))
    line.key("message")
    SARIFText.write(Self.message(finding, part), to: &line)
    writeLocations(result, part, to: &line)
    line.key("partialFingerprints")
    line.beginObject()
    line.key("assaySignature/v1")
    line.string(finding.signature.description)
    line.key("assayCase/v1")
    line.string("\(part) \(result.id)")
    line.key("primaryLocationLineHash")
    line.string(Self.fingerprint("\(part)\u{0}\(result.id)\u{0}\(finding.signature)"))
    line.endObject()
    if result.verdict == .knownFailure {
      line.key("suppressions")
      line.beginArray()
      line.beginObject()
      line.key("kind")
      line.string("external")
      line.key("status")
      line.string("accepted")
      line.key("justification")
      line.string(VisibleText.escaped(result.reason ?? "a known failure", maxCharacters: 1_000))
      line.endObject()
      line.endArray()
    }
    writeProperties(result, finding, part, to: &line)
    line.endObject()
  }

  private static func message(_ finding: Finding, _ part: String) -> String {
    func cut(_ text: String) -> String { VisibleText.escaped(text, maxCharacters: 300) }
    var text = "\(part): \(VisibleText.escaped(finding.message, maxCharacters: 1_000))"
    if !finding.expected.isEmpty { text += "; expected: \(cut(finding.expected))" }
    if !finding.observed.isEmpty, finding.observed != finding.message {
      text += "; observed: \(cut(finding.observed))"
    }
    return text
  }

  private func writeLocations(
    _ result: CaseResult, _ part: String, to line: inout JSONWriter
  ) {
    line.key("locations")
    line.beginArray()
    line.beginObject()
    line.key("physicalLocation")
    line.beginObject()
    line.key("artifactLocation")
    line.beginObject()
    line.key("uri")
    line.string(place)
    line.endObject()
    line.key("region")
    line.beginObject()
    line.key("startLine")
    line.integer(1)
    line.endObject()
    line.endObject()
    line.key("logicalLocations")
    line.beginArray()
    line.beginObject()
    line.key("name")
    line.string(result.id.path)
    line.key("fullyQualifiedName")
    line.string("\(part) \(result.id)")
    line.endObject()
    line.endArray()
    line.endObject()
    line.endArray()
  }

  private func writeProperties(
    _ result: CaseResult, _ finding: Finding, _ part: String, to line: inout JSONWriter
  ) {
    line.key("properties")
    line.beginObject()
    for (key, text) in [
      ("case", result.id.path), ("part", part), ("verdict", result.verdict.rawValue),
      ("expected", finding.expected), ("observed", finding.observed),
      ("confirmation", finding.confirmation.rawValue), ("command", commands.text(for: result)),
    ] {
      line.key(key)
      line.string(text)
    }
    line.key("step")
    line.integer(finding.step)
    line.endObject()
  }

  /// A path as the reference of a URI (RFC 3986).
  static func reference(_ path: String) -> String {
    var result = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: result.unicodeScalars.append(Unicode.Scalar(byte))
      case _ where "-._~/".utf8.contains(byte): result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
      }
    }
    return result
  }

  /// A digest of 64 bits (FNV-1a) in hexadecimal: the same for the same finding of the same case, in each run.
  static func fingerprint(_ text: String) -> String {
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { digest = (digest ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    let digits = String(digest, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
