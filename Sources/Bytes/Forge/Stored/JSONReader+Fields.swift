import JSONText
import WireFormat

/// The kinds of parameters, read strictly.
extension JSONReader {
  /// An integer, or the decimal text of one.
  mutating func readNumber<Number: FixedWidthInteger>() throws(JSONError) -> Number {
    let isText = try peek() == .string
    let place = self
    let text = isText ? try readString() : String(try readInteger())
    // There is just one way to write a number as text: without leading zeros or a plus sign.
    guard text.utf8.count <= 20, let number = Number(text), String(number) == text else {
      let complaint = "an integer of \(Number.min) to \(Number.max) is expected"
      throw place.error(
        isText ? .unexpectedValue(complaint + ", or its decimal text") : .unexpectedValue(complaint)
      )
    }
    return number
  }

  /// Padded Base64 without anything else.
  mutating func readBase64() throws(JSONError) -> [UInt8] {
    _ = try peek()
    let place = self
    var text: [UInt8] = []
    try readStringBytes(into: &text)
    guard case .decoded(let bytes) = Base64Text.decode(text) else {
      throw place.error(.unexpectedValue("this text is no padded Base64 (RFC 4648 section 4)"))
    }
    return bytes
  }

  mutating func readWord<Word: FieldWord>() throws(JSONError) -> Word {
    _ = try peek()
    let place = self
    let text = try readString()
    let words = Word.allCases
    guard let word = words.first(where: { $0.word.utf8.elementsEqual(text.utf8) }) else {
      throw place.error(.noneOf(text, words.map(\.word), "words that may be here"))
    }
    return word
  }

  /// An array of not too many elements.
  mutating func readList<Element>(
    _ element: (inout JSONReader) throws(JSONError) -> Element
  ) throws(JSONError) -> [Element] {
    var elements: [Element] = []
    try readArray { (reader: inout JSONReader) throws(JSONError) in
      try reader.limit(elements.count)
      elements.append(try element(&reader))
    }
    return elements
  }

  /// Refuses an element too many, where there are `count` before it.
  func limit(_ count: Int) throws(JSONError) {
    if count >= StoredLimits.maxElements {
      throw error(
        .unexpectedValue("there are more than \(StoredLimits.maxElements) elements here"))
    }
  }
}
