import Forge

extension RequestForge {
  /// How many layers have forms, and how many of these lie inside of the packed bytes, so that chunks do not show them.
  static let layerCount = 13
  static let packedLayerCount = 5

  /// Puts any form into one of the `layers` innermost layers.
  mutating func takeRandomForm(ofFirst layers: Int, _ choices: inout some ForgeChoices) {
    switch choices.below(UInt64(layers)) {
    case 0: dictionaryForm = .random(&choices)
    case 1: propertyList = .random(&choices)
    case 2: magic = .random(&choices)
    case 3: compression = .random(&choices)
    case 4: encryption = .random(&choices)
    case 5: chunk = .random(&choices)
    case 6: base64 = .random(&choices)
    case 7: token = .random(&choices)
    case 8: escaping = .random(&choices)
    case 9: parameters = .random(&choices)
    case 10: verb = .random(&choices)
    case 11: scheme = .random(&choices)
    default: shape = .random(&choices)
    }
  }
}

extension WireLayer {
  /// Any form, any value of it.
  fileprivate static func random(_ choices: inout some ForgeChoices) -> Self {
    let kinds = Array(Kind.allCases)
    return make(kinds[Int(choices.below(UInt64(kinds.count)))], &choices)
  }
}
