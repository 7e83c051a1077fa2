import Conformance
import Forge
import WireFormat

/// Section 4.7: what holds of the callback of every handled URL.
extension OpeningDemands {
  var ofEveryCallback: [Rule] {
    let sentToken = workshop.withBench { $0.renderer.token(forge.token, context) } ?? ""
    return [
      demand("ABT-CB-01") { observation in
        observation.callbacks.count == 1
          ? nil
          : Discrepancy(
            "a handled URL leads to exactly one callback", expected: "one callback",
            observed: "\(observation.callbacks.count) callbacks")
      },
      prefix, statusWord, errorDetails, noInjection(sentToken), isURI,
      echo(dialect.parameters.profile, sent(.profile, forge.profile), ["ABT-CB-03"]),
      echo(dialect.parameters.payload, sent(.payload, forge.payload), ["ABT-CB-03"]),
      echo(
        dialect.parameters.token, sentToken,
        event.reading.defects.contains { $0.clauses.contains("ABT-TOK-02") }
          ? ["ABT-CB-03", "ABT-TOK-03"] : ["ABT-CB-03"]),
    ]
  }

  private func sent(_ identifier: RequestForge.Identifier, _ value: String) -> String {
    forge.omitted.contains(identifier) ? "" : value
  }

  /// ABT-CB-02.
  private var prefix: Rule {
    let prefix = dialect.callbackPrefix
    return demand("ABT-CB-02") { observation in
      guard let wrong = observation.callbacks.first(where: { !$0.bytes.starts(with: prefix.utf8) })
      else { return nil }
      return Discrepancy(
        "the callback has another address", expected: prefix + "…",
        observed: String(decoding: wrong.bytes.prefix(120), as: UTF8.self))
    }
  }

  /// ABT-CB-04, its first half.
  private var statusWord: Rule {
    let words = [word(.success), word(.error), word(.canceled)]
    let name = dialect.parameters.status
    return demand("ABT-CB-04") { observation in
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
  private var errorDetails: Rule {
    let names = dialect.parameters
    let error = word(.error)
    return demand("ABT-CB-06") { observation in
      for callback in observation.callbacks {
        if callback.text(of: names.status) != error {
          for name in [names.errorCode, names.errorMessage] where callback.has(name) {
            return Discrepancy(
              "\(name) without an error", expected: "no \(name)",
              observed: "\(name)=\(callback.text(of: name) ?? "")")
          }
        }
        if let code = callback.value(of: names.errorCode), !Self.isErrorCode(code) {
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

  /// ABT-CB-08: no parameter twice, and none whose name came in as a part of a value that is passed on.
  private func noInjection(_ sentToken: String) -> Rule {
    let told = event.delegate.apply.error.map { [$0.message] } ?? []
    let echoed = ([forge.profile, forge.payload, sentToken] + told).filter {
      $0.utf8.contains(UInt8(ascii: "=")) || $0.utf8.contains(UInt8(ascii: "&"))
    }
    let known = echoed.isEmpty ? [] : Self.knownNames(dialect)
    return demand("ABT-CB-08") { observation in
      for callback in observation.callbacks {
        if let name = callback.repeatedName {
          return Discrepancy(
            "a parameter of the callback occurs twice", expected: "each parameter once",
            observed: "\(name) twice")
        }
        if echoed.isEmpty { continue }
        for parameter in callback.parameters {
          let name = parameter.name
          if !known.contains(name), !name.isEmpty, echoed.contains(where: { $0.contains(name) }) {
            return Discrepancy(
              "an echoed value adds a parameter to the callback",
              expected: "the value percent-encoded", observed: "the parameter \(name)")
          }
        }
      }
      return nil
    }
  }

  private static func knownNames(_ dialect: Dialect) -> [String] {
    let names = dialect.parameters
    return [
      names.profile, names.payload, names.token, names.status, names.changedValues,
      names.errorCode, names.errorMessage, names.chunk,
    ]
  }

  /// ABT-CB-09.
  private var isURI: Rule {
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

  /// ABT-CB-03: exactly what was sent; what was not sent is left out or empty. Values with NUL are not compared.
  private func echo(_ name: String, _ sent: String, _ rules: [Clause.ID]) -> Rule {
    let expected = Array(sent.utf8)
    return Rule(rules) { observation in
      guard !expected.contains(0) else { return nil }
      for callback in observation.callbacks where callback.value(of: name) ?? [] != expected {
        return Discrepancy(
          "\(name) is not echoed as it was sent", expected: "\(name)=\(sent)",
          observed: callback.text(of: name).map { "\(name)=\($0)" } ?? "no \(name)")
      }
      return nil
    }
  }
}
