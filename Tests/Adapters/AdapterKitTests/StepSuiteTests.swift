import AdapterKit
import AdapterProtocol
import Foundation
import JSONText
import Testing

@Suite("A suite of steps")
struct StepSuiteTests {
  private func replies(
    _ requests: [JSONValue], capabilities: [String] = ["killPoints"]
  ) throws -> [JSONValue] {
    let suite = StepSuite(
      lists: ["calls"], capabilities: capabilities, actions: Door.actions,
      install: Door.init(configuration:host:storage:))
    let lines = requests.enumerated().map { index, request in
      JSONValue.object(
        [JSONMember(key: "id", value: .integer(Int64(index + 1)))] + (request.members ?? [])
      )
      .compactText
    }
    let (replies, status) = try converse(["door": suite], lines.joined(separator: "\n"))
    #expect(status == 0)
    return try replies.map { try JSONValue(parsing: Array($0.utf8)) }
  }

  private func start(_ folder: String? = nil, keep: Bool = false) -> JSONValue {
    [
      "type": "start", "suite": "door", "configuration": ["name": "front"],
      "storage": folder.map { .string($0) } ?? nil, "keep": .boolean(keep),
    ]
  }

  private func step(_ action: String, _ members: [JSONMember] = []) -> JSONValue {
    .object(
      [JSONMember(key: "type", value: "step"), JSONMember(key: "action", value: .string(action))]
        + members)
  }

  private func push(_ force: JSONValue, dieAfter writes: Int64? = nil) -> JSONValue {
    step(
      "push",
      [
        JSONMember(key: "force", value: force), JSONMember(key: "returns", value: ["ring": "no"]),
        JSONMember(key: "dieAfterPersist", value: writes.map { .integer($0) } ?? nil),
      ])
  }

  @Test("tells calls with their arguments, what the app answers, and other members")
  func conversation() throws {
    let replies = try replies([start(), step("launch"), push("soft")])
    #expect(replies[0] == ["id": 1, "type": "started", "late": [["id": 1, "calls": ["hinge"]]]])
    #expect(
      replies[2] == [
        "id": 3, "type": "observed", "calls": [["method": "ring", "times": 1]], "answer": "no",
        "pushes": 1,
      ])
  }

  @Test("refuses what is not in the table, or not as the table says")
  func refusals() throws {
    let replies = try replies(
      [
        start(), push("soft"), step("launch"), step("fly"), push("violent"), push(7), push(nil),
        push("soft", dieAfter: 1), step("terminate"), push("soft"),
      ], capabilities: [])
    let types = replies.map { $0["type"]?.stringValue }
    #expect(
      types == [
        "started", "failure", "observed", "unsupported", "failure", "failure", "failure",
        "unsupported", "observed", "failure",
      ])
    #expect(replies[1]["message"] == "the app is not launched")
    #expect(replies[4]["message"] == "force is missing, or not soft|hard")
  }

  @Test("lets the app die at the write that is named: nothing after it counts")
  func deaths() throws {
    let replies = try replies([
      start(), step("launch"), push("hard", dieAfter: 0), step("launch"),
      push("hard", dieAfter: 1), push("soft"), step("launch"), push("hard", dieAfter: 3),
    ])
    #expect(replies[2]["calls"] == [["method": "ring", "times": 1]])
    #expect(replies[2]["pushes"] == 0)
    // The second write and the second call come after the death.
    #expect(replies[4]["calls"] == [["method": "ring", "times": 1]])
    #expect(replies[4]["pushes"] == 1)
    #expect(replies[5]["message"] == "the app is not launched")
    #expect(replies[7]["pushes"] == 3)
  }

  @Test("keeps what is stored where it should, and only there")
  func persistence() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/steps-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let replies = try replies([
      start(folder), step("launch"), push("hard"), start(folder, keep: true), step("launch"),
      start(folder), step("launch"),
    ])
    #expect(replies[4]["pushes"] == 2)
    #expect(replies[6]["pushes"] == 0)
  }

  @Test("shows what comes after a reply in the next one")
  func late() throws {
    let replies = try replies([start(), step("launch"), step("leave"), start()])
    #expect(replies[2]["calls"] == [])
    #expect(
      replies[3]["late"] == [["id": 3, "calls": ["slam"]], ["id": 4, "calls": ["hinge"]]])
  }

  @Test("carries typed values both ways")
  func typedValues() throws {
    let values: JSONValue = ["port": ["integer": "993"], "pairs": ["array": [["boolean": true]]]]
    #expect(try JSONValue(typed: values.typedMembers()) == values)
    #expect(throws: (any Error).self) { try (["port": 7] as JSONValue).typedMembers() }
  }
}

private final class Bell: Journal, @unchecked Sendable {
  func ring(times: Int64) -> String? {
    add("calls", ["method": "ring", "times": .integer(times)])
    return answer("returns", "ring")?.stringValue
  }
}

/// Stores how often it was pushed; a hard push counts twice. Slams after it was left.
private final class Door: StepInstallation {
  static var actions: [StepAction<Door>] {
    [
      StepAction("launch", Door.launch), StepAction("leave", Door.leave),
      StepAction("push", Door.push, "force: soft|hard", "returns: object?", whileRunning: true),
      StepAction("terminate", Door.terminate),
    ]
  }

  private let bell: Bell
  private let storage: Storage
  private var hasLeft = false

  init(configuration: JSONValue, host: Bell, storage: Storage) throws {
    guard configuration["name"]?.stringValue == "front" else { throw AdapterFailure("no name") }
    bell = host
    self.storage = storage
    host.add("calls", "hinge")
  }

  func launch(_ step: JSONValue) {}
  func terminate(_ step: JSONValue) {}
  func leave(_ step: JSONValue) { hasLeft = true }

  func push(_ step: JSONValue) throws {
    for turn in 1...(step["force"] == "hard" ? 2 as Int64 : 1) {
      if let answer = bell.ring(times: turn) { bell.tell("answer", .string(answer)) }
      try storage.store(.integer((storage.value?.integerValue ?? 0) + 1))
    }
  }

  func observe() { bell.tell("pushes", storage.value ?? 0) }

  deinit { if hasLeft { bell.add("calls", "slam") } }
}
