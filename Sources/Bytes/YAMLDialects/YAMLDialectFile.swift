package import Dialects
import JSONText
package import WireFormat
import Yams

/// A dialect as a YAML file: the same fields as in JSON, and the same errors, with the places of the YAML text.
package enum YAMLDialectFile {
  /// How many characters that can open a nested value a file may have: brackets, braces, hyphens, colons and question marks. A whole
  /// dialect has a hundred.
  static let maxOpeners = 4_000
  /// How many values a file may have, each counted as often as an alias names it.
  static let maxValues = 10_000

  /// Reads a whole file strictly.
  ///
  /// - Throws: everything that is wrong with the file, each problem with its field, line and column.
  package static func read(_ bytes: [UInt8]) throws(DialectError) -> Dialect {
    guard bytes.count <= DialectFile.maxBytes else {
      throw problem("the text is longer than \(DialectFile.maxBytes) bytes")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw problem("the text is no UTF-8")
    }
    // The parser goes as deep as the text does.
    guard bytes.count(where: { "[{-:?".utf8.contains($0) }) <= maxOpeners else {
      throw problem("there are more than \(maxOpeners) brackets, hyphens, colons and the like")
    }
    let root: Node?
    do {
      root = try Parser(yaml: text).singleRoot()
    } catch let error as YamlError {
      throw problem(of: error)
    } catch {
      throw problem("\(error)")
    }
    // An empty file changes nothing.
    guard let root else { return .profile1 }
    var translation = Translation()
    try translation.write(root, at: "")
    do throws(DialectError) {
      return try DialectFile.read(translation.writer.bytes)
    } catch {
      throw translation.located(error)
    }
  }

  static func problem(_ words: String, line: Int = 1, column: Int = 1) -> DialectError {
    DialectError(
      problems: [
        DialectProblem(field: "", line: line, column: column, reason: .yaml(words))
      ], isComplete: false)
  }

  private static func problem(of error: YamlError) -> DialectError {
    switch error {
    case .scanner(_, let words, let mark, _), .parser(_, let words, let mark, _),
      .composer(_, let words, let mark, _):
      return problem("this is no YAML: \(words)", line: mark.line, column: mark.column)
    case .duplicatedKeysInMapping(let duplicates, let context):
      let mark = context.mark
      return problem(
        "two members of one mapping have the same name: \(duplicates.map { "\($0)" }.sorted().joined(separator: ", "))",
        line: mark.line, column: mark.column)
    default:
      return problem("this is no YAML")
    }
  }
}

/// A YAML text as JSON, and where each value stood.
private struct Translation {
  var writer = JSONWriter()
  private var places: [String: (line: Int, column: Int)] = [:]
  private var values = 0

  /// - Parameter path: of the field, such as `limits.maxChunks`.
  mutating func write(_ node: Node, at path: String) throws(DialectError) {
    values += 1
    let mark = node.mark
    guard values <= YAMLDialectFile.maxValues else {
      throw YAMLDialectFile.problem(
        "there are more than \(YAMLDialectFile.maxValues) values", line: mark?.line ?? 1,
        column: mark?.column ?? 1)
    }
    places[path] = (mark?.line ?? 1, mark?.column ?? 1)
    switch node {
    case .scalar(let scalar): write(scalar, node)
    case .sequence(let elements):
      writer.beginArray()
      for (number, element) in elements.enumerated() {
        try write(element, at: "\(path)[\(number)]")
      }
      writer.endArray()
    case .mapping(let members):
      writer.beginObject()
      for (name, value) in members {
        guard case .scalar(let scalar) = name else {
          throw YAMLDialectFile.problem(
            "a member's name is no text", line: name.mark?.line ?? 1,
            column: name.mark?.column ?? 1)
        }
        writer.key(scalar.string)
        try write(value, at: path.isEmpty ? scalar.string : "\(path).\(scalar.string)")
      }
      writer.endObject()
    case .alias:
      throw YAMLDialectFile.problem(
        "an alias names nothing", line: mark?.line ?? 1, column: mark?.column ?? 1)
    }
  }

  /// Plain scalars are what YAML takes them for; quoted ones are texts.
  private mutating func write(_ scalar: Node.Scalar, _ node: Node) {
    guard scalar.style == .plain || scalar.style == .any else {
      return writer.string(scalar.string)
    }
    if node.null != nil {
      writer.null()
    } else if let truth = node.bool {
      writer.boolean(truth)
    } else if let number = node.int {
      writer.integer(number)
    } else if let number = node.float, number.isFinite {
      writer.real(number)
    } else {
      writer.string(scalar.string)
    }
  }

  /// The same problems at the places of the YAML text.
  func located(_ error: DialectError) -> DialectError {
    DialectError(
      problems: error.problems.map { problem in
        let place = places[problem.field] ?? (1, 1)
        return DialectProblem(
          field: problem.field, line: place.line, column: place.column, reason: problem.reason)
      }.sorted { ($0.line, $0.column) < ($1.line, $1.column) }, isComplete: error.isComplete)
  }
}
