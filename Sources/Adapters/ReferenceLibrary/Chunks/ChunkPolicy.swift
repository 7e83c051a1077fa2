/// The decisions about pieces, one closure each.
package struct ChunkPolicy: Sendable {
  /// Which piece of how many a request carries, or nil for a whole one.
  package var position:
    @Sendable (_ chunk: ParameterValue, _ chunks: ParameterValue) throws(RequestFailure) ->
      ChunkPosition?
  /// The identity under which an assembly is known.
  package var identity: @Sendable (AssemblyIdentity) -> AssemblyIdentity
  /// Whether a piece may come now.
  package var admits: @Sendable (_ index: Int, ChunkAssembly) -> Bool
  /// Whether a repeated piece is the same as the one that is there.
  package var isSame: @Sendable (_ held: [UInt8], _ new: [UInt8]) -> Bool
  /// Whether the last missing piece has arrived.
  package var isComplete: @Sendable (ChunkAssembly) -> Bool
  /// Whether the delegate hears of a piece that is not the last missing one.
  package var announcesPending: @Sendable () -> Bool

  /// Section 4.10.
  package static func standard(_ limits: ConfigurationDialect.Limits) -> ChunkPolicy {
    let maxChunks = limits.bounded.maxChunks
    return ChunkPolicy(
      position: { (chunk, chunks) throws(RequestFailure) in
        try ChunkPosition.read(chunk: chunk, chunks: chunks, maxChunks: maxChunks)
      },
      identity: { $0 },
      admits: { _, _ in true },
      isSame: { $0 == $1 },
      isComplete: { $0.pieces.count == $0.identity.total },
      announcesPending: { false })
  }
}
