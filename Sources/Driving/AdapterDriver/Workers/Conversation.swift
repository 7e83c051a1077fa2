package import AdapterProtocol
package import JSONText

/// One case on its way through a worker: hands out frames, takes replies.
package protocol Conversation {
  /// Whether each `start` of the case names a folder that is private to the case (`storage`). What
  /// is persistent survives there if a later start says `keep`.
  var needsStorage: Bool { get }

  /// Whether a start after the first goes to a new process, before which the old one is killed without a word: what it has not
  /// stored by then is lost.
  var killsAtRestart: Bool { get }

  /// The numbers of the frames after whose replies the resident memory of the adapter is read, in ascending order.
  var memoryMarks: [Int] { get }

  /// How much time all steps together have, in deadlines of a step; nil: as much as each of them has. Then the conversation is cut
  /// short. Counted like the time of a step (`StepClock`), from the reply to the start on.
  var stepDeadlinesInAll: Int? { get }

  /// How many deadlines of a step each step may take before it counts as a hang.
  var deadlinesOfStep: Int { get }

  /// Appends the frames that do not depend on an outstanding reply; the first time, the `start`
  /// frame comes before all others. Called at the beginning and after each reply. The conversation
  /// is over when it appends nothing and no reply is outstanding.
  mutating func appendReadyFrames(to frames: inout [Frame])

  /// Takes the reply to frame number `frame` (0 is the start): `started` for a start, `observed`
  /// for the others. Nothing else arrives here. `line` is the whole reply without its line feed,
  /// valid only during the call.
  ///
  /// - Throws: what is wrong with the content; the conversation then ends as garbled.
  mutating func receive(
    _ envelope: ReplyEnvelope, line: UnsafeRawBufferPointer, frame: Int
  ) throws(JSONError) -> ConversationProgress

  /// Hears what the adapter wrote where the reply to frame number `frame` was due, whatever it is: a reply, something else, or
  /// the beginning of a line that never ended. Called before anything is made of it. `line` is valid only during the call.
  mutating func hear(_ line: UnsafeRawBufferPointer, frame: Int)

  /// Hears that the reply to frame number `frame` came later than the deadline of a step, where a step may take more than one
  /// (`deadlinesOfStep`). Called before the reply is handed out.
  mutating func exceeded(_ deadline: Duration, frame: Int)

  /// Takes a reply that tells of earlier steps (`late`) and is not handed to `receive`: it is
  /// `unsupported` or `failure`, or came when nothing more was wanted. `line` is valid only during
  /// the call.
  mutating func overhear(_ envelope: ReplyEnvelope, line: UnsafeRawBufferPointer, frame: Int)
}

extension Conversation {
  /// Most conversations keep no record.
  package mutating func hear(_ line: UnsafeRawBufferPointer, frame: Int) {}

  /// Nothing is made of it.
  package mutating func exceeded(_ deadline: Duration, frame: Int) {}

  /// Nothing is made of it.
  package mutating func overhear(
    _ envelope: ReplyEnvelope, line: UnsafeRawBufferPointer, frame: Int
  ) {}
}

extension Conversation {
  /// By default a case keeps nothing.
  package var needsStorage: Bool { false }

  /// By default a process lives as long as it can.
  package var killsAtRestart: Bool { false }

  /// By default nothing is read.
  package var memoryMarks: [Int] { [] }

  /// By default only the steps are bounded.
  package var stepDeadlinesInAll: Int? { nil }

  /// By default a step that misses its deadline hangs.
  package var deadlinesOfStep: Int { 1 }
}

/// Whether a conversation goes on after a reply.
package enum ConversationProgress: Sendable, Hashable {
  /// There may be more to send and to hear.
  case goOn
  /// Nothing more is wanted. Outstanding replies are read and dropped.
  case enough
}
