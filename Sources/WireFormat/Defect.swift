/// Why bytes must be refused, and where: one defect, the first that the reader met.
package struct Defect: Error, Hashable, Sendable, CustomStringConvertible {
  /// The layers of a request, from the outside in.
  package enum Layer: String, Hashable, Sendable, CaseIterable {
    case base64, cipher, zlib, magic, propertyList, dictionary, changedValues
  }

  /// What is wrong.
  package var reason: Reason
  /// A byte position in what the layer was given (Base64 text, compressed bytes, property list…).
  package var offset: Int

  /// One defect at a byte of its layer.
  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// The layer that is broken.
  package var layer: Layer { reason.rule.layer }
  /// The id of the requirement that asks for the refusal, such as `ABT-DATA-07`.
  package var clause: String { reason.rule.clause }
  /// What is wrong, where, and by which requirement.
  package var description: String {
    "\(layer.rawValue), byte \(offset): \(reason.rule.sentence) (\(clause))"
  }
}

extension Defect {
  /// "Must refuse" of section 2.1, spelt out. Every case names one defect; `rule` holds its layer,
  /// its requirement and its sentence, so that the table below can be read against the document.
  package enum Reason: Hashable, Sendable {
    /// A byte that is not of the Base64 alphabet, or padding in front of other characters.
    case foreignCharacter(UInt8)
    /// One Base64 character is left over: six bits are no byte.
    case impossibleLength
    /// Ciphertext shorter than the mode's smallest message, or not a multiple of 8 bytes.
    case cipherLength
    /// The last block does not end with a padding of PKCS #7.
    case cipherPadding
    /// The zlib stream ends before its end.
    case truncatedStream
    /// The zlib stream is damaged; in zlib's own words.
    case corruptStream(String)
    /// The zlib stream asks for a preset dictionary.
    case presetDictionary
    /// The stream unpacks to more than this many bytes.
    case overLimit(Int)
    /// The unpacked bytes do not begin with the magic.
    case wrongMagic
    /// The bytes do not begin with `bplist0`.
    case notBinaryPropertyList
    /// There is no room for a trailer of 32 bytes behind the header.
    case truncatedTrailer
    /// The trailer gives an offset width of 0 or of more than 8 bytes.
    case offsetWidth(Int)
    /// The trailer gives a reference width of 0 or of more than 8 bytes.
    case referenceWidth(Int)
    /// The trailer's table of offsets reaches beyond the end of the bytes.
    case offsetTableOutOfRange
    /// The trailer's top object is not one of the objects (there may be none).
    case topObjectOutOfRange
    /// An object's offset lies at or beyond the end of the bytes.
    case offsetOutOfRange
    /// A reference names an object that does not exist.
    case referenceOutOfRange
    /// A container holds itself, directly or through others.
    case referenceCycle
    /// An object's count reaches beyond the end of the bytes, or is negative.
    case countBeyondData
    /// The bytes end inside an object's marker, count or fixed-size content.
    case truncatedObject
    /// A marker byte that no binary property list of version 00 knows.
    case unknownMarker(UInt8)
    /// A key of the dictionary, or of the configuration in it, is not a string.
    case keyNotString
    /// The top object is not a dictionary.
    case topNotDictionary
    /// The list of changed values is not an array.
    case changedValuesNotArray
    /// A member of the list of changed values is not a string.
    case changedValueNotString
  }
}

extension Defect.Reason {
  /// One row of the table: which layer, which requirement, which words.
  struct Rule {
    var layer: Defect.Layer
    var clause: String
    var sentence: String

    init(_ layer: Defect.Layer, _ clause: String, _ sentence: String) {
      self.layer = layer
      self.clause = clause
      self.sentence = sentence
    }
  }

  /// The table.
  var rule: Rule {
    switch self {
    case .foreignCharacter(let byte):
      Rule(.base64, "ABT-DATA-02", "byte \(byte) is not Base64 here")
    case .impossibleLength:
      Rule(.base64, "ABT-DATA-02", "one Base64 character is left over")
    case .cipherLength:
      Rule(.cipher, "ABT-ENC-06", "the ciphertext is empty or not whole blocks of 8 bytes")
    case .cipherPadding:
      Rule(.cipher, "ABT-ENC-06", "the last block has no valid padding")
    case .truncatedStream:
      Rule(.zlib, "ABT-DATA-03", "the zlib stream is cut off")
    case .corruptStream(let words):
      Rule(.zlib, "ABT-DATA-03", "the zlib stream is damaged: \(words)")
    case .presetDictionary:
      Rule(.zlib, "ABT-DATA-03", "the zlib stream needs a preset dictionary")
    case .overLimit(let limit):
      Rule(.zlib, "ABT-DATA-08", "the data unpacks to more than \(limit) bytes")
    case .wrongMagic:
      Rule(.magic, "ABT-DATA-05", "the magic is missing, wrong or partial")
    case .notBinaryPropertyList:
      Rule(.propertyList, "ABT-DATA-06", "no binary property list of version 0x begins here")
    case .truncatedTrailer:
      Rule(.propertyList, "ABT-DATA-07", "there is no room for the trailer of 32 bytes")
    case .offsetWidth(let width):
      Rule(.propertyList, "ABT-DATA-07", "offsets are \(width) bytes wide, not 1 to 8")
    case .referenceWidth(let width):
      Rule(.propertyList, "ABT-DATA-07", "references are \(width) bytes wide, not 1 to 8")
    case .offsetTableOutOfRange:
      Rule(.propertyList, "ABT-DATA-07", "the table of offsets reaches beyond the end")
    case .topObjectOutOfRange:
      Rule(.propertyList, "ABT-DATA-07", "the top object does not exist")
    case .offsetOutOfRange:
      Rule(.propertyList, "ABT-DATA-07", "an object's offset lies beyond the end")
    case .referenceOutOfRange:
      Rule(.propertyList, "ABT-DATA-07", "a reference names an object that does not exist")
    case .referenceCycle:
      Rule(.propertyList, "ABT-DATA-07", "a container holds itself")
    case .countBeyondData:
      Rule(.propertyList, "ABT-DATA-07", "a count reaches beyond the end")
    case .truncatedObject:
      Rule(.propertyList, "ABT-DATA-07", "the bytes end inside an object")
    case .unknownMarker(let byte):
      Rule(.propertyList, "ABT-DATA-07", "\(byte) is no marker of an object")
    case .keyNotString:
      Rule(.propertyList, "ABT-DATA-07", "a key is not a string")
    case .topNotDictionary:
      Rule(.dictionary, "ABT-DATA-12", "the top object is not a dictionary")
    case .changedValuesNotArray:
      Rule(.changedValues, "ABT-CHG-09", "the changed values are not an array")
    case .changedValueNotString:
      Rule(.changedValues, "ABT-CHG-09", "a changed value is not a string")
    }
  }
}
