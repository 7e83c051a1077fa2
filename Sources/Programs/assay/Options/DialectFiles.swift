import ArgumentParser
import Dialects
import WireFormat

/// Dialect files that are named on the command line.
enum DialectFiles {
  /// - Throws: wrong usage, saying which file cannot be read, or what is wrong in it and where.
  static func read(_ path: String) throws -> Dialect {
    let bytes = try InputFile.bytes(path, kind: "dialect", maxBytes: DialectFile.maxBytes)
    do throws(DialectError) {
      return try DialectFile.read(bytes)
    } catch {
      let lines = error.problems.map { "  \(path): \($0)" }
      let rest = error.isComplete ? [] : ["  the rest of the file was not looked at"]
      throw ValidationError(
        (["the dialect \(path) cannot be used:"] + lines + rest).joined(separator: "\n"))
    }
  }
}
