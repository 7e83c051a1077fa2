/// Percent-encoding of RFC 3986 section 2.1 over bytes.
package enum PercentCoding {
  /// What one decoding found. Offsets count bytes of the input.
  package enum Outcome: Hashable, Sendable {
    /// The bytes; `+` stays a plus.
    case decoded([UInt8])
    /// A `%` without two hexadecimal digits after it.
    case malformedEscape(at: Int)
  }

  /// Appends `bytes` and escapes everything but the unreserved characters (RFC 3986 section 2.3),
  /// with upper-case digits.
  ///
  /// Complexity: linear.
  package static func encode(_ bytes: some Collection<UInt8>, into output: inout [UInt8]) {
    let isDone: Void? = bytes.withContiguousStorageIfAvailable { encode(buffer: $0, into: &output) }
    guard isDone == nil else { return }
    Array(bytes).withUnsafeBufferPointer { encode(buffer: $0, into: &output) }
  }

  /// `bytes` with everything but the unreserved characters escaped.
  package static func encode(_ bytes: [UInt8], into output: inout [UInt8]) {
    bytes.withUnsafeBufferPointer { encode(buffer: $0, into: &output) }
  }

  package static func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    encode(bytes, into: &output)
    return output
  }

  private static func encode(buffer: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
    // Identifiers and tokens need no escapes.
    if buffer.allSatisfy(isUnreserved) { return output.append(contentsOf: buffer) }
    // One pass into room for the worst case. Only the part that is written is ever touched.
    let text = [UInt8](unsafeUninitializedCapacity: 3 * buffer.count) { text, count in
      var end = 0
      unreserved.withUnsafeBufferPointer { unreserved in
        for byte in buffer {
          if unreserved[Int(byte)] {
            text[end] = byte
            end &+= 1
          } else {
            text[end] = UInt8(ascii: "%")
            text[end &+ 1] = digit(byte >> 4)
            text[end &+ 2] = digit(byte & 15)
            end &+= 3
          }
        }
      }
      count = end
    }
    output.append(contentsOf: text)
  }

  /// Decodes every escape once.
  ///
  /// Complexity: linear.
  package static func decode(_ bytes: some Collection<UInt8>) -> Outcome {
    if let outcome = bytes.withContiguousStorageIfAvailable(decode(buffer:)) { return outcome }
    return Array(bytes).withUnsafeBufferPointer(decode(buffer:))
  }

  private static func decode(buffer: UnsafeBufferPointer<UInt8>) -> Outcome {
    if !buffer.contains(UInt8(ascii: "%")) { return .decoded(Array(buffer)) }
    var malformed: Int?
    let decoded = [UInt8](unsafeUninitializedCapacity: buffer.count) { output, count in
      var position = 0
      var end = 0
      defer { count = end }
      while position < buffer.count {
        let byte = buffer[position]
        guard byte == UInt8(ascii: "%") else {
          output[end] = byte
          end &+= 1
          position &+= 1
          continue
        }
        guard position + 2 < buffer.count, let high = value(buffer[position + 1]),
          let low = value(buffer[position + 2])
        else {
          malformed = position
          return
        }
        output[end] = high << 4 | low
        end &+= 1
        position &+= 3
      }
    }
    return malformed.map { .malformedEscape(at: $0) } ?? .decoded(decoded)
  }

  /// Whether the byte never needs an escape: letters, digits, `-._~`.
  @inlinable package static func isUnreserved(_ byte: UInt8) -> Bool {
    // One bit per byte: digits, `-` and `.` below 64; letters, `_` and `~` above.
    let bits: UInt64 = byte < 64 ? 0x03FF_6000_0000_0000 : 0x47FF_FFFE_87FF_FFFE
    return byte < 0x80 && bits &>> UInt64(byte & 63) & 1 == 1
  }

  /// `isUnreserved` of each byte, for loops.
  private static let unreserved = (0...UInt8.max).map(isUnreserved)

  /// The value of a hexadecimal digit in either case.
  static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x41 + 10
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x41 + value - 10
  }
}
