import AdapterDriver
import AdapterProtocol
import Testing

/// Requests that are longer than a line of the protocol may be: they are not sent, and nobody is to blame for them.
@Suite struct UnsendableTests {
  private let long = ScriptedConversation(["good"], fillerBytes: Frame.maxLineBytes).frames[1]

  /// What was sent before is answered and counts, and the adapter goes on.
  @Test(arguments: [false, true]) func nothingIsSentFromThereOn(oneByOne: Bool) throws {
    let worker = AdapterWorker("good", .patient)
    var conversation = ScriptedConversation(["good", "good", "good"], oneByOne: oneByOne)
    conversation.frames[2] = long
    #expect(
      worker.converse(&conversation) == .unsendable(bytes: long.mostLineBytes, step: 2))
    #expect(conversation.replies.count == 2)
    let process = worker.processID
    #expect(process != nil)
    #expect(worker.run(["good"]).ending == .answered)
    #expect(worker.processID == process)
  }

  @Test func aStartCanBeTooLong() {
    let worker = AdapterWorker("good", .patient)
    var conversation = ScriptedConversation(["good"])
    conversation.frames[0] = long
    #expect(
      worker.converse(&conversation) == .unsendable(bytes: long.mostLineBytes, step: 0))
    #expect(conversation.replies.isEmpty)
    #expect(worker.run(["good"]).ending == .answered)
  }

  /// The folder of a case belongs to the line, too.
  @Test func theStorageCounts() {
    let worker = AdapterWorker("good", .patient)
    var conversation = ScriptedConversation(["good"])
    let start = conversation.frames[0]
    let room = Frame.maxLineBytes - start.mostLineBytes - #","x":"""#.utf8.count
    conversation.frames[0].body.removeLast()
    conversation.frames[0].body += Array(#","x":"\#(String(repeating: "x", count: room))"}"#.utf8)
    #expect(conversation.frames[0].mostLineBytes == Frame.maxLineBytes)
    conversation.needsStorage = true
    guard case .unsendable(_, step: 0) = worker.converse(&conversation) else {
      Issue.record("the longer line was sent")
      return
    }
  }

  /// Whether a request can be sent does not depend on its number.
  @Test func theLengthIsThatWithTheLongestNumber() {
    var line: [UInt8] = []
    long.appendLine(id: .max, to: &line)
    #expect(line.count == long.mostLineBytes)
    line = []
    let stop = Frame(type: "stop") { _ in }
    stop.appendLine(id: .max, to: &line)
    #expect(line.count == stop.mostLineBytes)
  }
}
