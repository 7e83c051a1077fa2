import Conformance
import JSONText
import SampleSuites
import Testing

@testable import Reporting

/// What a library does where it is free, in reports.
struct ChoicesTests {
  private static let suite = SampleSuite(
    name: "abt", clauses: SampleSuite.abt.clauses,
    freePlaces: [
      FreePlace("list/null", "The list has a null.", source: "ABT-DATA-15"),
      FreePlace("url/port", "The URL has a port.", source: "ABT-URL-15"),
      FreePlace("url/path", "The URL has a path.", source: "ABT-URL-15"),
    ])

  private static func result(
    _ id: String, _ choices: [FreeChoice], variant: Variant = .plain, _ verdict: Verdict = .passed
  ) -> CaseResult {
    var result = CaseResult.sample(
      id, verdict, variant: variant,
      findings: verdict == .failed ? [.sample("ABT-URL-01")] : [],
      reason: verdict == .passed || verdict == .failed ? nil : "a reason")
    result.choices = choices
    return result
  }

  private static let results = [
    result("abt/a", [FreeChoice("list/null", "refused, code 7")]),
    result(
      "abt/b", [FreeChoice("list/null", "accepted"), FreeChoice("url/port", "accepted")],
      variant: .encrypting),
    result("abt/c", [FreeChoice("list/null", "accepted")], .failed),
    result("abt/d", [FreeChoice("list/null", "accepted")], .adapterFault),
  ]

  private func scorecard(
    _ results: [CaseResult] = results, suite: SampleSuite = suite
  ) -> Scorecard {
    var scorecard = Scorecard([suite, SampleSuite.dualMode])
    for result in results { scorecard.add(result) }
    return scorecard
  }

  private func report(_ scorecard: Scorecard) throws -> JSONValue {
    let folder = try ScratchFolder()
    _ = try folder.journal(Self.results)
    try ReportDocument.write(
      to: folder.file("report.json"), journal: folder.file("report.jsonl"), run: .sample,
      scorecard: scorecard, elapsed: .zero, interrupted: false)
    return try JSONValue(parsing: try folder.bytes("report.json"))
  }

  @Test func eachPlaceHasItsOutcomesWithTheFirstCaseOfEach() throws {
    let report = try report(scorecard())
    #expect(try SchemaValidator.report().complaints(report) == [])
    #expect(
      report["choices"] == [
        [
          "place": "list/null", "suite": "abt", "sentence": "The list has a null.",
          "source": "ABT-DATA-15",
          "outcomes": [
            ["outcome": "accepted", "count": 2, "example": "abt/b", "variant": "encrypting"],
            ["outcome": "refused, code 7", "count": 1, "example": "abt/a", "variant": "plain"],
          ],
        ],
        [
          "place": "url/port", "suite": "abt", "sentence": "The URL has a port.",
          "source": "ABT-URL-15",
          "outcomes": [
            ["outcome": "accepted", "count": 1, "example": "abt/b", "variant": "encrypting"]
          ],
        ],
        [
          "place": "url/path", "suite": "abt", "sentence": "The URL has a path.",
          "source": "ABT-URL-15", "outcomes": [],
        ],
      ])
  }

  @Test func suitesThatWereNotJudgedSayNothing() throws {
    let skipped = [Self.result("abt/a", [], .skipped), Self.result("abt/b", [], .notRun)]
    #expect(try report(scorecard(skipped))["choices"] == nil)
    #expect(try report(scorecard(suite: .abt))["choices"] == nil, "it has no free places")
  }

  @Test func theSchemaHoldsChoicesToTheirForm() throws {
    let whole = try report(scorecard()).compactText
    for (text, other) in [
      ("\"count\":2", "\"count\":0"), ("\"place\":\"url/port\"", "\"place\":\"URL\""),
      ("\"example\":\"abt/a\",", ""), ("\"sentence\":\"The list has a null.\"", "\"sentence\":1"),
    ] {
      let damaged = whole.replacing(text, with: other, maxReplacements: 1)
      #expect(damaged != whole)
      let report = try JSONValue(parsing: Array(damaged.utf8))
      #expect(try !SchemaValidator.report().complaints(report).isEmpty, "\(other)")
    }
  }

  private func summary(_ scorecard: Scorecard, shown: Int, path: String? = "x/report.json")
    -> String
  {
    TerminalSummary.text(
      run: .sample, scorecard: scorecard, failures: [], shownFailures: shown,
      suites: [Self.suite, SampleSuite.dualMode], repeatCommand: { _ in "" }, reportPath: path,
      elapsed: .zero, interrupted: false, style: TerminalStyle(color: false, width: 100))
  }

  @Test func aVerboseSummaryTellsThemAndOthersWhereTheyAre() {
    let line =
      "\nchoices 2 of 3 free places met: report.json and --verbose tell what the library does there\n"
      + "report  x/report.json\n"
    let usual = summary(scorecard(), shown: 20)
    #expect(usual.hasSuffix(line))
    #expect(!usual.contains("list/null"))
    let verbose = summary(scorecard(), shown: .max)
    #expect(
      verbose.contains(
        """

        What this library does where it is free (abt)
          list/null  accepted (2 cases); refused, code 7 (1 case)
          url/port   accepted (1 case)
          not seen   url/path


        """))
    #expect(verbose.hasSuffix(line))
    #expect(!summary(scorecard(), shown: 0).contains("choices"), "a quiet one says the verdict")
    #expect(
      summary(scorecard(), shown: 20, path: "x/junit.xml").contains("places met: --verbose tells"))
    #expect(!summary(scorecard(suite: .abt), shown: .max).contains("free"))
  }

  @Test func manyCasesTakeNoMoreRoomThanFew() {
    var scorecard = scorecard([])
    for number in 0..<5_000 {
      scorecard.add(
        Self.result("abt/\(number)", [FreeChoice("list/null", number % 2 == 0 ? "a" : "b")]))
    }
    #expect(scorecard.choices[0].outcomes.map(\.cases) == [2_500, 2_500])
    #expect(scorecard.choices[0].outcomes.map(\.example.path) == ["abt/0", "abt/1"])
  }
}
