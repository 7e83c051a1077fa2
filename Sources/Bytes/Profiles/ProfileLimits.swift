/// The budgets that bound the reading of a profile, in XML as in binary.
///
/// The defaults leave room for profiles with many payloads, each of which may be as large and as
/// deep as a library has to accept (section 2.1 of the `abt` document: 1 MiB, 32 levels).
package struct ProfileLimits: Hashable, Sendable {
  /// The longest document that is looked at, in bytes.
  package var maxBytes: Int
  /// The most values and keys that a document may hold, a container counting as one.
  package var maxNodes: Int
  /// The most arrays and dictionaries inside one another, the outermost counting as one.
  /// Never more than `deepest`, whatever is asked for.
  package var maxDepth: Int {
    didSet { maxDepth = min(maxDepth, Self.deepest) }
  }

  /// The hard bound of `maxDepth`: nested values are released by recursion, one call a level.
  package static let deepest = 256

  package init(maxBytes: Int = 16 << 20, maxNodes: Int = 250_000, maxDepth: Int = 64) {
    self.maxBytes = maxBytes
    self.maxNodes = maxNodes
    self.maxDepth = min(maxDepth, Self.deepest)
  }
}
