import Conformance
import Running
import Testing

@testable import Baselines

/// Baselines out of reports, and brought up to them.
@Suite struct UpdateTests {
  private func update(
    _ text: String, _ results: [CaseResult], known: [Case] = [], isWhole: Bool = true
  ) throws -> BaselineUpdate {
    let update = BaselineUpdate(
      try ReaderTests.read(text), ReportedCases(results: results, isWhole: isWhole), known: known,
      today: CalendarDay("2026-11-24"))
    // Whatever comes out can be read back.
    _ = try ReaderTests.read(update.text)
    return update
  }

  private static func failed(
    _ id: String, _ signature: String = "A-1 bad", _ variant: Variant = .plain,
    targets: [Clause.ID] = ["A-1"]
  ) -> CaseResult {
    .sample(id, .failed, [signature], variant, targets: targets)
  }

  private func made(_ results: [CaseResult], known: [Case] = []) throws -> [Baseline.Entry] {
    let report = ReportedCases(results: results)
    let entries = BaselineMaking(known: known, reported: report)
      .entries(for: report.results.filter(report.isFailure))
    let text = BaselineDocument.text(of: entries, title: "Known")
    let read = try ReaderTests.read(text).baseline.entries
    var placed = entries
    for index in placed.indices { placed[index].line = read[index].line }
    #expect(read == placed, "what is written is what is read")
    // A baseline of a report knows all its failures, and nothing else.
    let failures = KnownFailures(
      Baseline(path: "k", entries: entries),
      cases: results.map { .sample($0.id.path, $0.variant, $0.targets) }, isWhole: true)
    var tally = BaselineTally(failures)
    for result in results {
      let judged = failures.judged(result)
      #expect(report.isFailure(result) == (judged.verdict == .knownFailure))
      tally.add(judged)
    }
    #expect(tally.record(today: nil).drifts == [])
    return entries
  }

  @Test func aRequirementThatFailsWholeIsOneEntry() throws {
    let entries = try made([
      Self.failed("abt/a/1", targets: ["A-1/x"]), Self.failed("abt/b/2"),
      .sample("abt/c/3", .passed, targets: ["A-2"]),
    ])
    #expect(entries.map(\.subjectWords) == ["A-1"])
    #expect(entries[0].signatures == [Signature("A-1", "bad")])
    #expect(entries[0].reason == "TODO")
  }

  @Test func aFamilyThatFailsWholeIsAPattern() throws {
    let entries = try made([
      Self.failed("abt/a/x/1"), Self.failed("abt/a/x/2"), .sample("abt/a/y", .passed),
      Self.failed("abt/b/1"),
    ])
    #expect(entries[0].subject == .cases([GlobPattern("abt/a/x/**"), GlobPattern("abt/b/1")]))
  }

  /// A pattern names no case that the report did not see fail.
  @Test func casesOutsideTheReportBoundPatterns() throws {
    let results = [Self.failed("abt/a/x/1"), Self.failed("abt/a/x/2")]
    let entries = try made(results, known: [.sample("abt/a/x/3")])
    #expect(entries[0].subject == .cases([GlobPattern("abt/a/x/1"), GlobPattern("abt/a/x/2")]))
  }

  @Test func variantsAreNamedWhereTheyDiffer() throws {
    let both = try made([Self.failed("abt/a/1"), Self.failed("abt/a/1", "A-1 bad", .encrypting)])
    #expect(both.map(\.variant) == [nil])
    let one = try made([Self.failed("abt/a/1"), .sample("abt/a/1", .passed, [], .encrypting)])
    #expect(one.map(\.variant) == [.plain])
  }

  @Test func deathsNameTheirVerdictAndFlakyOnesTheirTries() throws {
    let entries = try made([
      .sample("abt/a/1", .crashed, ["A-4 crash/signal-4"]),
      .sample("abt/a/2", .failed, ["A-1 bad"], confirmation: .flaky),
      .sample("abt/a/3", .warned, ["S-1 odd"]),
    ])
    #expect(entries.map(\.verdicts) == [[.crashed], []])
    #expect(entries.map(\.flaky) == [nil, 3])
  }

  private static let file = """
    # Known failures of Acme 3.
    format: assay-baseline/1
    known:
      # The first one.
      - cases: # sorted
          - abt/a/1
          # Hard to mend.
          - abt/a/2
        fails: A-1 bad # since May
        reason: "a: b"
        link: https://tracker.example/1

      # The second one.
      - requirement: A-2
        reason: second
        fails: A-2 bad
    # The end.

    """

  private static let asKnown = [
    failed("abt/a/1"), failed("abt/a/2"), failed("abt/b/1", "A-2 bad", targets: ["A-2"]),
    failed("abt/b/2", "A-2 bad", targets: ["A-2"]),
  ]

  private func edited(_ old: String, _ new: String) -> String {
    Self.file.replacing(old, with: new)
  }

  @Test func aFileThatIsUpToItsReportStays() throws {
    let updated = try update(Self.file, Self.asKnown)
    #expect(updated.isEmpty)
    #expect(updated.text == Self.file)
  }

  @Test func whatPassesIsTakenOut() throws {
    let results = [.sample("abt/a/1", .passed)] + Self.asKnown.dropFirst()
    let updated = try update(Self.file, results)
    #expect(updated.text == edited("      - abt/a/1\n", ""))
    #expect((updated.changed, updated.removed, updated.added) == (1, 0, 0))
    #expect(try update(updated.text, results).isEmpty, "a second time changes nothing")
  }

  @Test func anEntryWhoseCasesAllPassGoesWithItsComment() throws {
    let results =
      [.sample("abt/a/1", .passed), .sample("abt/a/2", .passed)] + Self.asKnown.dropFirst(2)
    let updated = try update(Self.file, results)
    #expect(!updated.text.contains("first one") && !updated.text.contains("abt/a"))
    #expect(
      updated.text.contains("# Known failures of Acme 3.")
        && updated.text.contains("# The second one."))
    #expect(updated.removed == 1)
  }

  @Test func whatFailsOtherwiseGetsItsSignature() throws {
    let results = [Self.failed("abt/a/1", "A-1 worse"), Self.failed("abt/a/2", "A-1 worse")]
    let updated = try update(Self.file, results + Self.asKnown.dropFirst(2))
    #expect(updated.text == edited("A-1 bad # since", "A-1 worse # since"))
  }

  @Test func aCrashWhereARefusalWasKnownIsAnEntryOfItsOwn() throws {
    let results =
      [CaseResult.sample("abt/a/1", .crashed, ["A-4 crash/signal-4"])] + Self.asKnown.dropFirst()
    let updated = try update(Self.file, results)
    #expect(
      updated.text
        == edited("      - abt/a/1\n", "").replacing(
          "# The end.",
          with: """
              - cases: abt/a/1
                fails: A-4 crash/signal-4
                verdict: crashed
                reason: TODO
            # The end.
            """))
    #expect((updated.changed, updated.added) == (1, 1))
    #expect(try update(updated.text, results).isEmpty)
  }

  @Test func aRequirementThatFailsInPartBecomesItsCases() throws {
    let results = Self.asKnown.dropLast() + [.sample("abt/b/2", .passed, targets: ["A-2"])]
    let updated = try update(Self.file, Array(results))
    #expect(updated.text == edited("- requirement: A-2", "- cases: abt/b/1"))
  }

  @Test func variantsPartWhereOneIsMended() throws {
    let text =
      "format: assay-baseline/1\nknown:\n  - requirement: A-1\n    fails: A-1 bad\n    reason: r\n"
    let updated = try update(
      text, [Self.failed("abt/a/1"), .sample("abt/a/1", .passed, [], .encrypting)])
    #expect(
      updated.text
        == text.replacing("requirement: A-1", with: "requirement: A-1\n    variant: plain"))
  }

  @Test func newFailuresComeAtTheEnd() throws {
    let updated = try update(
      Self.file, Self.asKnown + [Self.failed("abt/n/1", "A-3 bad", targets: ["A-3"])])
    #expect(updated.added == 1)
    #expect(
      updated.text
        == edited(
          "# The end.",
          "  - cases: abt/n/1\n    fails: A-3 bad\n    reason: TODO\n# The end."))
  }

  @Test func aReportOfAPartLeavesTheRest() throws {
    #expect(
      try update(Self.file, [Self.failed("abt/a/1")], known: [.sample("abt/a/2")], isWhole: false)
        .isEmpty)
    let whole = try update(Self.file, Array(Self.asKnown.prefix(2)))
    #expect(whole.removed == 1, "nothing is about A-2 any more")
  }

  @Test func whatWasNotJudgedStays() throws {
    let results: [CaseResult] = [.sample("abt/a/1", .passed), .sample("abt/a/2", .notRun)]
    let updated = try update(Self.file, results + Self.asKnown.dropFirst(2))
    #expect(updated.text == edited("      - abt/a/1\n", ""))
  }

  @Test func lastOfAllLeavesAnEmptyFile() throws {
    let results = Self.asKnown.map { CaseResult.sample($0.id.path, .passed, targets: $0.targets) }
    let updated = try update(Self.file, results)
    #expect(updated.text.contains("known: []"))
    #expect(try ReaderTests.read(updated.text).baseline.entries.isEmpty)
    let refilled = try update(updated.text, Self.asKnown)
    #expect(refilled.added == 2)
  }

  @Test func anExpiredEntryStaysAndIsTold() throws {
    let text = edited("    reason: second", "    reason: second\n    until: 2026-11-23")
    let updated = try update(text, Self.asKnown)
    #expect(updated.isEmpty)
    #expect(updated.expired.map(\.reason) == ["second"])
  }

  @Test func aFlakyEntryStaysWhenItsCasePasses() throws {
    let text = edited("    reason: second", "    reason: second\n    flaky: 3")
    let results = Self.asKnown.dropLast() + [.sample("abt/b/2", .passed, targets: ["A-2"])]
    #expect(try update(text, Array(results)).isEmpty)
  }

  /// Reasons that YAML would read otherwise come back as they were.
  @Test(
    arguments: [
      "a: b", "# no comment", "- x", "yes", "it's \"so\" \\ there", " padded ", "größer", "*", "1",
      "x #1", "a:", "{}", "!tag",
    ])
  func textsComeBack(reason: String) throws {
    let entry = Baseline.Entry(
      line: 4, .cases([GlobPattern("*/x"), GlobPattern("abt/?")]),
      signatures: [Signature("A-1", "b")], reason: reason)
    let text = BaselineDocument.text(of: [entry], title: "t")
    #expect(try ReaderTests.read(text).baseline.entries == [entry])
  }
}
