import AdapterKit
import AdapterProtocol
import Foundation
import JSONText
import Testing

@Suite struct ABTHandlerTests {
  private let start =
    #"{"id":1,"type":"start","suite":"abt","configuration":{"bundleIdentifier":"b","apiKey":"k","edition":"plain"}}"#

  private func converse(
    _ capabilities: Set<ABTCapability>, _ requests: [String]
  ) throws -> [String] {
    let handler = ABTHandler(ABTClaim(editions: [.plain], capabilities: capabilities)) { app in
      if app.apiKey == "bad" { throw AdapterFailure("a bad key") }
      return EchoLibrary()
    }
    let conversation = try AdapterKitTests.converse(
      ["abt": handler], requests.joined(separator: "\n"))
    #expect(conversation.status == 0)
    return conversation.replies
  }

  @Test func theScriptDecidesWhatTheDelegateDoes() throws {
    let script = DelegateScript(
      apply: .init(
        records: [
          .didApply(key: "host"), .didApplyOld(key: "port", .integer(443)),
          .didApplyOld(key: "theme", .null), .didNotApply(key: "colour"),
        ], answer: .no, error: .init(code: 1_207, message: "busy")),
      rollback: .init(records: [.didApply(key: "port")], answer: .cancel),
      revert: .init(answer: .no))
    var line: [UInt8] = []
    Frame.open(OpenStep("apply,apply,apply,revert", delegate: script)).appendLine(id: 2, to: &line)
    let replies = try converse([.log], [start, String(decoding: line, as: UTF8.self)])
    let observed = try JSONValue(parsing: Array(replies[1].utf8))
    #expect(observed["handled"] == true)
    #expect(observed["late"] == nil)
    #expect(
      observed["callbacks"] == [
        "no 1207 busy: didApply host,didApplyOld port integer(443),didApplyOld theme null,didNotApply colour",
        "cancel - -: didApply port", "yes - -: ", "no - -: ",
      ])
    #expect(observed["log"] == ["apply", "apply", "apply", "revert"])
    let apply: JSONValue = [
      "method": "apply", "category": "Mail",
      "values": ["host": ["string": "mail"], "port": nil],
    ]
    #expect(
      observed["calls"] == [
        apply, apply, apply, ["method": "revert", "category": nil, "keys": ["host", "a\u{0}"]],
      ])
  }

  @Test func sequenceNumbersRunOverCallsAndCallbacks() throws {
    let step = #"{"id":2,"type":"step","action":"open","url":"apply,apply"}"#
    let observed = try JSONValue(
      parsing: Array(try converse([.sequence], [start, step])[1].utf8))
    #expect(observed["calls"]?.arrayValue?.compactMap { $0["sequence"] } == [1, 3])
    #expect(
      observed["callbacks"] == [
        ["url": "yes - -: ", "sequence": 2], ["url": "yes - -: ", "sequence": 4],
      ])
    #expect(observed["log"] == nil)
  }

  @Test func whatComesAfterTheReplyIsLate() throws {
    func step(_ id: Int, _ url: String) -> String {
      #"{"id":\#(id),"type":"step","action":"open","url":"\#(url)"}"#
    }
    let replies = try converse(
      [],
      [
        start, step(5, "apply"), step(6, "late"), step(7, "late"), start, step(8, ""),
        step(9, "late"), #"{"id":10,"type":"stop"}"#,
      ])
    let late = try replies.map { try JSONValue(parsing: Array($0.utf8))["late"] }
    let call: JSONValue = ["method": "apply", "category": nil, "values": [:]]
    func entries(_ id: Int64) -> JSONValue {
      [["id": .integer(id), "calls": [call]], ["id": .integer(id), "callbacks": ["later"]]]
    }
    #expect(late == [nil, nil, entries(5), entries(6), nil, nil, entries(8), nil])
  }

  /// A library whose app is gone calls back: the step is named, whatever was started since. A refused start takes nothing with it.
  @Test func whatComesAfterTheNextStartIsLateToo() throws {
    let app = ForgottenApp()
    let handler = ABTHandler(ABTClaim(editions: [.plain])) { start in
      app.wake()
      if start.apiKey == "bad" { throw UnsupportedRequest("a bad key") }
      return app
    }
    let step = #"{"id":5,"type":"step","action":"open","url":"u"}"#
    let refused = start.replacing(#""k""#, with: #""bad""#).replacing(#""id":1"#, with: #""id":6"#)
    let replies = try AdapterKitTests.converse(
      ["abt": handler],
      [start, step, refused, start, #"{"id":8,"type":"stop"}"#].joined(separator: "\n")
    ).replies
    let late = try replies.map { try JSONValue(parsing: Array($0.utf8))["late"] }
    let entry: JSONValue = ["id": 5, "callbacks": ["awake"]]
    #expect(late == [nil, nil, nil, [entry, entry], nil])
  }

  @Test func textThatIsNoUnicodeTravelsAsUnits() throws {
    let step = #"{"id":2,"type":"step","action":"open","url":"units"}"#
    let replies = try converse([.sequence], [start, step])
    let values = """
      {"pairs":[[{"utf16":"3AA="},{"utf16":"AGHYAA=="}],["a",{"pairs":[["\u{E9}",null],["e\u{301}",null]]}]]}
      """
    let call = #"{"method":"apply","category":{"utf16":"2AA="},"values":\#(values),"sequence":1}"#
    let revert =
      #"{"method":"revert","category":{"utf16":"2AA="},"keys":[{"utf16":"3AA="}],"sequence":2}"#
    let end = #""calls":[\#(call),\#(revert)],"callbacks":[]}"#
    #expect(replies[1].utf8.suffix(end.utf8.count).elementsEqual(end.utf8), "\(replies[1])")
  }

  /// The old values that a delegate records, in the forms of the protocol.
  @Test func oldValuesComeInAllForms() throws {
    let values = [
      #"{"utf16":"2AA="}"#, #"{"pairs":[["a",{"integer":"1"}],["a",null]]}"#,
      #"{"dictionary":{"k":{"data":"AA=="}}}"#,
    ]
    let records = values.map { #"{"record":"didApply","key":"k","oldValue":\#($0)}"# }
    let script = #"{"apply":{"records":[\#(records.joined(separator: ","))]}}"#
    let step = #"{"id":2,"type":"step","action":"open","url":"apply","delegate":\#(script)}"#
    let replies = try converse([], [start, step])
    let observed = try JSONValue(parsing: Array(replies[1].utf8))
    let told = try #require(observed["callbacks"]?.arrayValue?.first?.stringValue)
    #expect(told.contains("utf16([216, 0])"), "\(told)")
    #expect(told.components(separatedBy: "didApplyOld k").count == 4)
    #expect(told.components(separatedBy: "TypedMember").count == 4, "two alike, and one")
  }

  @Test func bytesThatAreNoTextTravelAsBase64() throws {
    let replies = try converse(
      [.bytes],
      [
        start, #"{"id":2,"type":"step","action":"open","urlBase64":"/w=="}"#,
        #"{"id":3,"type":"step","action":"open","urlBase64":"YXBwbHk="}"#,
      ])
    #expect(
      replies[1]
        == #"{"id":2,"type":"observed","handled":false,"calls":[],"callbacks":[{"base64":"/w=="}]}"#
    )
    #expect(replies[2].contains("\"handled\":true"))
  }

  @Test func valuesBeyondTheLimitsAreToldAsTooLarge() throws {
    let replies = try converse(
      [],
      [
        start, #"{"id":2,"type":"step","action":"open","url":"deep"}"#,
        #"{"id":3,"type":"step","action":"open","url":"wide"}"#,
        #"{"id":4,"type":"step","action":"open","url":"controls"}"#,
        #"{"id":5,"type":"step","action":"open","url":"nested"}"#,
      ])
    for reply in replies[1...3] {
      #expect(
        reply.contains(#""values":{"tooLarge":true}}],"callbacks":[]}"#), "\(reply.prefix(200))")
    }
    #expect(!replies[4].contains("tooLarge"))
    _ = try JSONValue(parsing: Array(replies[4].utf8), limits: .adapterLine)
  }

  @Test func whatIsNotClaimedIsUnsupported() throws {
    func configuration(_ text: String) -> String {
      #"{"id":2,"type":"start","suite":"abt","configuration":{"bundleIdentifier":"b",\#(text)}}"#
    }
    let replies = try converse(
      [],
      [
        configuration(#""apiKey":"k","edition":"encrypting""#),
        configuration(#""apiKey":"k","edition":"plain","dialect":{}"#),
        configuration(#""apiKey":"bad","edition":"plain""#),
        configuration(#""edition":"plain""#),
        #"{"id":2,"type":"step","action":"open","url":""}"#,
        start,
        #"{"id":2,"type":"step","action":"close"}"#,
        #"{"id":2,"type":"step","action":"open","urlBase64":"/w=="}"#,
      ])
    let types = try replies.map { try JSONValue(parsing: Array($0.utf8))["type"] ?? nil }
    #expect(
      types == [
        "unsupported", "unsupported", "failure", "failure", "failure", "started", "unsupported",
        "observed",
      ])
  }

  @Test func textOnlyLibrariesRefuseBytes() throws {
    let handler = ABTHandler(ABTClaim(editions: [.plain])) { _ in TextLibrary() }
    let replies = try AdapterKitTests.converse(
      ["abt": handler],
      start + "\n" + #"{"id":2,"type":"step","action":"open","urlBase64":"/w=="}"#
    ).replies
    #expect(replies[1].contains("\"type\":\"unsupported\""))
  }

  @Test func claimsTravelByName() {
    let claim = ABTClaim(editions: [.plain, .encrypting], capabilities: [.sequence, .chunks])
    #expect(
      claim.suiteClaim.options
        == ["editions": ["plain", "encrypting"], "capabilities": ["chunks", "sequence"]])
  }
}
