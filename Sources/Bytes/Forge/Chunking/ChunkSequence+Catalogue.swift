extension ChunkSequence: WireLayer {
  package static let layerName = "chunks"

  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case inOrder = "in-order"
    case shuffled
    case asManyAsAllowed = "as-many-as-allowed"
    case bytewise, uneven, repeated, afterwards, gap
    case emptyPiece = "empty-piece"
    case contradicted
    case otherTotal = "other-total"
    case otherPayload = "other-payload"
    case interleaved
  }

  package var kind: Kind {
    switch self {
    case .inOrder: .inOrder
    case .shuffled: .shuffled
    case .asManyAsAllowed: .asManyAsAllowed
    case .bytewise: .bytewise
    case .uneven: .uneven
    case .repeated: .repeated
    case .afterwards: .afterwards
    case .gap: .gap
    case .emptyPiece: .emptyPiece
    case .contradicted: .contradicted
    case .otherTotal: .otherTotal
    case .otherPayload: .otherPayload
    case .interleaved: .interleaved
    }
  }

  /// A claim is about the request that all pieces make together: `refused` means that it is never applied, `free` that it
  /// may be.
  package static func note(_ kind: Kind) -> LayerNote {
    switch kind {
    case .inOrder: LayerNote(.canonical, "even pieces, one after another")
    case .shuffled: LayerNote(.free, "the pieces in another order")
    case .asManyAsAllowed: LayerNote(.liberty, "as many pieces as the limit allows")
    case .bytewise: LayerNote(.liberty, "pieces of one byte each")
    case .uneven: LayerNote(.liberty, "pieces of different sizes")
    case .repeated: LayerNote(.liberty, "one piece twice with the same content")
    case .afterwards:
      LayerNote(.liberty, "one piece again when all is complete, which must change nothing")
    case .gap: LayerNote(.refused, "one piece never comes")
    case .emptyPiece: LayerNote(.refused, "one piece has no bytes")
    case .contradicted: LayerNote(.refused, "one piece twice with different contents")
    case .otherTotal: LayerNote(.refused, "one piece announces another total")
    case .otherPayload: LayerNote(.refused, "one piece is sent for another payload")
    case .interleaved: LayerNote(.liberty, "pieces of another payload's request in between")
    }
  }

  package static func make(_ kind: Kind, _ choices: inout some ForgeChoices) -> Self {
    let total = choices.pick([2, 3, 4, 8, 16])
    return switch kind {
    case .inOrder: .inOrder(total: total)
    case .shuffled: .shuffled(total: total, seed: choices.below(1 << 32))
    case .asManyAsAllowed: .asManyAsAllowed
    case .bytewise: .bytewise
    case .uneven: .uneven(total: total, seed: choices.below(1 << 32))
    case .repeated: .repeated(total: total, at: choices.below(16))
    case .afterwards: .afterwards(total: total, at: choices.below(16))
    case .gap: .gap(total: total, at: choices.below(16))
    case .emptyPiece: .emptyPiece(total: total, at: choices.below(16))
    case .contradicted: .contradicted(total: total, at: choices.below(16))
    case .otherTotal: .otherTotal(total: total, at: choices.below(16))
    case .otherPayload: .otherPayload(total: total, at: choices.below(16))
    case .interleaved: .interleaved(total: total)
    }
  }
}
