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
      "matrix-typed-by-first-members", .language,
      "a row of integers in an array of rows is kept in 32 bits where its first member fits, and the others are cut to that",
      breaks: ["ABT-DATA-01"]
    ) { decisions in
      decisions.changeValues { value in
        guard case .array(let rows) = value else { return value }
        return .array(rows.map(narrowed))
      }
    },
    Fault(
      "wide-text-in-array-of-whole-steps", .language,
      "a short text beyond ASCII in an array is copied eight UTF-16 units at a time, and one that fills its last step leaves the last unit to the terminator",
      breaks: ["ABT-DATA-01"]
    ) { decisions in
      decisions.changeValues { value in
        guard case .array(let elements) = value else { return value }
        return .array(
          elements.map { element in
            guard case .string(let text) = element, !text.utf8.allSatisfy({ $0 < 0x80 }) else {
              return element
            }
            let units = Array(text.utf16)
            guard units.count <= 64, units.count.isMultiple(of: 8) else { return element }
            return .string(String(decoding: units.dropLast(), as: UTF16.self))
          })
      }
    },
    Fault(
      "columns-typed-by-first-row", .language,
      "dictionaries with the same keys in an array are kept as a table, whose columns hold integers or reals as their first row does",
      breaks: ["ABT-DATA-01"]
    ) { decisions in
      decisions.changeValues { value in
        guard case .array(let elements) = value else { return value }
        return .array(asTable(elements))
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

  private static func asTable(_ rows: [ConfigurationValue]) -> [ConfigurationValue] {
    let tables = rows.compactMap { row -> [ConfigurationEntry]? in
      if case .dictionary(let entries) = row { entries } else { nil }
    }
    guard tables.count == rows.count, let first = tables.first else { return rows }
    /// The cell of the first row in the column of an entry.
    func model(_ entry: ConfigurationEntry) -> ConfigurationEntry? {
      first.first { $0.isNamed(entry.key) }
    }
    guard tables.allSatisfy({ $0.count == first.count && $0.allSatisfy { model($0) != nil } })
    else { return rows }
    return tables.map { entries in
      .dictionary(
        entries.map { entry in
          switch (model(entry)?.value, entry.value) {
          case (.real?, .integer(let number)?):
            return ConfigurationEntry(entry.key, .real(Double(number)))
          case (.integer?, .real(let number)?):
            guard let whole = Int64(exactly: number.rounded(.towardZero)) else { return entry }
            return ConfigurationEntry(entry.key, .integer(whole))
          default: return entry
          }
        })
    }
  }
}
