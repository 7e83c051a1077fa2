import ReferenceLibrary
import WireFormat

/// What languages and libraries do to values (4.3).
enum ValueFaults {
  static let all: [Fault] = [
    Fault(
      "whole-reals-as-integers", .language,
      "a real without a fraction becomes an integer",
      breaks: ["ABT-DATA-01"],
      mayAlso: [
        "ABT-DATA-14", "ABT-MULTI-02", "ABT-MULTI-03", "ABT-ROB-06", "ABT-CHUNK-02", "ABT-CHUNK-10",
        "ABT-CHUNK-11",
      ]
    ) { decisions in
      decisions.changeValues { value in
        guard case .real(let number) = value, let whole = Int64(exactly: number) else {
          return value
        }
        return .integer(whole)
      }
    },
    Fault(
      "keys-in-rows-composed", .language,
      "the keys of records in a list become properties, whose names are in normal form C",
      breaks: ["ABT-DATA-01"]
    ) { decisions in
      decisions.changeValues { value in
        guard case .array(let elements) = value else { return value }
        return .array(
          elements.map { element in
            guard case .dictionary(let entries) = element else { return element }
            return .dictionary(
              entries.map { ConfigurationEntry(Texts.composed($0.key), $0.value) })
          })
      }
    },
    Fault(
      "keys-of-16-bits", .limit,
      "the length of a key is kept in 16 bits",
      breaks: ["ABT-DATA-01"]
    ) { decisions in
      decisions.changeValues { value in
        guard case .dictionary(let entries) = value else { return value }
        return .dictionary(
          entries.map { entry in
            let units = Array(entry.key.utf16)
            let kept = units.prefix(units.count & 0xFFFF)
            return ConfigurationEntry(String(decoding: kept, as: UTF16.self), entry.value)
          })
      }
    },
    Fault(
      "nuls-behind-wide-texts-cut", .language,
      "texts beyond ASCII come from a buffer of UTF-16, whose NULs at the end are cut off",
      breaks: ["ABT-DATA-01"]
    ) { decisions in
      decisions.changeValues { value in
        guard case .string(let text) = value, text.utf8.contains(where: { $0 > 0x7F }) else {
          return value
        }
        let bytes = Array(text.utf8)
        let end = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        return .string(String(decoding: bytes[..<end], as: UTF8.self))
      }
    },
    Fault(
      "small-reals-flushed", .language,
      "reals are computed with on a unit that knows no subnormal numbers of 32 bits",
      breaks: ["ABT-DATA-01"], mayAlso: ["ABT-DATA-14"]
    ) { decisions in
      decisions.changeValues { value in
        guard case .real(let number) = value, let small = Float(exactly: number), small.isSubnormal
        else { return value }
        return .real(0)
      }
    },
    Fault(
      "dates-of-32-bits", .language,
      "the seconds of a date are kept in 32 bits with a sign",
      breaks: ["ABT-DATA-01"]
    ) { decisions in
      decisions.changeValues { value in
        guard case .date(let seconds) = value, (2_147_483_648..<4_294_967_296).contains(seconds)
        else { return value }
        return .date(seconds - 4_294_967_296)
      }
    },
    Fault(
      "integers-as-doubles", .language,
      "integers pass through a double, which has 53 bits",
      breaks: ["ABT-DATA-01"]
    ) { decisions in
      decisions.changeValues { value in
        guard case .integer(let number) = value else { return value }
        return .integer(Int64(exactly: Double(number).rounded()) ?? .max)
      }
    },
    Fault(
      "negative-integers-as-doubles", .language,
      "what is less than 0 fits into no number without a sign, and is kept as a double",
      breaks: ["ABT-DATA-01"]
    ) { decisions in
      decisions.changeValues { value in
        guard case .integer(let number) = value, number < 0 else { return value }
        return .integer(Int64(exactly: Double(number).rounded()) ?? .min)
      }
    },
    Fault(
      "integers-of-32-bits", .language,
      "integers are cut to 32 bits",
      breaks: ["ABT-DATA-01"], mayAlso: ["ABT-DATA-14"]
    ) { decisions in
      decisions.changeValues { value in
        guard case .integer(let number) = value else { return value }
        return .integer(Int64(Int32(truncatingIfNeeded: number)))
      }
    },
    Fault(
      "negative-integers-as-zero", .language,
      "integers are read as numbers without a sign; what does not fit becomes 0",
      breaks: ["ABT-DATA-01"], mayAlso: ["ABT-DATA-14"]
    ) { decisions in
      decisions.changeValues { value in
        guard case .integer(let number) = value, number < 0 else { return value }
        return .integer(0)
      }
    },
    Fault(
      "bytes-with-a-sign", .language,
      "integers of one byte are read with a sign",
      breaks: ["ABT-DATA-01"], mayAlso: ["ABT-DATA-14"]
    ) { decisions in
      decisions.changeValues { value in
        guard case .integer(let number) = value, (128...255).contains(number) else { return value }
        return .integer(number - 256)
      }
    },
    Fault(
      "numbers-as-booleans", .language,
      "the integers 0 and 1 reach the delegate as booleans",
      breaks: ["ABT-DATA-01"], mayAlso: ["ABT-DATA-14"]
    ) { decisions in
      decisions.changeValues { value in
        switch value {
        case .integer(0): .boolean(false)
        case .integer(1): .boolean(true)
        default: value
        }
      }
    },
    Fault(
      "texts-composed", .language,
      "texts are normalised to composed characters",
      breaks: ["ABT-DATA-01"],
      mayAlso: ["ABT-MULTI-02", "ABT-MULTI-03", "ABT-MULTI-04", "ABT-ROB-06", "ABT-CHUNK-10"]
    ) { decisions in
      decisions.changeTexts { Texts.composed($0) }
    },
    Fault(
      "texts-end-at-nul", .language,
      "texts are kept as C strings, so that they end at a NUL",
      breaks: ["ABT-DATA-01"]
    ) { decisions in
      decisions.changeTexts { Texts.untilNUL($0) }
    },
    Fault(
      "texts-trimmed", .lenientCall,
      "white space around texts is cut off",
      breaks: ["ABT-DATA-01"]
    ) { decisions in
      decisions.changeTexts { Texts.trimmed($0) }
    },
    Fault(
      "texts-of-two-byte-characters", .language,
      "characters beyond 16 bits become question marks",
      breaks: ["ABT-DATA-01"],
      mayAlso: [
        "ABT-MULTI-02", "ABT-MULTI-03", "ABT-ROB-06", "ABT-CHUNK-10", "ABT-CHUNK-11", "ABT-DATA-14",
        "ABT-ENC-09", "ABT-URL-17",
      ]
    ) { decisions in
      decisions.changeTexts { text in
        String(
          String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x1_0000 ? $0 : "?" }))
      }
    },
    Fault(
      "texts-with-unix-lines", .language,
      "line ends are changed to those of the system",
      breaks: ["ABT-DATA-01"]
    ) { decisions in
      decisions.changeTexts { String(decoding: $0.utf8.filter { $0 != 0x0D }, as: UTF8.self) }
    },
    Fault(
      "texts-of-64-kibibytes", .limit,
      "texts are cut after 65,535 bytes, as their length is kept in 16 bits",
      breaks: ["ABT-DATA-01"],
      mayAlso: ["ABT-CHUNK-01", "ABT-DATA-09"]
    ) { decisions in
      decisions.changeTexts { text in
        text.utf8.count > 65_535 ? String(decoding: text.utf8.prefix(65_535), as: UTF8.self) : text
      }
    },
    Fault(
      "texts-unescaped", .quoting,
      "texts are percent-decoded like parameters",
      breaks: ["ABT-DATA-01"]
    ) { decisions in
      let decode = decisions.decodeParameter
      decisions.changeTexts { text in
        guard text.utf8.contains(UInt8(ascii: "%")),
          let bytes = decode(Array(text.utf8)[...]).bytes
        else { return text }
        return String(decoding: bytes, as: UTF8.self)
      }
    },
    Fault(
      "texts-as-what-they-look-like", .lenientCall,
      "texts that look like numbers or booleans become such",
      breaks: ["ABT-DATA-01"]
    ) { decisions in
      decisions.changeValues { value in
        guard case .string(let text) = value else { return value }
        if let number = Int64(text) { return .integer(number) }
        return ["true", "false"].contains(text) ? .boolean(text == "true") : value
      }
    },
    Fault(
      "empty-texts-dropped", .language,
      "a key whose value is an empty text counts as one without a value",
      breaks: ["ABT-DATA-01"],
      mayAlso: [
        "ABT-CHG-01", "ABT-CHG-02", "ABT-CHG-04", "ABT-DATA-14", "ABT-DEL-04", "ABT-MULTI-02",
        "ABT-ROB-06", "ABT-URL-17", "ABT-URL-18", "ABT-CHG-03", "ABT-CHG-05", "ABT-CHUNK-02",
        "ABT-CHUNK-10", "ABT-CHUNK-11", "ABT-MULTI-03",
      ]
    ) { decisions in
      decisions.changeEntries { $0.filter { $0.value != .string("") } }
    },
    Fault(
      "empty-containers-dropped", .language,
      "a key whose value is an empty container counts as one without a value",
      breaks: ["ABT-DATA-01"],
      mayAlso: ["ABT-CHG-01", "ABT-DATA-14", "ABT-ROB-06", "ABT-CHG-05"]
    ) { decisions in
      decisions.changeEntries { entries in
        entries.filter { $0.value != .array([]) && $0.value != .dictionary([]) }
      }
    },
    Fault(
      "dates-of-whole-seconds", .limit,
      "dates are kept in whole seconds",
      breaks: ["ABT-DATA-01"]
    ) { decisions in
      decisions.changeValues { value in
        if case .date(let seconds) = value { .date(seconds.rounded(.down)) } else { value }
      }
    },
    Fault(
      "dates-of-hundredths", .limit,
      "dates are kept in hundredths of a second",
      breaks: ["ABT-DATA-01"]
    ) { decisions in
      decisions.changeValues { value in
        if case .date(let seconds) = value { .date((seconds * 100).rounded() / 100) } else { value }
      }
    },
    Fault(
      "dates-since-1970", .limit,
      "the seconds of a date are counted from 1970",
      breaks: ["ABT-DATA-01"],
      mayAlso: [
        "ABT-ENC-09", "ABT-MULTI-02", "ABT-MULTI-03", "ABT-ROB-06", "ABT-URL-17", "ABT-CHUNK-02",
        "ABT-CHUNK-10", "ABT-CHUNK-11", "ABT-DATA-14",
      ]
    ) { decisions in
      decisions.changeValues { value in
        if case .date(let seconds) = value { .date(seconds - 978_307_200) } else { value }
      }
    },
    Fault(
      "dates-in-local-time", .language,
      "dates are written in local time and read again as universal time",
      breaks: ["ABT-DATA-01"],
      mayAlso: [
        "ABT-ENC-09", "ABT-MULTI-02", "ABT-MULTI-03", "ABT-ROB-06", "ABT-URL-17", "ABT-CHUNK-02",
        "ABT-CHUNK-10", "ABT-CHUNK-11", "ABT-DATA-14",
      ]
    ) { decisions in
      decisions.changeValues { value in
        if case .date(let seconds) = value { .date(seconds + 3_600) } else { value }
      }
    },
    Fault(
      "early-dates-as-zero", .language,
      "dates before the reference date do not fit into a number without a sign",
      breaks: ["ABT-DATA-01"]
    ) { decisions in
      decisions.changeValues { value in
        if case .date(let seconds) = value { .date(max(0, seconds)) } else { value }
      }
    },
    Fault(
      "reals-of-32-bits", .language,
      "reals are kept in 32 bits",
      breaks: ["ABT-DATA-01"]
    ) { decisions in
      decisions.changeValues { value in
        if case .real(let number) = value { .real(Double(Float(number))) } else { value }
      }
    },
    Fault(
      "negative-zero-lost", .language,
      "a real is added to zero, which takes away the sign of a negative zero",
      breaks: ["ABT-DATA-01"], mayAlso: ["ABT-DATA-14"]
    ) { decisions in
      decisions.changeValues { value in
        if case .real(let number) = value, number == 0 { .real(0) } else { value }
      }
    },
    Fault(
      "infinite-reals-crash", .robustness,
      "a real is changed to an integer by force to see whether it is whole",
      breaks: ["ABT-ROB-01"],
      mayAlso: ["ABT-DATA-01"]
    ) { decisions in
      decisions.changeValues { value in
        if case .real(let number) = value {
          precondition(abs(number) < 1e18, "a number fits into 64 bits")
        }
        return value
      }
    },
    Fault(
      "arrays-of-one-unwrapped", .lenientCall,
      "an array of one text is taken for that text",
      breaks: ["ABT-DATA-01"],
      mayAlso: ["ABT-DATA-11", "ABT-DATA-14"]
    ) { decisions in
      decisions.changeValues { value in
        if case .array(let elements) = value, elements.count == 1 { elements[0] } else { value }
      }
    },
    Fault(
      "arrays-of-255", .limit,
      "the members of an array are counted in one byte",
      breaks: ["ABT-DATA-01"]
    ) { decisions in
      decisions.changeValues { value in
        guard case .array(let elements) = value else { return value }
        return .array(Array(elements.prefix(elements.count & 255)))
      }
    },
    Fault(
      "data-as-text", .language,
      "data reaches the delegate as Base64 text, as on the way through JSON",
      breaks: ["ABT-DATA-01"],
      mayAlso: [
        "ABT-CHUNK-11", "ABT-DATA-14", "ABT-MULTI-02", "ABT-MULTI-03", "ABT-MULTI-04", "ABT-ROB-06",
        "ABT-CHUNK-02", "ABT-CHUNK-10", "ABT-URL-17",
      ]
    ) { decisions in
      decisions.changeValues { value in
        guard case .data(let bytes) = value else { return value }
        return .string(String(decoding: Base64Text.encode(bytes), as: UTF8.self))
      }
    },
    Fault(
      "keys-as-paths", .lenientCall,
      "a dot in a key makes a dictionary of it",
      breaks: ["ABT-DATA-01"],
      mayAlso: ["ABT-CHG-02", "ABT-CHG-03", "ABT-CHG-06", "ABT-CHG-01"]
    ) { decisions in
      decisions.changeEntries { entries in
        entries.map { entry in
          guard let dot = entry.key.firstIndex(of: "."), let value = entry.value else {
            return entry
          }
          let rest = String(entry.key[entry.key.index(after: dot)...])
          return ConfigurationEntry(
            String(entry.key[..<dot]), .dictionary([ConfigurationEntry(rest, value)]))
        }
      }
    },
    Fault(
      "keys-composed", .comparison,
      "keys are normalised, so that they can be compared",
      breaks: ["ABT-DATA-01"],
      mayAlso: ["ABT-CHG-01"]
    ) { decisions in
      decisions.changeEntries { entries in
        entries.map { ConfigurationEntry(Texts.composed($0.key), $0.value) }
      }
    },
    Fault(
      "values-of-last-request-kept", .state,
      "the values of an apply are put into the dictionary of the one before",
      breaks: ["ABT-DEL-04"],
      mayAlso: [
        "ABT-CHG-01", "ABT-DATA-01", "ABT-ROB-04", "ABT-ROB-06", "ABT-CHG-02", "ABT-CHUNK-01",
        "ABT-CHUNK-02", "ABT-MULTI-02", "ABT-MULTI-03",
      ]
    ) { decisions in
      let known = Memory<[ConfigurationEntry]>([])
      decisions.changePayload { payload in
        guard case .apply(let entries) = payload.content else { return }
        let all = known.update { known in
          known.removeAll { old in entries.contains { $0.isNamed(old.key) } }
          known += entries
          return known
        }
        payload.content = .apply(all)
      }
    },
    Fault(
      "records-without-infinite-numbers", .language,
      "lists of records pass through a text format that has no infinite numbers: 0 is read back",
      breaks: ["ABT-DATA-01"]
    ) { decisions in
      decisions.changeValues { value in
        guard case .array(let rows) = value else { return value }
        return .array(
          rows.map { row in
            guard case .dictionary(let members) = row else { return row }
            return .dictionary(
              members.map { member in
                guard case .real(let number) = member.value, number.isInfinite else {
                  return member
                }
                return ConfigurationEntry(member.key, .real(0))
              })
          })
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
      breaks: ["ABT-DATA-01"], mayAlso: ["ABT-DATA-14"]
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
  ]
}
