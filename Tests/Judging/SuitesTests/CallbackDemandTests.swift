import AdapterProtocol
import Conformance
import Forge
import Testing
import WireFormat

@testable import SuiteModels
@testable import Suites

/// Section 4.7: what holds of every callback.
@Suite struct CallbackDemandTests {
  private let success = Scene.success(["host", "port"])

  /// A valid request whose callback is this text.
  private func findings(_ text: String, in scene: Scene = Scene()) throws -> [String] {
    var observation = scene.observed([Scene.applyCall])
    observation.callbacks = [CallbackReading(Array(text.utf8))]
    return try scene.findings(observation)
  }

  private var good: String { String(decoding: Scene().callback(success).bytes, as: UTF8.self) }

  private func replacing(_ text: String, _ other: String) throws -> String {
    let range = try #require(good.firstRange(of: text))
    return good.replacingCharacters(in: range, with: other)
  }

  @Test func thereIsExactlyOne() throws {
    let scene = Scene()
    #expect(try scene.findings(scene.observed([Scene.applyCall], success)) == [])
    #expect(try scene.findings(scene.observed([Scene.applyCall])).contains("ABT-CB-01"))
    #expect(
      try scene.findings(scene.observed([Scene.applyCall], success, success)) == ["ABT-CB-01"])
  }

  /// ABT-CB-12: only where the order is seen, which not every adapter tells.
  @Test func itComesBehindTheLastCall() throws {
    var scene = Scene()
    var observation = scene.observed([Scene.applyCall], success)
    observation.lastCallPlace = 2
    observation.firstCallbackPlace = 1
    #expect(try scene.findings(observation) == [])
    scene.capabilities.insert("sequence")
    #expect(try scene.findings(observation) == ["ABT-CB-12"])
    observation.firstCallbackPlace = 3
    #expect(try scene.findings(observation) == [])
    observation.firstCallbackPlace = nil
    #expect(try scene.findings(observation) == [])
  }

  @Test func itHasItsAddress() throws {
    #expect(try findings(good) == [])
    #expect(try findings(replacing("absoluteapps:", "otherapps:")) == ["ABT-CB-02"])
    #expect(
      try findings(replacing("thirdpartyprofilestatus", "ThirdPartyProfileStatus")) == ["ABT-CB-02"]
    )
  }

  @Test(arguments: ["profile=P-1", "payload=Q-1"])
  func identifiersAreEchoed(parameter: String) throws {
    let name = String(parameter.prefix { $0 != "=" })
    #expect(try findings(replacing(parameter, "\(name)=p-1")) == ["ABT-CB-03"])
    #expect(try findings(replacing(parameter, "\(name)=")) == ["ABT-CB-03"])
    #expect(try findings(replacing(parameter + "&", "")) == ["ABT-CB-03"])
    let encoded = parameter.replacingOccurrences("-", "%2D")
    #expect(try findings(replacing(parameter, encoded)) == [], "an escape more does no harm")
  }

  @Test func tokensAreEchoed() throws {
    var scene = Scene()
    scene.forge.token = .damaged(.replaced(with: "a+b &=%"))
    #expect(try scene.findings(scene.observed([], "status=Error")) == [])
    var other = scene
    other.forge.token = .damaged(.replaced(with: "a b &=%"))
    #expect(try scene.findings(other.observed([], "status=Error")) == ["ABT-CB-03"])
    #expect(
      try scene.findings(other.observed([], "status=Error"), targets: ["ABT-TOK-03"]) == [
        "ABT-TOK-03"
      ])
    scene.forge.token = .absent
    #expect(try scene.findings(scene.observed([], "status=Error")) == [], "empty or left out")
  }

  @Test func whatHoldsNULIsNotCompared() throws {
    var scene = Scene()
    scene.forge.token = .damaged(.extended(by: "\u{0}"))
    #expect(try scene.findings(Scene().observed([], "status=Error")) == [])
  }

  @Test func theStatusIsOneOfThreeWords() throws {
    let scene = Scene()
    for word in ["success", "OK", ""] {
      let found = try scene.findings(scene.observed([Scene.applyCall], "status=\(word)"))
      #expect(found.filter { $0 == "ABT-CB-04" }.count == 2, "neither a word nor the right one")
    }
    #expect(try findings(replacing("status=Success", "status=Error")) == ["ABT-CB-04"])
  }

  @Test func theStatusSaysWhatTheDelegateAnswered() throws {
    var scene = Scene()
    scene.delegate = DelegatePlan(apply: .init(answer: .no))
    #expect(try scene.findings(scene.observed([Scene.applyCall], "status=Error")) == [])
    #expect(
      try scene.findings(scene.observed([Scene.applyCall], "status=Canceled")) == ["ABT-CB-04"])
    #expect(
      try scene.findings(scene.observed([Scene.applyCall], success)) == ["ABT-CB-04", "ABT-CHG-09"])
    scene.delegate = DelegatePlan(apply: .init(answer: .cancel))
    #expect(try scene.findings(scene.observed([Scene.applyCall], "status=Canceled")) == [])
    #expect(try scene.findings(scene.observed([Scene.applyCall], "status=Error")) == ["ABT-CB-05"])
    var reset = Scene.reset()
    for (answer, word) in [
      (DelegatePlan.Answer.yes, "Success"), (.no, "Error"), (.cancel, "Canceled"),
    ] {
      reset.delegate = DelegatePlan(revert: .init(answer: answer))
      for other in ["Success", "Error", "Canceled"] {
        let found = try reset.findings(reset.observed([Scene.revertCall], "status=\(other)"))
        #expect(found == (word == other ? [] : [answer == .cancel ? "ABT-CB-05" : "ABT-CB-04"]))
      }
    }
  }

  @Test(arguments: [
    ("status=Error&errorCode=0", true), ("status=Error&errorCode=-2147483648", true),
    ("status=Error&errorCode=1234567890", true), ("status=Error&errorCode=12345678901", false),
    ("status=Error&errorCode=", false), ("status=Error&errorCode=-", false),
    ("status=Error&errorCode=%2B1", false), ("status=Error&errorCode=0x1", false),
    ("status=Error&errorCode=1.0", false), ("status=Canceled&errorCode=1", false),
    ("status=Canceled&errorMessage=x", false), ("status=Error&errorMessage=x", true),
  ])
  func errorCodesAreDecimalAndOfErrorsOnly(rest: String, isRight: Bool) throws {
    var scene = Scene()
    scene.delegate = DelegatePlan(apply: .init(answer: rest.contains("Canceled") ? .cancel : .no))
    // Which code is the right one is another question (ABT-CB-11).
    let found = try scene.findings(scene.observed([Scene.applyCall], rest)).filter {
      $0 != "ABT-CB-11 (should)"
    }
    #expect(found == (isRight ? [] : ["ABT-CB-06"]))
  }

  @Test func delegatesErrorsArePassedOn() throws {
    var scene = Scene()
    let long = String(repeating: "m", count: 400)
    for (message, passed, isRight) in [
      ("no disk", "errorCode=-7&errorMessage=no%20disk", true),
      ("no disk", "errorCode=7&errorMessage=no%20disk", false), ("no disk", "errorCode=-7", false),
      ("no disk", "errorCode=-7&errorMessage=no", false), ("", "errorCode=-7", true),
      (long, "errorCode=-7&errorMessage=mmm", true), (long, "errorCode=-7&errorMessage=mmx", false),
      (long, "errorCode=-7", false),
    ] {
      scene.delegate = DelegatePlan(
        apply: .init(answer: .no, error: .init(code: -7, message: message)))
      let found = try scene.findings(scene.observed([Scene.applyCall], "status=Error&" + passed))
      #expect(found == (isRight ? [] : ["ABT-CB-10 (should)"]), "\(passed)")
    }
  }

  @Test func valuesAddNoParameters() throws {
    var scene = Scene()
    scene.forge.profile = "x&injected=1"
    #expect(try scene.findings(scene.observed([Scene.applyCall], success)) == [])
    let injected =
      "absoluteapps://thirdpartyprofilestatus?profile=x&injected=1&payload=Q-1&token="
      + "\(scene.token)&\(success)"
    #expect(try findings(injected, in: scene) == ["ABT-CB-08", "ABT-CB-03"])
    #expect(try findings(good + "&status=Success") == ["ABT-CB-08"])
    #expect(try findings(good + "&extra=1") == [], "a parameter of its own is no injection")
  }

  @Test(arguments: [" ", "%", "%4", "%zz", "é", "\u{7F}", "\n", "[", "\\"])
  func itIsAURI(text: String) throws {
    #expect(try findings(good + "&extra=" + text) == ["ABT-CB-09"])
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
  }

  fileprivate func replacingOccurrences(_ text: Character, _ other: String) -> String {
    map { $0 == text ? other : String($0) }.joined()
  }

  fileprivate func firstRange(of text: String) -> Range<Index>? { ranges(of: text).first }
}
