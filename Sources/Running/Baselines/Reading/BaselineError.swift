/// What is wrong with a baseline file, in the order of the file.
package struct BaselineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One thing that is wrong, and where.
  package struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// From 1.
    package let line: Int
    /// The character within the line, from 1.
    package let column: Int
    /// What is wrong, and what to do.
    package let words: String

    package var description: String { "line \(line), column \(column): \(words)" }
  }

  /// At least one.
  package let problems: [Problem]
  /// Whether the whole file was looked at.
  package let isComplete: Bool

  init(_ problems: [Problem], isComplete: Bool = false) {
    self.problems = problems
    self.isComplete = isComplete
  }

  init(_ words: String, line: Int = 1, column: Int = 1) {
    self.init([Problem(line: line, column: column, words: words)])
  }

  /// A line for each problem.
  package var description: String { problems.map(\.description).joined(separator: "\n") }
}
