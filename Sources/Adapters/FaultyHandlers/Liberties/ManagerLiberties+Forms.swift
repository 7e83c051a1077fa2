import Profiles
import ReferenceLibrary
import WireFormat

extension ManagerLiberties {
  /// What may be made of refusals, and of callbacks in forms that no library sends.
  static let forms: [Liberty] = [
    Liberty(
      manager: "partly-refused-is-failed", "a profile that any app has refused is failed",
      source: "Adapters.md: no sentence defines how a profile stands"
    ) { decisions in
      let before = decisions.standing
      decisions.standing = { outcomes, ignored in
        let standing = before(outcomes, ignored)
        return standing == .partial && outcomes.contains(.failed) ? .failed : standing
      }
    },
    Liberty(
      manager: "refused-payloads-forgotten",
      "a removal forgets the keys of a payload whose latest request was refused",
      source: "MGR-08, MGR-09: nothing is left that could be reset"
    ) { decisions in
      let before = decisions.forgetsAtRemoval
      decisions.forgetsAtRemoval = { $0 == .failed || $0 == .canceled || before($0) }
    },
    Liberty(
      manager: "refused-payloads-reset",
      "a payload that was taken once is reset, though its latest request was refused",
      source: "MGR-08, MGR-09"
    ) { decisions in
      let before = decisions.keysToReset
      decisions.keysToReset = { payload, stored, outcome in
        before(payload, stored, outcome) ?? (stored.isEmpty ? nil : stored)
      }
    },
    Liberty(
      manager: "refused-payloads-reset-empty",
      "a payload that was taken once and refused then is reset without keys",
      source: "MGR-08, MGR-09"
    ) { decisions in
      let before = decisions.keysToReset
      decisions.keysToReset = { payload, stored, outcome in
        before(payload, stored, outcome) ?? (stored.isEmpty ? nil : [])
      }
    },
    Liberty(
      manager: "refused-resets-sent-again",
      "a reset that an app refuses or cancels is sent again, twice at most",
      source: "MGR-08: no sentence says when a manager tries again"
    ) { decisions in
      decisions.resetsAgain = { $0 <= 2 }
    },
    Liberty(
      manager: "resets-with-configuration", "a reset has the payload's Configuration, too",
      source: "section 2: Configuration is ignored in a reset"
    ) { decisions in
      let before = decisions.resetDictionary
      decisions.resetDictionary = { payload, keys in
        guard case .dictionary(let members) = before(payload, keys) else {
          return before(payload, keys)
        }
        return .dictionary(
          members + [.init(key: "Configuration", value: payload.configuration)])
      }
    },
    Liberty(
      manager: "unknown-status-as-error", "a status that is none of the three words is an Error",
      source: "section 2: a callback has one of the three words"
    ) { decisions in
      let before = decisions.outcome
      decisions.outcome = { before($0) ?? .failed }
    },
    Liberty(
      manager: "odd-error-codes-refused",
      "a callback whose errorCode is none, or stands beside no Error, changes nothing",
      source: "ABT-CB-06 is about libraries"
    ) { decisions in
      let before = decisions.isWellFormed
      decisions.isWellFormed = { callback in
        guard let code = callback.value("errorCode") else { return before(callback) }
        let isError = callback.value("status").map { $0.elementsEqual("Error".utf8) } ?? false
        return before(callback) && isError && Int32(String(decoding: code, as: UTF8.self)) != nil
      }
    },
    Liberty(
      manager: "texts-must-be-utf-8", "a callback with a value that is no UTF-8 changes nothing",
      source: "ABT-URL-18 is about libraries"
    ) { decisions in
      let before = decisions.isWellFormed
      decisions.isWellFormed = { callback in
        before(callback)
          && callback.url.parameters.allSatisfy {
            String(validating: $0.value, as: UTF8.self) != nil
          }
      }
    },
    Liberty(
      manager: "any-address", "the address of a callback is left to the system",
      source: "section 5 has no sentence on it"
    ) { decisions in
      let before = decisions.callback
      decisions.callback = { bytes in
        before(bytes) ?? (try? CallbackURL(bytes)).map { AppCallback(url: $0) }
      }
    },
    Liberty(
      manager: "bytes-behind-lists-passed-over", "bytes behind the end of a list's stream are left",
      source: "ABT-DATA-04 is a SHOULD for libraries"
    ) { decisions in
      let before = decisions.keys
      decisions.keys = { text, payload in
        if let keys = before(text, payload) { return keys }
        guard let packed = text.flatMap({ Base64Text.decode($0).bytes }) else { return nil }
        let (_, outcome) = Inflater().inflate(packed, limit: 1 << 20)
        guard case .complete(let consumed) = outcome, consumed < packed.count else { return nil }
        return before(Base64Text.encode(Array(packed.prefix(consumed))), payload)
      }
    },
    Liberty(
      manager: "resets-answered-without-lists",
      "the answer to a reset that has a list changes nothing", source: "ABT-CHG-09"
    ) { decisions in
      decisions.countsForReset = { $0 == nil }
    },
  ]
}
