import JSONText
import Testing

@Suite("The suite appconnect.dualmode on the reference library")
struct DualModeConversationTests {
  private func start(_ folder: String? = nil, keep: Bool = false) -> JSONValue {
    [
      "type": "start", "suite": "appconnect.dualmode", "configuration": [:],
      "storage": folder.map { .string($0) } ?? nil, "keep": .boolean(keep),
    ]
  }

  private func launch(_ shouldStart: Bool, dieAfter writes: Int64? = nil) -> JSONValue {
    [
      "type": "step", "action": "launch", "shouldStart": .boolean(shouldStart),
      "options": ["url": "x"], "dieAfterPersist": writes.map { .integer($0) } ?? nil,
    ]
  }

  private let managed: JSONValue = [
    "type": "step", "action": "managedPolicy", "policy": "MANAGED", "secureServices": true,
    "secureFileIORequired": true, "authState": "RETIRED",
  ]

  @Test("calls, states and actions are told as the document names them")
  func conversation() throws {
    let leave: JSONValue = [
      "type": "step", "action": "userRequests", "mode": "NonAppConnectMode",
    ]
    let enter: JSONValue = ["type": "step", "action": "userRequests", "mode": "AppConnectMode"]
    let replies = try converse([
      start(), launch(true), managed, leave, enter, ["type": "step", "action": "fly"],
      ["type": "step", "action": "terminate"], managed,
    ])
    #expect(
      replies[1]["calls"] == [
        ["method": "shouldStartAppConnect"], ["method": "initWithDelegate"],
        ["method": "startWithLaunchOptions", "options": ["url": "x"]],
      ])
    #expect(replies[1]["state"] == "Undecided" && replies[1]["encryption"] == "Unencrypted")
    #expect(replies[2]["state"] == "AppConnectMode" && replies[2]["encryption"] == "Encrypted")
    #expect(replies[2]["app"]?.arrayValue?.first == ["method": "eraseSensitiveData"])
    #expect(replies[3]["calls"] == [["method": "retire"], ["method": "stop"]])
    #expect(replies[3]["state"] == "NonAppConnectMode")
    #expect(
      replies[4]["calls"] == [
        ["method": "initWithDelegate"], ["method": "startWithLaunchOptions", "options": nil],
      ])
    #expect(replies[5]["type"] == "unsupported")
    #expect(replies[6]["state"] == "PendingAppConnectMode")
    #expect(replies[7]["type"] == "failure")
  }

  @Test("the record survives where it should, and only there")
  func persistence() throws {
    try withFolder { folder in
      let replies = try converse([
        start(folder), launch(true), managed, start(folder, keep: true), launch(false),
        start(folder), launch(true),
      ])
      #expect(replies[4]["state"] == "AppConnectMode")
      #expect(replies[4]["encryption"] == "Encrypted")
      #expect(replies[6]["state"] == "Undecided")
    }
  }

  @Test("the app dies at the write that is named")
  func deaths() throws {
    let replies = try converse([
      start(), launch(true, dieAfter: 0), managed, launch(true, dieAfter: 1), managed,
      launch(false), launch(true), managed,
    ])
    #expect(replies[1]["calls"] == [] && replies[3]["calls"] == [])
    #expect(replies[2]["type"] == "failure" && replies[4]["type"] == "failure")
    #expect(replies[5]["state"] == "AppConnectNotAvailable")
    #expect(replies[7]["state"] == "AppConnectMode")
  }
}
