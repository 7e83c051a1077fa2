/// The assemblies that wait for pieces. There are few, each of bounded size (ABT-CHUNK-10).
package struct ChunkStore: Sendable {
  /// The assemblies, oldest first.
  private var assemblies: [ChunkAssembly] = []

  private let limits: ConfigurationDialect.Limits

  package init(_ limits: ConfigurationDialect.Limits) { self.limits = limits.bounded }

  /// How many assemblies wait.
  package var count: Int { assemblies.count }

  /// Takes a piece.
  ///
  /// - Returns: the joined bytes if this was the last missing piece, otherwise nil. A complete
  ///   assembly is removed.
  /// - Throws: `invalidChunk` if the piece contradicts an earlier one, `tooManyChunks` beyond the
  ///   size limit. The assembly is then removed, too.
  package mutating func take(
    _ piece: [UInt8], at index: Int, of identity: AssemblyIdentity, policy: ChunkPolicy
  ) throws(RequestFailure) -> [UInt8]? {
    let identity = policy.identity(identity)
    let position =
      assemblies.firstIndex { $0.identity == identity }
      ?? begin(identity, limit: policy.room(limits.maxAssemblies), policy)
    guard policy.admits(index, assemblies[position]) else {
      if assemblies[position].pieces.isEmpty { assemblies.remove(at: position) }
      throw .invalidChunk
    }
    let held = assemblies[position].pieces[index]
    if let held, !policy.isSame(held, piece) {
      if !policy.survivesContradiction(assemblies[position]) { assemblies.remove(at: position) }
      throw .invalidChunk
    }
    assemblies[position].add(
      piece, at: index, replacing: held.map { policy.replaces($0, piece) } ?? false)
    guard policy.fits(assemblies[position], limits.maxPackedBytes) else {
      assemblies.remove(at: position)
      throw .tooManyChunks
    }
    guard policy.isComplete(assemblies[position]) else { return nil }
    let complete = assemblies[position]
    if policy.forgets(complete) { assemblies.remove(at: position) }
    return policy.join(complete)
  }

  /// Forgets what waits for a payload, because a whole request has come instead (ABT-CHUNK-11).
  package mutating func drop(
    verb: Verb, profile: [UInt8], payload: [UInt8], policy: ChunkPolicy
  ) {
    if assemblies.isEmpty { return }
    assemblies.removeAll { policy.isEnded($0.identity, verb, profile, payload) }
  }

  private mutating func begin(
    _ identity: AssemblyIdentity, limit: Int, _ policy: ChunkPolicy
  ) -> Int {
    while !assemblies.isEmpty, assemblies.count >= limit, let place = policy.makesRoom(assemblies) {
      assemblies.remove(at: place)
    }
    assemblies.append(ChunkAssembly(identity))
    return assemblies.count - 1
  }
}
