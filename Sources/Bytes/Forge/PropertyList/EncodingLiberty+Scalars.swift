extension EncodingLiberty {
  /// A 64-bit real in 4 bytes; nil where that would change a bit of it.
  static func narrowed(real bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count == 9, bytes[0] == 0x23 else { return nil }
    let real = Double(bitPattern: bigEndian(bytes[1...]))
    let narrow = Float(real)
    guard Double(narrow).bitPattern == real.bitPattern else { return nil }
    return ImageEditor.number(0x22, UInt64(narrow.bitPattern), width: 4)
  }

  /// An integer of 1, 2 or 4 bytes in a greater width.
  static func widened(integer bytes: [UInt8], _ aim: ImageAim) -> [UInt8]? {
    guard (0x10...0x12).contains(bytes[0]) else { return nil }
    let power = Int(bytes[0] & 15)
    let wide = power + 1 + aim.variant(below: 3 - power)
    return ImageEditor.number(0x10 | UInt8(wide), bigEndian(bytes[1...]), width: 1 << wide)
  }

  /// An ASCII string in UTF-16.
  static func inUTF16(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes[0] >> 4 == 5, let (_, count, content) = split(bytes), content.count == count
    else { return nil }
    return ImageEditor.wideText(content.map(UInt16.init))
  }

  /// Data or a string whose count has more bytes than before; nil where there is no wider form.
  static func widened(countOf bytes: [UInt8], _ aim: ImageAim) -> [UInt8]? {
    guard let (form, count, content) = split(bytes) else { return nil }
    let wide = wider(form, UInt64(count), aim)
    guard wide != form else { return nil }
    return PropertyListImage.head(bytes[0], count: UInt64(count), wide) + content
  }

  /// A form of up to eight bytes that is wider than `form`, if there is one.
  static func wider(
    _ form: PropertyListImage.CountForm, _ count: UInt64, _ aim: ImageAim
  ) -> PropertyListImage.CountForm {
    let forms = PropertyListImage.CountForm.allCases.filter {
      $0.rawValue > form.rawValue && $0 != .sixteenBytes
        && $0.rawValue >= PropertyListImage.CountForm.narrowest(for: count).rawValue
    }
    return forms.isEmpty ? form : aim.pick(forms)
  }

  /// How an object's count is written, the count, and what it counts; nil where the count is no integer.
  private static func split(
    _ bytes: [UInt8]
  ) -> (form: PropertyListImage.CountForm, count: Int, content: ArraySlice<UInt8>)? {
    let low = bytes[0] & 15
    guard low == 15 else { return (.inMarker, Int(low), bytes[1...]) }
    guard bytes.count >= 2, (0x10...0x13).contains(bytes[1]) else { return nil }
    let power = bytes[1] & 15
    let width = 1 << Int(power)
    guard bytes.count >= 2 + width,
      let form = PropertyListImage.CountForm(rawValue: power + 1)
    else { return nil }
    return (form, Int(clamping: bigEndian(bytes[2..<2 + width])), bytes[(2 + width)...])
  }

  private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
