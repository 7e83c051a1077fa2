import Conformance
import Testing

@testable import Reporting

struct MarkdownDocumentTests {
  @Test func itSaysWhatWasFound() throws {
    let text = try ScratchFolder().document(.markdown, CaseResult.everyVerdict)
    #expect(text.hasPrefix("## assay: CRASHING\n\n`Sample 2.3` (`C`), seed 7, assay `0.1.0`\n"))
    #expect(text.contains("| `abt/plain` | **CRASHING** | 1 of 7 | 4 | 1 | 1 | 0 |\n"), "\(text)")
    #expect(text.contains("11 cases in 1.2 s: 1 passed, 1 failed, 1 warned, 1 crashed"))
    #expect(text.contains("| `ABT-DATA` | `abt/plain` |"))
    #expect(
      text.contains(
        """
        - **failed** `ABT-DATA-08` in `abt/plain`, 1 case: Data that inflates beyond the limit is refused. (`Protocol.md, section 4.3`)
          - case `abt/data/inflates/plus-1`, step 2
          - `it was accepted`
          - expected `a refusal`
          - observed `accepted`
          - repeat it by

            ```sh
            assay run --select abt/data/inflates/plus-1 --edition plain --seed 7 -- ./adapter --fast
            ```

        """))
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("### ") }
    #expect(
      headings == [
        "### Failures", "### Known failures that pass now", "### Faults of the adapter",
        "### Warnings (SHOULD)", "### Known failures",
      ])
    #expect(text.contains("- **unexpected pass** `ACD-01` in `appconnect.dualmode`, 1 case"))
    #expect(text.contains("- **known failure** `ACD-01` in `appconnect.dualmode`, 1 case"))
  }

  @Test func aCauseStandsThereOnceAndManyAreCounted() throws {
    let results = (0..<300).flatMap { number in
      (0..<2).map {
        CaseResult.sample(
          "abt/x/\(number)-\($0)", .failed,
          findings: [
            Finding(
              clause: "ABT-URL-01", level: .must, kind: "kind-\(number)", step: 1, message: "m",
              expected: "e", observed: "o")
          ])
      }
    }
    let text = try ScratchFolder().document(.markdown, results)
    #expect(text.components(of: "- **failed** ") == MarkdownDocument.maxCauses)
    #expect(text.contains(", 2 cases: "))
    #expect(text.contains("- and 500 more cases of other causes\n"))
    #expect(text.utf8.count < 64 << 10)
  }

  @Test func anInterruptedRunSaysSo() throws {
    let text = try ScratchFolder().document(.markdown, [.sample("abt/a")], interrupted: true)
    #expect(text.contains("**The run was interrupted: only what ran is judged.**"))
  }

  /// Outside of code there is no character of a foreign text.
  @Test(arguments: Attack.all)
  func foreignTextIsCode(attack: String) throws {
    let text = try ScratchFolder().document(
      .markdown, Attack.results(attack), run: Attack.run(attack))
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let bare = Self.withoutCode(String(line))
      #expect(!bare.contains("ATTACK"), "\(line)")
    }
    // Every row has as many cells as its table.
    for row in text.split(separator: "\n") where row.hasPrefix("|") {
      #expect(row.count { $0 == "|" } == 8, "\(row)")
    }
  }

  @Test(arguments: [
    ("a", "`a`"), ("`", "`` ` ``"), ("a``b", "```a``b```"), (" a ", "`  a  `"), ("", "(empty)"),
    ("a\nb", "`a\\nb`"), ("<script>", "`<script>`"),
  ])
  func codeSpansEnclose(text: String, code: String) {
    #expect(MarkdownText.code(text) == code)
  }

  @Test func aCellKeepsItsEnd() {
    #expect(MarkdownText.code("a|b", inTable: true) == "`a\\u{7C}b`")
  }

  /// A line without its code spans (CommonMark 6.1), and without a line of a fenced block.
  private static func withoutCode(_ line: String) -> String {
    if line.hasPrefix("    ") { return "" }
    var result = ""
    var rest = Substring(line)
    while let start = rest.firstIndex(of: "`") {
      let fence = rest[start...].prefix { $0 == "`" }
      let content = rest[fence.endIndex...]
      var end: Substring.Index?
      var place = content.startIndex
      while let next = content[place...].firstIndex(of: "`") {
        let run = content[next...].prefix { $0 == "`" }
        if run.count == fence.count {
          end = run.endIndex
          break
        }
        place = run.endIndex
      }
      guard let end else { break }
      result += rest[..<start]
      rest = rest[end...]
    }
    return result + rest
  }
}

extension String {
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
