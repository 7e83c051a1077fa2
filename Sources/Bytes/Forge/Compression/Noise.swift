extension [UInt8] {
  /// Bytes that hardly compress, as many as wanted, out of a few.
  ///
  /// - Parameters:
  ///   - seed: the bytes that they are made of; at least one, unless `count` is 0.
  ///   - shifted: another number makes other bytes of the same seed.
  package init(noise count: Int, of seed: [UInt8], shifted: Int = 0) {
    self = (0..<Swift.max(0, count)).map { seed[($0 &+ $0 >> 9 &+ shifted) % seed.count] }
  }
}
