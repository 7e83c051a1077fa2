/// The bounds of a property-list reader.
///
/// The first three are section 2.1's: within all of them a list must be accepted, beyond any of
/// them either is right. The others bound what this reader does for lists beyond: it then says
/// `free` without a value.
package struct PropertyListLimits: Hashable, Sendable {
  /// Bytes of all objects of the expanded tree, markers and counts included; an object counts as
  /// often as it is referred to.
  package var maxContentBytes = 1_048_576
  /// Objects of the expanded tree, keys and containers included.
  package var maxObjects = 10_000
  /// Containers nested in each other, the top one included.
  package var maxDepth = 32

  /// No value is built beyond so many bytes of content.
  package var hardContentBytes = 4_194_304
  /// No value is built beyond so many objects.
  package var hardObjects = 200_000
  /// No value is built beyond this depth, which also bounds the recursion over a value.
  package var hardDepth = 256

  /// Section 2.1's bounds.
  package init() {}

  /// The bounds by a dialect's limits.
  package init(_ dialect: Dialect) {
    maxContentBytes = dialect.limits.maxInflatedBytes
    maxDepth = min(dialect.limits.maxDepth, hardDepth)
    hardContentBytes = max(hardContentBytes, maxContentBytes)
  }
}
