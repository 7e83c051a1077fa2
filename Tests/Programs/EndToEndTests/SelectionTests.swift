import JSONText
import Testing

@Suite struct SelectionTests {
  /// A line of `list --json`.
  struct Listed: Hashable {
    let id: String
    let variant: String
  }

  static func list(_ place: Workplace, _ options: [String]) throws -> [Listed] {
    let outcome = try place.assay(["list", "--json"] + options)
    #expect(outcome.status == 0)
    return try outcome.lines.filter { !$0.isEmpty }.map { line in
      let entry = try JSONValue(parsing: Array(line.utf8))
      return Listed(
        id: entry["id"]?.stringValue ?? "", variant: entry["variant"]?.stringValue ?? "")
    }
  }

  /// What is run is what is listed: some of all cases, each fitting the selection.
  @Test(arguments: [
    (["--select", "abt/token/**"], #"^abt/token/.*$"#, "plain encrypting"),
    (["--select", "abt/token/*"], #"^abt/token/[^/]*$"#, "plain encrypting"),
    (["--select", "abt/token/upper-case"], "^abt/token/upper-case$", "plain encrypting"),
    (["--suite", "appconnect.dualmode"], #"^appconnect\.dualmode/.*$"#, "-"),
    (
      ["--suite", "abt", "--select", "**/token/**", "--skip", "abt/token/reset/**"],
      #"^abt/(?!token/reset/).*$"#, "plain encrypting"
    ),
    (["--edition", "plain", "--select", "abt/token/"], "^abt/token/.*$", "plain"),
    (["--edition", "encrypting", "--requirement", "ABT-ENC-01"], "^abt/.*$", "encrypting"),
    (
      ["--select", "abt/token/upper-case", "--select", "appconnect.dualmode/**"],
      #"^(abt/token/upper-case|appconnect\.dualmode/.*)$"#, "plain encrypting -"
    ),
  ])
  func runsWhatIsListed(options: [String], ids: String, variants: String) throws {
    let place = try Workplace()
    let all = try Self.list(place, [])
    let listed = try Self.list(place, options)
    let pattern = try Regex(ids)
    #expect(!listed.isEmpty)
    #expect(listed.count < all.count)
    #expect(listed.allSatisfy { $0.id.contains(pattern) })
    #expect(Set(listed.map(\.variant)) == Set(variants.split(separator: " ").map(String.init)))

    let outcome = try place.assay(
      ["run", "--reference", "--timeout", "30", "--output", "reports"] + options)
    #expect(outcome.status == 0)
    let cases = try place.report().cases
    #expect(cases.map { Listed(id: $0.id, variant: $0.variant) } == listed)
  }

  @Test func aRequirementSelectsTheCasesAboutIt() throws {
    let place = try Workplace()
    let outcome = try place.assay(
      "run", "--reference", "--requirement", "ABT-TOK-08", "--requirement", "ABT-CHUNK-04",
      "--timeout", "30",
      "--output", "reports")
    #expect(outcome.status == 0)
    let cases = try place.report().cases
    let wanted: Set = ["ABT-TOK-08", "ABT-CHUNK-04"]
    #expect(cases.allSatisfy { !wanted.isDisjoint(with: $0.requirements) })
    for requirement in wanted {
      #expect(cases.contains { $0.requirements.contains(requirement) })
    }
  }

  @Test func aLevelLeavesOutWhatIsBelowIt() throws {
    let place = try Workplace()
    let all = Set(try Self.list(place, []))
    let should = Set(try Self.list(place, ["--level", "should"]))
    let must = Set(try Self.list(place, ["--level", "must"]))
    #expect(!must.isEmpty)
    #expect(must.isSubset(of: should))
    #expect(should.isSubset(of: all))
    // Cases about a SHOULD that are about no MUST.
    let swapped = "abt/chunks/any-order/two-swapped"
    let levels = try place.assay("list", "--json", "--select", swapped, "--level", "should")
    #expect(levels.status == 0)
    #expect(should.contains { $0.id == swapped })
  }

  @Test func editionsAreJudgedOnTheirOwn() throws {
    let place = try Workplace()
    let outcome = try place.assay(
      "run", "--reference", "--edition", "encrypting", "--requirement", "ABT-TOK-05", "--timeout",
      "30",
      "--output", "reports")
    #expect(outcome.status == 0)
    let report = try place.report()
    #expect(report.text("verdicts") == #"{"abt/encrypting":"conforming"}"#)
    #expect(report.verdicts(of: "ABT-TOK-05") == ["encrypting": "passed"])
  }
}
