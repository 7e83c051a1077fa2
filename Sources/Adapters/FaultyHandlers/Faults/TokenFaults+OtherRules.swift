import ReferenceLibrary
import WireFormat

extension TokenFaults {
  /// Tokens by other rules, and requests in which something else is looked at first (ABT-TOK-02, 05, 06; ABT-CB-11).
  static let ofOtherRules: [Fault] = [
    Fault(
      "token-of-any-algorithm", .cryptography,
      "tokens by algorithms of older dialects are accepted, too",
      breaks: ["ABT-TOK-02", "ABT-TOK-05"], mayAlso: ["ABT-TOK-*"]
    ) { decisions in
      accept(&decisions) { app in
        [
          Token.hmacSHA1Hex(bundleIdentifier: app.bundleIdentifier, apiKey: app.apiKey),
          Token.hmacSHA256Hex(bundleIdentifier: app.bundleIdentifier, apiKey: app.apiKey),
          Token.sha256Hex(bundleIdentifier: app.bundleIdentifier, apiKey: app.apiKey),
        ]
      }
    },
    Fault(
      "key-as-token", .cryptography, "the API key itself is accepted as a token",
      breaks: ["ABT-TOK-06"], mayAlso: ["ABT-TOK-*"]
    ) { decisions in accept(&decisions) { [$0.apiKey] } },
    Fault(
      "bundle-identifier-as-token", .cryptography,
      "the bundle identifier itself is accepted as a token",
      breaks: ["ABT-TOK-06"], mayAlso: ["ABT-TOK-*"]
    ) { decisions in accept(&decisions) { [$0.bundleIdentifier] } },
    Fault(
      "token-of-profile", .cryptography,
      "a token that is made of the profile instead of the bundle identifier is accepted",
      breaks: ["ABT-TOK-06"], mayAlso: ["ABT-TOK-*"]
    ) { decisions in
      let key = decisions.rememberKey()
      let before = decisions.needsToken
      decisions.needsToken = { request in
        guard let profile = request.profile.bytes, let token = request.token.bytes else {
          return before(request)
        }
        let other = Token.hmacSHA256Hex(
          bundleIdentifier: String(decoding: profile, as: UTF8.self),
          apiKey: key.update { $0 })
        return before(request) && !token.elementsEqual(other.utf8)
      }
    },
    order("verb-before-token", "the verb") { $0.verb != nil },
    order("identifiers-before-token", "profile and payload") {
      $0.profile.bytes?.isEmpty == false && $0.payload.bytes?.isEmpty == false
    },
    order("data-before-token", "whether there is data") {
      $0.data != .absent || $0.encryptedData != .absent
    },
  ]

  private static func accept(
    _ decisions: inout Decisions, _ tokens: @escaping @Sendable (AppRegistration) -> [String]
  ) {
    let known = Memory([String]())
    let own = decisions.ownToken
    decisions.ownToken = { app, algorithm in
      known.update { $0 = tokens(app) }
      return own(app, algorithm)
    }
    let before = decisions.tokenIsValid
    decisions.tokenIsValid = { token, right in
      before(token, right)
        || known.update { known in
          known.contains { token.bytes?.elementsEqual($0.utf8) ?? false }
        }
    }
  }

  /// A request in which something else is not there is refused for that before its token is looked at.
  private static func order(
    _ name: String, _ what: String, _ isThere: @escaping @Sendable (ConfigurationRequest) -> Bool
  ) -> Fault {
    Fault(
      name, .path, "\(what) is looked at before the token", breaks: ["ABT-CB-11"],
      mayAlso: ["ABT-TOK-07/code", "ABT-TOK-10"]
    ) { decisions in
      let before = decisions.needsToken
      decisions.needsToken = { isThere($0) && before($0) }
    }
  }
}
