import ReferenceLibrary
import WireFormat

/// Mistakes in the list of changed values (4.6).
enum ChangedValuesFaults {
  static let all: [Fault] = [
    Fault(
      "changed-only-recorded",
      "without any record nothing counts as changed",
      breaks: ["ABT-CHG-01"]
    ) { decisions in
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in records.isEmpty ? [] : before(keys, records) }
    },
    Fault(
      "changed-ignores-not-applied",
      "keys that were recorded as not applied count as changed all the same",
      breaks: ["ABT-CHG-02"]
    ) { decisions in
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        before(
          keys,
          records.filter { if case .notApplied = $0 { false } else { true } })
      }
    },
    Fault(
      "changed-ignores-applied",
      "all keys count as changed but those that were recorded as not applied",
      breaks: ["ABT-CHG-03", "ABT-CHG-04", "ABT-CHG-05"]
    ) { decisions in
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        before(
          keys,
          records.filter { if case .notApplied = $0 { true } else { false } })
      }
    },
    Fault(
      "changed-not-applied-wins",
      "one key recorded as not applied makes all others count as changed",
      breaks: ["ABT-CHG-04"]
    ) { decisions in
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        let refused = records.filter { if case .notApplied = $0 { true } else { false } }
        return before(keys, refused.isEmpty ? records : refused)
      }
    },
    Fault(
      "changed-without-old-values",
      "keys that were recorded with an old value do not count as applied",
      breaks: ["ABT-CHG-05"]
    ) { decisions in
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        before(
          keys,
          records.filter { if case .replaced = $0 { false } else { true } })
      }
    },
    Fault(
      "changed-with-magic",
      "the list of changed values is packed as requests are, with the magic in front",
      breaks: ["ABT-CHG-09"]
    ) { decisions in
      let before = decisions.changedValuesList
      decisions.changedValuesList = { writer, keys in Dialect.profile1.magic + before(&writer, keys)
      }
    },
  ]
}
