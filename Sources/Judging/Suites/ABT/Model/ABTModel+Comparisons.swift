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
    // A message may name the request, so that only answers to one and the same can be told apart by their kind.
    var places: [RequestMeaning.Echoes: [Int]] = [:]
    for (place, event) in events.enumerated()
    where event.meaning.failsInEncryptedData(codes.undecodableData) {
      places[event.meaning.echoes, default: []].append(place)
    }
    let names = setup.context.parameterNames
    return places.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }.map {
      Comparison(
        $0,
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
    }
  }
}

extension RequestMeaning {
  /// Whether nothing is wrong but one thing in encrypted data, of those that have the code of undecodable data; Base64 is apart.
  fileprivate func failsInEncryptedData(_ code: Int) -> Bool {
    guard parameter == .dataX, piece == nil, freedom == nil, advice == nil, excuse == nil,
      defects.count == 1, let defect = defects.first
    else { return false }
    return defect.place == .contents && defect.codes == [code]
      && defect.clauses.contains("ABT-ENC-07") && defect.clauses.first != "ABT-DATA-02"
  }
}

extension CallbackReading {
  fileprivate func errorDetails(_ code: String, _ message: String) -> String {
    "\(code) \(text(of: code) ?? "missing"), \(message) \(text(of: message) ?? "missing")"
  }
}
