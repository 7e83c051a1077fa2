import AdapterProtocol
import JSONText

extension SuiteOutline {
  /// The suite `appconnect.config`.
  static let appConnectConfig = SuiteOutline(suite: "appconnect.config") { (_) throws(CheckStop) in
    SuiteProbe(
      suite: "appconnect.config",
      configuration: ["implements": ["appConnectConfigIs", "appConnectConfigChangedTo"]],
      steps: [
        change("{\"server\":\"a\"}"), .bare("launch"), change("{\"server\":\"b\"}"),
        .bare("terminate"),
      ],
      malformedStep: .step(action: "serverChange", text: "\"config\":7"),
      longStep: { change("{\"assay\":\"" + String(repeating: "a", count: $0) + "\"}") },
      // It is told at the launch, which is not the same step.
      textStep: { change("{\"assay\":\"\($0)\"}") }, echoedText: { _ in nil },
      comparedMembers: ["calls", "reports"],
      kept: SuiteProbe.Kept(
        steps: [change("{\"server\":\"b\"}"), .bare("launch")],
        words: "the configuration of the last run", problem: problem))
  }

  /// A relaunch with an unchanged configuration tells what it is, and of no change. A library that calls nothing at all has forgotten
  /// nothing: what it does instead is the suite's business.
  @Sendable private static func problem(_ reply: JSONValue) -> String? {
    let methods = (reply["calls"]?.arrayValue ?? []).compactMap { $0["method"]?.stringValue }
    if methods.isEmpty || methods == ["appConnectConfigIs"] { return nil }
    return
      "a new process with an unchanged configuration calls \(methods.joined(separator: ", ")) at its launch, "
      + "and not appConnectConfigIs alone"
  }

  private static func change(_ config: String) -> Frame {
    .step(action: "serverChange", text: "\"config\":\(config)")
  }
}
