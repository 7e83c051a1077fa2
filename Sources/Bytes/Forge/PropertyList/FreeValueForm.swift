/// Values of the configuration (of a reset: members of the keys) that a reader may take or leave (section 2.1, "Free"): one of
/// them is replaced, or one more is added.
package enum FreeValueForm: String, ImageForm {
  case null, fill
  case uid = "uid"
  case set
  case wideInteger = "wide-integer"
  case wideCount = "wide-count"
  case countNotInteger = "count-not-integer"
  case loneSurrogate = "lone-surrogate"
  case highByteInASCII = "high-byte-in-ascii"
  case notANumberPayload = "nan-payload"
  case dateOutOfRange = "date-out-of-range"
  case laterMarker = "later-marker"

  var note: LayerNote {
    let sentence =
      switch self {
      case .null: "a value is null"
      case .fill: "a fill byte stands in the place of a value"
      case .uid: "a value is a UID"
      case .set: "a value is a set"
      case .wideInteger: "an integer has 16 or 32 bytes"
      case .wideCount: "a count has 16 bytes"
      case .countNotInteger: "a count is no integer"
      case .loneSurrogate: "a UTF-16 string has half of a surrogate pair"
      case .highByteInASCII: "an ASCII string has a byte above 0x7F"
      case .notANumberPayload: "a NaN has a sign, a payload or is signalling"
      case .laterMarker: "a marker 0x0C to 0x0E, which only later versions know"
      case .dateOutOfRange: "a date is not finite or outside the years 1 to 9999"
      }
    return LayerNote(.free, sentence)
  }

  func change(_ editor: inout ImageEditor, _ aim: ImageAim) {
    switch self {
    case .null: editor.put(.bytes([0x00]), aim)
    case .fill: editor.put(.bytes([0x0F]), aim)
    case .laterMarker:
      let marker = aim.pick([0x0C, 0x0D, 0x0E] as [UInt8])
      editor.put(.bytes([marker] + [UInt8](repeating: 0x41, count: 16)), aim)
    case .uid:
      let low = aim.pick([0, 1, 3, 7, 15] as [UInt8])
      editor.put(.bytes([0x80 | low] + [UInt8](repeating: 1, count: Int(low) + 1)), aim)
    case .set:
      let members = aim.variant(below: 3)
      let marker: UInt8 = aim.pick([0xC0, 0xC0, 0xC0, 0xB0, 0xB0, 0xB0])
      let number = editor.add([0x09])
      let references = Array(repeating: UInt64(number), count: members)
      editor.put(.container(.init(marker, references)), aim)
    case .wideInteger:
      let width = aim.pick([16, 16, 16, 32])
      let fill = aim.pick([0, 0xFF] as [UInt8])
      let marker: UInt8 = width == 16 ? 0x14 : 0x15
      editor.put(.bytes([marker] + [UInt8](repeating: fill, count: width - 1) + [7]), aim)
    case .wideCount:
      let marker = aim.pick([0x40, 0x50, 0x60, 0xA0, 0xD0] as [UInt8])
      editor.put(.bytes(ImageEditor.head(marker, says: 0, width: 16)), aim)
    case .countNotInteger:
      let marker = aim.pick([0x4F, 0x5F, 0x6F, 0xAF, 0xDF] as [UInt8])
      let count = [[0x00], [0x09], [0x51, 0x61], [0xA0]] as [[UInt8]]
      editor.put(.bytes([marker] + count[aim.variant(below: 20) / 5]), aim)
    case .loneSurrogate:
      let units: [[UInt16]] = [
        [0xD83D], [0xDE00], [0xD83D, 0x61], [0x61, 0xD83D], [0xDE00, 0xD83D],
        [0xD83D, 0xD83D, 0xDE00],
      ]
      editor.put(.bytes(ImageEditor.wideText(aim.pick(units))), aim)
    case .highByteInASCII:
      let texts: [[UInt8]] = [[0x80], [0xE9], [0x61, 0xFF], [0xC3, 0xA9], [0xC0, 0x80]]
      let text = aim.pick(texts)
      editor.put(.bytes(PropertyListImage.head(0x50, count: UInt64(text.count)) + text), aim)
    case .notANumberPayload:
      let (marker, bits, width): (UInt8, UInt64, Int) = aim.pick([
        (0x23, 0xFFF8_0000_0000_0000, 8), (0x23, 0x7FF8_0000_0000_0001, 8),
        (0x23, 0x7FF0_0000_0000_0001, 8), (0x22, 0xFFC0_0000, 4), (0x22, 0x7F80_0001, 4),
      ])
      editor.put(.bytes(ImageEditor.number(marker, bits, width: width)), aim)
    case .dateOutOfRange:
      let seconds: Double = aim.pick([
        .infinity, -.infinity, .nan, 252_423_993_600, -63_113_904_001, 1e300,
        -.greatestFiniteMagnitude,
      ])
      editor.put(.bytes(ImageEditor.number(0x33, seconds.bitPattern, width: 8)), aim)
    }
  }
}
