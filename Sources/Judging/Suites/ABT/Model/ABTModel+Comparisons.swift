import AdapterProtocol
package import Conformance
import Forge
import WireFormat

// What is asked of several requests of one script together.
extension ABTModel {
  package func comparisons(
    of events: [Opening], in situation: Situation<ABTSetup>
  ) -> [Comparison<ABTObservation>] {
    repetitions(of: events, situation.setup) + failuresOfEncryptedData(in: events, situation.setup)
  }

  /// ABT-ROB-06: the same request of the same delegate gives the same result. A library remembers nothing between whole requests, so that
  /// their state is the same; where there are pieces, it need not be.
  private func repetitions(
    of events: [Opening], _ setup: ABTSetup
  ) -> [Comparison<ABTObservation>] {
    guard !events.contains(where: { $0.meaning.piece != nil }) else { return [] }
    var places: [Request: [Int]] = [:]
    for (place, event) in events.enumerated() {
      places[Request(url: event.url, delegate: event.delegate), default: []].append(place)
    }
    return places.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }.map {
      Comparison($0, sameResult(setup.context.parameterNames))
    }
  }

  private struct Request: Hashable {
    let url: [UInt8]
    let delegate: DelegatePlan
  }

  private func sameResult(_ names: Dialect.Parameters) -> Demand<[ABTObservation]> {
    let workshop = workshop
    return Demand(
      ["ABT-ROB-06"], "other-result", expecting: "the same result for the same request"
    ) { observations in
      guard let first = observations.first else { return nil }
      let expected = ResultText(first, names, workshop)
      guard let other = observations.first(where: { ResultText($0, names, workshop) != expected })
      else {
        return nil
      }
      return Discrepancy(
        "the same request leads to another result than before", expected: first.summary,
        observed: other.summary)
    }
  }

  /// ABT-ENC-10: decryption, padding, zlib, magic and the structure of the property list fail alike.
  private func failuresOfEncryptedData(
    in events: [Opening], _ setup: ABTSetup
  ) -> [Comparison<ABTObservation>] {
    guard setup.edition == .encrypting else { return [] }
    let codes = setup.context.errorCodes
    let places = events.indices.filter { place in
      let meaning = events[place].meaning
      guard meaning.parameter == .dataX, meaning.piece == nil, meaning.freedom == nil,
        meaning.advice == nil, meaning.excuse == nil, meaning.defects.count == 1,
        let defect = meaning.defects.first
      else { return false }
      return defect.place == .contents && defect.codes == [codes.undecodableData]
        && defect.clauses.contains("ABT-ENC-07") && defect.clauses.first != "ABT-DATA-02"
    }
    guard places.count > 1 else { return [] }
    let names = setup.context.parameterNames
    return [
      Comparison(
        places,
        Demand(
          ["ABT-ENC-10"], "failures-told-apart",
          expecting: .made { "one and the same \(names.errorCode) and \(names.errorMessage)" }
        ) { observations in
          let details = observations.compactMap { observation in
            observation.callbacks.count == 1
              ? observation.callbacks[0].errorDetails(names.errorCode, names.errorMessage) : nil
          }
          guard let first = details.first, let other = details.first(where: { $0 != first }) else {
            return nil
          }
          return Discrepancy(
            "failures of encrypted data can be told apart, which tells an attacker how far it came",
            expected: first, observed: other)
        })
    ]
  }
}

extension CallbackReading {
  fileprivate func errorDetails(_ code: String, _ message: String) -> String {
    "\(code) \(text(of: code) ?? "missing"), \(message) \(text(of: message) ?? "missing")"
  }
}

/// What a request led to, in a form that is the same for the same result: members of dictionaries and changed keys in any order are
/// one, and a NaN is itself.
private struct ResultText: Equatable {
  private let handled: Bool
  private let calls: [String]
  private let callbacks: [[String]]
  private let changedKeys: Set<[UInt8]>?

  init(
    _ observation: ABTObservation, _ names: Dialect.Parameters, _ workshop: RequestWorkshop
  ) {
    handled = observation.handled
    calls = observation.calls.map(Self.text)
    // The list of changed keys may come in any order, which compressing hides. A text for people may tell more than the result.
    changedKeys = observation.callbacks.first?.value(of: names.changedValues).flatMap { text in
      workshop.withBench { $0.packing.unpackChangedValues(text) }.value.map { keys in
        Set(keys.map { Array($0.utf8) })
      }
    }
    callbacks = observation.callbacks.map { callback in
      callback.parameters.map { parameter in
        parameter.name == names.changedValues || parameter.name == names.errorMessage
          ? parameter.name : "\(parameter.name)=\(String(decoding: parameter.value, as: UTF8.self))"
      }.sorted()
    }
  }

  private static func text(_ call: ABTObservation.Call) -> String {
    switch call {
    case .apply(let category, let values): "apply \(text(category)) \(text(values))"
    case .revert(let category, let keys, let values):
      "revert \(text(category)) \(keys.map(text)) \(values.map(text) ?? "")"
    }
  }

  private static func text(_ value: TypedValue) -> String {
    switch value {
    case .real(let number): "real \(number.isNaN ? "nan" : "\(number.bitPattern)")"
    case .array(let elements): "[\(elements.map(text).joined(separator: ","))]"
    case .dictionary(let members):
      "{\(members.map { "\($0.key):\(text($0.value))" }.sorted().joined(separator: ","))}"
    default: "\(value)"
    }
  }
}
