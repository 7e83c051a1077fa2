extension ConfigurationDialect {
  /// How much the library accepts, so that no request can cost more memory or time than the app
  /// wants.
  ///
  /// A value outside its range counts as the nearer end of the range. The length of a URL has no
  /// limit of its own: what matters is what its data unpacks to.
  public struct Limits: Hashable, Sendable {
    /// Bytes of the unpacked data, including the magic. Exactly this many are accepted
    /// (ABT-DATA-08, 09).
    ///
    /// 1,024 to 16,777,216.
    public var maxInflatedBytes = 1_048_576
    /// Nested containers, including the dictionary itself. Up to twice as many are still read;
    /// deeper data is refused (ABT-DATA-11).
    ///
    /// 2 to 256.
    public var maxDepth = 32
    /// Pieces of one assembly (ABT-CHUNK-08).
    ///
    /// 1 to 65,536.
    public var maxChunks = 256
    /// Assemblies that wait for pieces at the same time. One more drops the oldest (ABT-CHUNK-10).
    ///
    /// 1 to 1,024.
    public var maxAssemblies = 16
    /// Bytes of all pieces of one assembly, after Base64 (ABT-CHUNK-10).
    ///
    /// 1,024 to 16,777,216.
    public var maxPackedBytes = 1_048_576

    /// The limits of profile 1.
    public init() {}

    /// The limits within their ranges.
    package var bounded: Limits {
      func bound(_ value: Int, _ range: ClosedRange<Int>) -> Int {
        min(max(value, range.lowerBound), range.upperBound)
      }
      var limits = self
      limits.maxInflatedBytes = bound(maxInflatedBytes, 1_024...16_777_216)
      limits.maxDepth = bound(maxDepth, 2...256)
      limits.maxChunks = bound(maxChunks, 1...65_536)
      limits.maxAssemblies = bound(maxAssemblies, 1...1_024)
      limits.maxPackedBytes = bound(maxPackedBytes, 1_024...16_777_216)
      return limits
    }
  }
}
