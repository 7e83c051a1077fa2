import ReferenceLibrary

/// Mistakes in rolling back (4.9).
enum RollbackFaults {
  static let all: [Fault] = [
    Fault(
      "rollback-never",
      "old values are kept, and never applied again",
      breaks: ["ABT-ROLL-01"]
    ) { decisions in
      decisions.rollbackEntries = { _ in nil }
    },
    Fault(
      "rollback-without-nil",
      "keys that had no value before are left out of the rollback",
      breaks: ["ABT-ROLL-02"]
    ) { decisions in
      let before = decisions.rollbackEntries
      decisions.rollbackEntries = { records in
        before(records)?.filter { $0.value != nil }
      }
    },
    Fault(
      "rollback-of-all-applied",
      "keys that were recorded without an old value are rolled back to nothing",
      breaks: ["ABT-ROLL-03", "ABT-ROLL-04"]
    ) { decisions in
      let before = decisions.rollbackEntries
      decisions.rollbackEntries = { records in
        before(
          records.map { record in
            if case .applied(let key) = record { .replaced(key, nil) } else { record }
          })
      }
    },
    Fault(
      "rollback-behind-callback",
      "the manager hears of the failure first, and then old values are applied again",
      breaks: ["ABT-CB-12"]
    ) { decisions in
      decisions.reportsBeforeRollback = { true }
    },
    Fault(
      "rollback-always",
      "every failure leads to a second call, even if the set is empty",
      breaks: ["ABT-ROLL-04"]
    ) { decisions in
      let before = decisions.rollbackEntries
      decisions.rollbackEntries = { records in before(records) ?? [] }
    },
    Fault(
      "rollback-after-success",
      "old values are applied again whatever the delegate answers",
      breaks: ["ABT-ROLL-06"]
    ) { decisions in
      decisions.rollsBack = { _ in true }
    },
  ]
}
