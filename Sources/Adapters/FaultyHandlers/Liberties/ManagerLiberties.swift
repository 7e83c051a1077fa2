import Profiles
import ReferenceLibrary
import WireFormat

/// What a profile manager may do differently.
enum ManagerLiberties {
  static let all: [Liberty] =
    forms + [
      Liberty(
        manager: "payloads-backwards", "payloads are sent from the last one on",
        source: "MGR-11: in any order"
      ) { decisions in
        let before = decisions.order
        decisions.order = { before($0.reversed()) }
      },
      Liberty(
        manager: "unchanged-payloads-not-sent",
        "a payload that its app has taken is not sent again as long as it is the same",
        source: "MGR-01, MGR-08: whether a profile is sent again is left open"
      ) { decisions in
        let sends = decisions.isSent
        decisions.isSent = { payload, before in payload != before && sends(payload, before) }
      },
      Liberty(
        manager: "empty-resets-sent", "a reset is sent where nothing was reported, too",
        source: "MGR-08: exactly those keys, which may be none"
      ) { decisions in
        let before = decisions.keysToReset
        decisions.keysToReset = { payload, stored, outcome in
          before(payload, stored, outcome) ?? (outcome == .applied ? [] : nil)
        }
      },
      Liberty(
        manager: "resets-without-category", "a reset has its keys and nothing else",
        source: "section 2: Category is optional in a reset"
      ) { decisions in
        decisions.resetDictionary = { _, keys in
          .dictionary([
            .init(key: "Keys", value: .array(keys.map { .string($0) })),
            .init(key: "Version", value: .integer(1)),
          ])
        }
      },
      Liberty(
        manager: "own-parameters-refused",
        "a callback with a parameter that the protocol does not know changes nothing",
        source: "MGR-13, ABT-CB-08"
      ) { decisions in
        let known: Set = [
          "profile", "payload", "token", "status", "changedValues", "errorCode", "errorMessage",
          "chunk",
        ]
        let before = decisions.isWellFormed
        decisions.isWellFormed = { callback in
          before(callback)
            && callback.url.parameters.allSatisfy {
              known.contains(String(decoding: $0.name, as: UTF8.self))
            }
        }
      },
      Liberty(
        manager: "own-keys-only", "keys that the configuration does not hold are not stored",
        source: "ABT-CHG-07"
      ) { decisions in
        let before = decisions.stored
        decisions.stored = { stored, reported, payload in
          let own = payload.members.map(\.key)
          return before(stored, reported.filter(own.contains), payload)
        }
      },
      Liberty(
        manager: "no-list-as-no-keys", "a Success without changedValues reports no keys",
        source: "ABT-CHG-09 is about libraries"
      ) { decisions in
        let before = decisions.keys
        decisions.keys = { text, payload in text == nil ? [] : before(text, payload) }
      },
      Liberty(
        manager: "base64-not-escaped", "plus, slash and equals stand in a URL as they are",
        source: "ABT-URL-11"
      ) { decisions in
        let before = decisions.escape
        decisions.escape = { parameter, url in
          if ["data", "data-x"].contains(parameter.name) {
            url += parameter.value
          } else {
            before(parameter, &url)
          }
        }
      },
      Liberty(
        manager: "small-pieces", "data that is too long for one URL is sent in pieces of 64 KiB",
        source: "MGR-12: how it is cut is left open"
      ) { decisions in
        decisions.pieceBytes = { min($0, 1 << 16) }
      },
      Liberty(
        manager: "request-parameters-backwards",
        "the parameters of a URL stand in the opposite order",
        source: "ABT-URL-08"
      ) { decisions in
        let before = decisions.parameters
        decisions.parameters = { before($0, $1).reversed() }
      },
      Liberty(
        manager: "ignored-apps-make-it-partial",
        "a profile of which some apps are not installed is partial",
        source: "MGR-02: how a profile stands is left open"
      ) { decisions in
        let before = decisions.standing
        decisions.standing = { outcomes, ignored in
          let standing = before(outcomes, ignored)
          return standing == .installed && ignored > 0 ? .partial : standing
        }
      },
      Liberty(
        manager: "removed-at-once", "a profile counts as removed while its resets are pending",
        source: "Adapters.md: how a profile stands meanwhile is left open"
      ) { decisions in
        decisions.standingInRemoval = { _ in .removed }
      },
    ]
}
