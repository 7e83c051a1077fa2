import AdapterProtocol
import Conformance
import Running
import Testing

/// A suite that has had two versions: the second brought a clause, a case, numbers of a family, and a target of an old case.
@Suite struct SuiteVersionTests {
  private static func specification(
    _ id: String, _ word: String, _ targets: [Clause.ID], since: SuiteVersion = .first
  ) -> CaseSpecification<EchoModel> {
    CaseSpecification(id, "Says \(word).", variants: [.sole], targets: targets, since: since) {
      _, _ in Script(setup: .init(), events: [.init(word: word)])
    }
  }

  private static let suite = ModelSuite(
    name: "echo", model: EchoModel(),
    clauses: [
      Clause("E-1", .must, "Answers are good.", source: "echo"),
      Clause("E-2", .must, "Answers are even.", source: "echo", since: "2"),
      Clause("E-4", .must, "No crash.", source: "echo", since: "2"),
    ],
    robustness: RobustnessClauses(crash: ["E-4"]), variants: [.sole],
    cases: [
      specification("echo/old/1", "odd", ["E-1", "E-2"]),
      specification("echo/new/1", "good", ["E-1"], since: "2"),
      specification("echo/new/2", "good", ["E-2"]),
    ]
      + CaseSpecification.seeded(10) { number in
        specification("echo/seeded/\(number)", "good", ["E-1"], since: number < 4 ? "1" : "2")
      })

  private static func ids(_ suite: any Suite) -> [String] { suite.cases(seed: 1).map(\.id.path) }

  /// What a session comes to that is answered with one word.
  private static func findings(_ suite: any Suite, _ word: String) throws -> JudgedCase {
    let item = try #require(suite.generated(CaseID("echo/old/1"), seed: 1).first)
    let session = try suite.open(item, capabilities: [])
    return session.conclude(.crashed(.signal(6), step: 1))
  }

  @Test func anEarlierVersionLacksWhatCameLater() throws {
    let first = Self.suite.asOf("1")
    #expect(
      Self.ids(first)
        == ["echo/old/1"] + (0..<4).map { "echo/seeded/\($0)" })
    #expect(first.clauses.clauses.map(\.id) == ["E-1"])
    #expect(first.cases(seed: 1)[0].targets == ["E-1"])
    #expect(first.lint.isEmpty)
    #expect(first.generated(CaseID("echo/seeded/3"), seed: 1).count == 1)
  }

  @Test func theCurrentVersionLacksNothing() {
    #expect(Self.ids(Self.suite.asOf("2")) == Self.ids(Self.suite))
    #expect(Self.ids(Self.suite).count == 13)
    #expect(Self.suite.asOf("2.1").clauses.clauses.count == 3)
  }

  /// A demand of a later clause that an old case meets in passing is no finding, and a death breaks no later clause.
  @Test func laterClausesAreNotFoundBroken() throws {
    let judged = try Self.findings(Self.suite, "odd")
    #expect(judged.findings.map(\.clause) == ["E-4", "E-1", "E-2"])
    let held = try Self.findings(Self.suite.asOf("1"), "odd")
    #expect(held.verdict == .crashed)
    #expect(held.findings.map(\.clause) == ["E-1"])
  }

  @Test func demandsOfLaterClausesAreNotHeldAgainstAnyone() {
    func findings(_ suite: any Suite) -> [Clause.ID] {
      var judge = Judge(
        EchoModel(), Situation(.init()), clauses: suite.clauses, targets: ["E-1"])
      var observation = EchoObservation()
      observation.answer = "odd"
      judge.judge(.init(word: "odd"), observation)
      return judge.findings.map(\.clause)
    }
    #expect(findings(Self.suite) == ["E-2"])
    #expect(findings(Self.suite.asOf("1")).isEmpty)
  }

  @Test func onlyWhatIsNewCanBeSelected() throws {
    var selection = Selection()
    selection.since = "1"
    let new = try selection.cases(of: [Self.suite], seed: 1).map(\.id.path)
    #expect(
      new == ["echo/old/1", "echo/new/1", "echo/new/2"] + (4..<10).map { "echo/seeded/\($0)" })
    selection.since = "2"
    #expect(try selection.cases(of: [Self.suite], seed: 1).isEmpty)
  }

  @Test(arguments: ["1", "2", "1.1", "10", "0.1", "1.2.3.4"])
  func versions(text: String) { #expect(SuiteVersion(text)?.description == text) }

  @Test(arguments: ["", ".", "1.", ".1", "v1", "1.2.3.4.5", "-1", "1 ", "9999999"])
  func noVersions(text: String) { #expect(SuiteVersion(text) == nil) }

  @Test func versionsHaveAnOrder() {
    let ascending: [SuiteVersion] = ["0.9", "1", "1.1", "1.10", "2", "10"]
    #expect(ascending.sorted() == ascending)
  }
}
