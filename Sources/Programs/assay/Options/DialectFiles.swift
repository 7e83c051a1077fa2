import ArgumentParser
import Dialects
import Forge
import SystemLibrary
import WireFormat
import YAMLDialects

/// Dialect files that are named on the command line.
enum DialectFiles {
  /// - Throws: wrong usage, saying which file cannot be read, or what is wrong in it and where.
  static func read(_ path: String) throws -> Dialect {
    let bytes = try contents(path)
    do throws(DialectError) {
      return try isYAML(path) ? YAMLDialectFile.read(bytes) : DialectFile.read(bytes)
    } catch {
      let lines = error.problems.map { "  \(path): \($0)" }
      let rest = error.isComplete ? [] : ["  the rest of the file was not looked at"]
      throw ValidationError(
        (["the dialect \(path) cannot be used:"] + lines + rest).joined(separator: "\n"))
    }
  }

  /// What tells dialects apart: the SHA-256 of what `assay dialect show` prints; nil for wire profile 1.
  static func digest(of dialect: SharedDialect) -> String? {
    guard dialect.value != .profile1 else { return nil }
    return Digest.hexadecimal(Digest.hash(.sha256, DialectFile.text(of: dialect.value)))
  }

  /// Whether a file's name says that it is YAML.
  private static func isYAML(_ path: String) -> Bool {
    [".yaml", ".yml"].contains { path.lowercased().hasSuffix($0) }
  }

  /// The bytes of a file, of which no more are read than a dialect may have, and one.
  private static func contents(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(path, errno) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: DialectFile.maxBytes + 1)
    var count = 0
    while count < bytes.count {
      let portion = bytes.withUnsafeMutableBytes { buffer in
        SystemLibrary.read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      }
      if portion < 0, errno == EINTR { continue }
      guard portion >= 0 else { throw unreadable(path, errno) }
      if portion == 0 { break }
      count += portion
    }
    return Array(bytes.prefix(count))
  }

  private static func unreadable(_ path: String, _ error: Int32) -> ValidationError {
    ValidationError("the dialect \(path) cannot be read: \(String(cString: strerror(error)))")
  }
}
