import AdapterProtocol
import JSONText

extension SuiteOutline {
  /// The suite `managed-config`.
  static let managedConfig = SuiteOutline(suite: "managed-config") { (_) throws(CheckStop) in
    SuiteProbe(
      suite: "managed-config",
      configuration: [
        "schema": [
          ["key": "greeting", "type": "string", "default": ["string": "Hello"]],
          ["key": "limit", "type": "integer", "maximum": 9, "default": ["integer": "3"]],
        ], "counters": ["assay"],
      ],
      steps: [
        configure(#"{"greeting":{"string":"Welcome"},"limit":{"integer":"7"}}"#), .bare("launch"),
        .step(action: "count", text: #""counter":"assay","times":2"#), .bare("settings"),
        .bare("terminate"),
      ],
      malformedStep: .step(action: "configure", text: "\"dictionary\":7"),
      longStep: {
        configure("{\"greeting\":{\"string\":\"" + String(repeating: "a", count: $0) + "\"}}")
      },
      textStep: { configure("{\"greeting\":{\"string\":\"\($0)\"}}") },
      echoedText: { $0["configuration"]?["greeting"]?["string"]?.stringValue },
      comparedMembers: ["calls", "settings", "configuration", "feedback"],
      keptMembers: ["configuration", "feedback"])
  }

  private static func configure(_ dictionary: String) -> Frame {
    .step(action: "configure", text: "\"dictionary\":\(dictionary)")
  }
}
