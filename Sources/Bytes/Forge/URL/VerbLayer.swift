/// The host of the URL (ABT-URL-06 and 07).
package enum VerbLayer: Hashable, Sendable {
  case canonical
  /// The letter at `index`, counted modulo their number, and all letters after it have the other case.
  case otherCase(index: Int)
  /// The byte at `index`, counted modulo their number, is percent-encoded.
  case escaped(index: Int)
  /// More text after the right verb.
  case longer(by: String)
  /// The right verb without its last character.
  case shorter
  case verbatim(String)
}

extension VerbLayer: WireLayer {
  package enum Kind: String, CaseIterable, Sendable {
    case canonical
    case otherCase = "other-case"
    case escaped, longer, shorter, verbatim
  }

  package static let layerName = "verb"

  package var kind: Kind {
    switch self {
    case .canonical: .canonical
    case .otherCase: .otherCase
    case .escaped: .escaped
    case .longer: .longer
    case .shorter: .shorter
    case .verbatim: .verbatim
    }
  }

  package static func note(_ kind: Kind) -> LayerNote {
    switch kind {
    case .canonical: LayerNote(.canonical, "apply or reset")
    case .otherCase: LayerNote(.free, "letters of the verb are in other case")
    case .escaped: LayerNote(.free, "a byte of the verb is percent-encoded")
    case .longer: LayerNote(.refused, "the verb goes on after the right one")
    case .shorter: LayerNote(.refused, "the verb ends too early")
    case .verbatim: LayerNote(.anything, "some other text is the verb")
    }
  }

  package static func make(_ kind: Kind, _ choices: inout some ForgeChoices) -> Self {
    switch kind {
    case .canonical: .canonical
    case .otherCase: .otherCase(index: choices.below(6))
    case .escaped: .escaped(index: choices.below(6))
    case .longer: .longer(by: choices.pick(["s", "2", ".", "-all", "reset"]))
    case .shorter: .shorter
    case .verbatim: .verbatim(choices.pick(["install", "", "delete", "set", "applyreset"]))
    }
  }

  func applied(to verb: String) -> [UInt8] {
    let bytes = Array(verb.utf8)
    switch self {
    case .canonical: return bytes
    case .otherCase(let index):
      let first = index.wrapped(bytes.count)
      return bytes.enumerated().map { number, byte in
        let isLetter = (0x41...0x5A).contains(byte & 0xDF)
        return number >= first && isLetter ? byte ^ 0x20 : byte
      }
    case .escaped(let index):
      guard !bytes.isEmpty else { return [] }
      let first = index.wrapped(bytes.count)
      return bytes[..<first] + Escaping.escape(bytes[first]) + bytes[(first + 1)...]
    case .longer(let text): return bytes + text.utf8
    case .shorter: return bytes.dropLast()
    case .verbatim(let text): return Array(text.utf8)
    }
  }
}
