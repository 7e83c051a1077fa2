/// Base64 of RFC 4648 section 4: the standard alphabet, with padding.
package enum Base64Text {
  /// Appends the text of `bytes`, padded, to `output`.
  ///
  /// Complexity: linear.
  package static func encode(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) {
    let size = (bytes.count + 2) / 3 * 4
    let text = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      alphabet.withUnsafeBufferPointer { alphabet in
        var position = 0
        while position + 3 <= bytes.count {
          let group =
            UInt32(bytes[position]) << 16 | UInt32(bytes[position + 1]) << 8
            | UInt32(bytes[position + 2])
          buffer[count] = alphabet[Int(group >> 18)]
          buffer[count + 1] = alphabet[Int(group >> 12 & 63)]
          buffer[count + 2] = alphabet[Int(group >> 6 & 63)]
          buffer[count + 3] = alphabet[Int(group & 63)]
          position += 3
          count += 4
        }
        let left = bytes.count - position
        guard left > 0 else { return }
        let group =
          UInt32(bytes[position]) << 16 | (left == 2 ? UInt32(bytes[position + 1]) << 8 : 0)
        buffer[count] = alphabet[Int(group >> 18)]
        buffer[count + 1] = alphabet[Int(group >> 12 & 63)]
        buffer[count + 2] = left == 2 ? alphabet[Int(group >> 6 & 63)] : pad
        buffer[count + 3] = pad
        count += 4
      }
    }
    if output.isEmpty { output = text } else { output.append(contentsOf: text) }
  }

  /// The text of `bytes`, padded.
  package static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    bytes.withUnsafeBytes { encode($0, into: &output) }
    return output
  }

  static let pad = UInt8(ascii: "=")

  package static let alphabet: [UInt8] = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
