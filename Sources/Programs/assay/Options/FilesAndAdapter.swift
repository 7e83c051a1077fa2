import ArgumentParser

/// Files, and after `--` the adapter's command: the parser knows no two lists of words.
struct FilesAndAdapter: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Files; after --, the adapter's command.", valueName: "file"))
  var words: [String] = []

  /// The words after the first `--`.
  var adapter: [String] {
    let typed = CommandLine.arguments
    guard let dashes = typed.firstIndex(of: "--") else { return [] }
    return Array(words.suffix(typed.count - dashes - 1))
  }

  var files: [String] { Array(words.dropLast(adapter.count)) }
}
