/// What some bytes of a layer mean.
package struct ByteNote: Hashable, Sendable {
  /// Whether a part is as it should be.
  package enum Standing: String, Hashable, Sendable, CaseIterable {
    case fine
    /// Readers may differ over it, or it is seldom seen.
    case unusual
    /// The strict reader refuses it.
    case defect
  }

  /// The bytes of the layer; may be empty where something is missing.
  package var range: Range<Int>
  /// The bits of the layer, the lowest of each byte first, where bytes are too coarse.
  package var bits: Range<Int>?
  /// The bytes of what the layer unpacks to that these make.
  package var output: Range<Int>?
  /// 0 for a part of the layer, 1 for a part of such a part.
  package var depth = 0
  /// What it is, in words; may be empty. Texts of the URL in it stand in quotes.
  package var meaning: String
  /// The text that the bytes stand for, where they are not that text themselves.
  package var text: TextExcerpt?
  /// The bytes that the bytes stand for.
  package var decoded: ByteExcerpt?
  /// Whether it is as it should be.
  package var standing = Standing.fine
  /// Why it is unusual or wrong.
  package var remark: String?
  /// Whether the note stands in the place of others that a limit left out.
  package var isCut = false

  init(_ range: Range<Int>, depth: Int = 0, _ meaning: String) {
    self.range = range
    self.depth = depth
    self.meaning = meaning
  }

  mutating func mark(_ standing: Standing, _ remark: String) {
    self.standing = standing
    self.remark = self.remark.map { $0 + "; " + remark } ?? remark
  }

  func marked(_ standing: Standing, _ remark: String) -> ByteNote {
    var note = self
    note.mark(standing, remark)
    return note
  }
}

/// The beginning of a text.
package struct TextExcerpt: Hashable, Sendable {
  /// Whole characters from the beginning.
  package let text: String
  /// Bytes of UTF-8 that are left out.
  package let missingBytes: Int

  /// As many whole characters of UTF-8 as fit into `maxBytes`; what is no UTF-8 becomes U+FFFD.
  init(_ bytes: some Collection<UInt8>, maxBytes: Int) {
    var kept = Array(bytes.prefix(max(0, maxBytes)))
    if kept.count < bytes.count {
      // Not in the middle of a character.
      let next = bytes[bytes.index(bytes.startIndex, offsetBy: kept.count)]
      if next & 0xC0 == 0x80 {
        for _ in 0..<3 where kept.last.map({ $0 & 0xC0 == 0x80 }) == true { kept.removeLast() }
        if kept.last.map({ $0 >= 0xC0 }) == true { kept.removeLast() }
      }
    }
    text = String(decoding: kept, as: UTF8.self)
    missingBytes = bytes.count - kept.count
  }

  private init(text: String, missingBytes: Int) {
    self.text = text
    self.missingBytes = missingBytes
  }

  /// The same with more bytes left out.
  func missing(_ more: Int) -> TextExcerpt {
    TextExcerpt(text: text, missingBytes: missingBytes + more)
  }
}

/// The beginning of some bytes.
package struct ByteExcerpt: Hashable, Sendable {
  /// From the beginning.
  package let bytes: [UInt8]
  /// Bytes that are left out.
  package let missingCount: Int

  init(_ bytes: some Collection<UInt8>, maxBytes: Int) {
    self.bytes = Array(bytes.prefix(max(0, maxBytes)))
    missingCount = bytes.count - self.bytes.count
  }
}
