import WireFormat

extension RequestRenderer {
  /// The requests that carry the pieces of `forge` in the order of a sequence.
  ///
  /// - Parameter otherPayload: whose requests those are that the sequence sends for another payload.
  package func requests(
    of forge: RequestForge, in sequence: ChunkSequence, otherPayload: String,
    for context: ForgeContext
  ) -> [RequestForge] {
    let packed = whole(forge, context)
    let maxChunks = context.dialect.limits.maxChunks
    return sequence.steps(packedBytes: packed.count, maxChunks: maxChunks).map { step in
      var request = forge
      request.chunk = ChunkLayer(index: step.index, of: step.total, cut: step.range)
      if step.isForOther { request.payload = otherPayload }
      if step.isChanged, let first = packed[step.range].first {
        request.edits.append(LayerEdit(.piece, at: 0, removing: 1, inserting: [first ^ 1]))
      }
      return request
    }
  }
}
