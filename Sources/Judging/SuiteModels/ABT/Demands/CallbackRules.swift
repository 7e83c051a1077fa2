import Conformance
import WireFormat

/// What holds of every callback of a dialect, whatever was sent (section 4.7). Made once: these demands are part of each event.
struct CallbackRules: Sendable {
  typealias Rule = Demand<ABTObservation>

  let all: [Rule]

  static let ofProfile1 = CallbackRules(.profile1)

  init(_ dialect: Dialect) {
    let statuses = dialect.statuses
    all = [
      Self.exactlyOne, Self.address(dialect.callbackPrefix),
      Self.statusWord(
        dialect.parameters.status, [statuses.success, statuses.error, statuses.canceled]),
      Self.errorDetails(dialect.parameters, error: statuses.error),
      Self.shortMessage(dialect.parameters.errorMessage), Self.isURI,
    ]
  }

  /// ABT-CB-01.
  private static let exactlyOne = Rule(
    ["ABT-CB-01"], "not-one-callback", expecting: "one callback"
  ) { observation in
    let count = observation.callbacks.count
    return count == 1
      ? nil
      : Discrepancy(
        "a handled URL leads to exactly one callback",
        observed: count == 0 ? "no callback" : "\(count) callbacks",
        aspect: count == 0 ? "none" : "several")
  }

  /// ABT-CB-02.
  private static func address(_ prefix: String) -> Rule {
    let bytes = Array(prefix.utf8)
    return Rule(["ABT-CB-02"], "wrong-address", expecting: .made { "\(prefix)…" }) { observation in
      guard let wrong = observation.callbacks.first(where: { !$0.bytes.starts(with: bytes) })
      else { return nil }
      return Discrepancy("the callback has another address", observed: wrong.text)
    }
  }

  /// ABT-CB-04, its first half.
  private static func statusWord(_ name: String, _ words: [String]) -> Rule {
    Rule(["ABT-CB-04"], "unknown-status", expecting: .made { List.text(words) }) { observation in
      for callback in observation.callbacks {
        let status = callback.text(of: name)
        if status.map(words.contains) != true {
          return Discrepancy(
            "the status is none of the three words", observed: status ?? "no status")
        }
      }
      return nil
    }
  }

  /// ABT-CB-06.
  private static func errorDetails(_ names: Dialect.Parameters, error: String) -> Rule {
    Rule(
      ["ABT-CB-06"], "wrong-error-details",
      expecting: .made {
        "\(names.errorCode) matches -?[0-9]{1,10}; it and \(names.errorMessage) occur with \(error) only"
      }
    ) { observation in
      for callback in observation.callbacks {
        if callback.text(of: names.status) != error {
          for name in [names.errorCode, names.errorMessage] where callback.has(name) {
            return Discrepancy(
              "\(name) without an error", expected: "no \(name)",
              observed: "\(name)=\(callback.text(of: name) ?? "")", aspect: "without-error")
          }
        }
        if let code = callback.value(of: names.errorCode), !isErrorCode(code) {
          return Discrepancy(
            "the error code is no decimal integer", expected: "-?[0-9]{1,10}",
            observed: String(decoding: code, as: UTF8.self), aspect: "no-number")
        }
      }
      return nil
    }
  }

  /// ABT-CB-07, its first half. Characters are counted as readers see them, which makes the fewest.
  private static func shortMessage(_ name: String) -> Rule {
    let limit = 256
    return Rule(
      ["ABT-CB-07"], "long-error-message",
      expecting: .made { "\(name) of at most \(limit) characters" }
    ) { observation in
      for callback in observation.callbacks {
        guard let message = callback.value(of: name), message.count > limit else { continue }
        let count = String(decoding: message, as: UTF8.self).count
        if count > limit {
          return Discrepancy("the error message is too long", observed: "\(count) characters")
        }
      }
      return nil
    }
  }

  private static func isErrorCode(_ text: [UInt8]) -> Bool {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
    return (1...10).contains(digits.count) && digits.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// ABT-CB-09.
  static let isURI = Rule(
    ["ABT-CB-09"], "no-uri", expecting: "a URI by RFC 3986"
  ) { observation in
    for callback in observation.callbacks {
      if let defect = callback.notURI {
        return Discrepancy("the callback is no URI: \(defect) (ABT-CB-09)", observed: callback.text)
      }
    }
    return nil
  }
}
