import WireFormat

/// A value in the form of the `.values` vectors (see Vectors/generate.py).
enum ValueLines {
  static func of(_ value: PropertyList) -> String {
    var lines: [String] = []
    append(value, to: &lines)
    return lines.map { $0 + "\n" }.joined()
  }

  private static func append(_ value: PropertyList, to lines: inout [String]) {
    switch value {
    case .string(let text): lines.append("string \(hexadecimal(text.utf8))")
    case .integer(let number): lines.append("integer \(number)")
    case .real(let number): lines.append("real \(bits(number))")
    case .boolean(let truth): lines.append("boolean \(truth)")
    case .date(let seconds): lines.append("date \(bits(seconds))")
    case .data(let bytes): lines.append("data \(hexadecimal(bytes))")
    case .array(let elements):
      lines.append("array \(elements.count)")
      for element in elements { append(element, to: &lines) }
    case .dictionary(let members):
      lines.append("dictionary \(members.count)")
      for member in members {
        lines.append("key \(hexadecimal(member.key.utf8))")
        append(member.value, to: &lines)
      }
    }
  }

  private static func bits(_ number: Double) -> String {
    let digits = String(number.bitPattern, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
