import WireFormat

extension PropertyList {
  /// The value in the form that every language writes alike: a tag, then
  /// - `s` text, `b` data: a section (4 bytes of length, the UTF-8 or the bytes);
  /// - `i` integer: 8 bytes, two's complement; `r` real, `d` date (seconds since 2001): 8 bytes of
  ///   IEEE 754;
  /// - `t`, `f`: true and false;
  /// - `a`: the count in 4 bytes, the elements;
  /// - `m`: the count in 4 bytes, the members in the order of their keys' UTF-8: key section, value.
  ///
  /// All numbers are big-endian. Complexity: n log n in the members of a dictionary; the recursion
  /// is as deep as the value, which readers bound.
  func describe(into bytes: inout [UInt8]) {
    switch self {
    case .string(let text):
      bytes.append(Tag.string)
      Bytes.append(section: text.utf8, to: &bytes)
    case .data(let content):
      bytes.append(Tag.data)
      Bytes.append(section: content, to: &bytes)
    case .integer(let number):
      bytes.append(Tag.integer)
      Bytes.append(UInt64(bitPattern: number), width: 8, to: &bytes)
    case .real(let number):
      bytes.append(Tag.real)
      Bytes.append(number.bitPattern, width: 8, to: &bytes)
    case .date(let seconds):
      bytes.append(Tag.date)
      Bytes.append(seconds.bitPattern, width: 8, to: &bytes)
    case .boolean(let truth):
      bytes.append(truth ? Tag.yes : Tag.no)
    case .array(let elements):
      bytes.append(Tag.array)
      Bytes.append(UInt64(elements.count), width: 4, to: &bytes)
      for element in elements { element.describe(into: &bytes) }
    case .dictionary(let members):
      bytes.append(Tag.dictionary)
      Bytes.append(UInt64(members.count), width: 4, to: &bytes)
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      for member in sorted {
        Bytes.append(section: member.key.utf8, to: &bytes)
        member.value.describe(into: &bytes)
      }
    }
  }

  /// The first byte of each kind of value.
  enum Tag {
    static let string = UInt8(ascii: "s")
    static let data = UInt8(ascii: "b")
    static let integer = UInt8(ascii: "i")
    static let real = UInt8(ascii: "r")
    static let date = UInt8(ascii: "d")
    static let yes = UInt8(ascii: "t")
    static let no = UInt8(ascii: "f")
    static let array = UInt8(ascii: "a")
    static let dictionary = UInt8(ascii: "m")
  }
}
