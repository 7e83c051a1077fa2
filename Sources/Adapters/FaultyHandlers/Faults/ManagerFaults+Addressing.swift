import Profiles
import ReferenceLibrary
import WireFormat

extension ManagerFaults {
  /// How apps are addressed, and that it is safe (MGR-03, 04, 05, 07).
  static let addressing: [Fault] = [
    Fault(
      manager: "scheme-always-default", "the profile's URLScheme is not looked at",
      breaks: ["MGR-03"]
    ) { decisions in
      decisions.scheme = { payload, _ in
        Dialect.profile1.defaultScheme(bundleIdentifier: payload.bundleIdentifier)
      }
    },
    Fault(
      manager: "scheme-with-prefix", "the profile's URLScheme is put after the default prefix",
      breaks: ["MGR-03"]
    ) { decisions in
      decisions.scheme = { payload, _ in
        Dialect.profile1.schemePrefix + (payload.urlScheme ?? payload.bundleIdentifier)
      }
    },
    Fault(
      manager: "scheme-of-the-first-payload",
      "one scheme serves a whole profile: that of its first payload",
      breaks: ["MGR-03"], mayAlso: ["MGR-01", "MGR-02", "MGR-05"]
    ) { decisions in
      let first = Memory(String?.none)
      decisions.order = { payloads in
        first.update { $0 = payloads.first?.scheme() }
        return payloads
      }
      decisions.scheme = { payload, _ in first.update { $0 } ?? payload.scheme() }
    },
    Fault(
      manager: "encryption-of-the-top-level", "one payload that is encrypted encrypts all",
      breaks: ["MGR-04"]
    ) { decisions in
      decisions.isEncrypted = { _, profile, _ in profile.payloads.contains(where: \.encrypted) }
    },
    Fault(
      manager: "encryption-of-the-first-edition",
      "a payload goes on being sent as it was first, whatever later editions of its profile say",
      breaks: ["MGR-04"]
    ) { decisions in
      let first = Memory<[String: Bool]>([:])
      let before = decisions.isEncrypted
      decisions.isEncrypted = { payload, profile, verb in
        let own = before(payload, profile, verb)
        return first.update { first in
          let isEncrypted = first[payload.uuid] ?? own
          first[payload.uuid] = isEncrypted
          return isEncrypted
        }
      }
    },
    Fault(
      manager: "never-encrypted", "DataEncryption is not looked at", breaks: ["MGR-04"]
    ) { decisions in
      decisions.isEncrypted = { _, _, _ in false }
    },
    Fault(
      manager: "always-encrypted", "data is encrypted for every app that has a secret",
      breaks: ["MGR-04"]
    ) { decisions in
      decisions.isEncrypted = { _, _, _ in true }
    },
    Fault(
      manager: "resets-not-encrypted", "keys alone are thought to be no secret",
      breaks: ["MGR-04"]
    ) { decisions in
      let before = decisions.isEncrypted
      decisions.isEncrypted = { payload, profile, verb in
        verb == .apply && before(payload, profile, verb)
      }
    },
    Fault(
      manager: "data-twice", "encrypted data is sent as data, too, for older libraries",
      breaks: ["MGR-04"]
    ) { decisions in
      decisions.parameters = { parameters, _ in
        parameters.flatMap { parameter in
          parameter.name == "data-x"
            ? [parameter, RequestParameter("data", parameter.value)] : [parameter]
        }
      }
    },
    Fault(
      manager: "vector-of-zeros", "all messages begin with eight zeros", breaks: ["MGR-04/iv"]
    ) { decisions in
      decisions.vector = { [UInt8](repeating: 0, count: 8) }
    },
    Fault(
      manager: "vector-of-the-run", "a vector is drawn once, and serves all messages of a run",
      breaks: ["MGR-04/iv"]
    ) { decisions in
      let drawn = Memory([UInt8]())
      let before = decisions.vector
      decisions.vector = {
        drawn.update { drawn in
          if drawn.isEmpty { drawn = before() }
          return drawn
        }
      }
    },
    Fault(
      manager: "vector-of-four-values",
      "a generator with a small state draws the vectors, which come back after four messages",
      breaks: ["MGR-04/iv"]
    ) { decisions in
      let count = Memory(UInt8(0))
      decisions.vector = {
        count.update { count in
          count = (count + 1) % 4
          return [UInt8](repeating: count, count: 8)
        }
      }
    },
    Fault(
      manager: "token-of-the-first-app", "one API key serves for all apps", breaks: ["MGR-05"],
      mayAlso: ["MGR-10", "MGR-08", "MGR-11"]
    ) { decisions in
      decisions.token = { app, apps, _ in
        Token.hmacSHA256Hex(
          bundleIdentifier: app.bundleIdentifier, apiKey: apps.first?.apiKey ?? "")
      }
    },
    Fault(
      manager: "token-of-the-key-alone", "the token does not depend on the app",
      breaks: ["MGR-05"], mayAlso: ["MGR-10", "MGR-08", "MGR-11"]
    ) { decisions in
      decisions.token = { app, _, _ in
        Token.hmacSHA256Hex(bundleIdentifier: "com.absolute.apps", apiKey: app.apiKey)
      }
    },
    Fault(
      manager: "resets-without-token", "only requests with values have a token that is right",
      breaks: ["MGR-05"], mayAlso: ["MGR-08", "MGR-10"]
    ) { decisions in
      let before = decisions.token
      decisions.token = { app, apps, verb in
        verb == .apply ? before(app, apps, verb) : String(repeating: "0", count: 64)
      }
    },
    Fault(
      manager: "identifiers-in-lower-case", "PayloadUUIDs are brought into one form",
      breaks: ["MGR-07"], mayAlso: ["MGR-10"]
    ) { decisions in
      decisions.identifier = { $0.lowercased() }
    },
    Fault(
      manager: "identifiers-trimmed", "space around a PayloadUUID is taken away",
      breaks: ["MGR-07"], mayAlso: ["MGR-10"]
    ) { decisions in
      decisions.identifier = { text in
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
    },
    Fault(
      manager: "identifiers-escaped-as-forms", "a space in a PayloadUUID becomes a plus",
      breaks: ["MGR-07"], mayAlso: ["MGR-10"]
    ) { decisions in
      let before = decisions.escape
      decisions.escape = { parameter, url in
        var escaped: [UInt8] = []
        before(parameter, &escaped)
        url += Array(String(decoding: escaped, as: UTF8.self).replacing("%20", with: "+").utf8)
      }
    },
    Fault(
      manager: "identifiers-not-escaped", "PayloadUUIDs are put into the URL as they are",
      breaks: ["MGR-07"], mayAlso: ["MGR-01", "MGR-04", "MGR-05", "MGR-06", "MGR-10", "MGR-12"]
    ) { decisions in
      let before = decisions.escape
      decisions.escape = { parameter, url in
        guard ["profile", "payload"].contains(parameter.name) else {
          return before(parameter, &url)
        }
        url += parameter.value
      }
    },
  ]
}
