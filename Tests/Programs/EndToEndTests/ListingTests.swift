import JSONText
import Testing

@Suite struct ListingTests {
  @Test func listSaysWhatEachCaseIsFor() throws {
    let place = try Workplace()
    let outcome = try place.assay("list", "--select", "abt/token/upper-case")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let lines = outcome.lines.filter { !$0.isEmpty }
    #expect(lines.count == 6)
    #expect(lines.first == "abt/token/upper-case  [plain]")
    #expect(lines.contains("abt/token/upper-case  [encrypting]"))
    #expect(lines.filter { $0.contains("token is wrong") }.count == 2)
    #expect(lines.filter { $0.contains("ABT-TOK-05") }.count == 2)
  }

  @Test func listedJSONHasTheSameCases() throws {
    let place = try Workplace()
    let text = try place.assay("list")
    let json = try place.assay("list", "--json")
    #expect(json.status == 0)
    let heads = text.lines.filter { !$0.isEmpty && !$0.hasPrefix(" ") }
    let entries = try json.lines.filter { !$0.isEmpty }.map {
      try JSONValue(parsing: Array($0.utf8))
    }
    #expect(entries.count > 1_000)
    #expect(heads.count == entries.count)
    let members = ["id", "suite", "variant", "title", "requirements", "needs", "since"]
    for (head, entry) in zip(heads, entries) {
      let id = try #require(entry["id"]?.stringValue)
      let variant = try #require(entry["variant"]?.stringValue)
      #expect(head == (variant == "-" ? id : "\(id)  [\(variant)]"))
      #expect(entry.members?.map(\.key) == members)
      #expect(entry["requirements"]?.arrayValue?.isEmpty == false)
      #expect(entry["title"]?.stringValue?.isEmpty == false)
    }
    let keys = entries.map { "\($0["id"]?.stringValue ?? "") \($0["variant"]?.stringValue ?? "")" }
    #expect(Set(keys).count == keys.count)
  }

  @Test func specShowsARequirement() throws {
    let place = try Workplace()
    let outcome = try place.assay("spec", "ABT-TOK-05")
    #expect(outcome.status == 0)
    #expect(outcome.lines.first == "ABT-TOK-05 (must, suite abt)")
    #expect(outcome.lines.contains { $0.hasPrefix("  Source: ") })
    #expect(
      outcome.lines.contains(
        "  Documentation: Protocol.md#42-token, Requirements.md#abt-tok-05"))
    #expect(outcome.lines.contains("  Since: version 1 of the suites"))
    let shown = outcome.lines.filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
    let listed = try SelectionTests.list(
      place, ["--requirement", "ABT-TOK-05", "--edition", "plain"])
    #expect(Set(shown) == Set(listed.map(\.id)))
    #expect(shown.count == listed.count)
  }

  @Test func specShowsThemAll() throws {
    let place = try Workplace()
    let all = try place.assay("spec")
    #expect(all.status == 0)
    for line in ["abt", "appconnect.dualmode"] { #expect(all.lines.contains(Substring(line))) }
    #expect(all.lines.contains { $0.hasPrefix("  ABT-TOK-05 (must, ") })
    #expect(all.lines.contains { $0.hasPrefix("  ACC-DM-01 (must, ") })
    let one = try place.assay("spec", "--suite", "appconnect.dualmode")
    #expect(one.status == 0)
    #expect(!one.output.contains("ABT-"))
    #expect(all.output.contains(one.output))
  }

  /// What a listing says goes on working when its reader has had enough.
  @Test func aReaderThatLeavesIsNoTrouble() throws {
    let outcome = try Workplace().shell("assay list | head -n 1")
    #expect(outcome.status == 0)
    #expect(outcome.lines.first?.hasPrefix("abt/") == true)
    #expect(outcome.errors.isEmpty)
  }
}
