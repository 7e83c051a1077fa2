package import Conformance

extension DualMode {
  /// Where the source leaves an app the choice. What it does there is recorded, and never held against it.
  package static let freePlaces: [FreePlace] = [
    FreePlace(
      "launch/undecided", "Undecided may be stored at the first launch, or nothing.",
      source: "ACC-DM-01"),
    FreePlace(
      "launch/unencrypted", "Unencrypted may be stored at the first launch, or nothing.",
      source: "ACC-DM-01"),
    FreePlace(
      "launch/questions", "The library may be asked at a launch whether to start it.",
      source: "ACC-DM-03"),
    FreePlace(
      "entering/tells-user", "The library leads to another mode, and the app was not Pending.",
      source: "section 3: notifyModeChange outside Pending"),
    FreePlace(
      "entering/existing-data", "The app enters AppConnectMode, with encryption.",
      source: "section 3: encryptExistingData"),
    FreePlace(
      "entering/erased", "The app enters AppConnectMode with encryption, and is authorized.",
      source: "ACC-DM-13: the app decides what to do with existing data"),
    FreePlace(
      "entering/unauthorized", "The app enters AppConnectMode with authState UNAUTHORIZED.",
      source: "ACC-DM-13"),
    FreePlace(
      "staying/encryption",
      "In AppConnectMode a notification asks for another encryption than there is.",
      source: "ACC-DM-12, ACC-DM-15"),
    FreePlace(
      "staying/retired", "In AppConnectMode a notification has authState RETIRED.",
      source: "ACC-DM-15"),
  ]
}

/// What an observation of the app tells of free places (`DualMode.freePlaces`).
extension DualModeModel {
  typealias Choosing = ChoiceReading<DualModeObservation>

  func choices(_ event: DualModeEvent, in state: State) -> [Choosing] {
    switch event {
    case .launch(let shouldStart, _): launched(shouldStart: shouldStart, in: state)
    case .managedPolicy(let policy, let policies): notified(policy, policies, in: state)
    case .userRequests, .terminate, .killed: []
    }
  }

  private func launched(shouldStart: Bool, in state: State) -> [Choosing] {
    var readings: [Choosing] = []
    if state.mode != .nonAppConnect {
      readings.append(
        Choosing("launch/questions") { observation in
          switch observation.calls.count(where: { $0.method == "shouldStartAppConnect" }) {
          case 0: "not asked"
          case 1: "asked once"
          default: "asked more than once"
          }
        })
    }
    guard state.mode == nil else { return readings }
    // An app that is not to be started leaves Undecided at once.
    if shouldStart {
      readings.append(Choosing("launch/undecided") { $0.mode == nil ? "not stored" : "stored" })
    }
    readings.append(
      Choosing("launch/unencrypted") { $0.encryption == nil ? "not stored" : "stored" })
    return readings
  }

  private func notified(
    _ policy: ManagedPolicy, _ policies: DualModeEvent.Policies, in state: State
  ) -> [Choosing] {
    let isEncrypted = policies.secureServices && policies.secureFileIORequired
    var readings: [Choosing] = []
    guard state.mode != .appConnect else {
      if isEncrypted != (state.encryption == .encrypted) {
        let before = state.encryption.rawValue
        readings.append(
          Choosing("staying/encryption") { observation in
            observation.encryption ?? before == before ? "stays" : "follows"
          })
      }
      if policies.authorization == .retired {
        readings.append(
          Choosing("staying/retired") { observation in
            observation.calls.contains { $0.method == "retire" } ? "retires" : "goes on"
          })
      }
      return readings
    }
    if state.mode != .pending {
      readings.append(.does("notifyModeChange", "entering/tells-user", "told", "not told"))
    }
    guard policy == .managed else { return readings }
    if isEncrypted {
      readings.append(
        .does("encryptExistingData", "entering/existing-data", "encrypted", "left as it is"))
    }
    if isEncrypted, policies.authorization == .authorized {
      readings.append(.does("eraseSensitiveData", "entering/erased", "erased", "kept"))
    }
    if policies.authorization == .unauthorized {
      readings.append(.does("eraseSensitiveData", "entering/unauthorized", "erased", "kept"))
    }
    return readings
  }
}

extension ChoiceReading<DualModeObservation> {
  /// Whether the app does something for its user or its data.
  fileprivate static func does(
    _ action: String, _ place: FreePlace.ID, _ words: String, _ otherwise: String
  ) -> ChoiceReading {
    ChoiceReading(place) { observation in
      observation.actions.contains { $0.method == action } ? words : otherwise
    }
  }
}
