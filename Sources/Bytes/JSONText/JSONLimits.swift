/// The bounds of a JSON text. Whatever exceeds one of them is refused.
public struct JSONLimits: Hashable, Sendable {
  /// The longest text, in bytes.
  public var maxBytes: Int
  /// The most arrays and objects that may be open at once.
  public var maxDepth: Int
  /// The most values in one text, including containers but not member names.
  public var maxNodes: Int

  /// Limits with these values.
  public init(maxBytes: Int, maxDepth: Int, maxNodes: Int) {
    self.maxBytes = maxBytes
    self.maxDepth = maxDepth
    self.maxNodes = maxNodes
  }

  /// One line of an adapter: 16 MiB, and room for 512 levels of property list, each of which
  /// takes at most three levels of JSON.
  public static let adapterLine = JSONLimits(
    maxBytes: 16 << 20, maxDepth: 1_600, maxNodes: 4_000_000)

  /// Case files, reports, dialects: 64 MiB, 256 levels.
  public static let document = JSONLimits(maxBytes: 64 << 20, maxDepth: 256, maxNodes: 8_000_000)
}
