package import Conformance
package import WireFormat

// By which requirement a reader accepts, refuses or is free. The readers themselves know the formats and no requirements.

extension Acceptance {
  /// The requirement that asks to accept it.
  package var clause: Clause.ID {
    switch self {
    case .objectOrder, .unsignedIntegers, .signedIntegers, .reals32, .reals64, .offsetWidths,
      .referenceWidths, .countForms, .sharedScalars, .zlibWindows, .zlibBlocks, .zlibLevels,
      .treeObjects, .treeContent:
      "ABT-DATA-14"
    case .treeDepth: "ABT-DATA-11"
    case .inflatedLimit: "ABT-DATA-09"
    case .wideText, .dateRange: "ABT-DATA-01"
    }
  }
}

extension Defect {
  /// The requirement that asks for the refusal.
  package var clause: Clause.ID { reason.kind.clause }

  /// What is wrong, where, and by which requirement.
  package var ruling: String { "\(self) (\(clause))" }
}

extension Defect.Kind {
  /// The requirement that asks for the refusal.
  package var clause: Clause.ID {
    switch self {
    case .foreignCharacter, .impossibleLength: "ABT-DATA-02"
    case .truncatedStream, .corruptStream, .presetDictionary: "ABT-DATA-03"
    case .wrongMagic: "ABT-DATA-05"
    case .notBinaryPropertyList: "ABT-DATA-06"
    case .truncatedTrailer, .offsetTableOutOfRange, .topObjectOutOfRange, .offsetOutOfRange,
      .referenceOutOfRange, .offsetWidth, .referenceWidth, .referenceCycle, .countBeyondData,
      .truncatedObject, .unknownMarker, .keyNotString:
      "ABT-DATA-07"
    case .overLimit: "ABT-DATA-08"
    case .topNotDictionary: "ABT-DATA-12"
    case .changedValuesNotArray, .changedValueNotString: "ABT-CHG-09"
    case .cipherLength, .cipherPadding: "ABT-ENC-06"
    }
  }
}

extension Freedom {
  /// The requirement about this place, or `ABT-DATA-15` if it only asks for a record.
  package var clause: Clause.ID { reason.clause }

  /// What is unusual, where, and by which requirement.
  package var ruling: String { "\(self) (\(clause))" }
}

extension Freedom.Reason {
  /// The place where it is recorded what a library does; nil where a SHOULD asks for the refusal.
  package var freePlace: FreePlace.ID? {
    switch row.section {
    case .free, .silent: FreePlace.ID("\(row.layer.placeWord)/\(row.name)")
    case .mustAccept, .mustRefuse, .shouldRefuse: nil
    }
  }

  /// The requirement about it, or `ABT-DATA-15` if it only asks for a record.
  package var clause: Clause.ID {
    switch self {
    case .nestedTooDeep: "ABT-DATA-11"
    case .tooManyObjects, .tooMuchContent: "ABT-DATA-10"
    case .paddingMissing, .paddingSurplus: "ABT-DATA-02/padding"
    case .trailingBytes: "ABT-DATA-04"
    case .null, .fill, .laterMarker, .uid, .set, .wideInteger, .wideCount, .keyNotString,
      .loneSurrogate,
      .highByteInASCII, .duplicateKey, .canonicallyEquivalentKeys, .sharedContainer,
      .overlappingObjects, .runsIntoTables, .brokenUnreferencedObject, .bytesBetweenTables,
      .trailerPadding, .otherVersion, .notANumberPayload, .dateOutOfRange, .nonCanonicalBits,
      .unreferencedObject, .bytesBetweenObjects, .objectInHeader, .narrowWidth,
      .distanceBeyondWindow, .countNotInteger:
      "ABT-DATA-15"
    }
  }
}

extension Classification.Layer {
  /// The first word of a free place in this layer.
  fileprivate var placeWord: String {
    switch self {
    case .base64: "base64"
    case .cipher: "cipher"
    case .zlib: "zlib"
    case .magic: "magic"
    case .propertyList: "property-list"
    case .dictionary: "dictionary"
    case .changedValues: "changed-values"
    }
  }

  /// The layer at the beginning of a sentence.
  var subject: String {
    switch self {
    case .base64: "The Base64"
    case .cipher: "The ciphertext"
    case .zlib: "The zlib stream"
    case .magic: "The magic"
    case .propertyList: "The property list"
    case .dictionary: "The dictionary"
    case .changedValues: "The list of changed values"
    }
  }
}
