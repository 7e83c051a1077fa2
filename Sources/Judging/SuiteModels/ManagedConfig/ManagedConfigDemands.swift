import AdapterProtocol
import Conformance

extension Demand<ManagedConfigObservation> {
  typealias State = ManagedConfigModel.State

  // MARK: Configuration

  static func readsConfiguration(_ clauses: Clause.ID...) -> Demand {
    Demand(clauses, "not-read", expecting: "readConfiguration") { observation in
      observation.calls.contains(.readConfiguration)
        ? nil
        : Discrepancy(
          "the configuration is not read at a launch", observed: observation.callsText)
    }
  }

  static func observesFirst(_ clauses: Clause.ID...) -> Demand {
    Demand(clauses, "not-observed-first", expecting: "addObserver, then readConfiguration") {
      observation in
      guard let observer = observation.calls.firstIndex(of: .addObserver) else {
        return Discrepancy(
          "no observer is added at a launch", observed: observation.callsText, aspect: "never")
      }
      let read = observation.calls.firstIndex(of: .readConfiguration) ?? observation.calls.count
      return observer < read
        ? nil
        : Discrepancy(
          "the configuration is read before the observer is added",
          observed: observation.callsText)
    }
  }

  /// A setting has exactly this value. One without a value may be left out.
  static func setting(_ name: String, _ value: TypedValue, _ clauses: [Clause.ID]) -> Demand {
    Demand(clauses, "wrong-setting", expecting: .made { "\(name) = \(value.summary)" }) {
      observation in
      let found = observation.setting(name)
      return found.holdsSame(as: value)
        ? nil
        : Discrepancy(
          "the setting \(name) is not in effect as it must be",
          expected: found.looksSame(as: value) ? "\(name) = \(value.codePoints)" : nil,
          observed: observation.settings == .null
            ? "no settings"
            : "\(name) = \(found.looksSame(as: value) ? found.codePoints : found.summary)")
    }
  }

  /// All settings are these, as one: nothing of a dictionary is used without the rest.
  static func settings(
    _ names: [String], _ values: [TypedValue], _ clauses: [Clause.ID]
  ) -> Demand {
    Demand(
      clauses, "used-in-part",
      expecting: .made { List.text(zip(names, values).map { "\($0) = \($1.summary)" }) }
    ) { observation in
      let found = names.map(observation.setting)
      return zip(found, values).allSatisfy({ $0.holdsSame(as: $1) })
        ? nil
        : Discrepancy(
          "a configuration that may be refused as a whole is neither used nor refused as one",
          observed: List.text(zip(names, found).map { "\($0) = \($1.summary)" }))
    }
  }

  /// Keys of the dictionary that the schema does not have are no settings.
  static func noSettings(_ keys: [TypedKey], _ clauses: Clause.ID...) -> Demand {
    let unknown = Set(keys)
    return Demand(clauses, "unknown-key-used", expecting: "no setting of an unknown key") {
      observation in
      guard case .dictionary(let members) = observation.settings,
        let member = members.first(where: { unknown.contains($0.key) })
      else { return nil }
      return Discrepancy(
        "a key that the schema does not have is a setting",
        observed: "\(member.key.summary) = \(member.value.summary)")
    }
  }

  /// What the server wrote stands in the user defaults as it wrote it (MC-16).
  static func configurationStays(_ written: ManagedDictionary?) -> Demand {
    Demand(
      ["MC-16"], "configuration-written",
      expecting: .made {
        written.map { TypedValue.dictionary($0.members).summary } ?? "no configuration"
      }
    ) { observation in
      let found = observation.configuration
      if found == .tooLarge { return nil }
      let isSame =
        written.map { TypedValue.dictionary($0.members).holdsSame(as: found) }
        ?? (found == .null)
      return isSame
        ? nil
        : Discrepancy(
          "the configuration is not the one that the server wrote",
          observed: found == .null ? "no configuration" : found.summary)
    }
  }

  /// Not even with what stands there (MC-16).
  static var neverWritesConfiguration: Demand {
    Demand(["MC-16"], "configuration-written", expecting: "no writeConfiguration") { observation in
      observation.calls.contains(.writeConfiguration)
        ? Discrepancy(
          "the app writes the configuration", observed: observation.callsText, aspect: "call")
        : nil
    }
  }

  // MARK: Feedback

  /// The counters stand in the feedback as they were counted. One at zero may be left out.
  ///
  /// - Parameter occasion: what happened, in a word.
  static func feedback(_ state: State, _ schema: ManagedSchema, _ occasion: String) -> Demand {
    counters(
      state.counts, schema, clauses(of: state, occasion), "wrong-count",
      "the feedback does not hold what was counted"
    ) { $0.feedback }
  }

  private static func clauses(of state: State, _ occasion: String) -> [Clause.ID] {
    var clauses: [Clause.ID] =
      switch (occasion, state.collection) {
      case ("collection", .whileNotRunning): ["MC-12"]
      case ("collection", _): ["MC-11"]
      case ("launch", .whileNotRunning): ["MC-12"]
      case ("launch", _): ["MC-10", "MC-12"]
      // What was collected comes back, if at all, when its counter is counted again.
      case ("count", _): ["MC-10"]
      case (_, .whileNotRunning): ["MC-10", "MC-12"]
      case (_, .whileRunning): ["MC-10", "MC-11"]
      case (_, .none): ["MC-10"]
      }
    if state.counts.reduce(0, +) >= 10_000 { clauses.append("MC-13") }
    return clauses
  }

  /// The server read what was counted since the last time.
  ///
  /// - Parameter state: the state before.
  static func collected(_ state: State, _ schema: ManagedSchema) -> Demand {
    counters(
      state.counts, schema, [state.isRunning ? "MC-11" : "MC-12"], "wrong-collection",
      "the server does not get what was counted"
    ) { $0.collected }
  }

  private static func counters(
    _ counts: [Int], _ schema: ManagedSchema, _ clauses: [Clause.ID], _ kind: String,
    _ message: String,
    in dictionary: @escaping @Sendable (ManagedConfigObservation) -> TypedValue?
  ) -> Demand {
    Demand(
      clauses, kind,
      expecting: .made { List.text(zip(schema.counters, counts).map { "\($0) = \($1)" }) }
    ) { observation in
      guard let found = dictionary(observation) else {
        // Where there was nothing to be read, nothing need be told.
        if counts.allSatisfy({ $0 == 0 }) { return nil }
        return Discrepancy(
          "the adapter does not tell what the server read", observed: "no member \"collected\"",
          aspect: "not-told")
      }
      for (counter, count) in zip(schema.counters, counts) {
        let value = found.member(counter)
        guard !value.counts(count) else { continue }
        return Discrepancy(
          message, expected: "\(counter) = \(count)",
          observed: found == .null ? "no dictionary" : "\(counter) = \(value.summary)")
      }
      return nil
    }
  }

  /// At most 4 KiB, whatever form the dictionary is stored in (MC-13).
  static var staysSmall: Demand {
    Demand(["MC-13"], "large-feedback", expecting: "a dictionary of at most 4 KiB") {
      observation in
      let bytes = observation.feedback.leastBytes
      return bytes <= 4_096 && observation.feedback != .tooLarge
        ? nil
        : Discrepancy(
          "the feedback is large", observed: "\(bytes) bytes of keys and values, or more")
    }
  }

  /// No key that is not documented (MC-14).
  static func documentedKeysOnly(_ counters: [String]) -> Demand {
    Demand(
      ["MC-14"], "undocumented-key", expecting: .made { "no key but " + List.text(counters) }
    ) { observation in
      guard case .dictionary(let members) = observation.feedback,
        let foreign = members.first(where: { member in
          !counters.contains { TypedKey.string($0) == member.key }
        })
      else { return nil }
      return Discrepancy(
        "the feedback has a key that is not documented",
        observed: "\(foreign.key.summary): \(foreign.value.summary)")
    }
  }

  /// Nothing that was configured under a secret key, in no key and no value (MC-14).
  static func noSecrets(_ secrets: Set<String>) -> Demand {
    Demand(["MC-14"], "secret-shown", expecting: "no configured secret") { observation in
      guard !secrets.isEmpty, let secret = secrets.first(where: observation.feedback.shows) else {
        return nil
      }
      return Discrepancy(
        "the feedback holds what was configured under a secret key",
        observed: "a text with \"\(secret)\" in it")
    }
  }
}

extension ManagedConfigObservation {
  var callsText: String {
    List.text(calls.prefix(16).map(\.rawValue)) + (calls.count > 16 ? ", …" : "")
  }
}

extension TypedValue {
  /// A member of a dictionary; `.null` where there is none.
  func member(_ name: String) -> TypedValue {
    guard case .dictionary(let members) = self else { return .null }
    let key = TypedKey.string(name)
    return members.first { $0.key == key }?.value ?? .null
  }

  /// Whether this is a counter's value: a whole number, which may be missing at zero.
  fileprivate func counts(_ count: Int) -> Bool {
    switch self {
    case .integer(let number): number == Int64(count)
    case .real(let number): number == Double(count)
    case .null: count == 0
    default: false
    }
  }

  /// Whether both are texts that are the same characters, and perhaps in other code points.
  fileprivate func looksSame(as other: TypedValue) -> Bool {
    if case .string(let text) = self, case .string(let other) = other { return text == other }
    return false
  }

  /// A text with all that is not printable ASCII as code points.
  fileprivate var codePoints: String {
    if case .string(let text) = self { "string \(ExactText(text))" } else { summary }
  }

  /// Whether a text stands in any text, key or bytes, or is a number that stands there.
  fileprivate func shows(_ secret: String) -> Bool {
    switch self {
    case .string(let text): text.utf8.holds(secret.utf8)
    case .data(let bytes): bytes.holds(secret.utf8)
    case .integer(let number): "\(number)" == secret
    case .real(let number): Int64(exactly: number).map { "\($0)" == secret } ?? false
    case .array(let elements): elements.contains { $0.shows(secret) }
    case .dictionary(let members):
      members.contains { member in
        if case .string(let key) = member.key, key.utf8.holds(secret.utf8) { return true }
        return member.value.shows(secret)
      }
    default: false
    }
  }
}

extension Collection<UInt8> {
  fileprivate func holds(_ other: some Collection<UInt8>) -> Bool {
    guard count >= other.count else { return false }
    var place = startIndex
    for _ in 0...(count - other.count) {
      if self[place...].starts(with: other) { return true }
      place = index(after: place)
    }
    return false
  }
}
