import WireFormat

extension XMLPropertyListReader {
  /// The most bytes of a number or a date, not counting white space around it.
  private static let maxScalarBytes = 1_024

  /// The value of an element that is neither a container nor `key`.
  func scalar(
    _ element: XMLPropertyListElement, text: XMLScanner.Text
  ) throws(XMLPropertyListError) -> PropertyList {
    switch element {
    case .integer: .integer(try integer(text))
    case .real: .real(try real(text))
    case .date: .date(try date(text))
    case .data: .data(try data(text))
    case .true, .false: .boolean(try boolean(element, text))
    case .string, .key, .dict, .array: .string(String(decoding: text.bytes, as: UTF8.self))
    }
  }

  private func boolean(
    _ element: XMLPropertyListElement, _ text: XMLScanner.Text
  ) throws(XMLPropertyListError) -> Bool {
    guard text.bytes.isEmpty else { throw scanner.fail(.contentInBoolean, at: text.offset) }
    return element == .true
  }

  /// The text of a number or date without the white space around it. Apple's reader and others skip
  /// that too.
  private func trimmed(
    _ text: XMLScanner.Text
  ) throws(XMLPropertyListError) -> ArraySlice<UInt8> {
    let start = text.bytes.drop(while: XMLCharacters.isSpace)
    let end = start.lastIndex { !XMLCharacters.isSpace($0) }
    let content = end.map { start[...$0] } ?? []
    guard content.count <= Self.maxScalarBytes else {
      throw scanner.fail(.scalarTooLong(limit: Self.maxScalarBytes), at: text.offset)
    }
    return content
  }

  /// `[+-]` and decimal digits, or `0x` and hexadecimal ones; leading zeros are allowed.
  private func integer(_ text: XMLScanner.Text) throws(XMLPropertyListError) -> Int64 {
    let content = try trimmed(text)
    var digits = content
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    let prefix = digits.prefix(2)
    let isHexadecimal = prefix.elementsEqual("0x".utf8) || prefix.elementsEqual("0X".utf8)
    if isHexadecimal { digits.removeFirst(2) }
    let radix = isHexadecimal ? 16 : 10
    let areDigits = digits.allSatisfy { (DigitText.value(of: $0) ?? radix) < radix }
    guard !digits.isEmpty, areDigits else {
      throw scanner.fail(.malformedInteger(XMLScanner.excerpt(content)), at: text.offset)
    }
    let signed = (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
    guard let number = Int64(signed, radix: radix) else {
      throw scanner.fail(.integerOutOfRange(XMLScanner.excerpt(content)), at: text.offset)
    }
    return number
  }

  /// Digits with sign, point and exponent, or `inf`, `infinity` or `nan` in either case.
  private func real(_ text: XMLScanner.Text) throws(XMLPropertyListError) -> Double {
    let content = try trimmed(text)
    let spelled = String(decoding: content, as: UTF8.self)
    guard RealText.isDecimal(content) else {
      guard let number = RealText.named(content) else {
        throw scanner.fail(.malformedReal(XMLScanner.excerpt(content)), at: text.offset)
      }
      return number
    }
    guard let number = Double(spelled), number.isFinite else {
      throw scanner.fail(.realOutOfRange(XMLScanner.excerpt(content)), at: text.offset)
    }
    return number
  }

  private func date(_ text: XMLScanner.Text) throws(XMLPropertyListError) -> Double {
    let content = try trimmed(text)
    guard let fields = DateText(content) else {
      throw scanner.fail(.malformedDate(XMLScanner.excerpt(content)), at: text.offset)
    }
    guard let seconds = fields.secondsSince2001 else {
      throw scanner.fail(.impossibleDate(XMLScanner.excerpt(content)), at: text.offset)
    }
    return Double(seconds)
  }

  private func data(_ text: XMLScanner.Text) throws(XMLPropertyListError) -> [UInt8] {
    do {
      return try SpacedBase64.decode(text.bytes)
    } catch {
      throw scanner.fail(error.reason, at: text.offset(of: error.index))
    }
  }
}
