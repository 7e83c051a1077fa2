import ReferenceLibrary
import WireFormat

/// What is written like something else is taken for it (4.2 to 4.4).
enum ConversionFaults {
  static let all: [Fault] = ofContents + ofTexts + ofTokens

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
        take("Category", for: keys.category, &members)
      }
    },
    Fault(
      "configuration-of-the-profile", .path,
      "where the dictionary has no contents, those under the profile's own key are taken",
      breaks: ["ABT-DICT-06"], mayAlso: ["ABT-DICT-09", "ABT-ENC-11"]
    ) { decisions in
      let keys = decisions.dialect.keys
      decisions.changeDictionary { members, verb in
        take("Configuration", for: verb == .apply ? keys.configuration : keys.keys, &members)
      }
    },
  ]

  private static func take(
    _ name: String, for key: String, _ members: inout [PropertyList.Member]
  ) {
    guard !members.has(key),
      let stray = members.first(where: { $0.key == "com.absolute.thirdpartyconfig." + name })
    else { return }
    members.append(.init(key: key, value: stray.value))
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
      let parts = text.split(separator: "-")
      guard parts.count == 3, parts.allSatisfy({ Int($0) != nil }) else {
        return nil
      }
      return .date(442_454_400)
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

  /// ABT-TOK-02, 05, 06; ABT-CB-11.
  private static let ofTokens: [Fault] = [
    Fault(
      "token-of-any-algorithm", .cryptography,
      "tokens by algorithms of older dialects are accepted, too",
      breaks: ["ABT-TOK-02", "ABT-TOK-05"], mayAlso: ["ABT-TOK-*"]
    ) { decisions in
      accept(&decisions) { app in
        [
          Token.hmacSHA1Hex(bundleIdentifier: app.bundleIdentifier, apiKey: app.apiKey),
          Token.hmacSHA256Hex(bundleIdentifier: app.bundleIdentifier, apiKey: app.apiKey),
          Token.sha256Hex(bundleIdentifier: app.bundleIdentifier, apiKey: app.apiKey),
        ]
      }
    },
    Fault(
      "key-as-token", .cryptography, "the API key itself is accepted as a token",
      breaks: ["ABT-TOK-06"], mayAlso: ["ABT-TOK-*"]
    ) { decisions in accept(&decisions) { [$0.apiKey] } },
    Fault(
      "bundle-identifier-as-token", .cryptography,
      "the bundle identifier itself is accepted as a token",
      breaks: ["ABT-TOK-06"], mayAlso: ["ABT-TOK-*"]
    ) { decisions in accept(&decisions) { [$0.bundleIdentifier] } },
    Fault(
      "token-of-profile", .cryptography,
      "a token that is made of the profile instead of the bundle identifier is accepted",
      breaks: ["ABT-TOK-06"], mayAlso: ["ABT-TOK-*"]
    ) { decisions in
      let known = Memory("")
      let own = decisions.ownToken
      decisions.ownToken = { app, algorithm in
        known.update { $0 = app.apiKey }
        return own(app, algorithm)
      }
      let before = decisions.needsToken
      decisions.needsToken = { request in
        guard let profile = request.profile.bytes, let token = request.token.bytes else {
          return before(request)
        }
        let other = Token.hmacSHA256Hex(
          bundleIdentifier: String(decoding: profile, as: UTF8.self),
          apiKey: known.update { $0 })
        return before(request) && !token.elementsEqual(other.utf8)
      }
    },
    order("verb-before-token", "the verb") { $0.verb != nil },
    order("identifiers-before-token", "profile and payload") {
      $0.profile.bytes?.isEmpty == false && $0.payload.bytes?.isEmpty == false
    },
    order("data-before-token", "whether there is data") {
      $0.data != .absent || $0.encryptedData != .absent
    },
  ]

  private static func accept(
    _ decisions: inout Decisions, _ tokens: @escaping @Sendable (AppRegistration) -> [String]
  ) {
    let known = Memory([String]())
    let own = decisions.ownToken
    decisions.ownToken = { app, algorithm in
      known.update { $0 = tokens(app) }
      return own(app, algorithm)
    }
    let before = decisions.tokenIsValid
    decisions.tokenIsValid = { token, right in
      before(token, right)
        || known.update { known in
          known.contains { token.bytes?.elementsEqual($0.utf8) ?? false }
        }
    }
  }

  /// A request in which something else is not there is refused for that before its token is looked at.
  private static func order(
    _ name: String, _ what: String, _ isThere: @escaping @Sendable (ConfigurationRequest) -> Bool
  ) -> Fault {
    Fault(
      name, .path, "\(what) is looked at before the token", breaks: ["ABT-CB-11"],
      mayAlso: ["ABT-TOK-07/code", "ABT-TOK-10"]
    ) { decisions in
      let before = decisions.needsToken
      decisions.needsToken = { isThere($0) && before($0) }
    }
  }
}
