import JSONText
import Testing
import WireFormat

@Suite("The suite abt.manager on the reference library")
struct ProfileManagerConversationTests {
  private let start: JSONValue = [
    "type": "start", "suite": "abt.manager",
    "configuration": [
      "installed": [["bundleIdentifier": "com.acme.mail", "urlScheme": nil, "apiKey": "k"]],
      "allowChunks": true,
    ],
  ]

  private static let token = Token.hmacSHA256Hex(bundleIdentifier: "com.acme.mail", apiKey: "k")

  private func install(_ bytes: [UInt8]) -> JSONValue {
    let text = String(decoding: Base64Text.encode(bytes), as: UTF8.self)
    return ["type": "step", "action": "install", "profile": .string(text)]
  }

  private var profile: [UInt8] {
    let key = "com.absolute.thirdpartyconfig."
    var writer = PropertyListWriter()
    return writer.write(
      .dictionary([
        .init(key: "PayloadType", value: .string("Configuration")),
        .init(key: "PayloadIdentifier", value: .string("com.acme")),
        .init(key: "PayloadUUID", value: .string("P")),
        .init(
          key: "PayloadContent",
          value: .array([
            .dictionary([
              .init(key: "PayloadUUID", value: .string("L")),
              .init(key: key + "BundleIdentifier", value: .string("com.acme.mail")),
              .init(
                key: key + "Configuration",
                value: .dictionary([.init(key: "host", value: .string("h"))])),
            ])
          ])),
      ]))
  }

  private func callback(_ status: String, _ keys: [String]) -> JSONValue {
    let list = String(
      decoding: PercentCoding.encode(ChangedValues.encode(keys)), as: UTF8.self)
    return [
      "type": "step", "action": "callback",
      "url": .string(
        "absoluteapps://thirdpartyprofilestatus?profile=P&payload=L&token=\(Self.token)"
          + "&status=\(status)&changedValues=\(list)"),
    ]
  }

  @Test("URLs, status and keys are told as the document names them")
  func conversation() throws {
    let remove: JSONValue = ["type": "step", "action": "remove", "profile": "P"]
    let replies = try converse([
      start, install(profile), callback("Success", ["host"]), remove, callback("Success", []),
      install([1, 2, 3]), ["type": "step", "action": "fly"], ["type": "step", "action": "remove"],
    ])
    let url = try #require(replies[1]["opened"]?.arrayValue?.first?.stringValue)
    #expect(url.hasPrefix("x-absolutemanageconfig.com.acme.mail://apply?token=\(Self.token)"))
    #expect(replies[1]["status"] == "pending" && replies[1]["changed"] == .object([]))
    #expect(replies[2]["opened"] == [] && replies[2]["status"] == "installed")
    #expect(replies[2]["changed"] == ["L": ["host"]])
    #expect(replies[3]["opened"]?.arrayValue?.first?.stringValue?.contains("://reset?") == true)
    #expect(replies[4]["status"] == "removed" && replies[4]["changed"] == .object([]))
    #expect(replies[5]["opened"] == [] && replies[5]["status"]?.isNull == true)
    #expect(replies[6]["type"] == "unsupported" && replies[7]["type"] == "failure")
  }

  @Test("a start without apps to be installed on is trouble of the conversation")
  func noDevice() throws {
    let replies = try converse([
      ["type": "start", "suite": "abt.manager", "configuration": [:]],
      ["type": "step", "action": "remove", "profile": "P"],
    ])
    #expect(replies.allSatisfy { $0["type"] == "failure" })
  }
}
