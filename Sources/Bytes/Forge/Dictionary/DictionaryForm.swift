package import WireFormat

/// What is wrong, or unusual, with the dictionary as a value (ABT-DICT, ABT-DATA-12 and 13): it is packed well, whatever it says.
package enum DictionaryForm: Hashable, Sendable {
  case canonical
  /// A member that the protocol does not know, beside the known ones.
  case unknownKeyAdded(key: String, value: PropertyList)
  /// The members in the opposite order.
  case reversed
  case versionMissing
  /// An integer that is not 1.
  case versionOther(Int64)
  /// A value of another type.
  case versionMistyped(PropertyList)
  case categoryMistyped(PropertyList)
  /// `Configuration` of an apply, `Keys` of a reset.
  case contentMissing
  case contentMistyped(PropertyList)
  /// Reset: a member of `Keys` that is no string, at `index`, counted modulo their number. Apply: `Configuration` is an array of
  /// its values.
  case memberMistyped(index: Int, PropertyList)
  /// The top object is this, no dictionary.
  case topReplaced(with: PropertyList)
  /// The dictionary in an array.
  case inArray
  /// The configuration itself stands at the top, without `Version`.
  case unwrapped
  /// A whole profile with the payload in it.
  case wholeProfile
}

extension DictionaryForm: WireLayer {
  package enum Kind: String, CaseIterable, Sendable {
    case canonical
    case unknownKeyAdded = "unknown-key-added"
    case reversed
    case versionMissing = "version-missing"
    case versionOther = "version-other"
    case versionMistyped = "version-mistyped"
    case categoryMistyped = "category-mistyped"
    case contentMissing = "content-missing"
    case contentMistyped = "content-mistyped"
    case memberMistyped = "member-mistyped"
    case topReplaced = "top-replaced"
    case inArray = "in-array"
    case unwrapped
    case wholeProfile = "whole-profile"
  }

  package static let layerName = "dictionary"

  package var kind: Kind {
    switch self {
    case .canonical: .canonical
    case .unknownKeyAdded: .unknownKeyAdded
    case .reversed: .reversed
    case .versionMissing: .versionMissing
    case .versionOther: .versionOther
    case .versionMistyped: .versionMistyped
    case .categoryMistyped: .categoryMistyped
    case .contentMissing: .contentMissing
    case .contentMistyped: .contentMistyped
    case .memberMistyped: .memberMistyped
    case .topReplaced: .topReplaced
    case .inArray: .inArray
    case .unwrapped: .unwrapped
    case .wholeProfile: .wholeProfile
    }
  }

  package static func note(_ kind: Kind) -> LayerNote {
    switch kind {
    case .canonical: LayerNote(.canonical, "what an app of this version expects")
    case .unknownKeyAdded: LayerNote(.free, "a key beside the known ones")
    case .reversed: LayerNote(.liberty, "the members in the opposite order")
    case .versionMissing: LayerNote(.refused, "there is no version")
    case .versionOther: LayerNote(.refused, "the version is an integer other than 1")
    case .versionMistyped: LayerNote(.refused, "the version is no integer")
    case .categoryMistyped: LayerNote(.refused, "the category is no string")
    case .contentMissing:
      LayerNote(.refused, "the configuration of an apply, or the keys of a reset, are missing")
    case .contentMistyped:
      LayerNote(.refused, "the configuration is no dictionary, or the keys are no array")
    case .memberMistyped:
      LayerNote(
        .refused,
        "one of the keys of a reset is no string, or the configuration is an array of its values")
    case .topReplaced: LayerNote(.refused, "the top object is no dictionary")
    case .inArray: LayerNote(.refused, "an array of dictionaries")
    case .unwrapped: LayerNote(.refused, "the configuration alone, without what is around it")
    case .wholeProfile: LayerNote(.refused, "a whole profile with its payloads")
    }
  }

  package static func make(_ kind: Kind, _ choices: inout some ForgeChoices) -> Self {
    switch kind {
    case .canonical: .canonical
    case .unknownKeyAdded:
      .unknownKeyAdded(
        key: choices.pick([
          "Comment", "com.absolute.thirdpartyconfig.DataEncryption", "", "PayloadUUID",
        ]), value: choices.pick(values))
    case .reversed: .reversed
    case .versionMissing: .versionMissing
    case .versionOther:
      .versionOther(
        choices.pick([2, 0, -1, 3, 255, 257, 65_537, 1 << 32 | 1, .max, .min, -255]))
    case .versionMistyped:
      .versionMistyped(
        choices.pick(values.filter { if case .integer = $0 { false } else { true } }))
    case .categoryMistyped:
      .categoryMistyped(
        choices.pick(values.filter { if case .string = $0 { false } else { true } }))
    case .contentMissing: .contentMissing
    case .contentMistyped:
      .contentMistyped(choices.pick([.string("x"), .integer(1), .boolean(true), .data([1, 2])]))
    case .memberMistyped:
      .memberMistyped(
        index: choices.below(8),
        choices.pick(values.filter { if case .string = $0 { false } else { true } }))
    case .topReplaced:
      .topReplaced(
        with: choices.pick(values.filter { if case .dictionary = $0 { false } else { true } }))
    case .inArray: .inArray
    case .unwrapped: .unwrapped
    case .wholeProfile: .wholeProfile
    }
  }

  private static let values: [PropertyList] = [
    .string("1"), .integer(1), .real(1), .boolean(true), .data([0x31]), .date(1), .array([]),
    .dictionary([]), .string(""), .boolean(false), .array([.integer(1)]),
    .dictionary([.init(key: "Version", value: .integer(1))]),
  ]
}
