import ReferenceLibrary
import WireFormat

/// Mistakes in unpacking (4.3) and in reading the dictionary (4.4).
enum DataFaults {
  static let all: [Fault] = [
    Fault(
      "base64-skips-foreign-characters", .lenientCall,
      "characters outside the Base64 alphabet are skipped",
      breaks: ["ABT-DATA-02"]
    ) { decisions in
      let before = decisions.decodeBase64
      decisions.decodeBase64 = { text in before(text.filter(isDigit)) }
    },
    Fault(
      "magic-three-bytes", .comparison,
      "only the first three bytes of the magic are compared",
      breaks: ["ABT-DATA-05"],
      mayAlso: ["ABT-CHUNK-12"]
    ) { decisions in
      decisions.magicBytes = { unpacked, magic in
        unpacked.starts(with: magic.prefix(3)) ? magic.count : nil
      }
    }.needing(.magic(bytes: 4)),
    Fault(
      "magic-optional", .lenientCall,
      "a property list without the magic is taken too",
      breaks: ["ABT-DATA-05"],
      mayAlso: ["ABT-CB-11", "ABT-CHUNK-12"]
    ) { decisions in
      decisions.magicBytes = { unpacked, magic in unpacked.starts(with: magic) ? magic.count : 0 }
    }.needing(.magic(bytes: 1)),
    Fault(
      "booleans-as-numbers", .language,
      "booleans reach the delegate as the integers 0 and 1",
      breaks: ["ABT-DATA-01"],
      mayAlso: [
        "ABT-CHUNK-11", "ABT-ENC-09", "ABT-MULTI-02", "ABT-MULTI-03", "ABT-MULTI-04", "ABT-ROB-06",
        "ABT-URL-17", "ABT-CHUNK-01", "ABT-CHUNK-02", "ABT-CHUNK-10", "ABT-DATA-14",
      ]
    ) { decisions in
      let before = decisions.readPayload
      decisions.readPayload = { (list, verb) throws(RequestFailure) in
        var payload = try before(list, verb)
        if case .apply(let entries) = payload.content {
          payload.content = .apply(withoutBooleans(entries))
        }
        return payload
      }
    },
    Fault(
      "version-unchecked", .path,
      "the version of the dictionary is ignored",
      breaks: ["ABT-DICT-02", "ABT-DICT-03"],
      mayAlso: ["ABT-CHUNK-02", "ABT-CHUNK-12", "ABT-DEL-05"]
    ) { decisions in
      let name = decisions.dialect.keys.version
      let before = decisions.readPayload
      decisions.readPayload = { (list, verb) throws(RequestFailure) in
        guard case .dictionary(var members) = list else { return try before(list, verb) }
        members.removeAll { $0.key == name }
        members.append(PropertyList.Member(key: name, value: .integer(1)))
        return try before(.dictionary(members), verb)
      }
    },

    Fault(
      "base64-url-alphabet-too", .lenientCall,
      "hyphen and underscore are read as the two last digits",
      breaks: ["ABT-DATA-02"], mayAlso: ["ABT-CB-11", "ABT-CHUNK-*"]
    ) { decisions in
      let before = decisions.decodeBase64
      decisions.decodeBase64 = { text in
        before(
          text.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
          })
      }
    },
    Fault(
      "base64-skips-white-space", .lenientCall,
      "the decoder skips white space, as that of a mail does",
      breaks: ["ABT-DATA-02"]
    ) { decisions in
      let before = decisions.decodeBase64
      decisions.decodeBase64 = { text in before(text.filter { $0 > 0x20 }) }
    },
    Fault(
      "data-urls-read", .lenientCall,
      "data that is a data URL is read by the loader of URLs",
      breaks: ["ABT-DATA-02"]
    ) { decisions in
      let before = decisions.decodeBase64
      let (front, mark) = (Array("data:".utf8), Array(";base64,".utf8))
      decisions.decodeBase64 = { text in
        guard text.starts(with: front), let place = text.prefix(200).firstRange(of: mark) else {
          return before(text)
        }
        return before(Array(text[place.upperBound...]))
      }
    },
    Fault(
      "quoted-base64-read", .lenientCall,
      "quotation marks around the data are taken away",
      breaks: ["ABT-DATA-02"]
    ) { decisions in
      let before = decisions.decodeBase64
      decisions.decodeBase64 = { text in
        guard text.count > 1, let mark = text.first, text.last == mark,
          mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'")
        else { return before(text) }
        return before(Array(text[1..<(text.count - 1)]))
      }
    },
    Fault(
      "base64-ends-at-padding", .parser,
      "the decoder stops at the first padding and does not look behind it",
      breaks: ["ABT-DATA-02"],
      mayAlso: ["ABT-DATA-02/padding"]
    ) { decisions in
      let before = decisions.decodeBase64
      decisions.decodeBase64 = { text in
        guard let pad = text.firstIndex(of: UInt8(ascii: "=")) else { return before(text) }
        return before(Array(text[..<min(text.count, (pad + 4) & ~3)]).padded)
      }
    },
    Fault(
      "base64-padding-completed", .lenientCall,
      "padding that is missing is added",
      breaks: ["ABT-DATA-02/padding"]
    ) { decisions in
      decisions.decodeBase64 = { text in
        if case .paddingMissing(let bytes) = Base64Text.decode(text) { return bytes }
        return Decisions.base64(text)
      }
    },
    Fault(
      "base64-padding-not-counted", .lenientCall,
      "padding is cut off before the text is decoded, however much there is",
      breaks: ["ABT-DATA-02/padding"]
    ) { decisions in
      decisions.decodeBase64 = { text in
        if case .paddingSurplus(let bytes) = Base64Text.decode(text) { return bytes }
        return Decisions.base64(text)
      }
    },
    Fault(
      "base64-unescaped-again", .quoting,
      "escapes that are left in the data are decoded before the Base64",
      breaks: ["ABT-DATA-02"]
    ) { decisions in
      let before = decisions.decodeBase64
      decisions.decodeBase64 = { text in
        guard case .decoded(let bytes) = PercentCoding.decode(text) else { return before(text) }
        return before(bytes)
      }
    }.shown(by: "abt/form/percent/doubled"),
    Fault(
      "magic-in-any-case", .comparison,
      "the magic is compared as text, without regard to case",
      breaks: ["ABT-DATA-05"],
      mayAlso: ["ABT-CHUNK-12"]
    ) { decisions in
      decisions.magicBytes = { unpacked, magic in
        Texts.lowered(unpacked.prefix(magic.count)) == Texts.lowered(magic) ? magic.count : nil
      }
    }.needing(.magic(bytes: 1)),
    Fault(
      "magic-skipped", .path,
      "the first four bytes are skipped without being compared",
      breaks: ["ABT-DATA-05"],
      mayAlso: ["ABT-DEL-05", "ABT-CHUNK-12"]
    ) { decisions in
      decisions.magicBytes = { unpacked, magic in
        unpacked.count >= magic.count ? magic.count : nil
      }
    }.needing(.magic(bytes: 1)),
    Fault(
      "magic-in-either-byte-order", .comparison,
      "the magic is read as a number, in the byte order of either kind of machine",
      breaks: ["ABT-DATA-05"]
    ) { decisions in
      decisions.magicBytes = { unpacked, magic in
        unpacked.starts(with: magic) || unpacked.starts(with: magic.reversed()) ? magic.count : nil
      }
    }.needing(.magic(bytes: 1)),
    Fault(
      "list-sought", .parser,
      "the property list begins where its header is found, whatever stands in front of it",
      breaks: ["ABT-DATA-05"],
      mayAlso: ["ABT-CB-11", "ABT-CHUNK-12", "ABT-DATA-06", "ABT-DEL-05"]
    ) { decisions in
      let before = decisions.magicBytes
      decisions.magicBytes = { unpacked, magic in
        unpacked.firstRange(of: Array("bplist00".utf8))?.lowerBound ?? before(unpacked, magic)
      }
    }.needing(.magic(bytes: 1)),
    Fault(
      "magic-behind-a-mark", .lenientCall,
      "a byte order mark in front of the magic is skipped",
      breaks: ["ABT-DATA-05"]
    ) { decisions in
      let before = decisions.magicBytes
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      decisions.magicBytes = { unpacked, magic in
        guard unpacked.starts(with: mark) else { return before(unpacked, magic) }
        return before(Array(unpacked.dropFirst(mark.count)), magic).map { $0 + mark.count }
      }
    }.needing(.magic(bytes: 1)),
    Fault(
      "magic-only-of-apply", .path,
      "the data of a reset is taken without the magic",
      breaks: ["ABT-DATA-05"],
      mayAlso: ["ABT-CHUNK-12"]
    ) { decisions in
      let verb = decisions.verb
      let isReset = Memory(false)
      decisions.verb = { host in
        let found = verb(host)
        isReset.update { $0 = found == .reset }
        return found
      }
      let before = decisions.magicBytes
      decisions.magicBytes = { unpacked, magic in
        before(unpacked, magic) ?? (isReset.update { $0 } ? 0 : nil)
      }
    }.needing(.magic(bytes: 1)),
    Fault(
      "one-padding-for-two", .lenientCall,
      "one equals sign is enough where two are needed",
      breaks: ["ABT-DATA-02/padding"],
      mayAlso: ["ABT-DATA-02"]
    ) { decisions in
      let before = decisions.decodeBase64
      decisions.decodeBase64 = { text in
        let isShort = text.count % 4 == 3 && text.last == UInt8(ascii: "=")
        return before(isShort ? text + [UInt8(ascii: "=")] : text)
      }
    },
    Fault(
      "too-large-as-invalid-dictionary", .error,
      "data that is too large is reported like a dictionary that lacks something",
      breaks: ["ABT-DATA-08/code"],
      mayAlso: ["ABT-CB-11"]
    ) { decisions in
      let code = decisions.dialect.errorCodes.invalidDictionary
      decisions.changeFailures({ $0 == .dataTooLarge }) { $0.code = code }
    },
  ]

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
    }
  }

  private static func withoutBooleans(_ entries: [ConfigurationEntry]) -> [ConfigurationEntry] {
    entries.map { ConfigurationEntry($0.key, $0.value.map(withoutBooleans)) }
  }

  private static func withoutBooleans(_ value: ConfigurationValue) -> ConfigurationValue {
    switch value {
    case .boolean(let truth): .integer(truth ? 1 : 0)
    case .array(let elements): .array(elements.map(withoutBooleans))
    case .dictionary(let entries): .dictionary(withoutBooleans(entries))
    default: value
    }
  }
}

extension [UInt8] {
  /// With the padding that is missing for a whole group of four.
  fileprivate var padded: [UInt8] {
    self + [UInt8](repeating: UInt8(ascii: "="), count: (4 - count % 4) % 4)
  }
}
