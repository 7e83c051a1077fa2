import AdapterKit
import AdapterProtocol
import Foundation
import JSONText
import Testing

/// Libraries that are given their delegate once, and libraries that work on when they have returned.
@Suite struct StandingDelegateTests {
  private func start(_ id: Int) -> String {
    #"{"id":\#(id),"type":"start","suite":"abt","configuration":{"bundleIdentifier":"b","apiKey":"k","edition":"plain"}}"#
  }

  private func step(_ id: Int, _ url: String, _ answer: String) -> String {
    #"{"id":\#(id),"type":"step","action":"open","url":"\#(url)","delegate":{"apply":{"#
      + #""records":[{"record":"didApply","key":"k"}],"answer":"\#(answer)"},"#
      + #""revert":{"answer":"\#(answer)"}}}"#
  }

  private func replies(_ requests: [String]) throws -> [JSONValue] {
    let claim = ABTClaim(editions: [.plain], capabilities: [.bytes, .log])
    let memory = Memory()
    let handler = ABTHandler(claim) { StandingApp($1, memory) }
    return try converse(["abt": handler], requests.joined(separator: "\n")).replies
      .map { try JSONValue(parsing: Array($0.utf8)) }
  }

  @Test func eachStepHasItsOwnScript() throws {
    let observed = try replies([
      start(1), step(2, "ask", "no"), step(3, "ask", "yes"),
    ])
    let call: JSONValue = ["method": "apply", "category": "c", "values": ["k": nil]]
    let revert: JSONValue = ["method": "revert", "category": nil, "keys": ["k"]]
    #expect(observed[1]["calls"] == [call, revert])
    #expect(observed[1]["callbacks"] == ["no no k"])
    #expect(observed[1]["log"] == ["asked"])
    #expect(observed[2]["callbacks"] == ["yes yes k"])
    #expect(observed.compactMap { $0["late"] }.isEmpty)
  }

  @Test func whatBelongsToNoStepIsLate() throws {
    let observed = try replies([
      start(1), step(2, "remember", "yes"), start(3), step(4, "wake", "yes"), start(5),
      #"{"id":6,"type":"stop"}"#,
    ])
    #expect(observed[2]["late"] == [["id": 2, "callbacks": ["forgotten"]]])
    #expect(observed[4]["late"] == [["id": 5, "callbacks": ["made"]]])
    #expect(observed[5]["late"] == nil)
  }

  @Test func aCallbackOfAnotherThreadIsWaitedFor() throws {
    let observed = try replies([start(1), step(2, "thread", "yes")])
    #expect(observed[1]["callbacks"] == [["base64": "/w=="]])
    #expect(observed[1]["late"] == nil)
  }

  @Test func whoStaysSilentIsNotWaitedForLonger() throws {
    let observed = try replies([start(1), step(2, "silent", "yes")])
    #expect(observed[1]["callbacks"] == [])
  }
}

/// What an app leaves to the next one.
private final class Memory {
  var forgotten: StandingDelegate?
  var greets = false
}

/// Its delegate is given to it once. What earlier ones were told to do later, the next one does.
private final class StandingApp: ABTLibrary {
  private let standing: StandingDelegate
  private let memory: Memory

  init(_ standing: StandingDelegate, _ memory: Memory) {
    self.standing = standing
    self.memory = memory
    memory.forgotten?.opened("forgotten")
    memory.forgotten = nil
    if memory.greets { standing.opened("made") }
  }

  func open(_ url: String, delegate: ScriptedDelegate) throws -> Bool {
    switch url {
    case "remember": memory.forgotten = standing
    case "wake": memory.greets = true
    case "thread":
      let standing = standing
      Thread.detachNewThread { standing.opened(bytes: [0xFF]) }
      delegate.waitUntilQuiet(milliseconds: 20_000)
    case "silent": delegate.waitUntilQuiet(milliseconds: 5)
    default:
      var keys: [String] = []
      let applied = standing.apply(category: "c", values: [.init("k", .null)]) {
        keys.append($0.key)
      }
      let reverted = standing.revert(category: nil, keys: ["k"])
      standing.log("asked")
      standing.opened("\(applied.answer) \(reverted.answer) \(keys.joined())")
    }
    return true
  }
}
