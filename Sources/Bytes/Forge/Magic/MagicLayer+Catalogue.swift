extension MagicLayer: WireLayer {
  package enum Kind: String, CaseIterable, Sendable {
    case canonical, missing, partial, wrong, doubled, reversed, replaced
  }

  package static let layerName = "magic"

  package var kind: Kind {
    switch self {
    case .canonical: .canonical
    case .missing: .missing
    case .partial: .partial
    case .wrong: .wrong
    case .doubled: .doubled
    case .reversed: .reversed
    case .replaced: .replaced
    }
  }

  package static func note(_ kind: Kind) -> LayerNote {
    switch kind {
    case .canonical: LayerNote(.canonical, "the dialect's magic bytes")
    case .missing: LayerNote(.refused, "there are no magic bytes")
    case .partial: LayerNote(.refused, "only the first of the magic bytes")
    case .wrong: LayerNote(.refused, "one of the magic bytes is another one")
    case .doubled: LayerNote(.refused, "the magic bytes twice")
    case .reversed: LayerNote(.refused, "the magic bytes in the opposite order")
    case .replaced: LayerNote(.anything, "other bytes in the place of the magic")
    }
  }

  package static func make(_ kind: Kind, _ choices: inout some ForgeChoices) -> Self {
    switch kind {
    case .canonical: .canonical
    case .missing: .missing
    case .partial: .partial(length: choices.within(1...3))
    case .wrong: .wrong(index: choices.below(4), mask: UInt8(choices.within(1...255)))
    case .doubled: .doubled
    case .reversed: .reversed
    case .replaced: .replaced(with: choices.bytes(choices.below(9)))
    }
  }
}
