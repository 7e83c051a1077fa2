/// The elements of Apple's document type that can occur inside `plist`.
enum XMLPropertyListElement: String, CaseIterable {
  case dict, array, key, string, integer, real, `true`, `false`, date, data

  /// The element with this name in a document, or nil for any other name.
  init?(name: ArraySlice<UInt8>) {
    guard let element = Self.allCases.first(where: { name.elementsEqual($0.rawValue.utf8) }) else {
      return nil
    }
    self = element
  }

  var isContainer: Bool { self == .dict || self == .array }
}
