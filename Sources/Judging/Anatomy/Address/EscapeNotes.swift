import WireFormat

/// The percent escapes of one raw value.
enum EscapeNotes {
  /// Notes on runs of escapes, a level below the value's own note.
  ///
  /// Malformed ones are left to the note on the value. Complexity: linear.
  static func add(
    _ raw: ArraySlice<UInt8>, depth: Int, _ limits: AnatomyLimits, to sheet: inout NoteSheet
  ) {
    var runs = 0
    var cutFrom: Int?
    var position = raw.startIndex
    while let start = raw[position...].firstIndex(of: UInt8(ascii: "%")) {
      var end = start
      while escape(raw, at: end) != nil { end += 3 }
      guard end > start else {
        position = start + 1
        continue
      }
      position = end
      runs += 1
      if runs > limits.maxEscapeRuns {
        cutFrom = cutFrom ?? start
      } else {
        sheet.add(note(raw[start..<end], depth: depth, limits))
      }
    }
    if let cutFrom {
      sheet.addCut(
        cutFrom..<position, depth: depth, runs - limits.maxEscapeRuns, "escaped run")
    }
  }

  private static func note(
    _ run: ArraySlice<UInt8>, depth: Int, _ limits: AnatomyLimits
  ) -> ByteNote {
    let bytes = stride(from: run.startIndex, to: run.endIndex, by: 3).map {
      escape(run, at: $0) ?? 0
    }
    var note = ByteNote(
      run.startIndex..<run.endIndex, depth: depth, Words.count(bytes.count, "escape"))
    if String(validating: bytes, as: UTF8.self) != nil {
      note.text = TextExcerpt(bytes, maxBytes: limits.maxTextBytes)
    } else {
      note.decoded = ByteExcerpt(bytes, maxBytes: limits.maxDecodedBytes)
    }
    return note
  }

  private static func escape(_ raw: ArraySlice<UInt8>, at index: Int) -> UInt8? {
    guard index + 2 < raw.endIndex, raw[index] == UInt8(ascii: "%"),
      let high = digit(raw[index + 1]), let low = digit(raw[index + 2])
    else { return nil }
    return high << 4 | low
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
