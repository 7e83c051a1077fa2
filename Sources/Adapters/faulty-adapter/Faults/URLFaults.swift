import ReferenceLibrary
import WireFormat

/// Mistakes in recognising and reading the URL (4.1).
enum URLFaults {
  static let all: [Fault] = [
    Fault(
      "scheme-from-last-component",
      "the default scheme is made of the last component of the bundle identifier",
      breaks: ["ABT-URL-01", "ABT-TOK-01"]
    ) { decisions in
      let before = decisions.schemeIsOurs
      decisions.schemeIsOurs = { scheme, ours in
        let last = ours.standard.split(separator: ".").last ?? ""
        let wrong = Dialect.profile1.defaultScheme(bundleIdentifier: String(last))
        let registered = ours.registered == ours.standard ? wrong : ours.registered
        return before(scheme, OwnSchemes(registered: registered, standard: wrong))
      }
    },
    Fault(
      "custom-scheme-ignored",
      "the scheme that the app registered is ignored",
      breaks: ["ABT-URL-02"]
    ) { decisions in
      let before = decisions.schemeIsOurs
      decisions.schemeIsOurs = { scheme, ours in
        before(scheme, OwnSchemes(registered: ours.standard, standard: ours.standard))
      }
    },
    Fault(
      "scheme-by-prefix",
      "a scheme that only begins with the app's own one is taken for it",
      breaks: ["ABT-URL-03"]
    ) { decisions in
      decisions.schemeIsOurs = { scheme, ours in
        Decisions.schemeEquals(scheme.prefix(ours.registered.utf8.count), ours.registered)
      }
    },
    Fault(
      "scheme-of-any-bundle",
      "every scheme with the default prefix is taken for the app's own one",
      breaks: ["ABT-URL-03"]
    ) { decisions in
      let before = decisions.schemeIsOurs
      let prefix = Dialect.profile1.schemePrefix
      decisions.schemeIsOurs = { scheme, ours in
        before(scheme, ours) || scheme.starts(with: prefix.utf8)
      }
    },
    Fault(
      "invalid-not-handled",
      "the URL handler answers with the result of the request: NO for every error",
      breaks: ["ABT-URL-04"]
    ) { decisions in
      decisions.isHandled = { $0 == nil }
    },
    Fault(
      "unknown-verb-applies",
      "whatever is not reset is treated as apply",
      breaks: ["ABT-URL-06"]
    ) { decisions in
      let before = decisions.verb
      decisions.verb = { before($0) ?? .apply }
    },
    Fault(
      "plus-is-space",
      "parameters are decoded as forms are: a plus becomes a space",
      breaks: ["ABT-URL-11"]
    ) { decisions in
      let before = decisions.decodeParameter
      decisions.decodeParameter = { raw in
        before(raw.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }[...])
      }
    },
    Fault(
      "decoded-twice",
      "parameters are percent-decoded once by the URL type and once by the library",
      breaks: ["ABT-URL-10", "ABT-CB-03"]
    ) { decisions in
      let before = decisions.decodeParameter
      decisions.decodeParameter = { raw in
        let once = before(raw)
        guard let bytes = once.bytes, case .text(let twice) = before(bytes[...]) else {
          return once
        }
        return .text(twice)
      }
    },
  ]
}
