import Dialects
import Testing
import WireFormat

@testable import YAMLDialects

@Suite("dialects as YAML") struct YAMLDialectFileTests {
  private func read(_ text: String) throws(DialectError) -> Dialect {
    try YAMLDialectFile.read(Array(text.utf8))
  }

  private func problems(_ text: String) -> [String] {
    do throws(DialectError) {
      _ = try read(text)
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  @Test("say the same as JSON") func sameAsJSON() throws {
    let yaml = """
      # The first names.
      verbs: {apply: SetConfiguration, reset: RemoveConfiguration}
      magic: "41424d43"
      token:
        algorithm: external
        command: [make-token, --hex, "1"]
      limits:
        maxChunks: 20
      changedValuesCarryMagic: true
      errorCodes:
        invalidToken: -403
      """
    let json = """
      {"verbs": {"apply": "SetConfiguration", "reset": "RemoveConfiguration"}, "magic": "41424d43",
       "token": {"algorithm": "external", "command": ["make-token", "--hex", "1"]},
       "limits": {"maxChunks": 20}, "changedValuesCarryMagic": true, "errorCodes": {"invalidToken": -403}}
      """
    #expect(try read(yaml) == DialectFile.read(Array(json.utf8)))
    #expect(try read("") == .profile1)
    #expect(try read("# nothing\n") == .profile1)
    // JSON is YAML, too.
    #expect(try read(json) == DialectFile.read(Array(json.utf8)))
  }

  @Test("tell what is wrong with its place in the YAML text") func places() {
    let text = "limits:\n  maxChunks: many\n  maxChunk: 3\nmagic: 41424d43e\ncipher: aes\n"
    let found = problems(text)
    #expect(found.count == 4, "\(found)")
    #expect(found.first?.hasPrefix("line 2, column 14: limits.maxChunks: a string") == true)
    #expect(
      found.dropFirst().first?.hasPrefix("line 3, column 13: limits.maxChunk: there is no") == true)
    #expect(found.dropFirst(2).first?.hasPrefix("line 4, column 8: magic:") == true)
    #expect(found.last?.hasPrefix("line 5, column 9: cipher: \"aes\" is not known") == true)
  }

  @Test("take numbers without quotes for numbers") func numbers() {
    #expect(problems("magic: 41425443").first?.contains("a number is not allowed") == true)
    #expect(problems("magic: '41425443'").isEmpty)
    #expect(problems("verbs: {apply: 1, reset: r}").first?.contains("a number") == true)
  }

  @Test(
    "that are none",
    arguments: [
      ("verbs: {apply: a", "no YAML"), ("a: 1\na: 2\n", "same name"), ("[1, 2", "no YAML"),
      ("- 1\n- 2\n", "expected an object"), ("? [a]\n: 1\n", "name is no text"),
      ("a: *b\n", "no YAML"),
      ("\u{0}", "no YAML"), ("--- 1\n--- 2\n", "no YAML"), ("just words", "expected an object"),
      ("&a [*a, *a]", "no YAML"),
    ])
  func refused(text: String, words: String) {
    let found = problems(text)
    #expect(found.first?.contains(words) == true, "\(text): \(found)")
  }

  @Test("that are hostile") func hostile() {
    let deep = String(repeating: "[", count: 200_000)
    #expect(problems(deep).first?.contains("brackets") == true)
    #expect(problems(String(repeating: "- ", count: 100_000)).first?.contains("brackets") == true)
    #expect(problems(String(repeating: "[", count: 3_900)).first?.contains("no YAML") == true)
    let laughs =
      "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
      + (1...8).map { level in
        let name = Character(Unicode.Scalar(UInt8(97 + level)))
        let last = Character(Unicode.Scalar(UInt8(96 + level)))
        return "\(name): &\(name) ["
          + Array(repeating: "*\(last)", count: 10).joined(separator: ", ") + "]\n"
      }.joined()
    #expect(problems(laughs).first?.contains("more than 10000 values") == true)
    do throws(DialectError) {
      _ = try YAMLDialectFile.read([0xFF, 0xFE, 0xFF])
      Issue.record("bytes that are no text are read")
    } catch {
      #expect(error.problems.first?.description.contains("no UTF-8") == true)
    }
    do throws(DialectError) {
      _ = try YAMLDialectFile.read([UInt8](repeating: 0x20, count: DialectFile.maxBytes + 1))
      Issue.record("a file beyond the limit is read")
    } catch {
      #expect(error.problems.first?.description.contains("longer than") == true)
    }
  }
}
