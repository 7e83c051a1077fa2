import JSONText
import Testing

/// `assay compare`, and what holds a run to a version of the suites.
@Suite struct CompareTests {
  private func run(_ place: Workplace, _ folder: String, _ more: [String], _ adapter: [String])
    throws
  {
    _ = try place.assay(
      ["run", "--select", "abt/token/*", "--timeout", "30", "--output", folder] + more + adapter)
  }

  @Test func regressionsFailAndRepairsDoNot() throws {
    let place = try Workplace()
    try run(place, "good", [], Workplace.faulty())
    try run(place, "bad", [], Workplace.faulty("--fault", "token-in-any-case"))
    let worse = try place.assay("compare", "good", "bad/report.json")
    #expect(worse.status == 1 && worse.errors.isEmpty)
    #expect(worse.lines.first == "WORSE  2 regressions")
    for part in [
      "14 cases in both, 12 unchanged; 2 regressed", "REGRESSED  2 cases",
      "passed → failed  abt/plain  1 case", "    abt/token/upper-case",
      "ABT-TOK-02  abt/plain  passed → failed", "verdict   abt/plain: conforming → nonconforming",
      "differs   adapter: ",
    ] {
      #expect(worse.output.contains(part), "\(part) is missing in \(worse.output)")
    }
    let better = try place.assay("compare", "bad", "good")
    #expect(better.status == 0 && better.output.hasPrefix("NOTHING WORSE  14 cases in both"))
    #expect(better.output.contains("REPAIRED  2 cases"))
    let same = try place.assay("compare", "bad", "bad")
    #expect(same.status == 0 && same.output.contains("14 cases in both, 14 unchanged\n"))
    let piped = try place.shell("cat bad/report.json | assay compare good - --quiet")
    #expect(piped.status == 1 && !piped.output.contains("REGRESSED"))
    let ignored = try place.assay("compare", "good", "bad", "--fail-on", "none")
    #expect(ignored.status == 0 && ignored.output.contains("REGRESSED  2 cases"))
  }

  @Test func othersReadTheForms() throws {
    let place = try Workplace()
    try run(place, "good", [], Workplace.faulty())
    try run(place, "bad", [], Workplace.faulty("--fault", "token-in-any-case"))
    let outcome = try place.assay("compare", "good", "bad", "--format", "json", "--output", "out")
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    let json = try JSONValue(parsing: place.bytes(place.file("out")))
    #expect(json["schema"] == "assay-comparison/1")
    #expect(json["gate"]?["exitCode"]?.integerValue == 1)
    #expect(json["summary"]?["regressed"]?.integerValue == 2)
    let cases = try #require(json["cases"]?.arrayValue)
    #expect(cases.count == 2 && cases.allSatisfy { $0["change"] == "regressed" })
    #expect(
      cases.allSatisfy { $0["oldSignature"] == .null && $0["newSignature"]?.stringValue != nil })
    let markdown = try place.assay("compare", "good", "bad", "--format", "markdown")
    #expect(markdown.output.hasPrefix("## assay: 2 regressions\n"))
    #expect(markdown.output.contains("### Regressed: 2 cases"))
  }

  @Test(arguments: [
    (["--fail-on", "regresions"], ["no \"regresions\"; did you mean regressions?", "none"]),
    (["--fail-on", ""], ["no \"\""]), (["--time-factor", "0.5"], ["--time-factor", "from 1"]),
    (["--time-floor", "-1"], ["--time-floor"]), (["--format", "pdf"], ["'pdf'", "markdown"]),
    (["--output", ""], ["--output"]), ([], ["old.json cannot be read"]),
  ])
  func wrongUsage(options: [String], says parts: [String]) throws {
    let outcome = try Workplace().assay(["compare", "old.json", "new.json"] + options)
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    for part in parts { #expect(outcome.errors.contains(part), "\(outcome.errors)") }
  }

  @Test func whatCannotBeComparedIsTold() throws {
    let place = try Workplace()
    try run(place, "good", [], Workplace.faulty())
    _ = try place.assay(
      ["run", "--requirement", "ACC-DM-01", "--timeout", "30", "--output", "other"]
        + Workplace.faulty())
    let apart = try place.assay("compare", "good", "other")
    #expect(apart.status == 2 && apart.errors.contains("no case in common"))
    let text = try place.text(place.file("good/report.json"))
    try place.put(text.prefix(5_000).utf8, "cut.json")
    let cut = try place.assay("compare", "good", "cut.json")
    #expect(cut.status == 2 && cut.errors.contains("cut.json") && cut.errors.contains("cut off"))
    let full = try place.shell("assay compare good good >/dev/full")
    #expect(full.status == 2 && full.errors.contains("No space left"))
    let gone = try place.assay("compare", "good", "good", "--output", "no/such/file")
    #expect(gone.status == 2 && gone.errors.contains("cannot write no/such/file"))
  }

  @Test func aRunIsHeldToAVersion() throws {
    let place = try Workplace()
    try run(place, "held", ["--suite-version", "1"], ["--reference"])
    let report = try place.report("held")
    #expect(report.json["assay"]?["suiteVersion"] == "1" && report.count("passed") == 14)
    #expect(report.json["options"]?["suite-version"] == "1")
    for command in [["run", "--reference"], ["list"], ["spec"]] {
      let unknown = try place.assay(command + ["--suite-version", "17"])
      #expect(unknown.status == 2)
      #expect(
        unknown.errors.contains("--suite-version: there is no version \"17\" of the suites; there"))
      let since = try place.assay(command + ["--since", "x"])
      #expect(since.status == 2 && since.errors.contains("--since: there is no version \"x\""))
    }
    // Nothing is newer than the newest version.
    for command in [["run", "--reference"], ["list"]] {
      #expect(try place.assay(command + ["--since", "1"]).status == 6)
    }
    let spec = try place.assay("spec", "--since", "1")
    #expect(spec.status == 0 && spec.output == "Nothing has come since version 1 of the suites.\n")
    #expect(try place.assay("spec", "ABT-TOK-05").output.contains("Since: version 1"))
    let listed = try place.assay("list", "--json", "--select", "abt/token/missing").output
    #expect(listed.contains("\"since\":\"1\""))
  }
}
