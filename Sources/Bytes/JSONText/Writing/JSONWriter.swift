/// Writes JSON into a byte array, with commas, colons, escapes and indentation.
///
/// The caller keeps to the grammar: `key` before each value of an object and nowhere else, and an
/// end for every beginning. Several texts may follow each other, as in JSON Lines. The same calls
/// give the same bytes on every machine.
public struct JSONWriter: Sendable {
  /// What has been written so far.
  public var bytes: [UInt8]
  private let isPretty: Bool
  /// How many objects and arrays are open.
  public private(set) var depth = 0
  /// Nothing is needed between what is written and what comes next.
  private var isAtStart = true
  /// Whether what comes next is the first element of a container and goes on a line of its own.
  private var needsIndentation = false

  /// A writer of compact text, or of text for people, indented by 2 spaces a level.
  public init(pretty: Bool = false, reserving capacity: Int = 0) {
    bytes = []
    bytes.reserveCapacity(capacity)
    isPretty = pretty
  }

  /// The written bytes as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Forgets everything that was written, complete or not.
  public mutating func removeAll(keepingCapacity: Bool = true) {
    bytes.removeAll(keepingCapacity: keepingCapacity)
    depth = 0
    isAtStart = true
    needsIndentation = false
  }

  /// A state of the writer, to which `rewind` returns.
  public struct Mark: Sendable {
    /// How many bytes were written.
    public let count: Int
    fileprivate let depth: Int
    fileprivate let isAtStart: Bool
    fileprivate let needsIndentation: Bool
  }

  /// The present state.
  public var mark: Mark {
    Mark(
      count: bytes.count, depth: depth, isAtStart: isAtStart, needsIndentation: needsIndentation)
  }

  /// Takes back everything that was written since `mark`, complete or not.
  public mutating func rewind(to mark: Mark) {
    bytes.removeLast(bytes.count - min(mark.count, bytes.count))
    depth = mark.depth
    isAtStart = mark.isAtStart
    needsIndentation = mark.needsIndentation
  }

  /// `{`
  public mutating func beginObject() { begin(UInt8(ascii: "{")) }

  /// `}`
  public mutating func endObject() { end(UInt8(ascii: "}")) }

  /// `[`
  public mutating func beginArray() { begin(UInt8(ascii: "[")) }

  /// `]`
  public mutating func endArray() { end(UInt8(ascii: "]")) }

  /// The name of the member whose value is written next.
  public mutating func key(_ name: String) {
    separate()
    appendQuoted(name)
    bytes.append(UInt8(ascii: ":"))
    if isPretty { bytes.append(UInt8(ascii: " ")) }
    isAtStart = true
  }

  /// A string.
  public mutating func string(_ text: String) {
    separate()
    appendQuoted(text)
    isAtStart = false
  }

  /// Any integer, even beyond 64 bits.
  public mutating func integer(_ number: some BinaryInteger) {
    separate()
    if let small = Int64(exactly: number) {
      appendDecimal(small)
    } else {
      bytes.append(contentsOf: String(number).utf8)
    }
    isAtStart = false
  }

  /// A finite real, as the shortest decimal that reads back to it. JSON has no infinity and no NaN:
  /// they become `null`.
  public mutating func real(_ number: Double) {
    guard number.isFinite else { return null() }
    separate()
    bytes.append(contentsOf: number.description.utf8)
    isAtStart = false
  }

  /// `true` or `false`.
  public mutating func boolean(_ truth: Bool) { word(truth ? "true" : "false") }

  /// `null`
  public mutating func null() { word("null") }

  /// One whole value that is already JSON. It is not checked.
  public mutating func raw(_ json: some Collection<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
    isAtStart = false
  }

  /// A line feed after a whole text.
  public mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

  private mutating func word(_ word: StaticString) {
    separate()
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    isAtStart = false
  }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    depth &+= 1
    isAtStart = true
    needsIndentation = isPretty
  }

  private mutating func end(_ bracket: UInt8) {
    depth &-= 1
    if isPretty, !isAtStart { indent() }
    bytes.append(bracket)
    isAtStart = false
    needsIndentation = false
  }

  @inline(__always)
  mutating func separate() {
    if !isAtStart, depth > 0 {
      bytes.append(UInt8(ascii: ","))
      if isPretty { indent() }
    } else if needsIndentation {
      indent()
      needsIndentation = false
    }
  }

  /// Marks a value as written, for the other files of this type.
  @inline(__always)
  mutating func endValue() { isAtStart = false }

  private mutating func indent() {
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<max(0, depth) {
      bytes.append(UInt8(ascii: " "))
      bytes.append(UInt8(ascii: " "))
    }
  }
}
