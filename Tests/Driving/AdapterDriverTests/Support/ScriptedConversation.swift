import AdapterDriver
import AdapterProtocol
import JSONText

/// A start and a list of actions for `MisbehavingAdapter`; keeps the replies.
struct ScriptedConversation: Conversation {
  var frames: [Frame]
  /// Hand out one frame at a time, each only after the reply to the one before.
  var oneByOne = false
  /// Say that it is enough after so many replies.
  var enoughAfter = Int.max
  /// Throw at the reply to this frame.
  var throwsAt: Int?
  /// Ask for a folder of the case's own.
  var needsStorage = false
  /// Have the process killed before a later start.
  var killsAtRestart = false
  /// Read memory after the replies to these frames.
  var memoryMarks: [Int] = []
  /// The time for all steps together.
  var stepDeadlinesInAll: Int?
  /// How many deadlines a step has.
  var deadlinesOfStep = 1
  /// The frames whose replies came later than one.
  private(set) var exceeded: [Int] = []
  private(set) var replies: [JSONValue] = []
  /// The frames whose replies told of something late and were not received.
  private(set) var overheard: [Int] = []
  private var given = 0

  init(_ actions: [String], oneByOne: Bool = false, fillerBytes: Int = 0) {
    frames = [.start(suite: "abt", configuration: .object([]))]
    let filler = String(repeating: "f", count: fillerBytes)
    for action in actions {
      frames.append(
        .step(action: action) { writer in
          writer.key("filler")
          writer.string(filler)
        })
    }
    self.oneByOne = oneByOne
  }

  /// The next start of the same case, which keeps what the one before has stored.
  static let keepingStart = Frame.start(
    suite: "abt", configuration: .object([]), keep: true)

  mutating func appendReadyFrames(to ready: inout [Frame]) {
    while given < frames.count, !oneByOne || given == replies.count {
      ready.append(frames[given])
      given += 1
    }
  }

  mutating func exceeded(_ deadline: Duration, frame: Int) { exceeded.append(frame) }

  mutating func overhear(_ envelope: ReplyEnvelope, line: UnsafeRawBufferPointer, frame: Int) {
    precondition(envelope.hasLate)
    overheard.append(frame)
  }

  mutating func receive(
    _ envelope: ReplyEnvelope, line: UnsafeRawBufferPointer, frame: Int
  ) throws(JSONError) -> ConversationProgress {
    if frame == throwsAt {
      throw JSONError(offset: 0, line: 1, column: 1, reason: .missingMember("calls"))
    }
    precondition(frame == replies.count)
    replies.append(try JSONValue(parsing: Array(line), limits: .adapterLine))
    return replies.count >= enoughAfter ? .enough : .goOn
  }
}
