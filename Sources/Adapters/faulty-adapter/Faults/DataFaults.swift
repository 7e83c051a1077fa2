import ReferenceLibrary
import WireFormat

/// Mistakes in unpacking (4.3) and in reading the dictionary (4.4).
enum DataFaults {
  static let all: [Fault] = [
    Fault(
      "base64-skips-foreign-characters",
      "characters outside the Base64 alphabet are skipped",
      breaks: ["ABT-DATA-02"]
    ) { decisions in
      let before = decisions.decodeBase64
      decisions.decodeBase64 = { text in before(text.filter(isDigit)) }
    },
    Fault(
      "magic-three-bytes",
      "only the first three bytes of the magic are compared",
      breaks: ["ABT-DATA-05"]
    ) { decisions in
      decisions.magicBytes = { unpacked, magic in
        unpacked.starts(with: magic.prefix(3)) ? magic.count : nil
      }
    },
    Fault(
      "magic-optional",
      "a property list without the magic is taken too",
      breaks: ["ABT-DATA-05"]
    ) { decisions in
      decisions.magicBytes = { unpacked, magic in unpacked.starts(with: magic) ? magic.count : 0 }
    },
    Fault(
      "booleans-as-numbers",
      "booleans reach the delegate as the integers 0 and 1",
      breaks: ["ABT-DATA-01"]
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
      "version-unchecked",
      "the version of the dictionary is ignored",
      breaks: ["ABT-DICT-02", "ABT-DICT-03"]
    ) { decisions in
      let before = decisions.readPayload
      decisions.readPayload = { (list, verb) throws(RequestFailure) in
        guard case .dictionary(var members) = list else { return try before(list, verb) }
        members.removeAll { $0.key == Dialect.profile1.keys.version }
        members.append(PropertyList.Member(key: Dialect.profile1.keys.version, value: .integer(1)))
        return try before(.dictionary(members), verb)
      }
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
