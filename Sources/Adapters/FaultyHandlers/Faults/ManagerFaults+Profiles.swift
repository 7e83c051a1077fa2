import Profiles
import ReferenceLibrary
import WireFormat

extension ManagerFaults {
  /// How profiles in XML are read (MGR-01).
  static let reading: [Fault] = [
    Fault(
      manager: "xml-dates-in-local-time", "the Z of a date in XML is not looked at",
      breaks: ["MGR-01"]
    ) { decisions in
      shiftDates(&decisions) { $0 - 7_200 }
    },
    Fault(
      manager: "xml-early-dates-off", "a date before 2001 is rounded to the second before it",
      breaks: ["MGR-01"]
    ) { decisions in
      shiftDates(&decisions) { $0 < 0 ? $0 - 1 : $0 }
    },
    Fault(
      manager: "xml-data-of-one-line", "of data in XML the first line is taken", breaks: ["MGR-01"]
    ) { decisions in
      rewrite(&decisions, from: "<data>", to: "</data>") { text in
        let line = text.split { $0.isWhitespace }.first ?? ""
        return "<data>\(line)</data>"
      }
    },
    Fault(
      manager: "xml-cdata-lost", "a parser leaves out what stands in CDATA sections",
      breaks: ["MGR-01"]
    ) { decisions in
      rewrite(&decisions, from: "<![CDATA[", to: "]]>") { _ in "" }
    },
    Fault(
      manager: "xml-comments-read", "what is commented out counts", breaks: ["MGR-01"]
    ) { decisions in
      rewrite(&decisions, from: "<!--", to: "-->") { $0.contains("<") ? String($0) : "" }
    },
    Fault(
      manager: "xml-references-as-text", "references to characters by number are not replaced",
      breaks: ["MGR-01"]
    ) { decisions in
      rewrite(&decisions, from: "&#", to: ";") { "&amp;#\($0);" }
    },
    Fault(
      manager: "xml-empty-elements-as-texts", "an element that is one tag is read as an empty text",
      breaks: ["MGR-01"]
    ) { decisions in
      for name in ["array", "dict", "data"] {
        rewrite(&decisions, from: "<\(name)/", to: ">") { _ in "<string></string>" }
      }
    },
    Fault(
      manager: "xml-texts-trimmed", "space at the ends of a text in XML is taken away",
      breaks: ["MGR-01"], mayAlso: ["MGR-07", "MGR-10"]
    ) { decisions in
      rewrite(&decisions, from: "<string>", to: "</string>") { text in
        let start = text.drop { $0.isWhitespace }
        let end = start.lastIndex { !$0.isWhitespace }
        return "<string>\(end.map { String(start[...$0]) } ?? "")</string>"
      }
    },
    Fault(
      manager: "xml-plus-not-known", "numbers in XML may have no sign", breaks: ["MGR-01"]
    ) { decisions in
      rewrite(&decisions, from: "<integer>+", to: "</integer>") { _ in "<integer>0</integer>" }
    },
  ]

  /// Reads the dates of profiles in XML as others.
  private static func shiftDates(
    _ decisions: inout ProfileManagerDecisions, _ change: @escaping @Sendable (Double) -> Double
  ) {
    let before = decisions.read
    decisions.read = { (bytes) throws(ProfileError) in
      var profile = try before(bytes)
      guard profile.format == .xml else { return profile }
      for index in profile.payloads.indices {
        profile.payloads[index].configuration = shifted(
          profile.payloads[index].configuration, by: change)
      }
      return profile
    }
  }

  /// The same value with other dates.
  private static func shifted(
    _ value: PropertyList, by change: (Double) -> Double
  ) -> PropertyList {
    switch value {
    case .date(let seconds): .date(change(seconds))
    case .array(let elements): .array(elements.map { shifted($0, by: change) })
    case .dictionary(let members):
      .dictionary(members.map { .init(key: $0.key, value: shifted($0.value, by: change)) })
    default: value
    }
  }

  /// Reads each part of an XML document between two marks, with these, as if something else stood there.
  private static func rewrite(
    _ decisions: inout ProfileManagerDecisions, from start: String, to end: String,
    _ change: @escaping @Sendable (Substring) -> String
  ) {
    let before = decisions.read
    decisions.read = { (bytes) throws(ProfileError) in
      guard bytes.first == UInt8(ascii: "<") else { return try before(bytes) }
      var rest = String(decoding: bytes, as: UTF8.self)[...]
      var text = ""
      while let opening = rest.firstRange(of: start),
        let closing = rest[opening.upperBound...].firstRange(of: end)
      {
        text += rest[..<opening.lowerBound] + change(rest[opening.upperBound..<closing.lowerBound])
        rest = rest[closing.upperBound...]
      }
      return try before(Array((text + rest).utf8))
    }
  }
}
