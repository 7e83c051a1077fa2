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
