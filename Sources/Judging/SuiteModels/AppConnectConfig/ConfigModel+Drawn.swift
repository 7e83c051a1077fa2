import Conformance

// The state machine behind the table: what the app was told, and how what the server has now differs from it.
extension ConfigModel {
  package func place(of state: State) -> String? {
    if state.isRunning {
      if state.server.isEmpty { return "running, no configuration" }
      return state.failed ? "running, configuration refused" : "running, configuration applied"
    }
    return switch row(in: state) {
    case .firstLaunchWithout: "never launched, no configuration"
    case .firstLaunch: "never launched, configuration"
    case .unchanged: "not running, unchanged"
    case .changed: "not running, changed"
    case .thereAndBack: "not running, changed and back"
    case .stillWithout: "not running, none as before"
    }
  }

  package func arrow(_ event: ConfigEvent, in state: State) -> String? {
    switch event {
    case .launch(let answers):
      let due = row(in: state).isCalled
      return due.contains { answers[$0] != nil } ? "launch, the app returns an error" : "launch"
    case .terminate: return "terminate"
    case .serverChange(let pairs, let answers):
      let pairs = pairs ?? .none
      if pairs == state.server { return "server has the same again" }
      let words =
        if pairs.isEmpty {
          "server has none"
        } else if !state.isRunning, pairs == state.lastRun {
          "server has that of the last run again"
        } else {
          "server has another"
        }
      let fails = ConfigCallback.allCases.contains { answers[$0] != nil }
      return state.isRunning && fails ? words + ", the app returns an error" : words
    }
  }

  /// The row of the table for a launch.
  private func row(in state: State) -> Row {
    Row(lastRun: state.lastRun, now: state.server, missedSome: !state.missed.isEmpty)
  }

  package var drawnSetups: [Setup] { [Setup()] }

  package func drawnEvents(_ setup: Setup) -> [ConfigEvent] {
    let one: ConfigPairs = ["server": "a.example.com", "user": "ann"]
    let other: ConfigPairs = ["server": "b.example.com", "user": "ann"]
    let errors = ConfigAnswers(configIs: "not now", changedTo: "not now")
    return [
      .launch(.applied), .launch(errors), .terminate, .serverChange(one, .applied),
      .serverChange(other, .applied), .serverChange(nil, .applied), .serverChange(one, errors),
      .serverChange(other, errors), .serverChange(nil, errors),
    ]
  }

  /// How many others there were in between makes no difference.
  package func outline(of state: State) -> State {
    var outline = state
    outline.missed = Array(state.missed.prefix(1))
    return outline
  }
}
