import Dialects
import JSONText
import Testing
import WireFormat

@Suite("Dialect files")
struct DialectFileTests {
  @Test("with nothing in them are profile 1")
  func empty() throws {
    #expect(try read("{}") == .profile1)
    #expect(try read(" {\"limits\": {}, \"verbs\": {}}\n") == .profile1)
    #expect(DialectFile.changes(of: .profile1).isEmpty)
    #expect(DialectFile.text(of: .profile1, onlyChanges: true) == Array("{}\n".utf8))
  }

  @Test("every field can be set alone, and only it changes", arguments: DialectSchema.fields)
  func alone(field: DialectField) throws {
    let value = Self.otherValue(of: field)
    var member = JSONValue.object([JSONMember(key: field.name, value: value)])
    if field.path == "token.command" { member = Self.external }
    if let section = field.section { member = .object([JSONMember(key: section, value: member)]) }
    let dialect = try read(member.compactText)
    #expect(field.value(in: dialect) == value)
    let changes = DialectFile.changes(of: dialect)
    #expect(
      changes
        == (field.path == "token.command" ? ["token.algorithm", field.path] : [field.path]))
    for text in [true, false].map({ DialectFile.text(of: dialect, onlyChanges: $0) }) {
      #expect(try DialectFile.read(text) == dialect)
    }
  }

  @Test("of profile 1 has every field once, in the order of the schema")
  func template() throws {
    let value = try JSONValue(parsing: DialectFile.text(of: .profile1))
    var paths: [String] = []
    for member in value.members ?? [] {
      if let fields = member.value.members {
        paths += fields.map { member.key + "." + $0.key }
      } else {
        paths.append(member.key)
      }
    }
    #expect(paths == DialectSchema.fields.map(\.path).filter { $0 != "token.command" })
    #expect(try DialectFile.read(DialectFile.text(of: .profile1)) == .profile1)
    #expect(value["magic"]?.stringValue == "41425443")
    #expect(value["parameters"]?["encryptedData"]?.stringValue == "data-x")
    #expect(value["errorCodes"]?["tooManyChunks"]?.integerValue == 13)
    #expect(value["limits"]?["maxAssemblies"]?.integerValue == 16)
  }

  @Test("the schema covers the whole dialect")
  func coverage() throws {
    // A field of `Dialect` that no file can set would be the same on both sides.
    let house = try DialectFile.read(Files.corpus("another-house.json"))
    var leaves = 0
    Self.walk(Mirror(reflecting: house)) { leaves += 1 }
    // The magic is one field of many bytes, and the token one with two fields.
    #expect(leaves + 1 == DialectSchema.fields.count)
  }

  @Test(
    "of the corpus are canonical and come back", arguments: ["first-names", "another-house"])
  func corpus(name: String) throws {
    let bytes = try Files.corpus(name + ".json")
    let dialect = try DialectFile.read(bytes)
    #expect(DialectFile.text(of: dialect, onlyChanges: true) == bytes)
    #expect(try DialectFile.read(DialectFile.text(of: dialect)) == dialect)
  }

  @Test("the patent's first names")
  func firstNames() throws {
    var expected = Dialect()
    expected.verbs.apply = "SetConfiguration"
    expected.verbs.reset = "RemoveConfiguration"
    expected.magic = [0x41, 0x42, 0x4D, 0x43]
    expected.token = .hmacSHA1Hex
    #expect(try DialectFile.read(Files.corpus("first-names.json")) == expected)
  }

  @Test("a command keeps its words")
  func command() throws {
    let dialect = try read(
      #"{"token": {"command": ["./a b", "", "$c"], "algorithm": "external"}}"#)
    #expect(dialect.token == .external(command: ["./a b", "", "$c"]))
  }

  @Test("magic: either case, none, at most 64 bytes")
  func magic() throws {
    #expect(try read(#"{"magic": "00fFAb"}"#).magic == [0, 0xFF, 0xAB])
    #expect(try read(#"{"magic": ""}"#).magic == [])
    #expect(try read(#"{"magic": "\#(String(repeating: "0", count: 128))"}"#).magic.count == 64)
  }

  @Test("as a part of a message they have no line feeds")
  func compact() throws {
    var dialect = Dialect()
    dialect.limits.maxChunks = 4
    dialect.verbs.reset = "undo"
    var writer = JSONWriter()
    DialectFile.write(dialect, onlyChanges: true, into: &writer)
    #expect(writer.text == #"{"verbs":{"reset":"undo"},"limits":{"maxChunks":4}}"#)
  }

  private static let external: JSONValue = ["algorithm": "external", "command": ["tool", "-x"]]

  /// A sound value that is not profile 1's.
  private static func otherValue(of field: DialectField) -> JSONValue {
    switch (field.path, field.value(in: .profile1)) {
    case ("magic", _): "00ff"
    case ("token.algorithm", _): "sha256-hex"
    case ("token.command", _): ["tool", "-x"]
    case ("keyHash", _): "md5"
    case ("cipher", _): "none"
    case ("schemePrefix", _): "x-other."
    case ("callbackPrefix", _): "other://host/path?"
    case (_, .integer(let number)?): .integer(number + 100)
    case (_, .boolean(let truth)?): .boolean(!truth)
    default: "Another-1.0_~"
    }
  }

  private static func walk(_ mirror: Mirror, _ leaf: () -> Void) {
    for child in mirror.children {
      let inner = Mirror(reflecting: child.value)
      if inner.displayStyle == .struct, !inner.children.isEmpty {
        walk(inner, leaf)
      } else {
        leaf()
      }
    }
  }
}
