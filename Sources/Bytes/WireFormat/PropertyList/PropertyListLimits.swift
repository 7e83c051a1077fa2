/// The bounds of a property-list reader.
///
/// The first three are those of section 2.1: a list within all of them must be accepted; beyond any
/// of them, accepting and refusing are both right. The others bound what this reader does for lists
/// beyond them: it then says `free` without a value.
package struct PropertyListLimits: Hashable, Sendable {
  /// Bytes of all objects of the expanded tree, including markers and counts. An object counts as
  /// often as it is referred to.
  package var maxContentBytes = 1_048_576
  /// Objects of the expanded tree, including keys and containers.
  package var maxObjects = 10_000
  /// The depth of nested containers, including the top one.
  package var maxDepth = 32

  /// No value is built beyond this many bytes of content.
  package var hardContentBytes = 4_194_304
  /// No value is built beyond this many objects.
  package var hardObjects = 200_000
  /// No value is built beyond this depth, which also bounds the recursion over a value.
  package var hardDepth = 256

  /// Section 2.1's bounds.
  package init() {}

  /// The bounds by a dialect's limits.
  package init(_ dialect: Dialect) {
    maxContentBytes = dialect.limits.maxInflatedBytes
    maxDepth = min(dialect.limits.maxDepth, hardDepth)
    hardContentBytes = max(hardContentBytes, 4 * maxContentBytes)
  }
}
