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
    let foreign = ["ABT-DATA-02"]
    return switch kind {
    case .canonical:
      LayerNote(
        .canonical, ["ABT-DATA-01"], "the standard alphabet with padding (RFC 4648 section 4)")
    case .foreignCharacter:
      LayerNote(.refused, foreign, "a character outside the alphabet in the place of another")
    case .inserted: LayerNote(.refused, foreign, "a character outside the alphabet between others")
    case .wrapped: LayerNote(.refused, foreign, "the text is broken into lines")
    case .urlSafeAlphabet:
      LayerNote(.refused, foreign, "the URL-safe alphabet (RFC 4648 section 5)")
    case .paddingMissing: LayerNote(.free, ["ABT-DATA-02/padding"], "the padding is missing")
    case .paddingSurplus:
      LayerNote(.free, ["ABT-DATA-02/padding"], "more padding than there should be")
    case .paddingInside: LayerNote(.refused, foreign, "padding in front of other characters")
    case .nonCanonicalBits:
      LayerNote(.free, ["ABT-DATA-15"], "bits that belong to no byte are not zero")
    case .truncated: LayerNote(.refused, ["ABT-DATA-03", "ABT-ENC-06"], "the text is cut off")
    case .leftOver: LayerNote(.refused, foreign, "one character is left over")
    case .doubled: LayerNote(.unbound, ["ABT-DATA-02", "ABT-DATA-04"], "the whole text twice")
    case .encodedTwice: LayerNote(.refused, ["ABT-DATA-03", "ABT-ENC-06"], "encoded once more")
    case .emptied: LayerNote(.refused, ["ABT-URL-14"], "the parameter has no value")
    case .replaced: LayerNote(.anything, foreign, "other bytes in the place of the text")
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
    case .replaced: .replaced(with: choices.bytes(choices.below(20)))
    }
  }
}
