import AdapterProtocol
import JSONText
import WireFormat

extension SuiteOutline {
  /// The suite `abt.manager`.
  static let manager = SuiteOutline(suite: "abt.manager") { (_) throws(CheckStop) in
    SuiteProbe(
      suite: "abt.manager",
      configuration: [
        "installed": [
          [
            "bundleIdentifier": "com.example.adaptercheck", "urlScheme": nil,
            "apiKey": "assay-check", "encryptionSecret": "assay-secret", "chunks": false,
          ]
        ], "allowChunks": true,
      ],
      steps: [install("profile", "check"), callback("nothing"), removal("profile")],
      malformedStep: .step(action: "install", text: "\"profile\":7"),
      longStep: { callback(String(repeating: "a", count: $0)) },
      textStep: { removal($0) },
      echoedText: { _ in nil },
      comparedMembers: ["opened", "status", "changed"])
  }

  /// A profile with one payload for the app of the checks.
  private static func install(_ profile: String, _ host: String) -> Frame {
    let key = "com.absolute.thirdpartyconfig."
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
      <key>PayloadType</key><string>Configuration</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>com.example.adaptercheck</string>
      <key>PayloadUUID</key><string>\(profile)</string>
      <key>PayloadContent</key><array><dict>
      <key>PayloadType</key><string>com.absolute.thirdpartyconfig</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadUUID</key><string>payload</string>
      <key>\(key)BundleIdentifier</key><string>com.example.adaptercheck</string>
      <key>\(key)Configuration</key><dict><key>host</key><string>\(host)</string></dict>
      </dict></array></dict></plist>
      """
    let base64 = String(decoding: Base64Text.encode(Array(text.utf8)), as: UTF8.self)
    return .step(action: "install", text: "\"profile\":\"\(base64)\"")
  }

  private static func removal(_ profile: String) -> Frame {
    .step(action: "remove", text: "\"profile\":\"\(profile)\"")
  }

  /// A callback that nobody waits for.
  private static func callback(_ payload: String) -> Frame {
    .step(
      action: "callback",
      text: """
        "url":"absoluteapps://thirdpartyprofilestatus?profile=assay&payload=\(payload)&token=0&status=Error"
        """)
  }
}
