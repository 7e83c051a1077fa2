import WireFormat

extension ConfigurationProfile {
  /// Reads a binary property list.
  ///
  /// Takes what readers are free to refuse (section 2.1) if its bytes have a single reading that
  /// loses nothing, such as a container shared by reference. The profile is only read here; what
  /// travels is written anew.
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
  /// Hard bounds, like those of a profile: beyond them there is no value.
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
