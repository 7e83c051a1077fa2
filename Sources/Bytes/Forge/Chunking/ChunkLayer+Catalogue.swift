extension ChunkLayer: WireLayer {
  package static let layerName = "chunk"

  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case canonical, single
    case indexZero = "index-zero"
    case indexAboveTotal = "index-above-total"
    case totalZero = "total-zero"
    case totalAboveLimit = "total-above-limit"
    case beyond32Bits = "beyond-32-bits"
    case beyond64Bits = "beyond-64-bits"
    case notANumber = "not-a-number"
    case withoutIndex = "without-index"
    case withoutTotal = "without-total"
    case leadingZeros = "leading-zeros"
    case plusSign = "plus-sign"
    case minusSign = "minus-sign"
    case space
  }

  /// Numbers that are wrong without any form count as the form that would write them.
  package var kind: Kind {
    switch form {
    case .numbers:
      if total < 1 {
        .totalZero
      } else if index < 1 {
        .indexZero
      } else if index > total {
        .indexAboveTotal
      } else if total == 1 {
        .single
      } else {
        .canonical
      }
    case .indexZero: .indexZero
    case .indexAboveTotal: .indexAboveTotal
    case .totalZero: .totalZero
    case .totalAboveLimit: .totalAboveLimit
    case .beyond32Bits: .beyond32Bits
    case .beyond64Bits: .beyond64Bits
    case .notANumber: .notANumber
    case .without(.index): .withoutIndex
    case .without(.total): .withoutTotal
    case .leadingZeros: .leadingZeros
    case .plusSign: .plusSign
    case .minusSign: .minusSign
    case .space: .space
    }
  }

  package static func note(_ kind: Kind) -> LayerNote {
    func refused(_ sentence: String) -> LayerNote {
      LayerNote(.refused, sentence)
    }
    // Section 4.10: leading zeros, signs and spaces in the numbers.
    func free(_ sentence: String) -> LayerNote { LayerNote(.free, sentence) }
    return switch kind {
    case .canonical: LayerNote(.canonical, "one piece of several")
    case .single: LayerNote(.liberty, "the only piece, which is the whole request")
    case .indexZero: refused("index 0")
    case .indexAboveTotal: refused("an index above the total")
    case .totalZero: refused("total 0")
    case .totalAboveLimit: refused("a total above the limit")
    case .beyond32Bits: refused("a number beyond 32 bits whose low bits would be right")
    case .beyond64Bits: refused("a number beyond 64 bits whose low bits would be right")
    case .notANumber: refused("a text that is no decimal number")
    case .withoutIndex: refused("the total without an index")
    case .withoutTotal: refused("an index without the total")
    case .leadingZeros: free("zeros in front of a number")
    case .plusSign: free("a plus sign in front of a number")
    case .minusSign: free("a minus sign in front of a number")
    case .space: free("a space in front of a number")
    }
  }

  /// Damaged numbers stand around a whole request. A library that does not look at them applies it.
  package static func make(_ kind: Kind, _ choices: inout some ForgeChoices) -> Self {
    func whole(_ form: Form) -> Self { Self(index: 1, of: 1, form: form) }
    switch kind {
    case .canonical:
      let total = choices.within(2...8)
      return Self(index: choices.within(1...total), of: total)
    case .single: return whole(.numbers)
    case .indexZero: return whole(.indexZero)
    case .indexAboveTotal: return whole(.indexAboveTotal(by: choices.pick([1, 2, 1_000_000])))
    case .totalZero: return whole(.totalZero)
    case .totalAboveLimit:
      return whole(.totalAboveLimit(by: choices.pick([1, 2, 1_000, 1_000_000_000, .max])))
    case .beyond32Bits: return whole(.beyond32Bits(choices.pick(Place.allCases)))
    case .beyond64Bits: return whole(.beyond64Bits(choices.pick(Place.allCases)))
    case .notANumber:
      return whole(.notANumber(choices.pick(Place.allCases), choices.pick(Word.allCases)))
    case .withoutIndex: return whole(.without(.index))
    case .withoutTotal: return whole(.without(.total))
    case .leadingZeros:
      return whole(.leadingZeros(choices.pick(Place.allCases), choices.pick([1, 2, 18, 40])))
    case .plusSign: return whole(.plusSign(choices.pick(Place.allCases)))
    case .minusSign: return whole(.minusSign(choices.pick(Place.allCases)))
    case .space: return whole(.space(choices.pick(Place.allCases)))
    }
  }
}
