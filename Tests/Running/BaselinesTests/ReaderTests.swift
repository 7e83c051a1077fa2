import Conformance
import Running
import Testing

@testable import Baselines

@Suite struct ReaderTests {
  static func read(_ text: String) throws(BaselineError) -> BaselineDocument {
    try BaselineDocument(Array(text.utf8), path: "known.yaml")
  }

  static let whole = """
    # Known failures of Acme 3.
    format: assay-baseline/1
    known:
      - requirement: ABT-DATA-04/limit
        variant: plain
        fails: ABT-DATA-04/limit accepted
        reason: "waits for 3.3: the limit is a constant"
        link: https://tracker.example/412
        until: 2027-01-31
      # Two of a kind.
      - cases:
          - abt/token/**
          - "**/upper-case"
        fails: [ABT-TOK-02 wrong-status, ABT-TOK-05 wrong-status]
        verdict: failed
        reason: TODO
        flaky: 3
    """

  @Test func everyMemberIsRead() throws {
    let entries = try Self.read(Self.whole).baseline.entries
    #expect(
      entries == [
        Baseline.Entry(
          line: 4, .requirement("ABT-DATA-04/limit"), variant: .plain,
          signatures: [Signature("ABT-DATA-04/limit", "accepted")],
          reason: "waits for 3.3: the limit is a constant", link: "https://tracker.example/412",
          until: CalendarDay("2027-01-31")),
        Baseline.Entry(
          line: 11, .cases([GlobPattern("abt/token/**"), GlobPattern("**/upper-case")]),
          signatures: [
            Signature("ABT-TOK-02", "wrong-status"), Signature("ABT-TOK-05", "wrong-status"),
          ], verdicts: [.failed], reason: "TODO", flaky: 3),
      ])
  }

  @Test(arguments: ["known: []", "known:"]) func nothingMayBeKnown(known: String) throws {
    #expect(try Self.read("format: assay-baseline/1\n\(known)\n").baseline.entries.isEmpty)
  }

  @Test func otherEndsOfLinesAreKept() throws {
    let text = Self.whole.replacing("\n", with: "\r\n") + "\r\n"
    let document = try Self.read(text)
    let usual = try Self.read(Self.whole)
    #expect(document.baseline == usual.baseline)
    #expect(document.text(changing: [:], appending: []) == text)
  }

  /// An entry with one line put in the place of another, and what is said of it, with its line.
  @Test(
    arguments: [
      ("reason: x", "reason: \"\"", "line 6", "say why"),
      ("reason: x", "", "line 3", "has no reason"),
      ("reason: x", "reson: x", "line 6", "did you mean reason?"),
      ("reason: x", "reason: |\n        x", "line 6", "without | or >"),
      ("reason: x", "reason: [x]", "line 6", "takes a text"),
      ("reason: x", "reason: \"a\\u0007b\"", "line 6", "U+0007"),
      ("reason: x", "reason: x\n    reason: y", "line 6", "same name: reason"),
      ("reason: x", "reason: &a x", "line 6", "anchors"),
      ("- cases: abt/a/**", "- cases: **/a", "line 3", "in quotes"),
      ("- cases: abt/a/**", "- cases: nonsense", "line 3", "no pattern"),
      ("- cases: abt/a/**", "- cases: []", "line 3", "from 1 to"),
      ("- cases: abt/a/**", "- cases: [abt/a, abt/a]", "line 3", "twice"),
      ("- cases: abt/a/**", "- requirement: abt/a/**", "line 3", "is no requirement"),
      ("- cases: abt/a/**", "- flaky: 2", "line 3", "about nothing"),
      ("- cases: abt/a/**", "- cases: abt/a\n    requirement: A-1", "line 4", "both"),
      (
        "- cases: abt/a/**", "- {cases: abt/a, reason: y}\n  - cases: b/**", "line 3",
        "cannot be kept"
      ),
      ("variant: plain", "variant: plane", "line 4", "did you mean plain?"),
      ("variant: plain", "link: javascript:alert(1)", "line 4", "https://"),
      ("variant: plain", "until: 2027-02-29", "line 4", "no day"),
      ("variant: plain", "until: soon", "line 4", "2027-01-31"),
      ("variant: plain", "flaky: 1", "line 4", "from 2 to 20"),
      ("variant: plain", "verdict: crash", "line 4", "did you mean crashed?"),
      ("variant: plain", "verdict: passed", "line 4", "comes out as"),
      ("fails: A-1 bad", "fails: A-1", "line 5", "no signature"),
      ("fails: A-1 bad", "", "line 3", "does not say how"),
    ])
  func whatIsWrongIsTold(old: String, new: String, line: String, words: String) throws {
    let entry = """
      format: assay-baseline/1
      known:
        - cases: abt/a/**
          variant: plain
          fails: A-1 bad
          reason: x
      """
    _ = try Self.read(entry)
    let error = #expect(throws: BaselineError.self) {
      try Self.read(entry.replacing(old, with: new))
    }
    let told = try #require(error).description
    #expect(told.contains(line + ",") && told.contains(words), "\(told)")
  }

  @Test(
    arguments: [
      ("", "format: assay-baseline/1"), ("- a\n", "no baseline"), ("known: []\n", "no format"),
      ("format: assay-baseline/2\nknown: []\n", "assay-baseline/2"),
      ("format: assay-baseline/1\n", "known: []"),
      ("format: assay-baseline/1\nknwon: []\n", "did you mean known?"),
      ("format: assay-baseline/1\nknown: {}\n", "list of entries"),
      ("format: assay-baseline/1\nknown: []\n---\na: b\n", "another document"),
      ("format: assay-baseline/1\nknown: [\n", "no YAML"),
      ("format: assay-baseline/1\nknown: \u{202E}[]\n", "U+202E"),
      ("format: assay-baseline/1\u{0}\n", "line 1, column 25"),
    ])
  func whatIsNoBaselineIsRefused(text: String, words: String) throws {
    let error = #expect(throws: BaselineError.self) { try Self.read(text) }
    #expect(try #require(error).description.contains(words), "\(String(describing: error))")
  }

  /// Each of these would take a parser deep, or long.
  @Test(
    arguments: [
      String(repeating: "[", count: 1_000_000), String(repeating: "- ", count: 100_000),
      String(repeating: "[\n", count: 100_000), String(repeating: "? ", count: 100_000),
      (0..<200).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n"),
      String(repeating: "a", count: BaselineText.maxBytes + 1),
    ])
  func hostileTextIsRefusedBeforeItIsParsed(text: String) {
    #expect(throws: BaselineError.self) { try BaselineText(Array(text.utf8)) }
  }

  @Test func aliasesAreRefused() {
    let text = """
      format: assay-baseline/1
      known:
        - cases: &a
            - abt/a
          fails: A-1 bad
          reason: x
        - cases: *a
          fails: A-1 worse
          reason: x
      """
    let error = #expect(throws: BaselineError.self) { try Self.read(text) }
    #expect(error?.description.contains("anchors") == true)
  }

  @Test func invalidBytesAreRefused() {
    #expect(throws: BaselineError.self) { try BaselineDocument([0xFF, 0xFE], path: "x") }
  }

  @Test func anEntryThatSaysTheSameIsRefused() throws {
    let entry = "  - cases: abt/a\n    fails: A-1 bad\n    reason: x\n"
    let error = #expect(throws: BaselineError.self) {
      try Self.read("format: assay-baseline/1\nknown:\n" + entry + entry)
    }
    #expect(
      error?.description == "line 6, column 1: the entry of line 3 says the same; leave one of them"
    )
  }

  @Test func daysAreThoseOfTheCalendar() {
    for text in ["2024-02-29", "2000-02-29", "2027-12-31", "0001-01-01"] {
      #expect(CalendarDay(text)?.description == text)
    }
    for text in [
      "2023-02-29", "1900-02-29", "2027-13-01", "2027-00-01", "2027-04-31", "27-01-01",
      "2027-01-1x", "+027-01-01", "0000-01-01",
    ] {
      #expect(CalendarDay(text) == nil, "\(text)")
    }
    #expect(CalendarDay(secondsSince1970: 1_783_166_400)?.description == "2026-07-04")
    #expect(CalendarDay(secondsSince1970: 1_709_164_799)?.description == "2024-02-28")
    #expect(CalendarDay(secondsSince1970: 1_709_164_800)?.description == "2024-02-29")
    #expect(CalendarDay(secondsSince1970: -1) == nil)
  }
}
