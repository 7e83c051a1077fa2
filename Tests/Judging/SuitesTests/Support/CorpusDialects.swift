import Dialects
import Forge
import Foundation

/// The dialects of the corpus, as suites take them.
enum CorpusDialects {
  static let names = [
    "another-house", "first-names", "other-limits", "plain-only", "wide-limits",
  ]

  /// - Parameter name: of the file, without its extension. Tokens that a command would make are made here.
  static func read(_ name: String) throws -> SharedDialect {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<5 { folder.deleteLastPathComponent() }
    let bytes = try Data(
      contentsOf: folder.appendingPathComponent("Corpus/dialects/\(name).json"))
    return SharedDialect(
      try DialectFile.read([UInt8](bytes)),
      tokens: ExternalTokens { (bundleIdentifier, apiKey) throws(ExternalTokens.Failure) in
        String(
          "\(bundleIdentifier)/\(apiKey)".utf8.map { String($0, radix: 16) }.joined().prefix(40)
        )
        .uppercased()
      })
  }
}
