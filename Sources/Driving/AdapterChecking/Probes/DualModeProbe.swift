import AdapterProtocol
import JSONText

extension SuiteOutline {
  /// The suite `appconnect.dualmode`.
  static let dualMode = SuiteOutline(suite: "appconnect.dualmode") { (_) throws(CheckStop) in
    SuiteProbe(
      suite: "appconnect.dualmode", configuration: .object([]),
      steps: [
        launch("{}"),
        .step(
          action: "managedPolicy",
          text: """
            "policy":"MANAGED","secureServices":true,"secureFileIORequired":true,\
            "authState":"AUTHORIZED"
            """),
        Frame(body: Array(#"{"type":"step","action":"terminate"}"#.utf8)),
      ],
      malformedStep: .step(action: "managedPolicy", text: "\"policy\":7"),
      longStep: { launch("{\"assay\":\"" + String(repeating: "a", count: $0) + "\"}") },
      textStep: { launch("{\"assay\":\"\($0)\"}") },
      echoedText: { reply in
        reply["calls"]?.arrayValue?.lazy.compactMap { $0["options"]?["assay"]?.stringValue }.first
      },
      comparedMembers: ["calls", "app", "state", "encryption"],
      keptMembers: ["state", "encryption"])
  }

  private static func launch(_ options: String) -> Frame {
    .step(action: "launch", text: "\"shouldStart\":true,\"options\":\(options)")
  }
}
