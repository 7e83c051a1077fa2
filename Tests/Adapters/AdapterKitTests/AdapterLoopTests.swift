import AdapterKit
import AdapterProtocol
import Foundation
import JSONText
import Testing

@Suite struct AdapterLoopTests {
  static let start = #"{"id":2,"type":"start","suite":"count","configuration":{"first":40}}"#

  @Test func greetsAndStops() throws {
    let conversation = try converse(
      ["count": Counter()],
      """
      {"id":1,"type":"hello","protocol":1,"harness":{"name":"assay","version":"1"},"new":[{}]}

      {"type":"stop","id":2}\r
      {"id":3,"type":"stop"}
      """)
    #expect(conversation.status == 0)
    #expect(
      conversation.replies == [
        #"{"id":1,"type":"hello","protocol":1,"implementation":{"name":"Test","version":"1","language":"Swift"},"suites":{"count":{"killPoints":false}}}"#,
        #"{"id":2,"type":"stopped"}"#,
      ])
  }

  @Test(arguments: [AdapterLoop.Flushing.eachReply, .whenIdle])
  func answersInOrderAndGoesOnAfterTrouble(flushing: AdapterLoop.Flushing) throws {
    let conversation = try converse(
      ["count": Counter()],
      """
      {"id":1,"type":"step","action":"add"}
      \(Self.start)
      {"action":"add","by":2,"type":"step","id":3}
      {"id":4,"type":"step","action":"fail"}
      {"id":5,"type":"step","action":"open"}
      {"id":6,"type":"step","action":"fly"}
      {"id":7,"type":"nap"}
      {"id":8,"type":"step","action":"add","by":-2,"sequence":true}
      {"id":9,"type":"start","suite":"other"}
      {"id":10,"type":"step","action":"add"}
      {"id":11,"type":"start","suite":"count","configuration":{}}
      {"id":12,"type":"step","action":"long"
      {"id":13,"type":"step","action":"add","action":"add"}
      \(Self.start)
      {"id":14,"type":"step","action":"long"}
      {"id":15,"type":"step","action":"add","sequence":true}
      {"id":16,"type":"stop"}
      """, flushing: flushing)
    #expect(conversation.status == 0)
    let expected = [
      #"{"id":1,"type":"failure","message":"a step came before any start"}"#,
      #"{"id":2,"type":"started"}"#,
      #"{"id":3,"type":"observed","number":42}"#,
      #"{"id":4,"type":"failure","message":"broken \"pipe\""}"#,
      #"{"id":5,"type":"failure","message":"the handler left objects or arrays open in its reply"}"#,
      #"{"id":6,"type":"unsupported","reason":"no action fly"}"#,
      #"{"id":7,"type":"unsupported","reason":"there is no request \"nap\" in protocol 1"}"#,
      #"{"id":8,"type":"observed","number":40}"#,
      #"{"id":9,"type":"unsupported","reason":"this adapter has no suite \"other\""}"#,
      #"{"id":10,"type":"failure","message":"a step came before any start"}"#,
      #"{"id":11,"type":"unsupported","reason":"no first number"}"#,
      #"{"id":0,"type":"failure","message":"line 1, column 39: the text ends within a value; is it cut off?"}"#,
      #"{"id":0,"type":"failure","message":"line 1, column 39: the member \"action\" occurs twice in this object"}"#,
      #"{"id":2,"type":"started"}"#,
      #"{"id":14,"type":"failure","message":"the reply has 17825829 bytes, 16777216 are allowed"}"#,
      #"{"id":15,"type":"observed","number":41}"#,
      #"{"id":16,"type":"stopped","late":[{"number":41}]}"#,
    ]
    for (reply, wanted) in zip(conversation.replies, expected) { #expect(reply == wanted) }
    #expect(conversation.replies.count == expected.count)
  }

  @Test func anImplementationThatStartsOnceSaysSo() throws {
    let hello = #"{"id":1,"type":"hello","protocol":1}"#
    let replies = try converse(["count": Counter()], hello, needsFreshProcess: true).replies
    #expect(
      replies == [
        #"{"id":1,"type":"hello","protocol":1,"implementation":{"name":"Test","version":"1","language":"Swift"},"suites":{"count":{"killPoints":false}},"freshProcess":true}"#
      ])
  }

  @Test func storageAndKeepReachTheHandler() throws {
    let conversation = try converse(
      ["count": Counter()],
      """
      {"id":1,"type":"start","suite":"count","configuration":{"first":1},"storage":"/a"}
      {"id":2,"type":"step","action":"add"}
      {"id":3,"type":"start","suite":"count","configuration":{"first":1},"storage":"/a"}
      {"id":4,"type":"step","action":"add"}
      {"keep":true,"id":5,"type":"start","suite":"count","configuration":{"first":1},"storage":"/a"}
      {"id":6,"type":"step","action":"add"}
      """)
    #expect(conversation.status == 0)
    #expect(conversation.replies.count == 6)
    #expect(
      conversation.replies.filter { $0.contains("number") }.map { $0.suffix(11) }
        == ["\"number\":2}", "\"number\":2}", "\"number\":3}"])
  }

  @Test func linesLongerThanAnyBufferAreAnswered() throws {
    let padding = String(repeating: "y", count: 300_000)
    var requests = Self.start + "\n"
    for id in 3..<13 {
      requests += #"{"id":\#(id),"type":"step","action":"add","padding":"\#(padding)"}"# + "\n"
      requests += #"{"id":\#(id),"type":"step","action":"add"}"# + "\n"
    }
    let conversation = try converse(["count": Counter()], requests)
    #expect(conversation.status == 0)
    #expect(conversation.replies.count == 21)
    #expect(conversation.replies.last == #"{"id":12,"type":"observed","number":60}"#)
  }

  @Test func repliesComeBeforeTheNextRequestOverPipes() throws {
    let toAdapter = Pipe()
    let fromAdapter = Pipe()
    let input = toAdapter.fileHandleForReading.fileDescriptor
    let output = fromAdapter.fileHandleForWriting.fileDescriptor
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let loop = AdapterLoop(
        AdapterIdentity(name: "Test", version: "1"), suites: ["count": Counter()])
      let status = loop.serve(input: input, output: output)
      #expect(status == 0)
      isDone.signal()
    }
    func ask(_ line: String) -> String {
      // In two parts, so that a line arrives in pieces.
      toAdapter.fileHandleForWriting.write(Data(line.utf8.prefix(9)))
      toAdapter.fileHandleForWriting.write(Data(line.utf8.dropFirst(9)) + [UInt8(ascii: "\n")])
      return String(decoding: fromAdapter.fileHandleForReading.availableData, as: UTF8.self)
    }
    #expect(ask(Self.start) == "{\"id\":2,\"type\":\"started\"}\n")
    for id in 3..<50 {
      #expect(
        ask(#"{"id":\#(id),"type":"step","action":"add"}"#)
          == "{\"id\":\(id),\"type\":\"observed\",\"number\":\(id + 38)}\n")
    }
    try toAdapter.fileHandleForWriting.close()
    isDone.wait()
  }

  @Test func brokenDescriptorsEndTheLoop() {
    let loop = AdapterLoop(AdapterIdentity(name: "Test", version: "1"), suites: [:])
    #expect(loop.serve(input: -1, output: -1) == 1)
  }
}
