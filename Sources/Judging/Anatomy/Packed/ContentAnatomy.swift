import WireFormat

/// The magic in front of the property list.
enum MagicAnatomy {
  static func read(
    _ content: [UInt8], magic: [UInt8], in parameter: String
  ) -> DissectedLayer {
    var sheet = NoteSheet()
    let isRight = content.starts(with: magic)
    let end = min(magic.count, content.count)
    sheet.add(ByteNote(0..<end, "the magic\(isRight ? "" : " should stand here")"))
    if !isRight, let start = listStart(content) {
      let words =
        start == 0
        ? "the property list begins here: there is no magic"
        : "the property list begins at byte \(start)"
      sheet.mark(.unusual, Finding(at: 0, words, clause: nil))
    }
    if end < content.count {
      let words =
        isRight ? "the property list" : "\(Words.count(content.count - end, "byte")) unread"
      sheet.add(ByteNote(end..<content.count, words))
    }
    let ending: Ending =
      isRight ? .complete : .stopped(Finding(Defect(.wrongMagic, at: 0)))
    return sheet.layer(.magic, in: parameter, content, ending)
  }

  private static func listStart(_ content: [UInt8]) -> Int? {
    let header = Array("bplist".utf8)
    return (0...min(64, content.count)).first { content[$0...].starts(with: header) }
  }
}

/// Bytes that are shown without being read.
enum RestAnatomy {
  static func read(
    _ kind: DissectedLayer.Kind, _ bytes: [UInt8], in parameter: String, _ words: String,
    because reason: String
  ) -> DissectedLayer {
    var sheet = NoteSheet()
    sheet.add(ByteNote(0..<bytes.count, words))
    return sheet.layer(kind, in: parameter, bytes, .notRead(reason))
  }
}
