import Conformance
import Profiles
import WireFormat

// The state machine of one profile: what was opened last, whether more waits, and how it ended.
extension ManagerModel {
  /// Nil where more than one profile is known: each has a machine of its own.
  package func place(of state: State) -> String? {
    guard state.profiles.count < 2 else { return nil }
    guard let entry = state.profiles.values.first else { return "no profile" }
    // A profile without a payload whose app is there concerns nobody.
    guard entry.unclear.isEmpty, entry.ignored.count < entry.payloads.count else { return nil }
    switch entry.phase {
    case .installing, .removing:
      let isLast = entry.due.isEmpty && entry.optional.isEmpty
      switch state.latest?.kind {
      case .apply: return isLast ? "apply sent" : "apply sent, others wait"
      case .reset: return isLast ? "reset sent" : "reset sent, others wait"
      case .undo: return "earlier values sent"
      case nil: return nil
      }
    case .settled:
      let applied = entry.outcomes.values.count { $0 == .applied }
      if applied == entry.outcomes.count { return "installed" }
      if applied > 0 { return "partly installed" }
      return entry.applied.isEmpty ? "failed" : "failed, applied before"
    case .removed: return entry.hasFailedReset ? "reset refused" : "removed"
    }
  }

  package func arrow(_ event: ManagerEvent, in state: State) -> String? {
    switch event {
    case .install(let document):
      guard let profile = document.profile else { return nil }
      return state.profiles[profile.uuid]?.phase == .settled ? "install again" : "install"
    case .remove(let uuid):
      return state.profiles[uuid] == nil ? "remove what is not there" : "remove"
    case .answer(let answer): return arrow(answer, in: state)
    }
  }

  private func arrow(_ answer: AppAnswer, in state: State) -> String? {
    let row = ManagerRow(setup: Self.walkSetup, ring: ring)
    guard let latest = state.latest, row.isRight(answer, state) else {
      return "callback that is not awaited"
    }
    if row.isHostile(answer, state) { return "hostile callback" }
    // What the source says nothing of is not drawn.
    guard row.openQuestions(answer, latest, state).isEmpty else { return nil }
    let hasList = latest.kind == .apply && answer.status == .success
    return hasList && answer.keys.isEmpty ? "Success, no keys" : answer.status.rawValue
  }

  package var drawnSetups: [Setup] { [Self.walkSetup] }

  /// The profiles that are drawn: one payload, and three.
  private static let drawnProfiles = [0, 1]

  package func drawnEvents(_ setup: Setup) -> [ManagerEvent] {
    let profiles = Self.drawnProfiles.flatMap { number -> [ManagerEvent] in
      [0, 1].map { .install(Self.walkProfile(number, edition: $0)) } + [
        .remove("profile/\(number)")
      ]
    }
    let injection = AppAnswer.Injection(name: .status, isFirst: false)
    let answers = [
      // What leaves more open comes first.
      AppAnswer(), AppAnswer(keys: ["host"]), AppAnswer(.error), AppAnswer(.canceled),
      AppAnswer(keys: ["host"], token: .changed), AppAnswer(keys: ["host"], injection: injection),
    ]
    return profiles + answers.map { .answer($0) }
  }

  /// What only says more of how things came to be is left out, and which of the payloads of a profile it is that something has come to:
  /// all of their apps are there.
  package func outline(of state: State) -> State {
    var outline = state
    outline.focus = nil
    outline.alsoTold = []
    if !state.isPending { outline.latest = nil }
    for (uuid, profile) in state.profiles {
      let payloads = profile.payloads.map(\.uuid)
      let outcomes = outcomes(of: profile)
      let order = payloads.map { (rank($0, outcomes[$0], of: profile, outline.latest), $0) }.sorted
      { $0 < $1 }
      let names = Dictionary(
        zip(order.map(\.1), payloads), uniquingKeysWith: { first, _ in first })
      func renamed(_ payloads: Set<String>) -> Set<String> {
        Set(payloads.map { names[$0] ?? $0 })
      }
      func renamed<Value>(_ values: [String: Value]) -> [String: Value] {
        Dictionary(
          values.map { (names[$0.key] ?? $0.key, $0.value) },
          uniquingKeysWith: { first, _ in first })
      }
      var entry = profile
      if let usual = Self.usualEditions[uuid] { entry.document = usual }
      entry.outcomes = renamed(outcomes)
      entry.due = renamed(profile.due)
      entry.optional = renamed(profile.optional)
      entry.applied = renamed(profile.applied)
      // Whether keys are stored tells only whether a reset has to be sent; the model prefers to send one in any case.
      entry.kept = [:]
      entry.wasGivenUp = false
      outline.profiles[uuid] = entry
      if let latest = outline.latest, latest.profile == uuid {
        outline.latest?.payload = names[latest.payload] ?? latest.payload
      }
    }
    return outline
  }

  /// Once a profile goes, it only matters what has failed; and once it has gone, only where there was a refusal.
  private func outcomes(of profile: State.Profile) -> [String: ManagerState.Outcome] {
    switch profile.phase {
    case .removed where !profile.hasFailedReset: [:]
    case .installing, .settled: profile.outcomes.mapValues { $0 == .canceled ? .failed : $0 }
    case .removing, .removed:
      profile.outcomes.mapValues { [.failed, .canceled].contains($0) ? .failed : .reset }
    }
  }

  /// A number that is the same for payloads to which the same has come.
  private func rank(
    _ payload: String, _ outcome: ManagerState.Outcome?, of profile: State.Profile,
    _ latest: ManagerState.Sent?
  ) -> Int {
    let outcome =
      switch outcome {
      case nil: 0
      case .applied: 1
      case .failed, .canceled: 2
      case .abandoned: 3
      case .reset: 4
      }
    let marks = [
      profile.due.contains(payload), profile.optional.contains(payload),
      profile.applied.contains(payload), latest?.payload == payload,
    ]
    return marks.reduce(outcome) { $0 * 2 + ($1 ? 1 : 0) }
  }

  private static let usualEditions: [String: ProfileDocument] = Dictionary(
    uniqueKeysWithValues: drawnProfiles.map {
      ("profile/\($0)", walkProfile($0, edition: 0))
    })
}
