import Dialects
import Foundation
import JSONText
import Testing
import WireFormat

/// The documentation of dialects: its table of fields is made from the schema.
@Suite("The page of dialects")
struct DialectPageTests {
  private static let begin = "<!-- fields: made from the schema -->\n"
  private static let end = "<!-- fields: end -->"

  private static var table: String {
    let head = "| field | profile 1 | it takes | what it is |\n|---|---|---|---|\n"
    return DialectSchema.fields.reduce(head) { table, field in
      let value = field.value(in: .profile1).map { "`\($0.compactText)`" } ?? ""
      return table + "| `\(field.path)` | \(value) | \(field.allowed) | \(field.sentence) |\n"
    }
  }

  @Test("has the fields of the code")
  func isUpToDate() throws {
    let page = try Files.text(Files.page)
    let first = try #require(page.range(of: Self.begin)).upperBound
    let last = try #require(page.range(of: Self.end)).lowerBound
    guard page[first..<last] != Self.table else { return }
    guard ProcessInfo.processInfo.environment["ASSAY_UPDATE_DOCUMENTS"] == "1" else {
      Issue.record(
        """
        Assay.docc/Dialects.md is not what the schema says. Rewrite its table with
          ASSAY_UPDATE_DOCUMENTS=1 swift test --filter DialectPageTests
        and read what has changed.
        """)
      return
    }
    try page.replacingCharacters(in: first..<last, with: Self.table)
      .write(toFile: Files.page, atomically: false, encoding: .utf8)
    Issue.record("Assay.docc/Dialects.md has been rewritten; run the test once more.")
  }

  @Test("has examples that can be read, and messages that are made")
  func examples() throws {
    let blocks = try Files.text(Files.page).components(separatedBy: "```json\n").dropFirst()
    let examples = blocks.compactMap { $0.components(separatedBy: "```").first }
    try #require(examples.count == 2)
    for example in examples { #expect(try read(example) != .profile1) }
    #expect(Array(examples[0].utf8) == (try Files.corpus("first-names.json")))
    let wrong = "{\n  \"limits\": {\n    \"maxChunk\": 4\n  },\n  \"magic\": \"414\"\n}"
    let page = try Files.text(Files.page)
    for problem in problems(wrong) {
      #expect(page.contains("  my-library.json: \(problem)\n"), "\(problem)")
    }
    #expect(problems(wrong).count == 2)
  }

  @Test("names every word of its algorithms and ciphers")
  func words() throws {
    let page = try Files.text(Files.page)
    let words =
      Dialect.TokenAlgorithm.namedWords + ["external"] + Dialect.CipherMode.allCases.map(\.rawValue)
    for word in words { #expect(page.contains("\n| `\(word)` |"), "\(word)") }
  }
}
