import ReferenceLibrary
import WireFormat

/// Slips of readers where objects of a property list refer to each other, and where a number is none (4.3, 4.12).
extension ListFaults {
  static let references: [Fault] = [
    Fault(
      "key-that-is-its-value-refused", .parser,
      "a dictionary whose key and value are the same object is taken for one that holds itself",
      breaks: ["ABT-DATA-14"], mayAlso: ["ABT-DATA-01", "ABT-DEL-01"]
    ) { decisions in
      let before = decisions.readList
      decisions.readList = { reader, bytes in
        ContainerGraph(Array(bytes))?.hasKeyThatIsItsValue == true ? nil : before(&reader, bytes)
      }
    },
    Fault(
      "array-before-a-cycle-followed", .robustness,
      "a circle of arrays is noticed only where it comes back to the array that the reader began with",
      breaks: ["ABT-ROB-02", "ABT-DATA-07"], mayAlso: ["ABT-CHUNK-12", "ABT-DATA-11"]
    ) { decisions in
      let before = decisions.readList
      decisions.readList = { reader, bytes in
        if ContainerGraph(Array(bytes))?.hasArrayBeforeACycle == true { waitForever() }
        return before(&reader, bytes)
      }
    },
    Fault(
      "texts-of-64-units-at-a-time", .parser,
      "a text of two-byte units is decoded 64 of them at a time, and a pair that is cut is no text",
      breaks: ["ABT-DATA-14", "ABT-DEL-01"], mayAlso: ["ABT-*"]
    ) { decisions in
      let before = decisions.readList
      decisions.readList = { reader, bytes in
        before(&reader, bytes).flatMap { holdsCutPair($0) ? nil : $0 }
      }
    }.shown(by: "abt/data/key/25", "abt/data/written/value/utf-16/pairs-behind-one/apply"),
    Fault(
      "dates-that-are-no-number-crash", .robustness,
      "a date is checked for being too far away, and one that is no number passes the check and ends the app",
      breaks: ["ABT-ROB-01"]
    ) { decisions in
      let before = decisions.readList
      decisions.readList = { reader, bytes in
        let list = before(&reader, bytes)
        precondition(list.map(hasNoNumberAsDate) != true, "a date is in the calendar")
        return list
      }
    },
  ]

  /// Whether a text has two units of one character where 64 or a multiple of it have gone before.
  private static func holdsCutPair(_ value: PropertyList) -> Bool {
    func isCut(_ text: String) -> Bool {
      let units = Array(text.utf16)
      return stride(from: 64, to: units.count, by: 64).contains {
        UTF16.isLeadSurrogate(units[$0 - 1])
      }
    }
    return switch value {
    case .string(let text): isCut(text)
    case .array(let values): values.contains(where: holdsCutPair)
    case .dictionary(let members): members.contains { isCut($0.key) || holdsCutPair($0.value) }
    default: false
    }
  }

  private static func hasNoNumberAsDate(_ value: PropertyList) -> Bool {
    switch value {
    case .date(let seconds): seconds.isNaN
    case .array(let values): values.contains(where: hasNoNumberAsDate)
    case .dictionary(let members): members.contains { hasNoNumberAsDate($0.value) }
    default: false
    }
  }
}
