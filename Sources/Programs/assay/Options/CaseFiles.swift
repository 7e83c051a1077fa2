import ArgumentParser
import Conformance
import Reporting
import SystemLibrary

/// Case files that a command writes, each under the path of its id.
enum CaseFiles {
  /// Writes a case to `<folder>/<id>.<variant>.json`, or nothing at all.
  ///
  /// - Throws: wrong usage, where the file or a folder cannot be made.
  /// - Returns: the path of the file.
  @discardableResult
  static func write(_ item: Case, of suite: any Suite, below folder: String) throws -> String {
    let bytes = try Faults.reported { try suite.encode(item) }
    let path = folder + "/" + relativePath(item)
    if let end = path.lastIndex(of: "/") { try OutputFolder.make(String(path[..<end])) }
    do throws(OutputFault) {
      try OutputFile.replace(path: path) { (file) throws(OutputFault) in try file.write(bytes) }
    } catch {
      throw ValidationError("\(error)")
    }
    return path
  }

  /// The id as a path that stays below its folder, whatever the id is.
  private static func relativePath(_ item: Case) -> String {
    let parts = item.id.path.split(separator: "/").map { part -> String in
      let name = String(
        part.unicodeScalars.prefix(180).map { scalar -> Character in
          scalar.isASCII && scalar.value > 0x20 && scalar.value < 0x7F && scalar != "\\"
            ? Character(scalar) : "-"
        })
      return name.hasPrefix(".") ? "-" + name.dropFirst() : name
    }
    let variant = item.variant == .sole ? "" : ".\(item.variant)"
    return (parts.isEmpty ? "case" : parts.joined(separator: "/")) + variant + ".json"
  }
}
