import AdapterProtocol
import Conformance
import Forge
import Synchronization
import WireFormat

/// The patent's four rules: which keys a Success lists, given what the delegate recorded (ABT-CHG-01 to 08).
struct ChangedKeys {
  /// The rule that the records fall under.
  let rule: Clause.ID
  /// The keys of the configuration where nothing was recorded: the plain case.
  private let plain: [String]?
  /// What may be listed of the configuration's own keys, the plainest reading first. More than one where a key was recorded both ways
  /// (ABT-CHG-08) or is not in the configuration (ABT-CHG-07).
  private let allowed: [Set<Key>]
  /// The keys of the configuration.
  private let keys: Set<Key>
  /// The recorded keys that are not among them: listed or left out, whether or not they count (ABT-CHG-07).
  private let foreign: Set<Key>
  /// The plainest of the lists that are right.
  let plainest: Set<Key>

  /// A key, compared by its UTF-8.
  typealias Key = [UInt8]

  init(_ configuration: [String], _ records: [DelegatePlan.Record]) {
    guard !records.isEmpty else {
      rule = "ABT-CHG-01"
      plain = configuration
      (allowed, keys, foreign) = ([], [], [])
      plainest = Self.set(configuration)
      return
    }
    plain = nil
    let keys = Self.set(configuration)
    var applied: Set<Key> = []
    var notApplied: Set<Key> = []
    var lastWord: [Key: Bool] = [:]
    var firstWord: [Key: Bool] = [:]
    for record in records {
      let key = Array(record.key.utf8)
      let isApplied = if case .didNotApply = record { false } else { true }
      if isApplied { applied.insert(key) } else { notApplied.insert(key) }
      lastWord[key] = isApplied
      firstWord[key] = firstWord[key] ?? isApplied
    }
    let readings = [
      (applied, notApplied),
      (applied, notApplied.subtracting(applied)),
      (applied.subtracting(notApplied), notApplied),
      (applied.filter { lastWord[$0] == true }, notApplied.filter { lastWord[$0] == false }),
      (applied.filter { firstWord[$0] == true }, notApplied.filter { firstWord[$0] == false }),
    ]
    var allowed: [Set<Key>] = []
    func allow(_ applied: Set<Key>, _ notApplied: Set<Key>) {
      let listed = applied.isEmpty ? keys.subtracting(notApplied) : applied.intersection(keys)
      if !allowed.contains(listed) { allowed.append(listed) }
    }
    for (applied, notApplied) in readings {
      allow(applied, notApplied)
      allow(applied.intersection(keys), notApplied.intersection(keys))
    }
    // Who takes what was not applied from what was applied may be left with nothing.
    let difference = applied.subtracting(notApplied).intersection(keys)
    if !applied.isDisjoint(with: notApplied), !allowed.contains(difference) {
      allowed.append(difference)
    }
    self.allowed = allowed
    self.keys = keys
    foreign = applied.union(notApplied).subtracting(keys)
    plainest = applied.isEmpty ? keys.subtracting(notApplied) : applied
    rule =
      switch (applied.isEmpty, notApplied.isEmpty) {
      case (true, true), (true, false): "ABT-CHG-02"
      case (false, true): "ABT-CHG-03"
      case (false, false): "ABT-CHG-04"
      }
  }
}

extension ChangedKeys {
  /// Whether a list is right, whatever its order.
  func allows(_ keys: [String]) -> Bool {
    if let plain {
      if keys.count == plain.count,
        zip(keys, plain).allSatisfy({ $0.hasSameUTF8(as: $1) })
      {
        return true
      }
      return Self.set(keys) == Self.set(plain)
    }
    let listed = Self.set(keys)
    return allowed.contains(listed.intersection(self.keys))
      && listed.subtracting(self.keys).isSubset(of: foreign)
  }

  static func set(_ keys: [String]) -> Set<Key> { Set(keys.map { Array($0.utf8) }) }
}

extension OpeningDemands {
  func changedValues(_ expected: ChangedKeys) -> [Rule] {
    let name = names.changedValues
    let memory = ChangedValuesMemory(context.shared, workshop)
    var rules: [Clause.ID] = [expected.rule]
    if recordsBefore { rules.append("ABT-DEL-04") }
    if delegate.apply.records.contains(where: \.hasOldValue) { rules.append("ABT-CHG-05") }
    let read: @Sendable (ABTObservation) -> Reading<[String]>? = { observation in
      observation.callbacks.first?.value(of: name).map(memory.read)
    }
    return [
      Rule(
        ["ABT-CHG-09"], "no-changed-values",
        expecting: "changed values: Base64( zlib( binary property list, an array of strings ) )"
      ) { observation in
        guard !observation.calls.isEmpty, !observation.callbacks.isEmpty else { return nil }
        switch read(observation) {
        case nil:
          return Discrepancy(
            "a Success without changed values", expected: name, observed: "no \(name)",
            aspect: "missing")
        case .refused(let defect)?:
          return Discrepancy(
            "the changed values cannot be read: \(defect.ruling)",
            observed: observation.callbacks.first?.text(of: name) ?? "", aspect: "unreadable")
        case .free(let freedom, _)? where freedom.shouldRefuse:
          // Section 2 gives the form, and a manager is advised to refuse another one.
          return Discrepancy(
            "the changed values are not written as section 2 says: \(freedom.ruling)",
            observed: observation.callbacks.first?.text(of: name) ?? "", aspect: "loosely-written")
        case .free(let freedom, nil)?:
          // What a library may write is narrower than what it may read: the manager has to make the same of it.
          return Discrepancy(
            "the changed values can be read in more than one way: \(freedom.ruling)",
            observed: observation.callbacks.first?.text(of: name) ?? "", aspect: "ambiguous")
        case .accepted?, .free?: return nil
        }
      },
      Rule(
        rules, "wrong-changed-values", expecting: .made { Self.list(expected.plainest) }
      ) { observation in
        guard !observation.calls.isEmpty, let keys = read(observation)?.value else { return nil }
        return expected.allows(keys)
          ? nil
          : Discrepancy(
            "the changed values list other keys", observed: Self.list(ChangedKeys.set(keys)))
      },
      Rule(
        ["ABT-CHG-06"], "repeated-changed-value", expecting: "each changed key once"
      ) { observation in
        guard let keys = read(observation)?.value, keys.count > 1,
          ChangedKeys.set(keys).count < keys.count
        else { return nil }
        return Discrepancy(
          "a key occurs twice in the changed values", observed: keys.joined(separator: ", "))
      },
    ]
  }

  private static func list(_ keys: Set<ChangedKeys.Key>) -> String {
    keys.isEmpty
      ? "no keys"
      : keys.map { String(decoding: $0, as: UTF8.self) }.sortedByBytes().joined(separator: ", ")
  }
}

/// Reads a list of changed values once for all demands that look at it.
private final class ChangedValuesMemory: Sendable {
  private let dialect: SharedDialect
  private let workshop: RequestWorkshop
  private let last = Mutex<(text: [UInt8], keys: Reading<[String]>)?>(nil)

  init(_ dialect: SharedDialect, _ workshop: RequestWorkshop) {
    self.dialect = dialect
    self.workshop = workshop
  }

  func read(_ text: [UInt8]) -> Reading<[String]> {
    if let known = last.withLock({ $0 }), known.text == text { return known.keys }
    let keys = workshop.withBench(dialect) { $0.packing.unpackChangedValues(text) }
    last.withLock { $0 = (text, keys) }
    return keys
  }
}

extension DelegatePlan.Record {
  package var hasOldValue: Bool {
    if case .didApplyOver = self { true } else { false }
  }
}
