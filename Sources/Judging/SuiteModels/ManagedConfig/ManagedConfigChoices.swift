import AdapterProtocol
package import Conformance

extension ManagedConfig {
  /// Where the source leaves an app the choice. What it does there is recorded, and never held against it.
  package static let freePlaces: [FreePlace] = [
    FreePlace(
      "launch/reads", "The configuration may be read at a launch more than once.", source: "MC-01"),
    FreePlace(
      "question/reads", "The configuration may be read when somebody asks for the settings.",
      source: "the defaults-did-change notification: extra reads are never findings"),
    FreePlace(
      "counting/reads", "The configuration may be read after the app has written its feedback.",
      source: "the defaults-did-change notification comes for the app's own writes, too"),
    FreePlace(
      "collection/feedback", "Nothing has been counted since the feedback was erased.",
      source: "MC-11, MC-12"),
    FreePlace(
      "launch/feedback", "Nothing has been counted when the app is launched.",
      source: "MC-10, MC-11"),
    FreePlace(
      "change/large", "A configuration of more than 64 KiB may be refused as a whole.",
      source: "MC-15"),
    FreePlace(
      "change/deep", "A configuration may have more than 32 levels.",
      source: "MC-09, MC-17: nobody says how deep a dictionary may be"),
    FreePlace(
      "settings/no-value", "A setting may have no value, because its default is null.",
      source: "A default may be null (no value)"),
  ]
}

/// What an observation tells of free places (`ManagedConfig.freePlaces`).
extension ManagedConfigModel {
  typealias Choosing = ChoiceReading<ManagedConfigObservation>

  func choices(_ event: ManagedConfigEvent, in state: State, of setup: Setup) -> [Choosing] {
    switch event {
    case .launch:
      var readings = [Self.reads("launch/reads", least: 1)]
      if state.counts.allSatisfy({ $0 == 0 }) {
        readings.append(Self.empty("launch/feedback", setup.counters))
      }
      if let reading = read(state.configuration, state, setup) { readings.append(reading) }
      return readings + withoutValue(state.configuration, setup)
    case .configure(let dictionary) where state.isRunning:
      return read(dictionary, state, setup).map { [$0] } ?? []
    case .count: return [Self.reads("counting/reads", least: 0)]
    case .settings: return [Self.reads("question/reads", least: 0)]
    case .collectFeedback: return [Self.empty("collection/feedback", setup.counters)]
    case .terminate, .configure: return []
    }
  }

  private static func reads(_ place: FreePlace.ID, least: Int) -> Choosing {
    Choosing(place) { observation in
      switch observation.calls.lazy.filter({ $0 == .readConfiguration }).prefix(least + 1).count {
      case least: least == 0 ? "not read" : "read once"
      default: least == 0 ? "read" : "read more than once"
      }
    }
  }

  private static func empty(_ place: FreePlace.ID, _ counters: [String]) -> Choosing {
    Choosing(place) { observation in
      guard case .dictionary(let members) = observation.feedback else { return "no dictionary" }
      return members.isEmpty ? "an empty dictionary" : "counters at zero"
    }
  }

  /// How a configuration is taken that may be refused.
  private func read(
    _ dictionary: ManagedDictionary?, _ state: State, _ setup: Setup
  ) -> Choosing? {
    guard let clauses = freedom(of: dictionary) else { return nil }
    let whole = settings(of: dictionary, in: setup)
    let before = state.settings
    let fallbacks = setup.keys.map(\.fallback)
    let names = setup.keys.map(\.name)
    return Choosing(clauses == ["MC-15"] ? "change/large" : "change/deep") { observation in
      let found = names.map(observation.setting)
      if whole == fallbacks || whole == before { return nil }
      return found == whole
        ? "used"
        : found == fallbacks ? "the defaults" : found == before ? "the settings before" : nil
    }
  }

  private func withoutValue(_ dictionary: ManagedDictionary?, _ setup: Setup) -> [Choosing] {
    guard freedom(of: dictionary) == nil else { return [] }
    let values = settings(of: dictionary, in: setup)
    let names = zip(setup.keys, values).filter { $1 == .null }.map(\.0.name)
    guard let name = names.first else { return [] }
    return [
      Choosing("settings/no-value") { observation in
        guard case .dictionary(let members) = observation.settings else { return "left out" }
        let key = TypedKey.string(name)
        return members.contains { $0.key == key } ? "null" : "left out"
      }
    ]
  }
}
