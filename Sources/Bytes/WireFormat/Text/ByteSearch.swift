import Glibc

extension [UInt8] {
  /// Whether the UTF-8 of a text stands in these bytes, in time that grows with their number (`Collection.contains` of a collection
  /// takes milliseconds a kilobyte).
  package func contains(text: String) -> Bool { place(of: text) != nil }

  /// Where the UTF-8 of a text begins in these bytes for the first time, or nil.
  package func place(of text: String) -> Int? {
    var text = text
    return text.withUTF8 { word in
      guard let wanted = word.baseAddress else { return 0 }
      return withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress, bytes.count >= word.count else { return nil }
        let last = base + (bytes.count - word.count)
        var place = base
        while place <= last, let start = memchr(place, Int32(wanted.pointee), last - place + 1) {
          if memcmp(start, wanted, word.count) == 0 { return UnsafeRawPointer(start) - base }
          place = UnsafeRawPointer(start) + 1
        }
        return nil
      }
    }
  }
}
