extension Base64Layer: WireLayer {
  package enum Kind: String, CaseIterable, Sendable {
    case canonical
    case foreignCharacter = "foreign-character"
    case inserted, wrapped
    case urlSafeAlphabet = "url-safe-alphabet"
    case paddingMissing = "padding-missing"
    case paddingSurplus = "padding-surplus"
    case paddingInside = "padding-inside"
    case nonCanonicalBits = "non-canonical-bits"
    case truncated
    case leftOver = "left-over"
    case doubled
    case encodedTwice = "encoded-twice"
    case emptied, replaced
  }

  package static let layerName = "base64"

  package var kind: Kind {
    switch self {
    case .canonical: .canonical
    case .foreignCharacter: .foreignCharacter
    case .inserted: .inserted
    case .wrapped: .wrapped
    case .urlSafeAlphabet: .urlSafeAlphabet
    case .paddingMissing: .paddingMissing
    case .paddingSurplus: .paddingSurplus
    case .paddingInside: .paddingInside
    case .nonCanonicalBits: .nonCanonicalBits
    case .truncated: .truncated
    case .leftOver: .leftOver
    case .doubled: .doubled
    case .encodedTwice: .encodedTwice
    case .emptied: .emptied
    case .replaced: .replaced
    }
  }

  package static func note(_ kind: Kind) -> LayerNote {
    switch kind {
    case .canonical:
      LayerNote(.canonical, "the standard alphabet with padding (RFC 4648 section 4)")
    case .foreignCharacter:
      LayerNote(.refused, "a character outside the alphabet in the place of another")
    case .inserted: LayerNote(.refused, "a character outside the alphabet between others")
    case .wrapped: LayerNote(.refused, "the text is broken into lines")
    case .urlSafeAlphabet: LayerNote(.refused, "the URL-safe alphabet (RFC 4648 section 5)")
    case .paddingMissing: LayerNote(.free, "the padding is missing")
    case .paddingSurplus: LayerNote(.free, "more padding than there should be")
    case .paddingInside: LayerNote(.refused, "padding in front of other characters")
    case .nonCanonicalBits: LayerNote(.free, "bits that belong to no byte are not zero")
    case .truncated: LayerNote(.refused, "the text is cut off")
    case .leftOver: LayerNote(.refused, "one character is left over")
    case .doubled: LayerNote(.unbound, "the whole text twice")
    case .encodedTwice: LayerNote(.refused, "encoded once more")
    case .emptied: LayerNote(.refused, "the parameter has no value")
    case .replaced: LayerNote(.anything, "other bytes in the place of the text")
    }
  }

  package static func make(_ kind: Kind, _ choices: inout some ForgeChoices) -> Self {
    let foreign = [
      "!", "-", "_", ".", " ", "\n", "\r", "\t", "*", "\u{0}", "\u{7F}", "é", "\u{1F600}", "Ａ",
      "\u{200B}", "%", "&", "#", ",", "\"",
    ]
    return switch kind {
    case .canonical: .canonical
    case .foreignCharacter:
      .foreignCharacter(index: choices.below(1 << 16), scalar: choices.pick(foreign))
    case .inserted: .inserted(index: choices.below(1 << 16), scalar: choices.pick(foreign))
    case .wrapped:
      .wrapped(
        width: choices.pick([76, 64, 4, 60]), with: choices.pick(["\r\n", "\n", " ", "\t"]))
    case .urlSafeAlphabet: .urlSafeAlphabet
    case .paddingMissing: .paddingMissing
    case .paddingSurplus: .paddingSurplus(count: choices.within(1...4))
    case .paddingInside: .paddingInside(index: choices.below(1 << 16))
    case .nonCanonicalBits: .nonCanonicalBits(mask: UInt8(choices.within(1...15)))
    case .truncated: .truncated(by: choices.within(1...40))
    case .leftOver: .leftOver
    case .doubled: .doubled
    case .encodedTwice: .encodedTwice
    case .emptied: .emptied
    case .replaced:
      // Now and then all padding.
      .replaced(
        with: choices.below(4) == 0
          ? [UInt8](repeating: UInt8(ascii: "="), count: 1 + choices.below(16))
          : choices.bytes(choices.below(20)))
    }
  }
}
