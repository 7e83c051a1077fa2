import JSONText
import Testing

/// `assay run --baseline` and `assay baseline`, with faulty implementations.
@Suite struct BaselineTests {
  private static let tokens = [
    "run", "--select", "abt/token/upper-case*", "--select", "abt/token/look-alike/**", "--timeout",
    "30",
  ]

  private func run(
    _ place: Workplace, _ more: [String], faults: String..., into folder: String = "reports",
    of command: [String] = tokens
  ) throws -> Outcome {
    let adapter = try Workplace.faulty() + faults.flatMap { ["--fault", $0] }
    return try place.assay(command + ["--output", folder] + more + adapter)
  }

  /// A baseline of what the fault breaks, with a reason.
  private func baseline(_ place: Workplace, fault: String, of command: [String] = tokens) throws
    -> String
  {
    _ = try run(place, [], faults: fault, into: "first", of: command)
    let made = try place.assay("baseline", "first", "--output", "known.yaml")
    #expect(made.status == 0 && made.output.contains("TODO"), "\(made.errors)")
    let text = try place.text(place.file("known.yaml")).replacing("TODO", with: "mended in 3.3")
    try place.put(Array(text.utf8), "known.yaml")
    return text
  }

  @Test func knownFailuresDoNotFailTheRun() throws {
    let place = try Workplace()
    let text = try baseline(place, fault: "token-in-any-case")
    #expect(text.contains("format: assay-baseline/1") && text.contains("ABT-TOK-05"))
    let outcome = try run(place, ["--baseline", "known.yaml"], faults: "token-in-any-case")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty || !outcome.errors.contains("TODO"))
    #expect(outcome.output.contains("NONCONFORMING") && outcome.output.contains("Known failures: "))
    #expect(outcome.output.contains("mended in 3.3") && !outcome.output.contains("Drift"))
    let report = try place.report()
    let first = try place.report("first")
    #expect(report.verdict == "nonconforming")
    #expect(report.count("knownFailure") == first.count("failed") && report.count("failed") == 0)
    #expect(report.verdicts(of: "ABT-TOK-05") == first.verdicts(of: "ABT-TOK-05"))
    #expect(report.json["options"]?["baseline"] == "known.yaml")
    #expect(report.json["baseline"]?["drift"]?.arrayValue?.isEmpty == true)
    let junit = try place.text(place.file("reports/junit.xml"))
    #expect(
      !junit.contains("<failure")
        && junit.contains("<skipped message=\"known failure: mended in 3.3\"/>"))
    // The report of a run that knew its failures leaves the file as it is.
    let updated = try place.assay("baseline", "--update", "known.yaml", "reports")
    #expect(updated.status == 0 && updated.output == "known.yaml is up to this report\n")
    #expect(try place.text(place.file("known.yaml")) == text)
  }

  /// An unexpected pass is drift; the command that is shown repairs the file.
  @Test func aFailureThatIsMendedIsDrift() throws {
    let place = try Workplace()
    _ = try baseline(place, fault: "token-in-any-case")
    let outcome = try run(place, ["--baseline", "known.yaml"])
    #expect(outcome.status == 5)
    let report = try place.report()
    #expect((report.count("unexpectedPass") ?? 0) > 0)
    let junit = try place.text(place.file("reports/junit.xml"))
    #expect(Int64(junit.matches(of: #/<failure /#).count) == report.count("unexpectedPass"))
    #expect(report.json["baseline"]?["drift"]?.arrayValue?.first?["kind"] == "passes")
    let repair = try #require(
      outcome.lines.first { $0.contains("assay baseline --update") }?.drop { $0 == " " })
    let repaired = try place.shell(String(repair.dropFirst("repair".count)))
    #expect(repaired.status == 0, "\(repaired.errors)")
    #expect(try place.text(place.file("known.yaml")).contains("known: []"))
    #expect(try run(place, ["--baseline", "known.yaml"]).status == 0)
  }

  /// A crash where a refusal was known is a crash.
  @Test func aCrashIsNotHiddenByAKnownRefusal() throws {
    let place = try Workplace()
    let file = """
      format: assay-baseline/1
      known:
        - cases: abt/hostile/zlib/header-only/**
          fails: ABT-DATA-03 wrong-status
          reason: known
      """
    try place.put(Array(file.utf8), "known.yaml")
    let command = [
      "run", "--edition", "plain", "--select", "abt/hostile/zlib/header-only/**", "--timeout", "30",
    ]
    let outcome = try run(
      place, ["--baseline", "known.yaml"], faults: "crash-on-truncated-stream", of: command)
    #expect(outcome.status == 4)
    #expect(outcome.output.contains("CRASHING") && outcome.output.contains("Drift: 1 place"))
    // Once it is known as a crash, the run does not fail for it, and the library is crashing all the same.
    #expect(try place.assay("baseline", "--update", "known.yaml", "reports").status == 0)
    #expect(try place.text(place.file("known.yaml")).contains("reason: known"))
    let known = try run(
      place, ["--baseline", "known.yaml"], faults: "crash-on-truncated-stream", of: command)
    #expect(known.status == 0)
    #expect(known.output.contains("CRASHING"))
    #expect(try place.report().verdict == "crashing")
  }

  @Test func anotherFaultBesideAKnownOneCounts() throws {
    let place = try Workplace()
    _ = try baseline(place, fault: "token-in-any-case")
    let outcome = try run(
      place, ["--baseline", "known.yaml"], faults: "token-in-any-case", "status-in-lower-case")
    #expect(outcome.status == 1)
  }

  @Test func anExpiredEntryIsDrift() throws {
    let place = try Workplace()
    let text = try baseline(place, fault: "token-in-any-case")
    let expired = text.replacing("    reason:", with: "    until: 2020-01-31\n    reason:")
    try place.put(Array(expired.utf8), "known.yaml")
    let outcome = try run(place, ["--baseline", "known.yaml"], faults: "token-in-any-case")
    #expect(outcome.status == 5)
    #expect(outcome.output.contains("2020-01-31") && !outcome.output.contains("--update"))
    let junit = try place.text(place.file("reports/junit.xml"))
    #expect(junit.contains("<testsuite name=\"baseline\"") && junit.contains("type=\"expired\""))
  }

  /// Only a run of everything can say that there is no such case.
  @Test func anEntryAboutNothingIsDrift() throws {
    let place = try Workplace()
    let file =
      "format: assay-baseline/1\nknown:\n  - cases: appconnect.openfrom/gone/**\n    fails: A-1 bad\n    reason: x\n"
    try place.put(Array(file.utf8), "known.yaml")
    try place.put(ScriptedAdapter.ofOneSuite.utf8, "library", mode: 0o755)
    let whole = try place.assay(
      "run", "--baseline", "known.yaml", "--timeout", "30", "--output", "whole", "--", "./library")
    #expect(whole.status == 5)
    #expect(whole.output.contains("there is no such case"))
    #expect(try run(place, ["--baseline", "known.yaml"]).status == 0)
    let repaired = try place.assay("baseline", "--update", "known.yaml", "whole")
    #expect(repaired.output.contains("1 removed"))
  }

  @Test func aKnownFailureDoesNotEndAFastRun() throws {
    let place = try Workplace()
    _ = try baseline(place, fault: "token-in-any-case")
    let outcome = try run(
      place, ["--baseline", "known.yaml", "--fail-fast"], faults: "token-in-any-case")
    #expect(outcome.status == 0)
    #expect(try place.report().count("notRun") == 0)
  }

  @Test func aFlakyEntryTriesItsCases() throws {
    let place = try Workplace()
    let text = try baseline(place, fault: "token-in-any-case")
    let flaky = text.replacing("    reason:", with: "    flaky: 3\n    reason:")
    try place.put(Array(flaky.utf8), "known.yaml")
    let failing = try run(place, ["--baseline", "known.yaml"], faults: "token-in-any-case")
    #expect(failing.status == 0)
    let cases = try #require(try place.report().json["cases"]?.arrayValue)
    let tries = cases.compactMap { $0["known"]?["tries"] }
    #expect(!tries.isEmpty && tries.allSatisfy { $0 == ["passed": 0, "failed": 3] })
    let passing = try run(place, ["--baseline", "known.yaml"])
    #expect(passing.status == 0 && passing.output.contains("flaky: "))
    let again = try #require(try place.report().json["cases"]?.arrayValue)
    #expect(
      again.contains {
        $0["known"]?["tries"] == ["passed": 3, "failed": 0] && $0["verdict"] == "passed"
      })
  }

  @Test func wrongFilesAreWrongUsage() throws {
    let place = try Workplace()
    try place.put(
      Array(
        "format: assay-baseline/1\nknown:\n  - cases: abt/a\n    fials: A-1 b\n    reason: x\n".utf8
      ), "known.yaml")
    let wrong = try run(place, ["--baseline", "known.yaml"])
    #expect(
      wrong.status == 2 && wrong.errors.contains("known.yaml: line 4, column 5:")
        && wrong.errors.contains("did you mean fails?"))
    #expect(try run(place, ["--baseline", "gone.yaml"]).status == 2)
    #expect(try place.assay("baseline", "gone").status == 2)
    #expect(try place.assay("baseline", "--update", "gone.yaml", "known.yaml").status == 2)
    let swapped = try place.assay("baseline", "known.yaml")
    #expect(swapped.status == 2 && swapped.errors.contains("such as a baseline"))
    try place.put(#"{"schema":"assay-report/1"}"#.utf8, "report.json")
    let report = try run(place, ["--baseline", "report.json"])
    #expect(report.status == 2 && report.errors.contains("assay baseline report.json --output"))
    let before = try place.text(place.file("known.yaml"))
    _ = try run(place, [], faults: "token-in-any-case")
    let taken = try place.assay("baseline", "reports", "--output", "known.yaml")
    #expect(taken.status == 2 && taken.errors.contains("--update"))
    #expect(try place.text(place.file("known.yaml")) == before)
  }
}
