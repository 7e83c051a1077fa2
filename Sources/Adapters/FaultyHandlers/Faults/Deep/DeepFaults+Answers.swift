import ReferenceLibrary
import WireFormat

extension DeepFaults {
  /// Tokens, callbacks, records and rollbacks (4.2, 4.6, 4.7, 4.9).
  static let answers: [Fault] = [
    Fault(
      "token-words-in-any-order", .comparison,
      "a token is compared in words of eight bytes, whose differences are added up by exclusive or",
      breaks: ["ABT-TOK-05"],
      mayAlso: ["ABT-TOK-*", "ABT-DEL-05", "ABT-CB-*", "ABT-CHG-09"]
    ) { decisions in
      let before = decisions.tokenIsValid
      decisions.tokenIsValid = { token, right in
        if before(token, right) { return true }
        let right = Array(right.utf8)
        guard let token = token.bytes, !token.isEmpty, token.count == right.count else {
          return false
        }
        var difference = [UInt8](repeating: 0, count: 8)
        for index in right.indices { difference[index % 8] ^= token[index] ^ right[index] }
        return difference.allSatisfy { $0 == 0 }
      }
    }.needing(.ownTokens),
    Fault(
      "third-cancellation-in-a-row-is-an-error", .state,
      "who cancels three set requests in a row is taken for somebody who will not answer",
      breaks: ["ABT-CB-05"], mayAlso: ["ABT-CB-*"]
    ) { decisions in
      let cancellations = Memory(0)
      let before = decisions.status
      decisions.status = { answer, verb in
        let isThird = cancellations.update { count in
          count = verb == .apply && answer == .canceled ? count + 1 : 0
          return count == 3
        }
        return isThird ? .error : before(answer, verb)
      }
    },
    Fault(
      "later-rollback-loses-empty-dictionary", .rollback,
      "from the second rollback on old values are copied into the place of earlier ones, and an empty dictionary inside another one is nothing to copy",
      breaks: ["ABT-ROLL-01"], mayAlso: ["ABT-ROLL-*"]
    ) { decisions in
      let rollbacks = Memory(0)
      let before = decisions.rollbackEntries
      decisions.rollbackEntries = { records in
        guard let entries = before(records) else { return nil }
        let isFirst = rollbacks.update { rollbacks in
          rollbacks += 1
          return rollbacks == 1
        }
        return isFirst
          ? entries : entries.map { ConfigurationEntry($0.key, $0.value.map(withoutEmpty)) }
      }
    },
    Fault(
      "hang-on-rollback-that-changes-nothing", .robustness,
      "a rollback that fails is tried again for as long as the old values recorded in it are the ones that it is to bring back",
      breaks: ["ABT-ROB-02"], mayAlso: ["ABT-ROLL-*", "ABT-CB-01"]
    ) { decisions in
      let wanted = Memory<[ConfigurationEntry]?>(nil)
      let changesNothing = Memory(false)
      let (entries, kept, rollsBack) = (
        decisions.rollbackEntries, decisions.keptRecords, decisions.rollsBackRollback
      )
      decisions.rollbackEntries = { records in
        let own = entries(records)
        wanted.update { $0 = own }
        return own
      }
      decisions.keptRecords = { records, occasion in
        let records = kept(records, occasion)
        if occasion == .rollback {
          let found = entries(records)
          let isSame = found != nil && wanted.update { $0 == found }
          changesNothing.update { $0 = isSame }
        }
        return records
      }
      decisions.rollsBackRollback = { answer in
        if case .no = answer, changesNothing.update({ $0 }) { waitForever() }
        return rollsBack(answer)
      }
    },
    Fault(
      "not-applied-counted-in-the-old-values", .rollback,
      "old values are read from behind those of the last success, and what that one recorded as not applied is counted among them, though it has no place in the list",
      breaks: ["ABT-ROLL-01"], mayAlso: ["ABT-ROLL-*", "ABT-DEL-04", "ABT-MULTI-02", "ABT-ROB-06"]
    ) { decisions in
      let notApplied = Memory(0)
      let skipped = Memory(0)
      let (kept, entries, status) = (
        decisions.keptRecords, decisions.rollbackEntries, decisions.status
      )
      decisions.keptRecords = { records, occasion in
        let records = kept(records, occasion)
        if occasion == .apply {
          let count = records.count { if case .notApplied = $0 { true } else { false } }
          notApplied.update { $0 = count }
        }
        return records
      }
      decisions.rollbackEntries = { records in
        guard let own = entries(records) else { return nil }
        let rest = Array(own.dropFirst(skipped.update { $0 }))
        return rest.isEmpty ? nil : rest
      }
      decisions.status = { answer, verb in
        if verb == .apply {
          let count = answer == .yes ? notApplied.update { $0 } : 0
          skipped.update { $0 = count }
        }
        return status(answer, verb)
      }
    },
  ]

  private static func withoutEmpty(_ value: ConfigurationValue) -> ConfigurationValue {
    switch value {
    case .array(let elements): .array(elements.map(withoutEmpty))
    case .dictionary(let entries):
      .dictionary(
        entries.filter { $0.value != .dictionary([]) }
          .map { ConfigurationEntry($0.key, $0.value.map(withoutEmpty)) })
    default: value
    }
  }
}
