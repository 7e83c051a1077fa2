/// The budgets that bound the reading of a profile, in XML as in binary.
///
/// The defaults leave room for many payloads, each as large and as deep as a library has to accept
/// (section 2.1 of the `abt` document: 1 MiB, 32 levels).
package struct ProfileLimits: Hashable, Sendable {
  /// The longest document that is read, in bytes.
  package var maxBytes: Int
  /// The most values and keys that a document may hold. A container counts as one.
  package var maxNodes: Int
  /// The most nested arrays and dictionaries, including the outermost. Never more than `deepest`,
  /// whatever is asked for.
  package var maxDepth: Int {
    didSet { maxDepth = min(maxDepth, Self.deepest) }
  }

  /// The hard bound of `maxDepth`. Nested values are released by recursion, one call per level.
  package static let deepest = 256

  package init(maxBytes: Int = 16 << 20, maxNodes: Int = 250_000, maxDepth: Int = 64) {
    self.maxBytes = maxBytes
    self.maxNodes = maxNodes
    self.maxDepth = min(maxDepth, Self.deepest)
  }
}
