import ReferenceLibrary
import WireFormat

/// Mistakes that take one thing for another that looks like it, or tell two apart in some places only.
enum LookAlikeFaults {
  static let all: [Fault] = addresses + names + units + limits

  private static let addresses: [Fault] = [
    Fault(
      "scheme-in-a-buffer-of-63", .limit,
      "schemes are compared as far as a buffer of 64 characters holds them",
      breaks: ["ABT-URL-03"]
    ) { decisions in
      decisions.schemeIsOurs = { scheme, ours in
        Decisions.schemeEquals(scheme.prefix(63), String(ours.registered.prefix(63)))
      }
    },
    Fault(
      "own-scheme-as-pattern", .lenientCall,
      "the app's own scheme is put into a pattern, in which a dot is any character",
      breaks: ["ABT-URL-03"]
    ) { decisions in
      let before = decisions.schemeIsOurs
      decisions.schemeIsOurs = { scheme, ours in
        guard ours.registered != ours.standard else { return before(scheme, ours) }
        let own = Array(ours.registered.utf8)
        guard scheme.count == own.count else { return false }
        let filled = zip(scheme, own).map { $1 == UInt8(ascii: ".") ? $1 : $0 }
        return before(filled[...], ours)
      }
    },
    Fault(
      "names-that-objects-have-refused", .language,
      "parameters are kept in an object that has members of its own, which nobody may set",
      breaks: ["ABT-URL-09"], mayAlso: ["ABT-DEL-01", "ABT-CB-11"]
    ) { decisions in
      let before = decisions.urlFailure
      decisions.urlFailure = { url in
        let own = ["constructor", "__proto__", "toString", "valueOf", "hasOwnProperty"]
        let names = (url.query ?? []).split(separator: UInt8(ascii: "&")).map {
          $0.prefix { $0 != UInt8(ascii: "=") }
        }
        let isOdd = names.contains { name in own.contains { name.elementsEqual($0.utf8) } }
        return isOdd ? .malformedRequest : before(url)
      }
    },
    Fault(
      "surrogates-in-utf-8-joined", .quoting,
      "two surrogates, each written as three bytes, are taken for the character that they mean",
      breaks: ["ABT-URL-18"], mayAlso: ["ABT-CB-*", "ABT-TOK-10"]
    ) { decisions in
      let before = decisions.decodeParameter
      decisions.decodeParameter = { raw in
        let value = before(raw)
        guard value == .unreadable, case .decoded(let bytes) = PercentCoding.decode(raw),
          let start = bytes.firstRange(of: [0xED, 0xA0])?.lowerBound, start + 6 <= bytes.count,
          bytes[start + 3] == 0xED, bytes[start + 4] & 0xF0 == 0xB0
        else { return value }
        return .text(Array(bytes[..<start]) + Array("\u{1F600}".utf8) + bytes[(start + 6)...])
      }
    },
  ]

  private static let names: [Fault] = [
    Fault(
      "payload-names-in-one-case", .comparison,
      "names that were seen before are taken from a table, in which case does not count",
      breaks: ["ABT-CB-03"], mayAlso: ["ABT-MULTI-*", "ABT-CHUNK-*", "ABT-CB-*"]
    ) { decisions in
      let seen = Memory<[[UInt8]: [UInt8]]>([:])
      decisions.changeReport { report in
        guard let payload = report.payload else { return }
        report.payload = seen.update { seen in
          let known = seen[Texts.lowered(payload)] ?? payload
          seen[Texts.lowered(payload)] = known
          return known
        }
      }
    },
    Fault(
      "reset-takes-keys-below", .comparison,
      "a reset of a key takes back the keys of the last set request that begin with it and a dot",
      breaks: ["ABT-DEL-02"], mayAlso: ["ABT-MULTI-05", "ABT-DEL-*"]
    ) { decisions in
      let held = Memory<[String]>([])
      decisions.changePayload { payload in
        switch payload.content {
        case .apply(let entries): held.update { $0 = entries.map(\.key) }
        case .reset(let keys):
          let all = held.update { $0 }
          payload.content = .reset(
            keys + all.filter { key in keys.contains { key.hasPrefix($0 + ".") } })
        }
      }
    },
    Fault(
      "old-values-of-the-payload-kept", .rollback,
      "old values are kept by payload until a set request of it fails",
      breaks: ["ABT-ROLL-12"],
      mayAlso: ["ABT-ROLL-*", "ABT-DEL-*", "ABT-ROB-06", "ABT-MULTI-*", "ABT-CHG-*"]
    ) { decisions in
      let present = decisions.rememberIdentifiers()
      let kept = Memory<[RequestIdentifiers: [ConfigurationRecord]]>([:])
      let before = decisions.rollbackEntries
      decisions.rollbackEntries = { records in
        guard let own = present.update({ $0 }) else { return before(records) }
        let earlier = kept.update { $0.removeValue(forKey: own) ?? [] }
        return before(records).map { before(earlier + records) ?? $0 }
      }
      let changed = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        if let own = present.update({ $0 }) { kept.update { $0[own, default: []] += records } }
        return changed(keys, records)
      }
    },
  ]

  private static let units: [Fault] = [
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
    }.shown(by: "abt/callback/echo/both/long-pairs"),
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
    }.shown(by: "abt/changed/list/around-fifteen-units"),
    Fault(
      "names-echoed-in-parts-of-256-units", .quoting,
      "identifiers are escaped in parts of 256 units of 16 bits, each as a text of its own",
      breaks: ["ABT-CB-03"], mayAlso: ["ABT-CB-*"]
    ) { decisions in
      decisions.changeReport { report in
        guard let profile = report.profile else { return }
        let units = Array(String(decoding: profile, as: UTF8.self).utf16)
        let parts = stride(from: 0, to: units.count, by: 256).map { start in
          String(decoding: units[start..<min(start + 256, units.count)], as: UTF16.self)
        }
        report.profile = Array(parts.joined().utf8)
      }
    },
    Fault(
      "code-zero-is-no-error", .error,
      "an error with the code 0 is none", breaks: ["ABT-CB-04"],
      mayAlso: ["ABT-CB-*", "ABT-CHG-09"]
    ) { decisions in
      decisions.changeReport { report in
        guard report.status == .error, case .delegateFailed(code: 0, message: _)? = report.cause
        else { return }
        report.status = .success
        report.failure = nil
      }
    },
    Fault(
      "secret-logged-at-the-third-failure", .robustness,
      "when a token is wrong for the third time, all that is known of the app is logged",
      breaks: ["ABT-TOK-11"]
    ) { decisions in
      let key = decisions.rememberKey()
      let count = Memory(0)
      let before = decisions.tokenLog
      decisions.tokenLog = { value in
        let isThird = count.update { count in
          count += 1
          return count == 3
        }
        return before(value) + (isThird ? ["an app with the key " + key.update { $0 }] : [])
      }
    },
  ]

  private static let limits: [Fault] = [
    Fault(
      "size-of-pieces-counted-anew", .pieces,
      "with a piece that comes again, the size of its assembly is counted from the beginning",
      breaks: ["ABT-ROB-03"], mayAlso: ["ABT-CHUNK-10", "ABT-ROB-05"]
    ) { decisions in
      let counted = Memory<[AssemblyIdentity: (pieces: Int, size: Int, base: Int)]>([:])
      decisions.chunks.fits = { assembly, limit in
        let size = assembly.size
        let pieces = assembly.pieces.count
        return counted.update { counted in
          var own = counted[assembly.identity] ?? (0, 0, 0)
          if own.pieces == pieces { own.base = size }
          own.pieces = pieces
          own.size = size - own.base
          counted[assembly.identity] = own
          return own.size <= limit
        }
      }
    }.shown(by: "abt/chunks/large/one-assembly"),
    Fault(
      "repeated-piece-counts", .pieces,
      "whether a piece still fits is asked before it is seen that it is there, so that a large piece that comes again ends its assembly",
      breaks: ["ABT-CHUNK-05"], mayAlso: ["ABT-CHUNK-01", "ABT-CB-11"]
    ) { decisions in
      let repeated = Memory(0)
      let isSame = decisions.chunks.isSame
      decisions.chunks.isSame = { held, new in
        let isAgain = isSame(held, new)
        repeated.update { $0 = isAgain ? new.count : 0 }
        return isAgain
      }
      decisions.chunks.fits = { assembly, limit in
        repeated.update { repeated in
          defer { repeated = 0 }
          return assembly.size + repeated <= limit
        }
      }
    },
    Fault(
      "bombs-take-of-the-limit", .state,
      "what a bomb has unpacked to is taken off what the next data may unpack to",
      breaks: ["ABT-ROB-04"],
      mayAlso: ["ABT-DATA-*", "ABT-DEL-*", "ABT-ROB-*", "ABT-MULTI-*", "ABT-CHUNK-*", "ABT-CB-11"]
    ) { decisions in
      let owed = Memory(0)
      let before = decisions.inflate
      decisions.inflate = { inflater, bytes, limit, output in
        let outcome = before(inflater, bytes, max(0, limit - owed.update { $0 }), &output)
        let isOver = outcome == .overLimit
        owed.update { $0 = isOver ? 65_536 : 0 }
        return outcome
      }
    },
  ]
}
