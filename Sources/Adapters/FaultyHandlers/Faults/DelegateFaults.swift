import ReferenceLibrary
import WireFormat

/// Mistakes in calling the delegate (4.5).
enum DelegateFaults {
  static let all: [Fault] = [
    Fault(
      "reset-of-nothing-as-all", .language,
      "a reset without keys is one of all keys that its payload applied last",
      breaks: ["ABT-DEL-02", "ABT-DICT-10", "ABT-MULTI-05"], mayAlso: ["ABT-CHUNK-*", "ABT-CHG-09"]
    ) { decisions in
      let owner = decisions.rememberIdentifiers()
      let applied = Memory<[RequestIdentifiers: [String]]>([:])
      let latest = Memory<RequestIdentifiers?>(nil)
      decisions.changePayload { payload in
        let present = owner.update { $0 }
        latest.update { $0 = present }
        if let present, case .apply(let entries) = payload.content {
          applied.update { $0[present] = entries.map(\.key) }
        }
      }
      let before = decisions.revertEntries
      decisions.revertEntries = { keys in
        guard keys.isEmpty, let present = latest.update({ $0 }) else { return before(keys) }
        return before(applied.update { $0[present] } ?? [])
      }
    },
    Fault(
      "dictionaries-merged-with-the-last", .state,
      "a dictionary is put into the one that its payload has applied under the same key before",
      breaks: ["ABT-DATA-01"],
      mayAlso: ["ABT-CHUNK-13", "ABT-CHUNK-01", "ABT-DEL-*", "ABT-MULTI-*", "ABT-ROB-02"]
    ) { decisions in
      let owner = decisions.rememberIdentifiers()
      let applied = Memory<[RequestIdentifiers: [String: ConfigurationValue]]>([:])
      decisions.changePayload { payload in
        guard let present = owner.update({ $0 }), case .apply(let entries) = payload.content else {
          return
        }
        let known = applied.update { $0[present] ?? [:] }
        let merged = entries.map { entry in
          guard case .dictionary(let new)? = entry.value,
            case .dictionary(let old)? = known[entry.key]
          else { return entry }
          let kept = old.filter { entry in !new.contains { $0.isNamed(entry.key) } }
          return ConfigurationEntry(entry.key, .dictionary(kept + new))
        }
        applied.update { applied in
          for entry in merged { applied[present, default: [:]][entry.key] = entry.value }
        }
        payload.content = .apply(merged)
      }
    },
    Fault(
      "reverted-up-to-four-thousand", .limit,
      "the keys of a reset are handed on in a table of 4,096 rows",
      breaks: ["ABT-DEL-02"]
    ) { decisions in
      let before = decisions.revertEntries
      decisions.revertEntries = { before(Array($0.prefix(4_096))) }
    },
    Fault(
      "revert-before-apply", .path,
      "an apply first reverts the keys that it is about to set",
      breaks: ["ABT-DEL-01"],
      mayAlso: ["ABT-*"]
    ) { decisions in
      let before = decisions.delegateCalls
      decisions.delegateCalls = { verb, set in
        verb == .apply ? [.revert, .apply] : before(verb, set)
      }
    },
    Fault(
      "reset-applies-nothing", .path,
      "a reset applies a set of keys without values instead of reverting it",
      breaks: ["ABT-DEL-02"],
      mayAlso: ["ABT-*"]
    ) { decisions in
      decisions.delegateCalls = { _, _ in [.apply] }
    },
    Fault(
      "reset-adds-earlier-keys", .state,
      "the library collects the keys of all resets and reverts them together",
      breaks: ["ABT-DEL-02", "ABT-MULTI-05"],
      mayAlso: [
        "ABT-DICT-10", "ABT-CHUNK-01", "ABT-CHUNK-03", "ABT-DEL-04", "ABT-MULTI-01", "ABT-ROB-06",
        "ABT-CHUNK-10",
        "ABT-URL-09",
        "ABT-URL-10", "ABT-URL-16",
      ]
    ) { decisions in
      let before = decisions.revertEntries
      let known = Memory<[String]>([])
      decisions.revertEntries = { keys in
        before(
          known.update { known in
            known.removeAll { keys.contains($0) }
            known += keys
            return known
          })
      }
    },
    Fault(
      "records-kept", .state,
      "what the delegate recorded stays in the library for the requests that follow",
      breaks: ["ABT-DEL-04"],
      mayAlso: [
        "ABT-CHG-01", "ABT-ROB-06", "ABT-CHG-02", "ABT-CHG-03", "ABT-CHG-05", "ABT-CHUNK-01",
      ]
    ) { decisions in
      let before = decisions.changedKeys
      let kept = Memory<[ConfigurationRecord]>([])
      decisions.changedKeys = { keys, records in
        let all = kept.update { kept in
          kept += records
          return kept
        }
        let earlier = all.compactMap(\.appliedKey).filter { !keys.contains($0) }
        return before(keys + earlier, all)
      }
    },

    Fault(
      "apply-called-twice", .error,
      "the delegate is called where the data is read and once more where it is carried out",
      breaks: ["ABT-DEL-01"],
      mayAlso: ["ABT-*"]
    ) { decisions in
      let before = decisions.delegateCalls
      decisions.delegateCalls = { verb, set in
        verb == .apply ? [.apply, .apply] : before(verb, set)
      }
    },
    Fault(
      "reset-applies-afterwards", .path,
      "after a reset the keys without values are applied, so that the app sees them",
      breaks: ["ABT-DEL-02"],
      mayAlso: [
        "ABT-CHUNK-01",
        "ABT-CB-*", "ABT-DICT-10", "ABT-ENC-09", "ABT-MULTI-01", "ABT-MULTI-03", "ABT-MULTI-04",
        "ABT-ROB-06", "ABT-ROLL-11", "ABT-CHUNK-02", "ABT-CHUNK-10", "ABT-DICT-01", "ABT-MULTI-02",
        "ABT-URL-08", "ABT-URL-09", "ABT-URL-10", "ABT-URL-16",
      ]
    ) { decisions in
      let before = decisions.delegateCalls
      decisions.delegateCalls = { verb, set in
        verb == .reset ? [.revert, .apply] : before(verb, set)
      }
    },
    Fault(
      "reset-with-applied-values", .state,
      "the set of a reset has the values that were applied last",
      breaks: ["ABT-DEL-03"]
    ) { decisions in
      let applied = Memory<[ConfigurationEntry]>([])
      decisions.changePayload { payload in
        if case .apply(let entries) = payload.content { applied.update { $0 = entries } }
      }
      decisions.revertEntries = { keys in
        let known = applied.update { $0 }
        return keys.map { key in
          ConfigurationEntry(key, known.first { $0.isNamed(key) }?.value)
        }
      }
    },
    Fault(
      "reset-with-configuration", .path,
      "the set of a reset takes its values from the configuration beside the keys",
      breaks: ["ABT-DEL-03"]
    ) { decisions in
      let name = decisions.dialect.keys.configuration
      let found = Memory<[ConfigurationEntry]>([])
      decisions.changeDictionary { members, _ in
        var entries: [ConfigurationEntry] = []
        for member in members where member.key == name {
          if case .dictionary(let inner) = member.value {
            entries = ConfigurationValue.entries(inner)
          }
        }
        found.update { [entries] in $0 = entries }
      }
      decisions.revertEntries = { keys in
        let known = found.update { $0 }
        return keys.map { key in
          ConfigurationEntry(key, known.first { $0.isNamed(key) }?.value)
        }
      }
    },
    Fault(
      "reset-with-old-values", .state,
      "the set of a reset has the old values that the delegate recorded earlier",
      breaks: ["ABT-DEL-03"]
    ) { decisions in
      let old = Memory<[ConfigurationEntry]>([])
      let before = decisions.keptRecords
      decisions.keptRecords = { records, occasion in
        let kept = before(records, occasion)
        let entries = Decisions.oldValues(kept) ?? []
        if occasion == .apply { old.update { $0 = entries } }
        return kept
      }
      decisions.revertEntries = { keys in
        let known = old.update { $0 }
        return keys.map { key in
          ConfigurationEntry(key, known.first { $0.isNamed(key) }?.value)
        }
      }
    },
    Fault(
      "reset-with-empty-texts", .language,
      "keys without a value have an empty text in the set of a reset",
      breaks: ["ABT-DEL-03"]
    ) { decisions in
      decisions.revertEntries = { keys in keys.map { ConfigurationEntry($0, .string("")) } }
    },
    Fault(
      "same-values-not-applied-again", .state,
      "a request with the same values as the one before is not handed over again",
      breaks: ["ABT-MULTI-04"],
      mayAlso: [
        "ABT-CHG-09", "ABT-DEL-01", "ABT-ENC-01", "ABT-ROLL-09", "ABT-ROB-06", "ABT-CHUNK-02",
        "ABT-DICT-01", "ABT-ROB-04",
      ]
    ) { decisions in
      let last = Memory<[ConfigurationEntry]>([])
      let before = decisions.delegateCalls
      decisions.delegateCalls = { verb, set in
        let entries = set.entries
        let isSame = last.update { last in
          defer { last = entries }
          return last == entries
        }
        return verb == .apply && isSame && !entries.isEmpty ? [] : before(verb, set)
      }
    },
    Fault(
      "same-keys-not-reverted-again", .state,
      "keys that were reverted are left out of the next reset",
      breaks: ["ABT-MULTI-04"],
      mayAlso: ["ABT-DEL-02", "ABT-MULTI-01", "ABT-MULTI-03", "ABT-ROB-06"]
    ) { decisions in
      let done = Memory<Set<ExactText>>([])
      decisions.revertEntries = { keys in
        done.update { done in
          keys.filter { done.insert(ExactText($0)).inserted }.map { ConfigurationEntry($0, nil) }
        }
      }
    },
    Fault(
      "payload-applied-once", .state,
      "a payload that was applied once is not applied again, whatever it holds",
      breaks: ["ABT-CHUNK-13", "ABT-MULTI-04"],
      mayAlso: ["ABT-CHG-09", "ABT-DEL-01", "ABT-ENC-01", "ABT-ENC-04", "ABT-ROB-06"]
    ) { decisions in
      skipKnownPayloads(&decisions) { $0 }
    },
    Fault(
      "payload-known-by-its-name-alone", .comparison,
      "a payload that was applied for one profile counts as applied for all of them",
      breaks: ["ABT-MULTI-03"],
      mayAlso: [
        "ABT-CHUNK-09",
        "ABT-DEL-04",
        "ABT-CHG-09", "ABT-CHUNK-13", "ABT-DEL-01", "ABT-ENC-01", "ABT-ENC-04", "ABT-MULTI-04",
        "ABT-ROB-06", "ABT-CHUNK-02", "ABT-DICT-01", "ABT-MULTI-01", "ABT-ROB-04",
      ]
    ) { decisions in
      skipKnownPayloads(&decisions) { RequestIdentifiers(profile: [], payload: $0.payload) }
    },
    Fault(
      "profile-known-by-its-first-payload", .state,
      "the second payload of a profile counts as applied with the first one",
      breaks: ["ABT-MULTI-01", "ABT-MULTI-02"],
      mayAlso: [
        "ABT-DEL-04",
        "ABT-CHG-09", "ABT-CHUNK-13", "ABT-DEL-01", "ABT-ENC-01", "ABT-ENC-04", "ABT-MULTI-03",
        "ABT-MULTI-04", "ABT-ROB-06", "ABT-CHUNK-02", "ABT-CHUNK-09", "ABT-DICT-01", "ABT-ROB-04",
      ]
    ) { decisions in
      skipKnownPayloads(&decisions) { RequestIdentifiers(profile: $0.profile, payload: []) }
    },
    Fault(
      "partial-profile-as-whole", .state,
      "a second apply of a payload first reverts what the one before has set",
      breaks: ["ABT-CHUNK-13"],
      mayAlso: [
        "ABT-DEL-01", "ABT-DEL-04", "ABT-ENC-01", "ABT-ENC-04", "ABT-MULTI-04", "ABT-ROB-06",
        "ABT-ROLL-01", "ABT-ROLL-04", "ABT-CHUNK-01", "ABT-CHUNK-02", "ABT-DATA-09", "ABT-DICT-01",
        "ABT-MULTI-01", "ABT-ROB-04", "ABT-ROLL-09", "ABT-ROLL-12",
      ]
    ) { decisions in
      let isKnown = knownPayloads(&decisions) { $0 }
      let before = decisions.delegateCalls
      decisions.delegateCalls = { verb, set in
        verb == .apply && isKnown() ? [.revert, .apply] : before(verb, set)
      }
    },
    Fault(
      "partial-profile-merged-over", .path,
      "a second apply of a payload is refused until the payload was reset",
      breaks: ["ABT-CHUNK-13"],
      mayAlso: ["ABT-DEL-01", "ABT-ENC-01", "ABT-ENC-04", "ABT-MULTI-04", "ABT-ROB-06"]
    ) { decisions in
      let isKnown = knownPayloads(&decisions) { $0 }
      let before = decisions.readPayload
      decisions.readPayload = { (list, verb) throws(RequestFailure) in
        let payload = try before(list, verb)
        if verb == .apply, isKnown() { throw .invalidDictionary }
        return payload
      }
    },
    Fault(
      "payload-of-first-request", .state,
      "all callbacks about one profile carry the payload that came first",
      breaks: ["ABT-MULTI-01", "ABT-CB-03"]
    ) { decisions in
      let first = Memory<[[UInt8]: [UInt8]]>([:])
      decisions.changeReport { report in
        guard let profile = report.profile, let payload = report.payload else { return }
        report.payload = first.update { first in
          first[profile] = first[profile] ?? payload
          return first[profile]
        }
      }
    },
    Fault(
      "part-of-reset-completed", .state,
      "a reset of a part of the keys reverts all that were applied",
      breaks: ["ABT-DEL-02", "ABT-MULTI-05"],
      mayAlso: [
        "ABT-DICT-01", "ABT-DICT-10", "ABT-MULTI-01", "ABT-MULTI-03", "ABT-ROB-06", "ABT-CHUNK-*",
        "ABT-DEL-04", "ABT-URL-*",
      ]
    ) { decisions in
      let applied = Memory<[String]>([])
      decisions.changePayload { payload in
        switch payload.content {
        case .apply(let entries): applied.update { $0 = entries.map(\.key) }
        case .reset(let keys):
          let known = applied.update { $0 }
          if !keys.isEmpty {
            payload.content = .reset(keys + known.filter { !keys.contains($0) })
          }
        }
      }
    },
    Fault(
      "reset-takes-keys-of-others", .state,
      "a reset begins with the first key of the reset before, whosever that was",
      breaks: ["ABT-MULTI-05", "ABT-DEL-02"],
      mayAlso: ["ABT-DICT-10", "ABT-CHUNK-01", "ABT-CHUNK-03", "ABT-ROB-06"]
    ) { decisions in
      let last = Memory<[String]>([])
      let before = decisions.revertEntries
      decisions.revertEntries = { keys in
        let earlier = last.update { last in
          defer { last = keys }
          return last
        }
        return before(earlier.prefix(1).filter { !keys.contains($0) } + keys)
      }
    },
  ]
}

extension DelegateFaults {
  /// Makes the library remember the payloads of successful applies, under a name made of profile and
  /// payload.
  ///
  /// - Returns: whether the payload of the request that is worked on is among them.
  fileprivate static func knownPayloads(
    _ decisions: inout Decisions,
    _ name: @escaping @Sendable (RequestIdentifiers) -> RequestIdentifiers
  ) -> @Sendable () -> Bool {
    let known = Memory<Set<RequestIdentifiers>>([])
    let current = Memory<RequestIdentifiers?>(nil)
    let before = decisions.identifiers
    decisions.identifiers = { request in
      let found = before(request)
      current.update { $0 = found.map(name) }
      return found
    }
    let status = decisions.status
    decisions.status = { answer, verb in
      if answer == .yes, verb == .apply, let payload = current.update({ $0 }) {
        _ = known.update { $0.insert(payload) }
      }
      return status(answer, verb)
    }
    return {
      guard let payload = current.update({ $0 }) else { return false }
      return known.update { $0.contains(payload) }
    }
  }

  /// Calls nobody for a payload that was applied before.
  fileprivate static func skipKnownPayloads(
    _ decisions: inout Decisions,
    _ name: @escaping @Sendable (RequestIdentifiers) -> RequestIdentifiers
  ) {
    let isKnown = knownPayloads(&decisions, name)
    let before = decisions.delegateCalls
    decisions.delegateCalls = { verb, set in
      verb == .apply && isKnown() ? [] : before(verb, set)
    }
  }
}
