import ReferenceLibrary

/// What a library may do differently with what the delegate records and answers.
enum DelegateLiberties {
  static let all: [Liberty] = [
    Liberty(
      "foreign-keys-listed",
      "keys that were recorded as applied count and are listed, whether the configuration holds them",
      source: "ABT-CHG-07: I"
    ) { decisions in
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        let held = Set(keys.map { ExactText($0) })
        let foreign = records.compactMap(\.appliedKey).filter { !held.contains(ExactText($0)) }
        return foreign.isEmpty ? before(keys, records) : before(keys + foreign, records)
      }
    },
    Liberty(
      "foreign-keys-listed-beside",
      "keys that were recorded as applied and that the configuration does not hold do not count, and are listed beside those that do",
      source: "ABT-CHG-07: I"
    ) { decisions in
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        let held = Set(keys.map { ExactText($0) })
        let own = records.filter { held.contains(ExactText($0.key)) }
        let foreign = records.compactMap(\.appliedKey).filter { !held.contains(ExactText($0)) }
        return before(keys, own) + foreign
      }
    },
    Liberty(
      "last-word-counts",
      "of a key that was recorded both ways the last record counts",
      source: "ABT-CHG-08: I"
    ) { decisions in
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        var last: [ExactText: Bool] = [:]
        for record in records { last[ExactText(record.key)] = record.appliedKey != nil }
        return before(
          keys,
          records.filter { last[ExactText($0.key)] == ($0.appliedKey != nil) })
      }
    },
    Liberty(
      "words-cancel-each-other",
      "what was recorded both ways is taken from what was recorded as applied, even where nothing is left",
      source: "ABT-CHG-08: I"
    ) { decisions in
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        let applied = Set(records.compactMap { $0.appliedKey.map { ExactText($0) } })
        let refused = Set(
          records.compactMap { $0.appliedKey == nil ? ExactText($0.key) : nil })
        guard !applied.isDisjoint(with: refused) else { return before(keys, records) }
        return keys.filter {
          applied.contains(ExactText($0)) && !refused.contains(ExactText($0))
        }
      }
    },
    Liberty(
      "cancel-not-rolled-back",
      "a canceled apply is left as it is",
      source: "ABT-ROLL-10: S", concedes: ["ABT-ROLL-10"]
    ) { decisions in
      let before = decisions.rollsBack
      decisions.rollsBack = { $0 == .canceled ? false : before($0, $1) }
    },
    Liberty(
      "last-old-value-restored",
      "a key that was recorded twice is rolled back to its last old value",
      source: "ABT-ROLL-07: S", concedes: ["ABT-ROLL-07"]
    ) { decisions in
      let before = decisions.rollbackEntries
      decisions.rollbackEntries = { before($0.reversed()).map { $0.reversed() } }
    },
    Liberty(
      "no-category-in-rollbacks",
      "a rollback has no category",
      source: "ABT-ROLL-08: S", concedes: ["ABT-ROLL-08"]
    ) { decisions in
      decisions.rollbackCategory = { _ in nil }
    },
    Liberty(
      "not-applied-not-rolled-back",
      "a key that was recorded with an old value and as not applied is not rolled back",
      source: "ABT-ROLL-03: I"
    ) { decisions in
      let before = decisions.rollbackEntries
      decisions.rollbackEntries = { records in
        let refused = Set(
          records.compactMap { $0.appliedKey == nil ? ExactText($0.key) : nil })
        return before(records.filter { !refused.contains(ExactText($0.key)) })
      }
    },
    Liberty(
      "entries-backwards",
      "the delegate is given its keys in another order",
      source: "section 2: a configuration is a set of keys, its order is left open"
    ) { decisions in
      decisions.changePayload { payload in
        switch payload.content {
        case .apply(let entries): payload.content = .apply(entries.reversed())
        case .reset(let keys): payload.content = .reset(keys.reversed())
        }
      }
    },
  ]
}
