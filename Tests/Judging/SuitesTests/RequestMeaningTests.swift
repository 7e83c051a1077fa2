import Conformance
import Forge
import Testing
import WireFormat

@testable import SuiteModels
@testable import Suites

/// The strict reader on URLs that no forge made.
@Suite struct RequestMeaningTests {
  private let setup = ABTSetup(
    bundleIdentifier: "com.acme.app", apiKey: "key-1", edition: .plain, encryptionSecret: "")

  private var token: String { RequestRenderer().token(.canonical, setup.context) ?? "" }

  private var data: String {
    let value = DictionaryLayer.configuration(category: nil, []).value(.profile1)
    return String(
      decoding: PercentCoding.encode(Base64Text.encode(Packing.pack(value))), as: UTF8.self)
  }

  private func read(_ text: String) -> RequestMeaning {
    RequestWorkshop().withBench(.profile1) { bench in
      var classifier = RequestClassifier(setup: setup, bench: bench)
      return classifier.read(Array(text.utf8))
    }
  }

  private let base = "x-absolutemanageconfig.com.acme.app://apply?"

  private func clauses(_ reading: RequestMeaning) -> [String] {
    reading.defects.compactMap { $0.clauses.first?.path }
  }

  @Test func aRightRequestIsBound() {
    let right = read(base + "token=\(token)&profile=p&payload=q&data=\(data)")
    var bound = RequestMeaning(.ours)
    bound.action = .apply
    bound.echoes = .init(profile: [0x70], payload: [0x71], token: Array(token.utf8))
    bound.parameter = .data
    bound.contents = .apply(category: nil, [])
    #expect(right == bound)
    let shuffled = read(base + "data=\(data)&x=%41&payload=q&&tokens=1&profile=p&token=\(token)")
    #expect(shuffled == bound, "order and unknown parameters do not matter")
  }

  @Test(arguments: ["x=%zz", "x=%ff", "x=%4", "\u{e9}=%80"])
  func anIgnoredParameterThatIsNoTextExcuses(stranger: String) {
    let right = read(base + "token=\(token)&\(stranger)&profile=p&payload=q&data=\(data)")
    #expect(right.excuse?.words.contains("ABT-URL-18") == true)
    #expect(!right.mustRefuse && right.freedom == nil && !right.isUnreadable)
    let wrong = read(base + "token=x&\(stranger)&profile=p&payload=q&data=\(data)")
    #expect(clauses(wrong) == ["ABT-TOK-02"], "what is wrong besides has to be refused")
  }

  @Test(arguments: [
    "", "https://a/b?c", "x-absolutemanageconfig.com.acme.ap://apply", "%00", "com.acme.app",
  ])
  func otherSchemesAreForeign(text: String) {
    #expect(read(text) == RequestMeaning(.foreign))
  }

  @Test(arguments: ["", "//", "//apply", "//apply?", "//?", "?", "//apply?&&", "//reset?token"])
  func emptyRequestsMustBeRefused(rest: String) {
    let reading = read("x-absolutemanageconfig.com.acme.app:" + rest)
    #expect(reading.recognition == .ours)
    #expect(clauses(reading).contains("ABT-URL-12"))
  }

  @Test(arguments: ["u@apply", "apply:80", "apply/", "apply/x"])
  func moreInTheAddressIsFree(authority: String) {
    let reading = read(
      "x-absolutemanageconfig.com.acme.app://\(authority)?token=\(token)&profile=p&payload=q&data=\(data)"
    )
    #expect(reading.freedom != nil)
    #expect(!reading.mustRefuse)
  }

  @Test func whatIsRepeatedOrInOtherCaseIsAdvisedAgainst() {
    let right = "token=\(token)&profile=p&payload=q&data=\(data)"
    #expect(read(base + right + "#f").freedom != nil)
    #expect(read(base + right + "&profile=p").freedom != nil, "twice with one value is free")
    let repeated = read(base + right + "&profile=z")
    #expect(repeated.advice?.clause == "ABT-URL-13" && repeated.advice?.defects.isEmpty == false)
    #expect(!repeated.mustRefuse && repeated.freedom == nil)
    let beside = read(base + right + "&Token=1")
    #expect(beside.advice?.clause == "ABT-URL-17" && beside.advice?.defects.isEmpty == true)
    let instead = read(base + right.replacing("payload=", with: "Payload="))
    #expect(instead.advice?.clause == "ABT-URL-17" && instead.advice?.defects.isEmpty == false)
    #expect(!instead.mustRefuse)
    let capitals = read("x-absolutemanageconfig.com.acme.app://APPLY?" + right)
    #expect(capitals.excuse?.concedes == ["ABT-URL-07"] && capitals.contents != nil)
    #expect(
      read("X-absolutemanageconfig.com.acme.app://apply?" + right).recognition == .oursInOtherCase)
  }

  /// What is wrong whichever of two parameters counts has to be refused.
  @Test func aWrongTokenIsRefusedBesideWhatIsUnclear() {
    let wrong = "token=x&profile=p&payload=q&data=\(data)"
    #expect(clauses(read(base + wrong + "&profile=z")).contains("ABT-TOK-02"))
    #expect(clauses(read(base + wrong + "&Data=1")).contains("ABT-TOK-02"))
    #expect(!read(base + wrong + "&token=\(token)").mustRefuse)
    #expect(!read(base + wrong + "&Token=\(token)").mustRefuse)
  }

  @Test(arguments: [
    ("token=x", "ABT-TOK-02"), ("chunk=1", "ABT-CHUNK-07"), ("chunks=2", "ABT-CHUNK-07"),
    ("chunk=0&chunks=2", "ABT-CHUNK-07"), ("chunk=a&chunks=2", "ABT-CHUNK-07"),
    ("chunk=1&chunks=99999999999999999999", "ABT-CHUNK-08"), ("chunk=1&chunks=257", "ABT-CHUNK-08"),
  ])
  func eachDefectHasItsClause(parameters: String, clause: String) {
    let own = parameters.hasPrefix("token") ? "" : "token=\(token)&"
    let reading = read(base + own + "profile=p&payload=q&data=\(data)&" + parameters)
    #expect(clauses(reading) == [clause])
  }

  /// ABT-CB-11: of several errors any code is right, and a number that fits into no integer may be none.
  @Test(arguments: [
    ("chunk=300&chunks=299", [12, 13]), ("chunk=1&chunks=257", [13]), ("chunk=3&chunks=2", [12]),
    ("chunk=1&chunks=4294967297", [12, 13]), ("chunk=18446744073709551617&chunks=2", [12, 13]),
    ("chunk=4294967297&chunks=2", [12, 13]), ("chunk=2147483647&chunks=2", [12]),
    ("chunk=18446744073709551617&chunks=18446744073709551618", [12, 13]),
  ])
  func chunkNumbersOutOfBoundsHaveTheirCodes(parameters: String, codes: [Int]) {
    let reading = read(base + "token=\(token)&profile=p&payload=q&data=\(data)&" + parameters)
    #expect(Set(reading.defects.flatMap(\.codes)) == Set(codes))
  }

  /// ABT-CB-11: an array that holds itself has no end, so that it may be too much as well; one that refers to what is not there may not.
  @Test(arguments: [
    (
      "eJxzdApxTirIySwuMTBYyMDBAAaMjAxQBgMq4AIAvpIEvw%3D%3D",
      [7, 8, 9]
    ),
    (
      "eJxzdApxTirIySwuMTBYyMnBAAaMjAxQBgMq4AIAv8QEyA%3D%3D", [7, 9]
    ),
  ])
  func codesOfBrokenStructures(data: String, codes: [Int]) {
    let reading = read(base + "token=\(token)&profile=p&payload=q&data=\(data)")
    #expect(clauses(reading) == ["ABT-DATA-07"])
    #expect(Set(reading.defects.flatMap(\.codes)) == Set(codes))
  }

  /// ABT-URL-18: no delegate call where a known parameter is malformed.
  @Test(arguments: ["profile=%zz&payload=q", "profile=p&payload=%4", "profile=%FF&payload=q"])
  func malformedIdentifiersAreNeverAccepted(identifiers: String) {
    let reading = read(base + "token=\(token)&\(identifiers)&data=\(data)")
    #expect(reading.isUnreadable || reading.mustRefuse || reading.freedom != nil)
  }

  /// Section 4.1: a percent-encoded verb or name, a missing `//` and an encoded NUL are free.
  @Test func whatSection41LeavesOpenIsFree() {
    let right = "token=\(token)&profile=p&payload=q&data=\(data)"
    let scheme = "x-absolutemanageconfig.com.acme.app:"
    for text in [
      scheme + "//%61pply?" + right, scheme + "apply?" + right,
      base + right.replacing("profile=", with: "%70rofile="),
      base + right.replacing("profile=p", with: "profile=p%00"),
    ] {
      #expect(read(text).freedom != nil, "\(text)")
    }
  }

  /// Section 4.10: leading zeros, signs and spaces in the numbers are free.
  @Test(arguments: [
    "chunk=01&chunks=1", "chunk=%2B1&chunks=1", "chunk=1&chunks=%201", "chunk=1%20&chunks=1",
  ])
  func oddlyWrittenChunkNumbersAreFree(parameters: String) {
    let reading = read(base + "token=\(token)&profile=p&payload=q&data=\(data)&" + parameters)
    #expect(reading.freedom != nil)
  }

  /// NUL in what names a profile or a payload leaves the request to the library, also where everything else is as usual.
  @Test(arguments: [false, true]) func nulInAnIdentifierIsFree(isInPayload: Bool) throws {
    var scene = Scene()
    if isInPayload { scene.forge.payload = "a\u{0}b" } else { scene.forge.profile = "a\u{0}b" }
    #expect(try scene.opening().meaning.freedom != nil)
  }
}
