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
      "cancel-not-rolled-back",
      "a canceled apply is left as it is",
      source: "ABT-ROLL-10: S", concedes: ["ABT-ROLL-10"]
    ) { decisions in
      let before = decisions.rollsBack
      decisions.rollsBack = { $0 == .canceled ? false : before($0, $1) }
    },
  ]
}
