import ReferenceLibrary
import WireFormat

extension DictionaryFaults {
  /// ABT-DICT-09 to 11: the list of keys of a reset.
  static let ofKeys: [Fault] = [
    Fault(
      "data-as-keys", .language,
      "keys to reset that are data are read as the texts that their bytes are",
      breaks: ["ABT-DICT-09"]
    ) { decisions in
      let names = decisions.dialect.keys
      decisions.changeDictionary { members, _ in
        for index in members.indices where members[index].key == names.keys {
          guard case .array(let elements) = members[index].value else { continue }
          members[index].value = .array(
            elements.map { element in
              guard case .data(let bytes) = element else { return element }
              return .string(String(decoding: bytes, as: UTF8.self))
            })
        }
      }
    },
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
      mayAlso: ["ABT-CHUNK-01", "ABT-DICT-10", "ABT-MULTI-05", "ABT-ROB-06"]
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
      "repeated-keys-in-pieces-passed-on", .path,
      "a key that a reset in pieces lists twice reaches the delegate twice",
      breaks: ["ABT-DICT-11"]
    ) { decisions in
      let isPiece = decisions.rememberPieces()
      keepRepeated(&decisions) { keys in
        var seen: Set<ExactText> = []
        return isPiece.update { $0 } ? keys : keys.filter { seen.insert(ExactText($0)).inserted }
      }
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
    }.shown(by: "abt/dictionary/repeated-key/unicode"),
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
