import Foundation
import ReferenceLibrary
import Testing

/// The samples of the documentation are parts of the example app, so that they compile and run.
@Suite("Samples in the documentation")
struct SampleTests {
  /// The folder of the package's manifest.
  private static let package: URL = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    return url
  }()

  /// The lines of a text without indentation; where `mark` is given, of those lines only that begin
  /// with it, without it.
  private func lines(_ text: String, marked mark: String = "") -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
      let line = line.trimmingCharacters(in: .whitespaces)
      guard line.hasPrefix(mark) else { return nil }
      return line.dropFirst(mark.count).trimmingCharacters(in: .whitespaces)
    }
  }

  private func samples(in lines: [String]) -> [[String]] {
    lines.split(separator: "```swift").dropFirst().map { Array($0.prefix { $0 != "```" }) }
  }

  private func files(_ folder: String, endingIn ending: String) throws -> [(
    name: String, text: String
  )] {
    let folder = Self.package.appendingPathComponent(folder).resolvingSymlinksInPath()
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try names.filter { $0.hasSuffix(ending) }.sorted().map { name in
      (name, try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))
    }
  }

  @Test(
    "are parts of the example app",
    arguments: ["Sources/Adapters/ReferenceLibrary", "Sources/Adapters/ReferenceLibraryEncrypting"])
  func areCompiled(folder: String) throws {
    let app = try files("Tests/Adapters/ReferenceLibraryTests/ExampleApp", endingIn: ".swift").map {
      lines($0.text)
    }
    let pages = try files(folder, endingIn: ".md").map { ($0.name, samples(in: lines($0.text))) }
    let sources = try files(folder, endingIn: ".swift").map {
      ($0.name, samples(in: lines($0.text, marked: "///")))
    }
    var count = 0
    for (name, samples) in pages + sources {
      for sample in samples {
        count += 1
        #expect(app.contains { $0.contains(sample) }, "\(folder)/\(name): \(sample)")
      }
    }
    #expect(count > (folder.hasSuffix("Encrypting") ? 0 : 12))
  }

  @Test("the table of codes and messages is the library's")
  func codes() throws {
    let page = try files("Sources/Adapters/ReferenceLibrary", endingIn: "Callbacks.md")
    let rows = try #require(page.first).text.split(separator: "\n").filter { row in
      row.hasPrefix("| ") && row.dropFirst(2).first?.isNumber == true
    }
    let told = rows.map { row in
      row.split(separator: "|").prefix(2).map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(told == FailureTexts.all.map { ["\($0.code ?? 0)", $0.message ?? ""] })
  }
}
