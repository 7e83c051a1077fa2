import ReferenceLibrary
import WireFormat

/// Mistakes that show only at certain sizes: fixed buffers, tables and counters, and what takes time for each pair.
enum SizeFaults {
  static let all: [Fault] = [
    Fault(
      "rollback-of-64-keys", .limit,
      "a table holds 64 old values; what comes behind is not rolled back",
      breaks: ["ABT-ROLL-01"],
      mayAlso: ["ABT-ROLL-*"]
    ) { decisions in
      let before = decisions.rollbackEntries
      decisions.rollbackEntries = { before($0).map { Array($0.prefix(64)) } }
    },
    Fault(
      "changes-of-512-keys", .limit,
      "the list of changed keys has room for 512",
      breaks: ["ABT-CHG-01"],
      mayAlso: ["ABT-CHG-*", "ABT-DEL-01"]
    ) { decisions in
      let before = decisions.changedKeys
      decisions.changedKeys = { Array(before($0, $1).prefix(512)) }
    },
    Fault(
      "records-of-100-keys", .limit,
      "a hundred records are kept of each call",
      breaks: ["ABT-CHG-03"],
      mayAlso: ["ABT-CHG-*", "ABT-ROLL-*"]
    ) { decisions in
      let before = decisions.keptRecords
      decisions.keptRecords = { Array(before($0, $1).prefix(100)) }
    },
    Fault(
      "reset-of-256-keys", .limit,
      "a reset passes 256 keys at most",
      breaks: ["ABT-DEL-02"],
      mayAlso: ["ABT-MULTI-*"]
    ) { decisions in
      let before = decisions.revertEntries
      decisions.revertEntries = { before(Array($0.prefix(256))) }
    },
    Fault(
      "callback-of-64-kibibytes", .limit,
      "a callback of more than 65,535 bytes is not opened",
      breaks: ["ABT-CB-01"],
      mayAlso: ["ABT-TOK-03", "ABT-TOK-05", "ABT-DATA-02", "ABT-CHUNK-03"]
    ) { decisions in
      let before = decisions.openings
      decisions.openings = { url, report in url.count > 65_535 ? [] : before(url, report) }
    },
    Fault(
      "payload-echoed-to-255", .limit,
      "what a callback repeats is cut after 255 bytes",
      breaks: ["ABT-CB-03"],
      mayAlso: ["ABT-TOK-03", "ABT-MULTI-01"]
    ) { decisions in
      decisions.cutIdentifiers { _ in 255 }
    },
    Fault(
      "room-for-characters-in-callback", .limit,
      "what a callback repeats is escaped in blocks of 4,096 bytes, of which there are as many as its characters fill",
      breaks: ["ABT-CB-03"],
      mayAlso: ["ABT-TOK-03"]
    ) { decisions in
      decisions.cutIdentifiers { value in
        let characters = value.count { $0 & 0xC0 != 0x80 }
        return (characters + 4_095) / 4_096 * 4_096
      }
    },
    Fault(
      "callback-values-of-16-kibibytes", .limit,
      "of what a callback repeats no more than 16,384 bytes are escaped",
      breaks: ["ABT-CB-03"],
      mayAlso: ["ABT-TOK-03"]
    ) { decisions in
      decisions.cutIdentifiers { _ in 16_384 }
    },
    Fault(
      "full-buffer-is-failure", .limit,
      "an unpacked list that fills a buffer of a power of two to its end is taken for broken",
      breaks: ["ABT-DATA-14"],
      mayAlso: ["ABT-DEL-01", "ABT-DEL-02", "ABT-DATA-09", "ABT-CHUNK-01", "ABT-CB-11"]
    ) { decisions in
      let magic = decisions.dialect.magic.count
      decisions.refuseLists { bytes, _ in
        let count = bytes.count + magic
        return count >= 1_024 && count & (count - 1) == 0
      }
    },
    Fault(
      "checksum-of-large-unverified", .path,
      "what unpacks to more than 64 KiB goes another way, on which no checksum is verified",
      breaks: ["ABT-DATA-03"],
      mayAlso: ["ABT-CHUNK-12", "ABT-DEL-05", "ABT-ENC-*", "ABT-CB-11"]
    ) { decisions in
      let before = decisions.inflate
      decisions.inflate = { inflater, bytes, limit, output in
        let outcome = before(inflater, bytes, limit, &output)
        return output.count > 65_536 && outcome.isWrongChecksum
          ? .complete(consumed: bytes.count) : outcome
      }
    },
    Fault(
      "large-base64-lenient", .lenientCall,
      "text of more than 32 KiB is decoded in parts, and what is not of the alphabet is passed over",
      breaks: ["ABT-DATA-02"],
      mayAlso: ["ABT-CB-11", "ABT-CHUNK-12"]
    ) { decisions in
      let before = decisions.decodeBase64
      decisions.decodeBase64 = { text in
        guard text.count > 32_768 else { return before(text) }
        return before(
          text.filter { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: byte == 0x2B || byte == 0x2F || byte == 0x3D
            }
          })
      }
    },
    Fault(
      "keys-by-hash", .comparison,
      "of keys whose hash is the same one is kept",
      breaks: ["ABT-DATA-01"],
      mayAlso: [
        "ABT-CHG-*", "ABT-ROLL-*", "ABT-DEL-01", "ABT-DEL-02", "ABT-CHUNK-01", "ABT-MULTI-*",
      ]
    ) { decisions in
      decisions.changeEntries { entries in
        var seen: Set<UInt32> = []
        return entries.filter { entry in
          seen.insert(entry.key.utf8.reduce(0) { $0 &* 31 &+ UInt32($1) }).inserted
        }
      }
    },
    Fault(
      "reals-pooled", .language,
      "equal reals are kept once, and minus zero is equal to zero",
      breaks: ["ABT-DATA-01"]
    ) { decisions in
      decisions.changePayload { payload in
        guard case .apply(let entries) = payload.content else { return }
        var pool: [Double: Double] = [:]
        payload.content = .apply(
          entries.map { entry in
            guard case .real(let number)? = entry.value, number == 0 else { return entry }
            let kept = pool[number, default: number]
            pool[number] = kept
            return ConfigurationEntry(entry.key, .real(kept))
          })
      }
    },
    Fault(
      "message-cut-in-a-character", .limit,
      "a message is cut after 256 units of UTF-16, in the middle of a character too",
      breaks: ["ABT-CB-07"],
      mayAlso: ["ABT-CB-10"]
    ) { decisions in
      let before = decisions.describe
      decisions.describe = { failure, edition in
        var report = before(failure, edition)
        guard case .delegateFailed(_, let message?) = failure, message.utf16.count > 256 else {
          return report
        }
        report.message = String(decoding: message.utf16.prefix(256), as: UTF16.self)
        return report
      }
    },
    Fault(
      "reset-keys-each-with-each", .robustness,
      "keys of a reset are made unique by comparing each with each",
      breaks: ["ABT-ROB-02"]
    ) { decisions in
      let before = decisions.revertEntries
      decisions.revertEntries = { keys in
        var unique: [String] = []
        for key in keys where !unique.contains(where: { Array($0.utf8) == Array(key.utf8) }) {
          unique.append(key)
        }
        return before(unique)
      }
    },
    Fault(
      "escapes-moved-down", .robustness,
      "for each escape that is decoded the rest of the text is moved",
      breaks: ["ABT-ROB-02"]
    ) { decisions in
      let before = decisions.decodeParameter
      decisions.decodeParameter = { raw in
        guard raw.count > 200_000 else { return before(raw) }
        var moved = Array(raw)
        var place = 0
        while place + 2 < moved.count {
          if moved[place] == UInt8(ascii: "%") {
            moved.remove(at: place + 2)
            moved.remove(at: place + 1)
          }
          place += 1
        }
        return moved.isEmpty ? .absent : before(raw)
      }
    },
    Fault(
      "keys-in-canonical-order", .robustness,
      "keys go into a set of texts, for which their combining marks are brought in order",
      breaks: ["ABT-ROB-02"]
    ) { decisions in
      decisions.changePayload { payload in
        let keys: [String] =
          switch payload.content {
          case .apply(let entries): entries.map(\.key)
          case .reset(let keys): keys
          }
        if Set(keys).count < keys.count { payload.category = nil }
      }
    },
  ]
}

extension Decisions {
  /// Has callbacks repeat no more of profile and payload than so many bytes, which may depend on the value.
  fileprivate mutating func cutIdentifiers(to length: @escaping @Sendable ([UInt8]) -> Int) {
    changeParameters { parameters, report in
      let repeated = [report.payload, report.profile]
      return parameters.map { parameter in
        guard repeated.contains(parameter.value) else { return parameter }
        var cut = parameter
        cut.value = Array(parameter.value.prefix(length(parameter.value)))
        return cut
      }
    }
  }
}
