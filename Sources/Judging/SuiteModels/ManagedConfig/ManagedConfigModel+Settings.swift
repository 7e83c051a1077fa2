package import AdapterProtocol
package import Conformance

// Which settings are in effect (MC-03 to 09, 15).
extension ManagedConfigModel {
  /// Beyond this an app may refuse a configuration (MC-15).
  package static let maxBytes = 64 << 10
  /// Beyond this nobody says that a whole dictionary has to be read: containers inside one another.
  package static let maxDepth = 32

  /// The configuration is read: by a launch, or by a change while the app is running.
  ///
  /// - Parameters:
  ///   - next: the state after it, but for the settings.
  ///   - before: the state before it.
  func readings(_ next: State, from before: State, of setup: Setup) -> [Branch] {
    let whole = settings(of: next.configuration, in: setup)
    func branch(_ name: String, _ values: [TypedValue], set: Set<Int>) -> Branch {
      var after = next
      after.settings = values
      if before.configuration != next.configuration || before.settings == nil {
        after.setBefore = before.setBefore.union(set)
      }
      return Branch(
        name, demands: demands(after, before: before.setBefore, of: setup).map(\.whereTold),
        next: after)
    }
    let set = Set(
      setup.keys.indices.filter { place in
        let key = setup.keys[place]
        return next.configuration?[key.name].map { key.standing(of: $0) == .good } ?? false
      })
    var branches = [branch("used", whole, set: set)]
    guard freedom(of: next.configuration) != nil else { return branches }
    let fallbacks = setup.keys.map(\.fallback)
    branches.append(branch("refused, the defaults", fallbacks, set: []))
    if let settings = before.settings, settings != fallbacks {
      branches.append(branch("refused, the settings before", settings, set: []))
    }
    return branches
  }

  /// Nothing is read for certain, or the same again.
  ///
  /// - Parameter isAsked: whether the app is asked for its settings.
  package func same(_ name: String, _ next: State, of setup: Setup, isAsked: Bool = false) -> Branch
  {
    let demands = next.isRunning ? demands(next, before: next.setBefore, of: setup) : []
    return Branch(name, demands: isAsked ? demands : demands.map(\.whereTold), next: next)
  }

  /// What each key comes to (MC-05 to 08).
  package func settings(of dictionary: ManagedDictionary?, in setup: Setup) -> [TypedValue] {
    setup.keys.map { key in
      guard let value = dictionary?[key.name], key.standing(of: value) == .good else {
        return key.fallback
      }
      return value
    }
  }

  /// Why a configuration may be refused as a whole, or nil where it has to be used.
  package func freedom(of dictionary: ManagedDictionary?) -> [Clause.ID]? {
    guard let dictionary else { return nil }
    if dictionary.mostBytes > Self.maxBytes { return ["MC-15"] }
    return dictionary.depth > Self.maxDepth ? ["MC-09"] : nil
  }

  private func demands(
    _ state: State, before: Set<Int>, of setup: Setup
  ) -> [Demand<Observation>] {
    let values = state.settings ?? setup.keys.map(\.fallback)
    let unknown = state.configuration?.members.map(\.key).filter { !setup.knows($0) } ?? []
    if let clauses = freedom(of: state.configuration) {
      return [.settings(setup.keys.map(\.name), values, clauses), .noSettings(unknown, "MC-09")]
    }
    var demands = setup.keys.indices.map { place in
      Demand<Observation>.setting(
        setup.keys[place].name, values[place],
        clauses(place, state, before: before, of: setup))
    }
    if !unknown.isEmpty { demands.append(.noSettings(unknown, "MC-09")) }
    return demands
  }

  /// The rules by which a key has its value.
  private func clauses(
    _ place: Int, _ state: State, before: Set<Int>, of setup: Setup
  ) -> [Clause.ID] {
    let key = setup.keys[place]
    guard let value = state.configuration?[key.name] else {
      // A key that the schema does not have may have been taken for this one.
      let hasUnknown = state.configuration?.members.contains { !setup.knows($0.key) } ?? false
      let unknown: [Clause.ID] = hasUnknown ? ["MC-09"] : []
      guard before.contains(place) else { return ["MC-07"] + unknown }
      // What goes while the app is not running is a change, too.
      return
        (state.cause == .launchAfterChange ? ["MC-08", "MC-04", "MC-07"] : ["MC-08", "MC-07"])
        + unknown
    }
    switch key.standing(of: value) {
    case .wrongType: return ["MC-05"]
    case .notAllowed: return ["MC-06"]
    case .good, .unclear:
      let cause: Clause.ID =
        switch state.cause {
        case .launch: "MC-01"
        case .launchAfterChange: "MC-04"
        case .change: "MC-03"
        }
      var clauses = [cause]
      if key.isConstrained { clauses.append("MC-06") }
      if hasOthers(than: key, state.configuration, of: setup) { clauses.append("MC-09") }
      return clauses
    }
  }

  /// Whether a good value stands beside what is not used.
  private func hasOthers(
    than key: ManagedKey, _ dictionary: ManagedDictionary?, of setup: Setup
  ) -> Bool {
    guard let dictionary, dictionary.members.count > 1 else { return false }
    return dictionary.members.contains { member in
      guard let known = setup.keys.first(where: { TypedKey.string($0.name) == member.key }) else {
        return true
      }
      return known.standing(of: member.value) != .good
    }
  }

  /// What must not show in the feedback (MC-14): texts and numbers that are long enough to be told from what is there anyway.
  package func secrets(in dictionary: ManagedDictionary?, of setup: Setup) -> [String] {
    guard let dictionary else { return [] }
    return setup.keys.filter(\.isSecret).flatMap { key in
      dictionary[key.name].map(Self.secrets(in:)) ?? []
    }
  }

  /// The texts and numbers of a value, also of one that is not of the type that its key should have.
  private static func secrets(in value: TypedValue) -> [String] {
    switch value {
    case .string(let text): text.utf8.count >= 8 ? [text] : []
    // No counter comes that far.
    case .integer(let number): number.magnitude >= 100_000_000 ? ["\(number)"] : []
    case .data(let bytes):
      String(validating: bytes, as: UTF8.self).map { secrets(in: .string($0)) } ?? []
    case .array(let elements): elements.flatMap(secrets(in:))
    case .dictionary(let members): members.flatMap { secrets(in: $0.value) }
    default: []
    }
  }
}

extension Demand<ManagedConfigObservation> {
  /// Only who is asked for the settings has to tell them.
  fileprivate var whereTold: Demand { when { $0.settings != .null } }
}
