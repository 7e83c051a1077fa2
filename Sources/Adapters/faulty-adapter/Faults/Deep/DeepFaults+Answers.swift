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
      "escape-cut-at-256-bytes", .quoting,
      "a payload's identifier is escaped in a buffer of 256 bytes, and of an escape on both sides of its end the second part is lost",
      breaks: ["ABT-CB-09"], mayAlso: ["ABT-CB-*"]
    ) { decisions in
      let payload = decisions.dialect.parameters.payload
      let before = decisions.escape
      decisions.escape = { parameter, output in
        guard parameter.name == payload else { return before(parameter, &output) }
        var escaped: [UInt8] = []
        before(parameter, &escaped)
        var end = 256
        while end < escaped.count {
          let start = escaped[(end - 2)..<end].firstIndex(of: UInt8(ascii: "%"))
          if let start { escaped.removeSubrange(end..<min(start + 3, escaped.count)) }
          end += 256
        }
        output += escaped
      }
    },
    Fault(
      "changed-key-of-15-wide-units", .limit,
      "the writer of changed keys puts a count of 15 into four bits where the text is in UTF-16, and 14 come back",
      breaks: ["ABT-CHG-01"], mayAlso: ["ABT-CHG-*", "ABT-MULTI-*"]
    ) { decisions in
      let before = decisions.changedValuesList
      decisions.changedValuesList = { writer, keys in
        before(
          &writer,
          keys.map { key in
            let units = Array(key.utf16)
            guard units.count == 15, !key.utf8.allSatisfy({ $0 < 0x80 }) else { return key }
            return String(decoding: units.dropLast(), as: UTF16.self)
          })
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
