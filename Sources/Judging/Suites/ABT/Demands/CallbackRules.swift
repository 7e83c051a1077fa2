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
      Self.errorDetails(dialect.parameters, error: statuses.error), Self.isURI,
    ]
  }

  private static func demand(
    _ id: Clause.ID, check: @escaping @Sendable (ABTObservation) -> Discrepancy?
  ) -> Rule {
    Rule([id], check: check)
  }

  /// ABT-CB-01.
  private static let exactlyOne = demand("ABT-CB-01") { observation in
    observation.callbacks.count == 1
      ? nil
      : Discrepancy(
        "a handled URL leads to exactly one callback", expected: "one callback",
        observed: "\(observation.callbacks.count) callbacks")
  }

  /// ABT-CB-02.
  private static func address(_ prefix: String) -> Rule {
    let bytes = Array(prefix.utf8)
    return demand("ABT-CB-02") { observation in
      guard let wrong = observation.callbacks.first(where: { !$0.bytes.starts(with: bytes) })
      else { return nil }
      return Discrepancy(
        "the callback has another address", expected: prefix + "…",
        observed: String(decoding: wrong.bytes.prefix(120), as: UTF8.self))
    }
  }

  /// ABT-CB-04, its first half.
  private static func statusWord(_ name: String, _ words: [String]) -> Rule {
    demand("ABT-CB-04") { observation in
      for callback in observation.callbacks {
        let status = callback.text(of: name)
        if status.map(words.contains) != true {
          return Discrepancy(
            "the status is none of the three words",
            expected: words.joined(separator: ", "), observed: status ?? "no status")
        }
      }
      return nil
    }
  }

  /// ABT-CB-06.
  private static func errorDetails(_ names: Dialect.Parameters, error: String) -> Rule {
    demand("ABT-CB-06") { observation in
      for callback in observation.callbacks {
        if callback.text(of: names.status) != error {
          for name in [names.errorCode, names.errorMessage] where callback.has(name) {
            return Discrepancy(
              "\(name) without an error", expected: "no \(name)",
              observed: "\(name)=\(callback.text(of: name) ?? "")")
          }
        }
        if let code = callback.value(of: names.errorCode), !isErrorCode(code) {
          return Discrepancy(
            "the error code is no decimal integer", expected: "-?[0-9]{1,10}",
            observed: String(decoding: code, as: UTF8.self))
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
  private static let isURI: Rule =
    demand("ABT-CB-09") { observation in
      for callback in observation.callbacks {
        if let defect = callback.notURI {
          return Discrepancy(
            "the callback is no URI: \(defect)", expected: "a URI by RFC 3986",
            observed: String(decoding: callback.bytes.prefix(200), as: UTF8.self))
        }
      }
      return nil
    }
}
