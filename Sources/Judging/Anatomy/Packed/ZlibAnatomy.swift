import WireFormat

/// A zlib stream (RFC 1950): header, blocks, checksum.
struct ZlibAnatomy {
  /// The layer.
  let layer: DissectedLayer
  /// What was unpacked, up to the limit.
  let output: [UInt8]

  init(
    _ stream: [UInt8], outputLimit: Int, in parameter: String, _ limits: AnatomyLimits,
    hint: String? = nil
  ) {
    let inflater = Inflater()
    let (output, outcome) = inflater.inflate(stream, limit: outputLimit)
    self.output = output
    var ending = Self.ending(stream, outcome, outputLimit, output.count, inflater)
    var sheet = NoteSheet()
    if let hint { sheet.add(ByteNote(0..<0, "").marked(.unusual, hint)) }
    let hasBlocks = Self.addHeader(stream, to: &sheet)
    var isTold = false
    if hasBlocks {
      let walk = DeflateWalk(
        stream, limit: outputLimit, maxBlocks: limits.maxDeflateBlocks)
      if outcome == .overLimit, let block = walk.blocks.last {
        // Told where it happens: the reader's own offset counts unpacked bytes.
        let defect = Finding(Defect(.overLimit(outputLimit), at: (block.bits.upperBound - 1) / 8))
        ending = .stopped(defect)
      }
      isTold = Self.add(walk, stream, output, ending.defect, to: &sheet)
    } else if stream.count > 2 {
      sheet.add(ByteNote(2..<stream.count, "\(Words.count(stream.count - 2, "byte")) unread"))
    }
    layer = sheet.layer(.zlib, in: parameter, stream, ending, isTold: isTold)
  }

  /// What `Packing` says of the same stream.
  private static func ending(
    _ stream: [UInt8], _ outcome: Inflater.Outcome, _ limit: Int, _ outputCount: Int,
    _ inflater: Inflater
  ) -> Ending {
    switch outcome {
    case .complete(let consumed) where consumed < stream.count:
      .free(Finding(Freedom(.trailingBytes, at: consumed)))
    case .complete:
      stream.withUnsafeBytes { inflater.reachesBeyondWindow($0, outputBytes: outputCount) }
        ? .free(Finding(Freedom(.distanceBeyondWindow, at: 0))) : .complete
    case .truncated: .stopped(Finding(Defect(.truncatedStream, at: stream.count)))
    case .corrupt(let words, let offset):
      .stopped(Finding(Defect(.corruptStream(words), at: offset)))
    case .needsDictionary: .stopped(Finding(Defect(.presetDictionary, at: 2)))
    case .overLimit: .stopped(Finding(Defect(.overLimit(limit), at: limit)))
    }
  }

  /// - Returns: whether blocks follow.
  private static func addHeader(_ stream: [UInt8], to sheet: inout NoteSheet) -> Bool {
    guard let cmf = stream.first else { return false }
    let method = cmf & 15
    let window = cmf >> 4
    sheet.add(
      ByteNote(
        0..<1,
        "CMF: method \(method)\(method == 8 ? " (deflate)" : ", which is not deflate"), "
          + (window < 8
            ? "window of \(Words.count(1 << (Int(window) + 8), "byte"))" : "window \(window)")))
    guard stream.count > 1 else { return false }
    let flags = stream[1]
    let isRight = (Int(cmf) << 8 | Int(flags)) % 31 == 0
    let hasDictionary = flags & 0x20 != 0
    sheet.add(
      ByteNote(
        1..<2,
        "FLG: check \(flags & 31)\(isRight ? "" : ", which does not fit"), "
          + (hasDictionary ? "preset dictionary, " : "")
          + "level \(flags >> 6) of 0 to 3"))
    if !isRight { addOtherFormat(stream, to: &sheet) }
    guard isRight, method == 8, window < 8 else { return false }
    if hasDictionary, stream.count > 2 {
      sheet.add(ByteNote(2..<min(6, stream.count), "Adler-32 of the preset dictionary"))
      if stream.count > 6 {
        sheet.add(ByteNote(6..<stream.count, "\(Words.count(stream.count - 6, "byte")) unread"))
      }
    }
    return !hasDictionary
  }

  /// What bytes that are no zlib stream may be instead.
  private static func addOtherFormat(_ stream: [UInt8], to sheet: inout NoteSheet) {
    let formats: [(prefix: [UInt8], words: String)] = [
      ([0x1F, 0x8B], "it begins like gzip (RFC 1952)"),
      (Array("bplist".utf8), "it is a property list that is not compressed"),
      (Array("<?xml".utf8), "it begins like XML that is not compressed"),
    ]
    for format in formats where stream.starts(with: format.prefix) {
      sheet.mark(.unusual, Finding(at: 0, format.words, clause: nil))
      return
    }
  }
}
