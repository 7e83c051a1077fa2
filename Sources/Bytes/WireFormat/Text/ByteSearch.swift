import Glibc

extension [UInt8] {
  /// Whether the UTF-8 of a text stands in these bytes, in time that grows with their number (`Collection.contains` of a collection
  /// takes milliseconds a kilobyte).
  package func contains(text: String) -> Bool {
    var text = text
    return text.withUTF8 { word in
      guard let wanted = word.baseAddress else { return true }
      return withUnsafeBytes { bytes in
        guard var place = bytes.baseAddress, bytes.count >= word.count else { return false }
        let last = place + (bytes.count - word.count)
        while place <= last, let start = memchr(place, Int32(wanted.pointee), last - place + 1) {
          if memcmp(start, wanted, word.count) == 0 { return true }
          place = UnsafeRawPointer(start) + 1
        }
        return false
      }
    }
  }
}
