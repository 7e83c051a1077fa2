import ReferenceLibrary

extension DeepFaults {
  /// Values of one type in one place (4.3).
  static let values: [Fault] = [
    Fault(
      "key-of-255-wide-units", .limit,
      "a key in UTF-16 is copied to a buffer of 256 units, and one that fills it leaves its last unit to the terminator",
      breaks: ["ABT-DATA-01"], mayAlso: ["ABT-CHG-01"]
    ) { decisions in
      decisions.changeEntries { entries in
        entries.map { entry in
          let units = Array(entry.key.utf16)
          guard units.count == 255, !entry.key.utf8.allSatisfy({ $0 < 0x80 }) else { return entry }
          return ConfigurationEntry(
            String(decoding: units.dropLast(), as: UTF16.self), entry.value)
        }
      }
    },
    Fault(
      "five-digit-year-in-array-crashes", .robustness,
      "the dates of an array are formatted together, and each is thought to have a year of four digits",
      breaks: ["ABT-ROB-01"]
    ) { decisions in
      decisions.changeValues { value in
        guard case .array(let elements) = value else { return value }
        for case .date(let seconds) in elements where seconds.isFinite {
          let beginningOfYear10000 = 252_423_993_600.0
          precondition(seconds < beginningOfYear10000, "a year has four digits")
        }
        return value
      }
    },
    Fault(
      "pair-cut-between-blocks", .language,
      "a text is decoded in blocks of 128 UTF-16 units, and a surrogate pair on both sides of a boundary becomes two replacement characters",
      breaks: ["ABT-DATA-01"]
    ) { decisions in
      decisions.changeTexts { text in
        var units = Array(text.utf16)
        for last in stride(from: 127, to: units.count - 1, by: 128)
        where UTF16.isLeadSurrogate(units[last]) {
          units[last] = 0xFFFD
          units[last + 1] = 0xFFFD
        }
        return String(decoding: units, as: UTF16.self)
      }
    },
    Fault(
      "matrix-typed-by-first-members", .language,
      "a row of integers in an array of rows is kept in 32 bits where its first member fits, and the others are cut to that",
      breaks: ["ABT-DATA-01"]
    ) { decisions in
      decisions.changeValues { value in
        guard case .array(let rows) = value else { return value }
        return .array(rows.map(narrowed))
      }
    },
  ]

  private static func narrowed(_ row: ConfigurationValue) -> ConfigurationValue {
    guard case .array(let elements) = row else { return row }
    let numbers = elements.compactMap { element -> Int64? in
      if case .integer(let number) = element { number } else { nil }
    }
    guard numbers.count == elements.count, let first = numbers.first, Int32(exactly: first) != nil
    else { return row }
    return .array(numbers.map { .integer(Int64(Int32(truncatingIfNeeded: $0))) })
  }
}
