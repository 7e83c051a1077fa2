import Conformance
import Running

/// Entries as lines of a baseline file.
enum EntryText {
  /// The lines of a whole entry, set in as `assay baseline` writes it.
  ///
  /// - Parameter column: where its members begin, from 1; at least 3.
  static func lines(_ entry: Baseline.Entry, column: Int = 5) -> [String] {
    let members = EntryReader.members.flatMap { member($0, of: entry, column: column) }
    let hyphen = String(repeating: " ", count: max(0, column - 3)) + "- "
    return [hyphen + members[0].dropFirst(max(2, column - 1))] + members.dropFirst()
  }

  /// The lines of one member; none where the entry does not have it.
  static func member(_ name: String, of entry: Baseline.Entry, column: Int) -> [String] {
    let indent = String(repeating: " ", count: max(2, column - 1))
    let values: [String]
    switch (name, entry.subject) {
    case ("requirement", .requirement(let requirement)): values = [requirement]
    case ("cases", .cases(let patterns)): values = patterns.map(\.text)
    case ("variant", _): values = entry.variant.map { [$0.name] } ?? []
    case ("fails", _): values = entry.signatures.map(\.description)
    case ("verdict", _): values = entry.verdicts.map(\.rawValue)
    case ("reason", _): values = [entry.reason]
    case ("link", _): values = entry.link.map { [$0] } ?? []
    case ("until", _): values = entry.until.map { [$0.description] } ?? []
    case ("flaky", _): values = entry.flaky.map { ["\($0)"] } ?? []
    default: values = []
    }
    if values.isEmpty { return [] }
    if values.count == 1 { return ["\(indent)\(name): \(scalar(values[0]))"] }
    return ["\(indent)\(name):"] + values.map { item($0, indent: indent + "  ") }
  }

  /// One element of a list.
  static func item(_ value: String, indent: String) -> String { "\(indent)- \(scalar(value))" }

  /// A text as YAML: as it is where that is safe for any parser, in quotes elsewhere.
  static func scalar(_ text: String) -> String {
    let words = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]
    let isPlain =
      text.utf8.first.map(isLetterOrDigit) == true
      && text.utf8.allSatisfy { isLetterOrDigit($0) || " _./()*?,;+=@%~<>'!:-".utf8.contains($0) }
      && !text.contains(": ") && !text.hasSuffix(" ") && !text.hasSuffix(":")
      && !words.contains(text.lowercased())
    if isPlain { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
  }
}
