import Conformance

// The state machine of the library: which policy it enforces. What the app says of it changes nothing (ACC-OF-13), and questions are not
// drawn.
extension OpenFromModel {
  package func place(of state: State) -> String? {
    switch state.phase {
    case .notLaunched: "not launched"
    case .launched: "not ready, \(state.server.words)"
    case .ready: state.server.words
    case .stopped: "stopped"
    }
  }

  package func arrow(_ event: OpenFromEvent, in state: State) -> String? {
    switch event {
    case .launch(let policy): return "launch, \(policy.words)"
    case .ready: return "ready"
    case .stop: return "stop"
    case .properties: return nil
    case .openFrom(let source):
      guard state.phase == .ready, state.server.policy == .whitelist else { return "document" }
      return allows(source, state.seen) ? "document from a listed app" : "document from another app"
    case .policy(let policy, _):
      guard state.phase == .ready else { return changed(to: policy, in: state) }
      var next = state
      next.server = policy
      return next.seen == state.seen ? "what comes to the same" : "policy \(policy.words)"
    case .authorizedApps(let apps):
      guard state.phase == .ready else { return changed(to: state.server, in: state) }
      var next = state
      next.authorizedApps = Set(apps)
      return next.seen == state.seen ? "what comes to the same" : "other authorized apps"
    }
  }

  /// What the server has while nobody is told.
  private func changed(to policy: ServerPolicy, in state: State) -> String {
    state.phase == .stopped ? "the server has something else" : "policy \(policy.words)"
  }

  package var drawnSetups: [Setup] { [Setup()] }

  package func drawnEvents(_ setup: Setup) -> [OpenFromEvent] {
    let one: [ExactText] = ["com.acme.notes"]
    // The authorized apps may be those of a list.
    let other: [ExactText] = ["com.example.viewer"]
    let policies = [
      ServerPolicy.authorized, .unauthorized, ServerPolicy(.whitelist, one),
      ServerPolicy(.whitelist, other), .allApps,
    ]
    let answers = [Acknowledgement(.applied), nil, Acknowledgement(.error, "not now")]
    return policies.map { .launch($0) } + [.ready]
      + policies.enumerated().map { .policy($1, answers[$0 % answers.count]) } + [
        .openFrom("com.acme.notes"), .openFrom("com.example.viewer"), .authorizedApps(other),
        .authorizedApps([]), .stop,
      ]
  }

  /// After the end nothing matters.
  package func outline(of state: State) -> State {
    var outline = state
    outline.isAcknowledged = true
    if state.phase == .stopped {
      outline.server = .unauthorized
      outline.authorizedApps = []
    }
    return outline
  }
}

extension ServerPolicy {
  fileprivate var words: String {
    policy == .whitelist && allAppConnectApps ? "all AppConnect apps" : policy.rawValue
  }
}
