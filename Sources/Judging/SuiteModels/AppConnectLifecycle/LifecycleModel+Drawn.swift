import Conformance

// The state machine of the library: how far its instance is, what it knows of the app, and what it keeps about it. What only asks or logs
// is not drawn.
extension LifecycleModel {
  package func place(of state: State) -> String? {
    let place =
      switch state.phase {
      case .absent:
        state.wasStopped ? "stopped" : "not running (\(shouldStart(in: state)))"
      case .initialised: "initialised"
      case .started: "started"
      case .ready: "ready, \((state.policy ?? .unknown).rawValue)"
      case .retired: "retired"
      }
    let showsData = state.keepsData && !(state.phase == .ready && state.policy == .managed)
    return showsData ? "\(place), data kept" : place
  }

  /// What `shouldStartAppConnect` answers.
  private func shouldStart(in state: State) -> String {
    answer(in: state).map { $0.answer ? "YES" : "NO" } ?? "YES or NO"
  }

  package func arrow(_ event: Event, in state: State) -> String? {
    switch event {
    case .device(let clientInstalled): "client app \(clientInstalled ? "installed" : "deleted")"
    case .initialise: "init"
    case .start(let options): options == nil ? "start with nil options" : "start"
    case .ready(let policy): "ready, \(policy.rawValue)"
    case .policy(let policy): "policy \(policy.rawValue)"
    case .retire: "retire"
    case .stop: "stop"
    case .terminate: "terminate"
    case .shouldStart, .properties, .logLevel, .log: nil
    }
  }

  package var drawnSetups: [Setup] { [Setup()] }

  package func drawnEvents(_ setup: Setup) -> [Event] {
    [
      .device(clientInstalled: true), .device(clientInstalled: false), .initialise, .start([:]),
      .start(nil), .ready(.managed), .ready(.unmanaged), .policy(.managed), .policy(.unmanaged),
      .retire, .stop, .terminate,
    ]
  }

  package func outline(of state: State) -> State {
    var outline = state
    outline.logLevel = nil
    return outline
  }
}
