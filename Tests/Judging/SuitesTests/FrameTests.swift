import AdapterProtocol
import Conformance
import Forge
import JSONText
import Testing
import WireFormat

@testable import SuiteModels
@testable import Suites

/// What is sent to adapters, read as an adapter reads it.
@Suite struct FrameTests {
  private func read<Value>(
    _ frame: Frame, _ body: (inout JSONReader) throws(JSONError) -> Value
  ) throws -> Value {
    try JSONReader.read(frame.body) { (reader) throws(JSONError) in try body(&reader) }
  }

  @Test(arguments: Edition.allCases) func startsSayHowTheAppIsConfigured(edition: Edition) throws {
    var scene = Scene(edition, allowUnencrypted: true)
    scene.setup.urlScheme = "acme"
    let frame = ABTModel().startFrame(scene.setup, keep: false)
    let object = try JSONValue(parsing: frame.body)
    #expect(object["type"] == "start" && object["suite"] == "abt")
    let start = try ABTStart(try #require(object["configuration"]))
    #expect(start.bundleIdentifier == "com.acme.app" && start.apiKey == "key-1")
    #expect(start.urlScheme == "acme" && start.edition.rawValue == edition.rawValue)
    let isEncrypting = edition == .encrypting
    #expect(start.encryptionSecret == (isEncrypting ? "secret-1" : nil))
    #expect(start.allowUnencrypted == isEncrypting)
  }

  @Test func openingsCarryTheURLAndTheDelegatesPlan() throws {
    var scene = Scene()
    scene.delegate = DelegatePlan(
      apply: .init(
        [
          .didApply("a"), .didApplyOver("b", oldValue: nil),
          .didApplyOver(
            "c", oldValue: .array([.real(-0.0), .data([1]), .date(2), .boolean(false)])),
          .didNotApply("d"),
        ], answer: .no, error: .init(code: -5, message: "m\n")),
      rollback: .init(answer: .no), revert: .init(answer: .cancel))
    let opening = try scene.opening()
    let frame = try #require(ABTModel().frame(opening, of: scene.setup, after: []))
    let step = try read(frame, OpenStep.read)
    #expect(step.url == RequestRenderer().render(scene.forge, for: scene.setup.context))
    #expect(
      step.delegate
        == DelegateScript(
          apply: .init(
            records: [
              .didApply(key: "a"), .didApplyOld(key: "b", .null),
              .didApplyOld(
                key: "c", .array([.real(-0.0), .data([1]), .date(2), .boolean(false)])),
              .didNotApply(key: "d"),
            ], answer: .no, error: .init(code: -5, message: "m\n")),
          rollback: .init(answer: .no), revert: .init(answer: .cancel)))
  }

  @Test func aPlanThatOnlySaysYesIsLeftOut() throws {
    let scene = Scene()
    let frame = try #require(ABTModel().frame(try scene.opening(), of: scene.setup, after: []))
    #expect(try JSONValue(parsing: frame.body)["delegate"] == nil)
    #expect(try read(frame, OpenStep.read).delegate == DelegateScript())
  }

  @Test func modeEventsAreActions() throws {
    func object(_ event: DualModeEvent) throws -> JSONValue {
      try JSONValue(
        parsing: try #require(DualModeModel().frame(event, of: .init(), after: [])).body)
    }
    #expect(
      try object(.launch(shouldStart: true, options: ["b": "2", "a": "1"])) == [
        "type": "step", "action": "launch", "shouldStart": true,
        "options": ["a": "1", "b": "2"],
      ])
    #expect(
      try object(
        .managedPolicy(.unmanaged, .init(secureServices: true, authorization: .retired))) == [
          "type": "step", "action": "managedPolicy", "policy": "UNMANAGED", "secureServices": true,
          "secureFileIORequired": false, "authState": "RETIRED",
        ])
    #expect(
      try object(.userRequests(.nonAppConnect)) == [
        "type": "step", "action": "userRequests", "mode": "NonAppConnectMode",
      ])
    #expect(try object(.terminate) == ["type": "step", "action": "terminate"])
    let start = try JSONValue(parsing: DualModeModel().startFrame(.init(), keep: false).body)
    #expect(start["suite"] == "appconnect.dualmode")
  }
}
