/// What a program that has ended left behind.
struct Outcome {
  /// The exit code; 128 and the signal's number where a signal killed it, as a shell says it.
  let status: Int32
  /// Standard output.
  let output: String
  /// Standard error.
  let errors: String

  var lines: [Substring] { output.split(separator: "\n", omittingEmptySubsequences: false) }

  /// The commands after `repeat`.
  var repeatCommands: [String] {
    lines.compactMap { line in
      let words = line.drop { $0 == " " }
      guard words.hasPrefix("repeat ") else { return nil }
      return String(words.dropFirst("repeat".count).drop { $0 == " " })
    }
  }

  /// Standard output with its paragraphs in one line.
  var unwrapped: String { output.split { $0.isWhitespace }.joined(separator: " ") }

  var holdsEscapes: Bool { (output + errors).utf8.contains(0x1B) }
}
