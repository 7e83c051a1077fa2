/// The member names of all open objects, which reveal a repeated one.
///
/// The first names of an object are compared one by one as they come. Those of a large object are
/// sorted once, at its end, so that no choice of names makes this quadratic.
struct KeyLedger {
  /// One name: a range of the text, or of `unescaped` if it was written with escapes.
  struct Entry {
    var start: Int
    var length: Int
    var isUnescaped: Bool
    /// The position of the name in the text.
    var offset: Int
  }

  /// How many names of one object are compared one by one.
  static let smallObject = 16

  private var entries: [Entry] = []
  private var unescaped: [UInt8] = []

  /// What an object that begins now must pass to `close`.
  var mark: Int { entries.count }

  /// Adds the name at `span` of the object that began at `mark`.
  ///
  /// - Returns: false if one of the object's first names is the same.
  @inline(__always)
  mutating func insert(
    _ span: StringSpan, since mark: Int, text: UnsafeRawPointer
  ) -> Bool {
    insert(
      Entry(
        start: span.start, length: span.end &- span.start, isUnescaped: false, offset: span.start),
      since: mark, text: text)
  }

  /// Adds a name that was written with escapes, at `offset`.
  mutating func insert(
    unescaping bytes: [UInt8], at offset: Int, since mark: Int, text: UnsafeRawPointer
  ) -> Bool {
    let start = unescaped.count
    unescaped.append(contentsOf: bytes)
    return insert(
      Entry(start: start, length: bytes.count, isUnescaped: true, offset: offset),
      since: mark, text: text)
  }

  @inline(__always)
  private mutating func insert(_ entry: Entry, since mark: Int, text: UnsafeRawPointer) -> Bool {
    let known = entries.count
    if known &- mark < Self.smallObject {
      for index in mark..<known where entries[index].length == entry.length {
        if precedence(entries[index], entry, text: text) == 0 { return false }
      }
    }
    if entries.capacity == 0 { entries.reserveCapacity(2 * Self.smallObject) }
    entries.append(entry)
    return true
  }

  /// Forgets the names of the object that began at `mark`.
  ///
  /// - Returns: the position of the first repeated name in the text, if there is one.
  mutating func close(since mark: Int, text: UnsafeRawPointer) -> Int? {
    let isLarge = entries.count &- mark > Self.smallObject
    let repeated = isLarge ? firstRepeated(since: mark, text: text) : nil
    if !unescaped.isEmpty, let first = entries[mark...].first(where: \.isUnescaped) {
      unescaped.removeLast(unescaped.count - first.start)
    }
    entries.removeLast(entries.count &- mark)
    return repeated
  }

  private func firstRepeated(since mark: Int, text: UnsafeRawPointer) -> Int? {
    var sorted = Array(entries[mark...])
    sorted.sort { left, right in
      let order = precedence(left, right, text: text)
      return order == 0 ? left.offset < right.offset : order < 0
    }
    var repeated: Int?
    for index in 1..<sorted.count
    where precedence(sorted[index - 1], sorted[index], text: text) == 0 {
      repeated = min(repeated ?? Int.max, sorted[index].offset)
    }
    return repeated
  }

  /// Negative, zero or positive: shorter names first, then by their bytes.
  @inline(__always)
  private func precedence(_ left: Entry, _ right: Entry, text: UnsafeRawPointer) -> Int {
    if left.length != right.length { return left.length &- right.length }
    if !left.isUnescaped, !right.isUnescaped {
      return Self.compare(text + left.start, text + right.start, left.length)
    }
    return mixedPrecedence(left, right, text: text)
  }

  @inline(never)
  private func mixedPrecedence(_ left: Entry, _ right: Entry, text: UnsafeRawPointer) -> Int {
    unescaped.withUnsafeBytes { own in
      guard let ownText = own.baseAddress else { return 0 }
      return Self.compare(
        (left.isUnescaped ? ownText : text) + left.start,
        (right.isUnescaped ? ownText : text) + right.start, left.length)
    }
  }

  @inline(__always)
  private static func compare(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ length: Int
  ) -> Int {
    for index in 0..<length {
      let a = left.load(fromByteOffset: index, as: UInt8.self)
      let b = right.load(fromByteOffset: index, as: UInt8.self)
      if a != b { return Int(a) &- Int(b) }
    }
    return 0
  }
}
