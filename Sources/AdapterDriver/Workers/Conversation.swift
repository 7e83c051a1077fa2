package import AdapterProtocol
package import JSONText

/// One case on its way through a worker: hands out frames, takes replies.
package protocol Conversation {
  /// Appends the frames that need no reply which has not come yet, the first time the `start`
  /// frame before all others. Called at the beginning and after each reply; when nothing is new
  /// and nothing outstanding, the conversation is over.
  mutating func appendReadyFrames(to frames: inout [Frame])

  /// Takes the reply to frame number `frame` (0 is the start): `started` for that, `observed` for
  /// the others; nothing else arrives here. `line` is the whole reply without its line feed and
  /// valid only during the call.
  ///
  /// - Throws: what is wrong with the content; the conversation then ends as garbled.
  mutating func receive(
    _ envelope: ReplyEnvelope, line: UnsafeRawBufferPointer, frame: Int
  ) throws(JSONError) -> ConversationProgress
}

/// Whether a conversation goes on after a reply.
package enum ConversationProgress: Sendable, Hashable {
  /// There may be more to send and to hear.
  case goOn
  /// Nothing more is wanted; replies that are outstanding are read and dropped.
  case enough
}
