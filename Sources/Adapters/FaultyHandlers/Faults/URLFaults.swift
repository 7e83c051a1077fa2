import ReferenceLibrary
import WireFormat

/// Mistakes in recognising and reading the URL (4.1).
enum URLFaults {
  static let all: [Fault] = [
    Fault(
      "scheme-from-last-component", .comparison,
      "the default scheme is made of the last component of the bundle identifier",
      breaks: ["ABT-URL-01", "ABT-TOK-01"],
      mayAlso: ["ABT-*"]
    ) { decisions in
      let dialect = decisions.dialect
      let before = decisions.schemeIsOurs
      decisions.schemeIsOurs = { scheme, ours in
        let last = ours.standard.split(separator: ".").last ?? ""
        let wrong = dialect.defaultScheme(bundleIdentifier: String(last))
        let registered = ours.registered == ours.standard ? wrong : ours.registered
        return before(scheme, OwnSchemes(registered: registered, standard: wrong))
      }
    },
    Fault(
      "custom-scheme-ignored", .path,
      "the scheme that the app registered is ignored",
      breaks: ["ABT-URL-02"],
      mayAlso: [
        "ABT-CB-01", "ABT-DEL-01", "ABT-DEL-02", "ABT-ROB-04", "ABT-TOK-03", "ABT-TOK-08",
        "ABT-TOK-10", "ABT-URL-05",
      ]
    ) { decisions in
      let before = decisions.schemeIsOurs
      decisions.schemeIsOurs = { scheme, ours in
        before(scheme, OwnSchemes(registered: ours.standard, standard: ours.standard))
      }
    },
    Fault(
      "scheme-by-prefix", .comparison,
      "a scheme that only begins with the app's own one is taken for it",
      breaks: ["ABT-URL-03"]
    ) { decisions in
      decisions.schemeIsOurs = { scheme, ours in
        Decisions.schemeEquals(scheme.prefix(ours.registered.utf8.count), ours.registered)
      }
    },
    Fault(
      "scheme-of-any-bundle", .comparison,
      "every scheme with the default prefix is taken for the app's own one",
      breaks: ["ABT-URL-03"]
    ) { decisions in
      let before = decisions.schemeIsOurs
      let prefix = decisions.dialect.schemePrefix
      decisions.schemeIsOurs = { scheme, ours in
        before(scheme, ours) || scheme.starts(with: prefix.utf8)
      }
    },
    Fault(
      "invalid-not-handled", .error,
      "the URL handler answers with the result of the request: NO for every error",
      breaks: ["ABT-URL-04"],
      mayAlso: ["ABT-CB-11", "ABT-URL-01", "ABT-URL-02", "ABT-URL-18", "ABT-URL-19"]
    ) { decisions in
      decisions.isHandled = { $0 == nil }
    },
    Fault(
      "unknown-verb-applies", .path,
      "whatever is not reset is treated as apply",
      breaks: ["ABT-URL-06"],
      mayAlso: ["ABT-CB-11", "ABT-DEL-05", "ABT-URL-19"]
    ) { decisions in
      let before = decisions.verb
      decisions.verb = { before($0) ?? .apply }
    },
    Fault(
      "plus-is-space", .quoting,
      "parameters are decoded as forms are: a plus becomes a space",
      breaks: ["ABT-URL-11"],
      mayAlso: [
        "ABT-CB-03", "ABT-CB-11", "ABT-CHUNK-*", "ABT-TOK-03", "ABT-URL-10", "ABT-URL-16",
      ]
    ) { decisions in
      let before = decisions.decodeParameter
      decisions.decodeParameter = { raw in
        before(raw.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }[...])
      }
    },
    Fault(
      "plus-beside-escapes-is-space", .quoting,
      "a value without escapes is kept as it is, and one with escapes is decoded as forms are",
      breaks: ["ABT-URL-11"],
      mayAlso: ["ABT-CB-03", "ABT-CB-11", "ABT-CHUNK-*", "ABT-TOK-03", "ABT-URL-10"]
    ) { decisions in
      let before = decisions.decodeParameter
      decisions.decodeParameter = { raw in
        guard raw.contains(UInt8(ascii: "%")) else { return before(raw) }
        return before(raw.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }[...])
      }
    },
    Fault(
      "scheme-case-counts", .comparison,
      "the scheme is compared byte by byte",
      breaks: ["ABT-URL-05"]
    ) { decisions in
      decisions.schemeIsOurs = { scheme, ours in scheme.elementsEqual(ours.registered.utf8) }
    },
    Fault(
      "scheme-case-counts-behind-the-prefix", .comparison,
      "the prefix of the default scheme is known in any case, the bundle identifier as it is written only",
      breaks: ["ABT-URL-05"]
    ) { decisions in
      let before = decisions.schemeIsOurs
      let prefix = decisions.dialect.schemePrefix.utf8.count
      decisions.schemeIsOurs = { scheme, ours in
        guard ours.registered == ours.standard else { return before(scheme, ours) }
        return before(scheme, ours)
          && scheme.dropFirst(prefix).elementsEqual(ours.registered.utf8.dropFirst(prefix))
      }
    },
    Fault(
      "own-scheme-case-counts", .path,
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
      "verb-case-counts", .comparison,
      "the verb is compared byte by byte",
      breaks: ["ABT-URL-07"]
    ) { decisions in
      let before = decisions.verb
      let verbs = [decisions.dialect.verbs.apply, decisions.dialect.verbs.reset]
      decisions.verb = { host in
        verbs.contains { host.elementsEqual($0.utf8) } ? before(host) : nil
      }
    },
    Fault(
      "verb-first-letter-only", .comparison,
      "the verb is known as it is written, and with its first letter in other case",
      breaks: ["ABT-URL-07"]
    ) { decisions in
      let before = decisions.verb
      let verbs = [decisions.dialect.verbs.apply, decisions.dialect.verbs.reset]
      decisions.verb = { host in
        verbs.contains { host.dropFirst().elementsEqual($0.utf8.dropFirst()) } ? before(host) : nil
      }
    },
    Fault(
      "reset-verb-case-counts", .path,
      "the verb of resets is compared byte by byte",
      breaks: ["ABT-URL-07"]
    ) { decisions in
      let before = decisions.verb
      let reset = decisions.dialect.verbs.reset
      decisions.verb = { host in
        let verb = before(host)
        return verb == .reset && !host.elementsEqual(reset.utf8) ? nil : verb
      }
    },
    Fault(
      "first-of-repeated-counts", .lenientCall,
      "of a parameter that occurs twice the first value is taken",
      breaks: ["ABT-URL-13"]
    ) { decisions in
      decisions.mergeParameter = { first, _ in first }
    },
    Fault(
      "last-of-repeated-counts", .lenientCall,
      "parameters are kept in a dictionary, so that the last one of a name is left",
      breaks: ["ABT-URL-13"]
    ) { decisions in
      decisions.mergeParameter = { _, next in next }
    },
    Fault(
      "longer-of-repeated-counts", .lenientCall,
      "of a parameter that occurs twice the longer value is taken",
      breaks: ["ABT-URL-13"]
    ) { decisions in
      decisions.mergeParameter = { first, next in
        (first.bytes?.count ?? 0) < (next.bytes?.count ?? 0) ? next : first
      }
    },
    Fault(
      "more-in-the-address-not-handled", .path,
      "a URL with user, port, path or fragment is left to the app",
      breaks: ["ABT-URL-15"],
      mayAlso: ["ABT-URL-01", "ABT-URL-04"]
    ) { decisions in
      decisions.urlFailure = { $0.hasMoreInItsAddress ? oddAddress : nil }
      let before = decisions.isHandled
      decisions.isHandled = { $0 != oddAddress && before($0) }
    },
    Fault(
      "path-without-callback", .error,
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
      "empty-query-crashes", .robustness,
      "a URL without parameters is taken apart by force",
      breaks: ["ABT-URL-19"], mayAlso: ["ABT-ROB-01", "ABT-TOK-11", "ABT-URL-04", "ABT-URL-06"]
    ) { decisions in
      let before = decisions.verb
      decisions.verb = { host in
        precondition(!host.isEmpty, "a URL has a host")
        return before(host)
      }
    },
    Fault(
      "decoded-twice", .quoting,
      "parameters are percent-decoded once by the URL type and once by the library",
      breaks: ["ABT-URL-10", "ABT-CB-03"],
      mayAlso: [
        "ABT-CHUNK-07", "ABT-TOK-05", "ABT-DATA-02", "ABT-TOK-02", "ABT-TOK-03", "ABT-TOK-10",
      ]
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

    Fault(
      "scheme-as-pattern", .comparison,
      "the scheme is matched as a pattern, in which a dot stands for any character",
      breaks: ["ABT-URL-03"]
    ) { decisions in
      decisions.schemeIsOurs = { scheme, ours in
        let pattern = Texts.lowered(ours.registered.utf8)
        return scheme.count == pattern.count
          && zip(Texts.lowered(scheme), pattern).allSatisfy {
            $0 == $1 || $1 == UInt8(ascii: ".")
          }
      }
    },
    Fault(
      "scheme-contains-bundle", .comparison,
      "a scheme that holds the bundle identifier anywhere is taken for the app's own one",
      breaks: ["ABT-URL-03"]
    ) { decisions in
      let before = decisions.schemeIsOurs
      let prefix = decisions.dialect.schemePrefix.utf8.count
      decisions.schemeIsOurs = { scheme, ours in
        let bundle = Array(ours.standard.utf8.dropFirst(prefix))
        return before(scheme, ours)
          || (ours.registered == ours.standard && !scheme.ranges(of: bundle).isEmpty)
      }
    },
    Fault(
      "one-scheme-in-small-letters", .comparison,
      "the URL's scheme is changed to small letters before it is compared, the app's own one is not",
      breaks: ["ABT-URL-01"],
      mayAlso: ["ABT-*"]
    ) { decisions in
      decisions.schemeIsOurs = { scheme, ours in
        Texts.lowered(scheme).elementsEqual(ours.registered.utf8)
      }
    },
    Fault(
      "scheme-decoded-as-form", .quoting,
      "the scheme is decoded like a form value, so that a plus in it is a space",
      breaks: ["ABT-URL-02"], mayAlso: ["ABT-CB-01", "ABT-DEL-01", "ABT-DEL-02", "ABT-ROB-04"]
    ) { decisions in
      let before = decisions.schemeIsOurs
      decisions.schemeIsOurs = { scheme, ours in
        before(scheme.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }[...], ours)
      }
    },
    Fault(
      "verb-by-prefix", .comparison,
      "a verb that only begins with a known one is taken for it",
      breaks: ["ABT-URL-06"],
      mayAlso: ["ABT-CB-11"]
    ) { decisions in
      let before = decisions.verb
      let verbs = [decisions.dialect.verbs.apply, decisions.dialect.verbs.reset]
      decisions.verb = { host in
        before(verbs.lazy.map { host.prefix($0.utf8.count) }.first { before($0) != nil } ?? host)
      }
    },
    Fault(
      "empty-verb-applies", .path,
      "a URL without a verb is treated as apply",
      breaks: ["ABT-URL-06", "ABT-URL-19"],
      mayAlso: ["ABT-CB-11"]
    ) { decisions in
      let before = decisions.verb
      decisions.verb = { $0.isEmpty ? .apply : before($0) }
    },
    Fault(
      "port-as-number", .robustness,
      "the port is read as a number by force",
      breaks: ["ABT-URL-15", "ABT-ROB-01"]
    ) { decisions in
      let before = decisions.urlFailure
      decisions.urlFailure = { url in
        if let port = url.authority?.port {
          precondition(
            UInt16(String(decoding: port, as: UTF8.self)) != nil, "a port is a number")
        }
        return before(url)
      }
    },
    Fault(
      "fragment-answered-twice", .error,
      "a fragment is reported when the URL is read, and the request is answered as well",
      breaks: ["ABT-URL-15", "ABT-CB-01"]
    ) { decisions in
      let before = decisions.query
      let hasFragment = Memory(false)
      decisions.query = { url in
        hasFragment.update { $0 = url.fragment != nil }
        return before(url)
      }
      let openings = decisions.openings
      decisions.openings = { url, report in
        let once = openings(url, report)
        return hasFragment.update { $0 } ? once + once : once
      }
    }.shown(by: "abt/form/url/fragment"),
    Fault(
      "no-query-not-handled", .path,
      "a URL without parameters is left to the app",
      breaks: ["ABT-URL-19", "ABT-URL-04"],
      mayAlso: ["ABT-URL-01"]
    ) { decisions in
      let before = decisions.query
      let isBare = Memory(false)
      decisions.query = { url in
        isBare.update { $0 = url.query == nil }
        return before(url)
      }
      let isHandled = decisions.isHandled
      decisions.isHandled = { isHandled($0) && !isBare.update { $0 } }
    },
    Fault(
      "empty-query-unanswered", .error,
      "a URL without any parameter is ignored, as there is nobody to answer",
      breaks: ["ABT-URL-19", "ABT-CB-01"],
      mayAlso: ["ABT-TOK-03"]
    ) { decisions in
      let before = decisions.openings
      decisions.openings = { url, report in
        report.profile == nil && report.payload == nil && report.token == nil
          && !report.lacksUnreadable
          ? [] : before(url, report)
      }
    },
    Fault(
      "no-authority-crashes", .robustness,
      "the part behind the slashes is unwrapped by force",
      breaks: ["ABT-URL-19", "ABT-ROB-01"],
      mayAlso: ["ABT-URL-04"]
    ) { decisions in
      let before = decisions.query
      decisions.query = { url in
        precondition(url.authority != nil, "a URL has an authority")
        return before(url)
      }
    },
    Fault(
      "url-of-64-kibibytes", .limit,
      "URLs are read into a buffer of 65,536 bytes; what does not fit is cut off",
      breaks: ["ABT-URL-16"],
      mayAlso: [
        "ABT-CB-03", "ABT-CB-11", "ABT-CHUNK-01", "ABT-CHUNK-03", "ABT-CHUNK-04", "ABT-CHUNK-05",
        "ABT-CHUNK-09", "ABT-CHUNK-10", "ABT-DATA-14", "ABT-DEL-01", "ABT-DEL-02", "ABT-ENC-01",
        "ABT-TOK-03", "ABT-URL-09",
      ]
    ) { decisions in
      let before = decisions.query
      decisions.query = { url in
        before(url).map { $0[..<min($0.endIndex, max($0.startIndex, 65_536))] }
      }
    },
    Fault(
      "url-limit-in-decimal", .limit,
      "URLs of more than 1,000,000 bytes are refused, not of more than 1,048,576",
      breaks: ["ABT-URL-16"],
      mayAlso: ["ABT-CB-03", "ABT-CB-11", "ABT-DEL-01", "ABT-DEL-02", "ABT-URL-09"]
    ) { decisions in
      let before = decisions.query
      decisions.query = { $0.bytes.count > 1_000_000 ? nil : before($0) }
    },
    Fault(
      "hyphens-not-of-schemes", .parser,
      "hyphens in the bundle identifier become underscores in the default scheme, as in names of modules",
      breaks: ["ABT-URL-01"],
      mayAlso: ["ABT-*"]
    ) { decisions in
      let before = decisions.schemeIsOurs
      let prefix = decisions.dialect.schemePrefix
      decisions.schemeIsOurs = { scheme, ours in
        let standard = prefix + ours.standard.dropFirst(prefix.count).replacing("-", with: "_")
        let registered = ours.registered == ours.standard ? standard : ours.registered
        return before(scheme, OwnSchemes(registered: registered, standard: standard))
      }
    },
    Fault(
      "custom-scheme-of-letters-only", .parser,
      "the app's own scheme is found by a pattern that knows no dots",
      breaks: ["ABT-URL-02"], mayAlso: ["ABT-CB-01", "ABT-DEL-01", "ABT-DEL-02", "ABT-ROB-04"]
    ) { decisions in
      let before = decisions.schemeIsOurs
      decisions.schemeIsOurs = { scheme, ours in
        if ours.registered != ours.standard, scheme.contains(UInt8(ascii: ".")) { return false }
        return before(scheme, ours)
      }
    },
    Fault(
      "unknown-verb-not-handled", .path,
      "a URL with a verb that the library does not know is left to the app, after its callback",
      breaks: ["ABT-URL-04"],
      mayAlso: ["ABT-URL-*", "ABT-CB-11", "ABT-ROB-*"]
    ) { decisions in
      let before = decisions.isHandled
      decisions.isHandled = { failure in failure != .unknownAction && before(failure) }
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
