import Conformance

// The state machine as the source draws it: what is persisted, and whether the app and the library run.
extension DualModeModel {
  package func place(of state: State) -> String? {
    guard let mode = state.mode else { return "never launched" }
    let stored = mode.rawValue + (state.encryption == .encrypted ? ", encrypted" : "")
    if !state.isRunning { return "\(stored), not running" }
    return state.libraryRuns ? stored : "\(stored), without the library"
  }

  package func arrow(_ event: DualModeEvent, in state: State) -> String? {
    switch event {
    case .launch(let shouldStart, _): "launch, shouldStart \(shouldStart ? "YES" : "NO")"
    case .managedPolicy(let policy, let policies):
      "policy \(policy.rawValue)"
        + (policy == .managed && policies.encryption == .encrypted ? ", encryption required" : "")
    case .userRequests(let mode): "user requests \(mode.rawValue)"
    case .terminate: "terminate"
    case .killed: nil
    }
  }

  package var drawnSetups: [Setup] { [Setup()] }

  package func drawnEvents(_ setup: Setup) -> [DualModeEvent] {
    [
      .launch(shouldStart: true, options: [:]), .launch(shouldStart: false, options: [:]),
      .managedPolicy(.managed, .init()),
      .managedPolicy(.managed, .init(secureServices: true, secureFileIORequired: true)),
      .managedPolicy(.unmanaged, .init()), .userRequests(.nonAppConnect),
      .userRequests(.appConnect), .terminate,
    ]
  }
}
