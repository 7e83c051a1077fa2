import Foundation

extension AdapterSettings {
  /// The command as a person types it in any directory: the adapter's program by its whole path, and the working directory where
  /// a word of the command names a file in it.
  func typedAnywhere(_ adapter: [String]) -> String {
    var anywhere = self
    var words = adapter
    if let program = adapter.first, program.contains("/") { words[0] = AbsolutePath.of(program) }
    if let workingDirectory {
      anywhere.workingDirectory = AbsolutePath.of(workingDirectory)
    } else if adapter.dropFirst().contains(where: AbsolutePath.isRelativeFile) {
      anywhere.workingDirectory = AbsolutePath.of(".")
    }
    return anywhere.typed(words)
  }
}

/// Paths that mean the same in every directory.
enum AbsolutePath {
  /// The path from the root, without `.` and needless slashes; `..` stays, since it may follow a link.
  static func of(_ path: String) -> String {
    let start = path.hasPrefix("/") ? "" : FileManager.default.currentDirectoryPath + "/"
    let parts = (start + path).split(separator: "/").filter { $0 != "." }
    return "/" + parts.joined(separator: "/")
  }

  /// Whether a word names something in this directory.
  static func isRelativeFile(_ word: String) -> Bool {
    !word.isEmpty && !word.hasPrefix("/") && FileManager.default.fileExists(atPath: word)
  }
}
