import Profiles
import ReferenceLibrary
import WireFormat

/// Mistakes in reading the dictionary (4.4).
enum DictionaryFaults {
  static let all: [Fault] =
    ofVersions + ofCategories + ofConfigurations + ofOtherKeys + ofKeys + ofStrayKeys

  /// ABT-DICT-06, 07.
  static let ofConfigurations: [Fault] = [
    Fault(
      "configuration-missing-as-empty", .lenientCall,
      "an apply without a configuration is taken for one without values",
      breaks: ["ABT-DICT-06"],
      mayAlso: ["ABT-DATA-13"]
    ) { decisions in
      let keys = decisions.dialect.keys
      decisions.changeDictionary { members, _ in
        if !members.contains(where: { $0.key == keys.configuration }) {
          members.append(.init(key: keys.configuration, value: .dictionary([])))
        }
      }
    },
    Fault(
      "empty-array-as-configuration", .language,
      "an empty array and an empty dictionary are the same",
      breaks: ["ABT-DICT-06"]
    ) { decisions in
      let keys = decisions.dialect.keys
      change(&decisions, keys.configuration) { value in
        if case .array(let elements) = value, elements.isEmpty { .dictionary([]) } else { value }
      }
    },
    Fault(
      "mistyped-configuration-as-empty", .lenientCall,
      "a configuration of another type is taken for one without values",
      breaks: ["ABT-DICT-06"]
    ) { decisions in
      let keys = decisions.dialect.keys
      change(&decisions, keys.configuration) { value in
        if case .dictionary = value { value } else { .dictionary([]) }
      }
    },
    Fault(
      "empty-configuration-refused", .language,
      "an empty configuration counts as a missing one",
      breaks: ["ABT-DICT-07"],
      mayAlso: ["ABT-CB-11", "ABT-DATA-14", "ABT-DEL-01", "ABT-DICT-08", "ABT-ROB-06"]
    ) { decisions in
      let keys = decisions.dialect.keys
      refuse(&decisions) { members, verb in
        verb == .apply && members.isEmpty(keys.configuration)
      }
    },
    Fault(
      "empty-configuration-not-applied", .path,
      "for an empty configuration nobody is called",
      breaks: ["ABT-DICT-07"],
      mayAlso: ["ABT-DATA-14", "ABT-DEL-01", "ABT-ROB-06"]
    ) { decisions in
      let before = decisions.delegateCalls
      decisions.delegateCalls = { verb, set in
        verb == .apply && set.entries.isEmpty ? [] : before(verb, set)
      }
    },
    Fault(
      "empty-configuration-reverts", .path,
      "an empty configuration is taken for a wish to revert everything",
      breaks: ["ABT-DICT-07"],
      mayAlso: ["ABT-DATA-14", "ABT-DEL-01", "ABT-ROB-06"]
    ) { decisions in
      let before = decisions.delegateCalls
      decisions.delegateCalls = { verb, set in
        verb == .apply && set.entries.isEmpty ? [.revert] : before(verb, set)
      }
    },
  ]

  /// ABT-DICT-08: keys that the protocol does not have.
  static let ofOtherKeys: [Fault] = [
    Fault(
      "dictionary-keys-in-any-case", .comparison,
      "the keys of the dictionary are compared without regard to case",
      breaks: ["ABT-DICT-08"],
      mayAlso: ["ABT-CB-11"]
    ) { decisions in
      let keys = decisions.dialect.keys
      decisions.changeDictionary { members, _ in
        if let index = members.firstIndex(where: {
          $0.key != keys.version && $0.key.lowercased() == keys.version.lowercased()
        }) {
          let other = members.remove(at: index)
          members.removeAll { $0.key == keys.version }
          members.append(.init(key: keys.version, value: other.value))
        }
      }
    },
    Fault(
      "dictionary-with-more-keys-refused", .limit,
      "a dictionary with more keys than the protocol has is refused",
      breaks: ["ABT-DICT-08"],
      mayAlso: ["ABT-DATA-14", "ABT-DEL-01", "ABT-DEL-02"]
    ) { decisions in
      let keys = decisions.dialect.keys
      refuse(&decisions) { members, _ in members.count > 2 + (members.has(keys.category) ? 1 : 0) }
    },
    Fault(
      "unknown-containers-refused", .path,
      "an unknown key is ignored unless its value is a container",
      breaks: ["ABT-DICT-08"]
    ) { decisions in
      let keys = decisions.dialect.keys
      refuse(&decisions) { members, _ in
        members.contains { member in
          if [keys.version, keys.category, keys.configuration, keys.keys].contains(member.key) {
            return false
          }
          return switch member.value {
          case .array, .dictionary: true
          default: false
          }
        }
      }
    },
  ]

  /// ABT-DICT-08, ABT-ENC-11: keys of the profile that have strayed into the dictionary.
  static let ofStrayKeys: [Fault] = [
    Fault(
      "own-word-refused", .path,
      "unknown keys are ignored, but not the profile's word that data need not be encrypted",
      breaks: ["ABT-ENC-11"], mayAlso: ["ABT-DICT-08"]
    ) { decisions in
      let before = decisions.readPayload
      decisions.readPayload = { (list, verb) throws(RequestFailure) in
        if case .dictionary(let members) = list,
          members.contains(where: {
            $0.key == ProfileKey.dataEncryption && $0.value == .boolean(false)
          })
        {
          throw .invalidDictionary
        }
        return try before(list, verb)
      }
    },
    Fault(
      "own-word-inside-of-plain-data", .path,
      "unencrypted data is refused where a key of the configuration asks for encryption",
      breaks: ["ABT-ENC-11"], mayAlso: ["ABT-DEL-04"]
    ) { decisions in
      let isPlain = Memory(true)
      let choose = decisions.chooseData
      decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
        let source = try choose(data, encryptedData, edition)
        isPlain.update { $0 = !source.isEncrypted }
        return source
      }
      let before = decisions.readPayload
      decisions.readPayload = { (list, verb) throws(RequestFailure) in
        let payload = try before(list, verb)
        if case .apply(let entries) = payload.content, isPlain.update({ $0 }),
          entries.contains(where: {
            $0.key == ProfileKey.dataEncryption && $0.value == .boolean(true)
          })
        {
          throw .encryptionRequired
        }
        return payload
      }
    },
    Fault(
      "own-word-on-encryption", .path,
      "unencrypted data may say of itself that it need not be encrypted",
      breaks: ["ABT-ENC-11"],
      mayAlso: ["ABT-ENC-03"], in: [.encrypting]
    ) { decisions in
      let isForbidden = Memory(false)
      let before = decisions.chooseData
      decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
        var lenient = edition
        lenient.allowsUnencrypted = true
        let source = try before(data, encryptedData, lenient)
        isForbidden.update { $0 = !source.isEncrypted && !edition.allowsUnencrypted }
        return source
      }
      let read = decisions.readPayload
      decisions.readPayload = { (list, verb) throws(RequestFailure) in
        let payload = try read(list, verb)
        guard isForbidden.update({ $0 }) else { return payload }
        guard case .dictionary(let members) = list,
          members.contains(where: {
            $0.key == ProfileKey.dataEncryption && $0.value == .boolean(false)
          })
        else { throw .encryptionRequired }
        return payload
      }
    },
    Fault(
      "own-word-on-encryption-obeyed", .path,
      "data that says of itself that it has to be encrypted is refused by the plain edition",
      breaks: ["ABT-DICT-08"], in: [.plain]
    ) { decisions in
      let isPlain = Memory(true)
      let before = decisions.chooseData
      decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
        isPlain.update { $0 = edition.decryptor == nil }
        return try before(data, encryptedData, edition)
      }
      refuse(&decisions) { members, _ in
        isPlain.update { $0 }
          && members.contains { $0.key == ProfileKey.dataEncryption && $0.value == .boolean(true) }
      }
    },
    Fault(
      "stray-bundle-identifier-compared", .path,
      "a bundle identifier that strayed into the dictionary has to be the app's own",
      breaks: ["ABT-DICT-08"]
    ) { decisions in
      refuse(&decisions) { members, _ in
        members.has(ProfileKey.bundleIdentifier)
      }
    },
  ]

  static func change(
    _ decisions: inout Decisions, _ key: String,
    _ change: @escaping @Sendable (PropertyList) -> PropertyList
  ) {
    decisions.changeDictionary { members, _ in
      guard let index = members.firstIndex(where: { $0.key == key }) else { return }
      members[index].value = change(members[index].value)
    }
  }

  static func refuse(
    _ decisions: inout Decisions,
    where isRefused: @escaping @Sendable ([PropertyList.Member], Verb) -> Bool
  ) {
    let before = decisions.readPayload
    decisions.readPayload = { (list, verb) throws(RequestFailure) in
      if case .dictionary(let members) = list, isRefused(members, verb) {
        throw .invalidDictionary
      }
      return try before(list, verb)
    }
  }
}

extension [PropertyList.Member] {
  func has(_ key: String) -> Bool { contains { $0.key == key } }

  /// Whether the value of a key is an empty container.
  func isEmpty(_ key: String) -> Bool {
    let value = first { $0.key == key }?.value
    return value == .array([]) || value == .dictionary([])
  }
}
