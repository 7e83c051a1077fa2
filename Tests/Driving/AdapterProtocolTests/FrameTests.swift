import AdapterProtocol
import JSONText
import Testing

@Suite struct FrameTests {
  private func line(_ frame: Frame, id: Int64 = 5) -> String {
    var bytes: [UInt8] = []
    frame.appendLine(id: id, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func lines() {
    #expect(
      line(.hello(harnessName: "assay", version: "1.0"))
        == #"{"id":5,"type":"hello","protocol":1,"harness":{"name":"assay","version":"1.0"}}"#
        + "\n")
    #expect(line(.stop()) == "{\"id\":5,\"type\":\"stop\"}\n")
    #expect(
      line(.start(suite: "s", configuration: ["a": 1], storage: "/t/x", keep: true))
        == #"{"id":5,"type":"start","suite":"s","configuration":{"a":1},"storage":"/t/x","keep":true}"#
        + "\n")
    #expect(
      line(.start(suite: "s", configuration: nil))
        == #"{"id":5,"type":"start","suite":"s","configuration":null}"# + "\n")
    #expect(
      line(
        .step(action: "ready") {
          $0.key("x"); $0.boolean(true)
        })
        == #"{"id":5,"type":"step","action":"ready","x":true}"# + "\n")
    #expect(line(Frame(body: Array("{}".utf8))) == "{\"id\":5}\n")
    #expect(Frame(["type": "stop"]) == .stop())
  }

  @Test func requestsReadBack() throws {
    func kind(_ frame: Frame) throws -> RequestEnvelope.Kind {
      let envelope = try request(line(frame, id: 1 << 50))
      #expect(envelope.id == 1 << 50)
      return envelope.kind
    }
    #expect(try kind(.hello(harnessName: "a", version: "b")) == .hello(protocolVersion: 1))
    #expect(try kind(.stop()) == .stop)
    #expect(
      try kind(.start(suite: "s", configuration: [], storage: "d", keep: true))
        == .start(suite: "s", storage: "d", keep: true))
    #expect(
      try kind(.start(suite: "s", configuration: []))
        == .start(suite: "s", storage: nil, keep: false))
    #expect(try kind(.step(action: "open")) == .step(action: "open"))
    #expect(try kind(Frame(type: "pause") { _ in }) == .unknown(type: "pause"))
  }

  @Test func requestsReadInEveryOrder() throws {
    let members = [
      #""id":4"#, #""type":"step""#, #""action":"policy""#, #""keep":"no""#, #""suite":[1]"#,
    ]
    for order in orders(members) {
      let envelope = try request("{" + order.joined(separator: ",") + "}")
      #expect(envelope == RequestEnvelope(id: 4, kind: .step(action: "policy")))
    }
  }

  @Test func endingsSpeakForThemselves() {
    #expect(
      "\(Ending.crashed(.signal(11), step: 2))"
        == "crashed at step 2: killed by signal 11 (SIGSEGV)")
    #expect(
      "\(Ending.adapterFailure(.wrongProtocol(2), step: nil))"
        == "adapter trouble: the adapter speaks protocol 2, but 1 is needed")
    #expect(Ending.garbled(.wrongID(expected: 3, got: 4), step: 1).step == 1)
    #expect(Ending.answered.step == nil)
    #expect(Ending.adapterFailure(.replied("x"), step: 3).step == 3)
  }
}
