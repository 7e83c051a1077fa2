/// A strict pull reader of JSON over bytes that the caller keeps alive (RFC 8259).
///
/// It must not leave the `withUnsafeBytes` closure in which it is used. Each `read` method skips
/// white space, reads exactly one value and leaves the reader after it. After an error the reader
/// cannot be used any further. Everything is validated, even what is skipped: UTF-8, escapes,
/// numbers, repeated member names. `JSONLimits` bounds bytes, depth and values; reading and
/// skipping recurse no deeper than `maxDepth`. All methods are linear in the bytes they read;
/// objects of more than 16 members take `n log n` comparisons to find repeated names.
public struct JSONReader {
  let base: UnsafeRawPointer
  /// Where the text ends, or a piece of it that is bounded by itself.
  var count: Int
  var limits: JSONLimits
  var position = 0
  var depth = 0
  var nodes = 0
  var ledger = KeyLedger()
  /// The open containers of `skipValue`: where an object's names begin, or -1 for an array.
  var openContainers: [Int] = []

  /// A reader at the start of `bytes`.
  ///
  /// - Throws: `tooLong` if there are more bytes than the limits allow. Nothing is read yet.
  public init(
    _ bytes: UnsafeRawBufferPointer, limits: JSONLimits = .adapterLine
  ) throws(JSONError) {
    base = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
    count = bytes.count
    self.limits = limits
    if bytes.count > limits.maxBytes {
      position = limits.maxBytes
      throw error(.tooLong(maxBytes: limits.maxBytes))
    }
  }

  /// How many bytes have been read. After `peek` this is where the next value begins.
  public var offset: Int { position }

  /// The kind of the next value, without reading it. Its first byte alone decides.
  public mutating func peek() throws(JSONError) -> JSONKind {
    switch try nextByte() {
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case let byte: throw unexpected(byte)
    }
  }

  /// Checks that nothing but white space follows.
  public mutating func finish() throws(JSONError) {
    skipWhiteSpace()
    if position < count { throw error(.trailingText) }
  }

  /// An error at the current position, for what a caller finds missing or wrong.
  ///
  /// Complexity: linear in the position, because lines are counted only here.
  public func error(_ reason: JSONError.Reason) -> JSONError {
    error(reason, at: position)
  }

  /// An error at an earlier position, such as one kept from `offset`.
  public func error(_ reason: JSONError.Reason, at offset: Int) -> JSONError {
    var line = 1
    var lineStart = 0
    let end = min(offset, count)
    for index in 0..<max(0, end) where byte(at: index) == UInt8(ascii: "\n") {
      line += 1
      lineStart = index + 1
    }
    return JSONError(offset: offset, line: line, column: end - lineStart + 1, reason: reason)
  }

  @inline(__always)
  func byte(at index: Int) -> UInt8 {
    base.load(fromByteOffset: index, as: UInt8.self)
  }

  @inline(__always)
  mutating func skipWhiteSpace() {
    while position < count {
      switch byte(at: position) {
      case 0x20, 0x0A, 0x0D, 0x09: position &+= 1
      default: return
      }
    }
  }

  /// The first byte of what comes next, which stays unread.
  @inline(__always)
  mutating func nextByte() throws(JSONError) -> UInt8 {
    skipWhiteSpace()
    guard position < count else { throw error(.unexpectedEnd) }
    return byte(at: position)
  }

  @inline(__always)
  mutating func countNode() throws(JSONError) {
    nodes &+= 1
    if nodes > limits.maxNodes { throw error(.tooManyValues(maxNodes: limits.maxNodes)) }
  }

  /// The error for a byte that begins no value.
  func unexpected(_ byte: UInt8) -> JSONError {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
      error(.invalidLiteral)
    default:
      error(.unexpectedByte(byte, expected: "a value"))
    }
  }

  /// The error for a value of the wrong kind, or for no value at all if none begins here.
  mutating func wrongKind(_ expected: JSONKind) -> JSONError {
    do {
      _ = try peek()
      let article = expected == .array || expected == .object ? "an" : "a"
      return error(.unexpectedType(expected: "\(article) \(expected.rawValue)"))
    } catch {
      return error
    }
  }
}
