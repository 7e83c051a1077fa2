import AdapterProtocol
import Conformance
import JSONText
import Synchronization
import Testing

@Suite struct ModelSuiteTests {
  typealias Specification = CaseSpecification<Turnstile>

  private func specification(
    _ id: String, targets: [Clause.ID] = ["TS-1"], variants: [Variant] = [.plain]
  ) -> Specification {
    Specification(id, "A case.", variants: variants, targets: targets) { choices, variant in
      let count = choices.within(1...4)
      return Script(
        setup: .init(name: variant.name),
        events: (0..<count).map { _ in choices.pick([.coin, .push]) })
    }
  }

  private func suite(
    _ cases: [Specification], clauses: [Clause] = Turnstile.clauses,
    variants: [Variant] = [.plain, .encrypting]
  ) -> ModelSuite<Turnstile> {
    ModelSuite(name: "ts", model: Turnstile(), clauses: clauses, variants: variants, cases: cases)
  }

  @Test func aSoundSuiteHasNoFaults() {
    let suite = suite([
      specification("ts/a", variants: [.plain, .encrypting]), specification("ts/b"),
    ])
    #expect(suite.lint == [])
  }

  @Test(
    arguments: [
      ("stands twice", ["ts/a", "ts/a"], ["TS-1"]),
      ("names no clause", ["ts/a"], []),
      ("TS-77 is no clause of ts", ["ts/a"], ["TS-1", "TS-77"]),
      ("does not begin with ts/", ["other/ts/a"], ["TS-1"]),
    ] as [(String, [String], [Clause.ID])])
  func faultsOfCasesAreNamed(words: String, ids: [String], targets: [Clause.ID]) {
    let faults = suite(ids.map { specification($0, targets: targets) }).lint
    #expect(faults.count == 1)
    #expect(faults.first?.message.contains(words) == true)
    #expect(faults.first?.message.contains("ts/a") == true)
  }

  @Test func repeatedClausesAreFaults() {
    let again = Clause("TS-1", .info, "Again.", source: "s")
    let faults = suite([specification("ts/a")], clauses: Turnstile.clauses + [again]).lint
    #expect(faults.map(\.message) == ["ts: the clause TS-1 stands twice"])
  }

  @Test func theSameCaseInTwoVariantsIsNoRepetition() {
    let suite = suite([
      specification("ts/a", variants: [.plain]), specification("ts/a", variants: [.encrypting]),
    ])
    #expect(suite.lint == [])
  }

  @Test func casesComeVariantByVariant() {
    let suite = suite([
      specification("ts/a", variants: [.plain, .encrypting]), specification("ts/b"),
      specification("ts/c", variants: [.encrypting]),
    ])
    #expect(
      suite.cases(seed: 4).map { "\($0.variant) \($0.id) \($0.origin)" } == [
        "plain ts/a generated(index: 0, number: 0, seed: 4)",
        "plain ts/b generated(index: 1, number: 0, seed: 4)",
        "encrypting ts/a generated(index: 0, number: 0, seed: 4)",
        "encrypting ts/c generated(index: 2, number: 0, seed: 4)",
      ])
  }

  // MARK: Seeded families

  private func seeded(casesPerFamily: Int? = nil) -> ModelSuite<Turnstile> {
    let family = Specification.seeded(3) { [self] number in
      specification(
        "ts/any/\(number)", targets: [number % 2 == 0 ? "TS-1" : "TS-2"],
        variants: [.plain, .encrypting])
    }
    return ModelSuite(
      name: "ts", model: Turnstile(), clauses: Turnstile.clauses, variants: [.plain, .encrypting],
      cases: [specification("ts/a")] + family + [specification("ts/z", variants: [.encrypting])],
      casesPerFamily: casesPerFamily)
  }

  @Test(arguments: [(nil, 3), (1, 1), (3, 3), (5, 5), (1_000_000, 1_000_000)] as [(Int?, Int)])
  func aSeededFamilyHasAsManyCasesAsAreWanted(wanted: Int?, count: Int) {
    let cases = seeded(casesPerFamily: wanted).cases(seed: 4)
    #expect(cases.count == 2 * count + 2)
    #expect(cases[0].id.path == "ts/a" && cases[1].id.path == "ts/any/0")
    #expect(cases[count].id.path == "ts/any/\(count - 1)" && cases[count].variant == .plain)
    #expect(cases[count].targets == [(count - 1) % 2 == 0 ? "TS-1" : "TS-2"])
    #expect(cases[count + 1].id.path == "ts/any/0" && cases[count + 1].variant == .encrypting)
    #expect(cases.last?.id.path == "ts/z" && cases.last?.variant == .encrypting)
    #expect(seeded(casesPerFamily: wanted).seededFamilies.map(\.prefix) == ["ts/any/"])
  }

  @Test func aCaseDoesNotDependOnHowManyThereAre() throws {
    let (few, many) = (seeded(), seeded(casesPerFamily: 40))
    for item in few.cases(seed: 9) {
      let other = try #require(
        many.cases(seed: 9).first { $0.id == item.id && $0.variant == item.variant })
      #expect(try few.script(item) == many.script(other))
    }
    let scripts = try many.cases(seed: 9).map { try many.script($0).events }
    #expect(Set(scripts).count > 20, "each has choices of its own")
    #expect(seeded(casesPerFamily: 40).lint == [])
  }

  @Test func aCaseIsFoundByItsIDWhateverItsNumber() throws {
    let suite = seeded()
    for id in ["ts/a", "ts/any/0", "ts/any/2", "ts/any/77", "ts/z"] {
      let found = suite.generated(CaseID(id), seed: 9)
      let listed = seeded(casesPerFamily: 100).cases(seed: 9).filter { $0.id.path == id }
      #expect(found.map { "\($0.id) \($0.variant)" } == listed.map { "\($0.id) \($0.variant)" })
      #expect(!found.isEmpty)
      for (one, other) in zip(found, listed) {
        #expect(try suite.script(one) == suite.script(other))
        #expect(one.seed == 9)
      }
    }
    for id in [
      "ts", "ts/any", "ts/any/", "ts/any/07", "ts/any/+7", "ts/any/-1", "ts/any/7/", "ts/b",
    ] {
      #expect(suite.generated(CaseID(id), seed: 9).isEmpty, "\(id)")
    }
  }

  @Test func theScriptOfAPreparedCaseIsNotMadeAgain() throws {
    let count = Mutex(0)
    let specification = Specification(
      "ts/a", "A case.", variants: [.plain], targets: ["TS-1"]
    ) { choices, variant in
      count.withLock { $0 += 1 }
      return Script(setup: .init(name: variant.name), events: [choices.pick([.coin, .push])])
    }
    let suite = suite([specification])
    let item = try #require(suite.cases(seed: 4).first)
    let script = try suite.script(item)
    let prepared = try suite.prepared(item)
    #expect(count.withLock { $0 } == 2)
    #expect(try suite.script(prepared) == script && suite.frames(prepared) == suite.frames(item))
    _ = try suite.open(prepared, capabilities: [])
    #expect(count.withLock { $0 } == 3, "only the case that was not prepared is made")
    #expect(prepared.id == item.id && prepared.seed == item.seed)
  }

  @Test func variantsAreThoseThatAreClaimedAndKnown() {
    let editions = suite([specification("ts/a", variants: [.plain, .encrypting])])
    let claim = SuiteClaim(editions: ["encrypting", "golden"], capabilities: [])
    #expect(editions.variants(in: claim) == [.encrypting])
    #expect(editions.variants(in: SuiteClaim(editions: [], capabilities: [])) == [])
    let sole = suite([specification("ts/a", variants: [.sole])], variants: [.sole])
    #expect(sole.variants(in: SuiteClaim(editions: [], capabilities: [])) == [.sole])
  }

  @Test func scriptsDependOnSeedAndIDAlone() throws {
    let ids = (0..<20).map { "ts/\($0)" }
    let forwards = suite(ids.map { specification($0) })
    let backwards = suite(ids.reversed().map { specification($0) })
    func scripts(_ suite: ModelSuite<Turnstile>, seed: UInt64) throws -> [String: [Turnstile.Event]]
    {
      var scripts: [String: [Turnstile.Event]] = [:]
      for summary in suite.cases(seed: seed) {
        scripts[summary.id.path] = try suite.script(summary).events
      }
      return scripts
    }
    #expect(try scripts(forwards, seed: 1) == scripts(backwards, seed: 1))
    #expect(try scripts(forwards, seed: 1) != scripts(forwards, seed: 2))
  }

  @Test func casesOfOneSetupAreJoined() throws {
    let suite = suite(
      [
        specification("ts/a", variants: [.sole]),
        specification("ts/b", targets: ["TS-2"], variants: [.sole]),
        specification("ts/c", variants: [.sole]), specification("ts/d"),
      ], variants: [.sole, .plain])
    let cases = suite.cases(seed: 3)
    let joined = try #require(try suite.joined([cases[2], cases[0]], with: cases[1]))
    let scripts = try cases.map { try suite.script($0) }
    #expect(
      try suite.script(joined).steps
        == scripts[2].steps + [.restart(keep: false)] + scripts[0].steps + [.restart(keep: false)]
        + scripts[1].steps)
    #expect(joined.id == cases[1].id && joined.targets == ["TS-2"])
    #expect(try suite.joined([], with: cases[0]).map { try suite.script($0) } == scripts[0])
    #expect(try suite.joined([cases[3]], with: cases[0]) == nil, "the setups have other names")
    let read = try CaseFile.read(suite.encode(joined), suites: [suite], name: "x")
    #expect(try suite.script(read) == suite.script(joined), "a case file holds it")
  }

  @Test func framesOfACaseAreThoseOfItsScript() throws {
    let suite = suite([specification("ts/a")])
    let summary = try #require(suite.cases(seed: 3).first)
    let script = try suite.script(summary)
    let frames = try suite.frames(summary)
    #expect(frames.count == script.events.count + 1)
    let actions = try frames.dropFirst().map {
      try JSONValue(parsing: $0.body)["action"]?.stringValue
    }
    #expect(actions == script.events.map(\.rawValue))
    #expect(try JSONValue(parsing: frames[0].body)["configuration"]?["name"] == "plain")
  }
}
