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

  /// ABT-ROB-06: the same whole request of the same delegate gives the same result. A library remembers nothing between whole
  /// requests; a piece may find another state than before.
  private func repetitions(
    of events: [Opening], _ setup: ABTSetup
  ) -> [Comparison<ABTObservation>] {
    var places: [Request: [Int]] = [:]
    for (place, event) in events.enumerated() where !event.meaning.hasPieceNumbers {
      places[Request(url: event.url, delegate: event.delegate), default: []].append(place)
    }
    return places.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }.map { places in
      let between = events[places[0]..<places[places.count - 1]].enumerated()
        .filter { !places.contains($0.offset + places[0]) }.map(\.element)
      return Comparison(
        places, sameResult(broken(by: between, events[places[0]]), setup.dialect))
    }
  }

  /// Which requirements a request breaks that comes to another result after others than before them.
  private func broken(by between: [Opening], _ event: Opening) -> [Clause.ID] {
    var clauses: [Clause.ID] = ["ABT-ROB-06"]
    if between.contains(where: \.delegate.records) { clauses.append("ABT-DEL-04") }
    let others = between.filter { $0.meaning.echoes != event.meaning.echoes }
    if others.contains(where: { $0.meaning.mustRefuse || $0.delegate.refuses }) {
      clauses.append("ABT-MULTI-02")
    }
    if others.contains(where: { $0.meaning.echoes.profile != event.meaning.echoes.profile }) {
      clauses.append("ABT-MULTI-03")
    }
    return clauses
  }

  private struct Request: Hashable {
    let url: [UInt8]
    let delegate: DelegatePlan

    /// A megabyte need not be hashed byte by byte: names and the first data are in front, and damage is often at the end.
    func hash(into hasher: inout Hasher) {
      hasher.combine(url.count)
      url.prefix(512).withUnsafeBytes { hasher.combine(bytes: $0) }
      url.suffix(64).withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  private func sameResult(
    _ clauses: [Clause.ID], _ dialect: SharedDialect
  ) -> Demand<[ABTObservation]> {
    let workshop = workshop
    return Demand(
      clauses, "other-result", expecting: "the same result for the same request"
    ) { observations in
      // Most libraries do the very same again, so that nothing has to be put in any order.
      guard let first = observations.first,
        observations.contains(where: { !$0.isExactly(first) })
      else { return nil }
      let expected = ResultText(first, dialect, workshop)
      guard let other = observations.first(where: { ResultText($0, dialect, workshop) != expected })
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
    where event.meaning.piece == nil
      && event.meaning.failsInEncryptedData(event.meaning.defects, codes)
    {
      places[event.meaning.echoes, default: []].append(place)
    }
    let assembled = assembledFailures(of: events, setup)
    let groups =
      places.values.filter { $0.count > 1 }.map { ofWhole in
        (places: ofWhole, defects: ofWhole.map { events[$0].meaning.defects })
      } + assembled.filter { $0.places.count > 1 }
    let names = setup.context.parameterNames
    let error = setup.context.dialect.statuses.error
    return groups.sorted { $0.places[0] < $1.places[0] }.map { group in
      let mayBeInvalid = group.defects.map { defects in
        defects.contains { $0.codes.contains(codes.invalidDictionary) }
      }
      return Comparison(
        group.places,
        Demand(
          ["ABT-ENC-10"], "failures-told-apart",
          expecting: .made { "one and the same \(names.errorCode) and \(names.errorMessage)" }
        ) { observations in
          let details = zip(observations, mayBeInvalid).compactMap {
            (observation, mayBeInvalid) -> String? in
            // What was taken for right is judged where it stands.
            guard observation.callbacks.count == 1, let callback = observation.callbacks.first,
              callback.text(of: names.status) == error
            else { return nil }
            // An invalid dictionary is another failure; without a code it cannot be known whether it is meant.
            let code = callback.text(of: names.errorCode)
            if mayBeInvalid, code != String(codes.undecodableData) { return nil }
            return callback.errorDetails(names.errorCode, names.errorMessage)
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

extension ABTModel {
  /// The last pieces of encrypted requests that come in order, with nothing between them, and to nothing, for each payload. Only payloads
  /// count whose pieces are all in such rows: then it is known what a library has put together. A piece that came before is left out, as it
  /// is free what becomes of it.
  private func assembledFailures(
    of events: [Opening], _ setup: ABTSetup
  ) -> [(places: [Int], defects: [[RequestDefect]])] {
    let codes = setup.context.errorCodes
    var rows: [RequestMeaning.Echoes: [Int]] = [:]
    for (place, event) in events.enumerated() where event.meaning.hasPieceNumbers {
      rows[event.meaning.echoes, default: []].append(place)
    }
    return rows.values.compactMap { row -> (places: [Int], defects: [[RequestDefect]])? in
      var found: (places: [Int], defects: [[RequestDefect]]) = ([], [])
      var pieces: [[UInt8]] = []
      var seen: Set<[UInt8]> = []
      let (total, action) = (
        events[row[0]].meaning.piece?.total ?? 1, events[row[0]].meaning.action
      )
      guard total > 1, row.count >= 2 * total, row.count.isMultiple(of: total) else { return nil }
      for (number, place) in row.enumerated() {
        let meaning = events[place].meaning
        if !pieces.isEmpty, place != row[number - 1] + 1 { return nil }
        guard meaning.defects.isEmpty, meaning.freedom == nil, meaning.advice == nil,
          meaning.excuse == nil, meaning.parameter == .dataX, meaning.action == action,
          let piece = meaning.piece,
          piece.total == total, piece.index == pieces.count + 1, seen.insert(piece.bytes).inserted
        else { return nil }
        pieces.append(piece.bytes)
        guard pieces.count == total else { continue }
        let defects = workshop.withBench(setup.dialect) { bench -> [RequestDefect] in
          var classifier = RequestClassifier(setup: setup, bench: bench)
          guard
            case .refused(let defect) = classifier.unpack(
              Array(pieces.joined()), meaning.action, isEncrypted: true)
          else { return [] }
          return [classifier.defectOfData(defect, meaning.action, isEncrypted: true)]
        }
        pieces = []
        guard meaning.failsInEncryptedData(defects, codes) else { continue }
        found.places.append(place)
        found.defects.append(defects)
      }
      return found
    }
  }
}

extension RequestMeaning {
  /// Whether nothing is wrong but one thing in encrypted data, of those that have the code of undecodable data; Base64 is apart.
  fileprivate func failsInEncryptedData(
    _ defects: [RequestDefect], _ codes: Dialect.ErrorCodes
  ) -> Bool {
    guard parameter == .dataX, freedom == nil, advice == nil, excuse == nil,
      defects.count == 1, let defect = defects.first
    else { return false }
    return defect.place == .contents && defect.codes.first == codes.undecodableData
      && Set(defect.codes).isSubset(of: [codes.undecodableData, codes.invalidDictionary])
      && defect.clauses.contains("ABT-ENC-07") && defect.clauses.first != "ABT-DATA-02"
  }
}

extension ABTObservation {
  /// Whether all that a result is made of is the same, byte by byte.
  fileprivate func isExactly(_ other: ABTObservation) -> Bool {
    handled == other.handled && calls == other.calls && callbacks == other.callbacks
  }
}

extension CallbackReading {
  fileprivate func errorDetails(_ code: String, _ message: String) -> String {
    "\(code) \(text(of: code) ?? "missing"), \(message) \(text(of: message) ?? "missing")"
  }
}
