import Conformance
import JSONText
import SampleSuites
import Testing

@testable import Reporting

/// What changed between two reports, and what of it fails a gate.
struct ComparisonTests {
  private static let suites: [any Suite] = [SampleSuite.abt, SampleSuite.dualMode]

  /// The report of a run that came to some results.
  private func report(
    _ results: [CaseResult], _ change: (inout RunDescription) -> Void = { _ in },
    isStrict: Bool = false
  ) throws -> ReportFile {
    let folder = try ScratchFolder()
    var run = RunDescription.sample
    change(&run)
    if isStrict { run.options.append(("strict", "true")) }
    let record = try RunRecord(run, suites: Self.suites, folder: folder.path, isStrict: isStrict)
    for result in results { try record.add(result) }
    try record.finish(elapsed: .seconds(3), interrupted: false, formats: [.json])
    return ReportFile(bytes: try folder.bytes("report.json"), named: "r.json")
  }

  private func compare(
    _ old: [CaseResult], _ new: [CaseResult], isStrict: Bool = false,
    _ change: (inout RunDescription) -> Void = { _ in }
  ) throws -> ReportComparison {
    ReportComparison(
      try ReportMarks(report(old)), try ReportMarks(report(new, change, isStrict: isStrict)))
  }

  private static func sample(_ verdict: Verdict, _ kind: Clause.ID = "ABT-URL-01") -> CaseResult {
    let isFailure = verdict.wasJudged && verdict != .passed && verdict != .unexpectedPass
    return .sample(
      "abt/x", verdict, targets: ["ABT-URL-01"],
      findings: isFailure ? [.sample(kind, verdict == .warned ? .should : .must)] : [])
  }

  /// Each pair of verdicts, the change, and the exit code of the usual gate.
  @Test(
    arguments: [
      (.passed, .passed, nil, 0), (.passed, .failed, .regressed, 1),
      (.passed, .crashed, .regressed, 4), (.failed, .timedOut, .regressed, 4),
      (.warned, .failed, .regressed, 1), (.passed, .warned, .warns, 0),
      (.failed, .passed, .repaired, 0), (.crashed, .warned, .repaired, 0),
      (.crashed, .failed, .changed, 0), (.passed, .skipped, .unjudged, 1),
      (.failed, .notRun, .unjudged, 1), (.warned, .adapterFault, .unjudged, 1),
      (.skipped, .failed, .failsNow, 1), (.notRun, .crashed, .failsNow, 4),
      (.skipped, .passed, .judged, 0), (.adapterFault, .warned, .judged, 0),
      (.skipped, .notRun, nil, 0), (.failed, .failed, nil, 0), (.failed, .knownFailure, nil, 0),
      (.unexpectedPass, .passed, nil, 0), (.passed, .knownFailure, .regressed, 0),
      (.knownFailure, .passed, .repaired, 0), (.knownFailure, .unexpectedPass, .repaired, 0),
    ] as [(Verdict, Verdict, CaseChange?, Int)])
  func verdicts(old: Verdict, new: Verdict, change: CaseChange?, exitCode: Int) throws {
    let comparison = try compare([Self.sample(old)], [Self.sample(new)])
    #expect(comparison.counts == (change.map { [$0: 1] } ?? [:]))
    #expect(comparison.common == 1)
    #expect(ComparisonGate().exitCode(comparison) == exitCode)
    #expect(ComparisonGate([]).exitCode(comparison) == 0)
  }

  @Test func anotherWayOfFailingIsAChange() throws {
    let comparison = try compare(
      [Self.sample(.failed)], [Self.sample(.failed, "ABT-URL-02")])
    #expect(comparison.counts == [.changed: 1])
    #expect(ComparisonGate([.changed]).exitCode(comparison) == 1)
    #expect(ComparisonGate().exitCode(comparison) == 0)
    // The order and the number of equal findings say nothing.
    let (one, other) = (Finding.sample("ABT-URL-01"), Finding.sample("ABT-URL-02"))
    let same = try compare(
      [.sample("abt/x", .failed, findings: [one, other])],
      [.sample("abt/x", .failed, findings: [other, one, one])])
    #expect(same.counts.isEmpty)
  }

  @Test func warningsAreRegressionsOfAStrictRun() throws {
    let (old, new) = ([Self.sample(.passed)], [Self.sample(.warned)])
    #expect(ComparisonGate().exitCode(try compare(old, new)) == 0)
    #expect(ComparisonGate().exitCode(try compare(old, new, isStrict: true)) == 1)
    #expect(ComparisonGate([.warnings]).exitCode(try compare(old, new)) == 1)
  }

  /// Cases come in any order, one id in two editions, and some in one report only.
  @Test func newAndGoneCases() throws {
    let both = (0..<50).map { CaseResult.sample("abt/\($0)") }
    let editions = (0..<50).map { CaseResult.sample("abt/\($0)", variant: .encrypting) }
    let failing = CaseResult.sample("abt/new", .failed, findings: [.sample("ABT-URL-02")])
    let comparison = try compare(
      both + editions + [.sample("abt/gone")],
      editions.reversed() + [failing, .sample("abt/newer")] + both.shuffled())
    #expect(comparison.common == 100)
    #expect(comparison.counts == [.new: 2, .gone: 1])
    #expect(comparison.newFailures == 1)
    #expect(ComparisonGate().exitCode(comparison) == 0)
    #expect(ComparisonGate([.new]).exitCode(comparison) == 1)
    #expect(ComparisonGate([.gone]).exitCode(comparison) == 1)
    #expect(comparison.groups.map(\.cases) == [1, 1, 1])
  }

  @Test func aCaseThatStandsTwiceIsRefused() throws {
    let file = try report([.sample("abt/x"), .sample("abt/y"), .sample("abt/x")])
    #expect {
      _ = try ReportMarks(file)
    } throws: { error in
      "\(error)".contains("the case abt/x stands in it twice")
    }
  }

  @Test func requirementsAndVerdictsThatChange() throws {
    let comparison = try compare([Self.sample(.passed)], [Self.sample(.crashed)])
    #expect(comparison.parts == [.init(name: "abt/plain", old: .conforming, new: .crashing)])
    #expect(
      comparison.requirements == [
        .init(
          suite: "abt", clause: "ABT-URL-01", variant: .plain, level: .must, old: .passed,
          new: .failed)
      ])
  }

  @Test func whatDiffersBetweenTheRunsIsSaid() throws {
    let comparison = try compare([Self.sample(.passed)], [Self.sample(.passed)]) { run in
      run.seed = 8
      run.suiteVersion = "2"
      run.options.append(("strict", "true"))
      run.implementationVersion = "2.4"
    }
    #expect(
      comparison.differences.map(\.what)
        == ["implementation", "version of the suites", "seed", "--strict"])
    let text = ComparisonText.text(
      comparison, ComparisonGate(), shown: 20, style: TerminalStyle(color: false, width: 100))
    #expect(text.contains("differs   seed: 7 → 8") && text.contains("made from another seed"))
  }

  // MARK: Time and memory

  private func timed(_ milliseconds: [Int], growth: Int? = nil) -> [CaseResult] {
    milliseconds.enumerated().map { number, time in
      var result = CaseResult.sample("abt/\(number)", duration: .milliseconds(time))
      result.memoryGrowth = growth
      return result
    }
  }

  @Test(arguments: [
    ([1, 10, 100], [40, 59, 149], 0), ([100, 100], [100, 201], 1), ([10], [61], 1), ([10], [60], 0),
    ([1_000], [1_400], 0), ([0], [51], 1),
  ])
  func noiseIsNotSlower(old: [Int], new: [Int], slower: Int) throws {
    let comparison = try compare(timed(old), timed(new))
    #expect(comparison.cost.slowerCount == slower)
    #expect(ComparisonGate().exitCode(comparison) == 0)
    #expect(ComparisonGate([.slower]).exitCode(comparison) == (slower > 0 ? 1 : 0))
  }

  /// Many cases that are each a little slower are slower together.
  @Test func theWholeIsLessNoisyThanItsParts() throws {
    let comparison = try compare(
      timed(Array(repeating: 10, count: 200)), timed(Array(repeating: 16, count: 200)))
    #expect(comparison.cost.slowerCount == 0 && comparison.cost.parts.map(\.isSlower) == [true])
    let other = try compare(
      timed(Array(repeating: 10, count: 200)), timed(Array(repeating: 14, count: 200)))
    #expect(other.cost.parts.map(\.isSlower) == [false])
  }

  /// A machine that is slower by itself, and an adapter that takes its time to start, are no findings.
  @Test func theMachineIsNotHeldAgainstTheLibrary() throws {
    func pace(_ work: Int, start: Int) -> RunPace {
      RunPace(
        adapterStart: .milliseconds(start), roundTrip: .zero, work: .milliseconds(work),
        stepDeadline: .seconds(2))
    }
    func compare(_ one: RunPace, _ other: RunPace) throws -> CostComparison {
      ReportComparison(
        try ReportMarks(report(timed([100])) { $0.pace = one }),
        try ReportMarks(report(timed([300])) { $0.pace = other })
      ).cost
    }
    #expect(try compare(pace(10, start: 0), pace(10, start: 0)).slowerCount == 1)
    #expect(try compare(pace(10, start: 0), pace(30, start: 0)).slowerCount == 0)
    #expect(try compare(pace(10, start: 0), pace(10, start: 200)).slowerCount == 0)
  }

  @Test(arguments: [
    (0, 8 << 20, 0), (0, 9 << 20, 1), (20 << 20, 39 << 20, 0), (20 << 20, 41 << 20, 1),
  ])
  func memoryBeyondNoise(old: Int, new: Int, larger: Int) throws {
    let comparison = try compare(timed([1], growth: old), timed([1], growth: new))
    #expect(comparison.cost.largerCount == larger)
    #expect(ComparisonGate([.memory]).exitCode(comparison) == larger)
    #expect(try compare(timed([1]), timed([1], growth: new)).cost.largerCount == 0)
  }

  // MARK: Hostile reports

  @Test(arguments: Attack.all)
  func foreignTextStaysText(attack: String) throws {
    let old = try ReportMarks(report(Attack.results("x")))
    let file = try report(Attack.results(attack)) {
      $0 = Attack.run(attack)
    }
    let comparison = ReportComparison(old, try ReportMarks(file))
    let text = ComparisonText.text(
      comparison, ComparisonGate(), shown: 20, style: TerminalStyle(color: false, width: 100))
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || VisibleText.isShown($0) })
    // No line begins with foreign words.
    #expect(!text.split(separator: "\n").contains { $0.hasPrefix("ATTACK") || $0.hasPrefix("# ") })
    let markdown = ComparisonMarkdown.text(comparison, ComparisonGate())
    #expect(!markdown.contains("\n# heading") && !markdown.contains("\u{1B}"))
    #expect(!markdown.split(separator: "\n").contains { $0.hasPrefix("<script>") })
    let folder = try ScratchFolder()
    let path = folder.path + "/out.json"
    try OutputFile.replace(path: path) { (file) throws(OutputFault) in
      try ComparisonJSON.write(comparison, ComparisonGate(), to: file)
    }
    let json = try JSONValue(parsing: folder.bytes("out.json"))
    #expect(json["cases"]?.arrayValue?.count == comparison.pairs.count)
    #expect(try SchemaValidator.published("assay-comparison-1").complaints(json) == [])
  }
}
