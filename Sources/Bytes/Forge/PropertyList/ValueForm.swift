/// Values of the configuration (of a reset: members of the keys) that no property list of this version knows, or whose counts are
/// wrong (ABT-DATA-07): one of them is replaced, or one more is added.
package enum ValueForm: String, ImageForm {
  case countHugeData = "count-huge-data"
  case countHugeASCII = "count-huge-ascii"
  case countHugeUTF16 = "count-huge-utf16"
  case countHugeArray = "count-huge-array"
  case countHugeDictionary = "count-huge-dictionary"
  case countNegative = "count-negative"
  case countBeyondEnd = "count-beyond-end"
  case countOfBytes = "count-of-bytes"
  case unknownMarker0 = "unknown-marker-0x"
  case unknownMarker2 = "unknown-marker-2x"
  case unknownMarker3 = "unknown-marker-3x"
  case unknownMarker7 = "unknown-marker-7x"
  case unknownMarker9 = "unknown-marker-9x"
  case unknownMarkerE = "unknown-marker-ex"
  case unknownMarkerF = "unknown-marker-fx"

  var note: LayerNote {
    let sentence =
      switch self {
      case .countHugeData: "the count of data is far beyond the end"
      case .countHugeASCII: "the count of an ASCII string, maybe a key, is far beyond the end"
      case .countHugeUTF16: "the count of a UTF-16 string, maybe a key, is far beyond the end"
      case .countHugeArray: "the count of an array is far beyond the end"
      case .countHugeDictionary: "the count of a dictionary is far beyond the end"
      case .countNegative: "a count of eight bytes is negative"
      case .countBeyondEnd: "a count reaches a few bytes beyond the end"
      case .countOfBytes:
        "a text in UTF-16, or a dictionary, has as many units or members as it has bytes"
      case .unknownMarker0: "a marker 0x01 to 0x0B that stands for nothing"
      case .unknownMarker2: "a real that has neither 4 nor 8 bytes"
      case .unknownMarker3: "a date that has no 8 bytes"
      case .unknownMarker7: "a marker 0x70 to 0x7F, which only later versions know"
      case .unknownMarker9: "a marker 0x90 to 0x9F, which stands for nothing"
      case .unknownMarkerE: "a marker 0xE0 to 0xEF, which stands for nothing"
      case .unknownMarkerF: "a marker 0xF0 to 0xFF, which stands for nothing"
      }
    return LayerNote(self == .unknownMarker7 ? .free : .refused, sentence)
  }

  private static let counted: [UInt8] = [0x40, 0x50, 0x60, 0xA0, 0xD0]

  func change(_ editor: inout ImageEditor, _ aim: ImageAim) {
    switch self {
    case .countHugeData: Self.strike(&editor, 0x40, aim)
    case .countHugeASCII: Self.strike(&editor, 0x50, aim)
    case .countHugeUTF16: Self.strike(&editor, 0x60, aim)
    case .countHugeArray: Self.strike(&editor, 0xA0, aim)
    case .countHugeDictionary: Self.strike(&editor, 0xD0, aim)
    case .countNegative:
      let count = [.max, 1 << 63, .max - 7] as [UInt64]
      let marker = Self.counted[aim.variant(below: 5)]
      let says = count[aim.variant(below: 15) / 5]
      editor.strike(ImageEditor.head(marker, says: says, width: 8), aim)
    case .countBeyondEnd: Self.reach(&editor, aim)
    case .countOfBytes: Self.takeBytes(&editor, aim)
    case .unknownMarker0:
      let markers: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 0xA, 0xB]
      editor.strike([aim.pick(markers)], aim)
    case .unknownMarker2:
      let low = aim.pick([0, 1, 4, 5, 6, 7, 8, 15] as [UInt8])
      editor.strike([0x20 | low] + [UInt8](repeating: 0, count: 16), aim)
    case .unknownMarker3:
      let low = aim.pick([0, 1, 2, 4, 5, 15] as [UInt8])
      editor.strike([0x30 | low] + [UInt8](repeating: 0, count: 16), aim)
    case .unknownMarker7: Self.strike(&editor, family: 0x70, aim)
    case .unknownMarker9: Self.strike(&editor, family: 0x90, aim)
    case .unknownMarkerE: Self.strike(&editor, family: 0xE0, aim)
    case .unknownMarkerF: Self.strike(&editor, family: 0xF0, aim)
    }
  }

  private static func strike(_ editor: inout ImageEditor, family: UInt8, _ aim: ImageAim) {
    let low = UInt8(aim.variant(below: 16))
    editor.strike([family | low] + [UInt8](repeating: 0x61, count: Int(low)), aim)
  }

  /// A count of 4 or 8 bytes that no memory holds.
  private static func strike(_ editor: inout ImageEditor, _ marker: UInt8, _ aim: ImageAim) {
    let (width, count): (Int, UInt64) = aim.pick([
      (4, 0x7FFF_FFFF), (4, 0x8000_0000), (4, 0xFFFF_FFFF), (8, 1 << 32), (8, 1 << 61),
      (8, 1 << 62), (8, UInt64(Int64.max)), (8, UInt64(Int64.max) - 7),
    ])
    editor.strike(ImageEditor.head(marker, says: count, width: width), aim)
  }

  private static func reach(_ editor: inout ImageEditor, _ aim: ImageAim) {
    let marker = counted[aim.variant(below: 5)]
    let number = editor.put(.bytes(ImageEditor.head(marker, says: 0, width: 4)), aim)
    let places = editor.settle()
    let reference = editor.image.referenceWidth
    let each = [0x60: 2, 0xA0: reference, 0xD0: 2 * reference][marker] ?? 1
    let room = (places.end - places.objects[number] - 6) / each
    let count = UInt64(room + 1 + aim.variant(below: 80) / 5)
    editor.image.objects[number].content = .bytes(ImageEditor.head(marker, says: count, width: 4))
  }

  /// A count that fits if a unit has one byte, where it has two or more: what it counts reaches beyond all that comes after it.
  private static func takeBytes(_ editor: inout ImageEditor, _ aim: ImageAim) {
    let marker: UInt8 = aim.pick([0x60, 0x60, 0xD0])
    let number = editor.put(.bytes(ImageEditor.head(marker, says: 0, width: 4)), aim)
    let places = editor.settle()
    let count = places.end + 8 + aim.variant(below: 64)
    let units = marker == 0x60 ? [0, 0x61] : [UInt8(0)]
    let content = (0..<count).map { units[$0 % units.count] }
    editor.image.objects[number].content = .bytes(
      ImageEditor.head(marker, says: UInt64(count), width: 4) + content)
  }
}
