extension JSONReader {
  /// The longest number literal that is read, in bytes. All digits of any 64-bit real fit.
  static let maxNumberBytes = 1_200

  /// Reads an integer: a number without fraction and exponent that fits 64 bits.
  public mutating func readInteger() throws(JSONError) -> Int64 {
    let literal = try scanNumber()
    guard literal.isInteger else { throw error(.notAnInteger, at: literal.start) }
    guard let integer = literal.integer else { throw error(.numberOutOfRange, at: literal.start) }
    return integer
  }

  /// Reads any number as the nearest 64-bit real. A number beyond all reals is an error.
  public mutating func readDouble() throws(JSONError) -> Double {
    let literal = try scanNumber()
    if let integer = literal.integer, integer.magnitude < 1 << 53, integer != 0 {
      return Double(integer)
    }
    return try real(literal)
  }

  /// A number literal that has been read and is well-formed.
  struct NumberLiteral {
    var start: Int
    var end: Int
    var isInteger: Bool
    /// Its value if it is an integer of 64 bits.
    var integer: Int64?
  }

  mutating func real(_ literal: NumberLiteral) throws(JSONError) -> Double {
    let bytes = UnsafeRawBufferPointer(
      start: base + literal.start, count: literal.end - literal.start)
    let text = String(decoding: bytes, as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      throw error(.numberOutOfRange, at: literal.start)
    }
    return value
  }

  mutating func scanNumber() throws(JSONError) -> NumberLiteral {
    let first = try nextByte()
    let isNegative = first == UInt8(ascii: "-")
    guard isNegative || Self.isDigit(first) else { throw wrongKind(.number) }
    try countNode()
    let start = position
    var index = isNegative ? start &+ 1 : start
    var magnitude: UInt64 = 0
    var overflows = false
    let digits = index
    while index < count {
      let byte = byte(at: index)
      guard Self.isDigit(byte) else { break }
      let (product, high) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(byte &- UInt8(ascii: "0")))
      overflows = overflows || high || carry
      magnitude = sum
      index &+= 1
    }
    guard index > digits else { throw missingDigits(at: index) }
    if byte(at: digits) == UInt8(ascii: "0"), index > digits &+ 1 {
      throw error(.leadingZero, at: start)
    }
    let isInteger = try scanFractionAndExponent(&index)
    if index &- start > Self.maxNumberBytes {
      throw error(.numberTooLong(maxBytes: Self.maxNumberBytes), at: start)
    }
    position = index
    var integer: Int64?
    if isInteger, !overflows {
      let limit = UInt64(Int64.max) &+ (isNegative ? 1 : 0)
      if magnitude <= limit {
        integer = isNegative ? Int64(truncatingIfNeeded: 0 &- magnitude) : Int64(magnitude)
      }
    }
    return NumberLiteral(start: start, end: index, isInteger: isInteger, integer: integer)
  }

  private mutating func scanFractionAndExponent(_ index: inout Int) throws(JSONError) -> Bool {
    var isInteger = true
    if index < count, byte(at: index) == UInt8(ascii: ".") {
      isInteger = false
      index &+= 1
      try scanDigits(&index)
    }
    if index < count, byte(at: index) | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      index &+= 1
      if index < count {
        let sign = byte(at: index)
        if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { index &+= 1 }
      }
      try scanDigits(&index)
    }
    return isInteger
  }

  private mutating func scanDigits(_ index: inout Int) throws(JSONError) {
    let start = index
    while index < count, Self.isDigit(byte(at: index)) { index &+= 1 }
    if index == start { throw missingDigits(at: index) }
  }

  private mutating func missingDigits(at index: Int) -> JSONError {
    index < count ? error(.invalidNumber, at: index) : error(.unexpectedEnd, at: index)
  }

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
