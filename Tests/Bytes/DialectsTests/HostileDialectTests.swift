import Dialects
import JSONText
import Testing
import WireFormat

@Suite("Files that are no dialect at all")
struct HostileDialectTests {
  @Test(
    "text that is no JSON says where",
    arguments: [
      ("", "line 1, column 1: the text ends within a value; is it cut off?"),
      ("[]", "line 1, column 1: expected an object"),
      (
        "{\"verbs\": {\"apply\": }}",
        "line 1, column 21: verbs.apply: '}' where a value is expected"
      ),
      ("{\"magic\": \"\"} x", "line 1, column 15: there is more text after the value"),
      (
        "{\n\"magic\": \"\", \"magic\": \"\"}",
        "line 2, column 14: magic: the member \"magic\" occurs"
      ),
      (
        "{\"keys\": {\"keys\": \"a\", \"keys\": \"a\"}}",
        "keys.keys: the member \"keys\" occurs twice"
      ),
      ("{\"cipher\": nope}", "cipher: this word is not true, false or null"),
    ])
  func noJSON(text: String, message: String) throws {
    let found = problems(text)
    try #require(found.count == 1)
    #expect(found[0].description.contains(message), "\(found[0])")
  }

  @Test("a file of 1 MiB is read, one byte more is not")
  func size() throws {
    let padding = [UInt8](repeating: 0x20, count: DialectFile.maxBytes - 2)
    #expect(try DialectFile.read(Array("{}".utf8) + padding) == .profile1)
    let error = #expect(throws: DialectError.self) {
      try DialectFile.read(Array("{}".utf8) + padding + [0x20])
    }
    #expect(error?.problems.first?.reason == .text(.tooLong(maxBytes: DialectFile.maxBytes)))
    #expect(error?.isComplete == false)
  }

  @Test("depth and values are bounded, also of fields that there are not")
  func bounds() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(problems("{\"x\": \(deep)").last?.reason == .text(.tooDeep(maxDepth: 16)))
    #expect(problems("{\"magic\": \(deep)").last?.reason == .text(.tooDeep(maxDepth: 16)))
    let many = Array(repeating: "1", count: 20_000).joined(separator: ",")
    #expect(
      problems("{\"x\": [\(many)]}").last?.reason == .text(.tooManyValues(maxNodes: 10_000)))
  }

  @Test("all problems are told in the order of the file, up to twenty")
  func many() {
    let three = "{\"a\": 1,\n\"magic\": 2,\n\"verbs\": {\"apply\": \"\"},\n\"keyHash\": \"sha1\"}"
    #expect(problems(three).map(\.field) == ["a", "magic", "verbs.apply"])
    #expect(problems(three).map(\.line) == [1, 2, 3])
    let members = (0..<30).map { "\"x\($0)\": \($0)" }.joined(separator: ",\n")
    for (text, isComplete, count) in [
      (three, true, 3), ("{\(members)}", false, 20), ("{\"a\": 1, \"b\"", false, 2),
    ] {
      let error = #expect(throws: DialectError.self) { try read(text) }
      #expect(error?.isComplete == isComplete && error?.problems.count == count)
    }
    // Contradictions stand among the others by their place.
    let mixed = problems("{\"verbs\": {\"apply\": \"reset\"},\n\"magic\": 1}")
    #expect(mixed.map(\.field) == ["verbs.apply", "magic"])
  }

  @Test("what a file holds never controls a terminal, nor fills it")
  func shown() {
    let wild = "\\u001b[2J\\u0085\\u202e\\ud83d\\ude00" + String(repeating: "x", count: 100_000)
    for text in [
      "{\"\(wild)\": 1}", "{\"keyHash\": \"\(wild)\"}", "{\"verbs\": {\"apply\": \"\(wild)\"}}",
    ] {
      let message = problems(text).map(\.description).joined()
      #expect(message.contains("\\u{1B}[2J\\u{85}\\u{202E}😀xxx"))
      #expect(message.utf8.count < 1_000)
      #expect(!message.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
  }

  @Test("files with a byte changed, left out or put in are read or told, and never more")
  func mutated() throws {
    var state: UInt64 = 7
    func below(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let original = try Files.corpus("another-house.json")
    var sound = 0
    for _ in 0..<3_000 {
      var bytes = original
      for _ in 0...below(3) {
        let position = below(bytes.count)
        switch below(4) {
        case 0: bytes[position] = UInt8(below(256))
        case 1: bytes.remove(at: position)
        case 2: bytes.insert(Array("\"{}[],:0a\\".utf8)[below(10)], at: position)
        default: bytes.removeSubrange(position..<min(bytes.count, position + 40))
        }
      }
      do throws(DialectError) {
        let dialect = try DialectFile.read(bytes)
        #expect(try DialectFile.read(DialectFile.text(of: dialect)) == dialect)
        sound += 1
      } catch {
        #expect(!error.problems.isEmpty && error.problems.count <= 20)
        #expect(error.problems.allSatisfy { $0.line > 0 && $0.column > 0 })
      }
    }
    #expect((1..<3_000).contains(sound))
  }
}
