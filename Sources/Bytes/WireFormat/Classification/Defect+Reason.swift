extension Defect {
  /// "Must refuse" of section 2.1. The row in `Classification` says what each case is.
  package enum Reason: Hashable, Sendable {
    /// The byte in the Base64 text.
    case foreignCharacter(UInt8)
    case impossibleLength
    case truncatedStream
    /// In zlib's own words.
    case corruptStream(String)
    case presetDictionary
    case wrongMagic
    case notBinaryPropertyList
    case truncatedTrailer
    case offsetTableOutOfRange
    case topObjectOutOfRange
    case offsetOutOfRange
    case referenceOutOfRange
    /// In bytes, as the trailer has it.
    case offsetWidth(Int)
    /// In bytes, as the trailer has it.
    case referenceWidth(Int)
    case referenceCycle
    case countBeyondData
    case truncatedObject
    /// The marker.
    case unknownMarker(UInt8)
    case keyNotString
    /// The limit in bytes, including the magic.
    case overLimit(Int)
    case topNotDictionary
    case changedValuesNotArray
    case changedValueNotString
    case cipherLength
    case cipherPadding
  }

  /// A reason without its particulars: a row of "must refuse".
  package enum Kind: Hashable, Sendable, CaseIterable {
    case foreignCharacter, impossibleLength
    case truncatedStream, corruptStream, presetDictionary
    case wrongMagic
    case notBinaryPropertyList
    case truncatedTrailer, offsetTableOutOfRange, topObjectOutOfRange, offsetOutOfRange
    case referenceOutOfRange, offsetWidth, referenceWidth, referenceCycle, countBeyondData
    case truncatedObject, unknownMarker, keyNotString
    case overLimit
    case topNotDictionary
    case changedValuesNotArray, changedValueNotString
    case cipherLength, cipherPadding
  }
}

extension Defect.Reason {
  /// The row that it belongs to.
  package var kind: Defect.Kind {
    switch self {
    case .foreignCharacter: .foreignCharacter
    case .impossibleLength: .impossibleLength
    case .truncatedStream: .truncatedStream
    case .corruptStream: .corruptStream
    case .presetDictionary: .presetDictionary
    case .wrongMagic: .wrongMagic
    case .notBinaryPropertyList: .notBinaryPropertyList
    case .truncatedTrailer: .truncatedTrailer
    case .offsetTableOutOfRange: .offsetTableOutOfRange
    case .topObjectOutOfRange: .topObjectOutOfRange
    case .offsetOutOfRange: .offsetOutOfRange
    case .referenceOutOfRange: .referenceOutOfRange
    case .offsetWidth: .offsetWidth
    case .referenceWidth: .referenceWidth
    case .referenceCycle: .referenceCycle
    case .countBeyondData: .countBeyondData
    case .truncatedObject: .truncatedObject
    case .unknownMarker: .unknownMarker
    case .keyNotString: .keyNotString
    case .overLimit: .overLimit
    case .topNotDictionary: .topNotDictionary
    case .changedValuesNotArray: .changedValuesNotArray
    case .changedValueNotString: .changedValueNotString
    case .cipherLength: .cipherLength
    case .cipherPadding: .cipherPadding
    }
  }

  /// The particulars of these bytes, for people.
  package var detail: String? {
    switch self {
    case .foreignCharacter(let byte), .unknownMarker(let byte):
      (byte < 16 ? "0x0" : "0x") + String(byte, radix: 16, uppercase: true)
    case .corruptStream(let words): words
    case .offsetWidth(let width), .referenceWidth(let width): "\(width)"
    case .overLimit(let limit): "\(limit) bytes"
    default: nil
    }
  }
}
