/// "Must accept" of section 2.1: unusual forms that every reader has to accept. The row in
/// `Classification` says what each is.
package enum Acceptance: Hashable, Sendable, CaseIterable {
  case unsignedIntegers, signedIntegers, reals32, reals64
  case offsetWidths, referenceWidths, countForms, sharedScalars
  case zlibWindows, zlibBlocks, zlibLevels
  case treeObjects, treeContent, treeDepth
  case inflatedLimit
  case objectOrder, wideText, dateRange
}
