#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension [UInt8] {
  /// Whether the UTF-8 of a text stands in these bytes, in time that grows with their number (`Collection.contains` of a collection
  /// takes milliseconds a kilobyte).
  package func contains(text: String) -> Bool { place(of: text) != nil }

  /// Where the UTF-8 of a text begins in these bytes for the first time, or nil.
  package func place(of text: String) -> Int? {
    var text = text
    return text.withUTF8 { word in withUnsafeBytes { $0.place(of: UnsafeRawBufferPointer(word)) } }
  }
}

extension String {
  /// Whether the UTF-8 of another text stands in the UTF-8 of this one. (`contains` compares characters, canonically,
  /// and took 3 % of a run.)
  package func hasUTF8(of text: String) -> Bool {
    var (whole, text) = (self, text)
    return whole.withUTF8 { bytes in
      text.withUTF8 { UnsafeRawBufferPointer(bytes).place(of: UnsafeRawBufferPointer($0)) != nil }
    }
  }
}

extension ArraySlice<UInt8> {
  /// The index of the first byte of this value, or nil. (`firstIndex(of:)` looks at one byte after the other.)
  func place(of byte: UInt8) -> Int? {
    withUnsafeBufferPointer { $0.place(of: byte) }.map { startIndex + $0 }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Where the first byte of this value stands at or behind an index, or nil.
  func place(of byte: UInt8, from start: Int = 0) -> Int? {
    guard let base = baseAddress, start < count,
      let found = memchr(base + start, Int32(byte), count - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }
}

extension UnsafeRawBufferPointer {
  /// Where these bytes stand for the first time, or nil.
  fileprivate func place(of word: UnsafeRawBufferPointer) -> Int? {
    guard let wanted = word.baseAddress, let first = word.first else { return 0 }
    guard let base = baseAddress, count >= word.count else { return nil }
    let last = base + (count - word.count)
    var place = base
    while place <= last, let start = memchr(place, Int32(first), last - place + 1) {
      if memcmp(start, wanted, word.count) == 0 { return UnsafeRawPointer(start) - base }
      place = UnsafeRawPointer(start) + 1
    }
    return nil
  }
}
