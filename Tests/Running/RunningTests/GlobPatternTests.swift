import Running
import Testing

@Suite struct GlobPatternTests {
  @Test(arguments: [
    ("abt/token/empty", "abt/token/empty", true), ("abt/token/empty", "abt/token/empty2", false),
    ("abt/token", "abt/token/empty", false), ("abt/token/", "abt/token/empty", true),
    ("abt/token/", "abt/token/a/b", true), ("abt/token/", "abt/token", false),
    ("abt/token/", "abt/tokens/x", false), ("abt/*", "abt/token", true),
    ("abt/*", "abt/token/empty", false), ("abt/*/empty", "abt/token/empty", true),
    ("abt/*/empty", "abt/a/b/empty", false), ("abt/**", "abt/a/b/empty", true),
    ("**/empty", "abt/a/b/empty", true), ("**empty", "empty", true), ("**", "", true),
    ("*", "", true),
    ("*", "a/b", false), ("***", "a/b/c", true), ("?", "a", true), ("?", "/", false),
    ("?", "", false),
    ("a?c", "abc", true), ("a?c", "a/c", false), ("a*", "a", true), ("*a*b*", "xaxbx", true),
    ("*a*b*", "xbxax", false), ("len-*", "len-63", true), ("[a]", "a", false), ("[a]", "[a]", true),
    (".", "x", false), ("", "", true), ("", "a", false), ("/", "/", true), ("/", "/x", true),
    ("A", "a", false), ("a**b", "a/x/b", true), ("a**b", "ab", true),
  ])
  func patternsFitWhatTheySay(pattern: String, id: String, fits: Bool) {
    #expect(GlobPattern(pattern).matches(id) == fits)
  }

  @Test(arguments: [
    ("abt/token/**", "abt/", true), ("abt/", "abt/", true), ("abt*", "abt.manager/", true),
    ("**/empty", "abt/", true), ("a?t/token", "abt/", true), ("abt/**", "abt.manager/", false),
    ("managed-config/x", "abt/", false), ("b*", "abt/", false),
  ])
  func someIDBelowAStartMayFit(pattern: String, start: String, may: Bool) {
    #expect(GlobPattern(pattern).mayFit(below: start) == may)
  }

  /// A pattern that would cost a backtracking matcher more than a lifetime.
  @Test func manyStarsAreNoTrap() {
    let pattern = GlobPattern(String(repeating: "*a", count: 60) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 400)))
    #expect(pattern.matches(String(repeating: "a", count: 400) + "b"))
  }

  @Test func aPatternShowsItsText() {
    #expect(GlobPattern("abt/**/").description == "abt/**/")
    #expect(GlobPattern("a") == GlobPattern("a"))
    #expect(GlobPattern("a") != GlobPattern("a/"))
  }
}
