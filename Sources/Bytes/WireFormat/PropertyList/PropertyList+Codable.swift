/// The stored form is an object with one member that names the type, such as `{"integer":"-1"}`:
/// nothing is lost and a reviewer can read it. Numbers are text; reals and dates carry the bits
/// that text would lose (`0x…`).
extension PropertyList: Codable {
  private enum Kind: String, CodingKey {
    case string, integer, real, boolean, date, data, array, dictionary
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Kind.self)
    guard let kind = container.allKeys.first, container.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: container.codingPath,
          debugDescription: "a value has exactly one member, which names its type"))
    }
    func number<Number: LosslessStringConvertible>(_: Number.Type) throws -> Number {
      guard let number = Number(try container.decode(String.self, forKey: kind)) else {
        throw DecodingError.dataCorruptedError(
          forKey: kind, in: container, debugDescription: "no \(kind.rawValue)")
      }
      return number
    }
    func bits() throws -> Double {
      let text = try container.decode(String.self, forKey: kind)
      guard text.hasPrefix("0x"), let pattern = UInt64(text.dropFirst(2), radix: 16) else {
        throw DecodingError.dataCorruptedError(
          forKey: kind, in: container, debugDescription: "expected the bits of a real as 0x…")
      }
      return Double(bitPattern: pattern)
    }
    self =
      switch kind {
      case .string: .string(try container.decode(String.self, forKey: kind))
      case .integer: .integer(try number(Int64.self))
      case .real: .real(try bits())
      case .boolean: .boolean(try container.decode(Bool.self, forKey: kind))
      case .date: .date(try bits())
      case .data: .data(try container.decode([UInt8].self, forKey: kind))
      case .array: .array(try container.decode([PropertyList].self, forKey: kind))
      case .dictionary: .dictionary(try container.decode([Member].self, forKey: kind))
      }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Kind.self)
    switch self {
    case .string(let text): try container.encode(text, forKey: .string)
    case .integer(let number): try container.encode(String(number), forKey: .integer)
    case .real(let number): try container.encode(Self.bits(number), forKey: .real)
    case .boolean(let truth): try container.encode(truth, forKey: .boolean)
    case .date(let seconds): try container.encode(Self.bits(seconds), forKey: .date)
    case .data(let bytes): try container.encode(bytes, forKey: .data)
    case .array(let elements): try container.encode(elements, forKey: .array)
    case .dictionary(let members): try container.encode(members, forKey: .dictionary)
    }
  }

  private static func bits(_ number: Double) -> String {
    "0x" + String(number.bitPattern, radix: 16)
  }
}
