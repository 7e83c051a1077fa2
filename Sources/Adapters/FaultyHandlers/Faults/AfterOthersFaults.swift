import ReferenceLibrary
import WireFormat

/// Mistakes that show only in a request that comes after others: variables that outlive a request.
enum AfterOthersFaults {
  static let all: [Fault] = [
    Fault(
      "category-remembered", .state,
      "a request without a category is handed over with that of the one before",
      breaks: ["ABT-DICT-04"],
      mayAlso: [
        "ABT-DEL-04", "ABT-MULTI-*", "ABT-ROB-06", "ABT-ROB-04", "ABT-ROLL-08", "ABT-CHUNK-*",
      ]
    ) { decisions in
      let last = Memory<String?>(nil)
      decisions.changePayload { payload in
        let own = payload.category
        payload.category = last.update { last in
          if own != nil { last = own }
          return last
        }
      }
    },
    Fault(
      "delegate-reason-remembered", .state,
      "a delegate that gives no reason is reported with the last reason that one gave",
      breaks: ["ABT-ROB-06"],
      mayAlso: ["ABT-DEL-04", "ABT-MULTI-02", "ABT-CB-11", "ABT-CB-10", "ABT-CB-07", "ABT-ROLL-05"]
    ) { decisions in
      let before = decisions.describe
      let last = Memory<FailureReport?>(nil)
      decisions.describe = { failure, edition in
        guard case .delegateFailed(let code, let message) = failure else {
          return before(failure, edition)
        }
        let report = before(failure, edition)
        return last.update { last in
          if code != nil || message != nil { last = report }
          return last ?? report
        }
      }
    },
    Fault(
      "canceled-records-kept", .state,
      "what the delegate recorded before it canceled counts for the request that follows",
      breaks: ["ABT-DEL-04"],
      mayAlso: ["ABT-ROLL-*", "ABT-CHG-*", "ABT-MULTI-*", "ABT-ROB-06", "ABT-CHUNK-*"]
    ) { decisions in
      let kept = Memory<[ConfigurationRecord]>([])
      let before = decisions.keptRecords
      let status = decisions.status
      let latest = Memory<[ConfigurationRecord]>([])
      decisions.keptRecords = { records, occasion in
        let all = before(records, occasion)
        guard occasion == .apply else { return all }
        latest.update { $0 = all }
        let earlier = kept.update { kept in
          defer { kept = [] }
          return kept
        }
        return earlier + all
      }
      decisions.status = { answer, verb in
        if answer == .canceled, verb == .apply {
          let records = latest.update { $0 }
          kept.update { $0 = records }
        }
        return status(answer, verb)
      }
    },
    Fault(
      "refused-reset-keys-kept", .state,
      "keys of a reset that the delegate refused are reverted with the next one",
      breaks: ["ABT-DEL-02"],
      mayAlso: ["ABT-MULTI-*", "ABT-ROB-06", "ABT-DEL-04", "ABT-CHUNK-*"]
    ) { decisions in
      let latest = Memory<[String]>([])
      let kept = Memory<[String]>([])
      let before = decisions.revertEntries
      let status = decisions.status
      decisions.revertEntries = { keys in
        latest.update { $0 = keys }
        let earlier = kept.update { kept in
          defer { kept = [] }
          return kept
        }
        return before(keys + earlier.filter { !keys.contains($0) })
      }
      decisions.status = { answer, verb in
        if case .no = answer, verb == .reset {
          let keys = latest.update { $0 }
          kept.update { $0 = keys }
        }
        return status(answer, verb)
      }
    }.shown(by: "abt/after-others/refused-reset/reverted/same"),
    Fault(
      "locked-after-wrong-tokens", .state,
      "after fifteen wrong tokens the library takes none any more",
      breaks: ["ABT-ROB-04"],
      mayAlso: ["ABT-DEL-01", "ABT-ROB-06", "ABT-TOK-*", "ABT-CB-11"]
    ) { decisions in
      let before = decisions.tokenIsValid
      let wrong = Memory(0)
      decisions.tokenIsValid = { token, right in
        let isValid = before(token, right)
        return wrong.update { wrong in
          if !isValid { wrong += 1 }
          return isValid && wrong < 15
        }
      }
    },
    Fault(
      "lists-by-length", .state,
      "a list is kept, and taken again where one of the same length comes",
      breaks: ["ABT-DATA-01", "ABT-DEL-02"],
      mayAlso: ["ABT-CHUNK-01"]
    ) { decisions in
      let before = decisions.readList
      let kept = Memory<[Int: PropertyList]>([:])
      decisions.readList = { reader, bytes in
        guard bytes.count > 10_000 else { return before(&reader, bytes) }
        if let list = kept.update({ $0[bytes.count] }) { return list }
        let list = before(&reader, bytes)
        kept.update { $0[bytes.count] = list }
        return list
      }
    },
    Fault(
      "profile-thought-to-be-done", .state,
      "a profile counts as done when one of another profile comes; what comes of it afterwards is answered, and not applied",
      breaks: ["ABT-MULTI-03"],
      mayAlso: ["ABT-*"]
    ) { decisions in
      let seen = Memory<(last: [UInt8]?, done: Set<[UInt8]>, isDone: Bool)>((nil, [], false))
      let before = decisions.identifiers
      decisions.identifiers = { request in
        let own = before(request)
        if let profile = own?.profile {
          seen.update { seen in
            if let last = seen.last, last != profile { seen.done.insert(last) }
            seen.last = profile
            seen.isDone = seen.done.contains(profile)
          }
        }
        return own
      }
      let calls = decisions.delegateCalls
      decisions.delegateCalls = { verb, set in seen.update { $0.isDone } ? [] : calls(verb, set) }
    },
    Fault(
      "profile-in-place-of-another", .state,
      "a request of another profile than the last one first takes back what it is about to set",
      breaks: ["ABT-MULTI-03"],
      mayAlso: ["ABT-*"]
    ) { decisions in
      let seen = Memory<(last: [UInt8]?, isOther: Bool)>((nil, false))
      let before = decisions.identifiers
      decisions.identifiers = { request in
        let own = before(request)
        if let profile = own?.profile {
          seen.update { $0 = (profile, $0.last.map { $0 != profile } ?? false) }
        }
        return own
      }
      let calls = decisions.delegateCalls
      decisions.delegateCalls = { verb, set in
        verb == .apply && seen.update { $0.isOther } ? [.revert, .apply] : calls(verb, set)
      }
    },
    Fault(
      "app-of-one-profile", .state,
      "from its first apply to its next reset a profile has the app to itself, and others are refused",
      breaks: ["ABT-MULTI-03"],
      mayAlso: ["ABT-*"]
    ) { decisions in
      let profiles = Memory<(now: [UInt8], owner: [UInt8]?)>(([], nil))
      let before = decisions.identifiers
      decisions.identifiers = { request in
        let own = before(request)
        profiles.update { $0.now = own?.profile ?? [] }
        return own
      }
      let read = decisions.readPayload
      decisions.readPayload = { (list, verb) throws(RequestFailure) in
        let payload = try read(list, verb)
        if profiles.update({ $0.owner != nil && $0.owner != $0.now }) {
          throw .delegateFailed(code: nil, message: "The app has another profile.")
        }
        return payload
      }
      let status = decisions.status
      decisions.status = { answer, verb in
        if answer == .yes { profiles.update { $0.owner = verb == .apply ? $0.now : nil } }
        return status(answer, verb)
      }
    },
    Fault(
      "pieces-of-one-profile-at-a-time", .pieces,
      "the pieces that wait are thrown away when a piece of another profile comes",
      breaks: ["ABT-CHUNK-09", "ABT-MULTI-03"],
      mayAlso: ["ABT-CHUNK-*", "ABT-DEL-*", "ABT-MULTI-02"]
    ) { decisions in
      let turns = Memory<(profile: [UInt8], count: UInt64)>(([], 0))
      // Under a new name for each turn of a profile: what waits under an old one is never completed.
      let size = MemoryLayout<UInt64>.size
      let before = decisions.chunks.identity
      decisions.chunks.identity = { identity in
        var identity = before(identity)
        let turn = turns.update { turns in
          if turns.profile != identity.profile { turns = (identity.profile, turns.count + 1) }
          return turns.count
        }
        identity.payload += withUnsafeBytes(of: turn) { Array($0) }
        return identity
      }
      let isEnded = decisions.chunks.isEnded
      decisions.chunks.isEnded = { identity, verb, profile, payload in
        var identity = identity
        identity.payload.removeLast(size)
        return isEnded(identity, verb, profile, payload)
      }
    },
    Fault(
      "keys-of-two-profiles-not-reverted", .state,
      "a reset leaves out keys that a payload of another profile has applied, too",
      breaks: ["ABT-DEL-02"],
      mayAlso: ["ABT-*"]
    ) { decisions in
      typealias Owners = [String: Set<[UInt8]>]
      let owners = Memory<(profile: [UInt8], keys: Owners)>(([], [:]))
      let before = decisions.identifiers
      decisions.identifiers = { request in
        let own = before(request)
        owners.update { $0.profile = own?.profile ?? [] }
        return own
      }
      decisions.changePayload { payload in
        guard case .apply(let entries) = payload.content else { return }
        owners.update { owners in
          for entry in entries { owners.keys[entry.key, default: []].insert(owners.profile) }
        }
      }
      let revert = decisions.revertEntries
      decisions.revertEntries = { keys in
        revert(
          keys.filter { key in
            owners.update { owners in
              !(owners.keys[key] ?? []).contains { $0 != owners.profile }
            }
          })
      }
    },
    Fault(
      "payloads-of-a-profile-answered-together", .path,
      "of payloads of one profile that come one after the other only the first has a callback",
      breaks: ["ABT-MULTI-01"],
      mayAlso: ["ABT-*"]
    ) { decisions in
      let last = Memory<(profile: [UInt8]?, payload: [UInt8]?)>((nil, nil))
      let before = decisions.openings
      decisions.openings = { url, report in
        let isNext = last.update { last in
          defer { last = (report.profile, report.payload) }
          return report.profile != nil && last.profile == report.profile
            && last.payload != report.payload
        }
        return isNext ? [] : before(url, report)
      }
    },
    Fault(
      "profile-that-comes-back-mistaken", .state,
      "a profile that comes back after another one is answered under that one's name",
      breaks: ["ABT-CB-03"],
      mayAlso: ["ABT-*"]
    ) { decisions in
      let seen = Memory<[[UInt8]]>([])
      decisions.changeReport { report in
        guard let profile = report.profile else { return }
        let last = seen.update { seen in
          let last = seen.last
          seen = seen.filter { $0 != profile } + [profile]
          return seen.count > 1 && last != profile ? last : nil
        }
        let isBack = seen.update { $0.count } > 1
        if isBack, let last { report.profile = last }
      }
    },
    Fault(
      "reset-with-a-key-of-another-payload", .state,
      "a reset also takes back the first key that another payload of its profile has applied",
      breaks: ["ABT-MULTI-05"],
      mayAlso: ["ABT-*"]
    ) { decisions in
      let now = decisions.rememberIdentifiers()
      let applied = Memory<[(by: RequestIdentifiers, key: String)]>([])
      decisions.changePayload { payload in
        guard case .apply(let entries) = payload.content, let own = now.update({ $0 }),
          let first = entries.first
        else { return }
        applied.update { $0.append((own, first.key)) }
      }
      let revert = decisions.revertEntries
      decisions.revertEntries = { keys in
        let own = now.update { $0 }
        let other = applied.update { applied in
          applied.first { $0.by.profile == own?.profile && $0.by.payload != own?.payload }?.key
        }
        return revert(keys + (other.map { keys.contains($0) ? [] : [$0] } ?? []))
      }
    },
  ]
}
