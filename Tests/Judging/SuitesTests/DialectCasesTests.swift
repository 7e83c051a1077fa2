import AdapterProtocol
import Conformance
import Dialects
import Forge
import JSONText
import Synchronization
import Testing
import WireFormat

@testable import SuiteModels
@testable import Suites

/// The cases of `abt` in the five dialects of the corpus.
@Suite struct DialectCasesTests {
  @Test(arguments: CorpusDialects.names)
  func everyCaseIsMadeAndMeansWhatItsBytesSay(name: String) throws {
    let dialect = try CorpusDialects.read(name)
    let suite = ABT.suite(dialect: dialect)
    #expect(suite.lint.isEmpty)
    let workshop = RequestWorkshop()
    var accepted = 0
    var refused = 0
    for item in suite.briefCases(seed: 1) {
      #expect(item.needs.contains("dialect"))
      let script = try suite.script(item)
      #expect(script.setup.dialect === dialect)
      for event in script.events {
        let full = workshop.withBench(dialect) { bench in
          var classifier = RequestClassifier(setup: script.setup, bench: bench)
          return classifier.read(event.url)
        }
        #expect(full.mustRefuse == event.meaning.mustRefuse, "\(item.id): \(full.defects)")
        #expect(full.recognition == event.meaning.recognition, "\(item.id)")
        #expect(full.piece == event.meaning.piece, "\(item.id)")
        if event.meaning.mustRefuse { refused += 1 } else { accepted += 1 }
      }
    }
    #expect(accepted > 2_000 && refused > 2_000)
  }

  /// A dialect may have any number for a limit, also one that cases of fixed sizes have: none of them stands twice.
  @Test(arguments: [1_024, 4_096, 8_192, 16_384, 32_768, 65_536, 100_000, 131_072, 10_000_000])
  func aLimitMayBeAnySize(limit: Int) {
    var dialect = Dialect.profile1
    dialect.limits.maxInflatedBytes = limit
    dialect.limits.maxPackedBytes = limit
    #expect(ABT.suite(dialect: SharedDialect(dialect)).lint == [])
  }

  /// Limits and their boundary cases follow: what is accepted at the limit is refused one beyond it.
  @Test(arguments: CorpusDialects.names)
  func limitsAreThoseOfTheDialect(name: String) throws {
    let dialect = try CorpusDialects.read(name)
    let limits = dialect.value.limits
    let suite = ABT.suite(dialect: dialect)
    func first(_ id: String) throws -> Opening {
      let item = try #require(
        suite.cases(seed: 1).first { $0.id.path == id && $0.variant.name == "plain" }, "\(id)")
      return try #require(suite.script(item).events.first, "\(id)")
    }
    #expect(try !first("abt/data/size/limit0").meaning.mustRefuse)
    let beyond = try first("abt/data/size/limit-plus-1").meaning
    #expect(
      beyond.defects.map(\.codes) == [
        [dialect.value.errorCodes.dataTooLarge, dialect.value.errorCodes.undecodableData]
      ])
    #expect(try first("abt/url/length/limit/apply").url.count == limits.maxURLBytes)
    #expect(try first("abt/data/depth/\(limits.maxDepth)-arrays").meaning.freedom == nil)
    let pieces = try #require(
      suite.cases(seed: 1).first { $0.id.path == "abt/chunks/too-many/none" })
    let script = try suite.script(pieces)
    #expect(script.events.count { $0.meaning.piece != nil } == limits.maxChunks)
    #expect(script.events.allSatisfy { !$0.meaning.mustRefuse })
  }

  /// No family takes the number of assemblies for a small one, or for more than one.
  @Test(arguments: [1, 2, 511, 512, 600])
  func casesAboutAnyNumberOfAssembliesAreMade(most: Int) throws {
    var value = Dialect.profile1
    value.limits.maxAssemblies = most
    let suite = ABT.suite(dialect: SharedDialect(value))
    var openings = 0
    for item in suite.cases(seed: 1)
    where item.id.path.hasPrefix("abt/chunks/open-at-once/") && item.variant == .plain {
      openings += try suite.script(item).events.count
    }
    #expect(openings > most)
  }

  /// No family takes a name of profile 1 for granted: none stands in a request in a dialect that has others.
  @Test func noRequestHasNamesOfProfile1() throws {
    let suite = ABT.suite(dialect: try CorpusDialects.read("another-house"))
    let names = Dialect.Parameters()
    let foreign =
      [
        names.token, names.profile, names.payload, names.data, names.encryptedData, names.chunk,
        names.chunks,
      ]
      .flatMap { ["?\($0)=", "&\($0)="] } + ["x-absolutemanageconfig", "ABTC"]
    var requests = 0
    // A form of the forge, which knows no dialect: what is in a fragment is no parameter.
    for item in suite.briefCases(seed: 3) where item.id.path != "abt/form/url/fragment" {
      for event in try suite.script(item).events {
        requests += 1
        // What stands in the data is compressed, so that only addresses and parameters can be looked at. Noise may hold anything.
        let start = Array(event.url.prefix(4_096))
        for name in foreign where start.contains(text: name) {
          Issue.record(
            "\(item.id) has \(name): \(String(decoding: start.prefix(200), as: UTF8.self))")
        }
      }
    }
    #expect(requests > 10_000)
  }

  @Test func aDialectWithoutACipherHasOneEdition() throws {
    let suite = ABT.suite(dialect: try CorpusDialects.read("plain-only"))
    #expect(Set(suite.cases(seed: 1).map(\.variant)) == [.plain])
    // An adapter says which editions there are before it hears of a dialect.
    let claim = SuiteClaim(editions: ["plain", "encrypting"], capabilities: [])
    let hello = Hello(
      implementationName: "x", implementationVersion: "1", language: "-",
      suites: [ABT.name: claim])
    #expect(UnknownClaim.all(in: hello, of: [suite]).isEmpty)
    #expect(suite.variants(in: claim) == [.plain])
  }

  /// A case file holds the dialect of its app, and is read with no word about it.
  @Test(arguments: CorpusDialects.names)
  func storedCasesKeepTheirDialect(name: String) throws {
    let dialect = try CorpusDialects.read(name)
    let suite = ABT.suite(dialect: dialect)
    let item = try #require(suite.cases(seed: 4).first { $0.id.path == "abt/token/upper-case" })
    let bytes = try suite.encode(item)
    guard case .external = dialect.value.token else {
      let script = try ABT.suite().script(CaseFile.read(bytes, suites: [ABT.suite()], name: "x"))
      #expect(script.setup.dialect == dialect)
      #expect(try script.events.map(\.meaning) == suite.script(item).events.map(\.meaning))
      return
    }
    // A command that stands in a file is run only where somebody has named it.
    let read = try suite.script(CaseFile.read(bytes, suites: [suite], name: "x"))
    #expect(try read.events.map(\.meaning) == suite.script(item).events.map(\.meaning))
    let error = #expect(throws: JSONError.self) {
      try CaseFile.read(bytes, suites: [ABT.suite()], name: "x")
    }
    #expect(error.map { "\($0)".contains("are never run") } == true)
  }

  @Test func aTokenThatCannotBeMadeEndsTheCase() throws {
    var value = Dialect.profile1
    value.token = .external(command: ["make-token"])
    let asked = Counter()
    let dialect = SharedDialect(
      value,
      tokens: ExternalTokens { _, _ throws(ExternalTokens.Failure) in
        asked.add()
        throw ExternalTokens.Failure("no token today")
      })
    let suite = ABT.suite(dialect: dialect)
    let item = try #require(suite.cases(seed: 1).first)
    let fault = #expect(throws: HarnessFault.self) { try suite.script(item) }
    #expect(fault?.message.contains("no token today") == true)
    #expect(asked.count == 1)
  }
}

private final class Counter: Sendable {
  private let value = Mutex(0)
  var count: Int { value.withLock { $0 } }
  func add() { value.withLock { $0 += 1 } }
}
