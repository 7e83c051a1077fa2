import Foundation
import Testing

/// The package of our own readers under libFuzzer has a manifest of its own: what a library of the product comes to import has to be
/// said there, too.
@Suite struct FuzzerPackageTests {
  private static let folder = BuiltPrograms.packageFolder + "/Tests/Programs/Fuzzers"

  /// Libraries of the product that the package links to.
  private static func linkedLibraries() throws -> [String] {
    let files = FileManager.default
    let sources = folder + "/Sources"
    return try files.contentsOfDirectory(atPath: sources).sorted().filter {
      (try? files.destinationOfSymbolicLink(atPath: "\(sources)/\($0)")) != nil
    }
  }

  /// The modules that a library's files import.
  private static func imports(of library: String) throws -> Set<String> {
    let root = folder + "/Sources/\(library)"
    let paths = try #require(FileManager.default.enumerator(atPath: root))
    var modules: Set<String> = []
    for case let path as String in paths where path.hasSuffix(".swift") {
      let text = try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ")
        if let place = words.firstIndex(of: "import"), place < 2, words.count == place + 2 {
          modules.insert(String(words[place + 1]))
        }
      }
    }
    return modules
  }

  /// The modules that stand in the manifest from the library's name to the end of its call.
  private static func declared(of library: String, in manifest: String) throws -> Set<String> {
    let start = try #require(
      manifest.range(of: "library(\"\(library)\"")
        ?? manifest.range(of: "name: \"\(library)\""), "\(library) is not in the manifest")
    let rest = manifest[start.upperBound...]
    let end =
      ["\n    library(", "\n    fuzzer(", "\n    .target("].compactMap {
        rest.range(of: $0)?.lowerBound
      }
      .min() ?? rest.endIndex
    return Set(rest[..<end].split(separator: "\"").map(String.init))
  }

  @Test func everyImportIsInTheManifest() throws {
    let manifest = try String(contentsOfFile: Self.folder + "/Package.swift", encoding: .utf8)
    let linked = try Self.linkedLibraries()
    #expect(linked.contains("Suites"))
    let own = Set(
      try ["Bytes", "Driving", "Judging", "Running"].flatMap {
        try FileManager.default.contentsOfDirectory(
          atPath: BuiltPrograms.packageFolder + "/Sources/\($0)")
      })
    for library in linked where !library.hasPrefix("C") || library == "Conformance" {
      let imported = try Self.imports(of: library).intersection(own)
      #expect(imported.subtracting(linked).isEmpty, "\(library) imports what is not linked")
      let missing = imported.subtracting(try Self.declared(of: library, in: manifest))
      #expect(missing.isEmpty, "\(library) imports what its place in the manifest does not name")
    }
  }
}
