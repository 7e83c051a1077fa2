import Conformance
import Running
import Testing

/// A baseline beside results, and what the run makes of it.
@Suite struct DriftTests {
  private static let bad = Signature("A-1", "bad")

  private func entry(
    line: Int = 3, _ patterns: String..., requirement: String? = nil, variant: Variant? = nil,
    signatures: [Signature] = [bad], verdicts: [Verdict] = [], until: String? = nil,
    flaky: Int? = nil
  ) -> Baseline.Entry {
    Baseline.Entry(
      line: line, requirement.map { .requirement($0) } ?? .cases(patterns.map(GlobPattern.init)),
      variant: variant, signatures: signatures, verdicts: verdicts, reason: "known",
      until: until.flatMap(CalendarDay.init), flaky: flaky)
  }

  private struct Came {
    let verdicts: [Verdict]
    let record: BaselineRecord
    let status: Running.ExitStatus
    let standing: Standing
    var kinds: [BaselineRecord.Drift.Kind] { record.drifts.map(\.kind) }
  }

  private func run(
    _ entries: [Baseline.Entry], _ results: [CaseResult], of cases: [Case]? = nil,
    isWhole: Bool = true, isStrict: Bool = false, today: String = "2026-11-24"
  ) -> Came {
    let known = KnownFailures(
      Baseline(path: "k.yaml", entries: entries),
      cases: cases ?? results.map { .sample($0.id.path, $0.variant, $0.targets) },
      isWhole: isWhole, isStrict: isStrict)
    var tally = BaselineTally(known)
    var card = Scorecard([], isStrict: isStrict)
    let judged = results.map(known.judged)
    for result in judged {
      tally.add(result)
      card.add(result)
    }
    let record = tally.record(today: CalendarDay(today))
    card.baseline = record
    return Came(
      verdicts: judged.map(\.verdict), record: record,
      status: Running.ExitStatus(card, interrupted: false, strict: isStrict),
      standing: card.standing)
  }

  @Test func aKnownFailureFailsAsKnown() {
    let came = run(
      [entry("abt/a/**")],
      [.sample("abt/a/1", .failed, ["A-1 bad", "I-1 noted"]), .sample("abt/b", .passed)])
    #expect(came.verdicts == [.knownFailure, .passed])
    #expect(came.kinds == [])
    #expect(came.status == .passed)
    #expect(came.standing == .nonconforming, "a known failure makes nothing conforming")
  }

  @Test(arguments: [
    (Verdict.crashed, Standing.crashing), (.timedOut, .hanging), (.overLimit, .overrunning),
  ])
  func aKnownDeathIsADeath(verdict: Verdict, standing: Standing) {
    let came = run([entry("abt/a", verdicts: [verdict])], [.sample("abt/a", verdict, ["A-1 bad"])])
    #expect(came.verdicts == [.knownFailure])
    #expect(came.status == .passed)
    #expect(came.standing == standing)
  }

  @Test func aPassIsUnexpected() {
    let came = run(
      [entry("abt/*")],
      [
        .sample("abt/a", .passed), .sample("abt/b", .failed, ["A-1 bad"]),
        .sample("abt/c", .passed),
      ])
    #expect(came.verdicts == [.unexpectedPass, .knownFailure, .unexpectedPass])
    #expect(came.kinds == [.passes])
    #expect(came.record.drifts[0].message == "2 of 3 cases do not fail so any more")
    #expect(came.record.drifts[0].examples.map(\.id.path) == ["abt/a", "abt/c"])
    #expect(came.status == .drift)
  }

  /// What is not known is never hidden by what is.
  @Test(
    arguments: [
      (.crashed, ["A-1 crash/signal-4"], .crashed),
      (.crashed, ["A-1 bad", "A-4 crash/signal-4"], .crashed),
      (.timedOut, ["A-1 hang"], .crashed), (.failed, ["A-1 worse"], .failed),
      (.failed, ["A-1 bad", "A-2 bad"], .failed), (.failed, [], .failed),
      (.warned, ["S-1 odd"], .drift),
    ] as [(Verdict, [String], Running.ExitStatus)])
  func anotherFailureIsWhatItIs(verdict: Verdict, signatures: [String], status: Running.ExitStatus)
  {
    let came = run([entry("abt/a")], [.sample("abt/a", verdict, signatures)])
    #expect(came.verdicts == [verdict])
    #expect(came.kinds == [.failsOtherwise])
    #expect(came.status == status)
  }

  @Test func aFindingOfTheSameSignatureInACrashIsNoKnownRefusal() {
    let came = run([entry("abt/a", verdicts: [.failed])], [.sample("abt/a", .crashed, ["A-1 bad"])])
    #expect(came.verdicts == [.crashed])
    #expect(came.status == .crashed)
  }

  /// A new SHOULD beside a known MUST is drift; strictly, a failure.
  @Test(arguments: [
    (false, Verdict.knownFailure, Running.ExitStatus.drift), (true, .failed, .failed),
  ])
  func aNewAdviceBesideAKnownFailure(isStrict: Bool, verdict: Verdict, status: Running.ExitStatus) {
    let came = run(
      [entry("abt/a")], [.sample("abt/a", .failed, ["A-1 bad", "S-1 odd"])], isStrict: isStrict)
    #expect(came.verdicts == [verdict])
    #expect(came.kinds == [.failsOtherwise])
    #expect(came.status == status)
  }

  @Test func severalEntriesKnowACaseTogether() {
    let entries = [entry("abt/a"), entry(line: 9, "abt/*", signatures: [Signature("A-2", "bad")])]
    let both = run(entries, [.sample("abt/a", .failed, ["A-1 bad", "A-2 bad"])])
    #expect(both.verdicts == [.knownFailure])
    #expect(both.kinds == [])
    let one = run(entries, [.sample("abt/a", .failed, ["A-2 bad"])])
    #expect(one.verdicts == [.knownFailure])
    #expect(one.record.drifts.map(\.line) == [3], "the first entry is mended")
    #expect(one.kinds == [.passes])
    #expect(one.status == .drift)
  }

  @Test func aSignatureThatNeverComesIsTold() {
    let entries = [entry("abt/a", signatures: [Self.bad, Signature("A-2", "bad")])]
    let results = [CaseResult.sample("abt/a", .failed, ["A-1 bad"])]
    #expect(run(entries, results).kinds == [.neverSeen])
    #expect(run(entries, results, isWhole: false).kinds == [], "another case may show it")
    let unjudged = results + [.sample("abt/a", .skipped, [], .encrypting)]
    #expect(run(entries, unjudged).kinds == [])
  }

  @Test(arguments: [true, false]) func whatMatchesNothingIsToldOfAWholeRunOnly(isWhole: Bool) {
    let came = run([entry("abt/gone")], [.sample("abt/a", .passed)], isWhole: isWhole)
    #expect(came.kinds == (isWhole ? [.matchesNothing] : []))
    #expect(came.status == (isWhole ? .drift : .passed))
  }

  @Test func anEntryHoldsThroughItsLastDay() {
    let results = [CaseResult.sample("abt/a", .failed, ["A-1 bad"])]
    let entries = [entry("abt/a", until: "2026-11-24")]
    #expect(run(entries, results).kinds == [])
    let later = run(entries, results, today: "2026-11-25")
    #expect(later.kinds == [.expired])
    #expect(later.verdicts == [.knownFailure])
    #expect(later.status == .drift)
    let elsewhere = run(entries, [.sample("abt/b", .passed)], isWhole: false, today: "2026-11-25")
    #expect(elsewhere.kinds == [], "none of its cases is in the run")
  }

  @Test(arguments: [Verdict.skipped, .notRun, .adapterFault])
  func whatWasNotJudgedSaysNothing(verdict: Verdict) {
    let came = run([entry("abt/a")], [.sample("abt/a", verdict), .sample("abt/b", .passed)])
    #expect(came.verdicts == [verdict, .passed])
    #expect(came.kinds == [])
    #expect(came.status == (verdict == .adapterFault ? .adapterFault : .passed))
  }

  @Test func aRequirementIsAllCasesAboutIt() {
    let results = [
      CaseResult.sample("abt/a", .failed, ["A-1 bad"], targets: ["A-1/facet"]),
      .sample("abt/b", .failed, ["A-1 bad"], targets: ["A-2", "A-1"]),
      .sample("abt/c", .failed, ["A-1 bad"], targets: ["A-2"]),
    ]
    #expect(
      run([entry(requirement: "A-1")], results).verdicts == [.knownFailure, .knownFailure, .failed])
    #expect(
      run([entry(requirement: "A-1/facet")], results).verdicts == [.knownFailure, .failed, .failed])
  }

  @Test func aVariantIsTheOnlyOne() {
    let results = [
      CaseResult.sample("abt/a", .failed, ["A-1 bad"]),
      .sample("abt/a", .failed, ["A-1 bad"], .encrypting),
    ]
    #expect(
      run([entry("abt/a", variant: .encrypting)], results).verdicts == [.failed, .knownFailure])
  }

  @Test func aFlakyCaseMayPass() {
    let entries = [entry("abt/a", flaky: 3)]
    for result in [CaseResult.sample("abt/a", .passed), .sample("abt/a", .failed, ["A-1 bad"])] {
      let came = run(entries, [result])
      #expect(came.verdicts == [result.verdict == .passed ? .passed : .knownFailure])
      #expect(came.kinds == [])
      #expect(came.status == .passed)
    }
    #expect(run(entries, [.sample("abt/a", .crashed, ["A-1 crash/signal-4"])]).status == .crashed)
  }

  @Test func aVerdictAloneIsEnough() {
    let entries = [entry("abt/a", signatures: [], verdicts: [.failed])]
    #expect(run(entries, [.sample("abt/a", .failed, ["A-9 any"])]).verdicts == [.knownFailure])
    #expect(run(entries, [.sample("abt/a", .crashed, ["A-9 any"])]).verdicts == [.crashed])
  }
}
