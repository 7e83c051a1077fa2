import AdapterKit
import AdapterProtocol
import Foundation
import JSONText
import Testing

/// Libraries whose values have types that show only when the program runs, and libraries that throw.
@Suite struct PlainValueTests {
  private static let start =
    #"{"id":1,"type":"start","suite":"abt","configuration":{"bundleIdentifier":"b","apiKey":"k","edition":"plain"}}"#

  private static func step(_ id: Int, _ url: String) -> String {
    #"{"id":\#(id),"type":"step","action":"open","url":"\#(url)"}"#
  }

  /// The replies to steps, without that to the start.
  private static func replies(
    _ urls: [String], plainValue: @escaping PlainValue = ownType
  ) throws -> [JSONValue] {
    let handler = ABTHandler(ABTClaim(editions: [.plain]), plainValue: plainValue) { _ in
      AnyLibrary()
    }
    let steps = urls.enumerated().map { step($0.offset + 2, $0.element) }
    let conversation = try converse(["abt": handler], ([start] + steps).joined(separator: "\n"))
    #expect(conversation.status == 0)
    return try conversation.replies.dropFirst().map { try JSONValue(parsing: Array($0.utf8)) }
  }

  private static func calls(_ reply: JSONValue) -> [JSONValue] {
    reply["calls"]?.arrayValue ?? []
  }

  @Test func typesThatTheKitKnowsAreTold() throws {
    let functions: [PlainValue] = [Self.ownType, { _ in nil }]
    for plainValue in functions {
      let reply = try #require(try Self.replies(["known"], plainValue: plainValue).first)
      #expect(
        Self.calls(reply).first?["values"] == [
          "beyond": ["integer": "18446744073709551615"], "byte": ["integer": "1"],
          "data": ["data": "AP8="],
          "list": ["array": [["integer": "1"], ["array": []], ["array": [["integer": "2"]]]]],
          "members": ["dictionary": ["k": ["boolean": false]]], "none": nil,
          "one": ["integer": "1"], "real": ["real": "1.0"], "short": ["real": "0.5"],
          "some": ["string": "x"], "true": ["boolean": true], "typed": ["date": "0.0"],
        ])
    }
  }

  @Test func theAdapterSaysWhatOwnTypesAre() throws {
    let reply = try #require(try Self.replies(["own"]).first)
    #expect(
      Self.calls(reply).first == [
        "method": "apply", "category": "c",
        "values": [
          "array": ["array": [["integer": "8"], ["array": [["string": "w"]]]]],
          "dictionary": ["dictionary": ["key": ["integer": "9"]]],
          "value": ["integer": "7"],
        ],
      ])
    #expect(
      Self.calls(reply).last
        == ["method": "revert", "category": ["integer": "3"], "keys": ["a", ["integer": "4"]]])
  }

  @Test func valuesOfAnyTypeAreToldInAnyPlace() throws {
    let reply = try #require(try Self.replies(["places"], plainValue: { _ in nil }).first)
    let calls = Self.calls(reply)
    #expect(
      calls.compactMap { $0["category"] } == [
        ["integer": "7"], ["array": [["string": "a"], ["boolean": true]]], ["boolean": false],
      ])
    #expect(calls.last?["keys"] == ["host", ["integer": "1"], ["real": "1.5"]])
  }

  @Test(arguments: [
    "value", "element", "member", "key", "category", "reverted", "values", "keys",
  ])
  func whatNothingIsSaidOfIsAFailureThatNamesTheType(place: String) throws {
    let replies = try Self.replies(["stranger " + place, "places"])
    #expect(replies[0]["type"] == "failure")
    #expect(replies[0]["message"]?.stringValue?.contains("Stranger") == true)
    #expect(replies[1]["type"] == "observed")
  }

  @Test func withoutTheFunctionOwnTypesAreFailures() throws {
    let reply = try #require(try Self.replies(["own"], plainValue: { _ in nil }).first)
    #expect(reply["type"] == "failure")
  }

  @Test func whatIsLateAndCannotBeToldIsNotShown() throws {
    let replies = try Self.replies(["", "late"])
    let late = try #require(replies[1]["late"]?.arrayValue?.first)
    #expect(Self.calls(late).first?["values"] == ["tooLarge": true])
  }

  @Test(arguments: ["endless", "deep", "wide", "list"])
  func theLimitsHold(url: String) throws {
    let reply = try #require(try Self.replies([url]).first)
    #expect(Self.calls(reply).first?["values"] == ["tooLarge": true])
  }

  /// As it would end an app.
  @Test func aLibraryThatThrowsEndsTheProcess() async {
    await #expect(processExitsWith: .exitCode(70)) { try Self.converseWithThrower("k", "throw") }
    await #expect(processExitsWith: .exitCode(70)) { try Self.converseWithThrower("throw", "") }
    await #expect(processExitsWith: .exitCode(0)) { try Self.converseWithThrower("k", "trouble") }
  }

  private static func converseWithThrower(_ apiKey: String, _ url: String) throws {
    let handler = ABTHandler(ABTClaim(editions: [.plain])) { app in
      if app.apiKey == "throw" { throw LibraryError() }
      return Thrower()
    }
    let lines = [start.replacing(#""apiKey":"k""#, with: #""apiKey":"\#(apiKey)""#), step(2, url)]
    _ = try converse(["abt": handler], lines.joined(separator: "\n"))
    exit(0)
  }

  @Sendable static func ownType(_ value: Any) -> Any? {
    switch value {
    case let uid as UID: uid.number
    case let word as Word: word.text
    case let bag as Set<Word>: Array(bag)
    case is Endless: [value, value]
    default: nil
    }
  }
}

private struct UID { var number: Int }
private struct Word: Hashable { var text: String }
private struct Endless {}
private struct Stranger: Hashable {}
private struct LibraryError: Error {}

private final class Thrower: ABTLibrary {
  func open(_ url: String, delegate: ScriptedDelegate) throws -> Bool {
    if url == "throw" { throw LibraryError() }
    throw AdapterFailure("trouble")
  }
}

private final class AnyLibrary: ABTLibrary {
  private var earlier: ScriptedDelegate?

  func open(_ url: String, delegate: ScriptedDelegate) throws -> Bool {
    defer { earlier = delegate }
    func apply(_ category: Any?, _ values: Any, to delegate: ScriptedDelegate = delegate) {
      _ = delegate.apply(anyCategory: category, anyValues: values) { _ in }
    }
    switch url {
    case "known": apply(nil, Self.known)
    case "own":
      let inner: [AnyHashable: Any] = [Word(text: "key"): UID(number: 9)]
      let bag: Set = [Word(text: "w")]
      let array: [Any] = [UID(number: 8), bag]
      let values: [String: Any] = ["value": UID(number: 7), "array": array, "dictionary": inner]
      apply(Word(text: "c"), values)
      let keys: [Any] = [Word(text: "a"), UID(number: 4)]
      _ = delegate.revert(anyCategory: UID(number: 3), anyKeys: keys)
    case "places":
      apply(7, [String: Int]())
      apply(["a", true] as [Any], [String: Int]())
      _ = delegate.revert(anyCategory: false, anyKeys: ["host", 1, 1.5] as [Any])
    case "late":
      if let earlier { apply(nil, ["v": Stranger()], to: earlier) }
    case "endless": apply(nil, ["v": Endless()])
    case "deep": apply(nil, ["v": (0..<5_000).reduce([] as [Any]) { value, _ in [value] }])
    case "wide":
      apply(nil, ["v": Array(repeating: String(repeating: "x", count: 1 << 20), count: 10_000)])
    case "list": apply(nil, ["v": Array(repeating: 0, count: 100_000)])
    case "stranger value": apply(nil, ["v": Stranger()])
    case "stranger element": apply(nil, ["v": ["a", Stranger()] as [Any]])
    case "stranger member": apply(nil, ["v": ["k": Stranger()]])
    case "stranger key": apply(nil, ["v": [Stranger(): 1]])
    case "stranger category": apply(Stranger(), [String: Int]())
    case "stranger values": apply(nil, Stranger())
    case "stranger reverted":
      _ = delegate.revert(anyCategory: nil, anyKeys: ["host", Stranger()] as [Any])
    case "stranger keys": _ = delegate.revert(anyCategory: nil, anyKeys: Stranger())
    default: break
    }
    return true
  }

  private static var known: [String: Any] {
    let none: Int? = nil
    let some: String? = "x"
    return [
      "true": true, "one": 1, "byte": 1 as UInt8, "beyond": UInt64.max, "real": 1.0,
      "short": 0.5 as Float, "data": [0, 0xFF] as [UInt8], "none": none as Any,
      "some": some as Any, "typed": TypedValue.date(0),
      "list": [1, [] as [Any], [2 as UInt8] as [Any]] as [Any],
      "members": ["k": false],
    ]
  }
}
