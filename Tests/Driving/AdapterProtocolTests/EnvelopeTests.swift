import AdapterProtocol
import JSONText
import Testing

@Suite struct EnvelopeTests {
  /// The members of a reply, and what it must read as in every order of them.
  static let replies: [([String], ReplyEnvelope)] = [
    ([#""id":7"#, #""type":"started""#, #""more":{"id":[8]}"#], .init(id: 7, kind: .started)),
    (
      [#""id":7"#, #""type":"stopped""#, #""late":[]"#, #""late2":1"#],
      .init(id: 7, kind: .stopped)
    ),
    (
      [#""id":7"#, #""type":"stopped""#, #""late":[{"id":3,"calls":[]}]"#],
      .init(id: 7, kind: .stopped, hasLate: true)
    ),
    (
      // Members that mean something elsewhere are only content here.
      [#""id":3"#, #""type":"observed""#, #""reason":5"#, #""message":[]"#, #""suites":null"#],
      .init(id: 3, kind: .observed)
    ),
    (
      [#""id":1"#, #""type":"unsupported""#, #""reason":"no \u0064ialect""#],
      .init(id: 1, kind: .unsupported(reason: "no dialect"))
    ),
    ([#""id":1"#, #""type":"unsupported""#], .init(id: 1, kind: .unsupported(reason: ""))),
    (
      [#""id":9007199254740991"#, #""type":"failure""#, #""message":"broken""#],
      .init(id: 9_007_199_254_740_991, kind: .failure(message: "broken"))
    ),
    (
      [
        #""id":1"#, #""type":"hello""#, #""protocol":1"#, #""freshProcess":true"#,
        #""implementation":{"name":"A","version":"2","language":"C","x":0}"#,
        #""suites":{"abt":{"editions":["plain"],"capabilities":["log","chunks"],"o":1},"m":{}}"#,
      ],
      .init(
        id: 1,
        kind: .hello(
          Hello(
            implementationName: "A", implementationVersion: "2", language: "C",
            suites: [
              "abt": SuiteClaim(options: [
                "editions": ["plain"], "capabilities": ["log", "chunks"], "o": 1,
              ]), "m": SuiteClaim(),
            ], freshProcess: true)))
    ),
  ]

  @Test(arguments: replies)
  func membersMayStandInAnyOrder(members: [String], expected: ReplyEnvelope) throws {
    for order in orders(members) {
      let line = "{" + order.joined(separator: ", ") + "}"
      #expect(try reply(line) == expected, "\(line)")
    }
  }

  /// An implementation can put whatever it has read into names; to compare runs of marks canonically would take hours.
  @Test(.timeLimit(.minutes(30))) func namesOfMarksHoldNobodyUp() throws {
    let marks = "s" + String(repeating: "\u{301}\u{316}", count: 100_000)
    let others = "s" + String(repeating: "\u{316}\u{301}", count: 100_000)
    let names = "\"\(marks)\":{},\"\(others)\":{}"
    let words = "[\"\(marks)\",\"\(others)\",\"plain\"]"
    let line =
      "{\"id\":1,\"type\":\"hello\",\"protocol\":1,\(names),"
      + "\"implementation\":{\"name\":\"A\",\(names)},"
      + "\"suites\":{\"abt\":{\"editions\":\(words),\"capabilities\":\(words)},\(names)}}"
    guard case .hello(let hello) = try reply(line).kind else { return #expect(Bool(false)) }
    #expect(hello.suites.keys.sorted() == ["abt"])
    #expect(hello.suites["abt"]?.editions == ["plain"])
    #expect(hello.suites["abt"]?.capabilities == ["plain"])
    #expect(throws: JSONError.self) { try reply("{\"id\":1,\"type\":\"\(marks)\"}") }
  }

  @Test func ofALongReasonTheBeginningIsKept() throws {
    func reason(_ count: Int) throws -> String {
      let text = String(repeating: "r", count: count)
      guard
        case .unsupported(let reason) = try reply(
          "{\"id\":1,\"type\":\"unsupported\",\"reason\":\"\(text)\"}"
        ).kind
      else { return "" }
      return reason
    }
    #expect(try reason(4_096).utf8.count == 4_096)
    let long = try reason(4_097)
    #expect(long.hasSuffix("r…") && long.utf8.count < 4_096)
  }

  @Test func aClaimIsReadByItsParts() throws {
    guard case .hello(let hello) = Self.replies.last?.1.kind else { return #expect(Bool(false)) }
    let claim = try #require(hello.suites["abt"])
    #expect(claim.editions == ["plain"])
    #expect(claim.capabilities == ["chunks", "log"])
    #expect(hello.suites["m"]?.capabilities == [])
  }

  @Test(arguments: [
    (#"{"type":"started"}"#, JSONError.Reason.missingMember("id")),
    (#"{"id":1}"#, .missingMember("type")),
    (#"{"id":1,"type":"done"}"#, .unexpectedValue("there is no reply of the type \"done\"")),
    (#"{"id":"1","type":"started"}"#, .unexpectedType(expected: "a number")),
    (#"{"id":1.0,"type":"started"}"#, .notAnInteger),
    (#"[1]"#, .unexpectedType(expected: "an object")),
    (#"{"id":1,"type":"started"} x"#, .trailingText),
    (#"{"id":1,"type":"observed","x":{"a":1,"a":2}}"#, .duplicateKey("a")),
    (#"{"id":1,"type":"observed","x":"\ud800"}"#, .loneSurrogate),
    (#"{"id":1,"type":"observed","late":{}}"#, .unexpectedType(expected: "an array")),
    (#"{"id":1,"type":"failure","message":5}"#, .unexpectedType(expected: "a string")),
    (
      #"{"id":1,"type":"hello","protocol":1,"implementation":{"name":"x"}}"#,
      .missingMember("suites")
    ),
    (#"{"id":1,"type":"hello","protocol":1,"suites":{}}"#, .missingMember("implementation")),
    (
      #"{"id":1,"type":"hello","implementation":{"name":"x"},"suites":{}}"#,
      .missingMember("protocol")
    ),
    (
      #"{"id":1,"type":"hello","protocol":1,"implementation":{},"suites":{}}"#,
      .missingMember("name")
    ),
    (
      #"{"id":1,"type":"hello","protocol":1,"implementation":{"name":"x"},"suites":{"a":[]}}"#,
      .unexpectedType(expected: "an object")
    ),
    (
      #"{"id":1,"type":"hello","protocol":1,"implementation":{"name":"x"},"suites":{"a":{"editions":[1]}}}"#,
      .unexpectedValue("\"editions\" of a suite is an array of strings")
    ),
  ])
  func whatIsNoReplyIsNamed(line: String, reason: JSONError.Reason) {
    #expect(#expect(throws: JSONError.self) { try reply(line) }?.reason == reason)
  }

  @Test func anotherProtocolIsReadAsSuch() throws {
    let line = #"{"id":1,"type":"hello","protocol":2,"implementations":[]}"#
    guard case .hello(let hello) = try reply(line).kind else { return #expect(Bool(false)) }
    #expect(hello.protocolVersion == 2)
  }

  @Test func everyPrefixOfAReplyIsRefused() throws {
    let line = #"{"id":3,"type":"observed","handled":true,"calls":[{"method":"apply"}]}"#
    _ = try reply(line)
    for length in 0..<line.utf8.count {
      #expect(throws: JSONError.self) { try reply(String(line.prefix(length))) }
    }
  }

  @Test func greetingsReadBack() throws {
    let hello = Hello(
      implementationName: "Acme \"Config\"", implementationVersion: "2.3.1", language: "Swift",
      suites: [
        "abt": SuiteClaim(editions: ["plain", "encrypting"], capabilities: ["log"]),
        "managed-config": SuiteClaim(),
      ], freshProcess: true)
    let text = written { writer in
      writer.beginObject()
      hello.writeMembers(to: &writer)
      writer.endObject()
    }
    #expect(try read(text) { (r) throws(JSONError) in try Hello.read(from: &r) } == hello)
    #expect(text.contains(#""suites":{"abt":{"editions":["plain","encrypting"]"#))
  }
}
