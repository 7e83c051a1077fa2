import AdapterProtocol
import Conformance
import Forge
import Testing

@testable import Suites

/// Scripts that are changed and made simpler, as a campaign does it.
@Suite struct ScriptChangeTests {
  private static let abt = ABT.suite()
  private static let suites: [any Suite] = [
    abt, ABTManager.suite, DualMode.suite, ManagedConfig.suite, Lifecycle.suite,
  ]

  private func simplest(_ suite: any Suite) throws -> [Case] {
    try suite.allVariants.map { variant in
      var choices = Choices(seed: 1, case: CaseID("simplest"))
      return try #require(try suite.simplest(variant, &choices))
    }
  }

  /// Whatever comes out can be sent, explained and stored, and is read again as it was.
  @Test func changedCasesAreCases() throws {
    for suite in Self.suites {
      var corpus = try simplest(suite)
      var used: Set<String> = []
      for number in 0..<400 {
        var choices = Choices(seed: 3, case: CaseID("change/\(number)"))
        let item = choices.pick(corpus)
        let change = choices.pick(suite.changes)
        let donor = choices.pick(corpus.filter { $0.variant == item.variant })
        guard
          let changed = try suite.changed(
            item, by: change, donor: donor, learnt: LearntValues(), &choices),
          try suite.isPermitted(changed)
        else { continue }
        used.insert(change.name)
        let completed = try suite.completed(changed, &choices)
        let named = try suite.named(
          completed, CaseID("\(suite.name)/fuzz/\(number)"), "A case.", about: [])
        if corpus.count < 60 { corpus.append(named) }
        guard number.isMultiple(of: 8) else { continue }
        let text = try suite.encode(named)
        let again = try CaseFile.read(text, suites: Self.suites, name: "stored")
        #expect(try suite.frames(again) == suite.frames(named), "\(number)")
        #expect(try !suite.explain(named, capabilities: []).steps.isEmpty)
      }
      #expect(used.count > suite.changes.count / 2, "\(suite.name): \(used.sorted())")
    }
  }

  @Test func theSameChoicesGiveTheSameCase() throws {
    let item = try simplest(Self.abt)[0]
    for change in Self.abt.changes {
      func frames() throws -> [[UInt8]]? {
        var choices = Choices(seed: 5, case: CaseID("same"))
        return try Self.abt.changed(
          item, by: change, donor: item, learnt: LearntValues(), &choices
        ).map { try Self.abt.frames($0).map(\.body) }
      }
      #expect(try frames() == frames(), "\(change.name)")
    }
  }

  /// A request that shows whether the library still works stands at the end, once.
  @Test func aCanaryStandsAtTheEnd() throws {
    let item = try simplest(Self.abt)[0]
    var choices = Choices(seed: 1, case: CaseID("canary"))
    let steps = try Self.abt.steps(of: item)
    #expect(try Self.abt.steps(of: Self.abt.completed(item, &choices)) == steps)
    let fewer = try #require(try Self.abt.keeping([0], of: item))
    let completed = try Self.abt.completed(fewer, &choices)
    #expect(try Self.abt.steps(of: completed) == 2)
    #expect(try Self.abt.script(completed).events.last?.role == .canary)
  }

  /// A sequence that is longer than what a campaign changes can be made shorter step by step; a series of thousands cannot.
  @Test func longSequencesAreMadeShorter() throws {
    let suite = ManagedConfig.suite()
    let lengths = suite.maxChangedSteps + 2...512
    let long = try #require(
      try suite.cases(seed: 1).first { lengths.contains(try suite.steps(of: $0)) })
    let steps = try suite.steps(of: long)
    let fewer = try #require(try suite.keeping(Array(0..<steps - 1), of: long))
    #expect(try suite.steps(of: fewer) == steps - 1)
    #expect(try suite.keeping([], of: long) == nil, "nothing happens in it")
    let soak = try #require(Self.abt.cases(seed: 1).first { Self.abt.isSoak($0) })
    #expect(try Self.abt.keeping(Array(0..<5_000), of: soak) == nil, "too many")
    #expect(try Self.abt.keeping(Array(0..<500), of: soak) != nil, "few enough")
  }

  /// Simpler cases of each part are fewer and fewer, until there is none.
  @Test func simplifyingEnds() throws {
    let suite = Self.abt
    for id in ["abt/rollback/in-pieces/some/4", "abt/form/zlib/gzip", "abt/form/plist/cycle"] {
      var item = try #require(
        suite.cases(seed: 1).first { $0.id.path.hasPrefix(id) && $0.variant != .sole }, "\(id)")
      #expect(try !suite.unusualParts(of: item).joined().isEmpty)
      var taken = 0
      for place in 0..<(try suite.steps(of: item)) {
        for part in suite.parts {
          var found: Case?
          repeat {
            found = nil
            try suite.simpler(than: item, at: place, in: part) { (simpler) throws(HarnessFault) in
              found = simpler
              return false
            }
            if let found {
              item = found
              taken += 1
            }
          } while found != nil && taken < 2_000
        }
      }
      #expect(taken < 2_000)
      #expect(try suite.unusualParts(of: item).allSatisfy { $0.isEmpty }, "\(id)")
    }
  }
}
