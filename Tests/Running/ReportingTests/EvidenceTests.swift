import Conformance
import JSONText
import Testing

@testable import Reporting

struct URLWordsTests {
  private func words(_ url: String) -> URLWords { URLWords(Array(url.utf8), maxCharacters: 12) }

  private func value(_ raw: String) -> String {
    ValueWords.text(ofParameter: Array(raw.utf8)[...], maxCharacters: 12)
  }

  @Test func aURLIsTakenApartByName() {
    let words = words("x-a.com://apply?profile=a%20b&token&=1&%6Eame=%22#end")
    #expect(words.head == "x-a.com://ap… (3 bytes more)")
    #expect(words.parameters.map(\.name) == ["profile", "token", "\"\"", "name"])
    #expect(words.parameters.map(\.value) == ["\"a b\"", "no value", "\"1\"", "\"\"\""])
    #expect(words.fragment == "\"end\"")
  }

  @Test(arguments: [
    ("", "\"\""), ("a+b", "\"a+b\""), ("%E2%82%AC", "\"€\""), ("%00", "\"\\u{0}\""),
    ("0123456789abcdef", "\"0123456789ab…\" (4 bytes more)"),
    ("%4", "\"%4\", with an escape that is none"), ("%zz", "\"%zz\", with an escape that is none"),
    ("%FF%41", "2 bytes that are no UTF-8: FF 41"),
    ("eNpjYGBgYGRiZmFlY%2BfgBAAA", "24 bytes of Base64"),
    ("0123456789abcdef0123456789abcdef", "\"0123456789ab…\" (20 bytes more)"),
    ("9393B409-A3A7-8025", "\"9393B409-A3A…\" (6 bytes more)"),
    ("%1B%5B2J%E2%80%AE", "\"\\u{1B}[2J\\u{202E}\""),
  ])
  func aValueIsDecodedOnceAndQuoted(raw: String, text: String) {
    #expect(value(raw) == text)
  }

  @Test func manyParametersAreCounted() {
    let words = words("x:?" + (0..<1_000).map { "a\($0)=1" }.joined(separator: "&"))
    #expect(words.parameters.count == 12)
    #expect(words.parametersLeftOut == 988)
  }
}

struct StepWordsTests {
  private func lines(_ request: String, _ reply: String?, bytesLeftOut: Int = 0) -> [String] {
    let step = ObservedExchange.Step(
      request: Array(request.utf8), reply: reply.map { Array($0.utf8) },
      bytesLeftOut: bytesLeftOut)
    let words = StepWords(step, maxCharacters: 30)
    return (words.asked + words.answered).flatMap { entry in
      ["\(entry.label): \(entry.text)"] + entry.details.map { "  \($0.name) = \($0.text)" }
    }
  }

  @Test func anOpenedURLAndItsCallbacksAreTold() {
    let request = """
      {"type":"step","action":"open","url":"x-a://apply?token=7&data=%41","delegate":{"apply":\
      {"records":[{"record":"didApply","key":"host"},{"record":"didApply","key":"port",\
      "oldValue":{"integer":"443"}}],"answer":"no","error":{"code":12,"message":"alas"}}}}
      """
    let reply = """
      {"id":3,"type":"observed","handled":true,"calls":[{"method":"apply","category":"Mail",\
      "values":{"host":{"string":"mail"},"list":{"array":[{"boolean":true}]}}}],\
      "callbacks":["y://done?status=Error&code=12"]}
      """
    #expect(
      lines(request, reply) == [
        "opened: x-a://apply", "  token = \"7\"", "  data = \"A\"",
        "delegate: apply: didApply \"host\", didApply \"port\" over 443, answers no with code 12 and \"alas\"",
        "handled: yes", "call: apply in \"Mail\": {host: \"mail\", list: [true]}",
        "callback: y://done", "  status = \"Error\"", "  code = \"12\"",
      ])
  }

  @Test func bytesComeAsBase64() {
    let request = #"{"type":"step","action":"open","urlBase64":"eDo/YT3/"}"#
    let reply =
      #"{"type":"observed","callbacks":[{"base64":"eTo/Yj0="},{"url":"z:?c=1","sequence":2}]}"#
    #expect(
      lines(request, reply) == [
        "opened: x:", "  a = 1 byte that is no UTF-8: FF", "delegate: answers yes",
        "callback: y:", "  b = \"\"", "callback: z:", "  c = \"1\"",
      ])
  }

  @Test func aCutRequestShowsItsBeginning() {
    #expect(
      lines(#"{"type":"step","action":"open","url":"x:?a=1&b=22"#, nil, bytesLeftOut: 9) == [
        "opened: x:", "  a = \"1\"", "  b = \"22\"", "  … = only its beginning was kept",
        "delegate: answers yes",
      ])
  }

  @Test func startsAndOtherActionsAreToldByTheirMembers() {
    #expect(
      lines(
        #"{"type":"start","suite":"s","configuration":{"apiKey":"k","x":null}}"#,
        #"{"type":"started"}"#)
        == ["started: with this configuration", "  apiKey = \"k\"", "  x = null"])
    #expect(
      lines(
        #"{"type":"step","action":"launch","wipe":true}"#, #"{"type":"unsupported","reason":"r"}"#)
        == ["request: \"launch\"", "  wipe = true", "reply: unsupported: \"r\""])
  }

  @Test func muchOfAnythingIsCounted() {
    let many = (0..<1_000).map { "\"m\($0)\":1" }.joined(separator: ",")
    let urls = (0..<1_000).map { "{\"x\":\($0)}" }.joined(separator: ",")
    let told = lines(
      "{\"type\":\"start\",\"configuration\":{\(many)}}",
      "{\"type\":\"observed\",\"callbacks\":[\(urls)],\"calls\":[\(urls)],\(many)}")
    #expect(told.count == 1 + 16 + 13 + 7 + 4)
    #expect(told.contains(": and 994 more calls"))
    #expect(told.last == ": and 997 more callbacks")
  }

  @Test func noiseIsShownAsText() {
    #expect(lines("noise\u{1B}", "[1]\n") == ["request: noise\\u{1B}", "reply: [1]\\n"])
  }
}

struct ContrastTests {
  @Test(arguments: [
    ("status=Error", "status=error", true), ("a refusal", "accepted", false),
    ("status=Success", "status=Error", true), ("an entry in the log", "an empty log", false),
    ("abc", "abc", false), ("code 8", "code 7", true), ("", "a", false),
  ])
  func onlyLikeTextsAreMarked(left: String, right: String, isAlike: Bool) {
    #expect(VisibleText.areAlike(left, right) == isAlike)
  }

  @Test func theReasonOfADeathIsNotHiddenByItsTrace() {
    let trace = (1...20).map { "frame \($0)" }
    let words = Array(
      (["starting", "Fatal error: out of range", "at main"] + trace).joined(separator: "\n").utf8)
    #expect(
      LastWords.lines(of: words, atMost: 6) == [
        "Fatal error: out of range", "at main", "…", "frame 18", "frame 19", "frame 20",
      ])
    #expect(LastWords.lines(of: words, atMost: 100).count == 23)
    #expect(LastWords.lines(of: Array("a\nerror: b\n".utf8), atMost: 6) == ["a", "error: b"])
    #expect(LastWords.lines(of: [], atMost: 6) == [])
  }

  @Test func aLineIsCutToItsColumns() {
    #expect(VisibleText.cut("漢字漢字", columns: 5) == "漢字…")
    #expect(VisibleText.cut("abc\u{1B}", columns: 20) == "abc\\u{1B}")
    #expect(VisibleText.cut(String(repeating: "a", count: 9), columns: 5) == "aaaa…")
  }
}
