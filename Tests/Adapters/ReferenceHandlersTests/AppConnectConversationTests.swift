import JSONText
import Testing

@Suite("The suites appconnect.config and appconnect.openfrom on the reference library")
struct AppConnectConversationTests {
  private func start(
    _ suite: String, _ implements: JSONValue, _ folder: String? = nil, keep: Bool = false
  ) -> JSONValue {
    [
      "type": "start", "suite": .string(suite), "configuration": ["implements": implements],
      "storage": folder.map { .string($0) } ?? nil, "keep": .boolean(keep),
    ]
  }

  private let both: JSONValue = ["appConnectConfigIs", "appConnectConfigChangedTo"]

  private func step(_ action: String, _ members: [(String, JSONValue)] = []) -> JSONValue {
    .object(
      ([("type", "step"), ("action", .string(action))] + members).map {
        JSONMember(key: $0.0, value: $0.1)
      })
  }

  private func methods(_ reply: JSONValue) -> [String] {
    (reply["calls"]?.arrayValue ?? []).compactMap { $0["method"]?.stringValue }
  }

  @Test(
    "configurations are delivered as the document's table has it, and survive where they should")
  func configurations() throws {
    try withFolder { folder in
      let change = step("serverChange", [("config", ["server": "a"])])
      let failing = step(
        "serverChange",
        [
          ("config", ["server": "b"]),
          ("returns", ["appConnectConfigIs": "no", "appConnectConfigChangedTo": nil]),
        ])
      let replies = try converse([
        start("appconnect.config", both, folder), change, step("launch"), failing,
        step("terminate"),
        start("appconnect.config", both, folder, keep: true), step("launch"),
        start("appconnect.config", both, folder), step("launch"),
      ])
      #expect(methods(replies[1]) == [])
      #expect(methods(replies[2]) == ["appConnectConfigChangedTo", "appConnectConfigIs"])
      #expect(replies[2]["calls"]?.arrayValue?.first?["config"] == ["server": "a"])
      #expect(
        replies[3]["reports"] == [
          ["method": "appConnectConfigChangedTo", "status": "applied", "message": nil],
          ["method": "appConnectConfigIs", "status": "error", "message": "no"],
        ])
      #expect(methods(replies[6]) == ["appConnectConfigIs"])
      #expect(methods(replies[8]) == [], "nothing is kept")
    }
  }

  @Test("keys that are the same letters stay two keys")
  func exactKeys() throws {
    let replies = try converse([
      start("appconnect.config", ["appConnectConfigIs"]),
      step("serverChange", [("config", ["\u{E9}": "1", "e\u{301}": "2", "": "\u{0}"])]),
      step("launch"),
    ])
    let config = replies[2]["calls"]?.arrayValue?.first?["config"]
    #expect(config?.holdsSameValues(as: ["\u{E9}": "1", "e\u{301}": "2", "": "\u{0}"]) == true)
  }

  @Test("the policy is told, acknowledged and enforced")
  func openFrom() throws {
    let replies = try converse([
      start("appconnect.openfrom", ["openFromPolicyChangedTo", "openFromAttemptedWhenBlocked"]),
      step("launch", [("policy", "AUTHORIZED"), ("whitelist", [])]), step("properties"),
      step("ready"),
      step(
        "policy",
        [
          ("policy", "WHITELIST"), ("whitelist", ["com.acme.notes", "com.acme.notes"]),
          ("acknowledge", ["state": "ERROR", "message": "no"]),
        ]),
      step("openFrom", [("source", "com.acme.notes")]),
      step("openFrom", [("source", "com.acme.Notes")]),
      step("stop"), step("properties"), step("fly"),
    ])
    let properties: JSONValue = ["policy": "WHITELIST", "whitelist": ["com.acme.notes"]]
    #expect(replies[2]["properties"] == "notReady")
    #expect(
      replies[4]["calls"] == [
        [
          "method": "openFromPolicyChangedTo", "policy": "WHITELIST",
          "whitelist": ["com.acme.notes"], "properties": properties,
        ]
      ])
    #expect(replies[4]["reports"] == [["state": "ERROR", "message": "no"]])
    #expect(replies[5]["allowed"] == true && methods(replies[5]) == [])
    #expect(
      replies[6]["allowed"] == false && methods(replies[6]) == ["openFromAttemptedWhenBlocked"])
    #expect(replies[8]["properties"] == "notReady")
    #expect(replies[9]["type"] == "unsupported")
  }

  @Test("requests that make no sense are refused before the library sees them")
  func refusals() throws {
    let replies = try converse([
      start("appconnect.config", ["appConnectConfigWas"]), start("appconnect.config", both),
      step("serverChange", [("config", 7)]), step("serverChange"), step("terminate"),
      step("launch", [("returns", ["appConnectConfigIs": 1])]), step("launch"), step("launch"),
      start("appconnect.openfrom", []), step("ready"), step("launch", [("policy", "OPEN")]),
    ])
    for index in [0, 2, 3, 4, 5, 7, 9, 10] {
      #expect(replies[index]["type"] == "failure", "\(index)")
    }
    #expect(replies[6]["type"] == "observed")
  }
}
