extension JSONWriter {
  /// A string from its UTF-8. Invalid bytes become U+FFFD.
  public mutating func string(utf8 bytes: some Collection<UInt8>) {
    separate()
    let isPlain: Void? = bytes.withContiguousStorageIfAvailable { content in
      if isValid(content) {
        appendQuoted(content)
      } else {
        appendQuoted(String(decoding: content, as: UTF8.self))
      }
    }
    if isPlain == nil { appendQuoted(String(decoding: bytes, as: UTF8.self)) }
    endValue()
  }

  private func isValid(_ content: UnsafeBufferPointer<UInt8>) -> Bool {
    let raw = UnsafeRawBufferPointer(content)
    guard let base = raw.baseAddress else { return true }
    // The bytes are combined, because that runs on many bytes at a time.
    if content.reduce(0, |) < 0x80 { return true }
    var index = 0
    while index < raw.count {
      if raw[index] < 0x80 {
        index &+= 1
        continue
      }
      let length = TextScan.utf8Length(base, at: index, to: raw.count)
      if length == 0 { return false }
      index &+= length
    }
    return true
  }

  @inline(__always)
  mutating func appendQuoted(_ text: String) {
    var text = text
    text.withUTF8 { appendQuoted($0) }
  }

  mutating func appendQuoted(_ content: UnsafeBufferPointer<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    if let start = content.baseAddress {
      let base = UnsafeRawPointer(start)
      var index = 0
      while true {
        let plain = TextScan.unescapedEnd(base, from: index, to: content.count)
        bytes.append(contentsOf: UnsafeBufferPointer(start: start + index, count: plain &- index))
        guard plain < content.count else { break }
        appendEscape(content[plain])
        index = plain &+ 1
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func appendEscape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    default:
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(Self.hexadecimalDigit(byte >> 4))
      bytes.append(Self.hexadecimalDigit(byte & 15))
    }
  }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ value &- 10
  }

  mutating func appendDecimal(_ number: Int64) {
    var magnitude = number.magnitude
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: magnitude % 10))
      magnitude /= 10
    } while magnitude > 0
    bytes[start...].reverse()
  }
}
