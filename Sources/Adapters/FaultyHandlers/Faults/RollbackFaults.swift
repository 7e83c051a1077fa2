import ReferenceLibrary

/// Mistakes in rolling back (4.9).
enum RollbackFaults {
  static let all: [Fault] =
    records + [
      Fault(
        "rolled-back-up-to-four-thousand", .limit,
        "old values are kept in a table of 4,096 rows",
        breaks: ["ABT-ROLL-01"]
      ) { decisions in
        let before = decisions.rollbackEntries
        decisions.rollbackEntries = { before($0).map { Array($0.prefix(4_096)) } }
      },
      Fault(
        "rollback-never", .rollback,
        "old values are kept, and never applied again",
        breaks: ["ABT-ROLL-01"],
        mayAlso: ["ABT-ROLL-10", "ABT-ROLL-12"]
      ) { decisions in
        decisions.rollbackEntries = { _ in nil }
      },
      Fault(
        "canceled-rollback-rolled-back", .rollback,
        "a rollback that the delegate cancels is taken back itself",
        breaks: ["ABT-ROLL-09"], mayAlso: ["ABT-DEL-01"]
      ) { decisions in
        decisions.rollsBackRollback = { $0 == .canceled }
      },
      Fault(
        "category-of-canceled-rollback-lost", .path,
        "what was canceled is taken back without its category",
        breaks: ["ABT-ROLL-08"]
      ) { decisions in
        let isCanceled = Memory(false)
        let rollsBack = decisions.rollsBack
        decisions.rollsBack = { answer, verb in
          isCanceled.update { $0 = answer == .canceled }
          return rollsBack(answer, verb)
        }
        let category = decisions.rollbackCategory
        decisions.rollbackCategory = { isCanceled.update { $0 } ? nil : category($0) }
      },
      Fault(
        "rollback-without-nil", .rollback,
        "keys that had no value before are left out of the rollback",
        breaks: ["ABT-ROLL-02"],
        mayAlso: ["ABT-ROLL-01"]
      ) { decisions in
        let before = decisions.rollbackEntries
        decisions.rollbackEntries = { records in
          before(records)?.filter { $0.value != nil }
        }
      },
      Fault(
        "rollback-of-all-applied", .rollback,
        "keys that were recorded without an old value are rolled back to nothing",
        breaks: ["ABT-ROLL-03", "ABT-ROLL-04"],
        mayAlso: ["ABT-DEL-04", "ABT-MULTI-02", "ABT-ROLL-01", "ABT-ROLL-02", "ABT-ROLL-12"]
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
        "rollback-behind-callback", .path,
        "the manager hears of the failure first, and then old values are applied again",
        breaks: ["ABT-CB-12"]
      ) { decisions in
        decisions.reportsBeforeRollback = { _ in true }
      },
      Fault(
        "rollback-always", .rollback,
        "every failure leads to a second call, even if the set is empty",
        breaks: ["ABT-ROLL-04"],
        mayAlso: ["ABT-DEL-04", "ABT-MULTI-02", "ABT-ROLL-09", "ABT-ROLL-12"]
      ) { decisions in
        let before = decisions.rollbackEntries
        decisions.rollbackEntries = { records in before(records) ?? [] }
      },
      Fault(
        "rollback-after-success", .rollback,
        "old values are applied again whatever the delegate answers",
        breaks: ["ABT-ROLL-06"],
        mayAlso: ["ABT-DEL-01"]
      ) { decisions in
        decisions.rollsBack = { _, _ in true }
      },

      Fault(
        "rollback-of-first-key", .path,
        "only the first key that was recorded with an old value is rolled back",
        breaks: ["ABT-ROLL-01"],
        mayAlso: ["ABT-ROLL-02"]
      ) { decisions in
        change(&decisions) { Array($0.prefix(1)) }
      },
      Fault(
        "rollback-as-text", .language,
        "old values are kept as texts",
        breaks: ["ABT-ROLL-01"],
        mayAlso: ["ABT-ROLL-02", "ABT-ROLL-03", "ABT-ROLL-07", "ABT-ROLL-12"]
      ) { decisions in
        change(&decisions) { entries in
          entries.map { entry in
            switch entry.value {
            case .integer(let number): ConfigurationEntry(entry.key, .string(String(number)))
            case .boolean(let truth): ConfigurationEntry(entry.key, .string(truth ? "1" : "0"))
            default: entry
            }
          }
        }
      },
      Fault(
        "rollback-with-new-values", .rollback,
        "a rollback holds the values of the request, not the old ones",
        breaks: ["ABT-ROLL-01"],
        mayAlso: ["ABT-ROLL-*"]
      ) { decisions in
        let applied = Memory<[ConfigurationEntry]>([])
        decisions.changePayload { payload in
          if case .apply(let entries) = payload.content { applied.update { $0 = entries } }
        }
        change(&decisions) { entries in
          let known = applied.update { $0 }
          return entries.map { entry in known.first { $0.isNamed(entry.key) } ?? entry }
        }
      },
      Fault(
        "rollback-nil-as-empty", .language,
        "a key that had no value before is rolled back to an empty text",
        breaks: ["ABT-ROLL-02"],
        mayAlso: ["ABT-ROLL-01", "ABT-ROLL-07"]
      ) { decisions in
        change(&decisions) { entries in
          entries.map { ConfigurationEntry($0.key, $0.value ?? .string("")) }
        }
      },
      Fault(
        "rollback-nil-removes-key", .language,
        "old values are put into a dictionary, where nil takes the key away",
        breaks: ["ABT-ROLL-02"],
        mayAlso: ["ABT-ROLL-01", "ABT-ROLL-07"]
      ) { decisions in
        decisions.rollbackEntries = { records in
          var old: [String: ConfigurationValue] = [:]
          for case .replaced(let key, let value) in records { old[key] = old[key] ?? value }
          return old.isEmpty ? nil : old.map { ConfigurationEntry($0.key, $0.value) }
        }
      },
      Fault(
        "rollback-of-not-applied", .rollback,
        "keys that were recorded as not applied are rolled back to nothing",
        breaks: ["ABT-ROLL-03", "ABT-ROLL-04"],
        mayAlso: ["ABT-ROLL-01", "ABT-ROLL-02"]
      ) { decisions in
        let before = decisions.rollbackEntries
        decisions.rollbackEntries = { records in
          before(
            records.map { record in
              if case .notApplied(let key) = record { .replaced(key, nil) } else { record }
            })
        }
      },
      Fault(
        "rollback-to-last-old-value", .rollback,
        "of several old values of one key the last one counts",
        breaks: ["ABT-ROLL-07"]
      ) { decisions in
        let before = decisions.rollbackEntries
        decisions.rollbackEntries = { before($0.reversed()) }
      },
      Fault(
        "rollback-to-first-value-that-is-one", .language,
        "of several old values of one key the first counts that is not nil",
        breaks: ["ABT-ROLL-07"]
      ) { decisions in
        let before = decisions.rollbackEntries
        decisions.rollbackEntries = { records in
          let isNil: (ConfigurationRecord) -> Bool = {
            if case .replaced(_, nil) = $0 { true } else { false }
          }
          return before(records.filter { !isNil($0) } + records.filter(isNil))
        }
      },
      Fault(
        "rollback-without-category", .rollback,
        "the set of a rollback has no category",
        breaks: ["ABT-ROLL-08"]
      ) { decisions in
        decisions.rollbackCategory = { _ in nil }
      },
      Fault(
        "rollback-category-empty", .language,
        "the set of a rollback has an empty category where the request has none",
        breaks: ["ABT-ROLL-08"]
      ) { decisions in
        decisions.rollbackCategory = { $0 ?? "" }
      },
      Fault(
        "rollback-with-category-of-its-own", .rollback,
        "the category of a rollback says that it is one",
        breaks: ["ABT-ROLL-08"]
      ) { decisions in
        decisions.rollbackCategory = { _ in "Rollback" }
      },
      Fault(
        "rollback-answer-counts", .rollback,
        "what is reported is the delegate's last answer, that to the rollback",
        breaks: ["ABT-ROLL-05"],
        mayAlso: ["ABT-CB-04", "ABT-CB-05", "ABT-CHG-09", "ABT-ROLL-09", "ABT-CB-10"]
      ) { decisions in
        decisions.answerAfterRollback = { $1 }
      },
      Fault(
        "rollback-message-lent", .error,
        "a NO without a message is reported with that of the rollback's",
        breaks: ["ABT-ROLL-05"], mayAlso: ["ABT-CB-10"]
      ) { decisions in
        decisions.answerAfterRollback = { first, second in
          guard case .no(let own) = first, own == nil, case .no(let error?) = second else {
            return first
          }
          var lent = error
          lent.code = 11
          return .no(lent)
        }
      },
      Fault(
        "rollback-error-replaces", .error,
        "an error in the rollback replaces the first one",
        breaks: ["ABT-CB-10"],
        mayAlso: ["ABT-ROLL-05"]
      ) { decisions in
        decisions.answerAfterRollback = { first, second in
          if case .no(.some) = second { second } else { first }
        }
      }.shown(by: "abt/rollback/reported/first-code"),
      Fault(
        "rollback-called-back", .error,
        "the rollback has a callback of its own",
        breaks: ["ABT-ROLL-05", "ABT-CB-01"], mayAlso: ["ABT-MULTI-02"]
      ) { decisions in
        let wasRolledBack = Memory(false)
        let before = decisions.answerAfterRollback
        decisions.answerAfterRollback = { first, second in
          wasRolledBack.update { $0 = true }
          return before(first, second)
        }
        let openings = decisions.openings
        decisions.openings = { url, report in
          let once = openings(url, report)
          let isTwice = wasRolledBack.update { wasRolledBack in
            defer { wasRolledBack = false }
            return wasRolledBack
          }
          return isTwice ? once + once : once
        }
      },
      Fault(
        "rollback-rolled-back", .rollback,
        "a rollback that fails after recording old values is rolled back in its turn",
        breaks: ["ABT-ROLL-09"],
        mayAlso: ["ABT-DEL-01", "ABT-ROLL-01", "ABT-ROLL-10"]
      ) { decisions in
        decisions.rollsBackRollback = { if case .no = $0 { true } else { false } }
      },
      Fault(
        "rollback-lists-changes", .rollback,
        "a rollback that went well is answered with changed values, as a success is",
        breaks: ["ABT-ROLL-09", "ABT-CHG-09"]
      ) { decisions in
        let wentWell = Memory(false)
        let answer = decisions.answerAfterRollback
        decisions.answerAfterRollback = { first, second in
          wentWell.update { $0 = second == .yes }
          return answer(first, second)
        }
        let before = decisions.listsChanges
        decisions.listsChanges = { verb, answer, keys in
          let isRollback = wentWell.update { wentWell in
            defer { wentWell = false }
            return wentWell
          }
          return isRollback || before(verb, answer, keys)
        }
      },
      Fault(
        "partial-success-rolled-back", .rollback,
        "a YES after which some keys are not recorded as applied is rolled back",
        breaks: ["ABT-ROLL-06"],
        mayAlso: ["ABT-DEL-01"]
      ) { decisions in
        let isPartial = Memory(false)
        let before = decisions.keptRecords
        let count = Memory(0)
        let calls = decisions.delegateCalls
        decisions.delegateCalls = { verb, set in
          let entries = set.entries.count
          count.update { $0 = entries }
          return calls(verb, set)
        }
        decisions.keptRecords = { records, occasion in
          let applied = records.filter { $0.appliedKey != nil }.count
          isPartial.update { $0 = applied > 0 && applied < count.update { $0 } }
          return before(records, occasion)
        }
        let rollsBack = decisions.rollsBack
        decisions.rollsBack = { answer, verb in
          (verb == .apply && isPartial.update { $0 }) || rollsBack(answer, verb)
        }
      },
      Fault(
        "cancel-told-before-its-rollback", .path,
        "the manager hears of a cancel at once, and then old values are applied again",
        breaks: ["ABT-CB-12"]
      ) { decisions in
        let before = decisions.reportsBeforeRollback
        decisions.reportsBeforeRollback = { $0 == .canceled || before($0) }
      },
      Fault(
        "no-told-before-its-rollback", .path,
        "a NO without a reason of its own is reported before its rollback",
        breaks: ["ABT-CB-12"]
      ) { decisions in
        let before = decisions.reportsBeforeRollback
        decisions.reportsBeforeRollback = { answer in
          if case .no(nil) = answer { true } else { before(answer) }
        }
      },
      Fault(
        "cancel-rolls-back-no-numbers", .path,
        "of a canceled apply only old values that are not numbers are rolled back",
        breaks: ["ABT-ROLL-10"]
      ) { decisions in
        let before = decisions.rollbackEntries
        Self.rollBack(&decisions, after: .canceled) { records in
          before(records.filter { if case .replaced(_, .integer) = $0 { false } else { true } })
        }
      },
      Fault(
        "revert-rolled-back", .rollback,
        "a reset that fails is followed by an apply of what there is to roll back: nothing",
        breaks: ["ABT-ROLL-11"],
        mayAlso: ["ABT-DEL-02"]
      ) { decisions in
        let isRevert = Memory(false)
        decisions.rollsBack = { answer, verb in
          isRevert.update { $0 = verb == .reset }
          return answer != .yes
        }
        let before = decisions.rollbackEntries
        decisions.rollbackEntries = { records in
          before(records) ?? (isRevert.update { $0 } ? [] : nil)
        }
      },
      Fault(
        "failing-revert-canceled", .error,
        "a reset that fails is reported as canceled",
        breaks: ["ABT-ROLL-11"],
        mayAlso: ["ABT-CB-04", "ABT-CB-07", "ABT-CB-10"]
      ) { decisions in
        let before = decisions.status
        decisions.status = { answer, verb in
          let status = before(answer, verb)
          return verb == .reset && status == .error ? .canceled : status
        }
      },
      Fault(
        "rollback-with-the-last-key", .rollback,
        "the key that was recorded last is rolled back in any case, to nothing if it had no old value",
        breaks: ["ABT-ROLL-03"],
        mayAlso: ["ABT-ROLL-*"]
      ) { decisions in
        let before = decisions.rollbackEntries
        decisions.rollbackEntries = { records in
          guard var entries = before(records), case .applied(let last) = records.last,
            !entries.contains(where: { $0.isNamed(last) })
          else { return before(records) }
          entries.append(ConfigurationEntry(last, nil))
          return entries
        }
      },
      Fault(
        "second-no-as-canceled", .rollback,
        "a NO to the rollback is reported as a cancel",
        breaks: ["ABT-ROLL-05"],
        mayAlso: ["ABT-ROLL-*", "ABT-CB-*"]
      ) { decisions in
        decisions.answerAfterRollback = { first, second in
          if case .no = second { .canceled } else { first }
        }
      },
      Fault(
        "success-over-nothing-rolled-back", .rollback,
        "where a YES replaced values that were not there before, these are taken back",
        breaks: ["ABT-ROLL-06"],
        mayAlso: ["ABT-*"]
      ) { decisions in
        let rollsBack = decisions.rollsBack
        decisions.rollsBack = { answer, verb in
          verb == .apply && answer == .yes || rollsBack(answer, verb)
        }
        let before = decisions.rollbackEntries
        Self.rollBack(&decisions, after: .yes) { records in
          let entries = before(records)?.filter { $0.value == nil } ?? []
          return entries.isEmpty ? nil : entries
        }
      },
      Fault(
        "twice-recorded-not-rolled-back", .rollback,
        "a key that was recorded with two old values is left out, as nobody can tell which one is right",
        breaks: ["ABT-ROLL-01"],
        mayAlso: ["ABT-ROLL-*"]
      ) { decisions in
        let before = decisions.rollbackEntries
        decisions.rollbackEntries = { records in
          before(records)?.filter { entry in
            records.count {
              if case .replaced(let key, _) = $0 { entry.isNamed(key) } else { false }
            }
              == 1
          }
        }
      },
      Fault(
        "cancel-of-one-key-not-rolled-back", .rollback,
        "a canceled apply is rolled back only if it came further than its first key",
        breaks: ["ABT-ROLL-10"]
      ) { decisions in
        let before = decisions.rollbackEntries
        Self.rollBack(&decisions, after: .canceled) { records in
          let entries = before(records)
          return entries?.count == 1 ? nil : entries
        }
      },
      Fault(
        "rollback-to-last-value-that-is-one", .rollback,
        "of several old values of one key the last counts that is not nil",
        breaks: ["ABT-ROLL-07"],
        mayAlso: ["ABT-ROLL-02"]
      ) { decisions in
        let before = decisions.rollbackEntries
        decisions.rollbackEntries = { records in
          let isNil: (ConfigurationRecord) -> Bool = {
            if case .replaced(_, nil) = $0 { true } else { false }
          }
          return before(records.filter { !isNil($0) }.reversed() + records.filter(isNil))
        }
      },
    ]

  /// Replaces what is applied again after one answer.
  private static func rollBack(
    _ decisions: inout Decisions, after wanted: ConfigurationAnswer,
    _ entries: @escaping @Sendable ([ConfigurationRecord]) -> [ConfigurationEntry]?
  ) {
    let last = Memory<ConfigurationAnswer?>(nil)
    let rollsBack = decisions.rollsBack
    decisions.rollsBack = { answer, verb in
      last.update { $0 = answer }
      return rollsBack(answer, verb)
    }
    let before = decisions.rollbackEntries
    decisions.rollbackEntries = { records in
      last.update { $0 } == wanted ? entries(records) : before(records)
    }
  }
}

extension RollbackFaults {
  /// Changes the set of a rollback.
  fileprivate static func change(
    _ decisions: inout Decisions,
    _ change: @escaping @Sendable ([ConfigurationEntry]) -> [ConfigurationEntry]
  ) {
    let before = decisions.rollbackEntries
    decisions.rollbackEntries = { before($0).map(change) }
  }
}
