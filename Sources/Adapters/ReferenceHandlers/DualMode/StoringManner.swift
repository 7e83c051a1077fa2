/// How the record of a dual-mode app gets into its file.
package enum StoringManner: Hashable, Sendable {
  /// As a new file in the place of the old one, in one write.
  case replacing
  /// Twice in a row, as by two parts of an app that both store it.
  case replacingTwice
  /// The file is emptied in one write and filled in another.
  case emptyingFirst
  /// The mode is written, and then the encryption after it.
  case inTwoHalves
  /// When the app is told that it ends.
  case whenTold
}
