/// Why bytes may be accepted or refused, and where: the first such place that the reader found.
package struct Freedom: Hashable, Sendable, CustomStringConvertible {
  /// What is unusual.
  package var reason: Reason
  /// A byte position in the input of the layer.
  package var offset: Int

  /// One freedom at a byte of its layer.
  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// Whether a SHOULD asks for the refusal: accepting is then a warning, never a failure.
  package var shouldRefuse: Bool { reason.row.section == .shouldRefuse }

  /// What is unusual, and where.
  package var description: String {
    "byte \(offset): \(reason.row.sentence)"
  }
}

extension Freedom {
  /// "Free" of section 2.1, what a SHOULD wants refused, and where the document is silent. The row
  /// in `Classification` says what each case is.
  package enum Reason: Hashable, Sendable, CaseIterable {
    case null, fill, laterMarker, uid, set, wideInteger, wideCount, keyNotString
    case loneSurrogate, highByteInASCII, duplicateKey
    /// Keys with more than 30 combining marks in a row count as equivalent if they might be.
    case canonicallyEquivalentKeys
    case sharedContainer
    /// Also covers more objects than there are bytes for them.
    case overlappingObjects
    case runsIntoTables, brokenUnreferencedObject, bytesBetweenTables, trailerPadding
    case otherVersion
    case notANumberPayload, dateOutOfRange
    /// Beyond the bounds of `PropertyListLimits`.
    case nestedTooDeep, tooManyObjects, tooMuchContent
    case nonCanonicalBits

    case paddingMissing, paddingSurplus, trailingBytes

    case unreferencedObject, bytesBetweenObjects, objectInHeader
    /// The width is enough for each number that occurs. (Apple's reader refuses it, others do not.)
    case narrowWidth
    /// zlib itself does not check this.
    case distanceBeyondWindow
    /// plistlib looks only at the low bits of the count's marker.
    case countNotInteger
  }
}
