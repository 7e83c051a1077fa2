import Foundation
import JSONText
import Testing

@Suite struct DialectCommandTests {
  /// A dialect that the package comes with.
  private static func corpus(_ name: String) -> String {
    BuiltPrograms.packageFolder + "/Corpus/dialects/" + name
  }

  @Test func showPrintsProfile1AsATemplate() throws {
    let place = try Workplace()
    let outcome = try place.assay("dialect", "show")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let value = try JSONValue(parsing: Array(outcome.output.utf8))
    #expect(value["verbs"]?["apply"]?.stringValue == "apply")
    #expect(value["limits"]?["maxChunks"]?.integerValue == 256)
    #expect(outcome.lines.first == "{" && outcome.output.hasSuffix("\n}\n"))
    // The template is a dialect itself, and shown again it is the same.
    try place.put(outcome.output.utf8, "mine.json")
    #expect(try place.assay("dialect", "show", "mine.json").output == outcome.output)
    #expect(
      try place.assay("dialect", "check", "mine.json").output
        == "mine.json can be used; it is wire profile 1\n")
    #expect(try place.assay("dialect", "show", "--changes").output == "{}\n")
  }

  @Test(arguments: ["first-names.json", "another-house.json"])
  func showCompletesADialectOrShortensIt(name: String) throws {
    let place = try Workplace()
    let file = Self.corpus(name)
    let whole = try place.assay("dialect", "show", file)
    #expect(whole.status == 0 && whole.errors.isEmpty)
    try place.put(whole.output.utf8, "whole.json")
    let short = try place.assay("dialect", "show", "--changes", "whole.json")
    #expect(short.output == (try place.text(file)))
  }

  @Test func checkSaysWhatADialectChanges() throws {
    let file = Self.corpus("first-names.json")
    let outcome = try Workplace().assay("dialect", "check", file)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(
      outcome.output
        == "\(file) can be used; not as in wire profile 1: verbs.apply, verbs.reset, magic, token.algorithm\n"
    )
  }

  @Test(arguments: ["check", "show"])
  func whatIsWrongIsToldWithFieldAndLine(command: String) throws {
    let place = try Workplace()
    let text = "{\n  \"limits\": {\n    \"maxChunk\": 4\n  },\n  \"magic\": \"414\"\n}"
    try place.put(text.utf8, "bad.json")
    let outcome = try place.assay("dialect", command, "bad.json")
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    let lines = outcome.errors.split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[0] == "assay: the dialect bad.json cannot be used:")
    #expect(lines[1].hasPrefix("  bad.json: line 3, column 5: limits.maxChunk: there is no such"))
    #expect(lines[1].contains("did you mean limits.maxChunks?"))
    #expect(lines[2].hasPrefix("  bad.json: line 5, column 12: magic: "))
  }

  @Test func filesThatCannotBeRead() throws {
    let place = try Workplace()
    try place.put([UInt8](repeating: 0x20, count: 1_048_577), "large.json")
    for (file, words) in [
      ("nowhere.json", "the dialect nowhere.json cannot be read: No such file"),
      (".", "the dialect . cannot be read: Is a directory"),
      ("large.json", "large.json: line 1, column 1048577: the text is longer than 1048576 bytes"),
      ("/dev/zero", "the text is longer than 1048576 bytes"),
    ] {
      let outcome = try place.assay("dialect", "check", file)
      #expect(outcome.status == 2)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }
  }

  @Test(arguments: [["dialect", "check"], ["dialect", "show", "a", "b"], ["dialect", "frob"]])
  func wrongUsage(arguments: [String]) throws {
    let outcome = try Workplace().assay(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("dialect"))
  }

  /// A file that a shell makes on the way is as good as any.
  @Test func aPipeIsAFile() throws {
    let outcome = try Workplace().shell(
      "echo '{\"magic\": \"00\"}' | assay dialect check /dev/stdin")
    #expect(outcome.status == 0)
    #expect(outcome.output == "/dev/stdin can be used; not as in wire profile 1: magic\n")
  }
}
