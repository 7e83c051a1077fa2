import Testing

@testable import Reporting

struct VisibleTextTests {
  @Test(arguments: [
    ("plain text, ünïcode, 漢字, 😀", "plain text, ünïcode, 漢字, 😀"),
    ("a\nb\r\tc", "a\\nb\\r\\tc"),
    ("\u{1B}[31mred\u{1B}]0;title\u{7}", "\\u{1B}[31mred\\u{1B}]0;title\\u{7}"),
    ("\u{9B}31m\u{85}", "\\u{9B}31m\\u{85}"),
    ("\u{7F}\u{0}", "\\u{7F}\\u{0}"),
    ("abc\u{202E}def\u{2066}\u{200F}", "abc\\u{202E}def\\u{2066}\\u{200F}"),
    ("zero\u{200B}width\u{FEFF}\u{AD}", "zero\\u{200B}width\\u{FEFF}\\u{AD}"),
    ("\u{FFF9}\u{600}", "\\u{FFF9}\\u{600}"),
    ("\u{2028}\u{2029}\u{A0}", "\\u{2028}\\u{2029}\\u{A0}"),
    ("\u{E000}\u{FFFE}\u{10FFFF}", "\\u{E000}\\u{FFFE}\\u{10FFFF}"),
    ("\u{3164}\u{FE0F}\u{E0041}", "\\u{3164}\\u{FE0F}\\u{E0041}"),
    ("\u{301}a\u{301}\u{302}\u{303}", "\\u{301}a\u{301}\u{302}\\u{303}"),
    ("C:\\n", "C:\\n"),
  ])
  func whatDoesNotShowItselfIsEscaped(text: String, visible: String) {
    #expect(Array(VisibleText.escaped(text).utf8) == Array(visible.utf8))
  }

  @Test func linesStayLinesAndNonePassesForOurs() {
    #expect(
      VisibleText.lines("alas\n\u{1B}[2Jassay: all passed\r\n")
        == "alas\n    \\u{1B}[2Jassay: all passed\\r")
  }

  @Test func aLongTextIsCutWithItsRest() {
    let text = String(repeating: "é", count: 1_000)
    #expect(VisibleText.escaped(text, maxCharacters: 3) == "ééé… (1,994 bytes more)")
    #expect(VisibleText.escaped("abcd", maxCharacters: 3) == "abc… (1 byte more)")
    #expect(ValueWords.quoted("abcd", maxCharacters: 3) == "\"abc…\" (1 byte more)")
    #expect(VisibleText.escaped("abc", maxCharacters: 3) == "abc")
  }

  @Test func aDifferenceFarBehindIsShown() {
    let common = String(repeating: "x", count: 10_000)
    let (left, right) = VisibleText.contrasted(
      common + "left", common + "right", maxCharacters: 40)
    #expect(left == "…" + String(repeating: "x", count: 10) + "left")
    #expect(right == "…" + String(repeating: "x", count: 10) + "right")
  }

  @Test func shortTextsAreShownWhole() {
    let (left, right) = VisibleText.contrasted("abcdefgh1", "abcdefgh2", maxCharacters: 10)
    #expect(left == "abcdefgh1")
    #expect(right == "abcdefgh2")
  }
}

struct LineBreakerTests {
  @Test func linesBreakAtSpacesAndWithinLongWords() {
    #expect(LineBreaker.lines("aa bb cc", columns: 5) == ["aa bb", "cc"])
    #expect(LineBreaker.lines("a bbbbbbb c", columns: 3) == ["a", "bbb", "bbb", "b c"])
    #expect(LineBreaker.lines("", columns: 3) == [""])
    #expect(LineBreaker.lines("漢字漢字", columns: 4) == ["漢字", "漢字"])
  }

  @Test func noLineIsWiderThanItsRoom() {
    let text = (0..<200).map { String(repeating: "w", count: $0 % 17) }.joined(separator: " ")
    for columns in 3..<40 {
      let lines = LineBreaker.lines(text, columns: columns)
      #expect(lines.allSatisfy { $0.utf8.count <= columns })
      #expect(lines.joined().filter { $0 == "w" }.count == text.filter { $0 == "w" }.count)
    }
  }
}

struct CountTests {
  @Test(arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (-1_234_567, "-1,234,567")])
  func thousandsAreSetApart(number: Int, text: String) {
    #expect(Count.text(number) == text)
  }

  @Test func theLeastIntegerDoesNotTrap() {
    #expect(Count.text(.min) == "-9,223,372,036,854,775,808")
  }

  @Test(arguments: [
    (Duration.milliseconds(420), "0.42 s"), (.milliseconds(3_249), "3.2 s"),
    (.seconds(725), "12 min 5 s"), (.seconds(12_000), "3 h 20 min"), (.zero, "0 s"),
    (.seconds(-4), "0 s"),
  ])
  func durationsAreRounded(duration: Duration, text: String) {
    #expect(Count.text(duration) == text)
  }
}
