import JSONText
import Testing

@Suite("The suites managed-config and appconnect.lifecycle on the reference library")
struct ManagedConfigConversationTests {
  private func start(_ folder: String, keep: Bool = false) -> JSONValue {
    [
      "type": "start", "suite": "managed-config",
      "configuration": [
        "schema": [["key": "limit", "type": "integer", "maximum": 9, "default": ["integer": "3"]]],
        "counters": ["count"],
      ], "storage": .string(folder), "keep": .boolean(keep),
    ]
  }

  private func step(_ action: String, _ members: KeyValuePairs<String, JSONValue> = [:])
    -> JSONValue
  {
    .object(
      [
        JSONMember(key: "type", value: "step"),
        JSONMember(key: "action", value: .string(action)),
      ] + members.map { JSONMember(key: $0.key, value: $0.value) })
  }

  @Test("configuration and feedback survive where they should, and only there")
  func defaults() throws {
    try withFolder { folder in
      let replies = try converse([
        start(folder), step("configure", ["dictionary": ["limit": ["integer": "7"]]]),
        step("launch"), step("count", ["counter": "count", "times": 4]),
        start(folder, keep: true), step("launch"), step("collectFeedback"),
        start(folder), step("launch"), step("fly"), step("configure"),
      ])
      #expect(replies[1]["settings"]?.isNull == true && replies[1]["calls"] == [])
      #expect(
        replies[2]["calls"] == [["method": "addObserver"], ["method": "readConfiguration"]])
      #expect(replies[2]["settings"] == ["limit": ["integer": "7"]])
      #expect(replies[3]["feedback"] == ["count": ["integer": "4"]])
      #expect(replies[5]["settings"] == ["limit": ["integer": "7"]])
      #expect(replies[6]["collected"] == ["count": ["integer": "4"]])
      #expect(replies[6]["feedback"]?.isNull == true)
      #expect(replies[8]["settings"] == ["limit": ["integer": "3"]])
      #expect(replies[9]["type"] == "unsupported" && replies[10]["type"] == "failure")
    }
  }

  @Test("the library is started, retired and stopped as the document names it")
  func lifecycle() throws {
    try withFolder { folder in
      func start(_ keep: Bool) -> JSONValue {
        [
          "type": "start", "suite": "appconnect.lifecycle",
          "configuration": ["implements": ["managedPolicyChangedTo"]],
          "storage": .string(folder), "keep": .boolean(keep),
        ]
      }
      let replies = try converse([
        start(false), step("device", ["clientInstalled": true]), step("shouldStart"), step("init"),
        step("start", ["options": [:]]), step("ready", ["policy": "MANAGED"]), start(true),
        step("device", ["clientInstalled": false]), step("shouldStart"), step("ready"),
      ])
      #expect(replies[2]["answer"] == true)
      #expect(replies[4]["properties"]?["managedPolicy"] == "notReady")
      #expect(replies[5]["calls"]?.arrayValue?.count == 2)
      #expect(replies[5]["properties"]?["raw"] == ["managedPolicy": 2])
      #expect(replies[5]["secureData"] == true)
      #expect(replies[8]["answer"] == true && replies[8]["secureData"] == true)
      #expect(replies[9]["type"] == "failure")
    }
  }
}
