import WireFormat

extension ConfigurationProfile {
  /// Reads a binary property list.
  ///
  /// What readers are free to refuse (section 2.1) is taken where its bytes have one reading that
  /// loses nothing, such as a container shared by reference: the profile is only read here, and
  /// what travels is written anew.
  static func readBinary(
    _ bytes: [UInt8], limits: ProfileLimits
  ) throws(ProfileError) -> PropertyList {
    var reader = PropertyListReader(limits: PropertyListLimits(limits))
    switch reader.read(bytes) {
    case .accepted(let value):
      return value
    case .refused(let defect):
      throw .binary(.refused(defect))
    case .free(let freedom, let value):
      if let value { return value }
      switch freedom.reason {
      case .nestedTooDeep, .tooManyObjects, .tooMuchContent:
        throw .binary(.overBudget(freedom, limits))
      default:
        throw .binary(.ambiguous(freedom))
      }
    }
  }
}

extension PropertyListLimits {
  /// Bounds that are as hard as a profile's: beyond them there is no value.
  fileprivate init(_ limits: ProfileLimits) {
    self.init()
    maxContentBytes = limits.maxBytes
    hardContentBytes = limits.maxBytes
    maxObjects = limits.maxNodes
    hardObjects = limits.maxNodes
    maxDepth = limits.maxDepth
    hardDepth = limits.maxDepth
  }
}
