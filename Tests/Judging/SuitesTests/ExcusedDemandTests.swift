import Conformance
import Forge
import Testing
import WireFormat

@testable import SuiteModels
@testable import Suites

/// Requests that are right and may be refused all the same: they are accepted with exactly their values, or refused.
@Suite struct ExcusedDemandTests {
  /// A key beside the known ones (ABT-DICT-08), and `data-x` beside `data` in the plain edition (ABT-ENC-09).
  private static let changes: [@Sendable (inout RequestForge) -> Void] = [
    { $0.dictionaryForm = .unknownKeyAdded(key: "Comment", value: .string("x")) },
    { $0.parameters = .dataBothUnlike },
    { $0.parameters = .unknownAdded(name: "x", value: nil, index: 0) },
  ]

  /// What refusing each of them gives up.
  private static let concessions: [[String]] = [["ABT-DICT-08 (should)"], [], []]

  @Test(arguments: 0..<2) func bothWaysAreRight(change: Int) throws {
    var scene = Scene()
    Self.changes[change](&scene.forge)
    #expect(try scene.opening().meaning.excuse != nil)
    let accepted = scene.observed([Scene.applyCall], Scene.success(["host", "port"]))
    #expect(try scene.findings(accepted) == [])
    for reply in ["status=Error"] + [1, 6, 7, 9].map({ "status=Error&errorCode=\($0)" }) {
      let findings = try scene.findings(scene.observed([], reply))
      #expect(findings == Self.concessions[change], "\(reply)")
    }
  }

  /// Ignoring unknown keys is a SHOULD (ABT-DICT-08): a library that refuses them gets a warning. It gets none where it may
  /// have refused for another reason.
  @Test func onlyARefusedKeyIsConceded() throws {
    var scene = Scene()
    Self.changes[0](&scene.forge)
    #expect(try scene.opening().meaning.excuse?.concedes == ["ABT-DICT-08"])
    Self.changes[1](&scene.forge)
    #expect(try scene.opening().meaning.excuse?.concedes == [])
    #expect(try scene.findings(scene.observed([], "status=Error")) == [])
  }

  /// ABT-ENC-11: keys of a profile have to be ignored by whoever has ignored another key, and only by them.
  @Test func whoIgnoresOneKeyIgnoresThoseOfProfiles() throws {
    func with(
      _ key: String, _ value: PropertyList = .boolean(false), in scene: Scene = Scene()
    ) -> Scene {
      var scene = scene
      scene.forge.dictionaryForm = .unknownKeyAdded(key: key, value: value)
      return scene
    }
    func taken(_ scene: Scene) -> (Scene, ABTObservation) {
      (scene, scene.observed([Scene.applyCall], Scene.success(["host", "port"])))
    }
    func refused(_ scene: Scene) -> (Scene, ABTObservation) {
      (scene, scene.observed([], "status=Error"))
    }
    let (other, own) = (with("Comment"), with("com.absolute.thirdpartyconfig.DataEncryption"))
    #expect(
      try Scene.findings([taken(other), refused(own)], targets: ["ABT-ENC-11"]).contains(
        "ABT-ENC-11"))
    #expect(try Scene.findings([taken(other), taken(own)]) == [])
    #expect(try Scene.findings([refused(own)]) == ["ABT-DICT-08 (should)"])
    #expect(
      try Scene.findings([refused(other), refused(own)])
        == ["ABT-DICT-08 (should)", "ABT-DICT-08 (should)"])
    #expect(try Scene.findings([taken(own), refused(other)]) == ["ABT-DICT-08 (should)"])
    // What was taken with another value, or in a request of the other kind, says nothing.
    #expect(
      try Scene.findings([taken(with("Comment", .string("x"))), refused(own)])
        == ["ABT-DICT-08 (should)"])
    let reset = with("com.absolute.thirdpartyconfig.DataEncryption", in: .reset())
    #expect(try Scene.findings([taken(other), refused(reset)]) == ["ABT-DICT-08 (should)"])
  }

  @Test(arguments: 0..<2) func nothingInBetweenIs(change: Int) throws {
    var scene = Scene()
    Self.changes[change](&scene.forge)
    #expect(try scene.findings(scene.observed([])) != [])
    #expect(try scene.findings(scene.observed([], Scene.success(["host", "port"]))) != [])
    #expect(try scene.findings(scene.observed([Scene.applyCall], "status=Error")) != [])
    #expect(
      try scene.findings(scene.observed([Scene.applyCall], Scene.success(["host"]))) != [])
  }

  @Test func whatHasNoExcuseIsBound() throws {
    var scene = Scene()
    Self.changes[2](&scene.forge)
    #expect(try scene.opening().meaning.excuse == nil)
    #expect(try scene.findings(scene.observed([], "status=Error")) != [])
  }

  /// ABT-URL-18: an ignored parameter that is no text may make the whole URL unreadable, with or without a callback.
  @Test func aMalformedStrangerAllowsSilence() throws {
    var scene = Scene()
    scene.forge.parameters = .slots(
      [ParameterSlot(nil, name: Array("x".utf8), .raw(Array("%zz".utf8)))]
        + [.token, .profile, .payload, .data].map { ParameterSlot($0) })
    let reading = try scene.opening().meaning
    #expect(reading.mayBeUnreadable || reading.freedom != nil)
    #expect(
      try scene.findings(scene.observed([Scene.applyCall], Scene.success(["host", "port"]))) == [])
    #expect(try scene.findings(scene.observed([], "status=Error")) == [])
    #expect(try scene.findings(scene.observed([])) == [])
    #expect(try scene.findings(scene.observed([], "status=Error", "status=Error")) != [])
    #expect(try scene.findings(scene.observed([], handled: false)) != [])
  }

  /// The plain edition does not look at `data-x`, however often it stands there (ABT-ENC-09); who refuses it says that it is sent both, too.
  @Test(arguments: [1, 4, 5, 6, 7]) func encryptedDataTwiceMayBeRefused(code: Int) throws {
    var scene = Scene()
    let twice = ["QUJD", "REVG"].map {
      ParameterSlot(nil, name: Array("data-x".utf8), .raw(Array($0.utf8)))
    }
    scene.forge.parameters = .slots(
      [.token, .profile, .payload, .data].map { ParameterSlot($0) } + twice)
    #expect(
      try scene.findings(scene.observed([Scene.applyCall], Scene.success(["host", "port"]))) == [])
    #expect(try scene.findings(scene.observed([], "status=Error&errorCode=\(code)")) == [])
  }

  /// A URL that is no URI may be refused by whoever reads URIs alone, with one callback that need not repeat anything.
  @Test(arguments: ["a\"b", "a{b}", "Pr\u{F6}fil", "a[]"]) func whatIsNoURIMayBeRefused(raw: String)
    throws
  {
    var scene = Scene()
    scene.forge.parameters = .slots(
      [ParameterSlot(nil, name: Array("x".utf8), .raw(Array(raw.utf8)))]
        + [.token, .profile, .payload, .data].map { ParameterSlot($0) })
    #expect(try scene.opening().meaning.isNoURI)
    #expect(
      try scene.findings(scene.observed([Scene.applyCall], Scene.success(["host", "port"]))) == [])
    #expect(try scene.findings(scene.observed([], "status=Error")) == [])
    #expect(try scene.findings(scene.observed([], "status=Error&errorCode=1")) == [])
    #expect(try scene.findings(scene.observed([])) != [])
    #expect(try scene.findings(scene.observed([], "status=Error", "status=Error")) != [])
    #expect(try scene.findings(scene.observed([], Scene.success([]))) != [])
    #expect(
      try scene.findings(scene.observed([Scene.applyCall], Scene.success(["host"]))) != [])
  }

  /// Bits that are damaged where a library need not notice, and do no harm.
  @Test func unharmedBitsMayBeRefused() throws {
    var found = 0
    var scene = Scene()
    // Among them the bits between the last code and the checksum, which belong to nothing.
    for bit in 0..<1_600 {
      scene.forge.compression = .bitFlipped(bit)
      guard try scene.opening().meaning.excuse != nil else { continue }
      found += 1
      #expect(try scene.findings(scene.observed([], "status=Error&errorCode=7")) == [])
      #expect(try scene.findings(scene.observed([])) != [])
      #expect(try scene.findings(scene.observed([Scene.applyCall], "status=Error")) != [])
    }
    #expect(found > 0)
  }
}
