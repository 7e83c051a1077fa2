import Dialects
import Testing

@Suite("Fields of dialect files that are wrong together")
struct DialectContradictionTests {
  @Test("two names are told at the later one, or at the one that the file has")
  func places() {
    expect(
      "{\"parameters\": {\n  \"data\": \"x\",\n  \"token\": \"x\"\n}}",
      says: [
        "line 3, column 12: parameters.token: \"x\" is also the name of parameters.data, and both "
          + "occur in one request; rename one of them"
      ])
    expect(
      "{\"parameters\": {\"data\": \"payload\"}}",
      says: [
        "line 1, column 25: parameters.data: \"payload\" is also the name of parameters.payload, and "
          + "both occur in one request; rename one of them"
      ])
  }

  @Test(
    "the same name twice in one place",
    arguments: [
      (#"{"verbs": {"apply": "reset"}}"#, "verbs.apply"),
      (#"{"verbs": {"reset": "APPLY"}}"#, "verbs.reset"),
      (#"{"parameters": {"encryptedData": "data"}}"#, "parameters.encryptedData"),
      (#"{"parameters": {"chunks": "chunk"}}"#, "parameters.chunks"),
      (#"{"parameters": {"status": "token"}}"#, "parameters.status"),
      (#"{"parameters": {"errorCode": "errorMessage"}}"#, "parameters.errorCode"),
      (#"{"keys": {"keys": "Configuration"}}"#, "keys.keys"),
      (#"{"keys": {"version": "\u00e9", "category": "e\u0301"}}"#, "keys.category"),
      (#"{"statuses": {"canceled": "Error"}}"#, "statuses.canceled"),
    ])
  func sameNames(text: String, field: String) throws {
    let found = problems(text)
    try #require(found.count == 1)
    #expect(found[0].field == field)
    #expect(found[0].description.contains("is also the name of"))
  }

  @Test("a name that two members of a group swap, or that stands in two URLs, is none")
  func noContradiction() {
    for text in [
      #"{"verbs": {"apply": "reset", "reset": "apply"}}"#,
      #"{"parameters": {"data": "token", "token": "data"}}"#,
      #"{"parameters": {"changedValues": "data", "errorCode": "chunks"}}"#,
      #"{"parameters": {"data": "Payload"}}"#, #"{"keys": {"keys": "configuration"}}"#,
      #"{"errorCodes": {"invalidToken": 1}}"#, #"{"statuses": {"error": "success"}}"#,
      #"{"limits": {"maxPackedBytes": 1024, "maxChunks": 1024}}"#,
      #"{"magic": "", "changedValuesCarryMagic": false}"#,
    ] { expect(text, says: []) }
  }

  @Test("external without a command, and a command without external")
  func tokens() {
    expect(
      #"{"token": {"algorithm": "external"}}"#,
      says: [
        "line 1, column 25: token.algorithm: external needs a command: add "
          + "\"command\": [\"program\", …] beside it"
      ])
    expect(
      #"{"token": {"command": ["a"]}}"#,
      says: [
        "line 1, column 23: token.command: a command is for the algorithm external, not for "
          + "hmac-sha256-hex"
      ])
    #expect(
      problems(#"{"token": {"command": ["a"], "algorithm": "sha256-hex"}}"#).map(\.field)
        == ["token.command"])
    // What is wrong alone is told alone.
    #expect(
      problems(#"{"token": {"command": [], "algorithm": "sha256-hex"}}"#).map(\.description)
        .filter { $0.contains("is for the algorithm") }.isEmpty)
  }

  @Test("no magic to carry, and more pieces than bytes")
  func others() {
    expect(
      "{\"magic\": \"\",\n\"changedValuesCarryMagic\": true}",
      says: [
        "line 2, column 28: changedValuesCarryMagic: there is no magic to carry: `magic` is empty"
      ])
    let found = problems(#"{"limits": {"maxChunks": 2000, "maxPackedBytes": 1999}}"#)
    #expect(found.map(\.field) == ["limits.maxChunks"])
    #expect(found.first?.description.contains("2000 pieces cannot share 1999 bytes") == true)
    // A contradiction to a default is told where the file is.
    let alone = problems(#"{"limits": {"maxPackedBytes": 1024}}"#)
    #expect(alone.isEmpty)
  }
}
