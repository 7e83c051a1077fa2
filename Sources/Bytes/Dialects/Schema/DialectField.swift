import WireFormat

/// One field of dialect files: its name, what it takes, and its place in a `Dialect`.
package struct DialectField: Sendable {
  /// The place in a dialect that a field fills.
  typealias Place<Value> = any WritableKeyPath<Dialect, Value> & Sendable

  /// What a field takes.
  enum Content: Sendable {
    case name(Place<String>, NameRule)
    case number(Place<Int>, ClosedRange<Int>)
    case truth(Place<Bool>)
    /// Hexadecimal text.
    case magic
    /// The word of the token's algorithm.
    case algorithm
    /// The words of an external token command. Only with the algorithm `external`.
    case command
    case keyHash
    case cipher
  }

  /// The whole name, such as `limits.maxChunks`, with at most one section.
  package let path: String
  /// What it is for: a sentence for the documentation.
  package let sentence: String
  let content: Content

  init(_ path: String, _ content: Content, _ sentence: String) {
    self.path = path
    self.content = content
    self.sentence = sentence
  }

  /// The part before the full stop, or nil if the field is at the top of the file.
  package var section: String? {
    path.firstIndex(of: ".").map { String(path[..<$0]) }
  }

  /// The member's name within its section.
  package var name: String {
    path.firstIndex(of: ".").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// What the field takes, as a phrase for messages and the documentation.
  package var allowed: String {
    switch content {
    case .name(_, let rule): rule.allowed
    case .number(_, let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .truth: "true or false"
    case .magic:
      "a string of hexadecimal digits, two for each of up to \(DialectSchema.maxMagicBytes) bytes"
    case .algorithm, .keyHash, .cipher:
      "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
    case .command:
      "an array of 1 to \(DialectSchema.maxCommandWords) strings: a program and its arguments"
    }
  }

  /// The words of a field that takes one of a few words.
  var words: [String] {
    switch content {
    case .algorithm:
      Dialect.TokenAlgorithm.namedWords + [Dialect.TokenAlgorithm.external(command: []).word]
    case .keyHash: Dialect.KeyHash.allCases.map(\.rawValue)
    case .cipher: Dialect.CipherMode.allCases.map(\.rawValue)
    case .name, .number, .truth, .magic, .command: []
    }
  }
}
