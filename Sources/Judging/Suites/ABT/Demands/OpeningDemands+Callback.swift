import Conformance
import Forge
import WireFormat

/// Section 4.7: what holds of the callback of every handled URL, given what was sent.
extension OpeningDemands {
  var ofEveryCallback: [Rule] {
    let rules = context.isProfile1 ? CallbackRules.ofProfile1 : CallbackRules(context.dialect)
    let (damage, context) = (forge.token, context)
    let sentToken = workshop.withBench { $0.renderer.token(damage, context) } ?? ""
    let hasWrongToken = event.reading.defects.contains { $0.clauses.contains("ABT-TOK-02") }
    var values = [
      Echo(name: names.profile, sent: forge.sent(.profile, forge.profile)),
      Echo(name: names.payload, sent: forge.sent(.payload, forge.payload)),
    ].compactMap(\.self)
    let token = Echo(name: names.token, sent: forge.sent(.token, sentToken))
    if let token, !hasWrongToken { values.append(token) }
    let own =
      [noInjection(sentToken), echo(values, Self.echoed)]
      + (event.orderIsSeen ? [Self.comesLast] : [])
    guard let token, hasWrongToken else { return rules.all + own }
    return rules.all + own + [echo([token], Self.echoedWrongToken)]
  }

  private static let echoed: [Clause.ID] = ["ABT-CB-03"]
  private static let echoedWrongToken: [Clause.ID] = ["ABT-CB-03", "ABT-TOK-03"]

  /// ABT-CB-12.
  private static let comesLast = Rule(["ABT-CB-12"]) { observation in
    guard let call = observation.lastCallPlace, let callback = observation.firstCallbackPlace,
      callback < call
    else { return nil }
    return Discrepancy(
      "the callback is opened before the last call of the delegate",
      expected: "the callback behind all calls",
      observed: "the callback in place \(callback), the last call in place \(call)")
  }

  /// ABT-CB-08: no parameter twice, and none whose name came in as a part of a value that is passed on.
  private func noInjection(_ sentToken: String) -> Rule {
    let echoed = [
      forge.profile, forge.payload, sentToken, event.delegate.apply.error?.message ?? "",
    ]
    let known = context.isProfile1 ? Self.namesOfProfile1 : Self.knownNames(names)
    return demand("ABT-CB-08") { observation in
      for callback in observation.callbacks {
        if let name = callback.repeatedName {
          return Discrepancy(
            "a parameter of the callback occurs twice", expected: "each parameter once",
            observed: "\(name) twice")
        }
        for parameter in callback.parameters {
          let name = parameter.name
          if !known.contains(name), !name.isEmpty,
            echoed.contains(where: { Self.looksLikeParameters($0) && $0.contains(name) })
          {
            return Discrepancy(
              "an echoed value adds a parameter to the callback",
              expected: "the value percent-encoded", observed: "the parameter \(name)")
          }
        }
      }
      return nil
    }
  }

  /// Whether what is passed on could be taken for parameters.
  private static func looksLikeParameters(_ text: String) -> Bool {
    text.utf8.contains { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "&") }
  }

  private static let namesOfProfile1 = knownNames(Dialect.profile1.parameters)

  private static func knownNames(_ names: Dialect.Parameters) -> [String] {
    return [
      names.profile, names.payload, names.token, names.status, names.changedValues,
      names.errorCode, names.errorMessage, names.chunk,
    ]
  }

  /// A parameter of the request that the callback repeats.
  private struct Echo: Sendable {
    let name: String
    let sent: [UInt8]

    /// Nil where it is not clear what was sent.
    init?(name: String, sent: String?) {
      guard let sent else { return nil }
      self.name = name
      self.sent = Array(sent.utf8)
    }
  }

  /// ABT-CB-03: exactly what was sent; what was not sent is left out or empty. Values with NUL are not compared.
  private func echo(_ echoes: [Echo], _ rules: [Clause.ID]) -> Rule {
    Rule(rules) { observation in
      for callback in observation.callbacks {
        for echo in echoes
        where callback.value(of: echo.name) ?? [] != echo.sent && !echo.sent.contains(0) {
          return Discrepancy(
            "\(echo.name) is not echoed as it was sent",
            expected: "\(echo.name)=\(String(decoding: echo.sent, as: UTF8.self))",
            observed: callback.text(of: echo.name).map { "\(echo.name)=\($0)" } ?? "no \(echo.name)"
          )
        }
      }
      return nil
    }
  }
}
