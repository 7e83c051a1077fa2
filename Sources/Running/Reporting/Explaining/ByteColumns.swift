import Anatomy

/// Notes in columns: a mark, the offset, bytes with their printable characters, the meaning.
///
/// A part of a layer that is text shows the text instead of hexadecimal numbers.
struct ByteColumns {
  private let style: TerminalStyle
  private let rowsPerNote: Int
  /// Of a row in hexadecimal: 8, or 16 where there is room.
  private let bytesPerRow: Int
  /// Of an offset in hexadecimal.
  private let offsetDigits: Int

  /// Notes on parts of parts are set in no further than this many levels.
  private static let maxLevels = 6

  /// - Parameter maxOffset: the largest one that is shown.
  init(_ style: TerminalStyle, rowsPerNote: Int, maxOffset: Int) {
    self.style = style
    // More rows than any layer has, and few enough to count their bytes.
    self.rowsPerNote = min(max(1, rowsPerNote), 1 << 32)
    bytesPerRow = style.width >= 132 ? 16 : 8
    offsetDigits = max(4, String(maxOffset, radix: 16).utf8.count)
  }

  /// `002A`
  func offset(_ offset: Int) -> String {
    let digits = String(offset, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, offsetDigits - digits.utf8.count)) + digits
  }

  /// `78 9C`, two spaces, two characters.
  private var cellWidth: Int { 4 * bytesPerRow + 1 }
  /// Characters of a row of text.
  private var textWidth: Int { 4 * bytesPerRow }

  // MARK: Notes

  /// A note beside its bytes.
  func lines(_ note: ByteNote, in layer: DissectedLayer) -> [String] {
    let left = 2 + offsetDigits + 2 + cellWidth + 2
    let meanings = meaningLines(note, columns: max(24, style.width - left))
    let cells = note.isCut ? [] : cells(note, in: layer)
    return (0..<max(meanings.count, cells.count, 1)).map { row in
      let cell = row < cells.count ? cells[row] : ""
      let place = row == 0 && !note.isCut ? offset(note.range.lowerBound) : ""
      let head = row == 0 ? mark(note) : "  "
      let left = head + style.paint(Self.padded(place, offsetDigits), .quiet) + "  "
      // No empty columns at the end: they are no use to those who copy the text.
      guard row < meanings.count else { return left + style.paint(Self.trimmed(cell), .quiet) }
      return left + style.paint(Self.padded(cell, cellWidth), .quiet) + "  " + meanings[row]
    }
  }

  /// A line of a tree, without bytes.
  func treeLines(_ note: ByteNote) -> [String] {
    let indent = String(repeating: " ", count: 2 * note.depth)
    var lines: [String] = []
    for (text, tone) in texts(note) {
      // What is said of a line stands a level below it.
      let lead = lines.isEmpty ? indent : indent + "    "
      for line in LineBreaker.lines(text, columns: max(24, style.width - 2 - lead.utf8.count)) {
        lines.append(lead + (tone.map { style.paint(line, $0) } ?? line))
      }
    }
    return lines.enumerated().map { ($0 == 0 ? mark(note) : "  ") + $1 }
  }

  private func mark(_ note: ByteNote) -> String {
    switch note.standing {
    case .fine: "  "
    case .unusual: style.paint("~ ", .doubtful)
    case .defect: style.paint("! ", .bad)
    }
  }

  // MARK: Meanings

  private func meaningLines(_ note: ByteNote, columns: Int) -> [String] {
    let indent = 2 * min(note.depth, Self.maxLevels)
    let lead = String(repeating: " ", count: indent)
    return texts(note).flatMap { text, tone in
      LineBreaker.lines(text, columns: max(16, columns - indent)).map { line in
        lead + (tone.map { style.paint(line, $0) } ?? line)
      }
    }
  }

  /// What is said of a note, one text a line: the meaning, what it makes, and what is odd about it.
  private func texts(_ note: ByteNote) -> [(text: String, tone: TerminalStyle.Tone?)] {
    var words = note.meaning
    if let text = note.text {
      words += words.isEmpty ? "" : ": "
      words += "\"\(text.text)\"" + Self.more(text.missingBytes)
    }
    if let decoded = note.decoded, !decoded.bytes.isEmpty {
      words += (words.isEmpty ? "" : " ") + "→ \(Self.hexadecimal(decoded.bytes))"
      words += Self.more(decoded.missingCount)
    }
    var texts: [(String, TerminalStyle.Tone?)] = []
    if !words.isEmpty { texts.append((VisibleText.escaped(words), note.isCut ? .quiet : nil)) }
    if let bits = note.bits {
      var places = "bits \(Count.text(bits.lowerBound)) to \(Count.text(bits.upperBound - 1))"
      if let output = note.output, !output.isEmpty {
        places += " → bytes \(offset(output.lowerBound)) to \(offset(output.upperBound - 1))"
      }
      texts.append((places, .quiet))
    }
    if let remark = note.remark {
      let tone: TerminalStyle.Tone = note.standing == .defect ? .bad : .doubtful
      texts.append((VisibleText.escaped(remark), tone))
    }
    return texts
  }

  private static func more(_ count: Int) -> String {
    count > 0 ? " … \(Count.text(count, "more byte"))" : ""
  }

  // MARK: Bytes

  /// The rows of a note's bytes, the last one with a word on what is left out.
  private func cells(_ note: ByteNote, in layer: DissectedLayer) -> [String] {
    let range = note.range.clamped(to: 0..<layer.bytes.count)
    let bytes = layer.bytes[range]
    let isText = layer.kind == .url || layer.kind == .base64
    let shown = bytes.prefix(rowsPerNote * textWidth)
    let rows = layer.kind == .piece || layer.kind == .unpacked ? 4 * rowsPerNote : rowsPerNote
    if isText, shown.allSatisfy(Self.isPrintable) {
      return self.rows(bytes, of: textWidth, rows) { String(decoding: $0, as: UTF8.self) }
    }
    return self.rows(bytes, of: bytesPerRow, rows) { row in
      Self.padded(Self.hexadecimal(row), 3 * bytesPerRow - 1) + "  "
        + String(decoding: row.map { Self.isPrintable($0) ? $0 : 0x2E }, as: UTF8.self)
    }
  }

  private func rows(
    _ bytes: ArraySlice<UInt8>, of size: Int, _ limit: Int, _ cell: (ArraySlice<UInt8>) -> String
  ) -> [String] {
    var rest = bytes
    var cells: [String] = []
    while !rest.isEmpty {
      if cells.count == limit {
        cells.append("… \(Count.text(rest.count, "more byte"))")
        return cells
      }
      cells.append(cell(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    return cells
  }

  private static func isPrintable(_ byte: UInt8) -> Bool { (0x20..<0x7F).contains(byte) }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return byte < 16 ? "0" + digits : digits
    }.joined(separator: " ")
  }

  private static func trimmed(_ text: String) -> String {
    let end = text.utf8.lastIndex { $0 != 0x20 }
    return end.map { String(text[...$0]) } ?? ""
  }

  /// Filled up with spaces; counted in characters, which all take one column here.
  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.unicodeScalars.count))
  }
}
