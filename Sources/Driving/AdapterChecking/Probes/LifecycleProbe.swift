import AdapterProtocol
import JSONText

extension SuiteOutline {
  /// The suite `appconnect.lifecycle`.
  static let lifecycle = SuiteOutline(suite: "appconnect.lifecycle") { (_) throws(CheckStop) in
    SuiteProbe(
      suite: "appconnect.lifecycle", configuration: ["implements": ["managedPolicyChangedTo"]],
      steps: [
        .step(action: "device", text: "\"clientInstalled\":true"), .bare("shouldStart"),
        .bare("init"), .step(action: "start", text: "\"options\":{}"),
        .step(action: "ready", text: "\"policy\":\"MANAGED\""), .bare("terminate"),
      ],
      malformedStep: .step(action: "ready", text: "\"policy\":7"),
      longStep: { log(String(repeating: "a", count: $0)) },
      textStep: { log($0) },
      // A text that is logged shows nowhere.
      echoedText: { _ in nil },
      comparedMembers: ["calls", "properties", "secureData"], keptMembers: ["secureData"])
  }

  private static func log(_ text: String) -> Frame {
    .step(action: "log", text: "\"level\":\"STATUS\",\"text\":\"\(text)\"")
  }
}
