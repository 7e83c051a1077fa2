import Conformance
import Running
import Synchronization
import Testing

@Suite struct SelectionTests {
  private static let suites: [any Suite] = [
    EchoModel.suite(
      [("a", "good"), ("a", "bad"), ("b", "good")], variants: [.plain, .encrypting],
      targets: ["E-1/facet"]),
    ModelSuite(
      name: "other", model: EchoModel(), clauses: [Clause("O-1", .info, "Noted.", source: "o")],
      variants: [.sole],
      cases: [
        CaseSpecification("other/x/1", "One.", variants: [.sole], targets: ["O-1"]) { _, _ in
          Script(setup: .init(), events: [])
        }
      ]),
  ]

  private func ids(_ change: (inout Selection) -> Void) throws -> [String] {
    var selection = Selection()
    change(&selection)
    return try selection.cases(of: Self.suites, seed: 1).map { "\($0.variant) \($0.id)" }
  }

  private let plain = ["plain echo/a/0-good", "plain echo/a/1-bad", "plain echo/b/2-good"]
  private let encrypting = [
    "encrypting echo/a/0-good", "encrypting echo/a/1-bad", "encrypting echo/b/2-good",
  ]
  private let other = ["- other/x/1"]

  @Test func nothingSaidMeansEverythingInItsOrder() throws {
    #expect(try ids { _ in } == plain + encrypting + other)
  }

  @Test func suitesComeInTheirOwnOrder() throws {
    #expect(try ids { $0.suites = ["other"] } == other)
    #expect(try ids { $0.suites = ["other", "echo"] } == plain + encrypting + other)
  }

  @Test func patternsSelectAndSkip() throws {
    #expect(
      try ids { $0.select = [GlobPattern("echo/b/"), GlobPattern("other/**")] }
        == [plain[2], encrypting[2]] + other)
    #expect(
      try ids { $0.skip = [GlobPattern("**/*-bad"), GlobPattern("other/")] }
        == [plain[0], plain[2], encrypting[0], encrypting[2]])
    #expect(
      try ids {
        $0.select = [GlobPattern("echo/a/")]
        $0.skip = [GlobPattern("echo/a/0*")]
      } == [plain[1], encrypting[1]])
  }

  /// Who wants a few cases of one suite does not wait for those of all others to be made.
  @Test(
    arguments: [
      (selection(select: ["echo/**"]), 0), (selection(suites: ["echo"]), 0),
      (selection(select: ["**/0-good"]), 1), (selection(skip: ["echo/a/"]), 1),
      (selection(select: ["echo/**"], skip: ["late/**"]), 1),
      (selection(requirements: ["E-1"]), 0), (selection(requirements: ["E-1", "L-1"]), 1),
      (selection(select: ["echo/**"], requirements: ["E-1"]), 0),
      (Selection(), 1),
    ] as [(Selection, Int)])
  func casesAreMadeWhereTheyMayBeWanted(selection: Selection, times: Int) throws {
    let asked = Counter()
    let late = ModelSuite(
      name: "late", model: EchoModel(), clauses: [Clause("L-1", .info, "Noted.", source: "l")],
      variants: [.sole],
      cases: asked.counting(
        CaseSpecification("late/x", "One.", variants: [.sole], targets: ["L-1"]) { _, _ in
          Script(setup: .init(), events: [])
        }))
    let cases = try selection.cases(of: Self.suites + [late], seed: 1)
    #expect(!cases.isEmpty && asked.count == times)
    _ = (late.cases(seed: 1), late.cases(seed: 2))
    #expect(asked.count == 1)
  }

  /// How often the cases of a suite are made.
  private final class Counter: Sendable {
    private let made = Mutex(0)
    var count: Int { made.withLock { $0 } }

    func counting(_ cases: CaseSpecification<EchoModel>...) -> [CaseSpecification<EchoModel>] {
      made.withLock { $0 += 1 }
      return cases
    }
  }

  /// Stored cases have ids of their own, that begin with no name of a suite.
  @Test func storedCasesAreFoundByTheirIDs() throws {
    let found = try Self.selection(select: ["mine/**"]).cases(
      of: Self.suites, seed: 1, adding: [.sample("mine/crash-1"), .sample("echo/mine")])
    #expect(found.map(\.id.path) == ["mine/crash-1"])
  }

  @Test func editionsHoldWhereSuitesKnowThem() throws {
    #expect(try ids { $0.edition = .encrypting } == encrypting + other)
    #expect(try ids { $0.edition = Variant("golden") } == other)
  }

  @Test func requirementsStandForTheirFacets() throws {
    #expect(try ids { $0.requirements = ["E-1"] } == plain + encrypting)
    #expect(try ids { $0.requirements = ["E-1/facet"] } == plain + encrypting)
    #expect(try ids { $0.requirements = ["O-1"] } == other)
    #expect(try ids { $0.requirements = ["O-1", "E-1"] } == plain + encrypting + other)
  }

  @Test func levelsAreThatLevelOrAbove() throws {
    #expect(try ids { $0.level = .must } == [])
    #expect(try ids { $0.level = .should } == plain + encrypting)
    #expect(try ids { $0.level = .info } == plain + encrypting + other)
  }

  private static func selection(
    suites: [String] = [], select: [String] = [], skip: [String] = [], requirements: [String] = []
  ) -> Selection {
    var selection = Selection()
    selection.suites = suites
    selection.select = select.map(GlobPattern.init)
    selection.skip = skip.map(GlobPattern.init)
    selection.requirements = requirements
    return selection
  }

  @Test(
    arguments: [
      (selection(suites: ["echo", "eco"]), .unknownSuite("eco", known: ["echo", "other"])),
      (selection(select: ["echo/c/"]), .patternFitsNothing("echo/c/", meant: nil)),
      (selection(skip: ["nothing"]), .patternFitsNothing("nothing", meant: nil)),
      (selection(requirements: ["E-9"]), .unknownRequirement("E-9", meant: "E-1")),
      (
        selection(requirements: ["E-1/other"]), .unknownRequirement("E-1/other", meant: "E-1/facet")
      ),
      (selection(requirements: ["E-5"]), .requirementWithoutCases("E-5")),
      (
        selection(suites: ["other"], select: ["echo/a/"]),
        .patternFitsNothing("echo/a/", meant: nil)
      ),
      (
        selection(suites: ["other"], requirements: ["E-1"]),
        .unknownRequirement("E-1", meant: "O-1")
      ),
    ] as [(Selection, SelectionFault)])
  func whatFitsNothingIsAFault(selection: Selection, fault: SelectionFault) {
    #expect(throws: fault) { try selection.cases(of: Self.suites, seed: 1) }
  }

  @Test func faultsNameWhatIsWrong() {
    #expect("\(SelectionFault.unknownSuite("eco", known: ["echo"]))".contains("\"eco\""))
    #expect("\(SelectionFault.unknownSuite("eco", known: ["echo"]))".contains("echo"))
    #expect("\(SelectionFault.patternFitsNothing("x*", meant: nil))".contains("\"x*\""))
    #expect("\(SelectionFault.unknownRequirement("E-9", meant: nil))".contains("E-9"))
    #expect(
      "\(SelectionFault.unknownRequirement("E-9", meant: "E-1"))".contains("did you mean E-1? "))
    #expect("\(SelectionFault.requirementWithoutCases("E-5"))".contains("E-5"))
  }
}
