extension TokenLayer: WireLayer {
  package enum Kind: String, CaseIterable, Sendable {
    case canonical, absent, emptied, truncated, beheaded, extended, prefixed
    case digitChanged = "digit-changed"
    case upperCased = "upper-cased"
    case lookAlike = "look-alike"
    case doubled, reversed, replaced
    case ofOther = "of-other"
  }

  package static let layerName = "token"

  package var kind: Kind {
    switch self {
    case .canonical: .canonical
    case .absent: .absent
    case .damaged(let damage):
      switch damage {
      case .emptied: .emptied
      case .truncated: .truncated
      case .beheaded: .beheaded
      case .extended: .extended
      case .prefixed: .prefixed
      case .digitChanged: .digitChanged
      case .upperCased: .upperCased
      case .lookAlike: .lookAlike
      case .doubled: .doubled
      case .reversed: .reversed
      case .replaced: .replaced
      case .ofOther: .ofOther
      }
    }
  }

  package static func note(_ kind: Kind) -> LayerNote {
    switch kind {
    case .canonical: LayerNote(.canonical, "the right token")
    case .absent: LayerNote(.refused, "there is no token")
    case .emptied: LayerNote(.refused, "the token is empty")
    case .truncated: LayerNote(.refused, "only the first digits of the token")
    case .beheaded: LayerNote(.refused, "only the last digits of the token")
    case .extended: LayerNote(.refused, "more text after the right token")
    case .prefixed: LayerNote(.refused, "more text in front of the right token")
    case .digitChanged: LayerNote(.refused, "one digit is another one")
    case .upperCased: LayerNote(.refused, "upper-case digits")
    case .lookAlike: LayerNote(.refused, "one digit is its full-width form")
    case .doubled: LayerNote(.refused, "the right token twice")
    case .reversed: LayerNote(.refused, "the digits in the opposite order")
    case .replaced: LayerNote(.anything, "some other text")
    case .ofOther: LayerNote(.refused, "the token of another app or API key")
    }
  }

  package static func make(_ kind: Kind, _ choices: inout some ForgeChoices) -> Self {
    switch kind {
    case .canonical: .canonical
    case .absent: .absent
    case .emptied: .damaged(.emptied)
    case .truncated: .damaged(.truncated(length: choices.within(1...39)))
    case .beheaded: .damaged(.beheaded(length: choices.within(1...39)))
    case .extended: .damaged(.extended(by: choices.pick(["0", " ", "\n", "a", "\u{0}", "00"])))
    case .prefixed: .damaged(.prefixed(by: choices.pick(["0", " ", "0x", "a", "\u{FEFF}"])))
    case .digitChanged: .damaged(.digitChanged(index: choices.below(40)))
    case .upperCased: .damaged(.upperCased)
    case .lookAlike: .damaged(.lookAlike(index: choices.below(40)))
    case .doubled: .damaged(.doubled)
    case .reversed: .damaged(.reversed)
    case .replaced:
      .damaged(.replaced(with: choices.pick(["x", "null", "0", "true", "*", "\u{1F511}"])))
    case .ofOther:
      .damaged(
        .ofOther(
          bundleIdentifier: choices.pick(["com.other.app", "org.example.other"]),
          apiKey: choices.pick(["other-key", ""])))
    }
  }
}
