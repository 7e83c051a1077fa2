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
  package var clause: String { reason.row.clause }

  /// Whether a SHOULD asks for the refusal: accepting is then a warning, never a failure.
  package var shouldRefuse: Bool { reason.row.section == .shouldRefuse }

  /// What is unusual, and where.
  package var description: String {
    let row = reason.row
    return "byte \(offset): \(row.sentence) (\(row.clause))"
  }
}

extension Freedom {
  /// "Free" of section 2.1, what a SHOULD wants refused, and where the document is silent: what
  /// each case is says its row in `Classification`.
  package enum Reason: Hashable, Sendable, CaseIterable {
    case null, fill, uid, set, wideInteger, wideCount, keyNotString
    case loneSurrogate, highByteInASCII, duplicateKey
    /// Keys with more than 30 combining marks in a row count as equivalent where they may be.
    case canonicallyEquivalentKeys
    case sharedContainer
    /// Also more objects than there are bytes for them.
    case overlappingObjects
    case runsIntoTables, brokenUnreferencedObject, bytesBetweenTables, trailerPadding
    case otherVersion
    case notANumberPayload, dateOutOfRange
    /// By the bounds of `PropertyListLimits`.
    case nestedTooDeep, tooManyObjects, tooMuchContent
    case nonCanonicalBits

    case paddingMissing, paddingSurplus, trailingBytes

    case unreferencedObject, bytesBetweenObjects, objectInHeader
    /// Wide enough for each number that occurs (Apple's reader refuses it, others do not).
    case narrowWidth
    /// zlib itself does not look.
    case distanceBeyondWindow
    /// plistlib looks at the low bits of the count's marker only.
    case countNotInteger
  }
}
