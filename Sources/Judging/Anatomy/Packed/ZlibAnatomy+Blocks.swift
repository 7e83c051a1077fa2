import WireFormat

extension ZlibAnatomy {
  /// The blocks, and what stands after them.
  ///
  /// - Parameter defect: where zlib stops.
  /// - Returns: whether that is told on a block. zlib notices some bytes after it happened.
  static func add(
    _ walk: DeflateWalk, _ stream: [UInt8], _ output: [UInt8], _ defect: Finding?,
    to sheet: inout NoteSheet
  ) -> Bool {
    var isTold = false
    let left = walk.blockCount - walk.blocks.count
    for (index, block) in walk.blocks.enumerated() {
      let isLastKept = index == walk.blocks.count - 1
      if isLastKept, left > 0 {
        let from = index > 0 ? walk.blocks[index - 1].bits.upperBound : block.bits.lowerBound
        sheet.addCut(bytes(from..<block.bits.lowerBound), left, "block")
      }
      var note = ByteNote(
        bytes(block.bits),
        "block \(Words.number(isLastKept ? walk.blockCount : index + 1)): \(words(block))")
      note.bits = block.bits
      note.output = block.output
      if isLastKept, let defect, case .invalid(let words) = walk.end {
        let place = Words.hexadecimal(max(0, block.bits.upperBound - 1) / 8)
        note.mark(.defect, "\(words), at \(place)")
        note.mark(.defect, defect.sentence)
        isTold = true
      }
      sheet.add(note)
    }
    let end: Int
    switch walk.end {
    case .complete(let byte):
      addChecksum(at: byte, stream, output, to: &sheet)
      end = min(byte + 4, stream.count)
    case .truncated: return isTold
    case .invalid, .overLimit:
      end = min(((walk.blocks.last?.bits.upperBound ?? 16) + 7) / 8, stream.count)
    }
    guard end < stream.count else { return isTold }
    let isAfterEnd = if case .complete = walk.end { true } else { false }
    sheet.add(
      ByteNote(
        end..<stream.count,
        Words.count(stream.count - end, "byte")
          + (isAfterEnd ? " after the end of the stream" : " unread")))
    return isTold
  }

  private static func addChecksum(
    at byte: Int, _ stream: [UInt8], _ output: [UInt8],
    to sheet: inout NoteSheet
  ) {
    guard byte < stream.count else { return }
    let stored = stream[byte..<min(byte + 4, stream.count)]
    let computed = Checksum.adler32(output)
    var words = "Adler-32"
    if stored.count < 4 {
      words += ", cut off"
    } else if stored.reduce(UInt32(0), { $0 << 8 | UInt32($1) }) == computed {
      words += " of what is unpacked: right"
    } else {
      words += ": what is unpacked has \(Words.hexadecimal(computed))"
    }
    sheet.add(ByteNote(byte..<byte + stored.count, words))
  }

  /// The bytes that some bits touch.
  private static func bytes(_ bits: Range<Int>) -> Range<Int> {
    bits.lowerBound / 8..<max(bits.lowerBound / 8, (bits.upperBound + 7) / 8)
  }

  private static func words(_ block: DeflateBlock) -> String {
    var words =
      switch block.kind {
      case .stored: "stored"
      case .fixed: "fixed codes"
      case .dynamic(let literals, let distances):
        "dynamic codes (\(literals) literals and lengths, \(Words.count(distances, "distance")))"
      case .brokenCodes: "dynamic codes that cannot be read"
      case .reserved: "of kind 3"
      }
    if block.isLast { words = "the last one, " + words }
    if block.kind != .brokenCodes, block.kind != .reserved {
      words += "; \(Words.count(block.output.count, "byte"))"
    }
    if block.matches > 0 {
      words +=
        " from \(Words.count(block.literals, "literal")) and "
        + (block.matches == 1 ? "1 match" : "\(Words.number(block.matches)) matches")
        + " of up to \(block.longestMatch), from up to \(Words.number(block.farthestDistance)) back"
    }
    return words
  }
}
