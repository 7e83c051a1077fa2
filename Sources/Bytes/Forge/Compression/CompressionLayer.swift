/// The zlib stream (ABT-DATA-03, 04, 08, 14).
///
/// Every number is taken modulo what there is, or clamped, so that a form stays what it is when the
/// contents change.
package enum CompressionLayer: Hashable, Sendable {
  /// As zlib makes it with its default settings.
  case canonical
  /// A liberty of the sender: another level of compression, 0 to 9.
  case level(Int)
  /// The bytes are not compressed at all.
  case missing
  /// Cut off: the last `count` bytes are missing.
  case truncated(by: Int)
  /// A valid stream of the content and `count` zero bytes after it.
  case bomb(count: Int)
  /// Other bytes in its place.
  case replaced(with: [UInt8])

  // Liberties.

  /// A window of this many bits, 8 to 15; with 8 there are no matches, which zlib could not keep
  /// inside it.
  case window(bits: Int)
  /// Another strategy, which decides the kinds of blocks and the matches.
  case strategy(Strategy)
  /// How much memory the compressor takes, 1 to 9: with little, there are more blocks.
  case memoryLevel(Int)
  /// Flushed after every `bytes` bytes of content.
  case flushed(Flush, every: Int)
  /// Stored blocks of this many bytes each, 1 to 65,535.
  case storedBlocks(of: Int)
  /// Fixed blocks of literals, of this many bytes each.
  case fixedBlocks(of: Int)
  /// Dynamic blocks of literals, of this many bytes each, with no distance code, one of one bit, or
  /// two.
  case dynamicBlocks(of: Int, distanceCodes: Int)
  /// This many empty blocks, fixed and stored, in front of the content.
  case emptyBlocks(Int)
  /// FLEVEL in the header, 0 to 3.
  case headerLevel(Int)

  // Forms about which the document has a SHOULD only.

  /// These bytes after the end.
  case trailing([UInt8])
  /// The whole stream twice.
  case doubled

  // Refused.

  /// One of the two bytes in front is wrong.
  case header(HeaderDamage)
  /// The four bytes at the end are wrong.
  case checksum(ChecksumDamage)
  /// Cut off after the byte of this index.
  case cut(at: Int)
  /// Compressed for a reader that knows the first `count` bytes beforehand, and the flag in the
  /// header that says so.
  case presetDictionary(count: Int)
  /// RFC 1951 without header and checksum.
  case rawDeflate
  /// RFC 1952.
  case gzip
  /// A stream of nothing.
  case empty
  /// Cut in two in front of the content's byte of this index: two sound streams one after the
  /// other.
  case members(cutAt: Int)
  /// A block that no reader may take.
  case block(BlockDamage)
  /// A dynamic block after the content whose codes no reader may take.
  case codes(CodeDamage)
  /// A sound stream whose content is a sound stream.
  case compressedTwice

  // Bombs.

  /// The content, and zeros up to `count` bytes of both; one zero where the content is as long
  /// already.
  case inflating(to: Int)
  /// The content, and zeros in so many steps of `bytes` bytes, each followed by a flush.
  case stepped(Int, of: Int)
  /// A stream that unpacks to a bomb of `count` zeros after the content, packed once more.
  case nestedBomb(count: Int)

  // Bits.

  /// This bit of the stream, lowest bits first, is another one.
  case bitFlipped(Int)
  /// A byte XORed with `mask`, or with 1 where that is 0.
  case byteReplaced(at: Int, mask: UInt8)

  /// zlib's strategies beside its own default.
  package enum Strategy: String, Hashable, Sendable, CaseIterable {
    case filtered
    case huffmanOnly = "huffman-only"
    case runLengths = "run-lengths"
    case fixedCodes = "fixed-codes"
  }

  /// Where a portion of the content ends.
  package enum Flush: String, Hashable, Sendable, CaseIterable {
    case sync, full, partial
  }

  /// What is wrong with the header (RFC 1950 section 2.2); everything else of it is right.
  package enum HeaderDamage: Hashable, Sendable {
    /// CM is not 8, but one of the 15 others.
    case method(Int)
    /// CINFO is 8 to 15.
    case window(Int)
    /// FCHECK is wrong, by 1 to 30.
    case check(Int)
  }

  /// What stands in the place of the Adler-32; never the right one.
  package enum ChecksumDamage: Hashable, Sendable {
    case bitFlipped(Int)
    case zeroed, missing, reversed
    /// The Adler-32 of the compressed bytes.
    case ofCompressed
  }

  /// What is wrong with a block (RFC 1951 section 3.2).
  package enum BlockDamage: Hashable, Sendable {
    /// The block type 3 after the content.
    case reservedType
    /// A stored block whose length and complement differ in this bit.
    case storedLength(Int)
    /// A match that reaches this many bytes beyond the beginning of the content.
    case distanceTooFar(Int)
    /// One of the two length symbols (286, 287) or distance symbols (30, 31) that mean nothing.
    case reservedSymbol(Int)
    /// No block says that it is the last one.
    case noLastBlock
  }

  /// What is wrong with the codes of a dynamic block (RFC 1951 section 3.2.7).
  package enum CodeDamage: String, Hashable, Sendable, CaseIterable {
    /// More codes than fit into their lengths.
    case lengthsOversubscribed = "lengths-oversubscribed"
    case literalsOversubscribed = "literals-oversubscribed"
    case distancesOversubscribed = "distances-oversubscribed"
    /// Codes are left over.
    case lengthsIncomplete = "lengths-incomplete"
    case literalsIncomplete = "literals-incomplete"
    case distancesIncomplete = "distances-incomplete"
    /// There is no code for the block's end.
    case noEndOfBlock = "no-end-of-block"
    /// 287 literals and lengths, or 31 distances.
    case tooManyLiterals = "too-many-literals"
    case tooManyDistances = "too-many-distances"
    /// A length is repeated before there is one, or beyond the last.
    case repeatedTooEarly = "repeated-too-early"
    case repeatedTooLong = "repeated-too-long"
  }
}
