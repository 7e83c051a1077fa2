/// The text of a real number in an XML property list.
enum RealText {
  /// Whether a text is digits with at most a sign, one point and an exponent. `1.` and `.5` count.
  static func isDecimal(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    skipSign(&rest)
    var digits = skipDigits(&rest)
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      digits += skipDigits(&rest)
    }
    guard digits > 0 else { return false }
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      skipSign(&rest)
      guard skipDigits(&rest) > 0 else { return false }
    }
    return rest.isEmpty
  }

  /// The value of `inf`, `infinity` or `nan`, in either case and with or without a sign.
  static func named(_ text: ArraySlice<UInt8>) -> Double? {
    var rest = text
    let isNegative = rest.first == UInt8(ascii: "-")
    skipSign(&rest)
    let name = rest.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    if name.elementsEqual("nan".utf8) { return .nan }
    guard name.elementsEqual("inf".utf8) || name.elementsEqual("infinity".utf8) else { return nil }
    return isNegative ? -.infinity : .infinity
  }

  private static func skipSign(_ text: inout ArraySlice<UInt8>) {
    if text.first == UInt8(ascii: "+") || text.first == UInt8(ascii: "-") { text.removeFirst() }
  }

  private static func skipDigits(_ text: inout ArraySlice<UInt8>) -> Int {
    let digits = text.prefix(while: DigitText.isDecimal).count
    text.removeFirst(digits)
    return digits
  }
}
