import ReferenceLibrary
import Testing
import WireFormat

@Suite("Dialects (section 3)")
struct DialectTests {
  private final class Quiet: ConfigurationDelegate {
    func applyConfiguration(_ set: ConfigurationSet) -> ConfigurationAnswer { .yes }
    func revertConfiguration(_ set: ConfigurationSet) -> ConfigurationAnswer { .yes }
  }

  /// What a library in this dialect answers to each request.
  private func answers(
    _ dialect: ConfigurationDialect, _ requests: [TestRequest]
  ) throws -> [CallbackURL] {
    var opened: [String] = []
    let app = Quiet()
    let registration = AppRegistration(
      bundleIdentifier: TestRequest.bundleIdentifier, apiKey: TestRequest.apiKey)
    let manager = ConfigurationManager(
      registration, dialect: dialect, delegate: app, openCallback: { opened.append($0) },
      log: { _ in })
    for request in requests { #expect(manager.handle(request.url)) }
    return try opened.map { try CallbackURL(Array($0.utf8)) }
  }

  private let request = TestRequest.apply([("host", .string("mail"))])

  @Test("profile 1 is the profile 1 of the codecs")
  func profile1() {
    let ours = ConfigurationDialect.profile1
    let theirs = Dialect.profile1
    #expect(ours.schemePrefix == theirs.schemePrefix)
    #expect(ours.callbackPrefix == theirs.callbackPrefix)
    #expect(ours.magic == theirs.magic)
    #expect(ours.changedValuesCarryMagic == theirs.changedValuesCarryMagic)
    #expect(members(ours.verbs) == members(theirs.verbs))
    #expect(members(ours.parameters) == members(theirs.parameters))
    #expect(members(ours.keys) == members(theirs.keys))
    #expect(members(ours.statuses) == members(theirs.statuses))
    #expect(members(ours.errorCodes) == members(theirs.errorCodes))
    var limits = members(theirs.limits)
    limits["maxURLBytes"] = nil
    #expect(members(ours.limits) == limits)
  }

  private func members(_ value: some Sendable) -> [String: String] {
    var members: [String: String] = [:]
    for case (let name?, let child) in Mirror(reflecting: value).children {
      members[name] = "\(child)"
    }
    return members
  }

  @Test("an external token is compared as it is, and an empty one is never valid")
  func externalToken() throws {
    var dialect = ConfigurationDialect.profile1
    dialect.token = .external(token: "Acme")
    let tokens = ["Acme", "acme", "", TestRequest.token].map { request.with("token", $0) }
    #expect(
      try answers(dialect, tokens).map(\.status) == ["Success", "Error", "Error", "Error"])
    dialect.token = .external(token: "")
    #expect(try answers(dialect, tokens).allSatisfy { $0.isError(3) })
  }

  @Test("tokens of the named algorithms are those of the codecs")
  func tokens() throws {
    let named: [(ConfigurationDialect.TokenAlgorithm, Dialect.TokenAlgorithm)] = [
      (.hmacSHA256Hex, .hmacSHA256Hex), (.hmacSHA1Hex, .hmacSHA1Hex), (.sha256Hex, .sha256Hex),
    ]
    for (ours, theirs) in named {
      var dialect = ConfigurationDialect.profile1
      dialect.token = ours
      let token = try #require(
        Token.make(
          theirs, bundleIdentifier: TestRequest.bundleIdentifier, apiKey: TestRequest.apiKey))
      let answer = try answers(dialect, [request.with("token", token)])
      #expect(answer.map(\.status) == ["Success"])
    }
  }

  @Test("limits hold, and values out of their ranges do no harm")
  func limits() throws {
    var dialect = ConfigurationDialect.profile1
    dialect.limits.maxInflatedBytes = 2_000
    let long = TestRequest.apply([("host", .string(String(repeating: "x", count: 2_000)))])
    #expect(try answers(dialect, [request, long]).map(\.code) == [nil, "8"])

    dialect = .profile1
    dialect.limits.maxAssemblies = 1
    let first = TestRequest.pieces([("host", .string("mail"))], 2)
    let second = first.map { $0.with("payload", "OTHER") }
    let dropped = try answers(dialect, [first[0], second[0], first[1], first[0]])
    #expect(dropped.map(\.changed) == [nil, nil, nil, ["host"]])

    for number in [Int.min, -1, 0, Int.max] {
      dialect.limits.maxInflatedBytes = number
      dialect.limits.maxDepth = number
      dialect.limits.maxChunks = number
      dialect.limits.maxAssemblies = number
      dialect.limits.maxPackedBytes = number
      #expect(try answers(dialect, [request]).map(\.status) == ["Success"])
      let pieces = try answers(dialect, TestRequest.pieces([("host", .string("mail"))], 2))
      #expect(pieces.map(\.code) == (number == .max ? [nil, nil] : ["13", "13"]))
    }
  }

  @Test("without a magic there is none to look for")
  func noMagic() throws {
    var dialect = ConfigurationDialect.profile1
    dialect.magic = []
    #expect(try answers(dialect, [request]).map(\.code) == ["7"])
    var other = Dialect.profile1
    other.magic = []
    var packing = Packing(dialect: other)
    let bare = TestRequest(packed: packing.pack(TestRequest.dictionary([])))
    #expect(try answers(dialect, [bare]).map(\.status) == ["Success"])
  }
}
