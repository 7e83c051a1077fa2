package import AdapterProtocol
package import JSONText

/// One case on its way through a worker: hands out frames, takes replies.
package protocol Conversation {
  /// Whether each `start` of the case names a folder of the case's own (`storage`), in which what
  /// is persistent survives a later start that says `keep`.
  var needsStorage: Bool { get }

  /// Appends the frames that need no reply which has not come yet, the first time the `start`
  /// frame before all others. Called at the beginning and after each reply; when nothing is new
  /// and nothing outstanding, the conversation is over.
  mutating func appendReadyFrames(to frames: inout [Frame])

  /// Takes the reply to frame number `frame` (0 is the start): `started` for a start, `observed`
  /// for the others; nothing else arrives here. `line` is the whole reply without its line feed and
  /// valid only during the call.
  ///
  /// - Throws: what is wrong with the content; the conversation then ends as garbled.
  mutating func receive(
    _ envelope: ReplyEnvelope, line: UnsafeRawBufferPointer, frame: Int
  ) throws(JSONError) -> ConversationProgress

  /// Takes a reply that tells of earlier steps (`late`) and is not handed to `receive`: it is
  /// `unsupported` or `failure`, or came when nothing more was wanted. `line` is valid only during
  /// the call.
  mutating func overhear(_ envelope: ReplyEnvelope, line: UnsafeRawBufferPointer, frame: Int)
}

extension Conversation {
  /// Nothing is made of it.
  package mutating func overhear(
    _ envelope: ReplyEnvelope, line: UnsafeRawBufferPointer, frame: Int
  ) {}
}

extension Conversation {
  /// Most cases keep nothing.
  package var needsStorage: Bool { false }
}

/// Whether a conversation goes on after a reply.
package enum ConversationProgress: Sendable, Hashable {
  /// There may be more to send and to hear.
  case goOn
  /// Nothing more is wanted; replies that are outstanding are read and dropped.
  case enough
}
