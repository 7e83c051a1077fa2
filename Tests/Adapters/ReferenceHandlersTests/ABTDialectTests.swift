import Dialects
import Foundation
import JSONText
import ReferenceHandlers
import ReferenceLibrary
import ReferenceLibraryEncrypting
import Testing
import WireFormat

@Suite("Dialects of the suite abt on the reference library")
struct ABTDialectTests {
  private func start(_ dialect: JSONValue?, edition: String = "plain") -> JSONValue {
    var configuration: [JSONMember] = [
      JSONMember(key: "bundleIdentifier", value: "com.acme.app"),
      JSONMember(key: "apiKey", value: "key"),
      JSONMember(key: "edition", value: .string(edition)),
      JSONMember(key: "encryptionSecret", value: "s"),
    ]
    if let dialect { configuration.append(JSONMember(key: "dialect", value: dialect)) }
    return ["type": "start", "suite": "abt", "configuration": .object(configuration)]
  }

  /// An apply of `host` by the rules of a dialect.
  private func open(_ dialect: Dialect, token: String? = nil) -> JSONValue {
    var packing = Packing(dialect: dialect)
    let packed = packing.pack(
      .dictionary([
        .init(key: dialect.keys.version, value: .integer(1)),
        .init(
          key: dialect.keys.configuration,
          value: .dictionary([.init(key: "host", value: .string("mail"))])),
      ]))
    let data = String(decoding: PercentCoding.encode(Base64Text.encode(packed)), as: UTF8.self)
    let names = dialect.parameters
    let right = Token.make(dialect.token, bundleIdentifier: "com.acme.app", apiKey: "key") ?? ""
    let url =
      "\(dialect.defaultScheme(bundleIdentifier: "com.acme.app"))://\(dialect.verbs.apply)"
      + "?\(names.token)=\(token ?? right)&\(names.profile)=a&\(names.payload)=b&\(names.data)=\(data)"
    return ["type": "step", "action": "open", "url": .string(url)]
  }

  private func callbacks(_ reply: JSONValue) -> [String] {
    (reply["callbacks"]?.arrayValue ?? []).compactMap { $0["url"]?.stringValue }
  }

  @Test("a dialect is adopted, and forgotten with its app")
  func adopted() throws {
    var dialect = Dialect.profile1
    dialect.verbs.apply = "configure"
    dialect.parameters.status = "result"
    dialect.parameters.data = "body"
    dialect.schemePrefix = "x-acme."
    dialect.callbackPrefix = "acme://done?"
    dialect.magic = [1]
    dialect.token = .sha256Hex
    dialect.keys.version = "V"
    dialect.statuses.success = "ok"
    dialect.statuses.error = "failed"
    dialect.errorCodes.invalidToken = 77
    let json: JSONValue = [
      "verbs": ["apply": "configure"], "parameters": ["status": "result", "data": "body"],
      "schemePrefix": "x-acme.", "callbackPrefix": "acme://done?", "magic": "01",
      "token": ["algorithm": "sha256-hex"], "keys": ["version": "V"],
      "statuses": ["success": "ok", "error": "failed"], "errorCodes": ["invalidToken": 77],
    ]
    let replies = try converse([
      start(json), open(dialect), open(dialect, token: "no"), open(.profile1),
      start(nil), open(.profile1), open(dialect),
    ])
    let right = try #require(callbacks(replies[1]).first)
    #expect(right.hasPrefix("acme://done?") && right.contains("&result=ok&"))
    #expect(replies[1]["calls"]?.arrayValue?.count == 1)
    let wrong = try #require(callbacks(replies[2]).first)
    #expect(wrong.contains("&result=failed&errorCode=77&"))
    #expect(replies[3]["handled"] == false)
    #expect(callbacks(replies[5]).first?.contains("&status=Success&") == true)
    #expect(replies[6]["handled"] == false)
  }

  @Test("every name and number of a dialect reaches the library")
  func everyField() throws {
    let usual = Dialect.profile1
    func object(_ members: [String], _ value: (Int) -> JSONValue) -> JSONValue {
      .object(members.enumerated().map { JSONMember(key: $0.element, value: value($0.offset)) })
    }
    let names = members(usual.parameters).keys.sorted()
    let json: JSONValue = [
      "verbs": object(["apply", "reset"]) { .string("verb\($0)") },
      "parameters": object(names) { .string("name\($0)") },
      "keys": object(members(usual.keys).keys.sorted()) { .string("key\($0)") },
      "statuses": object(members(usual.statuses).keys.sorted()) { .string("status\($0)") },
      "errorCodes": object(members(usual.errorCodes).keys.sorted()) { .integer(100 + Int64($0)) },
      "limits": [
        "maxInflatedBytes": 2_000, "maxDepth": 3, "maxChunks": 4, "maxAssemblies": 5,
        "maxPackedBytes": 6_000,
      ],
      "schemePrefix": "x.", "callbackPrefix": "a://b?", "magic": "0a0b",
      "changedValuesCarryMagic": true, "keyHash": "sha1", "cipher": "blowfish-ecb",
    ]
    var writer = JSONWriter()
    writer.value(json)
    let dialect = try DialectFile.read(writer.bytes)
    let adopted = try ABTDialect(json) { _ in "token" }
    let library = adopted.library
    #expect(members(library.verbs) == members(dialect.verbs))
    #expect(members(library.parameters) == members(dialect.parameters))
    #expect(members(library.keys) == members(dialect.keys))
    #expect(members(library.statuses) == members(dialect.statuses))
    #expect(members(library.errorCodes) == members(dialect.errorCodes))
    var limits = members(dialect.limits)
    limits["maxURLBytes"] = nil
    #expect(members(library.limits) == limits)
    #expect(library.schemePrefix == "x." && library.callbackPrefix == "a://b?")
    #expect(library.magic == [10, 11] && library.changedValuesCarryMagic)
    #expect(adopted.encryption?.keyHash == .sha1 && adopted.encryption?.mode == .blowfishECB)
  }

  private func members(_ value: some Sendable) -> [String: String] {
    var members: [String: String] = [:]
    for case (let name?, let child) in Mirror(reflecting: value).children {
      members[name] = "\(child)"
    }
    return members
  }

  @Test("what the library cannot adopt is unsupported, and what is no dialect a failure")
  func refused() throws {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    func file(_ name: String) throws -> JSONValue {
      let url = folder.appendingPathComponent("Corpus/dialects/" + name)
      return try JSONReader.read([UInt8](Data(contentsOf: url))) {
        (reader) throws(JSONError) in try reader.readValue()
      }
    }
    let replies = try converse([
      start(try file("first-names.json")), start(try file("another-house.json")),
      start(["cipher": "none"], edition: "encrypting"), start(["cipher": "none"]),
      start(["cipher": "blowfish-ecb", "keyHash": "sha1"], edition: "encrypting"),
      start(["verb": "x"]),
      start(["token": ["algorithm": "external", "command": ["/no/such/program"]]]),
      start(["token": ["algorithm": "external", "command": ["false"]]]),
    ])
    let types = replies.map { $0["type"]?.stringValue }
    let wanted = [
      "started", "started", "unsupported", "started", "started", "failure", "failure", "failure",
    ]
    #expect(types == wanted)
    #expect(replies[5]["message"]?.stringValue?.contains("verb") == true)
    #expect(replies[6]["message"]?.stringValue?.contains("/no/such/program") == true)
    #expect(replies[7]["message"]?.stringValue?.contains("made no token") == true)
  }
}
