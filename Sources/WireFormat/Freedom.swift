/// Why bytes may be accepted or refused, and where: the first such place that the reader met.
package struct Freedom: Hashable, Sendable, CustomStringConvertible {
  /// What is unusual.
  package var reason: Reason
  /// A byte position in what the layer was given.
  package var offset: Int

  /// One freedom at a byte of its layer.
  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// The requirement that speaks of this place: `ABT-DATA-15` where all that it asks is a record.
  package var clause: String {
    switch reason {
    case .paddingMissing, .paddingSurplus: "ABT-DATA-02/padding"
    case .trailingBytes: "ABT-DATA-04"
    case .nestedTooDeep: "ABT-DATA-11"
    case .tooManyObjects, .tooMuchContent: "ABT-DATA-10"
    default: "ABT-DATA-15"
    }
  }

  /// Whether a SHOULD asks for the refusal: accepting is then a warning, never a failure.
  package var shouldRefuse: Bool {
    switch reason {
    case .paddingMissing, .paddingSurplus, .trailingBytes: true
    default: false
    }
  }

  /// What is unusual, and where.
  package var description: String { "byte \(offset): \(reason.sentence) (\(clause))" }
}

extension Freedom {
  /// "Free" of section 2.1, spelt out, in the document's order; then what the document asks with a
  /// SHOULD only; then places where it is silent, which are free by its first rule.
  package enum Reason: String, Hashable, Sendable, CaseIterable {
    // Section 2.1, "Free".
    /// The marker 0x00.
    case null
    /// The marker 0x0F in the place of an object.
    case fill
    /// The markers 0x80 to 0x8F.
    case uid
    /// The markers 0xB0 to 0xCF: ordered and other sets, whatever is inside them.
    case set
    /// An integer of 16 or more bytes.
    case wideInteger
    /// A count of 16 or more bytes.
    case wideCount
    /// A key that is not a string, below the configuration's own keys or beside the configuration.
    case keyNotString
    /// Half of a surrogate pair in UTF-16 text.
    case loneSurrogate
    /// A byte above 0x7F in an ASCII string.
    case highByteInASCII
    /// A key that one dictionary has twice, in whatever encodings.
    case duplicateKey
    /// Keys of one dictionary that differ in their normalization only, or (with more than 30
    /// combining marks in a row) may do so.
    case canonicallyEquivalentKeys
    /// An array or a dictionary to which two references lead.
    case sharedContainer
    /// Objects that have bytes in common, or more objects than there are bytes for them.
    case overlappingObjects
    /// An object that runs into the table of offsets or the trailer, or a table that runs into it.
    case runsIntoTables
    /// An object that would be a defect if something referred to it.
    case brokenUnreferencedObject
    /// Bytes between the table of offsets and the trailer.
    case bytesBetweenTables
    /// One of the first six bytes of the trailer is not zero.
    case trailerPadding
    /// `bplist0x` with x not 0.
    case otherVersion
    /// A NaN other than the one that arithmetic makes: with a sign or a payload, or signalling.
    case notANumberPayload
    /// A date that is not finite or outside the years 1 to 9999.
    case dateOutOfRange
    /// More containers in each other than `PropertyListLimits.maxDepth`.
    case nestedTooDeep
    /// More objects in the expanded tree than `PropertyListLimits.maxObjects`.
    case tooManyObjects
    /// More bytes in the expanded tree than `PropertyListLimits.maxContentBytes`.
    case tooMuchContent
    /// Base64 whose unused trailing bits are not zero (RFC 4648 section 3.5).
    case nonCanonicalBits

    // SHOULD be refused.
    /// Fewer `=` than the last Base64 group needs.
    case paddingMissing
    /// More `=` than the last Base64 group needs.
    case paddingSurplus
    /// Bytes behind the end of the zlib stream.
    case trailingBytes

    // The document is silent.
    /// A sound object that nothing refers to.
    case unreferencedObject
    /// Bytes in front of, between or behind the objects that belong to none.
    case bytesBetweenObjects
    /// An object that begins inside the eight bytes of the header.
    case objectInHeader
    /// A width too narrow for the table's own offset or for the number of objects, though wide
    /// enough for each that occurs (Apple's reader refuses it, others do not).
    case narrowWidth
    /// A zlib stream that reaches back further than the window of its header (RFC 1950 section 2.2
    /// forbids it, zlib does not look).
    case distanceBeyondWindow
    /// A count behind its marker that is no integer object (plistlib looks at the low bits only).
    case countNotInteger

    var sentence: String {
      switch self {
      case .null: "a null"
      case .fill: "a fill byte in the place of an object"
      case .uid: "a UID"
      case .set: "a set"
      case .wideInteger: "an integer of more than 8 bytes"
      case .wideCount: "a count of more than 8 bytes"
      case .keyNotString: "a key that is not a string"
      case .loneSurrogate: "a lone surrogate"
      case .highByteInASCII: "a byte above 0x7F in an ASCII string"
      case .duplicateKey: "a key that occurs twice"
      case .canonicallyEquivalentKeys: "two keys that are canonically equivalent"
      case .sharedContainer: "a container shared by reference"
      case .overlappingObjects: "objects that overlap"
      case .runsIntoTables: "an object or a table that runs into the tables behind it"
      case .brokenUnreferencedObject: "a broken object that nothing refers to"
      case .bytesBetweenTables: "bytes between the table of offsets and the trailer"
      case .trailerPadding: "padding of the trailer that is not zero"
      case .otherVersion: "a version that is not 00"
      case .notANumberPayload: "a NaN with a sign, a payload or signalling"
      case .dateOutOfRange: "a date outside the years 1 to 9999"
      case .nestedTooDeep: "containers nested deeper than must be accepted"
      case .tooManyObjects: "more objects than must be accepted"
      case .tooMuchContent: "more content than must be accepted"
      case .nonCanonicalBits: "unused Base64 bits that are not zero"
      case .paddingMissing: "Base64 padding is missing"
      case .paddingSurplus: "surplus Base64 padding"
      case .trailingBytes: "bytes behind the end of the zlib stream"
      case .unreferencedObject: "an object that nothing refers to"
      case .bytesBetweenObjects: "bytes that belong to no object"
      case .objectInHeader: "an object inside the header"
      case .distanceBeyondWindow: "a distance beyond the window of the zlib header"
      case .countNotInteger: "a count that is no integer"
      case .narrowWidth: "a width that is narrower than the tables suggest"
      }
    }
  }
}
