import ReferenceLibrary
import WireFormat

/// Mistakes with the token (4.2).
enum TokenFaults {
  static let all: [Fault] =
    secrets + ofOtherRules + [
      Fault(
        "token-in-capitals", .language,
        "the right token is formatted with upper-case digits, so that no valid one matches",
        breaks: ["ABT-TOK-01"],
        mayAlso: ["ABT-*"]
      ) { decisions in
        let before = decisions.tokenIsValid
        decisions.tokenIsValid = { token, right in before(token, right.uppercased()) }
      }.needing(.ownTokens),
      Fault(
        "token-unchecked", .path,
        "any token is accepted",
        breaks: ["ABT-TOK-02", "ABT-TOK-03", "ABT-TOK-05"],
        mayAlso: ["ABT-CHUNK-02", "ABT-CHUNK-03", "ABT-DEL-05", "ABT-TOK-*"]
      ) { decisions in
        decisions.tokenIsValid = { token, _ in token.bytes?.isEmpty == false }
      },
      Fault(
        "token-missing-accepted", .path,
        "the token is compared only if there is one",
        breaks: ["ABT-TOK-04"], mayAlso: ["ABT-CHUNK-03", "ABT-DEL-05", "ABT-TOK-*", "ABT-URL-17"]
      ) { decisions in
        let before = decisions.tokenIsValid
        decisions.tokenIsValid = { token, right in token == .absent || before(token, right) }
      },
      Fault(
        "token-by-shorter-length", .comparison,
        "tokens are compared up to the end of the shorter one",
        breaks: ["ABT-TOK-05", "ABT-TOK-04"],
        mayAlso: ["ABT-TOK-*"]
      ) { decisions in
        decisions.tokenIsValid = { token, right in
          guard let bytes = token.bytes else { return false }
          return zip(bytes, right.utf8).allSatisfy { $0 == $1 }
        }
      },
      Fault(
        "token-in-any-case", .comparison,
        "the case of the token's digits does not matter",
        breaks: ["ABT-TOK-05"],
        mayAlso: ["ABT-TOK-*"]
      ) { decisions in
        let before = decisions.tokenIsValid
        decisions.tokenIsValid = { token, right in
          before(token.bytes.map { .text(lowered($0)) } ?? token, right)
        }
      }.needing(.ownTokens),
      Fault(
        "token-trimmed", .lenientCall,
        "white space around the token is cut off before it is compared",
        breaks: ["ABT-TOK-05"],
        mayAlso: ["ABT-TOK-*"]
      ) { decisions in
        let before = decisions.tokenIsValid
        decisions.tokenIsValid = { token, right in
          guard let bytes = token.bytes else { return before(token, right) }
          let isSpace: (UInt8) -> Bool = { $0 <= 0x20 }
          let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0
          return before(.text(Array(bytes[..<end].drop(while: isSpace))), right)
        }
      },
      Fault(
        "token-echoed-in-lower-case", .quoting,
        "the callback carries the token as the library normalised it",
        breaks: ["ABT-TOK-03", "ABT-CB-03"], mayAlso: ["ABT-URL-10"]
      ) { decisions in
        let before = decisions.callbackParameters
        decisions.callbackParameters = { report in
          var report = report
          report.token = report.token.map(lowered)
          return before(report)
        }
      },
      Fault(
        "token-refused-silently", .error,
        "an invalid token is logged, but nobody is called back",
        breaks: ["ABT-TOK-03", "ABT-CB-01"],
        mayAlso: [
          "ABT-MULTI-02", "ABT-ROB-06", "ABT-TOK-*", "ABT-URL-17", "ABT-URL-19", "ABT-CHUNK-02",
        ]
      ) { decisions in
        let before = decisions.openings
        decisions.openings = { url, report in
          report.cause == .invalidToken ? [] : before(url, report)
        }
      },
      Fault(
        "reset-without-token", .path,
        "only apply requests need a token",
        breaks: ["ABT-TOK-08"],
        mayAlso: ["ABT-CHUNK-03", "ABT-DEL-05", "ABT-TOK-*", "ABT-URL-13", "ABT-URL-17"]
      ) { decisions in
        decisions.needsToken = { $0.verb != .reset }
      },
      Fault(
        "invalid-token-not-logged", .error,
        "an invalid token leaves no trace in the log",
        breaks: ["ABT-TOK-10"],
        mayAlso: ["ABT-URL-17"]
      ) { decisions in
        decisions.tokenLog = { _ in [] }
      },

      Fault(
        "token-parsed-as-hex", .lenientCall,
        "the token is decoded by a call that takes digits of either case and skips everything else",
        breaks: ["ABT-TOK-05"],
        mayAlso: ["ABT-TOK-*"]
      ) { decisions in
        let before = decisions.tokenIsValid
        decisions.tokenIsValid = { token, right in
          guard let bytes = token.bytes else { return before(token, right) }
          let digits = lowered(bytes).filter { "0123456789abcdef".utf8.contains($0) }
          return before(.text(digits), right)
        }
      }.needing(.ownTokens),
      Fault(
        "token-first-half", .limit,
        "only as many characters are compared as the hash has bytes: half of them",
        breaks: ["ABT-TOK-05"],
        mayAlso: ["ABT-TOK-*"]
      ) { decisions in
        let before = decisions.tokenIsValid
        decisions.tokenIsValid = { token, right in
          guard let bytes = token.bytes else { return before(token, right) }
          return before(.text(Array(bytes.prefix(32))), String(right.prefix(32)))
        }
      },
      Fault(
        "token-digits-of-any-script", .language,
        "the token's digits are read by their numeric value, which other characters have too",
        breaks: ["ABT-TOK-05"],
        mayAlso: ["ABT-TOK-*"]
      ) { decisions in
        let before = decisions.tokenIsValid
        decisions.tokenIsValid = { token, right in
          guard let bytes = token.bytes else { return before(token, right) }
          let digits = String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
            guard scalar.value > 0x7F, let value = Character(scalar).hexDigitValue else {
              return String(scalar)
            }
            return String(value, radix: 16)
          }
          return before(.text(Array(digits.joined().utf8)), right)
        }
      },
      Fault(
        "token-by-low-bytes", .language,
        "the token's characters are kept in a byte each, so that of others only the low byte counts",
        breaks: ["ABT-TOK-05"], mayAlso: ["ABT-TOK-*"]
      ) { decisions in
        let before = decisions.tokenIsValid
        decisions.tokenIsValid = { token, right in
          guard let bytes = token.bytes else { return before(token, right) }
          let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
          return before(.text(scalars.map { UInt8(truncatingIfNeeded: $0.value) }), right)
        }
      },
      Fault(
        "token-differences-cancel", .comparison,
        "the comparison in constant time adds differences so that two of them cancel",
        breaks: ["ABT-TOK-05"],
        mayAlso: ["ABT-TOK-*"]
      ) { decisions in
        decisions.tokenIsValid = { token, right in
          guard let bytes = token.bytes, bytes.count == right.utf8.count else { return false }
          return zip(bytes, right.utf8).reduce(0) { $0 ^ $1.0 ^ $1.1 } == 0
        }
      },
      Fault(
        "token-checked-once", .state,
        "once a token was right, the sender is trusted until the app ends",
        breaks: ["ABT-TOK-02", "ABT-TOK-08"],
        mayAlso: [
          "ABT-DEL-04", "ABT-ROB-06",
          "ABT-DEL-05", "ABT-TOK-03", "ABT-TOK-09", "ABT-TOK-10", "ABT-URL-17", "ABT-URL-18",
          "ABT-TOK-04", "ABT-TOK-05", "ABT-TOK-06", "ABT-URL-13",
        ]
      ) { decisions in
        let before = decisions.tokenIsValid
        let isTrusted = Memory(false)
        decisions.tokenIsValid = { token, right in
          isTrusted.update { isTrusted in
            isTrusted = isTrusted || before(token, right)
            return isTrusted
          }
        }
      },
      Fault(
        "token-refused-for-ever", .state,
        "the mark that a token is wrong is never taken back",
        breaks: ["ABT-ROB-04"],
        mayAlso: [
          "ABT-CB-11", "ABT-CHUNK-03", "ABT-CHUNK-04", "ABT-DEL-01", "ABT-MULTI-02", "ABT-ROB-06",
          "ABT-CHUNK-09", "ABT-DEL-02", "ABT-DICT-08", "ABT-TOK-01",
        ]
      ) { decisions in
        let before = decisions.tokenIsValid
        let isLocked = Memory(false)
        decisions.tokenIsValid = { token, right in
          isLocked.update { isLocked in
            isLocked = isLocked || !before(token, right)
            return !isLocked
          }
        }
      },
      Fault(
        "pieces-without-token", .path,
        "only whole requests need a token",
        breaks: ["ABT-TOK-09"],
        mayAlso: [
          "ABT-CHUNK-02", "ABT-CHUNK-03", "ABT-DEL-05", "ABT-TOK-02", "ABT-TOK-03", "ABT-TOK-04",
          "ABT-TOK-05", "ABT-TOK-06", "ABT-TOK-08", "ABT-TOK-10",
        ]
      ) { decisions in
        let before = decisions.needsToken
        decisions.needsToken = { before($0) && $0.chunk == .absent }
      },
      Fault(
        "first-piece-with-token", .path,
        "of the pieces only the first one needs a token",
        breaks: ["ABT-TOK-09"],
        mayAlso: ["ABT-DEL-05", "ABT-TOK-04", "ABT-TOK-05", "ABT-TOK-06", "ABT-TOK-10"]
      ) { decisions in
        let before = decisions.needsToken
        decisions.needsToken = { request in
          before(request) && (request.chunk == .absent || request.chunk == .text([0x31]))
        }
      },
      Fault(
        "last-piece-with-token", .path,
        "of the pieces only the last one needs a token, as nothing is done before",
        breaks: ["ABT-TOK-09"],
        mayAlso: ["ABT-CHUNK-03", "ABT-TOK-04", "ABT-TOK-05", "ABT-TOK-06", "ABT-TOK-10"]
      ) { decisions in
        let before = decisions.needsToken
        decisions.needsToken = { request in
          before(request) && (request.chunk == .absent || request.chunk == request.chunks)
        }
      },
      Fault(
        "empty-token-accepted", .language,
        "a token counts as missing by a test for nil, and an empty one as not yet known",
        breaks: ["ABT-TOK-04"],
        mayAlso: ["ABT-TOK-*"]
      ) { decisions in
        let before = decisions.tokenIsValid
        decisions.tokenIsValid = { token, right in token == .text([]) || before(token, right) }
      },
      Fault(
        "token-checked-late", .path,
        "the token is checked when everything else is known to be right",
        breaks: ["ABT-TOK-07/code"],
        mayAlso: [
          "ABT-CHUNK-03", "ABT-TOK-04", "ABT-TOK-05", "ABT-TOK-06", "ABT-TOK-09", "ABT-TOK-10",
        ]
      ) { decisions in
        decisions.tokenComesFirst = { false }
      },
      Fault(
        "token-behind-a-whole-unpacking", .path,
        "the token is checked after the data was unpacked as a whole",
        breaks: ["ABT-TOK-07"],
        mayAlso: [
          "ABT-CHUNK-03", "ABT-DATA-08", "ABT-ROB-03", "ABT-TOK-04", "ABT-TOK-05", "ABT-TOK-06",
          "ABT-TOK-07/code", "ABT-TOK-09", "ABT-TOK-10",
        ]
      ) { decisions in
        decisions.tokenComesFirst = { false }
        let before = decisions.inflate
        decisions.inflate = { inflater, bytes, _, output in
          before(inflater, bytes, 96 << 20, &output)
        }
      },
      Fault(
        "token-code-of-malformed", .error,
        "a wrong token is reported as a malformed request",
        breaks: ["ABT-TOK-07/code", "ABT-CB-11"]
      ) { decisions in
        let code = decisions.dialect.errorCodes.malformedRequest
        decisions.changeFailures({ $0 == .invalidToken }) { $0.code = code }
      },
      Fault(
        "wrong-token-not-echoed", .error,
        "the callback about a wrong token leaves it out",
        breaks: ["ABT-TOK-03"],
        mayAlso: ["ABT-CB-03", "ABT-URL-10"]
      ) { decisions in
        decisions.changeReport { report in
          if report.cause == .invalidToken { report.token = nil }
        }
      },
      Fault(
        "token-logged-once", .state,
        "a wrong token is logged only the first time",
        breaks: ["ABT-TOK-10"]
      ) { decisions in
        let before = decisions.tokenLog
        let isLogged = Memory(false)
        decisions.tokenLog = { token in
          isLogged.update { isLogged in
            defer { isLogged = true }
            return isLogged ? [] : before(token)
          }
        }
      },
      Fault(
        "missing-token-not-logged", .path,
        "only a token that is there is logged",
        breaks: ["ABT-TOK-10"],
        mayAlso: ["ABT-URL-17"]
      ) { decisions in
        let before = decisions.tokenLog
        decisions.tokenLog = { $0 == .absent ? [] : before($0) }
      },
      Fault(
        "key-in-latin-1", .language,
        "characters of the API key beyond Latin-1 become question marks",
        breaks: ["ABT-TOK-01"]
      ) { decisions in
        changeKey(&decisions) { key in
          String(String.UnicodeScalarView(key.unicodeScalars.map { $0.value < 256 ? $0 : "?" }))
        }
      }.needing(.ownTokens),
      Fault(
        "key-of-one-block", .limit,
        "an API key is cut to the block of the hash instead of being hashed",
        breaks: ["ABT-TOK-01"]
      ) { decisions in
        changeKey(&decisions) { String(decoding: $0.utf8.prefix(64), as: UTF8.self) }
      }.needing(.ownTokens),
      Fault(
        "key-composed", .language,
        "the API key is kept as a text of normal form C",
        breaks: ["ABT-TOK-01"]
      ) { decisions in
        changeKey(&decisions) { Texts.composed($0) }
      }.needing(.ownTokens),
      Fault(
        "key-trimmed", .lenientCall,
        "white space around the API key is cut off when it is read from the settings",
        breaks: ["ABT-TOK-01"]
      ) { decisions in
        changeKey(&decisions) { Texts.trimmed($0) }
      }.needing(.ownTokens),
      Fault(
        "key-parsed-as-number", .lenientCall,
        "an API key that looks like a number is read as one",
        breaks: ["ABT-TOK-01"]
      ) { decisions in
        changeKey(&decisions) { key in
          guard key.hasPrefix("0x"), let number = Int(key.dropFirst(2), radix: 16) else {
            return key
          }
          return String(number)
        }
      }.needing(.ownTokens),
      Fault(
        "bundle-of-128-bytes", .limit,
        "the bundle identifier is cut to 128 bytes before it is hashed",
        breaks: ["ABT-TOK-01"]
      ) { decisions in
        let before = decisions.ownToken
        decisions.ownToken = { app, algorithm in
          var app = app
          app.bundleIdentifier = String(
            decoding: app.bundleIdentifier.utf8.prefix(128), as: UTF8.self)
          return before(app, algorithm)
        }
      }.needing(.ownTokens),
      Fault(
        "token-of-bundle-in-capitals", .comparison,
        "the token may also be that of the bundle identifier in capitals",
        breaks: ["ABT-TOK-06"],
        mayAlso: ["ABT-TOK-09", "ABT-TOK-02", "ABT-TOK-10"]
      ) { decisions in
        acceptAlso(&decisions) { $0.bundleIdentifier = $0.bundleIdentifier.uppercased() }
      }.needing(.ownTokens),
      Fault(
        "token-without-key", .cryptography,
        "the token of an empty API key is accepted too, from the time when there was none",
        breaks: ["ABT-TOK-06"],
        mayAlso: ["ABT-TOK-09", "ABT-TOK-02", "ABT-TOK-10"]
      ) { decisions in
        acceptAlso(&decisions) { $0.apiKey = "" }
      }.needing(.ownTokens),
      Fault(
        "token-arguments-swapped", .cryptography,
        "key and message of the hash may be in either order",
        breaks: ["ABT-TOK-06"],
        mayAlso: ["ABT-TOK-09", "ABT-TOK-02", "ABT-TOK-10"]
      ) { decisions in
        acceptAlso(&decisions) { app in
          (app.bundleIdentifier, app.apiKey) = (app.apiKey, app.bundleIdentifier)
        }
      }.needing(.ownTokens),
      Fault(
        "short-tokens-accepted", .path,
        "a token of less than eight characters is taken for the placeholder of a test, and accepted",
        breaks: ["ABT-TOK-02"],
        mayAlso: ["ABT-TOK-*", "ABT-CB-*", "ABT-DEL-05"]
      ) { decisions in
        let before = decisions.tokenIsValid
        decisions.tokenIsValid = { token, right in
          before(token, right) || token.bytes.map { !$0.isEmpty && $0.count < 8 } == true
        }
      },
      Fault(
        "reset-with-a-token-as-long", .path,
        "the token of a reset only has to be as long as the right one",
        breaks: ["ABT-TOK-08"],
        mayAlso: ["ABT-TOK-*", "ABT-CB-*", "ABT-DEL-05", "ABT-CHUNK-*", "ABT-URL-*"]
      ) { decisions in
        let count = Memory(0)
        let token = decisions.ownToken
        decisions.ownToken = { app, algorithm in
          let right = token(app, algorithm)
          count.update { $0 = right.utf8.count }
          return right
        }
        let before = decisions.needsToken
        decisions.needsToken = { request in
          before(request)
            && !(request.verb == .reset && request.token.bytes?.count == count.update { $0 })
        }
      },
      Fault(
        "token-code-of-undecodable", .error,
        "a wrong token is reported like data that cannot be read",
        breaks: ["ABT-TOK-07/code", "ABT-CB-11"]
      ) { decisions in
        let code = decisions.dialect.errorCodes.undecodableData
        decisions.changeFailures({ $0 == .invalidToken }) { $0.code = code }
      },
      Fault(
        "values-unpacked-when-read", .robustness,
        "each parameter is tried as packed data when it is read, and kept unpacked, before anything is checked",
        breaks: ["ABT-TOK-07"],
        mayAlso: ["ABT-*"]
      ) { decisions in
        let before = decisions.decodeParameter
        let kept = Memory<[UInt8]>([])
        decisions.decodeParameter = { raw in
          let value = before(raw)
          if case .text(let text) = value, text.count > 200,
            case .decoded(let bytes) = Base64Text.decode(text)
          {
            let output = Inflater().inflate(bytes, limit: 96 << 20).output
            kept.update { $0 = output }
          }
          return value
        }
      },
      Fault(
        "unpacked-piece-by-piece", .path,
        "the data is unpacked from its beginning for each piece of its contents, and the token is checked after that",
        breaks: ["ABT-TOK-07"],
        mayAlso: ["ABT-*"]
      ) { decisions in
        decisions.tokenComesFirst = { false }
        let before = decisions.inflate
        decisions.inflate = { inflater, bytes, limit, output in
          var scratch: [UInt8] = []
          for _ in 0..<300 where scratch.isEmpty || scratch.count > limit {
            scratch.removeAll(keepingCapacity: true)
            _ = before(inflater, bytes, 16 << 20, &scratch)
          }
          return before(inflater, bytes, limit, &output)
        }
      },
    ]

  private static func lowered(_ bytes: [UInt8]) -> [UInt8] {
    bytes.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
  }
}

extension TokenFaults {
  /// Makes the token with another API key.
  fileprivate static func changeKey(
    _ decisions: inout Decisions, _ change: @escaping @Sendable (String) -> String
  ) {
    let before = decisions.ownToken
    decisions.ownToken = { app, algorithm in
      var app = app
      app.apiKey = change(app.apiKey)
      return before(app, algorithm)
    }
  }

  /// Accepts the token of another registration beside the right one.
  fileprivate static func acceptAlso(
    _ decisions: inout Decisions, _ change: @escaping @Sendable (inout AppRegistration) -> Void
  ) {
    let other = Memory("")
    let ownToken = decisions.ownToken
    decisions.ownToken = { app, algorithm in
      var changed = app
      change(&changed)
      let token = ownToken(changed, algorithm)
      other.update { $0 = token }
      return ownToken(app, algorithm)
    }
    let before = decisions.tokenIsValid
    decisions.tokenIsValid = { token, right in
      before(token, right) || before(token, other.update { $0 })
    }
  }
}
