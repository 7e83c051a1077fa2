import JSONText
import ReferenceLibrary
import WireFormat

/// Mistakes in the list of changed values (4.6).
enum ChangedValuesFaults {
  static let all: [Fault] = [
    Fault(
      "changed-without-padding", .lenientCall,
      "the Base64 of the list is that of a library for web tokens, which have no padding",
      breaks: ["ABT-CHG-09"], mayAlso: ["ABT-CB-11", "ABT-CHUNK-01", "ABT-URL-17", "ABT-ROLL-09"]
    ) { decisions in
      rewrite(&decisions) { text in
        Array(text.prefix { $0 != UInt8(ascii: "=") })
      }
    },
    Fault(
      "changed-with-the-rest-of-the-buffer", .lenientCall,
      "what is sent of the list is the buffer, which is a multiple of eight bytes, and not what is written in it",
      breaks: ["ABT-CHG-09"], mayAlso: ["ABT-CB-11", "ABT-CHUNK-01", "ABT-URL-17", "ABT-ROLL-09"]
    ) { decisions in
      rewrite(&decisions) { text in
        guard case .decoded(let bytes) = Base64Text.decode(text) else { return text }
        return Base64Text.encode(bytes + [UInt8](repeating: 0, count: -bytes.count & 7))
      }
    },
    Fault(
      "changed-only-recorded", .rollback,
      "without any record nothing counts as changed",
      breaks: ["ABT-CHG-01"],
      mayAlso: [
        "ABT-DEL-04", "ABT-MULTI-02", "ABT-MULTI-03", "ABT-MULTI-04", "ABT-ROB-06", "ABT-ROLL-09",
        "ABT-URL-17", "ABT-CB-11", "ABT-CHUNK-01",
      ]
    ) { decisions in
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in records.isEmpty ? [] : before(keys, records) }
    },
    Fault(
      "changed-ignores-not-applied", .rollback,
      "keys that were recorded as not applied count as changed all the same",
      breaks: ["ABT-CHG-02"],
      mayAlso: ["ABT-MULTI-04"]
    ) { decisions in
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        before(keys, records.filter { !$0.isNotApplied })
      }
    },
    Fault(
      "changed-ignores-applied", .rollback,
      "all keys count as changed but those that were recorded as not applied",
      breaks: ["ABT-CHG-03", "ABT-CHG-04", "ABT-CHG-05"],
      mayAlso: ["ABT-MULTI-04", "ABT-ROB-06"]
    ) { decisions in
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        before(keys, records.filter(\.isNotApplied))
      }
    },
    Fault(
      "changed-not-applied-wins", .rollback,
      "one key recorded as not applied makes all others count as changed",
      breaks: ["ABT-CHG-04"],
      mayAlso: ["ABT-CHG-05", "ABT-MULTI-04"]
    ) { decisions in
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        let refused = records.filter(\.isNotApplied)
        return before(keys, refused.isEmpty ? records : refused)
      }
    },
    Fault(
      "changed-by-the-majority", .rollback,
      "what the delegate recorded more often decides whether it named what it applied or what it did not apply",
      breaks: ["ABT-CHG-04"],
      mayAlso: ["ABT-CHG-05", "ABT-MULTI-04"]
    ) { decisions in
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        let refused = records.filter(\.isNotApplied)
        return before(keys, 2 * refused.count > records.count ? refused : records)
      }
    },
    Fault(
      "changed-without-old-values", .rollback,
      "keys that were recorded with an old value do not count as applied",
      breaks: ["ABT-CHG-05"],
      mayAlso: ["ABT-CHG-03", "ABT-CHG-04"]
    ) { decisions in
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        before(
          keys,
          records.filter { if case .replaced = $0 { false } else { true } })
      }
    },
    Fault(
      "recorded-once-in-any-case", .comparison,
      "of keys that were recorded as applied and differ in case alone the first one counts",
      breaks: ["ABT-CHG-03"], mayAlso: ["ABT-CHG-04", "ABT-CHG-05"]
    ) { decisions in
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        var known: [String: ExactText] = [:]
        return before(
          keys,
          records.filter { record in
            guard let key = record.appliedKey else { return true }
            let exact = ExactText(key)
            let first = known[key.lowercased()] ?? exact
            known[key.lowercased()] = first
            return first == exact
          })
      }
    },
    Fault(
      "changed-with-magic", .quoting,
      "the list of changed values is packed as requests are, with the magic in front",
      breaks: ["ABT-CHG-09"],
      mayAlso: ["ABT-ROLL-09", "ABT-URL-17", "ABT-CB-11", "ABT-CHUNK-01"]
    ) { decisions in
      let before = decisions.changedValuesList
      let magic = decisions.dialect.magic
      decisions.changedValuesList = { writer, keys in magic + before(&writer, keys) }
    }.needing(.magic(bytes: 1)),

    Fault(
      "changed-up-to-a-hundred", .limit,
      "at most 100 changed keys are listed",
      breaks: ["ABT-CHG-01"], mayAlso: ["ABT-CHG-03"]
    ) { decisions in
      change(&decisions) { Array($0.prefix(100)) }
    },
    Fault(
      "changed-up-to-four-thousand", .limit,
      "changed keys are listed in a table of 4,096 rows",
      breaks: ["ABT-CHG-01"], mayAlso: ["ABT-CHG-02", "ABT-CHG-03"]
    ) { decisions in
      change(&decisions) { Array($0.prefix(4_096)) }
    },
    Fault(
      "recorded-keys-composed", .language,
      "what the delegate records is kept under keys of normal form C",
      breaks: ["ABT-CHG-02", "ABT-CHG-03", "ABT-ROLL-01"],
      mayAlso: ["ABT-CHG-04", "ABT-CHG-05", "ABT-ROLL-02"]
    ) { decisions in
      rename(&decisions) { Texts.composed($0) }
    },
    Fault(
      "recorded-keys-trimmed", .lenientCall,
      "what the delegate records is kept under keys without white space around them",
      breaks: ["ABT-CHG-02", "ABT-CHG-03", "ABT-ROLL-01"],
      mayAlso: ["ABT-CHG-04", "ABT-CHG-05", "ABT-ROLL-02"]
    ) { decisions in
      rename(&decisions) { Texts.trimmed($0) }
    },
    Fault(
      "records-of-pieces-lost", .path,
      "what the delegate records about a request in pieces belongs to no request, and counts as nothing",
      breaks: ["ABT-CHG-02", "ABT-CHG-03", "ABT-CHG-04", "ABT-CHG-05"]
    ) { decisions in
      let isPiece = decisions.rememberPieces()
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        isPiece.update { $0 } ? keys : before(keys, records)
      }
    },
    Fault(
      "changed-keys-composed", .language,
      "changed keys are normalised to composed characters",
      breaks: ["ABT-CHG-01"]
    ) { decisions in
      change(&decisions) { $0.map { Texts.composed($0) } }
    },
    Fault(
      "changed-keys-end-at-nul", .language,
      "changed keys are written as C strings",
      breaks: ["ABT-CHG-01"],
      mayAlso: ["ABT-CHG-02", "ABT-CHG-03", "ABT-CHG-06"]
    ) { decisions in
      change(&decisions) { $0.map { Texts.untilNUL($0) } }
    },
    Fault(
      "changed-none-left-as-all", .language,
      "an empty list of changed keys counts as no list, which stands for all keys",
      breaks: ["ABT-CHG-02"]
    ) { decisions in
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        let changed = before(keys, records)
        return changed.isEmpty ? keys : changed
      }
    },
    Fault(
      "changed-without-last-not-applied", .rollback,
      "only the key that was recorded last as not applied is left out",
      breaks: ["ABT-CHG-02"]
    ) { decisions in
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        let last = records.last(where: \.isNotApplied)
        let others = records.filter { !$0.isNotApplied }
        return before(keys, others + (last.map { [$0] } ?? []))
      }
    },
    Fault(
      "changed-last-applied", .rollback,
      "each record replaces the one before, so that the last applied key is listed",
      breaks: ["ABT-CHG-03"],
      mayAlso: ["ABT-CHG-04", "ABT-CHG-05"]
    ) { decisions in
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        let applied = records.filter { $0.appliedKey != nil }
        return before(
          keys, records.filter { $0.appliedKey == nil } + applied.suffix(1))
      }
    },
    Fault(
      "changed-by-first-record", .rollback,
      "the first record decides whether keys are listed or left out",
      breaks: ["ABT-CHG-04"],
      mayAlso: ["ABT-CHG-05"]
    ) { decisions in
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        guard let first = records.first else { return before(keys, records) }
        let isApplied = first.appliedKey != nil
        return before(keys, records.filter { ($0.appliedKey != nil) == isApplied })
      }
    },
    Fault(
      "changed-without-nil-old-values", .rollback,
      "a key that had no value before does not count as applied over one",
      breaks: ["ABT-CHG-03"],
      mayAlso: ["ABT-CHG-04", "ABT-CHG-05"]
    ) { decisions in
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        before(keys, records.filter { if case .replaced(_, nil) = $0 { false } else { true } })
      }
    },
    Fault(
      "changed-with-old-values-only", .rollback,
      "only keys that were recorded with an old value count as applied",
      breaks: ["ABT-CHG-03"],
      mayAlso: ["ABT-CHG-04", "ABT-MULTI-04", "ABT-ROB-06"]
    ) { decisions in
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        before(keys, records.filter { if case .applied = $0 { false } else { true } })
      }
    },
    Fault(
      "changed-old-values-as-not-applied", .rollback,
      "a key with an old value is put back in the list of what was not applied",
      breaks: ["ABT-CHG-05"],
      mayAlso: ["ABT-CHG-03", "ABT-CHG-04"]
    ) { decisions in
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        before(
          keys,
          records.map { record in
            if case .replaced(let key, _) = record { .notApplied(key) } else { record }
          })
      }
    },
    Fault(
      "changed-keys-repeated", .rollback,
      "a key that was recorded twice is listed twice",
      breaks: ["ABT-CHG-06"]
    ) { decisions in
      repeatKeys(&decisions) { _, _ in true }
    },
    Fault(
      "changed-keys-repeated-apart", .comparison,
      "a changed key is only compared with the one before it",
      breaks: ["ABT-CHG-06"]
    ) { decisions in
      repeatKeys(&decisions) { $0 != $1 }
    },
    Fault(
      "changed-keys-from-two-lists", .rollback,
      "keys with and without old values are kept in two lists that are put together",
      breaks: ["ABT-CHG-06"]
    ) { decisions in
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        let without = records.filter { if case .replaced = $0 { false } else { true } }
        let with = records.filter { if case .replaced = $0 { true } else { false } }
        guard !with.isEmpty, without.contains(where: { $0.appliedKey != nil }) else {
          return before(keys, records)
        }
        return before(keys, without) + before(keys, with)
      }
    },
    Fault(
      "changed-values-of-failures", .path,
      "the list of changed keys is sent whatever the delegate answers",
      breaks: ["ABT-CHG-09"],
      mayAlso: ["ABT-ROLL-09", "ABT-CHUNK-01"]
    ) { decisions in
      decisions.listsChanges = { verb, _, _ in verb == .apply }
    },
    Fault(
      "changed-values-of-resets", .path,
      "a reset lists the keys that it has reverted",
      breaks: ["ABT-CHG-09"]
    ) { decisions in
      decisions.listsChanges = { _, answer, _ in answer == .yes }
    },
    Fault(
      "changed-values-of-cancels", .path,
      "a canceled apply lists the keys that were applied before",
      breaks: ["ABT-CHG-09"]
    ) { decisions in
      let before = decisions.listsChanges
      decisions.listsChanges = { verb, answer, keys in
        before(verb, answer == .canceled ? .yes : answer, keys)
      }
    },
    Fault(
      "changed-values-left-out-if-empty", .language,
      "an empty list of changed keys is not sent",
      breaks: ["ABT-CHG-09"]
    ) { decisions in
      let isEmpty = Memory(false)
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        let changed = before(keys, records)
        isEmpty.update { $0 = changed.isEmpty }
        return changed
      }
      decisions.changeReport { report in
        if isEmpty.update({ $0 }) { report.changedValues = nil }
      }
    },
    Fault(
      "changed-values-as-json", .quoting,
      "the changed keys are written as JSON",
      breaks: ["ABT-CHG-09"],
      mayAlso: ["ABT-ROLL-09", "ABT-URL-17"]
    ) { decisions in
      decisions.changedValuesList = { _, keys in
        Array(JSONValue.array(keys.map { .string($0) }).compactText.utf8)
      }
    },
    Fault(
      "changed-values-in-lines", .lenientCall,
      "the Base64 of the changed keys is broken into lines of 76 characters",
      breaks: ["ABT-CHG-09"],
      mayAlso: ["ABT-ROLL-09"]
    ) { decisions in
      rewrite(&decisions) { text in
        text.enumerated().flatMap { index, byte in
          index > 0 && index % 76 == 0 ? [0x0D, 0x0A, byte] : [byte]
        }
      }
    },
    Fault(
      "changed-values-for-urls", .quoting,
      "the changed keys are written in the Base64 alphabet for URLs",
      breaks: ["ABT-CHG-09"],
      mayAlso: ["ABT-ROLL-09", "ABT-URL-17"]
    ) { decisions in
      rewrite(&decisions) { text in
        text.map { byte in
          switch byte {
          case UInt8(ascii: "+"): UInt8(ascii: "-")
          case UInt8(ascii: "/"): UInt8(ascii: "_")
          default: byte
          }
        }
      }
    },
    Fault(
      "changed-values-kept", .state,
      "the list of changed keys stays in the report until there is another one",
      breaks: ["ABT-CHG-09"],
      mayAlso: ["ABT-CHUNK-03", "ABT-CHUNK-09", "ABT-CHUNK-11", "ABT-ROLL-09"]
    ) { decisions in
      let last = Memory<[UInt8]?>(nil)
      decisions.changeReport { report in
        let list = report.changedValues
        report.changedValues = last.update { last in
          last = list ?? last
          return last
        }
      }
    },
  ]
}

extension ChangedValuesFaults {
  /// Changes the list.
  fileprivate static func rename(
    _ decisions: inout Decisions, _ name: @escaping @Sendable (String) -> String
  ) {
    let before = decisions.keptRecords
    decisions.keptRecords = { records, occasion in
      before(records, occasion).map { record in
        switch record {
        case .applied(let key): .applied(name(key))
        case .replaced(let key, let oldValue): .replaced(name(key), oldValue)
        case .notApplied(let key): .notApplied(name(key))
        }
      }
    }
  }

  fileprivate static func change(
    _ decisions: inout Decisions, _ change: @escaping @Sendable ([String]) -> [String]
  ) {
    let before = decisions.changedKeys
    decisions.changedKeys = { keys, records in change(before(keys, records)) }
  }

  /// Lists applied keys as often as they were recorded, where `isListed` tells it of a key and the
  /// one before.
  fileprivate static func repeatKeys(
    _ decisions: inout Decisions, _ isListed: @escaping @Sendable (String, String) -> Bool
  ) {
    let before = decisions.changedKeys
    decisions.changedKeys = { keys, records in
      let held = Set(keys.map { ExactText($0) })
      let applied = records.compactMap(\.appliedKey).filter { held.contains(ExactText($0)) }
      guard !applied.isEmpty else { return before(keys, records) }
      return applied.enumerated().filter { index, key in
        index == 0 || isListed(applied[index - 1], key)
      }.map(\.element)
    }
  }

  /// Changes the Base64 of the list.
  private static func rewrite(
    _ decisions: inout Decisions, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) {
    decisions.changeReport { $0.changedValues = $0.changedValues.map(change) }
  }
}

extension ConfigurationRecord {
  fileprivate var isNotApplied: Bool { if case .notApplied = self { true } else { false } }
}
