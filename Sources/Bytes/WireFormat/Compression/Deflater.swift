import CZlib

/// Compresses with zlib states that it keeps: a state costs 55 µs to create and well under 7 µs to
/// reset.
///
/// The settings cover everything in which legal zlib streams may differ. The defaults are those of
/// zlib's own `compress`. Only one thread may use it at a time.
package final class Deflater {
  /// What is wrapped around the deflate data.
  package enum Format: Hashable, Sendable {
    /// RFC 1950, the protocol's own.
    case zlib
    /// RFC 1951 without header and checksum.
    case raw
    /// RFC 1952.
    case gzip
  }

  /// How zlib looks for matches, which decides the kinds of blocks.
  package enum Strategy: Hashable, Sendable {
    /// zlib's strategies. `huffmanOnly` finds no matches; `fixedCodes` makes only fixed blocks.
    case standard, filtered, huffmanOnly, runLengths, fixedCodes

    var code: Int32 {
      switch self {
      case .standard: Z_DEFAULT_STRATEGY
      case .filtered: Z_FILTERED
      case .huffmanOnly: Z_HUFFMAN_ONLY
      case .runLengths: Z_RLE
      case .fixedCodes: Z_FIXED
      }
    }
  }

  /// What ends a portion in the middle of a stream.
  package enum Flush: Hashable, Sendable {
    /// An empty stored block, after which a new byte begins.
    case sync
    /// Like `sync`, and nothing after it refers to anything before it.
    case full
    /// An empty fixed block. The next one may begin inside a byte.
    case partial

    var code: Int32 {
      switch self {
      case .sync: Z_SYNC_FLUSH
      case .full: Z_FULL_FLUSH
      case .partial: Z_PARTIAL_FLUSH
      }
    }
  }

  private let windowBits: Int32
  private let memoryLevel: Int32
  private let strategy: Strategy
  private var streams: [DeflateStream?] = Array(repeating: nil, count: 10)
  private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 32_768, alignment: 16)

  /// - Parameters:
  ///   - windowBits: the base-2 logarithm of the window, 8 to 15 (others are clamped; zlib makes
  ///     9 of 8 in what it writes).
  ///   - memoryLevel: 1 to 9 (others are clamped); small ones make many small blocks.
  package init(
    format: Format = .zlib, windowBits: Int = 15, memoryLevel: Int = 8,
    strategy: Strategy = .standard
  ) {
    let bits = Int32(min(max(windowBits, format == .zlib ? 8 : 9), 15))
    self.windowBits =
      switch format {
      case .zlib: bits
      case .raw: -bits
      case .gzip: bits + 16
      }
    self.memoryLevel = Int32(min(max(memoryLevel, 1), 9))
    self.strategy = strategy
  }

  deinit { scratch.deallocate() }

  /// Appends the compressed form of `bytes` to `output`.
  ///
  /// Complexity: linear. The first use of each level creates a state.
  /// - Parameter level: 0 (stored blocks) to 9; others are clamped.
  package func compress(
    _ bytes: UnsafeRawBufferPointer, level: Int = 6, into output: inout [UInt8]
  ) {
    let stream = stream(level: min(max(level, 0), 9))
    stream.reset()
    var rest = bytes
    repeat {
      let portion = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(portion.count))
      stream.feed(portion, rest.isEmpty ? Z_FINISH : Z_NO_FLUSH, scratch: scratch, into: &output)
    } while !rest.isEmpty
  }

  /// The compressed form of `bytes`.
  package func compress(_ bytes: [UInt8], level: Int = 6) -> [UInt8] {
    var output: [UInt8] = []
    bytes.withUnsafeBytes { compress($0, level: level, into: &output) }
    return output
  }

  /// The compressed form of all portions. A flush ends each.
  ///
  /// - Parameter isEnded: false for a stream without its last block and checksum, which the caller
  ///   continues.
  package func compress(
    portions: [ArraySlice<UInt8>], flush: Flush, isEnded: Bool = true, level: Int = 6
  ) -> [UInt8] {
    let stream = stream(level: min(max(level, 0), 9))
    stream.reset()
    var output: [UInt8] = []
    for portion in portions {
      portion.withUnsafeBytes { stream.feed($0, flush.code, scratch: scratch, into: &output) }
    }
    if isEnded {
      stream.feed(
        UnsafeRawBufferPointer(start: nil, count: 0), Z_FINISH, scratch: scratch, into: &output)
    }
    return output
  }

  /// The compressed form of `bytes` for a reader that already has `dictionary` (RFC 1950 section
  /// 2.3). An empty dictionary means none.
  package func compress(_ bytes: [UInt8], presetDictionary dictionary: [UInt8]) -> [UInt8] {
    let stream = stream(level: 6)
    stream.reset()
    if !dictionary.isEmpty { stream.preset(dictionary) }
    var output: [UInt8] = []
    bytes.withUnsafeBytes { stream.feed($0, Z_FINISH, scratch: scratch, into: &output) }
    return output
  }

  private func stream(level: Int) -> DeflateStream {
    if let stream = streams[level] { return stream }
    let stream = DeflateStream(
      level: Int32(level), windowBits: windowBits, memoryLevel: memoryLevel, strategy: strategy)
    streams[level] = stream
    return stream
  }
}

/// One deflate state. It lives on the heap because zlib keeps the stream's address.
private final class DeflateStream {
  private let stream: UnsafeMutablePointer<z_stream>

  init(level: Int32, windowBits: Int32, memoryLevel: Int32, strategy: Deflater.Strategy) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let status = czlib_deflate_init(stream, level, windowBits, memoryLevel, strategy.code)
    // The settings are clamped to legal ones, so this can only be a lack of memory.
    guard status == Z_OK else { fatalError("zlib has no memory for a deflate state (\(status))") }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  func reset() {
    deflateReset(stream)
  }

  func preset(_ dictionary: [UInt8]) {
    deflateSetDictionary(stream, dictionary, UInt32(clamping: dictionary.count))
  }

  /// - Parameter flush: one of zlib's Z_NO_FLUSH to Z_FINISH.
  func feed(
    _ bytes: UnsafeRawBufferPointer, _ flush: Int32, scratch: UnsafeMutableRawBufferPointer,
    into output: inout [UInt8]
  ) {
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = UInt32(bytes.count)
    repeat {
      stream.pointee.next_out = scratch.baseAddress?.assumingMemoryBound(to: UInt8.self)
      stream.pointee.avail_out = UInt32(scratch.count)
      deflate(stream, flush)
      let written = scratch.count - Int(stream.pointee.avail_out)
      output.append(contentsOf: UnsafeRawBufferPointer(rebasing: scratch.prefix(written)))
    } while stream.pointee.avail_out == 0
    stream.pointee.next_in = nil
  }
}
