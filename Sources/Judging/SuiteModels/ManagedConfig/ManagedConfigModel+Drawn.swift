import AdapterProtocol
import Conformance

// The state machine of the two dictionaries: whether there is a configuration and the app has seen it, and whether there is something to
// collect. Which values are used is not drawn.
extension ManagedConfigModel {
  package func place(of state: State) -> String? {
    let isConfigured = !(state.configuration?.members.isEmpty ?? true)
    let feedback = state.counts.contains { $0 > 0 } ? "counted" : "nothing counted"
    let configuration = isConfigured ? "configured" : "not configured"
    if state.isRunning { return "running, \(configuration), \(feedback)" }
    let written = state.hasChangedUnseen ? "written since, " : ""
    return "not running, \(written)\(configuration), \(feedback)"
  }

  package func arrow(_ event: Event, in state: State) -> String? {
    switch event {
    case .launch: "launch"
    case .terminate: "terminate"
    case .configure(let dictionary):
      dictionary?.members.isEmpty ?? true
        ? "the server has no configuration" : "the server writes a configuration"
    case .count: "count"
    case .collectFeedback: "the server collects"
    case .settings: nil
    }
  }

  package var drawnSetups: [Setup] { [.usual] }

  package func drawnEvents(_ setup: Setup) -> [Event] {
    [
      .launch, .terminate,
      .configure(
        ManagedDictionary([TypedMember("cloudDocumentSyncDisabled", .boolean(true))])),
      .configure(nil), .count(setup.counters.first ?? "", times: 1), .collectFeedback,
    ]
  }

  /// Whether something was counted matters, and not how much.
  package func outline(of state: State) -> State {
    var outline = State(counts: state.counts.map { min($0, 1) })
    outline.isRunning = state.isRunning
    outline.configuration = state.configuration
    outline.hasChangedUnseen = state.hasChangedUnseen
    return outline
  }
}
