import WireFormat

/// The notes of one layer in the making.
struct NoteSheet {
  private(set) var notes: [ByteNote] = []

  mutating func add(_ note: ByteNote) { notes.append(note) }

  /// Stands for `count` notes that are left out.
  mutating func addCut(_ range: Range<Int>, depth: Int = 0, _ count: Int, _ noun: String) {
    guard count > 0 else { return }
    var note = ByteNote(range, depth: depth, "… \(Words.count(count, "more " + noun))")
    note.isCut = true
    notes.append(note)
  }

  /// Tells something odd on the note of this index.
  mutating func mark(_ index: Int, _ standing: ByteNote.Standing, _ remark: String) {
    notes[index].mark(standing, remark)
  }

  /// Tells a finding where it is: on the narrowest note that holds its byte, on the one that ends
  /// there, or on a note of its own.
  mutating func mark(_ standing: ByteNote.Standing, _ finding: Finding) {
    let offset = finding.offset
    if let index = narrowest({ $0.contains(offset) })
      ?? narrowest({ $0.upperBound == offset && !$0.isEmpty })
    {
      notes[index].mark(standing, finding.sentence)
    } else {
      notes.append(ByteNote(offset..<offset, "here").marked(standing, finding.sentence))
    }
  }

  /// Whether something odd is told of the narrowest part that holds a byte.
  func hasRemark(at offset: Int) -> Bool {
    narrowest { $0.contains(offset) }.map { notes[$0].standing != .fine } ?? false
  }

  /// The last of the narrowest notes whose range is as asked.
  private func narrowest(_ isWanted: (Range<Int>) -> Bool) -> Int? {
    var best: Int?
    for (index, note) in notes.enumerated() where isWanted(note.range) && !note.isCut {
      if let best, notes[best].range.count < note.range.count { continue }
      best = index
    }
    return best
  }

  /// The layer, with its ending told on the note where it belongs.
  ///
  /// - Parameter isTold: whether a note tells the ending already.
  consuming func layer(
    _ kind: DissectedLayer.Kind, in parameter: String?, _ bytes: [UInt8], _ ending: Ending,
    isTold: Bool = false
  ) -> DissectedLayer {
    switch ending {
    case _ where isTold: break
    case .stopped(let finding): mark(.defect, finding)
    case .free(let finding): mark(.unusual, finding)
    case .complete, .notRead: break
    }
    return DissectedLayer(
      kind: kind, parameter: parameter, bytes: bytes, notes: notes, ending: ending)
  }
}

/// Numbers and bytes in words.
enum Words {
  /// `1,234,567`
  static func number(_ number: some BinaryInteger) -> String {
    let digits = String(number.magnitude)
    var result = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.utf8.count - index) % 3 == 0 { result += "," }
      result.append(digit)
    }
    return result
  }

  /// `1 byte`, `2,000 bytes`
  static func count(_ count: some BinaryInteger, _ noun: String) -> String {
    let plural = noun.hasSuffix("y") ? noun.dropLast() + "ies" : noun + "s"
    return "\(number(count)) \(count == 1 ? noun : plural)"
  }

  /// `0x00FF`, with as many digits as a number needs, and at least two.
  static func hexadecimal(_ number: some BinaryInteger) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return (digits.utf8.count % 2 == 1 ? "0x0" : "0x") + digits
  }

  /// A text of the URL, in quotes and cut.
  static func quoted(_ bytes: some Collection<UInt8>, _ limits: AnatomyLimits) -> String {
    let excerpt = TextExcerpt(bytes, maxBytes: limits.maxTextBytes)
    return "\"\(excerpt.text)\"" + (excerpt.missingBytes > 0 ? "…" : "")
  }
}
