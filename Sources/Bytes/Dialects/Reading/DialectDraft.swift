import JSONText
import WireFormat

/// A dialect that is being read.
struct DialectDraft {
  /// Profile 1, overlaid with the sound fields of the file.
  var dialect = Dialect()
  /// The words of the external token command, if there are any.
  var command: [String]?
  /// Where the value of each field of the file begins, by path.
  var offsets: [String: Int] = [:]
  /// Fields whose value was wrong. They still have the default.
  var faulty: Set<String> = []

  /// Fills one field, or says what is wrong with its value.
  mutating func fill(_ field: DialectField, _ value: JSONValue) -> DialectProblem.Reason? {
    let wrongKind = DialectProblem.Reason.wrongKind(found: value.kind, allowed: field.allowed)
    switch field.content {
    case .name(let place, let rule):
      guard let text = value.stringValue else { return wrongKind }
      if let fault = rule.fault(of: text) { return .badName(text, fault, allowed: field.allowed) }
      dialect[keyPath: place] = text
    case .number(let place, let range):
      guard value.kind == .number else { return wrongKind }
      guard let number = value.integerValue.flatMap({ Int(exactly: $0) }), range.contains(number)
      else { return .outOfRange(found: value.compactText, allowed: field.allowed) }
      dialect[keyPath: place] = number
    case .truth(let place):
      guard let truth = value.booleanValue else { return wrongKind }
      dialect[keyPath: place] = truth
    case .magic:
      guard let text = value.stringValue else { return wrongKind }
      return fillMagic(text, field.allowed)
    case .command:
      guard let words = value.arrayValue else { return wrongKind }
      return fillCommand(words, field.allowed)
    case .algorithm, .keyHash, .cipher:
      guard let word = value.stringValue else { return wrongKind }
      guard fillWord(word, field) else {
        let near = NearMiss.closest(to: word, among: field.words)
        return .unknownWord(word, near: near, allowed: field.allowed)
      }
    }
    return nil
  }

  /// Whether the word is one of the field's.
  private mutating func fillWord(_ word: String, _ field: DialectField) -> Bool {
    // Compare bytes: a word is ASCII, and nothing else is equivalent to it.
    guard field.words.contains(where: { $0.isExactly(word) }) else { return false }
    switch field.content {
    case .algorithm: dialect.token = .init(word: word) ?? .external(command: [])
    case .keyHash: dialect.keyHash = .init(rawValue: word) ?? dialect.keyHash
    case .cipher: dialect.cipher = .init(rawValue: word) ?? dialect.cipher
    case .name, .number, .truth, .magic, .command: return false
    }
    return true
  }

  private mutating func fillMagic(
    _ text: String, _ allowed: String
  ) -> DialectProblem.Reason? {
    do throws(Hexadecimal.Fault) {
      let bytes = try Hexadecimal.bytes(of: text)
      guard bytes.count <= DialectSchema.maxMagicBytes else {
        return .tooManyBytes(bytes.count, allowed: allowed)
      }
      dialect.magic = bytes
      return nil
    } catch {
      switch error {
      case .foreignCharacter(let character):
        return .noHexadecimalDigit(character, allowed: allowed)
      case .oddLength: return .halfAByte(allowed: allowed)
      }
    }
  }

  private mutating func fillCommand(
    _ values: [JSONValue], _ allowed: String
  ) -> DialectProblem.Reason? {
    guard (1...DialectSchema.maxCommandWords).contains(values.count) else {
      return .badCommand("these are \(values.count) words", allowed: allowed)
    }
    var words: [String] = []
    for value in values {
      guard let word = value.stringValue else {
        let found = DialectProblem.Reason.article(value.kind)
        return .badCommand("\(found) cannot be a word of a command", allowed: allowed)
      }
      guard !word.utf8.contains(0) else {
        return .badCommand("a word of a command must not contain NUL", allowed: allowed)
      }
      guard word.utf8.count <= DialectSchema.maxCommandWordBytes else {
        return .badCommand(
          "a word has \(word.utf8.count) bytes, more than \(DialectSchema.maxCommandWordBytes)",
          allowed: allowed)
      }
      words.append(word)
    }
    guard words.first?.isEmpty == false else {
      return .badCommand("the program's name is empty", allowed: allowed)
    }
    command = words
    return nil
  }
}

extension JSONValue {
  var kind: JSONKind {
    switch self {
    case .null: .null
    case .boolean: .boolean
    case .integer, .real: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}
