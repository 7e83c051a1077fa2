import Conformance
import JSONText
import SuiteModels
import Suites
import Testing

@testable import Reporting

/// Who does what: which cases stand in one row, what kind of difference it is, and how it is told.
struct BehaviourMapTests {
  private static let names = ["one", "other", "third"]

  private static func item(
    _ id: String, suite: String = "abt", _ targets: [Clause.ID] = ["ABT-URL-01"]
  ) -> Case {
    Case(
      suite: suite, id: CaseID(id), variant: .plain, title: "", targets: targets, needs: [],
      origin: .generated(index: 0, seed: 1))
  }

  /// What an implementation came to that gave these answers, each in words and in full.
  private static func result(
    _ item: Case, _ answers: [(String, String)], _ verdict: Verdict = .passed,
    findings: [Finding] = [], choices: [FreeChoice] = []
  ) -> CaseResult {
    var result = CaseResult(
      id: item.id, suite: item.suite, variant: item.variant, targets: item.targets,
      verdict: verdict, findings: findings)
    var told = CaseAnswers()
    for (index, answer) in answers.enumerated() {
      told.add(Answer(answer.0, answer.1), step: index + 1)
    }
    result.answers = told
    result.choices = choices
    return result
  }

  private static func map(
    of results: [[CaseResult]], all: Bool = false, suites: [any Suite] = []
  ) throws -> BehaviourMap {
    let count = results.first?.count ?? 2
    var map = BehaviourMap(Array(names.prefix(count)), suites: suites, keepsAll: all)
    for sides in results {
      try map.add(item(sides[0].id.path, suite: sides[0].suite, sides[0].targets), sides)
    }
    return map
  }

  private static let taken = [("applied, success", "apply a"), ("applied, success", "apply b")]
  private static let refused = [("refused, code 7", "code 7"), ("applied, success", "apply b")]

  @Test func casesOfOneFormWithTheSameAnswersAreOneRow() throws {
    let map = try Self.map(
      of: ["abt/form/zlib/stored", "abt/form/zlib/other", "abt/form/zlib/stored"].map { id in
        let item = Self.item(id)
        return [Self.result(item, Self.taken), Self.result(item, Self.refused)]
      })
    #expect(map.rows.map(\.key.form.path) == ["zlib/stored", "zlib/other"])
    #expect(map.rows.map(\.cases) == [2, 1])
    #expect(map.rows[0].key.cells.map(\.words) == ["applied, success", "refused, code 7"])
    #expect(map.rows[0].example.step == 1 && map.rows[0].told == ["apply a", "code 7"])
    #expect(map.compared == 3 && map.differing == 3 && map.count(.open) == 3)
    #expect(map.pairs.map(\.same) == [0] && map.pairs.map(\.compared) == [3])
  }

  /// What is the same has no row unless all are wanted.
  @Test func theSameIsCounted() throws {
    let item = Self.item("abt/token/valid/hex-key")
    let sides = [Self.result(item, Self.taken), Self.result(item, Self.taken)]
    let usual = try Self.map(of: [sides])
    #expect(usual.rows.isEmpty && usual.count(.same) == 1 && usual.differing == 0)
    #expect(usual.pairs.map(\.same) == [1])
    let all = try Self.map(of: [sides], all: true)
    #expect(all.rows.map(\.key.kind) == [.same])
    #expect(all.rows[0].key.form.path == "token/valid")
    #expect(all.rows[0].key.cells.map(\.words) == ["applied, success", "applied, success"])
  }

  /// The kinds of differences, by what two implementations came to.
  @Test func kindsOfDifferences() throws {
    let item = Self.item("abt/x/y")
    let broken = [Finding.sample("ABT-URL-01")]
    let advised = [Finding.sample("ABT-DATA-08/code", .should)]
    let place: FreePlace.ID = "url/port"
    let cases: [(CaseResult, CaseResult, BehaviourRow.Kind)] = [
      (Self.result(item, Self.taken), Self.result(item, Self.refused), .open),
      (
        Self.result(item, Self.taken, choices: [FreeChoice(place, "accepted")]),
        Self.result(item, Self.refused, choices: [FreeChoice(place, "refused")]), .free
      ),
      (
        Self.result(item, Self.taken), Self.result(item, Self.refused, .warned, findings: advised),
        .advice
      ),
      (
        Self.result(item, Self.taken), Self.result(item, Self.refused, .failed, findings: broken),
        .finding
      ),
      // The same answers, and one of them breaks a MUST all the same: it took too long, or kept memory.
      (
        Self.result(item, Self.taken), Self.result(item, Self.taken, .overLimit, findings: broken),
        .finding
      ),
      (
        Self.result(item, Self.taken), Self.result(item, [], .crashed, findings: broken), .finding
      ),
      (
        Self.result(item, Self.refused, .failed, findings: broken),
        Self.result(item, Self.refused, .failed, findings: broken), .same
      ),
      // Both ways are recorded, but the answers are the same: that is told of the place only.
      (
        Self.result(item, Self.taken, choices: [FreeChoice(place, "accepted")]),
        Self.result(item, Self.taken, choices: [FreeChoice(place, "refused")]), .same
      ),
    ]
    for (one, other, kind) in cases {
      let map = try Self.map(of: [[one, other]])
      #expect(map.counts == [kind: 1], "\(kind)")
    }
  }

  /// Equal words stand for equal answers only.
  @Test func answersOfEqualWordsAreToldApart() throws {
    let item = Self.item("abt/x/y")
    func words(_ sides: [CaseResult]) throws -> [String] {
      try Self.map(of: [sides]).rows.flatMap { $0.key.cells.map(\.words) }
    }
    let values = [
      [("applied, success", "a 1")], [("applied, success", "a 2")], [("applied, success", "a 1")],
    ].map { Self.result(item, $0) }
    #expect(
      try words(values) == ["applied, success [a]", "applied, success [b]", "applied, success [a]"])
    let chosen = [
      Self.result(item, [("refused, code 12", "named")], choices: [FreeChoice("p", "named")]),
      Self.result(item, [("refused, code 12", "-")], choices: [FreeChoice("p", "not named")]),
    ]
    #expect(try words(chosen) == ["refused, code 12 (named)", "refused, code 12 (not named)"])
  }

  @Test func whoWasNotAskedIsNotCompared() throws {
    let item = Self.item("abt/x/y")
    func unjudged(_ verdict: Verdict) -> CaseResult { Self.result(item, [], verdict) }
    let one = Self.result(item, Self.taken)
    let map = try Self.map(of: [
      [one, unjudged(.skipped), unjudged(.notRun)], [one, unjudged(.adapterFault), one],
      [one, unjudged(.skipped), Self.result(item, Self.refused)],
    ])
    #expect(map.cases == 3 && map.compared == 2 && map.differing == 1)
    #expect(map.rows.map { $0.key.cells[1].words } == ["not claimed"])
    #expect(map.rows.map { $0.key.cells[1].isJudged } == [false])
    #expect(map.unjudgedWords(0) == nil)
    #expect(map.unjudgedWords(1) == "2 cases not claimed, 1 case lost to faults of the adapter")
    #expect(map.unjudgedWords(2) == "1 case not run")
    #expect(map.pairs.map(\.compared) == [0, 2, 0] && map.pairs.map(\.same) == [0, 1, 0])
  }

  @Test func freePlacesAreCountedByWay() throws {
    let suite = try #require(SuiteCatalogue.usual.first { $0.name == "abt" })
    let place = try #require(suite.freePlaces.first { $0.id == "url/port" })
    let item = Self.item("abt/x/y")
    func chose(_ outcome: String) -> CaseResult {
      Self.result(item, Self.taken, choices: [FreeChoice(place.id, outcome)])
    }
    let cases = [
      [chose("accepted"), chose("refused")], [chose("accepted"), chose("accepted")],
      [chose("accepted"), Self.result(item, Self.taken)],
    ]
    let map = try Self.map(of: cases, suites: [suite])
    let row = try #require(map.placeRows.first)
    #expect(map.placeRows.count == 1 && row.place == place && row.differing == 1)
    #expect(row.words(0) == "accepted (3 cases)")
    #expect(row.words(1) == "accepted (1 case); refused (1 case)")
    #expect(try Self.map(of: Array(cases.dropFirst()), suites: [suite]).placeRows.isEmpty)
  }

  /// However many different rows there are, memory stays bounded, and nothing is lost without a word.
  @Test func rowsAreBounded() throws {
    let item = Self.item("abt/x/y")
    let one = Self.result(item, [("applied", "")])
    var map = BehaviourMap(["one", "other"], suites: [], keepsAll: false)
    for number in 0..<(BehaviourMap.maxRows + 7) {
      try map.add(item, [one, Self.result(item, [("code \(number)", "")])])
    }
    #expect(map.rows.count == BehaviourMap.maxRows && map.unlisted == 7)
    #expect(map.count(.open) == BehaviourMap.maxRows + 7)
  }

  /// A series of thousands of steps is kept in a few, and still compared to its end.
  @Test func longSeriesAreComparedToTheirEnd() {
    func answers(_ last: String) -> CaseAnswers {
      var answers = CaseAnswers()
      for step in 1...10_000 {
        answers.add(Answer("applied", step == 10_000 ? last : "a"), step: step)
      }
      return answers
    }
    #expect(answers("a") == answers("a") && answers("a") != answers("b"))
    #expect(answers("a").steps.count == CaseAnswers.maxSteps)
  }

  @Test(arguments: [
    ([("a", "1"), ("b", "1")], ["a", "b"]), ([("a", "1"), ("a", "2")], ["a 1", "a 2"]),
    ([("a", "1"), ("a", "1"), ("b", "1")], ["a 1 (1)", "a 1 (2)", "b"]),
    ([("a", "1"), ("a", "1"), ("a 1 (1)", "")], ["a 1 (2)", "a 1 (3)", "a 1 (1)"]),
  ])
  func labelsAreAllDifferent(names: [(String, String)], labels: [String]) {
    #expect(MapSubject.labels(names.map { (name: $0.0, version: $0.1) }) == labels)
  }

  // MARK: Forms

  private static func comparison(_ map: BehaviourMap, _ text: String = "Acme")
    -> BehaviourComparison
  {
    BehaviourComparison(
      map,
      map.names.map {
        MapSubject(
          label: $0, name: text, version: text, language: text, command: [text], sha256: nil)
      }, assayVersion: "0.1.0", suiteVersion: "1", seed: .max, options: [("select", text)],
      elapsed: .milliseconds(1_234), isInterrupted: false)
  }

  private static func sample(_ words: String = "refused, code 7") throws -> BehaviourMap {
    let suite = SuiteCatalogue.usual.filter { $0.name == "abt" }
    let item = Self.item("abt/x/y")
    let found = [Finding.sample("ABT-URL-01")]
    return try map(
      of: [
        [
          result(item, taken), result(item, [(words, words)], .failed, findings: found),
          result(item, [], .skipped),
        ],
        [
          result(item, taken, choices: [FreeChoice("url/port", "accepted")]),
          result(item, [(words, words)], choices: [FreeChoice("url/port", words)]),
          result(item, taken),
        ],
      ], suites: suite)
  }

  @Test func jsonIsOfItsSchema() throws {
    let folder = try ScratchFolder()
    let validator = try SchemaValidator.published("assay-map-1")
    let map = try Self.sample()
    try OutputFile.replace(path: folder.file("map.json")) { (file) throws(OutputFault) in
      try MapJSON.write(Self.comparison(map), to: file)
    }
    let json = try JSONValue(parsing: folder.bytes("map.json"))
    #expect(validator.complaints(json) == [])
    #expect(json["rows"]?.arrayValue?.count == map.rows.count)
    #expect(json["places"]?.arrayValue?.count == 1)
    #expect(json["summary"]?["finding"]?.integerValue == 1)
    // The validator is not blind.
    #expect(!validator.complaints(["schema": "assay-map/1"]).isEmpty)
  }

  @Test func textIsATableWhereThereIsRoom() throws {
    let comparison = Self.comparison(try Self.sample())
    let wide = MapText.text(comparison, shown: 20, style: TerminalStyle(color: false, width: 120))
    let header = try #require(wide.split(separator: "\n").first { $0.contains("layer/form") })
    for name in ["cases", "one", "other", "third"] { #expect(header.contains(name)) }
    #expect(wide.contains("refused, code 7; breaks") && wide.contains("abt/x/y (plain), step 1"))
    #expect(wide.contains("FREE PLACES  1 place") && wide.contains("url/port"))
    let narrow = MapText.text(comparison, shown: 20, style: TerminalStyle(color: false, width: 50))
    #expect(!narrow.contains("layer/form") && narrow.contains("other: refused, code 7; breaks"))
    for line in narrow.split(separator: "\n") {
      #expect(line.unicodeScalars.count <= 50, "\(line)")
    }
    let short = MapText.text(comparison, shown: 0, style: TerminalStyle(color: false, width: 120))
    #expect(short.contains("2 cases on 3 implementations") && !short.contains("FINDINGS"))
  }

  /// What implementations and suites say cannot become anything else than text.
  @Test(arguments: Attack.all) func foreignTextStaysText(text: String) throws {
    let map = try Self.sample(text)
    let comparison = Self.comparison(map, text)
    let terminal = MapText.text(
      comparison, shown: 20, style: TerminalStyle(color: false, width: 100))
    #expect(
      terminal.unicodeScalars.allSatisfy { $0 == "\n" || VisibleText.isShown($0) || $0 == " " })
    let markdown = MapMarkdown.text(comparison, shown: 20)
    #expect(markdown.utf8.count < 20_000)
    for line in markdown.split(separator: "\n") where line.contains("ATTACK") {
      #expect(line.hasPrefix("| ") && line.hasSuffix(" |"), "\(line)")
    }
    let folder = try ScratchFolder()
    try OutputFile.replace(path: folder.file("map.json")) { (file) throws(OutputFault) in
      try MapJSON.write(comparison, to: file)
    }
    let json = try JSONValue(parsing: folder.bytes("map.json"))
    #expect(try SchemaValidator.published("assay-map-1").complaints(json) == [])
  }
}
