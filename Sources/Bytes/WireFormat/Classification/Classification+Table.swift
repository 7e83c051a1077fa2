extension Acceptance {
  /// "Must accept": the list of section 2.1, the limit of ABT-DATA-09, and what ABT-DATA-01 and the
  /// format demand of every value.
  package var row: Classification.Row {
    switch self {
    case .unsignedIntegers:
      row("unsigned-integers", "an integer of 1, 2 or 4 bytes, which is unsigned")
    case .signedIntegers:
      row("signed-integers", "an integer of 8 bytes, which is signed")
    case .reals32: row("reals-32", "a real of 4 bytes")
    case .reals64: row("reals-64", "a real of 8 bytes")
    case .offsetWidths:
      row("offset-widths", "offsets of any width from 1 to 8 bytes")
    case .referenceWidths:
      row("reference-widths", "references of any width from 1 to 8 bytes")
    case .countForms:
      row(
        "count-forms",
        "a count in the marker, or after it in 1, 2, 4 or 8 bytes, even if fewer would do")
    case .sharedScalars:
      row("shared-scalars", "a scalar, or a key, with several references to it")
    case .zlibWindows:
      row("zlib-windows", "any window of the header, 256 bytes to 32 KiB", .zlib)
    case .zlibBlocks:
      row("zlib-blocks", "stored blocks, and those of fixed or dynamic codes", .zlib)
    case .zlibLevels: row("zlib-levels", "any level of compression, 0 to 9", .zlib)
    case .treeObjects:
      row("tree-objects", "an expanded tree of up to 10,000 objects, keys included")
    case .treeContent:
      row("tree-content", "an expanded tree of up to 1 MiB, markers included")
    case .treeDepth:
      row("tree-depth", "up to 32 nested containers, the dictionary included")
    case .inflatedLimit:
      row("inflated-limit", "data that unpacks to exactly the limit", .zlib)
    case .objectOrder:
      row("object-order", "objects in any order, with any of them on top")
    case .wideText:
      row("wide-text", "text of 16 bits per character that would fit in 8")
    case .dateRange:
      row("date-range", "any date of the years 1 to 9999, with fractions of seconds")
    }
  }

  private func row(
    _ name: String, _ sentence: String,
    _ layer: Classification.Layer = .propertyList
  ) -> Classification.Row {
    Classification.Row(name, .mustAccept, layer, sentence)
  }
}

extension Defect.Kind {
  /// "Must refuse": the requirements of section 4.3 one after another, ABT-DATA-07 in the order of
  /// its own list; then changed values and ciphertext. In a property list each of them counts if it
  /// is reachable from the top object.
  package var row: Classification.Row {
    switch self {
    case .foreignCharacter:
      row("foreign-character", .base64, "a byte that is not Base64 where it stands")
    case .impossibleLength:
      row("impossible-length", .base64, "one Base64 character is left over")
    case .truncatedStream:
      row("truncated-stream", .zlib, "the zlib stream is cut off")
    case .corruptStream:
      row("corrupt-stream", .zlib, "the zlib stream is damaged")
    case .presetDictionary:
      row("preset-dictionary", .zlib, "the zlib stream needs a preset dictionary")
    case .wrongMagic:
      row("wrong-magic", .magic, "the magic is missing, wrong or partial")
    case .notBinaryPropertyList:
      row(
        "not-binary", .propertyList,
        "the bytes do not begin with bplist0")
    case .truncatedTrailer:
      row(
        "truncated-trailer", .propertyList,
        "there is no room for the trailer of 32 bytes")
    case .offsetTableOutOfRange:
      row(
        "offset-table-range", .propertyList,
        "the table of offsets reaches beyond the end")
    case .topObjectOutOfRange:
      row("top-object-range", .propertyList, "the top object does not exist")
    case .offsetOutOfRange:
      row("offset-range", .propertyList, "an object's offset lies beyond the end")
    case .referenceOutOfRange:
      row(
        "reference-range", .propertyList,
        "a reference names an object that does not exist")
    case .offsetWidth:
      row("offset-width", .propertyList, "offsets are not 1 to 8 bytes wide")
    case .referenceWidth:
      row("reference-width", .propertyList, "references are not 1 to 8 bytes wide")
    case .referenceCycle:
      row(
        "reference-cycle", .propertyList,
        "a container holds itself, directly or through others")
    case .countBeyondData:
      row(
        "count-beyond-data", .propertyList,
        "a count is negative or reaches beyond the end")
    case .truncatedObject:
      row("truncated-object", .propertyList, "the bytes end inside an object")
    case .unknownMarker:
      row("unknown-marker", .propertyList, "a marker that version 00 does not have")
    case .keyNotString:
      row(
        "key-not-string", .propertyList,
        "a key of the dictionary, or of the configuration in it, is not a string")
    case .overLimit:
      row("over-limit", .zlib, "the data unpacks to more than the limit")
    case .topNotDictionary:
      row("top-not-dictionary", .dictionary, "the top object is not a dictionary")
    case .changedValuesNotArray:
      row(
        "changed-values-not-array", .changedValues,
        "the changed values are not an array")
    case .changedValueNotString:
      row(
        "changed-value-not-string", .changedValues,
        "a changed value is not a string")
    case .cipherLength:
      row(
        "cipher-length", .cipher,
        "the ciphertext is too short for its mode, or not whole blocks of 8 bytes")
    case .cipherPadding:
      row("cipher-padding", .cipher, "the last block has no valid padding")
    }
  }

  private func row(
    _ name: String, _ layer: Classification.Layer, _ sentence: String
  ) -> Classification.Row {
    Classification.Row(name, .mustRefuse, layer, sentence)
  }
}

extension Freedom.Reason {
  /// "Free": the list of section 2.1; then what a SHOULD wants refused; then where nothing is said,
  /// which is free because no library fails over an ambiguity.
  package var row: Classification.Row {
    switch self {
    case .null: free("null", "a null")
    case .fill: free("fill", "a fill byte instead of an object")
    case .laterMarker:
      free("later-marker", "a marker that only later versions of the format know")
    case .uid: free("uid", "a UID")
    case .set: free("set", "a set, ordered or not, whatever is inside it")
    case .wideInteger: free("wide-integer", "an integer of more than 8 bytes")
    case .wideCount: free("wide-count", "a count of more than 8 bytes")
    case .keyNotString:
      free(
        "inner-key-not-string",
        "a key that is not a string, below the configuration's own keys or beside it")
    case .loneSurrogate: free("lone-surrogate", "half of a surrogate pair in text of 16 bits")
    case .highByteInASCII: free("high-byte", "a byte above 0x7F in an ASCII string")
    case .duplicateKey: free("duplicate-key", "a key that occurs twice, in whatever encodings")
    case .canonicallyEquivalentKeys:
      free("equivalent-keys", "keys of one dictionary that are canonically equivalent")
    case .sharedContainer: free("shared-container", "a container with several references to it")
    case .overlappingObjects: free("overlapping-objects", "objects that have bytes in common")
    case .runsIntoTables:
      free("runs-into-tables", "an object or a table that runs into what follows it")
    case .brokenUnreferencedObject:
      free("broken-unreferenced", "a broken object that nothing refers to")
    case .bytesBetweenTables:
      free("bytes-between-tables", "bytes between the table of offsets and the trailer")
    case .trailerPadding: free("trailer-padding", "unused bytes of the trailer that are not zero")
    case .otherVersion: free("other-version", "bplist0x with x not 0")
    case .notANumberPayload: free("nan-payload", "a NaN with a sign or a payload, or signalling")
    case .dateOutOfRange:
      free("date-out-of-range", "a date that is not finite or outside the years 1 to 9999")
    case .nestedTooDeep:
      free("nested-too-deep", "containers nested deeper than must be accepted")
    case .tooManyObjects:
      free("too-many-objects", "more objects than must be accepted")
    case .tooMuchContent:
      free("too-much-content", "more content than must be accepted")
    case .nonCanonicalBits:
      row(
        "non-canonical-bits", .free, .base64,
        "unused Base64 bits that are not zero")
    case .paddingMissing:
      row(
        "padding-missing", .shouldRefuse, .base64,
        "missing Base64 padding")
    case .paddingSurplus:
      row(
        "padding-surplus", .shouldRefuse, .base64,
        "surplus Base64 padding")
    case .trailingBytes:
      row(
        "trailing-bytes", .shouldRefuse, .zlib,
        "bytes after the end of the zlib stream")
    case .unreferencedObject: silent("unreferenced-object", "a sound object that nothing refers to")
    case .bytesBetweenObjects:
      silent("bytes-between-objects", "bytes around the objects that belong to none")
    case .objectInHeader:
      silent("object-in-header", "an object that begins inside the eight bytes of the header")
    case .narrowWidth:
      silent("narrow-width", "a width too narrow for the table's place or the number of objects")
    case .distanceBeyondWindow:
      silent(
        "distance-beyond-window", "a distance beyond the window of the zlib header (RFC 1950, 2.2)",
        .zlib)
    case .countNotInteger: silent("count-not-integer", "a count that is not an integer object")
    }
  }

  private func free(
    _ name: String, _ sentence: String
  ) -> Classification.Row {
    row(name, .free, .propertyList, sentence)
  }

  private func silent(
    _ name: String, _ sentence: String, _ layer: Classification.Layer = .propertyList
  ) -> Classification.Row {
    row(name, .silent, layer, sentence)
  }

  private func row(
    _ name: String, _ section: Classification.Section, _ layer: Classification.Layer,
    _ sentence: String
  ) -> Classification.Row {
    Classification.Row(name, section, layer, sentence)
  }
}
