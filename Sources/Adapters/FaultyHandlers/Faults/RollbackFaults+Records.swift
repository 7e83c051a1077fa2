import ReferenceLibrary

extension RollbackFaults {
  /// What is kept of the records and old values of one request, and for how long.
  static let records: [Fault] = [
    Fault(
      "rolled-back-once-in-any-case", .comparison,
      "of old values whose keys differ in case alone the first one is rolled back",
      breaks: ["ABT-ROLL-01"], mayAlso: ["ABT-ROLL-02", "ABT-ROLL-07"]
    ) { decisions in
      let before = decisions.rollbackEntries
      decisions.rollbackEntries = { records in
        var known: [String: ExactText] = [:]
        return before(
          records.filter { record in
            guard case .replaced(let key, _) = record else { return true }
            let exact = ExactText(key)
            let first = known[key.lowercased()] ?? exact
            known[key.lowercased()] = first
            return first == exact
          })
      }
    },
    Fault(
      "old-value-behind-a-record-ignored", .rollback,
      "a key that was recorded already is not looked at again, so that its old value is lost",
      breaks: ["ABT-ROLL-01"]
    ) { decisions in
      let before = decisions.rollbackEntries
      decisions.rollbackEntries = { records in
        var seen: Set<ExactText> = []
        return before(
          records.filter { record in
            switch record {
            case .applied(let key), .replaced(let key, _): seen.insert(ExactText(key)).inserted
            case .notApplied: true
            }
          })
      }
    },
    Fault(
      "rollback-records-kept", .state,
      "what the delegate records in a rollback counts for the next request",
      breaks: ["ABT-ROLL-09"]
    ) { decisions in
      let left = Memory<[ConfigurationRecord]>([])
      let before = decisions.keptRecords
      decisions.keptRecords = { records, occasion in
        let kept = before(records, occasion)
        return left.update { left in
          if occasion == .rollback {
            left = kept
            return kept
          }
          defer { left = [] }
          return left + kept
        }
      }
    },
    Fault(
      "old-values-of-all-payloads", .state,
      "old values are kept until a failure, and then rolled back for all payloads",
      breaks: ["ABT-ROLL-12"],
      mayAlso: ["ABT-DEL-04", "ABT-ROLL-01", "ABT-ROLL-04"]
    ) { decisions in
      keepOldValues(&decisions) { known, new in known + new }
    },
    Fault(
      "old-values-of-the-same-key-kept", .state,
      "the first old value of a key is kept for as long as the app runs",
      breaks: ["ABT-ROLL-12"]
    ) { decisions in
      keepOldValues(&decisions) { known, new in
        let keys = new.map(\.key)
        return known.filter { keys.contains($0.key) } + new
      }
    },
    Fault(
      "old-values-of-the-canceled-kept", .state,
      "old values that went back after a cancel go back once more with the next failure",
      breaks: ["ABT-ROLL-01", "ABT-ROLL-12"], mayAlso: ["ABT-DEL-04", "ABT-ROLL-04"]
    ) { decisions in
      let wasCanceled = Memory(false)
      let kept = Memory<[ConfigurationRecord]>([])
      let rollsBack = decisions.rollsBack
      decisions.rollsBack = { answer, verb in
        wasCanceled.update { $0 = answer == .canceled }
        return rollsBack(answer, verb)
      }
      let before = decisions.rollbackEntries
      decisions.rollbackEntries = { records in
        let isCanceled = wasCanceled.update { $0 }
        let earlier = kept.update { kept in
          defer { kept = isCanceled ? records : [] }
          return kept
        }
        return before(earlier + records)
      }
    },
    Fault(
      "cancel-forgets-old-values", .rollback,
      "a cancel ends the request before the rollback",
      breaks: ["ABT-ROLL-10"]
    ) { decisions in
      let before = decisions.rollsBack
      decisions.rollsBack = { answer, verb in answer != .canceled && before(answer, verb) }
    },
    Fault(
      "not-applied-kept", .state,
      "keys that were not applied once are left out of all lists that follow",
      breaks: ["ABT-DEL-04"],
      mayAlso: ["ABT-ROB-06"]
    ) { decisions in
      keep(&decisions) { if case .notApplied = $0 { true } else { false } }
    },
    Fault(
      "applied-kept", .state,
      "keys that were recorded as applied once count as recorded in the requests that follow",
      breaks: ["ABT-DEL-04"],
      mayAlso: ["ABT-CHG-01", "ABT-MULTI-02", "ABT-ROB-06"]
    ) { decisions in
      keep(&decisions) { if case .applied = $0 { true } else { false } }
    },
    Fault(
      "records-of-failures-kept", .state,
      "records are only emptied after a success",
      breaks: ["ABT-DEL-04"],
      mayAlso: ["ABT-ROB-06", "ABT-CHG-01", "ABT-MULTI-02", "ABT-ROLL-*"]
    ) { decisions in
      let left = Memory<[ConfigurationRecord]>([])
      let before = decisions.keptRecords
      let latest = Memory<[ConfigurationRecord]>([])
      decisions.keptRecords = { records, occasion in
        let kept = before(records, occasion)
        guard occasion == .apply else { return kept }
        latest.update { $0 = kept }
        return left.update { $0 } + kept
      }
      let status = decisions.status
      decisions.status = { answer, verb in
        if verb == .apply {
          let records = answer == .yes ? [] : latest.update { $0 }
          left.update { $0 = records }
        }
        return status(answer, verb)
      }
    },
    Fault(
      "rollback-begins-with-the-payload-before", .state,
      "a rollback also takes back the first key of the payload that was applied before",
      breaks: ["ABT-ROLL-12"],
      mayAlso: ["ABT-*"]
    ) { decisions in
      let last = Memory<(now: ConfigurationEntry?, before: ConfigurationEntry?)>((nil, nil))
      let kept = decisions.keptRecords
      let entries = decisions.rollbackEntries
      decisions.keptRecords = { records, occasion in
        let records = kept(records, occasion)
        if occasion == .apply {
          let first = entries(records)?.first
          last.update { $0 = (first, $0.now) }
        }
        return records
      }
      decisions.rollbackEntries = { records in
        guard let own = entries(records) else { return nil }
        guard let other = last.update({ $0.before }),
          !own.contains(where: { $0.isNamed(other.key) })
        else { return own }
        return own + [other]
      }
    },
    Fault(
      "canceled-rollback-keeps-records", .state,
      "what is recorded during the rollback of a canceled request is left in the list that the next one records into",
      breaks: ["ABT-ROLL-09"], mayAlso: ["ABT-DEL-04", "ABT-CHG-*", "ABT-ROLL-*", "ABT-ROB-*"]
    ) { decisions in
      let isCanceled = Memory(false)
      let left = Memory<[ConfigurationRecord]>([])
      let (rollsBack, kept) = (decisions.rollsBack, decisions.keptRecords)
      decisions.rollsBack = { answer, verb in
        isCanceled.update { $0 = answer == .canceled }
        return rollsBack(answer, verb)
      }
      decisions.keptRecords = { records, occasion in
        let records = kept(records, occasion)
        switch occasion {
        case .rollback:
          if isCanceled.update({ $0 }) { left.update { $0 = records } }
          return records
        case .apply:
          return left.update { left in
            defer { left = [] }
            return left + records
          }
        case .revert: return records
        }
      }
    },
  ]

  /// Adds records of some kind to those of all later calls of apply.
  fileprivate static func keep(
    _ decisions: inout Decisions, where isKept: @escaping @Sendable (ConfigurationRecord) -> Bool
  ) {
    let known = Memory<[ConfigurationRecord]>([])
    let before = decisions.keptRecords
    decisions.keptRecords = { records, occasion in
      let kept = before(records, occasion)
      guard occasion == .apply else { return kept }
      return known.update { known in
        defer { known += kept.filter(isKept) }
        return known + kept
      }
    }
  }

  /// Rolls back old values of earlier requests, too, put together by `join` from those and the ones
  /// of this request.
  fileprivate static func keepOldValues(
    _ decisions: inout Decisions,
    _ join:
      @escaping @Sendable ([ConfigurationRecord], [ConfigurationRecord]) ->
      [ConfigurationRecord]
  ) {
    let known = Memory<[ConfigurationRecord]>([])
    let kept = decisions.keptRecords
    decisions.keptRecords = { records, occasion in
      let records = kept(records, occasion)
      let old = records.filter { if case .replaced = $0 { true } else { false } }
      if occasion == .apply { known.update { $0 += old } }
      return records
    }
    let before = decisions.rollbackEntries
    decisions.rollbackEntries = { records in
      let old = records.filter { if case .replaced = $0 { true } else { false } }
      let all = known.update { known in
        defer { known = [] }
        return Array(known.dropLast(old.count))
      }
      return before(join(all, records))
    }
  }
}
