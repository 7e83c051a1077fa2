import Dialects
import Testing
import WireFormat

/// What is wrong with a field: its whole name, where it stands, what is wrong, what is allowed.
@Suite("Wrong fields of dialect files")
struct DialectProblemTests {
  @Test("an unknown field is told at its name, with what may have been meant")
  func unknownFields() {
    expect(
      "{\n  \"limits\": {\n    \"maxChunk\": 4\n  }\n}",
      says: [
        "line 3, column 5: limits.maxChunk: there is no such field; did you mean limits.maxChunks?; "
          + "the fields here are maxURLBytes, maxInflatedBytes, maxDepth, maxChunks, maxAssemblies, "
          + "maxPackedBytes"
      ])
    for (name, near) in [
      ("scheme-prefix", "schemePrefix"), ("CallbackPrefix", "callbackPrefix"), ("key", "keys"),
      ("error_codes", "errorCodes"), ("maxChunks", "limits.maxChunks"), ("mgaic", "magic"),
      ("encrypteddata", "parameters.encryptedData"), ("keyHsah", "keyHash"),
    ] {
      let text = "{\"\(name)\": {\"verbs\": [1]}}"
      #expect(Self.near(text) == near, "\(name)")
    }
    for name in ["", "zzz", "$schema", "lim", String(repeating: "limits", count: 11)] {
      #expect(Self.near("{\"\(name)\": 1}") == nil, "\(name)")
      #expect(problems("{\"\(name)\": 1}").count == 1)
    }
  }

  @Test("the place of an unknown name is right whatever the name holds", arguments: ["a", "é"])
  func places(letter: String) {
    let name = letter + "\\\" \\\\"
    let found = problems("{\"magic\":\n\"\",  \"\(name)\"  :\n 1}")
    #expect(found.map { [$0.line, $0.column] } == [[2, 6]])
  }

  @Test(
    "values of the wrong kind",
    arguments: [
      ("verbs", "1", "line 1, column 11: verbs: a number is not allowed; it takes an object"),
      ("verbs", "null", "verbs: null is not allowed; it takes an object with the fields apply"),
      ("magic", "[]", "magic: an array is not allowed; it takes a string of hexadecimal"),
      ("schemePrefix", "{}", "schemePrefix: an object is not allowed; it takes the beginning"),
      ("keyHash", "true", "keyHash: true or false is not allowed; it takes one of \"sha256\""),
      ("changedValuesCarryMagic", "\"yes\"", "a string is not allowed; it takes true or false"),
      ("limits", "{\"maxDepth\":\"32\"}", "limits.maxDepth: a string is not allowed; it takes a"),
      ("token", "\"sha256-hex\"", "token: a string is not allowed; it takes an object with the"),
      (
        "token", "{\"command\":\"tool\"}", "token.command: a string is not allowed; it takes an arr"
      ),
    ])
  func wrongKinds(name: String, value: String, message: String) throws {
    let found = problems("{\"\(name)\": \(value)}")
    try #require(found.count == 1)
    #expect(found[0].description.contains(message), "\(found[0])")
  }

  @Test(
    "numbers that are not whole, or absurd",
    arguments: [
      ("limits.maxChunks", "0", "from 1 to 65536"), ("limits.maxChunks", "65537", "1 to 65536"),
      ("limits.maxChunks", "-1", "from 1 to 65536"), ("limits.maxChunks", "1.5", "1 to 65536"),
      ("limits.maxURLBytes", "1023", "1024 to 8388608"),
      ("limits.maxURLBytes", "99999999999999999999", "1024 to 8388608"),
      ("limits.maxInflatedBytes", "16777217", "1024 to 16777216"),
      ("limits.maxDepth", "1", "2 to 256"), ("limits.maxDepth", "257", "2 to 256"),
      ("limits.maxAssemblies", "0", "1 to 1024"),
      ("limits.maxPackedBytes", "9223372036854775807", "1024 to 16777216"),
      ("errorCodes.invalidToken", "10000000000", "-9999999999 to 9999999999"),
    ])
  func numbers(path: String, number: String, range: String) throws {
    let parts = path.split(separator: ".")
    let found = problems("{\"\(parts[0])\":\n{\"\(parts[1])\": \(number)}}")
    try #require(found.count == 1)
    #expect(found[0].field == path && found[0].line == 2)
    #expect(found[0].column == 6 + parts[1].utf8.count)
    #expect(found[0].description.contains("is not allowed; it takes a whole number from"))
    #expect(found[0].description.contains(range), "\(found[0])")
  }

  @Test("the outermost numbers are allowed")
  func outermost() throws {
    let limits = try read(
      #"{"limits": {"maxDepth": 256, "maxChunks": 65536, "maxURLBytes": 1024}}"#
    ).limits
    #expect([limits.maxDepth, limits.maxChunks, limits.maxURLBytes] == [256, 65_536, 1_024])
    #expect(
      try read(#"{"errorCodes": {"invalidToken": -9999999999}}"#).errorCodes.invalidToken
        == -9_999_999_999)
  }

  @Test("words that are none of the field's")
  func words() {
    expect(
      #"{"cipher": "blowfish-ebc"}"#,
      says: [
        "line 1, column 12: cipher: \"blowfish-ebc\" is not known; did you mean \"blowfish-ecb\"?; "
          + "it takes one of \"blowfish-cbc-iv\", \"blowfish-cbc-zero-iv\", \"blowfish-ecb\", "
          + "\"none\""
      ])
    expect(
      #"{"keyHash": "whirlpool"}"#,
      says: [
        "line 1, column 13: keyHash: \"whirlpool\" is not known; it takes one of \"sha256\", "
          + "\"sha1\", \"md5\""
      ])
    #expect(problems(#"{"token": {"algorithm": "HMAC-SHA1-HEX"}}"#).count == 1)
    #expect(problems(#"{"token": {"algorithm": "hmac"}}"#).count == 1)
  }

  @Test(
    "magic that is no bytes",
    arguments: [
      ("4", "half a byte is left over"), ("41g2", "\"g\" is not a hexadecimal digit"),
      ("0x41", "\"x\" is not a hexadecimal digit"), ("41 42", "\" \" is not a hexadecimal digit"),
      ("٤1", "is not a hexadecimal digit"),
      (String(repeating: "00", count: 65), "these are 65 bytes"),
    ])
  func magic(text: String, message: String) throws {
    let found = problems("{\"magic\": \"\(text)\"}")
    try #require(found.count == 1)
    #expect(found[0].field == "magic" && found[0].column == 11)
    #expect(found[0].description.contains(message), "\(found[0])")
  }

  @Test(
    "names that would need escaping, or are none",
    arguments: [
      ("verbs.apply", "", "is empty"), ("verbs.apply", "set config", "holds \" \""),
      ("verbs.reset", "a/b", "holds \"/\""), ("parameters.data", "data=", "holds \"=\""),
      ("parameters.token", "a+b", "holds \"+\""), ("parameters.chunk", "é", "holds \"é\""),
      ("parameters.chunks", "%63", "holds \"%\""), ("statuses.error", "a\\u0000", "\\u{0}"),
      ("verbs.apply", String(repeating: "a", count: 65), "has 65 bytes"),
      ("keys.version", "", "is empty"), ("keys.version", "a\\nb", "holds \"\\u{A}\""),
      ("keys.keys", String(repeating: "k", count: 257), "has 257 bytes"),
    ])
  func names(path: String, name: String, message: String) throws {
    let parts = path.split(separator: ".")
    let found = problems("{\"\(parts[0])\": {\"\(parts[1])\": \"\(name)\"}}")
    try #require(found.count == 1)
    #expect(found[0].field == path)
    #expect(found[0].description.contains(message), "\(found[0])")
  }

  @Test(
    "prefixes that are none",
    arguments: [
      ("schemePrefix", "", "is empty"), ("schemePrefix", "1x.", "begin with a URI scheme"),
      ("schemePrefix", ".x", "begin with a URI scheme"), ("schemePrefix", "x://", "holds \":\""),
      ("schemePrefix", "x_y", "holds \"_\""), ("callbackPrefix", "?", "begin with a URI scheme"),
      ("callbackPrefix", "app://host", "end with its one question mark"),
      ("callbackPrefix", "app://host?a=1&", "end with its one question mark"),
      ("callbackPrefix", "app://host??", "end with its one question mark"),
      ("callbackPrefix", "app://host?#", "end with its one question mark"),
      ("callbackPrefix", "app://ho st?", "is not a URL"),
      ("callbackPrefix", "app://%4?", "is not a URL"),
      ("callbackPrefix", "1app://host?", "is not a URL"),
      ("callbackPrefix", "//host?", "URI scheme"),
    ])
  func prefixes(field: String, text: String, message: String) throws {
    let found = problems("{\"\(field)\": \"\(text)\"}")
    try #require(found.count == 1, "\(text)")
    #expect(found[0].field == field)
    #expect(found[0].description.contains(message), "\(found[0])")
  }

  @Test(
    "commands that are none",
    arguments: [
      ("[]", "these are 0 words"), ("[\"\"]", "the program's name is empty"),
      ("[\"a\", 1]", "a number cannot be a word"), ("[\"a\\u0000\"]", "must not contain NUL"),
      ("[\"\(String(repeating: "a", count: 4_097))\"]", "4097 bytes, more than 4096"),
      ("[\(Array(repeating: "\"a\"", count: 65).joined(separator: ","))]", "these are 65 words"),
    ])
  func commands(command: String, message: String) throws {
    let found = problems("{\"token\": {\"algorithm\": \"external\", \"command\": \(command)}}")
    try #require(found.count == 1)
    #expect(found[0].field == "token.command")
    #expect(found[0].description.contains(message), "\(found[0])")
  }

  private static func near(_ text: String) -> String? {
    if case .unknownField(let near, _)? = problems(text).first?.reason { near } else { nil }
  }
}
