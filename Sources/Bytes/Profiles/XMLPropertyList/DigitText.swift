/// Digits as ASCII bytes.
enum DigitText {
  /// The value 0 to 15 of a digit (hexadecimal, either case), or nil for any other byte.
  static func value(of byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 0x30
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte) - 0x57
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte) - 0x37
    default: nil
    }
  }

  static func isDecimal(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// The number that these decimal digits write, or nil if one is not a digit or the number is
  /// beyond Int.
  static func decimal(_ digits: some Sequence<UInt8>) -> Int? {
    var number = 0
    for byte in digits {
      guard isDecimal(byte) else { return nil }
      let (product, overflows) = number.multipliedReportingOverflow(by: 10)
      let (sum, carries) = product.addingReportingOverflow(Int(byte) - 0x30)
      guard !overflows, !carries else { return nil }
      number = sum
    }
    return number
  }
}
