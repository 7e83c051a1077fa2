import Conformance
import Forge
import SuiteModels
import WireFormat

/// Section 4.2: the token.
extension ABTCases {
  var tokens: [Specification] {
    validTokens + invalidTokens + byOtherRules + resetTokens + beforeUnpacking + afterValid
      + tokensOnEachPath
  }

  /// ABT-TOK-02, 04: a request that was right vouches for no other one.
  private var afterValid: [Specification] {
    let wrong: [(String, TokenLayer, Clause.ID)] = [
      ("missing", .absent, "ABT-TOK-04"), ("empty", .damaged(.emptied), "ABT-TOK-04"),
      ("one-digit", .damaged(.digitChanged(index: 31)), "ABT-TOK-05"),
      ("cut-short", .damaged(.truncated(length: 32)), "ABT-TOK-05"),
      ("capitals", .damaged(.upperCased), "ABT-TOK-05"),
    ]
    let whose: [(String, @Sendable (inout RequestForge, RequestForge) -> Void)] = [
      (
        "same-payload",
        {
          $0.profile = $1.profile
          $0.payload = $1.payload
        }
      ),
      ("same-profile", { $0.profile = $1.profile }), ("other-profile", { _, _ in }),
    ]
    return wrong.flatMap { name, token, clause in
      whose.flatMap { owner, own in
        RequestForge.Action.allCases.map { action in
          makeWithCanary(
            "token/after-right-one/\(name)/\(owner)/\(action.rawValue)",
            "A wrong token (\(name)) after right requests of both kinds; \(owner).",
            ["ABT-TOK-02", clause] + (action == .reset ? ["ABT-TOK-08"] : [])
          ) { (g) throws(HarnessFault) in
            let first = g.apply(g.configuration(3))
            var reset = g.reset(["host"])
            reset.profile = first.profile
            reset.payload = first.payload
            var second = action == .apply ? g.apply(g.configuration(2)) : g.reset(["port"])
            own(&second, first)
            second.token = token
            return [try g.open(first), try g.open(reset), try g.open(second)]
          }
        }
      }
    }
  }

  /// ABT-TOK-07: the data is not looked at before the token.
  private var beforeUnpacking: [Specification] {
    let data: [(String, @Sendable (inout RequestForge) -> Void)] = [
      ("bomb-64-MiB", { $0.compression = .bomb(count: 64 << 20) }),
      ("bomb-512-MiB", { $0.compression = .bomb(count: 512 << 20) }),
      ("nested-bomb", { $0.compression = .nestedBomb(count: 256 << 20) }),
      ("no-base64", { $0.base64 = .foreignCharacter(index: 2, scalar: "!") }),
      ("no-zlib", { $0.compression = .missing }), ("no-magic", { $0.magic = .missing }),
      ("no-list", { $0.propertyList = .replaced(with: Array("<plist/>".utf8)) }),
      ("no-version", { $0.dictionaryForm = .versionMissing }),
    ]
    return data.flatMap { name, damage in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "token/before-unpacking/\(name)/\(action.rawValue)",
          "A wrong token in front of data that cannot or should not be unpacked: \(name).",
          // Only what costs a lot shows in time and memory.
          (name.hasSuffix("bomb") || name.hasPrefix("bomb") ? ["ABT-TOK-07"] : [])
            + ["ABT-TOK-07/code"]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
          damage(&forge)
          forge.token = .damaged(.digitChanged(index: 20))
          return [try g.open(forge)]
        }
      }
    }
  }

  private var validTokens: [Specification] {
    [
      ("valid/short-key", "com.acme.app", "k"),
      ("valid/long-key", "com.acme.app", String("k3", times: 100)),
      ("valid/block-key", "com.acme.app", String("b", times: 64)),
      ("valid/unicode-key", "com.acme.app", "schlüssel-ключ-\u{1F511}"),
      ("valid/spaced-key", "com.acme.app", " k 1 "), ("valid/hex-key", "com.acme.app", "0x00ff"),
      ("of-bytes/decomposed", "com.acme.app", "schlu\u{308}ssel-e\u{301}"),
      ("of-bytes/composed", "com.acme.app", "schl\u{FC}ssel-\u{E9}"),
      ("of-bytes/compatible", "com.acme.app", "k\u{FB01}\u{2126}\u{FF21}\u{00B2}"),
      ("of-bytes/marked", "com.acme.app", "\u{FEFF}k-1"),
      ("of-bytes/line", "com.acme.app", "k-1\r\n"),
      ("of-bytes/percent", "com.acme.app", "k%2D1+1"),
      ("of-bytes/capital", "com.acme.app", "K-1-\u{C4}"),
      ("valid/long-bundle", "com." + String("acme.", times: 30) + "app", "k-1"),
    ].map { path, bundleIdentifier, key in
      make(
        "token/\(path)",
        "The right token of an unusual key or bundle identifier.",
        ["ABT-TOK-01"],
        setup: {
          $0.bundleIdentifier = bundleIdentifier
          $0.apiKey = key
        }
      ) { (g) throws(HarnessFault) in
        [try g.open(g.apply(g.configuration(2))), try g.open(g.reset(["host"]))]
      }
    }
  }

  /// Each way of being wrong, and the clauses about it.
  private static let damages: [(path: String, damage: TokenDamage, rules: [Clause.ID])] =
    [
      ("empty", .emptied, ["ABT-TOK-04"]),
      ("upper-case", .upperCased, ["ABT-TOK-05"]),
      ("doubled", .doubled, ["ABT-TOK-05"]),
      ("reversed", .reversed, ["ABT-TOK-05"]),
      ("padded/space-behind", .extended(by: " "), ["ABT-TOK-05"]),
      ("padded/space-in-front", .prefixed(by: " "), ["ABT-TOK-05"]),
      ("padded/tab-behind", .extended(by: "\t"), ["ABT-TOK-05"]),
      ("padded/newline-behind", .extended(by: "\n"), ["ABT-TOK-05"]),
      ("padded/newline-in-front", .prefixed(by: "\r\n"), ["ABT-TOK-05"]),
      ("padded/nul-behind", .extended(by: "\u{0}"), ["ABT-TOK-05"]),
      ("padded/nul-and-more", .extended(by: "\u{0}ff"), ["ABT-TOK-05"]),
      ("padded/no-break-space", .extended(by: "\u{A0}"), ["ABT-TOK-05"]),
      ("padded/zero-width", .prefixed(by: "\u{200B}"), ["ABT-TOK-05"]),
      ("padded/mark-in-front", .prefixed(by: "\u{FEFF}"), ["ABT-TOK-05"]),
      ("padded/mark-behind", .extended(by: "\u{FEFF}"), ["ABT-TOK-05"]),
      ("extended/digit", .extended(by: "0"), ["ABT-TOK-05"]),
      ("extended/long", .extended(by: String("a", times: 4_096)), ["ABT-TOK-05"]),
      ("extended/in-front", .prefixed(by: "0"), ["ABT-TOK-05"]),
      ("extended/hex-prefix", .prefixed(by: "0x"), ["ABT-TOK-05"]),
      ("extended/combining", .extended(by: "\u{301}"), ["ABT-TOK-05"]),
      ("other/zeros", .replaced(with: String("0", times: 64)), []),
      ("other/word", .replaced(with: "null"), []),
      ("other/percent", .replaced(with: "%25%00"), []),
      ("other/long", .replaced(with: String("f", times: 8_192)), []),
    ]
    + [1, 8, 32, 40, 63].map {
      ("truncated/len-\($0)", TokenDamage.truncated(length: $0), ["ABT-TOK-05"])
    }
    + [1, 32, 63].map {
      ("truncated/tail-\($0)", TokenDamage.beheaded(length: $0), ["ABT-TOK-05"])
    }
    + [0, 1, 15, 16, 31, 32, 47, 62, 63].map {
      ("changed/digit-\($0)", TokenDamage.digitChanged(index: $0), ["ABT-TOK-05"])
    }
    + [0, 63].map { ("look-alike/digit-\($0)", TokenDamage.lookAlike(index: $0), ["ABT-TOK-05"]) }

  /// All of them, and the right tokens of others.
  var damagedTokens:
    [(path: String, damage: @Sendable (ABTSetup) -> TokenDamage, rules: [Clause.ID])]
  {
    Self.damages.map { path, damage, rules in (path, { _ in damage }, rules) }
      + Self.owners.map { name, damage in ("other-owner/\(name)", damage, ["ABT-TOK-06"]) }
  }

  private var invalidTokens: [Specification] {
    Self.damages.map { path, damage, rules in
      makeWithCanary(
        "token/\(path)", "A set request whose token is wrong: \(path).",
        ["ABT-TOK-02", "ABT-TOK-03"] + rules
      ) { (g) throws(HarnessFault) in
        var forge = g.apply(g.configuration(2))
        forge.token = .damaged(damage)
        return [try g.open(forge)]
      }
    } + [
      makeWithCanary(
        "token/missing", "A set request without the parameter.",
        ["ABT-TOK-02", "ABT-TOK-03", "ABT-TOK-04"]
      ) { (g) throws(HarnessFault) in
        var forge = g.apply(g.configuration(2))
        forge.token = .absent
        return [try g.open(forge)]
      },
      make(
        "token/logged", "An invalid token, in a library whose log is seen.", ["ABT-TOK-10"],
        needs: ["log"]
      ) { (g) throws(HarnessFault) in
        var forge = g.apply(g.configuration(1))
        forge.token = .damaged(.digitChanged(index: 5))
        var missing = g.reset(["host"])
        missing.token = .absent
        return [try g.open(forge), try g.open(missing)]
      },
      makeWithCanary(
        "token/after-valid",
        "A wrong token after a right one: each request is verified on its own.",
        ["ABT-TOK-02", "ABT-TOK-03"]
      ) { (g) throws(HarnessFault) in
        let first = g.apply(g.configuration(2))
        var second = first
        second.token = .damaged(.digitChanged(index: 63))
        return [try g.open(first), try g.open(second), try g.open(first)]
      },
    ] + others
  }

  private static let owners: [(String, @Sendable (ABTSetup) -> TokenDamage)] = [
    ("bundle", { .ofOther(bundleIdentifier: $0.bundleIdentifier + "x", apiKey: $0.apiKey) }),
    (
      "bundle-capitals",
      { .ofOther(bundleIdentifier: $0.bundleIdentifier.uppercased(), apiKey: $0.apiKey) }
    ),
    ("key", { .ofOther(bundleIdentifier: $0.bundleIdentifier, apiKey: $0.apiKey + "x") }),
    ("empty-key", { .ofOther(bundleIdentifier: $0.bundleIdentifier, apiKey: "") }),
    ("empty-bundle", { .ofOther(bundleIdentifier: "", apiKey: $0.apiKey) }),
    ("swapped", { .ofOther(bundleIdentifier: $0.apiKey, apiKey: $0.bundleIdentifier) }),
    ("key-itself", { .replaced(with: $0.apiKey) }),
    ("bundle-itself", { .replaced(with: $0.bundleIdentifier) }),
  ]

  /// ABT-TOK-02, 05, 06: what is a token by another rule, for the same app and key.
  private var byOtherRules: [Specification] {
    let algorithms: [(String, Dialect.TokenAlgorithm)] = [
      ("hmac-sha1", .hmacSHA1Hex), ("hmac-sha256", .hmacSHA256Hex), ("sha256", .sha256Hex),
    ]
    let others = algorithms.filter { $0.1 != dialect.value.token }
    return RequestForge.Action.allCases.flatMap { action in
      others.map { name, algorithm in
        makeWithCanary(
          "token/other-rule/\(name)/\(action.rawValue)",
          "The token of this app and key by another algorithm: \(name).",
          ["ABT-TOK-02", "ABT-TOK-05"] + (action == .reset ? ["ABT-TOK-08"] : [])
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
          guard
            let token = Token.make(
              algorithm, bundleIdentifier: g.setup.bundleIdentifier, apiKey: g.setup.apiKey)
          else { throw HarnessFault("no token is made by \(name)") }
          forge.token = .damaged(.replaced(with: token))
          return [try g.open(forge)]
        }
      } + [
        makeWithCanary(
          "token/low-bytes/\(action.rawValue)",
          "The right token, but that each digit is the character 256 or 512 further on.",
          ["ABT-TOK-02", "ABT-TOK-05"] + (action == .reset ? ["ABT-TOK-08"] : [])
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
          // Also where a program makes the tokens.
          guard let bytes = try g.open(forge).meaning.echoes.token else {
            throw HarnessFault("a right request has no token")
          }
          let right = String(decoding: bytes, as: UTF8.self)
          func moved(_ text: Substring, by distance: UInt32) -> String {
            String(
              String.UnicodeScalarView(
                text.unicodeScalars.map { Unicode.Scalar($0.value + distance) ?? $0 }))
          }
          let tokens = [
            moved(right.prefix(1), by: 256) + right.dropFirst(),
            right.dropLast() + moved(right.suffix(1), by: 512), moved(right[...], by: 256),
          ]
          return try tokens.map { (token) throws(HarnessFault) in
            forge.token = .damaged(.replaced(with: token))
            return try g.open(forge)
          }
        },
        makeWithCanary(
          "token/other-rule/of-profile/\(action.rawValue)",
          "A token made of the profile in the place of the bundle identifier.",
          ["ABT-TOK-02", "ABT-TOK-06"] + (action == .reset ? ["ABT-TOK-08"] : [])
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
          forge.token = .damaged(
            .ofOther(bundleIdentifier: forge.profile, apiKey: g.setup.apiKey))
          return [try g.open(forge)]
        },
        makeWithCanary(
          "token/other-rule/bundle-in-small-letters/\(action.rawValue)",
          "A bundle identifier with capitals, and the token of the same one in small letters.",
          ["ABT-TOK-02", "ABT-TOK-06"] + (action == .reset ? ["ABT-TOK-08"] : []),
          setup: { $0.bundleIdentifier = "com.Acme.App" }
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
          forge.token = .damaged(
            .ofOther(bundleIdentifier: "com.acme.app", apiKey: g.setup.apiKey))
          return [try g.open(forge)]
        },
      ]
    }
  }

  /// ABT-TOK-06: tokens that are right for another app or another key.
  private var others: [Specification] {
    Self.owners.map { name, damage in
      makeWithCanary(
        "token/other-owner/\(name)", "The right token of another app or key.",
        ["ABT-TOK-02", "ABT-TOK-06"]
      ) { (g) throws(HarnessFault) in
        var forge = g.apply(g.configuration(2))
        forge.token = .damaged(damage(g.setup))
        return [try g.open(forge)]
      }
    }
  }

  /// ABT-TOK-08.
  private var resetTokens: [Specification] {
    Self.damages.map { path, damage, rules in
      makeWithCanary(
        "token/reset/\(path)", "A reset request whose token is wrong: \(path).",
        ["ABT-TOK-02", "ABT-TOK-03", "ABT-TOK-08"] + rules
      ) { (g) throws(HarnessFault) in
        var forge = g.reset(["host", "port"])
        forge.token = .damaged(damage)
        return [try g.open(forge)]
      }
    } + [
      makeWithCanary(
        "token/reset/missing", "A reset request without the parameter.",
        ["ABT-TOK-02", "ABT-TOK-04", "ABT-TOK-08"]
      ) { (g) throws(HarnessFault) in
        var forge = g.reset(["host"])
        forge.token = .absent
        return [try g.open(forge)]
      },
      makeWithCanary(
        "token/reset/after-apply",
        "A reset request without the right token, after a set request with it.",
        ["ABT-TOK-02", "ABT-TOK-08"]
      ) { (g) throws(HarnessFault) in
        let first = g.apply(g.configuration(2))
        var second = g.reset(["host", "port"])
        second.profile = first.profile
        second.payload = first.payload
        second.token = .damaged(.truncated(length: 63))
        return [try g.open(first), try g.open(second)]
      },
    ]
  }
}
