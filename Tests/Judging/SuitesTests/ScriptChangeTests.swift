import AdapterProtocol
import Conformance
import Forge
import Testing

@testable import SuiteModels
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

  /// What a kind of change makes of a case, with many choices; nil where it cannot be made.
  private func changed(
    _ suite: any Suite, _ item: Case, _ name: String, times: Int = 60
  ) throws -> [Case] {
    let change = try #require(suite.changes.first { $0.name == name })
    return try (0..<times).compactMap { number in
      var choices = Choices(seed: 7, case: CaseID("\(name)/\(number)"))
      return try suite.changed(
        item, by: change, donor: nil, learnt: LearntValues(), &choices)
    }
  }

  private func payloads(_ item: Case) throws -> [String] {
    try Self.abt.script(item).events.map(\.forge.payload)
  }

  /// Steps of two rows come by turns, and each row keeps its order; nothing is lost.
  @Test func rowsAreMixedInOrder() throws {
    let model = Self.abt.model
    let setup = try Self.abt.script(simplest(Self.abt)[0]).setup
    let events = try (0..<6).map { number in
      var forge = RequestForge(
        .apply, profile: "P", payload: "\(number)", dictionary: .configuration(category: nil, []))
      forge.compression = .storedBlocks(of: 0xFFFF)
      return try Opening(forge, to: setup, in: model.workshop)
    }
    let item = Case(
      suite: "abt", id: CaseID("abt/rows"), variant: model.variant(of: setup), title: "",
      targets: [], needs: [],
      origin: .stored(Script<ABTModel>(setup: setup, events: events), Provenance()))
    let orders = try changed(Self.abt, item, "script/interleave").map { try payloads($0) }
    #expect(orders.allSatisfy { $0.sorted() == (0..<6).map(String.init) })
    #expect(Set(orders).count > 6)
    // Where two rising rows are mixed, no three fall.
    for order in orders {
      for (place, first) in order.enumerated() {
        for (middle, second) in order.enumerated() where middle > place && second < first {
          #expect(!order[middle...].contains { $0 < second }, "\(order)")
        }
      }
    }
  }

  /// A row comes again as it is, or each time about another payload, and never makes a script too long.
  @Test func aRowComesAgain() throws {
    let item = try simplest(Self.abt)[0]
    let before = try payloads(item)
    var isOther = false
    var isSame = false
    var most = 0
    for item in try changed(Self.abt, item, "script/again") {
      let payloads = try payloads(item)
      #expect(payloads.count > before.count && payloads.count <= Self.abt.maxChangedSteps)
      most = max(most, payloads.count)
      if Set(payloads) == Set(before) { isSame = true }
      if Set(payloads).count > before.count { isOther = true }
      #expect(Set(payloads).isSuperset(of: before))
    }
    #expect(isOther && isSame && most > 16)
  }

  /// A variation leaves the step that it is made from, and comes after it.
  @Test func aVariationComesAfterItsStep() throws {
    let item = try simplest(Self.abt)[0]
    let before = try Self.abt.script(item).events.map(\.url)
    let groups = ChangeGroups(
      Self.abt.changes.filter { $0.name == "script/variation" || $0.name.hasPrefix("contents") })
    var count = 0
    for number in 0..<200 {
      var choices = Choices(seed: 7, case: CaseID("variation/\(number)"))
      let change = groups.draw(&choices)
      guard change.name == "script/variation",
        let changed = try Self.abt.changed(
          item, by: change, donor: nil, learnt: LearntValues(), &choices)
      else { continue }
      let urls = try Self.abt.script(changed).events.map(\.url)
      #expect(urls.count == before.count + 1 && urls.filter(before.contains) == before)
      #expect(urls[0] == before[0])
      count += 1
    }
    #expect(count > 50)
  }

  /// The other verb with the same keys comes after the request.
  @Test func aCounterpartHasTheOtherVerb() throws {
    for changed in try changed(Self.abt, simplest(Self.abt)[0], "request/counterpart") {
      let forges = try Self.abt.script(changed).events.map(\.forge)
      let pairs = zip(forges, forges.dropFirst()).filter {
        $0.profile == $1.profile && $0.action != $1.action && $1.payload.hasPrefix($0.payload)
      }
      #expect(pairs.count == 1, "\(forges.map(\.payload))")
    }
  }

  /// Pieces of any cut are together what they were cut out of.
  @Test func piecesOfAnyCutMakeTheWhole() throws {
    var shortest = Int.max
    for changed in try changed(Self.abt, simplest(Self.abt)[0], "pieces", times: 200) {
      let cuts = try Self.abt.script(changed).events.compactMap { $0.forge.chunk?.cut }
      let total = cuts.map(\.upperBound).max() ?? 0
      #expect(cuts.allSatisfy { !$0.isEmpty || cuts.count > 1 })
      #expect(cuts.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= total })
      shortest = min(shortest, cuts.map(\.count).filter { $0 > 0 }.min() ?? .max)
    }
    #expect(shortest == 1)
  }

  /// Of twenty layers the contents and the sequence are not lost sight of.
  @Test func groupsAreDrawnAlike() {
    let groups = ChangeGroups(Self.abt.changes)
    var counts: [String: Int] = [:]
    for number in 0..<4_000 {
      var choices = Choices(seed: 9, case: CaseID("draw/\(number)"))
      let name = groups.draw(&choices).name
      counts[String(name.prefix { $0 != "/" }), default: 0] += 1
    }
    let forms = counts["form"] ?? 0
    #expect(forms > 100 && abs((counts["pieces"] ?? 0) - forms) < forms / 2)
    #expect((counts["contents"] ?? 0) > 2 * forms && (counts["script"] ?? 0) > 2 * forms)
  }

  /// What cannot happen any more is left out, and the rest stays.
  @Test func whatCannotHappenIsLeftOut() throws {
    let suite = Lifecycle.suite
    let item = try simplest(suite)[0]
    var walk = item
    var longest = 0
    let proposal = try #require(suite.changes.first { $0.name == "script/proposal" })
    for number in 0..<40 {
      var choices = Choices(seed: 1, case: CaseID("walk/\(number)"))
      if let longer = try suite.changed(
        walk, by: proposal, donor: nil, learnt: LearntValues(), &choices)
      {
        walk = try #require(try suite.permitted(longer))
        #expect(try suite.isPermitted(walk))
      }
      longest = max(longest, try suite.steps(of: walk))
    }
    #expect(longest > 12)
    // Without its beginning most of it cannot happen.
    let steps = try suite.steps(of: walk)
    let cut = try #require(try suite.keeping(Array(2..<steps), of: walk))
    if try !suite.isPermitted(cut) {
      let rest = try suite.permitted(cut)
      #expect(try rest.map { try suite.isPermitted($0) } ?? true)
      #expect(try rest.map { try suite.steps(of: $0) } ?? 0 < steps - 2)
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
