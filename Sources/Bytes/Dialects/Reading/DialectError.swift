package import JSONText

/// What is wrong with a dialect file: everything that was found, in the order of the file.
package struct DialectError: Error, Hashable, Sendable, CustomStringConvertible {
  /// At least one problem. If `isComplete` is false, the file was not read beyond the last one.
  package let problems: [DialectProblem]
  /// Whether the whole file was read: it is JSON, and has no more than `DialectReader.maxProblems`
  /// problems.
  package let isComplete: Bool

  package init(problems: [DialectProblem], isComplete: Bool) {
    self.problems = problems
    self.isComplete = isComplete
  }

  /// A line for each problem.
  package var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}

/// One thing that is wrong with a dialect file, and where.
package struct DialectProblem: Hashable, Sendable, CustomStringConvertible {
  /// What can be wrong.
  package enum Reason: Hashable, Sendable {
    /// The file is not JSON, or exceeds a bound.
    case text(JSONError.Reason)
    /// The file is not the YAML that it should be, in words.
    case yaml(String)
    /// There is no such field; perhaps another was meant.
    case unknownField(near: String?, known: [String])
    /// A value of another kind, such as a number where a string is wanted.
    case wrongKind(found: JSONKind, allowed: String)
    /// A number that is not whole or outside the range.
    case outOfRange(found: String, allowed: String)
    /// A word that the field does not know; perhaps another was meant.
    case unknownWord(String, near: String?, allowed: String)
    /// A text that is not a name of this kind.
    case badName(String, NameFault, allowed: String)
    /// Hexadecimal text with a character that is not a digit.
    case noHexadecimalDigit(Character, allowed: String)
    /// Hexadecimal text with half a byte.
    case halfAByte(allowed: String)
    /// More bytes than a magic may have.
    case tooManyBytes(Int, allowed: String)
    /// A command without words, with an empty or overlong word, or with a NUL in one.
    case badCommand(String, allowed: String)
    /// Another field has the same name in the same place.
    case sameName(String, field: String, place: String)
    /// This field makes sense only together with something else.
    case contradiction(String)
  }

  /// The whole name of the field, such as `limits.maxChunks`. Empty if the problem is the file
  /// itself.
  package let field: String
  /// From 1.
  package let line: Int
  /// The byte within the line, from 1.
  package let column: Int
  /// What is wrong.
  package let reason: Reason

  package init(field: String, line: Int, column: Int, reason: Reason) {
    self.field = field
    self.line = line
    self.column = column
    self.reason = reason
  }

  /// Where, which field, what is wrong, and what is allowed.
  package var description: String {
    let name = field.isEmpty ? "" : Shown.name(field) + ": "
    return "line \(line), column \(column): \(name)\(reason)"
  }
}
