/// What is wrong or unusual with the trailer and the table of offsets (ABT-DATA-07).
package enum TableForm: String, ImageForm {
  case trailerMissing = "trailer-missing"
  case trailerTruncated = "trailer-truncated"
  case cutShort = "cut-short"
  case bytesBehindTrailer = "bytes-behind-trailer"
  case offsetWidthZero = "offset-width-zero"
  case offsetWidthOversized = "offset-width-oversized"
  case referenceWidthZero = "reference-width-zero"
  case referenceWidthOversized = "reference-width-oversized"
  case topOutOfRange = "top-out-of-range"
  case objectCountZero = "object-count-zero"
  case objectCountHuge = "object-count-huge"
  case objectCountShort = "object-count-short"
  case tableOutOfRange = "table-out-of-range"
  case topOffsetOutOfRange = "top-offset-out-of-range"
  case offsetOutOfRange = "offset-out-of-range"
  case objectCutOff = "object-cut-off"
  case trailerPadding = "trailer-padding"
  case bytesBehindTable = "bytes-behind-table"
  case bytesBeforeTable = "bytes-before-table"
  case bytesBetweenObjects = "bytes-between-objects"
  case tableIntoTrailer = "table-into-trailer"

  var note: LayerNote {
    switch self {
    case .trailerMissing: refused("the list ends with the table of offsets")
    case .trailerTruncated: refused("the last 1 to 7 bytes of the trailer are missing")
    case .cutShort: LayerNote(.refused, "the list is cut off somewhere in front of its trailer")
    case .bytesBehindTrailer: refused("bytes after the trailer move it away from the end")
    case .offsetWidthZero: refused("the trailer says that offsets have no bytes")
    case .offsetWidthOversized: refused("the trailer says that offsets have more than 8 bytes")
    case .referenceWidthZero: refused("the trailer says that references have no bytes")
    case .referenceWidthOversized:
      refused("the trailer says that references have more than 8 bytes")
    case .topOutOfRange: refused("the top object does not exist")
    case .objectCountZero: refused("the trailer says that there are no objects")
    case .objectCountHuge:
      refused("the trailer says that there are more objects than the bytes could have offsets of")
    case .objectCountShort: refused("the trailer leaves out objects that are referred to")
    case .tableOutOfRange: refused("the table of offsets lies beyond the end of the bytes")
    case .topOffsetOutOfRange: refused("the top object's offset lies beyond the end of the bytes")
    case .offsetOutOfRange: refused("a reachable object's offset lies beyond the end of the bytes")
    case .objectCutOff: refused("a value begins with the very last byte and has no room")
    case .trailerPadding: free("one of the trailer's six unused bytes is not zero")
    case .bytesBehindTable: free("bytes stand between the table of offsets and the trailer")
    case .bytesBeforeTable:
      free("bytes that belong to no object stand in front of the table of offsets")
    case .bytesBetweenObjects: free("bytes that belong to no object stand in front of one")
    case .tableIntoTrailer:
      free("the table of offsets has more entries than fit in front of the trailer")
    }
  }

  private func refused(_ sentence: String) -> LayerNote {
    LayerNote(.refused, sentence)
  }

  private func free(_ sentence: String) -> LayerNote {
    LayerNote(.free, sentence)
  }

  /// Numbers that fit in no list: just beyond `limit`, and at the bounds of narrower arithmetic.
  private static func beyond(_ limit: Int) -> [UInt64] {
    let limit = UInt64(limit)
    return [
      limit, limit + 1, 0x7FFF_FFFF, 0xFFFF_FFFF, 1 << 32, 1 << 32 | 8, 1 << 61, 1 << 63,
      UInt64(Int64.max), .max,
    ]
  }

  func change(_ editor: inout ImageEditor, _ aim: ImageAim) {
    let places = editor.settle()
    switch self {
    case .trailerMissing: Self.cut(&editor, to: places.trailer)
    case .trailerTruncated:
      let trailer = editor.image.trailerBytes(table: places.table)
      editor.image.behindTable += trailer.dropLast(1 + aim.variant(below: 7))
      editor.image.trailer = nil
    case .cutShort:
      let length = aim.variant(below: places.trailer)
      Self.cut(&editor, to: aim.place(below: 2) == 0 ? length : places.trailer - length)
    case .bytesBehindTrailer:
      // The trailer is then read 1 to 6 or 32 bytes late, where a zero stands in the place of a width.
      let count = aim.pick([32, 1, 2, 3, 4, 5, 6])
      editor.image.behindTable += editor.image.trailerBytes(table: places.table)
      editor.image.behindTable += [UInt8](repeating: 0, count: count)
      editor.image.trailer = nil
    case .offsetWidthZero: editor.image.trailer?.offsetWidth = 0
    case .offsetWidthOversized:
      editor.image.trailer?.offsetWidth = aim.pick([9, 16, 64, 127, 128, 255])
    case .referenceWidthZero: editor.image.trailer?.referenceWidth = 0
    case .referenceWidthOversized:
      editor.image.trailer?.referenceWidth = aim.pick([9, 16, 64, 127, 128, 255])
    case .topOutOfRange:
      editor.image.trailer?.top = aim.pick(Self.beyond(editor.image.objects.count))
    case .objectCountZero: editor.image.trailer?.objectCount = 0
    case .objectCountHuge:
      editor.image.trailer?.objectCount = aim.pick(Self.beyond(places.end))
    case .objectCountShort:
      let missing = 1 + aim.variant(below: editor.image.objects.count - 1)
      let count = editor.objectCount - UInt64(missing)
      editor.image.trailer?.objectCount = count
    case .tableOutOfRange: editor.image.trailer?.tableOffset = aim.pick(Self.beyond(places.end))
    case .topOffsetOutOfRange: Self.mislead(&editor, editor.top, aim)
    case .offsetOutOfRange:
      Self.mislead(&editor, aim.place(below: editor.image.objects.count), aim)
    case .objectCutOff: Self.cutOff(&editor, aim)
    case .trailerPadding:
      editor.image.trailer?.padding = [0, 0, 0, 0, 0, 0]
      editor.image.trailer?.padding[aim.place(below: 6)] = aim.pick([1, 0x7F, 0x80, 0xFF])
    case .bytesBehindTable: editor.image.behindTable = Self.filling(aim)
    case .bytesBeforeTable: editor.image.beforeTable = Self.filling(aim)
    case .bytesBetweenObjects:
      editor.image.objects[aim.place(below: editor.image.objects.count)].gap = Self.filling(aim)
    case .tableIntoTrailer:
      let room = PropertyListImage.trailerBytes / editor.image.offsetWidth
      let count = editor.objectCount + 1 + UInt64(aim.variant(below: room))
      editor.image.trailer?.objectCount = count
    }
  }

  private static func filling(_ aim: ImageAim) -> [UInt8] {
    [UInt8](repeating: aim.pick([0, 9, 0x51, 0xFF]), count: 1 + aim.variant(below: 40))
  }

  /// An entry beyond the end.
  private static func mislead(_ editor: inout ImageEditor, _ number: Int, _ aim: ImageAim) {
    // The table grows with its widest entry, and the end moves away with it.
    for _ in 0..<8 {
      let width = editor.image.offsetWidth
      editor.lead(number, to: aim.pick(beyond(editor.settle().end)))
      if editor.image.offsetWidth == width { return }
    }
  }

  /// The first `length` bytes, or fewer if the last 32 of them would be a trailer by chance.
  private static func cut(_ editor: inout ImageEditor, to length: Int) {
    var bytes = Array(editor.image.rendered().prefix(length))
    while bytes.count >= PropertyListImage.headerBytes + PropertyListImage.trailerBytes,
      bytes[(bytes.count - 26)...(bytes.count - 25)].allSatisfy({ (1...8).contains($0) })
    {
      bytes.removeLast()
    }
    editor.replaceAll(with: bytes)
  }

  /// The last byte of a list is the low one of the table's offset: bytes in front of the table make it a marker.
  private static func cutOff(_ editor: inout ImageEditor, _ aim: ImageAim) {
    let number = editor.add([])
    editor.attach(number)
    editor.image.offsetWidth = max(editor.image.offsetWidth, 2)
    let marker: Int = aim.pick([0x13, 0x12, 0x11, 0x10, 0x22, 0x23, 0x33, 0x4F, 0x5F, 0x6F, 0xAF])
    let missing = (marker - editor.settle().table % 256 + 256) % 256
    editor.image.beforeTable = [UInt8](repeating: 0, count: missing)
    for _ in 0..<2 { editor.lead(number, to: UInt64(editor.settle().end - 1)) }
  }
}
