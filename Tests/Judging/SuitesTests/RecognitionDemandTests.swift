import AdapterProtocol
import Conformance
import Forge
import Testing
import WireFormat

@testable import SuiteModels
@testable import Suites

/// Sections 4.1, 4.2 and 4.8: whose URL it is, and what has to be refused.
@Suite struct RecognitionDemandTests {
  @Test func aURLOfTheAppIsHandled() throws {
    let scene = Scene()
    let good = scene.observed([Scene.applyCall], Scene.success(["host", "port"]))
    #expect(try scene.findings(good) == [])
    let unhandled = scene.observed(
      [Scene.applyCall], Scene.success(["host", "port"]), handled: false)
    #expect(try scene.findings(unhandled) == ["ABT-URL-01"])
    #expect(try scene.findings(unhandled, targets: ["ABT-URL-04"]) == ["ABT-URL-04"])
    var custom = scene
    custom.setup.urlScheme = "acme"
    #expect(try custom.findings(unhandled) == ["ABT-URL-02"])
    #expect(try custom.findings(good) == [])
  }

  @Test func aURLOfAnotherSchemeIsLeftAlone() throws {
    var scene = Scene()
    scene.forge.scheme = .verbatim("https")
    #expect(try scene.findings(scene.observed([], handled: false)) == [])
    #expect(try scene.findings(scene.observed([])) == ["ABT-URL-03"])
    #expect(try scene.findings(scene.observed([Scene.applyCall], handled: false)) == ["ABT-URL-03"])
    #expect(
      try scene.findings(scene.observed([], "status=Error", handled: false)) == ["ABT-URL-03"])
  }

  /// ABT-TOK-11: also the log of a URL that is nobody's, or that cannot be read.
  @Test func nothingSecretShowsOfAnyURL() throws {
    var scene = Scene()
    scene.setup.apiKey = "a key of more than sixteen bytes"
    var foreign = scene
    foreign.forge.scheme = .verbatim("https")
    var unreadable = scene
    unreadable.forge.parameters = .slots([.init(.token, .raw(Array("%zz".utf8))), .init(.data)])
    for (scene, observation) in [
      (foreign, foreign.observed([], handled: false)),
      (unreadable, unreadable.observed([])),
    ] {
      #expect(try scene.findings(observation) == [])
      var leaking = observation
      leaking.log = ["passed over", "key=\(scene.setup.apiKey)"]
      #expect(try scene.findings(leaking) == ["ABT-TOK-11"])
    }
  }

  @Test func theDefaultSchemeBesideAnOwnOneIsFree() throws {
    var scene = Scene()
    scene.setup.urlScheme = "acme"
    scene.forge.scheme = .byBundleIdentifier
    let handled = scene.observed([Scene.applyCall], Scene.success(["host", "port"]))
    #expect(try scene.findings(handled) == [])
    #expect(try scene.findings(scene.observed([], handled: false)) == [])
    #expect(try scene.findings(scene.observed([Scene.applyCall], handled: false)) != [])
  }

  @Test func theSchemeInOtherCaseMayBeLeftAloneAtThePriceOfAWarning() throws {
    var scene = Scene()
    scene.forge.scheme = .verbatim("X-AbsoluteManageConfig.com.acme.app")
    let handled = scene.observed([Scene.applyCall], Scene.success(["host", "port"]))
    #expect(try scene.findings(handled) == [])
    #expect(try scene.findings(scene.observed([], handled: false)) == ["ABT-URL-05 (should)"])
    let twice = scene.observed([Scene.applyCall], Scene.success(["host", "port"]), "status=Error")
    #expect(try scene.findings(twice).isEmpty == false)
    // What is handled has not been left alone, however much is wrong with it.
    scene.forge.token = .absent
    let findings = try scene.findings(handled)
    #expect(findings.contains("ABT-TOK-02") && !findings.contains("ABT-URL-03"))
  }

  /// ABT-URL-15 leaves open what becomes of such a URL; without the right token nothing does (ABT-TOK-02).
  @Test(arguments: [ShapeLayer.port("80"), .path("/"), .userInformation("u"), .fragment("top")])
  func anAddressDoesNotStandForAToken(shape: ShapeLayer) throws {
    var scene = Scene()
    scene.forge.shape = shape
    let taken = scene.observed([Scene.applyCall], Scene.success(["host", "port"]))
    #expect(try scene.findings(taken) == [])
    for token in [TokenLayer.absent, .damaged(.reversed)] {
      scene.forge.token = token
      #expect(try scene.findings(taken) == ["ABT-TOK-02"])
      #expect(try scene.findings(scene.observed([], Scene.success([]))) == [])
    }
    // Some readers take what stands in a fragment for parameters.
    scene.forge.shape = .fragment("&token=1")
    #expect(try scene.findings(taken) == [])
  }

  @Test(
    arguments: [
      ("verb", ["ABT-URL-06"], "ABT-URL-06"), ("profile", ["ABT-URL-12"], "ABT-URL-12"),
      ("payload", ["ABT-URL-12"], "ABT-URL-12"), ("token", ["ABT-TOK-02"], "ABT-TOK-03"),
      ("token", ["ABT-TOK-05"], "ABT-TOK-05"), ("no token", ["ABT-TOK-04"], "ABT-TOK-04"),
      ("no data", ["ABT-DEL-05"], "ABT-DEL-05"), ("empty data", ["ABT-URL-14"], "ABT-URL-14"),
      ("base64", ["ABT-DATA-02"], "ABT-DATA-02"), ("zlib", ["ABT-DATA-03"], "ABT-DATA-03"),
      ("magic", ["ABT-DATA-05"], "ABT-DATA-05"), ("plist", ["ABT-DATA-06"], "ABT-DATA-06"),
      ("bomb", ["ABT-DATA-08"], "ABT-DATA-08"), ("array", ["ABT-DATA-12"], "ABT-DATA-12"),
      ("version", ["ABT-DICT-02"], "ABT-DICT-02"), ("no version", ["ABT-DICT-03"], "ABT-DICT-03"),
      ("category", ["ABT-DICT-05"], "ABT-DICT-05"), ("no conf", ["ABT-DICT-06"], "ABT-DICT-06"),
      ("chunk", ["ABT-CHUNK-07"], "ABT-CHUNK-07"), ("chunks", ["ABT-CHUNK-08"], "ABT-CHUNK-08"),
      ("data-x", ["ABT-ENC-02"], "ABT-ENC-02"),
    ] as [(String, [Clause.ID], Clause.ID)])
  func whatIsWrongIsRefused(damage: String, targets: [Clause.ID], ofStatus: Clause.ID) throws {
    var scene = Scene()
    let code = try scene.damage(damage)
    let right = scene.observed([], "status=Error&errorCode=\(code)")
    #expect(try scene.findings(right) == [])
    #expect(try scene.findings(scene.observed([], "status=Error")) == [], "the code is optional")
    #expect(
      try scene.findings(scene.observed([], "status=Error&errorCode=99")) == ["ABT-CB-11 (should)"])
    let accepted = scene.observed([Scene.applyCall], Scene.success(["host", "port"]))
    #expect(
      Set(try scene.findings(accepted, targets: targets))
        == Set(targets.map(\.path) + [ofStatus.path]))
    let silent = scene.observed([], "status=Success")
    #expect(try scene.findings(silent, targets: [ofStatus]) == [ofStatus.path])
    let unhandled = scene.observed([], "status=Error", handled: false)
    #expect(try scene.findings(unhandled, targets: ["ABT-URL-04"]) == ["ABT-URL-04"])
  }

  @Test func theEncryptingEditionTakesOnlyWhatItShould() throws {
    var unencrypted = Scene(.encrypting)
    unencrypted.forge.parameter = .data
    unencrypted.forge.encryption = .none
    let accepted = unencrypted.observed([Scene.applyCall], Scene.success(["host", "port"]))
    let refused = unencrypted.observed([], "status=Error&errorCode=6")
    #expect(try unencrypted.findings(refused) == [])
    #expect(Set(try unencrypted.findings(accepted)) == ["ABT-ENC-03"])
    unencrypted.setup.allowUnencrypted = true
    #expect(try unencrypted.findings(accepted) == [])
    #expect(try unencrypted.findings(refused, targets: ["ABT-ENC-04"]).contains("ABT-ENC-04"))

    let encrypted = Scene(.encrypting)
    #expect(try encrypted.findings(accepted) == [])
    #expect(try encrypted.findings(refused, targets: ["ABT-ENC-01"]).contains("ABT-ENC-01"))

    var wrongKey = Scene(.encrypting)
    wrongKey.forge.encryption = .otherKey(
      bundleIdentifier: "com.acme.app", secret: "other", iv: [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(try wrongKey.findings(wrongKey.observed([], "status=Error&errorCode=7")) == [])
    #expect(Set(try wrongKey.findings(accepted, targets: ["ABT-ENC-05"])) == ["ABT-ENC-05"])
  }

  @Test func aWrongTokenGivesItsCodeAlone() throws {
    var scene = Scene()
    scene.forge.token = .damaged(.digitChanged(index: 0))
    scene.forge.magic = .missing
    #expect(try scene.findings(scene.observed([], "status=Error&errorCode=3")) == [])
    #expect(
      try scene.findings(scene.observed([], "status=Error&errorCode=7")) == ["ABT-CB-11 (should)"])
    scene.forge.token = .absent
    #expect(try scene.findings(scene.observed([], "status=Error&errorCode=7")) == [])
    #expect(try scene.findings(scene.observed([], "status=Error&errorCode=3")) == [])
  }

  /// ABT-CHUNK-08 needs requests that announce more pieces than there may be.
  @Test func moreChunksThanThereMayBeCanBeForged() throws {
    var scene = Scene()
    scene.forge.chunk = .init(index: 1, of: 257)
    #expect(throws: Never.self) { try scene.opening() }
  }

  @Test func resetsNeedTheirToken() throws {
    var scene = Scene.reset()
    scene.forge.token = .damaged(.doubled)
    let accepted = scene.observed([Scene.revertCall], "status=Success")
    #expect(try scene.findings(accepted, targets: ["ABT-TOK-08"]).contains("ABT-TOK-08"))
  }
}

extension Scene {
  /// Breaks the request in one named way; returns an error code that is right for it.
  fileprivate mutating func damage(_ name: String) throws -> Int {
    func list(_ members: [PropertyList.Member]) -> DictionaryLayer {
      .verbatim(.dictionary(members))
    }
    let configuration = PropertyList.Member(key: "Configuration", value: .dictionary(Self.members))
    let version = PropertyList.Member(key: "Version", value: .integer(1))
    switch name {
    case "verb": forge.verb = .verbatim("install")
    case "profile": forge.profile = ""
    case "payload": forge.payload = ""
    case "token": forge.token = .damaged(.digitChanged(index: 63))
    case "no token": forge.token = .absent
    case "no data": forge.parameter = nil
    case "empty data": forge.base64 = .emptied
    case "base64": forge.base64 = .foreignCharacter(index: 4, scalar: "!")
    case "zlib": forge.compression = .truncated(by: 1)
    case "magic": forge.magic = .missing
    case "plist": forge.propertyList = .replaced(with: Array("<plist/>".utf8))
    case "bomb": forge.compression = .bomb(count: 2 << 20)
    case "array": forge.dictionary = .verbatim(.array([.dictionary([version, configuration])]))
    case "version":
      forge.dictionary = list([.init(key: "Version", value: .integer(2)), configuration])
    case "no version":
      forge.dictionary = list([.init(key: "Version", value: .boolean(true)), configuration])
    case "category":
      forge.dictionary = list([
        version, .init(key: "Category", value: .integer(1)), configuration,
      ])
    case "no conf": forge.dictionary = list([version])
    case "chunk": forge.chunk = .init(index: 3, of: 2)
    case "chunks":
      forge.chunk = .init(index: 1, of: 257)
      forge.scheme = .byBundleIdentifier
    case "data-x": encrypt()
    default: throw HarnessFault("there is no damage \(name)")
    }
    let codes = [
      "verb": 2, "profile": 1, "payload": 1, "token": 3, "no token": 3, "no data": 4, "base64": 7,
      "empty data": 4, "zlib": 7, "magic": 7, "plist": 7, "bomb": 8, "array": 9, "version": 10,
      "no version": 9, "category": 9, "no conf": 9, "chunk": 12, "chunks": 13, "data-x": 5,
    ]
    return try #require(codes[name])
  }
}
