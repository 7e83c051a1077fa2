/// The decisions about pieces, one closure each.
package struct ChunkPolicy: Sendable {
  /// Which piece of how many a request carries, or nil for a whole one.
  package var position:
    @Sendable (_ chunk: ParameterValue, _ chunks: ParameterValue) throws(RequestFailure) ->
      ChunkPosition?
  /// How many assemblies may wait at once, given the limit.
  package var room: @Sendable (_ limit: Int) -> Int
  /// Which of the assemblies that wait, the oldest first, makes room for another one; nil for none.
  package var makesRoom: @Sendable ([ChunkAssembly]) -> Int?
  /// The identity under which an assembly is known.
  package var identity: @Sendable (AssemblyIdentity) -> AssemblyIdentity
  /// Whether a piece may come now.
  package var admits: @Sendable (_ index: Int, ChunkAssembly) -> Bool
  /// Whether a repeated piece is the same as the one that is there.
  package var isSame: @Sendable (_ held: [UInt8], _ new: [UInt8]) -> Bool
  /// Whether a piece that comes again takes the place of the one that is there.
  package var replaces: @Sendable (_ held: [UInt8], _ new: [UInt8]) -> Bool
  /// Whether an assembly goes on after a piece that contradicts it.
  package var survivesContradiction: @Sendable (ChunkAssembly) -> Bool
  /// Whether an assembly has no more packed bytes than it may, given the limit.
  package var fits: @Sendable (ChunkAssembly, _ limit: Int) -> Bool
  /// The data of an assembly.
  package var join: @Sendable (ChunkAssembly) -> [UInt8]
  /// Whether a complete assembly is forgotten.
  package var forgets: @Sendable (ChunkAssembly) -> Bool
  /// Whether a whole request to which the delegate answers so ends assemblies.
  package var areEnded: @Sendable (ConfigurationAnswer) -> Bool
  /// Whether a whole request of a payload ends an assembly.
  package var isEnded:
    @Sendable (AssemblyIdentity, _ verb: Verb, _ profile: [UInt8], _ payload: [UInt8]) -> Bool
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
      room: { $0 },
      makesRoom: { _ in 0 },
      identity: { $0 },
      admits: { _, _ in true },
      isSame: { $0 == $1 },
      replaces: { _, _ in false },
      survivesContradiction: { _ in false },
      fits: { $0.size <= $1 },
      join: { $0.joined },
      forgets: { _ in true },
      areEnded: { _ in true },
      isEnded: { identity, _, profile, payload in
        identity.profile == profile && identity.payload == payload
      },
      isComplete: { $0.pieces.count == $0.identity.total },
      announcesPending: { false })
  }
}
