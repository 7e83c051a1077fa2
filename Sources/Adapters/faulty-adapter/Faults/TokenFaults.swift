import ReferenceLibrary

/// Mistakes with the token (4.2).
enum TokenFaults {
  static let all: [Fault] = [
    Fault(
      "token-in-capitals",
      "the right token is formatted with upper-case digits, so that no valid one matches",
      breaks: ["ABT-TOK-01"]
    ) { decisions in
      let before = decisions.tokenIsValid
      decisions.tokenIsValid = { token, right in before(token, right.uppercased()) }
    },
    Fault(
      "token-unchecked",
      "any token is accepted",
      breaks: ["ABT-TOK-02", "ABT-TOK-03", "ABT-TOK-05"]
    ) { decisions in
      decisions.tokenIsValid = { token, _ in token.bytes?.isEmpty == false }
    },
    Fault(
      "token-missing-accepted",
      "the token is compared only if there is one",
      breaks: ["ABT-TOK-04"]
    ) { decisions in
      let before = decisions.tokenIsValid
      decisions.tokenIsValid = { token, right in token == .absent || before(token, right) }
    },
    Fault(
      "token-by-shorter-length",
      "tokens are compared up to the end of the shorter one",
      breaks: ["ABT-TOK-05", "ABT-TOK-04"]
    ) { decisions in
      decisions.tokenIsValid = { token, right in
        guard let bytes = token.bytes else { return false }
        return zip(bytes, right.utf8).allSatisfy { $0 == $1 }
      }
    },
    Fault(
      "token-in-any-case",
      "the case of the token's digits does not matter",
      breaks: ["ABT-TOK-05"]
    ) { decisions in
      let before = decisions.tokenIsValid
      decisions.tokenIsValid = { token, right in
        before(token.bytes.map { .text(lowered($0)) } ?? token, right)
      }
    },
    Fault(
      "token-trimmed",
      "white space around the token is cut off before it is compared",
      breaks: ["ABT-TOK-05"]
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
      "token-echoed-in-lower-case",
      "the callback carries the token as the library normalised it",
      breaks: ["ABT-TOK-03", "ABT-CB-03"]
    ) { decisions in
      let before = decisions.callbackParameters
      decisions.callbackParameters = { report in
        var report = report
        report.token = report.token.map(lowered)
        return before(report)
      }
    },
    Fault(
      "token-refused-silently",
      "an invalid token is logged, but nobody is called back",
      breaks: ["ABT-TOK-03", "ABT-CB-01"]
    ) { decisions in
      let before = decisions.openings
      decisions.openings = { url, report in
        report.cause == .invalidToken ? [] : before(url, report)
      }
    },
    Fault(
      "reset-without-token",
      "only apply requests need a token",
      breaks: ["ABT-TOK-08"]
    ) { decisions in
      decisions.needsToken = { $0 != .reset }
    },
    Fault(
      "invalid-token-not-logged",
      "an invalid token leaves no trace in the log",
      breaks: ["ABT-TOK-10"]
    ) { decisions in
      decisions.tokenLog = { _ in [] }
    },
  ]

  private static func lowered(_ bytes: [UInt8]) -> [UInt8] {
    bytes.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
  }
}
