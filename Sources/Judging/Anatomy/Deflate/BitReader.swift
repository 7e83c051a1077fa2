/// Why deflate data cannot be read further.
enum DeflateFault: Error {
  /// The bytes end.
  case truncated
  /// What no reader may take, in words.
  case invalid(String)
  /// More is unpacked than the limit allows.
  case overLimit
}

/// Reads bits, the lowest of each byte first (RFC 1951 section 3.1.1).
struct BitReader {
  private let bytes: UnsafeRawBufferPointer
  /// The next bit.
  private(set) var position: Int
  private let end: Int

  init(_ bytes: UnsafeRawBufferPointer, from byte: Int) {
    self.bytes = bytes
    position = 8 * byte
    end = 8 * bytes.count
  }

  mutating func bit() throws(DeflateFault) -> Int {
    guard position < end else { throw .truncated }
    let bit = Int(bytes[position >> 3] >> UInt8(position & 7)) & 1
    position += 1
    return bit
  }

  /// A number of up to 16 bits, the lowest first.
  mutating func bits(_ count: Int) throws(DeflateFault) -> Int {
    guard end - position >= count else { throw .truncated }
    var number = 0
    for place in 0..<count {
      number |= (Int(bytes[position >> 3] >> UInt8(position & 7)) & 1) << place
      position += 1
    }
    return number
  }

  /// Goes to the end of the bytes.
  mutating func skipToEnd() { position = max(position, end) }

  /// Goes to the next whole byte.
  mutating func align() { position = (position + 7) & ~7 }

  /// Passes over whole bytes, as many as there are of `count`.
  mutating func skip(bytes count: Int) throws(DeflateFault) {
    guard end - position >= 8 * count else {
      skipToEnd()
      throw .truncated
    }
    position += 8 * count
  }
}
