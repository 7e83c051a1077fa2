import ReferenceLibrary
import WireFormat

/// Mistakes in reading the dictionary (4.4).
enum DictionaryFaults {
  static let all: [Fault] = [
    // Version
    Fault(
      "version-of-one-byte", .language,
      "the version is cut to one byte, so that 257 is 1",
      breaks: ["ABT-DICT-02"]
    ) { decisions in
      changeVersion(&decisions) { version in
        if case .integer(let number) = version { .integer(number & 0xFF) } else { version }
      }
    },
    Fault(
      "version-of-32-bits", .language,
      "the version is cut to 32 bits",
      breaks: ["ABT-DICT-02"]
    ) { decisions in
      changeVersion(&decisions) { version in
        guard case .integer(let number) = version else { return version }
        return .integer(Int64(Int32(truncatingIfNeeded: number)))
      }
    },
    Fault(
      "version-at-most-1", .comparison,
      "earlier versions than 1 are accepted",
      breaks: ["ABT-DICT-02"]
    ) { decisions in
      changeVersion(&decisions) { version in
        if case .integer(..<1) = version { .integer(1) } else { version }
      }
    },
    Fault(
      "version-at-least-1", .comparison,
      "later versions than 1 are accepted",
      breaks: ["ABT-DICT-02"],
      mayAlso: ["ABT-CHUNK-12", "ABT-DEL-05"]
    ) { decisions in
      changeVersion(&decisions) { version in
        if case .integer(2...) = version { .integer(1) } else { version }
      }
    },
    Fault(
      "version-from-text", .lenientCall,
      "the version is read by a call that takes the number out of a text",
      breaks: ["ABT-DICT-03"]
    ) { decisions in
      changeVersion(&decisions) { version in
        guard case .string(let text) = version else { return version }
        return .integer(Int64(text.prefix { $0.isNumber }) ?? 0)
      }
    },
    Fault(
      "version-from-real", .language,
      "the version is compared as a number, so that 1.0 is 1",
      breaks: ["ABT-DICT-03"]
    ) { decisions in
      changeVersion(&decisions) { version in
        if case .real(1) = version { .integer(1) } else { version }
      }
    },
    Fault(
      "version-from-boolean", .language,
      "true is equal to 1",
      breaks: ["ABT-DICT-03"],
      mayAlso: ["ABT-CB-11"]
    ) { decisions in
      changeVersion(&decisions) { version in
        if case .boolean(let truth) = version { .integer(truth ? 1 : 0) } else { version }
      }
    },
    Fault(
      "version-missing-as-1", .lenientCall,
      "the version is 1 where there is none",
      breaks: ["ABT-DICT-03"],
      mayAlso: ["ABT-CHUNK-12", "ABT-DEL-05"]
    ) { decisions in
      changeVersion(&decisions) { $0 ?? .integer(1) }
    },
    Fault(
      "version-of-reset-unchecked", .path,
      "the version is looked at for apply only",
      breaks: ["ABT-DICT-02", "ABT-DICT-03", "ABT-DEL-05"],
      mayAlso: ["ABT-CHUNK-12"]
    ) { decisions in
      let keys = decisions.dialect.keys
      decisions.changeDictionary { members, verb in
        guard verb == .reset else { return }
        members.removeAll { $0.key == keys.version }
        members.append(.init(key: keys.version, value: .integer(1)))
      }
    },
    Fault(
      "version-has-to-come-first", .parser,
      "the version is read from the first key of the dictionary",
      breaks: ["ABT-DICT-01"]
    ) { decisions in
      let keys = decisions.dialect.keys
      refuse(&decisions) { members, _ in
        members.first?.key != keys.version && members.contains { $0.key == keys.version }
      }
    },
    Fault(
      "contents-have-to-come-last", .parser,
      "the dictionary is read from its end: the contents have to be the last key",
      breaks: ["ABT-DICT-01"]
    ) { decisions in
      let keys = decisions.dialect.keys
      refuse(&decisions) { members, _ in members.last?.key == keys.version }
    },
    Fault(
      "other-version-as-invalid", .error,
      "another version is reported like a dictionary that is not right",
      breaks: ["ABT-DICT-02/code", "ABT-CB-11"]
    ) { decisions in
      let codes = decisions.dialect.errorCodes
      decisions.changeFailures({ $0 == .unsupportedVersion }) { $0.code = codes.invalidDictionary }
    },
    Fault(
      "other-version-as-undecodable", .error,
      "another version is reported like data that cannot be read",
      breaks: ["ABT-DICT-02/code"],
      mayAlso: ["ABT-CB-11"]
    ) { decisions in
      let codes = decisions.dialect.errorCodes
      decisions.changeFailures({ $0 == .unsupportedVersion }) { $0.code = codes.undecodableData }
    },
    Fault(
      "other-version-without-number", .error,
      "the code of another version is that version, so that the manager can see it",
      breaks: ["ABT-DICT-02/code"],
      mayAlso: ["ABT-CB-11"]
    ) { decisions in
      let seen = Memory(0)
      changeVersion(&decisions) { version in
        if case .integer(let number) = version { seen.update { $0 = Int(number % 1_000_000) } }
        return version
      }
      decisions.changeFailures({ $0 == .unsupportedVersion }) { $0.code = seen.update { $0 } }
    },
    Fault(
      "large-version-crashes", .robustness,
      "a version beyond 32 bits is converted by force",
      breaks: ["ABT-ROB-01", "ABT-DICT-02"]
    ) { decisions in
      changeVersion(&decisions) { version in
        if case .integer(let number) = version { return .integer(Int64(Int32(number))) }
        return version
      }
    },
    // Category
    Fault(
      "empty-category-as-none", .language,
      "an empty category counts as none",
      breaks: ["ABT-DICT-04"],
      mayAlso: ["ABT-ROB-06", "ABT-ROLL-08"]
    ) { decisions in
      decisions.changePayload { if $0.category == "" { $0.category = nil } }
    },
    Fault(
      "no-category-as-empty", .language,
      "where there is no category the delegate gets an empty one",
      breaks: ["ABT-DICT-04"],
      mayAlso: ["ABT-MULTI-03", "ABT-MULTI-04", "ABT-ROB-06", "ABT-ROLL-08", "ABT-URL-17"]
    ) { decisions in
      decisions.changePayload { $0.category = $0.category ?? "" }
    },
    Fault(
      "category-trimmed", .lenientCall,
      "white space around the category is cut off",
      breaks: ["ABT-DICT-04"]
    ) { decisions in
      decisions.changePayload { $0.category = $0.category.map { Texts.trimmed($0) } }
    },
    Fault(
      "category-kept", .state,
      "a request without a category has that of the request before",
      breaks: ["ABT-DICT-04"],
      mayAlso: ["ABT-ROB-06", "ABT-ROLL-08"]
    ) { decisions in
      let last = Memory<String?>(nil)
      decisions.changePayload { payload in
        let category = payload.category
        payload.category = last.update { last in
          last = category ?? last
          return last
        }
      }
    },
    Fault(
      "category-of-255-characters", .limit,
      "the category is cut to 255 characters",
      breaks: ["ABT-DICT-04"]
    ) { decisions in
      decisions.changePayload { $0.category = $0.category.map { String($0.prefix(255)) } }
    },
    Fault(
      "category-of-reset-lost", .path,
      "only apply has a category",
      breaks: ["ABT-DICT-04"],
      mayAlso: ["ABT-ROB-06"]
    ) { decisions in
      decisions.changePayload { payload in
        if case .reset = payload.content { payload.category = nil }
      }
    },
    Fault(
      "category-from-number", .lenientCall,
      "a category that is a number becomes a text",
      breaks: ["ABT-DICT-05"],
      mayAlso: ["ABT-DEL-05", "ABT-CHUNK-12"]
    ) { decisions in
      let keys = decisions.dialect.keys
      decisions.changeDictionary { members, _ in
        guard let index = members.firstIndex(where: { $0.key == keys.category }),
          case .integer(let number) = members[index].value
        else { return }
        members[index].value = .string(String(number))
      }
    },
    Fault(
      "mistyped-category-as-none", .lenientCall,
      "a category of another type counts as none",
      breaks: ["ABT-DICT-05", "ABT-DEL-05"],
      mayAlso: ["ABT-CHUNK-12"]
    ) { decisions in
      let keys = decisions.dialect.keys
      decisions.changeDictionary { members, _ in
        members.removeAll { member in
          if case .string = member.value { false } else { member.key == keys.category }
        }
      }
    },
    Fault(
      "category-of-reset-unchecked", .path,
      "the type of the category is looked at for apply only",
      breaks: ["ABT-DICT-05", "ABT-DEL-05"],
      mayAlso: ["ABT-CHUNK-12"]
    ) { decisions in
      let keys = decisions.dialect.keys
      decisions.changeDictionary { members, verb in
        members.removeAll { member in
          if case .string = member.value { return false }
          return verb == .reset && member.key == keys.category
        }
      }
    },
    // Configuration
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
    // Other keys
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
      mayAlso: ["ABT-DEL-01", "ABT-DEL-02"]
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
    // Keys
    Fault(
      "keys-missing-as-none", .lenientCall,
      "a reset without a list of keys is taken for one of no keys",
      breaks: ["ABT-DICT-09"],
      mayAlso: ["ABT-DATA-13"]
    ) { decisions in
      let keys = decisions.dialect.keys
      decisions.changeDictionary { members, _ in
        if !members.has(keys.keys) { members.append(.init(key: keys.keys, value: .array([]))) }
      }
    },
    Fault(
      "single-key-as-list", .lenientCall,
      "a text in the place of the list of keys is taken for one key",
      breaks: ["ABT-DICT-09"]
    ) { decisions in
      let keys = decisions.dialect.keys
      change(&decisions, keys.keys) { value in
        if case .string = value { .array([value]) } else { value }
      }
    },
    Fault(
      "mistyped-keys-skipped", .lenientCall,
      "members of the list of keys that are no texts are skipped",
      breaks: ["ABT-DICT-09"]
    ) { decisions in
      let keys = decisions.dialect.keys
      change(&decisions, keys.keys) { value in
        guard case .array(let elements) = value else { return value }
        return .array(elements.filter { if case .string = $0 { true } else { false } })
      }
    },
    Fault(
      "numbers-as-keys", .language,
      "numbers in the list of keys become texts",
      breaks: ["ABT-DICT-09"]
    ) { decisions in
      let keys = decisions.dialect.keys
      change(&decisions, keys.keys) { value in
        guard case .array(let elements) = value else { return value }
        return .array(
          elements.map { element in
            if case .integer(let number) = element { .string(String(number)) } else { element }
          })
      }
    },
    Fault(
      "dictionary-as-keys", .lenientCall,
      "of a dictionary in the place of the list of keys its keys are taken",
      breaks: ["ABT-DICT-09"]
    ) { decisions in
      let keys = decisions.dialect.keys
      change(&decisions, keys.keys) { value in
        guard case .dictionary(let members) = value else { return value }
        return .array(members.map { .string($0.key) })
      }
    },
    Fault(
      "first-key-checked-only", .path,
      "only the type of the first key is looked at",
      breaks: ["ABT-DICT-09"]
    ) { decisions in
      let keys = decisions.dialect.keys
      change(&decisions, keys.keys) { value in
        guard case .array(let elements) = value, case .string? = elements.first else {
          return value
        }
        return .array(elements.map { if case .string = $0 { $0 } else { .string("\($0)") } })
      }
    },
    Fault(
      "no-keys-refused", .language,
      "an empty list of keys counts as a missing one",
      breaks: ["ABT-DICT-10"],
      mayAlso: ["ABT-DATA-14", "ABT-DEL-02", "ABT-ROB-06"]
    ) { decisions in
      let keys = decisions.dialect.keys
      refuse(&decisions) { members, verb in verb == .reset && members.isEmpty(keys.keys) }
    },
    Fault(
      "no-keys-not-reverted", .path,
      "for an empty list of keys nobody is called",
      breaks: ["ABT-DICT-10"],
      mayAlso: ["ABT-DATA-14", "ABT-DEL-02", "ABT-ROB-06"]
    ) { decisions in
      let before = decisions.delegateCalls
      decisions.delegateCalls = { verb, set in
        verb == .reset && set.entries.isEmpty ? [] : before(verb, set)
      }
    },
    Fault(
      "no-keys-as-all", .state,
      "an empty list of keys stands for all keys that were ever applied",
      breaks: ["ABT-DEL-02"],
      mayAlso: ["ABT-DICT-10", "ABT-MULTI-05", "ABT-ROB-06"]
    ) { decisions in
      let known = Memory<[String]>(["host"])
      decisions.changePayload { payload in
        switch payload.content {
        case .apply(let entries): known.update { $0 = entries.map(\.key) }
        case .reset(let keys): if keys.isEmpty { payload.content = .reset(known.update { $0 }) }
        }
      }
    },
    Fault(
      "repeated-keys-passed-on", .path,
      "a key that a reset lists twice reaches the delegate twice",
      breaks: ["ABT-DICT-11"]
    ) { decisions in
      keepRepeated(&decisions) { $0 }
    },
    Fault(
      "repeated-keys-in-a-row-only", .comparison,
      "a key is only compared with the one before it",
      breaks: ["ABT-DICT-11"],
      mayAlso: ["ABT-DEL-02"]
    ) { decisions in
      keepRepeated(&decisions) { keys in
        keys.enumerated().filter { index, key in index == 0 || keys[index - 1] != key }
          .map(\.element)
      }
    },
    Fault(
      "repeated-empty-keys-passed-on", .language,
      "an empty key is not looked up among those that were seen",
      breaks: ["ABT-DICT-11"]
    ) { decisions in
      keepRepeated(&decisions) { keys in
        var seen: Set<ExactText> = []
        return keys.filter { $0.isEmpty || seen.insert(ExactText($0)).inserted }
      }
    },
    Fault(
      "equivalent-keys-as-one", .comparison,
      "keys with composed and decomposed characters count as the same",
      breaks: ["ABT-DEL-02"],
      mayAlso: ["ABT-ROB-02"]
    ) { decisions in
      decisions.changePayload { payload in
        guard case .reset(let keys) = payload.content else { return }
        var seen: Set<String> = []
        payload.content = .reset(keys.filter { seen.insert($0).inserted })
      }
    },
    // Keys of the profile
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
          members.contains(where: { $0.key == strayKey && $0.value == .boolean(false) })
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
          && members.contains { $0.key == strayKey && $0.value == .boolean(true) }
      }
    },
    Fault(
      "stray-bundle-identifier-compared", .path,
      "a bundle identifier that strayed into the dictionary has to be the app's own",
      breaks: ["ABT-DICT-08"]
    ) { decisions in
      refuse(&decisions) { members, _ in
        members.has("com.absolute.thirdpartyconfig.BundleIdentifier")
      }
    },
    Fault(
      "version-among-the-first-two", .parser,
      "the version is looked for in the first two keys of the dictionary",
      breaks: ["ABT-DICT-01"],
      mayAlso: ["ABT-*"]
    ) { decisions in
      let keys = decisions.dialect.keys
      refuse(&decisions) { members, _ in !members.prefix(2).contains { $0.key == keys.version } }
    },
    Fault(
      "version-of-before-remembered", .state,
      "once a request had another version, its sender is taken for one of that version",
      breaks: ["ABT-DICT-01"],
      mayAlso: ["ABT-*"]
    ) { decisions in
      let isOther = Memory(false)
      changeVersion(&decisions) { version in
        if case .integer(let number) = version, number != 1 { isOther.update { $0 = true } }
        return isOther.update { $0 } ? .integer(2) : version
      }
    },
    Fault(
      "no-keys-of-a-category-refused", .path,
      "an empty list of keys is taken for a mistake where there is a category",
      breaks: ["ABT-DICT-10"]
    ) { decisions in
      let keys = decisions.dialect.keys
      refuse(&decisions) { members, verb in
        verb == .reset && members.isEmpty(keys.keys) && members.has(keys.category)
      }
    },
  ]

  private static let strayKey = "com.absolute.thirdpartyconfig.DataEncryption"

  private static func changeVersion(
    _ decisions: inout Decisions,
    _ change: @escaping @Sendable (PropertyList?) -> PropertyList?
  ) {
    let keys = decisions.dialect.keys
    decisions.changeDictionary { members, _ in
      let index = members.firstIndex { $0.key == keys.version }
      guard let version = change(index.map { members[$0].value }) else { return }
      if let index {
        members[index].value = version
      } else {
        members.append(.init(key: keys.version, value: version))
      }
    }
  }

  private static func change(
    _ decisions: inout Decisions, _ key: String,
    _ change: @escaping @Sendable (PropertyList) -> PropertyList
  ) {
    decisions.changeDictionary { members, _ in
      guard let index = members.firstIndex(where: { $0.key == key }) else { return }
      members[index].value = change(members[index].value)
    }
  }

  private static func refuse(
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

  /// Replaces the keys that a reset lists, each once, by what is made of the list as it was sent.
  private static func keepRepeated(
    _ decisions: inout Decisions, _ change: @escaping @Sendable ([String]) -> [String]
  ) {
    let keys = decisions.dialect.keys
    let before = decisions.readPayload
    decisions.readPayload = { (list, verb) throws(RequestFailure) in
      var payload = try before(list, verb)
      guard verb == .reset, case .dictionary(let members) = list,
        case .array(let elements) = members.first(where: { $0.key == keys.keys })?.value
      else { return payload }
      let texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
      payload.content = .reset(change(texts))
      return payload
    }
  }
}

extension [PropertyList.Member] {
  fileprivate func has(_ key: String) -> Bool { contains { $0.key == key } }

  /// Whether the value of a key is an empty container.
  fileprivate func isEmpty(_ key: String) -> Bool {
    let value = first { $0.key == key }?.value
    return value == .array([]) || value == .dictionary([])
  }
}
