import AdapterProtocol
import JSONText

extension SuiteOutline {
  /// The suite `appconnect.openfrom`.
  static let openFrom = SuiteOutline(suite: "appconnect.openfrom") { (_) throws(CheckStop) in
    SuiteProbe(
      suite: "appconnect.openfrom",
      configuration: ["implements": ["openFromPolicyChangedTo", "openFromAttemptedWhenBlocked"]],
      opening: [
        .step(action: "launch", text: "\"policy\":\"AUTHORIZED\",\"whitelist\":[]"), .bare("ready"),
      ],
      steps: [
        policy("[\"com.example.viewer\"]"),
        .step(
          action: "policy",
          text: """
            "policy":"UNAUTHORIZED","whitelist":[],\
            "acknowledge":{"state":"APPLIED","message":"shown"}
            """),
        .step(action: "openFrom", text: "\"source\":\"com.example.viewer\""),
        .bare("properties"),
      ],
      malformedStep: .step(action: "policy", text: "\"policy\":7,\"whitelist\":[]"),
      longStep: { policy("[\"" + String(repeating: "a", count: $0) + "\"]") },
      textStep: { policy("[\"\($0)\"]") },
      echoedText: { reply in
        reply["calls"]?.arrayValue?.lazy.compactMap {
          $0["whitelist"]?.arrayValue?.first?.stringValue
        }
        .first
      },
      comparedMembers: ["calls", "reports", "properties", "allowed"])
  }

  private static func policy(_ list: String) -> Frame {
    .step(
      action: "policy",
      text: "\"policy\":\"WHITELIST\",\"whitelist\":\(list),\"acknowledge\":null")
  }
}
