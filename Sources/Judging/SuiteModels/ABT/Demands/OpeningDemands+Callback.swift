import Conformance
import Forge
import WireFormat

/// Section 4.7: what holds of the callback of every handled URL, given what was sent.
extension OpeningDemands {
  var ofEveryCallback: [Rule] { ofCallback(repeats: true) }

  /// - Parameter repeats: whether it has to repeat what was sent.
  func ofCallback(repeats: Bool) -> [Rule] {
    let rules = context.isProfile1 ? CallbackRules.ofProfile1 : CallbackRules(context.dialect)
    let hasWrongToken = meaning.defects.contains { $0.place == .token }
    var values = [
      Echo(name: names.profile, sent: meaning.echoes.profile),
      Echo(name: names.payload, sent: meaning.echoes.payload),
    ].compactMap { $0 }
    let token = Echo(name: names.token, sent: meaning.echoes.token)
    if let token, !hasWrongToken { values.append(token) }
    var own = [noRepetition, noInjection]
    if repeats { own.append(echo(values, Self.echoed)) }
    own += secrets
    if claims("sequence") { own.append(Self.comesLast) }
    if repeats, let token, hasWrongToken { own.append(echo([token], Self.echoedWrongToken)) }
    return rules.all + own
  }

  private static let echoed: [Clause.ID] = ["ABT-CB-03"]
  private static let echoedWrongToken: [Clause.ID] = ["ABT-CB-03", "ABT-TOK-03"]

  /// ABT-CB-12.
  private static let comesLast = Rule(
    ["ABT-CB-12"], "callback-before-call", expecting: "the callback after all delegate calls"
  ) { observation in
    guard let call = observation.lastCallPlace, let callback = observation.firstCallbackPlace,
      callback < call
    else { return nil }
    return Discrepancy(
      "the callback is opened before the last call of the delegate",
      observed: "the callback in place \(callback), the last call in place \(call)")
  }

  /// ABT-CB-08: no parameter occurs twice.
  private var noRepetition: Rule { Self.repetition }

  private static let repetition = Rule(
    ["ABT-CB-08"], "repeated-parameter", expecting: "each parameter at most once"
  ) { observation in
    for callback in observation.callbacks {
      if let name = callback.repeatedName {
        return Discrepancy(
          "a parameter of the callback occurs twice", observed: "\(name) twice")
      }
    }
    return nil
  }

  /// ABT-CB-08: no parameter whose name came in as a part of a value that is passed on.
  private var noInjection: Rule {
    var names: [String] = []
    for sent in [meaning.echoes.profile, meaning.echoes.payload, meaning.echoes.token] {
      if let sent, sent.contains(where: Self.isMark) {
        names += Self.namesInside(String(decoding: sent, as: UTF8.self))
      }
    }
    if let message = delegate.apply.error?.message, message.utf8.contains(where: Self.isMark) {
      names += Self.namesInside(message)
    }
    guard !names.isEmpty else { return Self.nothingToInject }
    let injected = Set(names.map { Array($0.utf8) })
    let known = context.isProfile1 ? Self.namesOfProfile1 : self.names.ofCallbacks
    return Rule(
      ["ABT-CB-08"], "injected-parameter", expecting: "no parameter from inside a value"
    ) { observation in
      for callback in observation.callbacks {
        for parameter in callback.parameters {
          let name = parameter.name
          if !known.contains(where: name.hasSameBytes), injected.contains(Array(name.utf8)) {
            return Discrepancy(
              "a value that is passed on adds a parameter to the callback",
              observed: "the parameter \(name)")
          }
        }
      }
      return nil
    }
  }

  private static let nothingToInject = Rule(
    ["ABT-CB-08"], "injected-parameter", expecting: "no parameter from inside a value"
  ) { _ in nil }

  /// The names that a text adds to a query where it is put as it is, or decoded once more: of what comes after a mark that ends a
  /// value. What comes before it is a value, and a library may have a parameter of its own by that name.
  private static func namesInside(_ text: String) -> [String] {
    var texts = [text]
    if case .decoded(let bytes) = PercentCoding.decode(Array(text.utf8)[...]) {
      texts.append(String(decoding: bytes, as: UTF8.self))
    }
    return texts.flatMap { text in
      text.unicodeScalars.split(omittingEmptySubsequences: false) {
        "&;#".unicodeScalars.contains($0)
      }.dropFirst().map { String($0.prefix { $0 != "=" }) }
    }.filter { !$0.isEmpty }
  }

  /// Whether a byte ends a value, or may stand for one that does. Most texts have none.
  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "&") || byte == UInt8(ascii: "%") || byte == UInt8(ascii: ";")
      || byte == UInt8(ascii: "#")
  }

  private static let namesOfProfile1 = Dialect.profile1.parameters.ofCallbacks

  /// A parameter of the request that the callback repeats.
  private struct Echo: Sendable {
    let name: String
    let sent: [UInt8]

    /// Nil where it is not clear what was sent.
    init?(name: String, sent: [UInt8]?) {
      guard let sent else { return nil }
      self.name = name
      self.sent = sent
    }

    var text: String { "\(name)=\(String(decoding: sent, as: UTF8.self))" }
  }

  /// ABT-CB-03: exactly what was sent; what was not sent is left out or empty.
  private func echo(_ echoes: [Echo], _ rules: [Clause.ID]) -> Rule {
    Rule(rules, "wrong-echo", expecting: .made { List.text(echoes.map(\.text)) }) { observation in
      for callback in observation.callbacks {
        for echo in echoes where callback.value(of: echo.name) ?? [] != echo.sent {
          return Discrepancy(
            "\(echo.name) is not echoed as it was sent", expected: echo.text,
            observed: callback.text(of: echo.name).map { "\(echo.name)=\($0)" }
              ?? "no \(echo.name)",
            aspect: echo.name)
        }
      }
      return nil
    }
  }
}

extension Dialect.Parameters {
  /// The parameters that a callback may have by the protocol; others are the library's own.
  var ofCallbacks: [String] {
    [profile, payload, token, status, changedValues, errorCode, errorMessage, chunk]
  }
}
