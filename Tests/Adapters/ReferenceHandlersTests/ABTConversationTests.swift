import JSONText
import Testing
import WireFormat

@Suite("The suite abt on the reference library")
struct ABTConversationTests {
  private let token = Token.hmacSHA256Hex(bundleIdentifier: "com.acme.app", apiKey: "key")
  private let values: PropertyList = .dictionary([
    .init(key: "text", value: .string("\0")), .init(key: "number", value: .integer(.min)),
    .init(key: "real", value: .real(-0.0)), .init(key: "truth", value: .boolean(true)),
    .init(key: "date", value: .date(1.5)), .init(key: "data", value: .data([1])),
    .init(key: "list", value: .array([.dictionary([])])),
  ])

  private func start(_ edition: String, secret: JSONValue = nil) -> JSONValue {
    [
      "type": "start", "suite": "abt",
      "configuration": [
        "bundleIdentifier": "com.acme.app", "apiKey": "key", "edition": .string(edition),
        "encryptionSecret": secret,
      ],
    ]
  }

  private func open(_ delegate: JSONValue) -> JSONValue {
    let packed = Packing.pack(
      .dictionary([
        .init(key: "Version", value: .integer(1)), .init(key: "Configuration", value: values),
      ]))
    let data = String(
      decoding: PercentCoding.encode(Base64Text.encode(packed)), as: UTF8.self)
    let url =
      "x-absolutemanageconfig.com.acme.app://apply?token=\(token)&profile=a&payload=b&data=\(data)"
    return ["type": "step", "action": "open", "url": .string(url), "delegate": delegate]
  }

  @Test("values go out and old values come back with nothing lost")
  func nothingLost() throws {
    let old: JSONValue = [
      "dictionary": ["a": ["array": [["real": "0.5"], ["data": "AQ=="], ["boolean": false]]]]
    ]
    let records: JSONValue = [
      ["record": "didApply", "key": "text", "oldValue": old],
      ["record": "didApply", "key": "data", "oldValue": nil],
      ["record": "didApply", "key": "list"], ["record": "didNotApply", "key": "real"],
    ]
    let replies = try converse([
      start("plain"), open(["apply": ["records": records, "answer": "no"]]),
    ])
    let calls = try #require(replies[1]["calls"]?.arrayValue)
    #expect(calls.count == 2)
    let expected: JSONValue = [
      "text": ["string": "\0"], "number": ["integer": "-9223372036854775808"],
      "real": ["real": "-0.0"], "truth": ["boolean": true], "date": ["date": "1.5"],
      "data": ["data": "AQ=="], "list": ["array": [["dictionary": [:]]]],
    ]
    #expect(calls[0]["values"]?.holdsSameValues(as: expected) == true)
    #expect(calls[1]["values"]?.holdsSameValues(as: ["text": old, "data": nil]) == true)
    #expect(replies[1]["callbacks"]?.arrayValue?.first?["sequence"]?.integerValue == 3)
  }

  @Test("an old value without a form here makes the step unsupported")
  func untranslatable() throws {
    let record: JSONValue = [
      "record": "didApply", "key": "text", "oldValue": ["integer": "99999999999999999999"],
    ]
    let replies = try converse([
      start("plain"), open(["apply": ["records": [record], "answer": "yes"]]), open([:]),
    ])
    #expect(replies[1]["type"] == "unsupported")
    #expect(replies[2]["calls"]?.arrayValue?.count == 1)
  }

  @Test("the editions are started as they are asked for")
  func editions() throws {
    let replies = try converse([
      start("encrypting"), start("encrypting", secret: "s"), open([:]), start("plain"), open([:]),
    ])
    #expect(replies[0]["type"] == "failure")
    #expect(replies[2]["calls"] == [])
    #expect(replies[4]["calls"]?.arrayValue?.count == 1)
  }

  @Test("URLs that are no UTF-8 are opened")
  func bytes() throws {
    let url = Array("x-absolutemanageconfig.com.acme.app://apply?token=".utf8) + [0xFF]
    let step: JSONValue = [
      "type": "step", "action": "open",
      "urlBase64": .string(String(decoding: Base64Text.encode(url), as: UTF8.self)),
    ]
    let replies = try converse([start("plain"), step])
    #expect(replies[1]["handled"] == true)
    #expect(replies[1]["callbacks"]?.arrayValue?.count == 1)
    #expect(replies[1]["log"]?.arrayValue?.count == 1)
  }
}
