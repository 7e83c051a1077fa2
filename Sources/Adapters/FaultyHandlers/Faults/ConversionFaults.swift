import Profiles
import ReferenceLibrary
import WireFormat

/// What is written like something else is taken for it (4.3, 4.4).
enum ConversionFaults {
  static let all: [Fault] = ofContents + ofTexts

  /// ABT-DICT-06, 09; ABT-ENC-11.
  private static let ofContents: [Fault] = [
    Fault(
      "nothing-as-configuration", .language,
      "a configuration that is false in a condition (an empty text, 0, false) is an empty one",
      breaks: ["ABT-DICT-06"]
    ) { decisions in
      let keys = decisions.dialect.keys
      DictionaryFaults.change(&decisions, keys.configuration) { value in
        switch value {
        case .string(""), .integer(0), .boolean(false): .dictionary([])
        default: value
        }
      }
    },
    Fault(
      "date-as-configuration", .language,
      "whatever is an object is a dictionary, and a date is an object without members",
      breaks: ["ABT-DICT-06"]
    ) { decisions in
      let keys = decisions.dialect.keys
      DictionaryFaults.change(&decisions, keys.configuration) { value in
        if case .date = value { .dictionary([]) } else { value }
      }
    },
    Fault(
      "only-dictionary-of-an-array", .lenientCall,
      "an array with one dictionary in the place of the configuration is that dictionary",
      breaks: ["ABT-DICT-06"]
    ) { decisions in
      let keys = decisions.dialect.keys
      DictionaryFaults.change(&decisions, keys.configuration) { value in
        guard case .array(let elements) = value, elements.count == 1,
          case .dictionary = elements[0]
        else { return value }
        return elements[0]
      }
    },
    Fault(
      "first-and-last-key-looked-at", .path,
      "of the keys to reset the first and the last one are checked to be texts; others are left out",
      breaks: ["ABT-DICT-09"]
    ) { decisions in
      let keys = decisions.dialect.keys
      DictionaryFaults.change(&decisions, keys.keys) { value in
        guard case .array(let elements) = value, elements.count > 2 else { return value }
        let inner = elements.dropFirst().dropLast().filter { element in
          if case .string = element { true } else { false }
        }
        return .array([elements[0]] + inner + [elements[elements.count - 1]])
      }
    },
    Fault(
      "category-under-the-profile-key", .path,
      "where the dictionary has no category, that of the profile's own key is taken",
      breaks: ["ABT-DICT-04"], mayAlso: ["ABT-DICT-08", "ABT-ENC-11"]
    ) { decisions in
      let keys = decisions.dialect.keys
      decisions.changeDictionary { members, _ in
        take(ProfileKey.category, for: keys.category, &members)
      }
    },
    Fault(
      "configuration-of-the-profile", .path,
      "where the dictionary has no contents, those under the profile's own key are taken",
      breaks: ["ABT-DICT-06"], mayAlso: ["ABT-DICT-09", "ABT-ENC-11"]
    ) { decisions in
      let keys = decisions.dialect.keys
      decisions.changeDictionary { members, verb in
        take(
          ProfileKey.configuration, for: verb == .apply ? keys.configuration : keys.keys, &members)
      }
    },
  ]

  private static func take(
    _ stray: String, for key: String, _ members: inout [PropertyList.Member]
  ) {
    guard !members.has(key),
      let found = members.first(where: { $0.key == stray })
    else { return }
    members.append(.init(key: key, value: found.value))
  }

  /// ABT-DATA-01.
  private static let ofTexts: [Fault] = [
    values("exponents-read", "texts that are numbers with an exponent become numbers") { text in
      guard text.utf8.count < 20, text.contains("e"),
        text.utf8.allSatisfy({ "0123456789e".utf8.contains($0) })
      else {
        return nil
      }
      return Double(text).map { .real($0) }
    },
    values("yes-and-no-read", "the texts YES and NO, on and off become Booleans") { text in
      guard text.utf8.count <= 3 else { return nil }
      return ["YES": true, "NO": false, "on": true, "off": false][text].map { .boolean($0) }
    },
    values("days-read", "texts that are days become dates") { text in
      guard text.utf8.count == 10 else { return nil }
      let seconds = DateText(Array("\(text)T00:00:00Z".utf8)[...])?.secondsSince2001
      return seconds.map { .date(Double($0)) }
    },
    values("identifiers-in-capitals-only", "texts that are UUIDs are written in capitals") { text in
      guard text.utf8.count == 36 else { return nil }
      let lengths = text.split(separator: "-").map(\.utf8.count)
      return lengths == [8, 4, 4, 4, 12] ? .string(text.uppercased()) : nil
    },
    texts("line-separators-as-line-feeds", "U+2028 and U+2029 become line feeds") {
      $0 == "\u{2028}" || $0 == "\u{2029}" ? "\n" : $0
    },
    texts("private-characters-replaced", "characters for private use become U+FFFD") {
      $0.properties.generalCategory == .privateUse ? "\u{FFFD}" : $0
    },
    texts("no-break-spaces-as-spaces", "all spaces become the usual one") {
      $0.properties.generalCategory == .spaceSeparator ? " " : $0
    },
    Fault(
      "joiners-left-out", .language, "characters that are not seen are left out of texts",
      breaks: ["ABT-DATA-01"]
    ) { decisions in
      decisions.changeTexts { text in
        mapped(text) { $0 == "\u{200D}" || $0 == "\u{200B}" || $0 == "\u{AD}" ? nil : $0 }
      }
    },
    Fault(
      "swapped-mark-decides", .parser,
      "a text that begins with U+FFFE has the bytes of its units the other way round",
      breaks: ["ABT-DATA-01"]
    ) { decisions in
      decisions.changeTexts { text in
        guard text.unicodeScalars.first == "\u{FFFE}" else { return text }
        return String(decoding: text.utf16.map(\.byteSwapped), as: UTF16.self)
      }
    },
    Fault(
      "arrays-of-arrays-flattened", .language,
      "an array of nothing but arrays becomes one array of their elements",
      breaks: ["ABT-DATA-01"], mayAlso: ["ABT-DATA-11"]
    ) { decisions in
      decisions.changeValues { value in
        guard case .array(let elements) = value, !elements.isEmpty else { return value }
        var flat: [ConfigurationValue] = []
        for element in elements {
          guard case .array(let inner) = element else { return value }
          flat += inner
        }
        return .array(flat)
      }
    },
    Fault(
      "keys-split-at-commas", .quoting,
      "keys to reset travel on as one text with commas between them",
      breaks: ["ABT-DEL-02"], mayAlso: ["ABT-DATA-01"]
    ) { decisions in
      decisions.changePayload { payload in
        guard case .reset(let keys) = payload.content, !keys.isEmpty else { return }
        payload.content = .reset(
          keys.flatMap { key in
            !key.utf8.contains(UInt8(ascii: ","))
              ? [key]
              : key.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
          })
      }
    },
  ]

  private static func values(
    _ name: String, _ description: String,
    _ read: @escaping @Sendable (String) -> ConfigurationValue?
  ) -> Fault {
    Fault(name, .lenientCall, description, breaks: ["ABT-DATA-01"]) { decisions in
      decisions.changeValues { value in
        if case .string(let text) = value { read(text) ?? value } else { value }
      }
    }
  }

  private static func texts(
    _ name: String, _ description: String,
    _ change: @escaping @Sendable (Unicode.Scalar) -> Unicode.Scalar
  ) -> Fault {
    Fault(name, .language, description, breaks: ["ABT-DATA-01"]) { decisions in
      decisions.changeTexts { mapped($0, change) }
    }
  }

  private static func mapped(
    _ text: String, _ change: (Unicode.Scalar) -> Unicode.Scalar?
  ) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let changed = change(scalar) { scalars.append(changed) }
    }
    return String(scalars)
  }
}
