import Conformance
import Forge
import SuiteModels
import WireFormat

/// Section 4.1: which URLs are the library's.
extension ABTCases {
  var recognition: [Specification] {
    defaultScheme + customScheme + defaultBesideOwn + otherSchemes + schemesInOtherCase + verbs
      + verbsInOtherCase
      + addresses + bareURLs
  }

  /// Ways of writing letters in other case: all, the first, and every second one.
  static let otherCases: [(name: String, apply: @Sendable (String) -> String)] = [
    ("capitals", { $0.uppercased() }), ("small-letters", { $0.lowercased() }),
    ("first-letter", { $0.prefix(1).uppercased() + $0.dropFirst() }),
    (
      "alternating",
      { text in
        text.enumerated().map {
          $0.offset % 2 == 1 ? $0.element.uppercased() : $0.element.lowercased()
        }
        .joined()
      }
    ),
    (
      "last-letter",
      { text in
        let last = text.lastIndex(where: \.isLetter) ?? text.startIndex
        return text[..<last] + text[last...].uppercased()
      }
    ),
  ]

  /// ABT-URL-05: a SHOULD.
  private var schemesInOtherCase: [Specification] {
    let owners: [(String, String, String?)] = [
      ("default", "com.acme.app", nil), ("default-with-capitals", "com.Acme.App2", nil),
      ("custom", "com.acme.app", "acme-config"),
      ("custom-with-capitals", "com.acme.app", "AcmeConfig"),
    ]
    return owners.flatMap { owner, bundleIdentifier, scheme in
      Self.otherCases.compactMap { way, write in
        let own = scheme ?? dialect.value.defaultScheme(bundleIdentifier: bundleIdentifier)
        guard write(own) != own else { return nil }
        return makeWithCanary(
          "url/scheme-case/\(owner)/\(way)",
          "The app's scheme with letters in other case: \(write(own)).",
          ["ABT-URL-05"],
          setup: {
            $0.bundleIdentifier = bundleIdentifier
            $0.urlScheme = scheme
          }
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(2))
          forge.scheme = .verbatim(write(own))
          return [try g.open(forge)]
        }
      }
    }
  }

  /// ABT-URL-07: a SHOULD.
  private var verbsInOtherCase: [Specification] {
    Self.otherCases.flatMap { way, write in
      RequestForge.Action.allCases.compactMap { action in
        let (right, other) = (verb(action), write(verb(action)))
        guard right != other else { return nil }
        return makeWithCanary(
          "url/verb-case/\(way)/\(action.rawValue)",
          "The verb with letters in other case: \(other).", ["ABT-URL-07"]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host", "port"])
          forge.verb = .verbatim(other)
          return [try g.open(forge)]
        }
      }
    }
  }

  /// ABT-URL-15: whichever status, but YES and one callback.
  private var addresses: [Specification] {
    let names = dialect.value.parameters
    let shapes: [(String, ShapeLayer)] = [
      ("user", .userInformation("user")), ("user-and-password", .userInformation("user:secret")),
      ("empty-user", .userInformation("")), ("user-like-verb", .userInformation("reset")),
      ("port", .port("80")), ("empty-port", .port("")), ("port-too-large", .port("99999")),
      ("port-no-number", .port("x")), ("slash", .path("/")), ("path", .path("/apply")),
      ("long-path", .path("/a/../b//c;d=e")), ("fragment", .fragment("top")),
      ("empty-fragment", .fragment("")),
      ("fragment-like-parameters", .fragment("&\(names.token)=1&\(names.data)=2")),
    ]
    return shapes.flatMap { name, shape in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "url/address/\(name)/\(action.rawValue)",
          "A right \(action.rawValue) request with more in its address: \(name).", ["ABT-URL-15"]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
          forge.shape = shape
          return [try g.open(forge)]
        }
      }
    }
  }

  /// ABT-URL-19.
  private var bareURLs: [Specification] {
    let shapes: [(String, ShapeLayer, ParametersLayer)] = [
      ("no-query", .withoutQuery, .canonical), ("empty-query", .emptyQuery, .canonical),
      ("no-host", .withoutHost, .canonical), ("nothing", .bare(withSlashes: false), .canonical),
      ("slashes-only", .bare(withSlashes: true), .canonical),
      (
        "ampersands", .canonical,
        .slots([
          ParameterSlot(nil, name: [], .absent), ParameterSlot(nil, name: [], .absent),
        ])
      ),
      ("equals-only", .canonical, .slots([ParameterSlot(nil, name: [], .empty)])),
      (
        "strangers-only", .canonical,
        .slots([ParameterSlot(nil, name: Array("x".utf8), .raw([0x31]))])
      ),
    ]
    return shapes.flatMap { name, shape, parameters in
      RequestForge.Action.allCases.compactMap { action in
        // Where there is no verb, both are the same.
        if action == .reset, [.bare(withSlashes: false), .bare(withSlashes: true)].contains(shape) {
          return nil
        }
        return makeWithCanary(
          "url/bare/\(name)/\(action.rawValue)",
          "The app's scheme, and little or nothing behind it: \(name).",
          ["ABT-URL-19", "ABT-URL-04"]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
          forge.shape = shape
          forge.parameters = parameters
          return [try g.open(forge)]
        }
      }
    }
  }

  private var defaultScheme: [Specification] {
    let bundles: [(name: String, identifier: String)] = [
      ("hyphens", "de.example.field-service"), ("capitals", "com.Acme.App2"), ("short", "a"),
      ("digits", "com.3com.x1"),
    ]
    let unusual: [Specification] = bundles.map { name, bundleIdentifier in
      make(
        "url/default-scheme/bundle-\(name)",
        "The default scheme of the bundle identifier \(bundleIdentifier).", ["ABT-URL-01"],
        setup: { $0.bundleIdentifier = bundleIdentifier }
      ) { (g) throws(HarnessFault) in [try g.open(g.apply(g.configuration(2)))] }
    }
    return unusual + [
      make(
        "url/default-scheme/apply", "A set request with the default scheme.", ["ABT-URL-01"]
      ) { (g) throws(HarnessFault) in [try g.open(g.apply(g.configuration(3)))] },
      make(
        "url/default-scheme/reset", "A reset request with the default scheme.", ["ABT-URL-01"]
      ) { (g) throws(HarnessFault) in [try g.open(g.reset(["host", "port"]))] },
    ]
  }

  private var customScheme: [Specification] {
    ["acme-config", "x.acme+v2", "acme"].map { (scheme: String) in
      make(
        "url/custom-scheme/\(scheme)", "The app has the scheme \(scheme) of its own.",
        ["ABT-URL-02"],
        setup: { $0.urlScheme = scheme }
      ) { (g) throws(HarnessFault) in
        [try g.open(g.apply(g.configuration(3))), try g.open(g.reset(["host"]))]
      }
    }
  }

  /// ABT-URL-02: it is recorded whether the default scheme is handled beside the app's own.
  private var defaultBesideOwn: [Specification] {
    RequestForge.Action.allCases.map { action in
      makeWithCanary(
        "url/default-scheme-beside-own/\(action.rawValue)",
        "A right \(action.rawValue) request with the default scheme, to an app that has one of its own.",
        ["ABT-URL-02"], setup: { $0.urlScheme = "acme-config" }
      ) { (g) throws(HarnessFault) in
        var forge = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
        forge.scheme = .byBundleIdentifier
        return [try g.open(forge)]
      }
    }
  }

  private var otherSchemes: [Specification] {
    let prefix = dialect.value.schemePrefix
    let callback = dialect.value.callbackPrefix.prefix { $0 != ":" }
    // Each is made of the app's own bundle identifier or scheme.
    let ofBundle: [(name: String, scheme: @Sendable (String) -> String)] = [
      ("other-bundle", { _ in "\(prefix)com.acme.other" }),
      ("longer", { "\(prefix)\($0)x" }),
      ("longer-part", { "\(prefix)\($0).beta" }),
      ("shorter", { "\(prefix)\($0.dropLast())" }),
      ("without-bundle", { _ in prefix }),
      ("prefix-only", { _ in String(prefix.dropLast()) }),
      ("bundle-only", { $0 }),
      ("prefixed", { "a\(prefix)\($0)" }),
      ("dash-for-dot", { "\(prefix)\(RecognitionText.withoutFirstDot($0))" }),
      ("dash-in-prefix", { "\(prefix.dropLast())-\($0)" }),
      ("long-s", { prefix.replacingFirst("s", with: "\u{17F}") + $0 }),
      ("dotless-i", { prefix.replacingFirst("i", with: "\u{131}") + $0 }),
      ("full-width", { "\(prefix)\(RecognitionText.withFullWidthEnd($0))" }),
      ("accent-behind", { "\(prefix)\($0)\u{301}" }),
      ("https", { _ in "https" }),
      ("mailto", { _ in "mailto" }),
      ("callback", { _ in String(callback) }),
    ]
    let others: [Specification] = ofBundle.map { name, scheme in
      makeWithCanary(
        "url/other-scheme/\(name)", "A URL with another scheme is left to the app.", ["ABT-URL-03"]
      ) { (g) throws(HarnessFault) in
        var forge = g.apply(g.configuration(2))
        forge.scheme = .verbatim(scheme(g.setup.bundleIdentifier))
        return [try g.open(forge)]
      }
    }
    return others
      + [
        ("acme-confi", "acme-confi"), ("acme-config2", "acme-config2"),
        ("acme_config", "acme_config"), ("config", "config"), ("acme", "acme"),
        ("x-absolutemanageconfig.com.acme.other", "\(prefix)com.acme.other"),
        ("x-absolutemanageconfig", String(prefix.dropLast())),
      ].map { (name: String, other: String) in
        makeWithCanary(
          "url/other-scheme/custom-\(name)",
          "The app has the scheme acme-config of its own; \(other) is another one.", ["ABT-URL-03"],
          setup: { $0.urlScheme = "acme-config" }
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(2))
          forge.scheme = .verbatim(other)
          return [try g.open(forge)]
        }
      }
      + [
        "x-acme+v2", "xxacme+v2", "x.acmeev2", "x.acmev2", "x.acme-v2", "x.acme+v22", "a.acme+v2",
        "ax.acme+v2", "x.acme", "acme+v2",
      ].map { (other: String) in
        makeWithCanary(
          "url/other-scheme/pattern-\(other)",
          "The app has the scheme x.acme+v2 of its own, which is no pattern; \(other) is another one.",
          ["ABT-URL-03"], setup: { $0.urlScheme = "x.acme+v2" }
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(2))
          forge.scheme = .verbatim(other)
          return [try g.open(forge)]
        }
      }
  }

  /// ABT-CB-08: who names the unknown verb in a message lets it change nothing else.
  private var unknownVerbsToRepeat: [Specification] {
    let names = dialect.value.parameters
    let success = "&\(names.status)=\(dialect.value.statuses.success)"
    let verbs = [
      ("status", "install\(success)"), ("stranger", "install&injected=1"),
      (
        "escaped-status",
        "install\(success)".replacing("&", with: "%26").replacing("=", with: "%3D")
      ),
      ("escaped-fragment", "install%23"), ("escaped-line", "install%0D%0Ax:"),
      ("escape-cut-off", "install%25"),
    ]
    return verbs.map { name, verb in
      makeWithCanary(
        "url/verb/to-repeat/\(name)",
        "An unknown verb that would change the callback if it were repeated as it is: \(name).",
        // With an escape it is left open which verb it is.
        (verb.contains("%") ? [] : ["ABT-URL-06"]) + ["ABT-CB-08", "ABT-CB-09"]
      ) { (g) throws(HarnessFault) in
        var forge = g.apply(g.configuration(2))
        forge.verb = .verbatim(verb)
        return [try g.open(forge)]
      }
    }
  }

  private var verbs: [Specification] {
    let apply = verb(.apply)
    let reset = verb(.reset)
    let verbs = [
      ("empty", ""), ("unknown", "install"), ("longer", apply + "x"),
      ("shorter", String(apply.dropLast())), ("both", apply + reset), ("number", "1"),
      ("dotted", "\(apply).\(reset)"), ("hyphenated", "\(reset.prefix(2))-\(reset.dropFirst(2))"),
      ("bracket", "\(apply.prefix(3))[\(apply.dropFirst(3))"), ("bracket-behind", "\(apply)]"),
      ("address", "[::1]"), ("symbol", "\(apply.prefix(3))\u{2113}\(apply.dropFirst(4))"),
      ("dot-behind", "\(apply)."), ("long-s", reset.replacingFirst("s", with: "\u{17F}")),
      ("full-width", "\u{FF41}" + apply.dropFirst()), ("umlaut", "\u{E4}" + apply.dropFirst()),
    ]
    return unknownVerbsToRepeat
      + verbs.flatMap { name, verb in
        RequestForge.Action.allCases.map { action in
          makeWithCanary(
            "url/verb/\(name)/\(action.rawValue)",
            "A valid token and valid data for \(action.rawValue) under "
              + (verb.isEmpty ? "an empty verb." : "the verb \(verb)."),
            // Beyond ASCII it is left open which verb it is.
            verb.utf8.allSatisfy { $0 < 0x80 } ? ["ABT-URL-04", "ABT-URL-06"] : ["ABT-URL-04"]
          ) { (g) throws(HarnessFault) in
            var forge = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
            forge.verb = .verbatim(verb)
            return [try g.open(forge)]
          }
        }
      }
  }
}

private enum RecognitionText {
  /// The identifier with a letter as wide as CJK for its last one, which some comparisons fold.
  static func withFullWidthEnd(_ identifier: String) -> String {
    let last = identifier.unicodeScalars.last.map(\.value) ?? 0x61
    let wide = (0x61...0x7A).contains(last) ? Unicode.Scalar(last + 0xFEE0) : nil
    return identifier.dropLast() + String(Character(wide ?? "\u{FF41}"))
  }

  /// The identifier with a hyphen for its first dot, as a pattern would let it pass.
  static func withoutFirstDot(_ identifier: String) -> String {
    guard let dot = identifier.firstIndex(of: ".") else { return identifier + "-" }
    return identifier.replacingCharacters(at: dot, with: "-")
  }
}

extension String {
  fileprivate func replacingFirst(_ letter: Character, with other: String) -> String {
    guard let index = firstIndex(of: letter) else { return self + other }
    return replacingCharacters(at: index, with: other)
  }

  fileprivate func replacingCharacters(at index: Index, with text: String) -> String {
    self[..<index] + text + self[self.index(after: index)...]
  }
}
