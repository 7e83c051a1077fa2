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
      "scheme-case-counts",
      "the scheme is compared byte by byte",
      breaks: ["ABT-URL-05"]
    ) { decisions in
      decisions.schemeIsOurs = { scheme, ours in scheme.elementsEqual(ours.registered.utf8) }
    },
    Fault(
      "scheme-case-counts-behind-the-prefix",
      "the prefix of the default scheme is known in any case, the bundle identifier as it is written only",
      breaks: ["ABT-URL-05"]
    ) { decisions in
      let before = decisions.schemeIsOurs
      let prefix = Dialect.profile1.schemePrefix.utf8.count
      decisions.schemeIsOurs = { scheme, ours in
        guard ours.registered == ours.standard else { return before(scheme, ours) }
        return before(scheme, ours)
          && scheme.dropFirst(prefix).elementsEqual(ours.registered.utf8.dropFirst(prefix))
      }
    },
    Fault(
      "own-scheme-case-counts",
      "letters in other case are known of the default scheme only",
      breaks: ["ABT-URL-05"]
    ) { decisions in
      let before = decisions.schemeIsOurs
      decisions.schemeIsOurs = { scheme, ours in
        ours.registered == ours.standard
          ? before(scheme, ours) : scheme.elementsEqual(ours.registered.utf8)
      }
    },
    Fault(
      "verb-case-counts",
      "the verb is compared byte by byte",
      breaks: ["ABT-URL-07"]
    ) { decisions in
      let before = decisions.verb
      decisions.verb = { host in host.contains { (0x41...0x5A).contains($0) } ? nil : before(host) }
    },
    Fault(
      "verb-first-letter-only",
      "the verb is known in small letters and with a capital in front",
      breaks: ["ABT-URL-07"]
    ) { decisions in
      let before = decisions.verb
      decisions.verb = { host in
        host.dropFirst().contains { (0x41...0x5A).contains($0) } ? nil : before(host)
      }
    },
    Fault(
      "reset-verb-case-counts",
      "the verb of resets is compared byte by byte",
      breaks: ["ABT-URL-07"]
    ) { decisions in
      let before = decisions.verb
      decisions.verb = { host in
        let verb = before(host)
        return verb == .reset && !host.elementsEqual(Dialect.profile1.verbs.reset.utf8) ? nil : verb
      }
    },
    Fault(
      "first-of-repeated-counts",
      "of a parameter that occurs twice the first value is taken",
      breaks: ["ABT-URL-13"]
    ) { decisions in
      decisions.mergeParameter = { first, _ in first }
    },
    Fault(
      "last-of-repeated-counts",
      "parameters are kept in a dictionary, so that the last one of a name is left",
      breaks: ["ABT-URL-13"]
    ) { decisions in
      decisions.mergeParameter = { _, next in next }
    },
    Fault(
      "longer-of-repeated-counts",
      "of a parameter that occurs twice the longer value is taken",
      breaks: ["ABT-URL-13"]
    ) { decisions in
      decisions.mergeParameter = { first, next in
        (first.bytes?.count ?? 0) < (next.bytes?.count ?? 0) ? next : first
      }
    },
    Fault(
      "more-in-the-address-not-handled",
      "a URL with user, port, path or fragment is left to the app",
      breaks: ["ABT-URL-15"], mayAlso: ["ABT-URL-04"]
    ) { decisions in
      decisions.urlFailure = { $0.hasMoreInItsAddress ? oddAddress : nil }
      let before = decisions.isHandled
      decisions.isHandled = { $0 != oddAddress && before($0) }
    },
    Fault(
      "path-without-callback",
      "a URL with a path is dropped without a callback",
      breaks: ["ABT-URL-15"], mayAlso: ["ABT-CB-01"]
    ) { decisions in
      decisions.urlFailure = { $0.path.isEmpty ? nil : oddAddress }
      let before = decisions.openings
      decisions.openings = { url, report in
        report.cause == oddAddress ? [] : before(url, report)
      }
    },
    Fault(
      "empty-query-crashes",
      "a URL without parameters is taken apart by force",
      breaks: ["ABT-URL-19"], mayAlso: ["ABT-ROB-01", "ABT-URL-04"]
    ) { decisions in
      let before = decisions.verb
      decisions.verb = { host in
        precondition(!host.isEmpty, "a URL has a host")
        return before(host)
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

/// Tells requests with an odd address from others; no delegate of the suites gives this code.
private let oddAddress = RequestFailure.delegateFailed(code: 4_242, message: "odd address")

extension RequestURL {
  /// Whether there is a user, a port, a path or a fragment.
  fileprivate var hasMoreInItsAddress: Bool {
    authority?.userInformation != nil || authority?.port != nil || !path.isEmpty || fragment != nil
  }
}
