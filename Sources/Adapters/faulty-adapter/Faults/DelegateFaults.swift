import ReferenceLibrary

/// Mistakes in calling the delegate (4.5).
enum DelegateFaults {
  static let all: [Fault] = [
    Fault(
      "revert-before-apply",
      "an apply first reverts the keys that it is about to set",
      breaks: ["ABT-DEL-01"]
    ) { decisions in
      let before = decisions.delegateCalls
      decisions.delegateCalls = { verb in verb == .apply ? [.revert, .apply] : before(verb) }
    },
    Fault(
      "reset-applies-nothing",
      "a reset applies a set of keys without values instead of reverting it",
      breaks: ["ABT-DEL-02"]
    ) { decisions in
      decisions.delegateCalls = { _ in [.apply] }
    },
    Fault(
      "reset-adds-earlier-keys",
      "the library collects the keys of all resets and reverts them together",
      breaks: ["ABT-DEL-02", "ABT-MULTI-05"], mayAlso: ["ABT-DEL-04"]
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
      "records-kept",
      "what the delegate recorded stays in the library for the requests that follow",
      breaks: ["ABT-DEL-04"], mayAlso: ["ABT-CHG-01"]
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
  ]
}
