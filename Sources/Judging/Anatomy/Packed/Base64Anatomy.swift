import WireFormat

/// The Base64 text of a parameter, after percent-decoding.
enum Base64Anatomy {
  /// The layer, and the bytes where there are any.
  static func read(
    _ text: [UInt8], in parameter: String, _ limits: AnatomyLimits
  ) -> (layer: DissectedLayer, bytes: [UInt8]?) {
    let reading = Base64Text.read(text)
    var sheet = NoteSheet()
    if let defect = reading.defect, case .foreignCharacter(let byte) = defect.reason {
      addForeign(byte, at: defect.offset, text, limits, to: &sheet)
    } else {
      addGroups(text, reading.value ?? [], limits, to: &sheet)
    }
    return (sheet.layer(.base64, in: parameter, text, Ending(reading)), reading.value)
  }

  private static func addGroups(
    _ text: [UInt8], _ bytes: [UInt8], _ limits: AnatomyLimits, to sheet: inout NoteSheet
  ) {
    let digits = text.count - text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    let whole = digits & ~3
    if whole > 0 {
      var note = ByteNote(
        0..<whole,
        "\(Words.count(whole / 4, "group")) of 4 characters: \(Words.count(whole / 4 * 3, "byte"))")
      note.output = 0..<whole / 4 * 3
      note.decoded = ByteExcerpt(bytes, maxBytes: limits.maxDecodedBytes)
      sheet.add(note)
    }
    switch digits - whole {
    case 1: sheet.add(ByteNote(whole..<digits, "1 character, too few for a byte"))
    case let left where left > 1:
      let made = left - 1
      var note = ByteNote(
        whole..<digits,
        "\(left) characters: \(Words.count(made, "byte")), and \(left == 2 ? 4 : 2) unused bits")
      note.output = whole / 4 * 3..<whole / 4 * 3 + made
      note.decoded = ByteExcerpt(bytes.suffix(made), maxBytes: limits.maxDecodedBytes)
      sheet.add(note)
    default: break
    }
    if digits < text.count {
      sheet.add(
        ByteNote(digits..<text.count, "padding: \(Words.count(text.count - digits, "character"))"))
    }
  }

  private static func addForeign(
    _ byte: UInt8, at offset: Int, _ text: [UInt8], _ limits: AnatomyLimits,
    to sheet: inout NoteSheet
  ) {
    if offset > 0 {
      sheet.add(ByteNote(0..<offset, "\(Words.count(offset, "character")) of the alphabet"))
    }
    sheet.add(ByteNote(offset..<offset + 1, words(for: byte)))
    if offset + 1 < text.count {
      sheet.add(
        ByteNote(offset + 1..<text.count, "\(Words.count(text.count - offset - 1, "byte")) unread"))
    }
  }

  /// What a character that does not belong here may be meant for.
  private static func words(for byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "_"): "a character of the URL-safe alphabet"
    case UInt8(ascii: "="): "padding with characters after it"
    case UInt8(ascii: " "): "a space, perhaps a + that was decoded twice"
    case UInt8(ascii: "%"): "a percent sign, perhaps escaped twice"
    case 0x09, 0x0A, 0x0D: "white space"
    default: "not of the alphabet"
    }
  }
}

extension Ending {
  /// What a reading of one layer says.
  init<Value>(_ reading: Reading<Value>) {
    switch reading {
    case .accepted: self = .complete
    case .refused(let defect): self = .stopped(Finding(defect))
    case .free(let freedom, _): self = .free(Finding(freedom))
    }
  }
}
