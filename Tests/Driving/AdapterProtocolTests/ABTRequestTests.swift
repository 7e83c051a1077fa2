import AdapterProtocol
import JSONText
import Testing

@Suite struct ABTRequestTests {
  @Test func startsReadBack() throws {
    for start in [
      ABTStart(bundleIdentifier: "com.acme.app", apiKey: "k"),
      ABTStart(
        bundleIdentifier: "a", apiKey: "", urlScheme: "x", edition: .encrypting,
        encryptionSecret: "s\u{0}", allowUnencrypted: true, dialect: ["magic": "AB"]),
    ] {
      let text = written { start.write(to: &$0) }
      #expect(try read(text) { (r) throws(JSONError) in try ABTStart.read(from: &r) } == start)
      #expect(try ABTStart(JSONValue(parsing: Array(text.utf8))) == start)
    }
  }

  @Test func startsAreReadAsSpecified() throws {
    let text = #"""
      {"dialect":null,"allowUnencrypted":false,"encryptionSecret":"s3cret","edition":"encrypting",
       "urlScheme":null,"apiKey":"k-3f9c","bundleIdentifier":"com.acme.app","new":[1]}
      """#
    #expect(
      try read(text) { (r) throws(JSONError) in try ABTStart.read(from: &r) }
        == ABTStart(
          bundleIdentifier: "com.acme.app", apiKey: "k-3f9c", edition: .encrypting,
          encryptionSecret: "s3cret"))
    for (text, reason) in [
      (#"{"apiKey":"k","edition":"plain"}"#, JSONError.Reason.missingMember("bundleIdentifier")),
      (#"{"bundleIdentifier":"k","edition":"plain"}"#, .missingMember("apiKey")),
      (#"{"bundleIdentifier":"k","apiKey":"k"}"#, .missingMember("edition")),
      (#"{"edition":"gold"}"#, .unexpectedValue("there is no edition \"gold\"")),
    ] {
      let error = #expect(throws: JSONError.self) {
        try read(text) { (r) throws(JSONError) in try ABTStart.read(from: &r) }
      }
      #expect(error?.reason == reason)
    }
  }

  static let script = DelegateScript(
    apply: .init(
      records: [
        .didApply(key: "host"), .didApplyOld(key: "port", .integer(443)),
        .didApplyOld(key: "theme", .null), .didNotApply(key: "colour"),
      ], answer: .no, error: .init(code: -2_147_483_648, message: "é")),
    rollback: .init(answer: .cancel), revert: .init(answer: .no))

  private func step(_ frame: Frame) throws -> OpenStep {
    try JSONReader.read(frame.body) { (r) throws(JSONError) in try OpenStep.read(from: &r) }
  }

  @Test func stepsReadBack() throws {
    for url in [Array("x-a://apply?a=%20\"é".utf8), [0x78, 0xFF, 0x00], []] {
      for script in [DelegateScript(), Self.script] {
        let open = OpenStep(url: url, delegate: script)
        #expect(try step(.open(open)) == open)
      }
    }
    let text = String(decoding: Frame.open(OpenStep("x:")).body, as: UTF8.self)
    #expect(text == #"{"type":"step","action":"open","url":"x:"}"#)
    let bytes = String(decoding: Frame.open(OpenStep(url: [0xFF])).body, as: UTF8.self)
    #expect(bytes == #"{"type":"step","action":"open","urlBase64":"/w=="}"#)
  }

  @Test func theStepOfTheSpecification() throws {
    let text = #"""
      {"id":3,"type":"step","action":"open","url":"x-absolutemanageconfig.com.acme.app://apply",
       "delegate":{"apply":{"records":[{"record":"didApply","key":"host"},
                                       {"key":"port","oldValue":{"integer":"443"},"record":"didApply"},
                                       {"record":"didApply","key":"theme","oldValue":null},
                                       {"record":"didNotApply","key":"colour"}],
                            "answer":"yes"},
                   "rollback":{"records":[],"answer":"yes"},
                   "revert":{"answer":"yes"}}}
      """#
    let open = try step(Frame(body: Array(text.utf8)))
    #expect(open.urlText == "x-absolutemanageconfig.com.acme.app://apply")
    #expect(open.delegate.apply.records == Self.script.apply.records)
    #expect(open.delegate.apply.answer == .yes)
    #expect(open.delegate.rollback == .init())
    #expect(open.delegate.revert == .init())
  }

  @Test(arguments: [
    #"{"delegate":{}}"#, #"{"url":5}"#, #"{"urlBase64":"%"}"#,
    #"{"url":"","delegate":{"apply":{"answer":"maybe"}}}"#,
    #"{"url":"","delegate":{"apply":{"records":[{"record":"didApply"}]}}}"#,
    #"{"url":"","delegate":{"apply":{"records":[{"key":"a"}]}}}"#,
    #"{"url":"","delegate":{"apply":{"error":{"code":2147483648}}}}"#,
  ])
  func whatIsNoStepIsRefused(text: String) {
    #expect(throws: JSONError.self) { try step(Frame(body: Array(text.utf8))) }
  }
}
