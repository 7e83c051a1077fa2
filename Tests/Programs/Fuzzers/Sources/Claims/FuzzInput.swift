extension Array where Element == UInt8 {
  /// A copy of the bytes that libFuzzer gives, so that a reader that runs beyond their end is seen.
  package init(fuzzInput start: UnsafePointer<UInt8>?, count: Int) {
    self = Array(UnsafeBufferPointer(start: start, count: count))
  }
}
