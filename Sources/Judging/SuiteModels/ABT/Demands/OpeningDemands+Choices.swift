import AdapterProtocol
import Conformance
import Forge
import WireFormat

/// What the observation of one request tells of free places (`ABT.freePlaces`).
extension OpeningDemands {
  typealias Choosing = ChoiceReading<ABTObservation>

  /// What a request tells that is the app's own, whichever branch it takes.
  var choices: [Choosing] {
    let ofCallbacks = context.isProfile1 ? .ofProfile1 : CallbackChoices(context.dialect)
    if let freedom = meaning.freedom {
      return ofCallbacks.ofEvery + (freedom.place.map { [taking($0)] } ?? [])
    }
    if meaning.mustRefuse {
      return ofCallbacks.ofRefusal + lackingParameters + code + pieceOfRefusal
    }
    guard meaning.advice == nil else { return ofCallbacks.ofEvery }
    if let excuse = meaning.excuse {
      return ofCallbacks.ofEvery + (excuse.place.map { [taking($0)] } ?? [])
    }
    var choices = ofCallbacks.ofEvery
    if meaning.piece?.total == 1 { choices.append(namesPiece("chunk/only-piece")) }
    if case .apply(_, let members)? = meaning.contents, !delegate.apply.records.isEmpty {
      choices += changedKeys(members.map(\.key)) + rolledBack(members.map(\.key))
    }
    return choices
  }

  /// What a request tells that may be handled or left to the app.
  static let ofEitherScheme = [
    Choosing("url/default-scheme-beside-own") { $0.handled ? "handled" : "left to the app" }
  ]

  // MARK: Accepted or refused

  /// The codes that are right where a request is refused with an excuse. Where what allows that names none, many are.
  func codes(of excuse: Excuse) -> [Int] {
    guard excuse.isOfAnyCode else { return excuse.codes }
    let codes = context.errorCodes
    return excuse.codes + [
      codes.malformedRequest, codes.missingData, codes.encryptionRequired, codes.undecodableData,
      codes.dataTooLarge, codes.invalidDictionary,
    ]
  }

  /// What is done with a request that may be accepted or refused.
  func taking(_ place: FreePlace.ID) -> Choosing {
    let refusal = Refusal(context.dialect)
    let accepted = accepted
    return Choosing(place) { observation in
      observation.calls.isEmpty ? refusal.outcome(observation) : accepted(observation)
    }
  }

  /// How it is called that the delegate is called for a request of which readers may make different things.
  private var accepted: @Sendable (ABTObservation) -> String? {
    if let contents = meaning.freedom?.contents {
      return { observation in
        Self.holds(observation.calls.first, contents)
          ? "accepted, as written" : "accepted, with other values"
      }
    }
    guard meaning.freedom?.place == Freedom.Reason.duplicateKey.freePlace,
      let members = membersBeforeRepetition
    else { return { _ in "accepted" } }
    return { observation in
      guard case .apply(_, let values)? = observation.calls.first else { return "accepted" }
      if ValueComparison.discrepancy(members, values) == nil {
        return "accepted, the first value counts"
      }
      let isLast = members.indices.contains { index in
        var repeated = members
        repeated[index].value = KeyForm.repeatedValue
        return ValueComparison.discrepancy(repeated, values) == nil
      }
      return isLast ? "accepted, the last value counts" : "accepted, with other values"
    }
  }

  /// The configuration of a forged request in which one key was repeated with another value; nil for others.
  private var membersBeforeRepetition: [PropertyList.Member]? {
    guard !event.isLifted, case .key(.duplicate, let aim) = event.forge.propertyList,
      KeyForm.repeatsWithOtherValue(aim),
      case .apply(_, let members)? = event.forge.dictionary.contents(for: event.forge.action),
      !members.isEmpty, !members.contains(where: { $0.value == KeyForm.repeatedValue })
    else { return nil }
    return members
  }

  private static func holds(
    _ call: ABTObservation.Call?, _ contents: RequestMeaning.Contents
  ) -> Bool {
    switch (call, contents) {
    case (.apply(_, let values)?, .apply(_, let members)):
      ValueComparison.discrepancy(members, values) == nil
    case (.revert(_, let found, _)?, .revert(_, let keys)):
      Set(found) == Set(keys.map(TypedValue.string))
    default: false
    }
  }

  // MARK: Refusals

  /// Which of several right codes is given, for a request with one thing wrong.
  private var code: [Choosing] {
    guard meaning.defects.count == 1, meaning.advice == nil, meaning.excuse == nil,
      let defect = meaning.defects.first, Set(defect.codes).count > 1,
      let place = Self.codePlaces.first(where: { $0.clause == defect.clauses.first })?.place
    else { return [] }
    return [Refusal(context.dialect).code(place)]
  }

  private static let codePlaces: [(clause: Clause.ID, place: FreePlace.ID)] = [
    ("ABT-URL-06", "error/unknown-verb"), ("ABT-URL-14", "error/empty-data"),
    ("ABT-ENC-02", "error/encrypted-data-in-plain"), ("ABT-ENC-09", "error/both-data"),
    ("ABT-DATA-06", "error/broken-list"), ("ABT-DATA-07", "error/broken-list"),
    ("ABT-DATA-12", "error/top-no-dictionary"), ("ABT-DATA-08", "error/over-limit"),
    ("ABT-CHUNK-08", "error/huge-total"),
  ]

  private var lackingParameters: [Choosing] {
    let lacking = [
      (names.profile, meaning.echoes.profile), (names.payload, meaning.echoes.payload),
      (names.token, meaning.echoes.token),
    ].filter { $0.1?.isEmpty == true }.map(\.0)
    guard !lacking.isEmpty else { return [] }
    return [
      Choosing("callback/lacking-parameter") { observation in
        guard let callback = observation.callbacks.first else { return nil }
        switch lacking.count(where: callback.has) {
        case 0: return "left out"
        case lacking.count: return "empty"
        default: return "some left out, some empty"
        }
      }
    ]
  }

  private var pieceOfRefusal: [Choosing] {
    guard meaning.hasPieceNumbers else { return [] }
    return [namesPiece(meaning.piece == nil ? "chunk/malformed-number" : "chunk/refused-piece")]
  }

  private func namesPiece(_ place: FreePlace.ID) -> Choosing {
    let name = names.chunk
    return Choosing(place) { observation in
      observation.callbacks.first.map { $0.has(name) ? "named" : "not named" }
    }
  }

  // MARK: Records of the delegate

  /// ABT-CHG-07 and 08.
  private func changedKeys(_ configuration: [String]) -> [Choosing] {
    guard delegate.apply.answer == .yes else { return [] }
    let records = RecordedKeys(configuration, delegate.apply.records)
    let (name, workshop, dialect) = (names.changedValues, workshop, context.shared)
    func reading(
      _ place: FreePlace.ID, _ outcome: @escaping @Sendable (Set<ChangedKeys.Key>) -> String?
    ) -> Choosing {
      Choosing(place) { observation in
        guard !observation.calls.isEmpty, let text = observation.callbacks.first?.value(of: name),
          let keys = workshop.withBench(dialect, { $0.packing.unpackChangedValues(text) }).value
        else { return nil }
        return outcome(ChangedKeys.set(keys))
      }
    }
    var readings: [Choosing] = []
    if records.foreign.isEmpty, let (place, words) = records.bothWays {
      readings.append(
        reading(place) { listed in words.first { $0.listed == listed }?.words })
    }
    if !records.foreign.isEmpty, records.inBothWays.isEmpty {
      readings.append(
        reading("changed/foreign-key") { listed in
          if !listed.isDisjoint(with: records.foreign) { return "listed" }
          guard records.applied.isEmpty else { return "left out" }
          return listed.isEmpty ? "left out, though it counts" : "left out, and does not count"
        })
    }
    return readings
  }

  /// ABT-ROLL-03.
  private func rolledBack(_ configuration: [String]) -> [Choosing] {
    guard delegate.apply.answer != .yes, claims("rollback") else { return [] }
    let records = RecordedKeys(configuration, delegate.apply.records)
    func reading(_ place: FreePlace.ID, _ keys: Set<ChangedKeys.Key>) -> [Choosing] {
      guard !keys.isEmpty else { return [] }
      return [
        Choosing(place) { observation in
          guard !observation.calls.isEmpty else { return nil }
          guard observation.calls.count > 1,
            case .apply(_, .dictionary(let members)) = observation.calls[1]
          else { return "left out" }
          let isIn = members.contains { member in
            if case .string(let text) = member.key {
              keys.contains(Array(text.utf8))
            } else {
              false
            }
          }
          return isIn ? "rolled back" : "left out"
        }
      ]
    }
    return reading("rollback/not-applied", records.restoredInBothWays)
      + reading("rollback/foreign-key", records.restoredForeign)
  }
}

/// What a callback tells of free places, whatever was sent. Made once: these readings are part of each event.
struct CallbackChoices: Sendable {
  typealias Choosing = ChoiceReading<ABTObservation>

  let ofEvery: [Choosing]
  let ofRefusal: [Choosing]

  static let ofProfile1 = CallbackChoices(.profile1)

  init(_ dialect: Dialect) {
    let names = dialect.parameters
    let known = names.ofCallbacks
    let error = dialect.statuses.error
    func optional(_ place: FreePlace.ID, _ name: String, _ noun: String) -> Choosing {
      let (with, without) = ("with \(noun)", "without \(noun)")
      return Choosing(place) { observation in
        guard let callback = observation.callbacks.first,
          callback.text(of: names.status) == error
        else { return nil }
        return callback.has(name) ? with : without
      }
    }
    ofEvery = [
      Choosing("callback/own-parameters") { observation in
        observation.callbacks.first.map { callback in
          callback.parameters.allSatisfy { parameter in
            known.contains { $0.hasSameBytes(as: parameter.name) }
          } ? "none" : "some"
        }
      }
    ]
    ofRefusal =
      ofEvery + [
        optional("error/code", names.errorCode, "a code"),
        optional("error/message", names.errorMessage, "a message"),
      ]
  }
}

/// How it is called that a request is not accepted. Codes beyond two digits have one name, so that there are not more names than anybody
/// reads.
private struct Refusal: Sendable {
  private let status: String
  private let errorCode: String
  private let success: String
  private let error: String

  init(_ dialect: Dialect) {
    status = dialect.parameters.status
    errorCode = dialect.parameters.errorCode
    success = dialect.statuses.success
    error = dialect.statuses.error
  }

  /// What is done with a request for which the delegate is not called.
  func outcome(_ observation: ABTObservation) -> String? {
    guard let callback = observation.callbacks.first else { return "no callback" }
    switch callback.text(of: status) {
    case success: return "a success without a delegate call"
    case error: return "refused, " + codeWords(callback)
    default: return nil
    }
  }

  func code(_ place: FreePlace.ID) -> ChoiceReading<ABTObservation> {
    let refusal = self
    return ChoiceReading(place) { observation in
      guard let callback = observation.callbacks.first,
        callback.text(of: refusal.status) == refusal.error
      else { return nil }
      return refusal.codeWords(callback)
    }
  }

  private func codeWords(_ callback: CallbackReading) -> String {
    guard let text = callback.text(of: errorCode) else { return "no code" }
    guard let number = Int(text), (0..<100).contains(number) else { return "another code" }
    return "code \(number)"
  }
}

/// What a delegate recorded, as far as it is free what that leads to.
private struct RecordedKeys: Sendable {
  typealias Key = ChangedKeys.Key

  private let keys: Set<Key>
  /// Keys of the configuration that were recorded as applied, and as not applied.
  let applied: Set<Key>
  private let notApplied: Set<Key>
  /// Keys that the configuration lacks and that were recorded as applied.
  let foreign: Set<Key>
  /// Keys with an old value that the configuration lacks.
  let restoredForeign: Set<Key>
  /// Keys with an old value that were also recorded as not applied.
  let restoredInBothWays: Set<Key>
  /// For each key of the configuration that was recorded both ways, whether its records say applied, one after the other.
  private var words: [Key: [Bool]] = [:]

  init(_ configuration: [String], _ records: [DelegatePlan.Record]) {
    keys = ChangedKeys.set(configuration)
    var (applied, notApplied, restored): (Set<Key>, Set<Key>, Set<Key>) = ([], [], [])
    for record in records {
      let key = Array(record.key.utf8)
      let isApplied = if case .didNotApply = record { false } else { true }
      if isApplied { applied.insert(key) } else { notApplied.insert(key) }
      if record.hasOldValue { restored.insert(key) }
      words[key, default: []].append(isApplied)
    }
    self.applied = applied.intersection(keys)
    self.notApplied = notApplied.intersection(keys)
    foreign = applied.subtracting(keys)
    restoredForeign = restored.subtracting(keys).subtracting(notApplied)
    restoredInBothWays = restored.intersection(notApplied).intersection(keys)
  }

  var inBothWays: Set<Key> { applied.intersection(notApplied) }

  /// The place of keys that were recorded in two words, all in the same order, and the lists that each word leads to; nil where there
  /// are none, or where both lead to one list.
  var bothWays: (place: FreePlace.ID, lists: [(words: String, listed: Set<Key>)])? {
    let both = inBothWays
    let orders = Set(both.map { words[$0] ?? [] })
    guard orders.count == 1, let order = orders.first, order.count == 2 else { return nil }
    let plain = applied.subtracting(both)
    let asApplied = applied
    let asNotApplied = plain.isEmpty ? keys.subtracting(notApplied) : plain
    guard asApplied != asNotApplied else { return nil }
    return (
      order[0] ? "changed/applied-then-not" : "changed/not-then-applied",
      [("counts as applied", asApplied), ("counts as not applied", asNotApplied)]
    )
  }
}
