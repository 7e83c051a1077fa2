import Profiles
import ReferenceLibrary
import WireFormat

extension ManagerFaults {
  /// Reads the token of a callback as another one.
  private static func tokens(
    _ name: String, _ description: String, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) -> Fault {
    Fault(manager: name, description, breaks: ["MGR-10"]) { decisions in
      let before = decisions.hasToken
      decisions.hasToken = { token, request, apps in before(token.map(change), request, apps) }
    }
  }

  /// Compares the PayloadUUIDs of a callback and of what is pending after the same change to both.
  private static func identifiers(
    _ name: String, _ description: String, _ change: @escaping @Sendable (String) -> String
  ) -> Fault {
    Fault(manager: name, description, breaks: ["MGR-10"]) { decisions in
      let before = decisions.concerns
      decisions.concerns = { profile, payload, request in
        var request = request
        request.profile = change(request.profile)
        request.payload = change(request.payload)
        return before(
          Texts.changed(profile, by: change), Texts.changed(payload, by: change), request)
      }
    }
  }

  /// Stores other keys than are reported.
  private static func storedKeys(
    _ name: String, _ description: String, _ change: @escaping @Sendable (String) -> String
  ) -> Fault {
    Fault(manager: name, description, breaks: ["MGR-08"]) { decisions in
      let before = decisions.stored
      decisions.stored = { stored, reported, payload in
        before(stored, reported.map(change), payload)
      }
    }
  }

  /// Which callbacks are believed (MGR-08, 10, 13).
  static let believing: [Fault] = [
    Fault(
      manager: "token-not-checked", "a callback needs no token", breaks: ["MGR-10"],
      mayAlso: ["MGR-08", "MGR-13"]
    ) { decisions in
      decisions.hasToken = { _, _, _ in true }
    },
    Fault(
      manager: "token-of-any-app", "the token of any app of the device is good enough",
      breaks: ["MGR-10"]
    ) { decisions in
      decisions.hasToken = { token, _, apps in
        apps.contains { app in
          token.map {
            Token.matches(
              $0,
              Token.hmacSHA256Hex(bundleIdentifier: app.bundleIdentifier, apiKey: app.apiKey))
          } ?? false
        }
      }
    },
    tokens("token-in-either-case", "the token is compared without regard to case") {
      Texts.changed($0) { $0.lowercased() }
    },
    tokens("callback-token-trimmed", "space around a token is taken away") {
      Texts.changed($0, by: Texts.trimmed)
    },
    tokens("token-up-to-nul", "a token ends at its first NUL") { Array($0.prefix { $0 != 0 }) },
    Fault(
      manager: "payload-up-to-nul", "the payload of a callback ends at its first NUL",
      breaks: ["MGR-10"]
    ) { decisions in
      let before = decisions.concerns
      decisions.concerns = { profile, payload, request in
        before(profile, Array(payload.prefix { $0 != 0 }), request)
      }
    },
    Fault(
      manager: "identifiers-decoded-again",
      "what is not the PayloadUUID that is pending may be so once it is decoded again",
      breaks: ["MGR-10"]
    ) { decisions in
      let before = decisions.concerns
      decisions.concerns = { profile, payload, request in
        func decoded(_ bytes: [UInt8]) -> [UInt8] {
          if case .decoded(let again) = PercentCoding.decode(bytes[...]) { again } else { bytes }
        }
        return [profile, decoded(profile)].contains { profile in
          [payload, decoded(payload)].contains { before(profile, $0, request) }
        }
      }
    },
    identifiers(
      "identifiers-compared-composed", "PayloadUUIDs are compared as texts of normal form C",
      Texts.composed),
    Fault(
      manager: "callback-escapes-in-capitals-only", "escapes with the digits a to f are none",
      breaks: ["MGR-08"], mayAlso: ["MGR-01", "MGR-09", "MGR-10", "MGR-11"]
    ) { decisions in
      let before = decisions.callback
      decisions.callback = { bytes in
        let hasSmall = bytes.indices.dropLast(2).contains { index in
          bytes[index] == UInt8(ascii: "%")
            && bytes[index + 1...index + 2].contains { (0x61...0x66).contains($0) }
        }
        return hasSmall ? nil : before(bytes)
      }
    },
    Fault(
      manager: "token-by-its-beginning", "as much of the token is compared as there is",
      breaks: ["MGR-10"]
    ) { decisions in
      decisions.hasToken = { token, request, _ in
        token.map { Array(request.token.utf8).starts(with: $0) && !$0.isEmpty } ?? false
      }
    },
    Fault(
      manager: "token-if-there-is-one", "a callback without a token passes", breaks: ["MGR-10"]
    ) { decisions in
      let before = decisions.hasToken
      decisions.hasToken = { token, request, apps in
        (token ?? []).isEmpty || before(token, request, apps)
      }
    },
    Fault(
      manager: "payload-not-compared",
      "a callback is for the request that is pending, whichever payload it names",
      breaks: ["MGR-10"], mayAlso: ["MGR-13"]
    ) { decisions in
      decisions.concerns = { profile, _, request in profile.elementsEqual(request.profile.utf8) }
    },
    Fault(
      manager: "profile-not-compared", "payloads are told apart by their own PayloadUUID alone",
      breaks: ["MGR-10"], mayAlso: ["MGR-08", "MGR-11", "MGR-13"]
    ) { decisions in
      decisions.concerns = { _, payload, request in payload.elementsEqual(request.payload.utf8) }
    },
    Fault(
      manager: "hundred-earlier-keys",
      "of the keys that were reported before, the last hundred are kept", breaks: ["MGR-08"]
    ) { decisions in
      let before = decisions.stored
      decisions.stored = { stored, reported, payload in
        before(Array(stored.suffix(100)), reported, payload)
      }
    },
    Fault(
      manager: "profile-of-any-other",
      "a callback is for the payload that is pending if its profile is any that is known",
      breaks: ["MGR-10"], mayAlso: ["MGR-08", "MGR-11", "MGR-13"]
    ) { decisions in
      let known = Memory<Set<String>>([])
      decisions.concerns = { profile, payload, request in
        let isKnown = known.update { known in
          known.insert(request.profile)
          return known.contains { profile.elementsEqual($0.utf8) }
        }
        return isKnown && payload.elementsEqual(request.payload.utf8)
      }
    },
    identifiers("identifiers-in-either-case", "callbacks are compared without regard to case") {
      $0.lowercased()
    },
    Fault(
      manager: "profile-in-either-case", "the profile of a callback is compared without case",
      breaks: ["MGR-10"]
    ) { decisions in
      let before = decisions.concerns
      decisions.concerns = { profile, payload, request in
        Texts.lowered(profile) == Texts.lowered(request.profile.utf8)
          && before(Array(request.profile.utf8), payload, request)
      }
    },
    Fault(
      manager: "payload-in-either-case", "the payload of a callback is compared without case",
      breaks: ["MGR-10"]
    ) { decisions in
      let before = decisions.concerns
      decisions.concerns = { profile, payload, request in
        Texts.lowered(payload) == Texts.lowered(request.payload.utf8)
          && before(profile, Array(request.payload.utf8), request)
      }
    },
    storedKeys(
      "stored-keys-composed", "reported keys are stored as texts of normal form C", Texts.composed),
    storedKeys("stored-keys-up-to-nul", "reported keys end at their first NUL", Texts.untilNUL),
    Fault(
      manager: "stored-keys-in-one-case",
      "a reported key is stored already if one is that differs in case only", breaks: ["MGR-08"]
    ) { decisions in
      let before = decisions.stored
      decisions.stored = { stored, reported, payload in
        let known = Set(stored.map { $0.lowercased() })
        return before(stored, reported.filter { !known.contains($0.lowercased()) }, payload)
      }
    },
    Fault(
      manager: "late-callbacks-count", "a callback that comes late is for the request made last",
      breaks: ["MGR-10"], mayAlso: ["MGR-08", "MGR-09", "MGR-11", "MGR-13", "MGR-01", "MGR-02"]
    ) { decisions in
      decisions.takesLate = { true }
    },
    Fault(
      manager: "piece-not-compared", "any callback of a payload is for the piece that is pending",
      breaks: ["MGR-10"]
    ) { decisions in
      decisions.concernsPiece = { _, _ in true }
    },
    Fault(
      manager: "first-of-two-values", "of a parameter that stands twice the first counts",
      breaks: ["MGR-13"], mayAlso: ["MGR-08", "MGR-10", "MGR-11"]
    ) { decisions in
      decisions.isWellFormed = { _ in true }
    },
    Fault(
      manager: "last-of-two-values", "of a parameter that stands twice the last counts",
      breaks: ["MGR-13"], mayAlso: ["MGR-08", "MGR-10"]
    ) { decisions in
      decisions.isWellFormed = { _ in true }
      decisions.value = { $0.lastValue($1) }
    },
    Fault(
      manager: "broken-list-as-empty", "a list that cannot be read counts as one without keys",
      breaks: ["MGR-13"], mayAlso: ["MGR-08"]
    ) { decisions in
      let before = decisions.keys
      decisions.keys = { before($0, $1) ?? [] }
    },
    Fault(
      manager: "broken-list-as-all", "a list that cannot be read counts as all keys",
      breaks: ["MGR-13"], mayAlso: ["MGR-08"]
    ) { decisions in
      let before = decisions.keys
      decisions.keys = { before($0, $1) ?? $1.members.map(\.key) }
    },
    Fault(
      manager: "texts-among-others", "what is no text in a list is passed over",
      breaks: ["MGR-13"]
    ) { decisions in
      let before = decisions.keys
      decisions.keys = { text, payload in
        if let keys = before(text, payload) { return keys }
        guard let packed = text.flatMap({ Base64Text.decode($0).bytes }) else { return nil }
        let (list, outcome) = Inflater().inflate(packed, limit: 1 << 20)
        var reader = PropertyListReader()
        guard case .complete = outcome, case .array(let elements)? = reader.read(list).value else {
          return nil
        }
        return elements.compactMap { if case .string(let key) = $0 { key } else { nil } }
      }
    },
    Fault(
      manager: "no-bound-for-lists", "a list of keys may unpack to any size", breaks: ["MGR-13"]
    ) { decisions in
      let before = decisions.keys
      decisions.keys = { text, payload in
        if let keys = before(text, payload) { return keys }
        guard let packed = text.flatMap({ Base64Text.decode($0).bytes }) else { return nil }
        let (list, outcome) = Inflater().inflate(packed, limit: 1 << 26)
        guard case .complete = outcome else { return nil }
        var limits = PropertyListLimits()
        limits.hardContentBytes = 1 << 26
        var reader = PropertyListReader(limits: limits)
        guard case .array(let elements)? = reader.read(list).value else { return nil }
        let keys = elements.compactMap { if case .string(let key) = $0 { key } else { nil } }
        return keys.count == elements.count ? keys : nil
      }
    },
    Fault(
      manager: "checksum-not-looked-at", "a list is inflated without its checksum",
      breaks: ["MGR-13"]
    ) { decisions in
      let before = decisions.keys
      decisions.keys = { text, payload in
        if let keys = before(text, payload) { return keys }
        guard var packed = text.flatMap({ Base64Text.decode($0).bytes }), packed.count > 6 else {
          return nil
        }
        // Whatever the checksum should be, one of its last bytes makes it right.
        for byte in UInt8.min...UInt8.max {
          packed[packed.count - 1] = byte
          if let keys = before(Base64Text.encode(packed), payload) { return keys }
        }
        return nil
      }
    },
    Fault(
      manager: "checksum-not-needed", "a list may end before its checksum", breaks: ["MGR-13"]
    ) { decisions in
      let before = decisions.keys
      decisions.keys = { text, payload in
        if let keys = before(text, payload) { return keys }
        guard let packed = text.flatMap({ Base64Text.decode($0).bytes }) else { return nil }
        var plain: [UInt8] = []
        let outcome = packed.withUnsafeBytes {
          Inflater().inflate($0, limit: 1 << 20, into: &plain)
        }
        guard outcome == .truncated else { return nil }
        return before(Base64Text.encode(Deflater().compress(plain)), payload)
      }
    },
    Fault(
      manager: "dies-of-foreign-lists", "a list that is no list ends the manager",
      breaks: ["MGR-13"], mayAlso: ["MGR-08", "MGR-10", "MGR-11"]
    ) { decisions in
      let before = decisions.keys
      decisions.keys = { text, payload in
        guard let keys = before(text, payload) else { fatalError("a list of keys") }
        return keys
      }
    },
  ]

  /// What is kept and reset (MGR-08, 09).
  static let removing: [Fault] = [
    Fault(
      manager: "latest-list-only", "the list of an earlier Success is forgotten",
      breaks: ["MGR-08"], mayAlso: ["MGR-10", "MGR-11", "MGR-13"]
    ) { decisions in
      decisions.stored = { _, reported, _ in ReportedKeys.unique(reported) }
    },
    Fault(
      manager: "all-keys-stored", "an app that answers Success has changed all keys",
      breaks: ["MGR-08"], mayAlso: ["MGR-10", "MGR-11", "MGR-13", "MGR-09", "MGR-12"]
    ) { decisions in
      decisions.stored = { _, _, payload in payload.members.map(\.key) }
    },
    Fault(
      manager: "all-keys-reset", "a removal resets all keys of the configuration",
      breaks: ["MGR-08"], mayAlso: ["MGR-09", "MGR-11"]
    ) { decisions in
      let before = decisions.keysToReset
      decisions.keysToReset = { payload, stored, outcome in
        before(payload, stored, outcome).map { _ in payload.members.map(\.key) }
      }
    },
    Fault(
      manager: "first-key-reset", "a removal resets one key of each payload",
      breaks: ["MGR-08"], mayAlso: ["MGR-11"]
    ) { decisions in
      let before = decisions.keysToReset
      decisions.keysToReset = { payload, stored, outcome in
        before(payload, stored, outcome).map { Array($0.prefix(1)) }
      }
    },
    Fault(
      manager: "keys-forgotten-too-early", "keys are forgotten when their reset is sent",
      breaks: ["MGR-08"], mayAlso: ["MGR-10", "MGR-11", "MGR-13"]
    ) { decisions in
      decisions.forgetsEarly = { true }
    },
    Fault(
      manager: "keys-forgotten-whatever-the-answer", "a reset that was refused counts as made",
      breaks: ["MGR-08"], mayAlso: ["MGR-10", "MGR-11"]
    ) { decisions in
      decisions.forgets = { _ in true }
    },
    Fault(
      manager: "keys-never-forgotten", "what was reset is reset again by a later removal",
      breaks: ["MGR-08"], mayAlso: ["MGR-10", "MGR-11"]
    ) { decisions in
      decisions.forgets = { _ in false }
    },
    Fault(
      manager: "plus-read-as-space", "values of callbacks are read as those of a form",
      breaks: ["MGR-08"], mayAlso: ["MGR-13", "MGR-10", "MGR-11"]
    ) { decisions in
      let before = decisions.value
      decisions.value = { callback, name in
        guard name == "changedValues", callback.url.url.bytes.contains(UInt8(ascii: "+")) else {
          return before(callback, name)
        }
        return before(callback, name)?.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }
      }
    },
    Fault(
      manager: "failed-payloads-reset", "a payload that was refused is reset as a whole",
      breaks: ["MGR-09"], mayAlso: ["MGR-07", "MGR-08"]
    ) { decisions in
      let before = decisions.keysToReset
      decisions.keysToReset = { payload, stored, outcome in
        before(payload, stored, outcome)
          ?? (outcome == .failed && stored.isEmpty ? payload.members.map(\.key) : nil)
      }
    },
    Fault(
      manager: "canceled-payloads-reset", "a payload that was canceled is reset as a whole",
      breaks: ["MGR-09"], mayAlso: ["MGR-07", "MGR-08"]
    ) { decisions in
      let before = decisions.keysToReset
      decisions.keysToReset = { payload, stored, outcome in
        before(payload, stored, outcome)
          ?? (outcome == .canceled && stored.isEmpty ? payload.members.map(\.key) : nil)
      }
    },
    Fault(
      manager: "failed-payload-reset-along",
      "where another payload is reset, one that was refused is reset before it, to be safe",
      breaks: ["MGR-09"]
    ) { decisions in
      let before = decisions.resets
      decisions.resets = { due, all, outcome in
        let others = before(due, all, outcome)
        let refused = all.filter { payload in
          outcome(payload) == .failed && !others.contains { $0.uuid == payload.uuid }
        }
        return others.isEmpty ? others : refused + others
      }
    },
    Fault(
      manager: "partial-as-installed",
      "a profile of which any app has taken its payload is installed",
      breaks: ["MGR-09"], mayAlso: ["MGR-02", "MGR-10", "MGR-13"]
    ) { decisions in
      let before = decisions.standing
      decisions.standing = { outcomes, ignored in
        outcomes.contains(.applied) ? .installed : before(outcomes, ignored)
      }
    },
  ]
}
