import Dialects
import Foundation
import Testing
import WireFormat

/// Files of this package that tests read.
enum Files {
  /// The folder of the package's manifest.
  private static let package: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    return url.path
  }()

  static let page = package + "/Sources/Programs/assay/Assay.docc/Dialects.md"

  static func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  /// A file of `Corpus/dialects`.
  static func corpus(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: package + "/Corpus/dialects/" + name)))
  }
}

/// Reads a dialect from text.
func read(_ text: String) throws(DialectError) -> Dialect {
  try DialectFile.read(Array(text.utf8))
}

/// What is wrong with a text, problem by problem; nothing where it is sound.
func problems(_ text: String) -> [DialectProblem] {
  do throws(DialectError) {
    _ = try read(text)
    return []
  } catch {
    return error.problems
  }
}

/// Expects exactly these messages.
func expect(
  _ text: String, says messages: [String], sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(problems(text).map(\.description) == messages, sourceLocation: sourceLocation)
}
