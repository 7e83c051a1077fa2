/// How much of a URL is told. What a limit leaves out is counted in a note of its own.
package struct AnatomyLimits: Hashable, Sendable {
  /// Parameters of a URL.
  package var maxParameters = 32
  /// Runs of percent escapes in one value.
  package var maxEscapeRuns = 4
  /// Blocks of ciphertext, the last one included.
  package var maxCipherBlocks = 6
  /// Blocks of deflate data, the last one included.
  package var maxDeflateBlocks = 12
  /// Objects of a property list.
  package var maxObjects = 48
  /// References of one container, entries of the table of offsets.
  package var maxReferences = 12
  /// Lines of the value's tree.
  package var maxValueLines = 64
  /// Containers in each other in the value's tree, 1 to 256.
  package var maxValueDepth = 12
  /// Bytes of one text, in UTF-8.
  package var maxTextBytes = 96
  /// Bytes that others decode to, in one note.
  package var maxDecodedBytes = 8

  /// What a person wants to read at once.
  package init() {}

  /// What a person wants to read at once.
  package static let usual = AnatomyLimits()

  /// All that a request within the protocol's limits has, with bounds for what is hostile: no layer
  /// has more than some 10,000 notes.
  package static let full: AnatomyLimits = {
    var limits = AnatomyLimits()
    limits.maxParameters = 1_000
    limits.maxEscapeRuns = 1_000
    limits.maxCipherBlocks = 4_000
    limits.maxDeflateBlocks = 4_000
    limits.maxObjects = 10_000
    limits.maxReferences = 1_000
    limits.maxValueLines = 10_000
    limits.maxValueDepth = 64
    limits.maxTextBytes = 4_096
    limits.maxDecodedBytes = 64
    return limits
  }()
}
