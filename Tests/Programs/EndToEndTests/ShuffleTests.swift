import Glibc
import JSONText
import Testing

/// `--shuffle`, `--after`, and what becomes of what they find.
@Suite struct ShuffleTests {
  private static let fault = ["--fault", "token-kept-by-payload"]
  private static let victim = "abt/callback/echo/payload/ampersand"
  private static let culprit = "abt/callback/echo/undecodable/ampersand"

  /// A few cases among which one leaves something behind, and one other suffers from it.
  private static let selection = [
    "--edition", "plain", "--select", "abt/callback/echo/*/ampersand", "--skip",
    "abt/callback/echo/both/*", "--select", "abt/callback/status/**", "--timeout", "30",
  ]

  private func run(
    _ place: Workplace, _ options: [String], _ faults: [String] = fault
  ) throws -> Outcome {
    try place.assay(
      ["run"] + Self.selection + ["--output", "reports"] + options + ["--"]
        + [try BuiltPrograms.path(of: "faulty-adapter")] + faults)
  }

  @Test func aLeakIsFoundAndNamesTheCaseThatItNeeds() throws {
    let place = try Workplace()
    let ordinary = try run(place, [])
    #expect(ordinary.status == 0, "in its order the suite finds nothing")

    let outcome = try run(place, ["--shuffle", "4", "--save-failures"])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("only after  \(Self.culprit)\n"))
    #expect(outcome.output.contains("shuffle  4 orders of abt/plain ("))
    #expect(outcome.output.contains("1 case failed there and not in the ordinary order"))
    #expect(outcome.output.contains("0 case files in reports/failures; 1 more fail only after"))
    let report = try place.report()
    #expect(report.verdict == "nonconforming")
    #expect(report.json["options"]?["shuffle"] == "4")
    #expect(report.cases.filter { $0.verdict != "passed" }.map(\.id) == [Self.victim])
    let finding = try #require(
      report.json["cases"]?.arrayValue?.first { $0["verdict"] == "failed" }?["findings"]?
        .arrayValue?.first)
    #expect(finding["after"] == [.string(Self.culprit)])
    #expect(finding["afterIsMinimal"] == true)
    #expect(finding["confirmation"] == "deterministic")
    let junit = try place.text(place.file("reports/junit.xml"))
    #expect(junit.contains("only after \(Self.culprit), in one process"))

    // The command that it shows does the same again, and so does a replay of the report.
    let command = try #require(outcome.repeatCommands.first)
    let again = try place.shell(command.replacing("assay run", with: "assay run --output again"))
    #expect(again.status == 1)
    #expect(again.output.contains("  after     \(Self.culprit)\n"))
    let replayed = try place.assay(
      ["replay", "reports/report.json"] + Workplace.faulty("--fault", "token-kept-by-payload"))
    #expect(replayed.status == 1)
    #expect(replayed.output.contains("same        \(Self.victim) [plain]"))
    let repaired = try place.assay(["replay", "reports/report.json", "--reference"])
    #expect(repaired.status == 0)
    #expect(repaired.output.contains("1 fixed"))
  }

  /// The order of `--after` counts, and the other way round nothing leaks.
  @Test func theOtherWayRoundNothingLeaks() throws {
    let place = try Workplace()
    for (first, second, status) in [
      (Self.culprit, Self.victim, Int32(1)), (Self.victim, Self.culprit, 0),
    ] {
      let outcome = try place.assay(
        [
          "run", "--edition", "plain", "--select", second, "--after", first, "--timeout", "30",
          "--output", "reports",
        ] + Workplace.faulty("--fault", "token-kept-by-payload"))
      #expect(outcome.status == status)
      #expect(try place.report().json["options"]?["after"] == .string(first))
    }
  }

  @Test func theReferencePassesInAnyOrder() throws {
    let place = try Workplace()
    let outcome = try run(place, ["--shuffle", "3"], [])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("everything passed there, too"))
  }

  @Test func theNumberOfJobsChangesNothing() throws {
    let place = try Workplace()
    let findings = try ["1", "3"].map { jobs in
      _ = try run(place, ["--shuffle", "5", "--jobs", jobs])
      return try place.report().cases
    }
    #expect(findings[0] == findings[1])
    #expect(findings[0].contains { $0.verdict == "failed" })
  }

  /// An adapter of which each case has a process of its own has nothing to share.
  @Test func freshProcessesAreNotShuffled() throws {
    let place = try Workplace()
    try place.put(Self.loner.utf8, "loner.py")
    let adapter = [
      "--", "python3", "-S", "-E", "loner.py", try BuiltPrograms.path(of: "reference-adapter"),
    ]
    let select = ["--edition", "plain", "--select", "abt/token/valid/**", "--timeout", "30"]
    let outcome = try place.assay(["run", "--shuffle", "2"] + select + adapter)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("shuffle  left out: the adapter says \"freshProcess\""))
    let after = try place.assay(["run", "--after", Self.victim] + select + adapter)
    #expect(after.status == 2)
    #expect(after.errors.contains("freshProcess"))
  }

  /// The adapter sends the signal once it has seen more apps than any batch has: in a shuffled order.
  @Test func aSignalEndsTheShuffling() throws {
    let place = try Workplace()
    let program = ScriptedAdapter.interrupting.replacing(" 20", with: " 300")
    try place.put(program.utf8, "interrupting.py")
    let outcome = try place.assay(
      "run", "--edition", "plain", "--select", "abt/token/**", "--select", "abt/url/**", "--jobs",
      "1", "--timeout", "30", "--shuffle", "2", "--output", "reports", "--", "python3",
      "interrupting.py", "\(SIGINT)", try BuiltPrograms.path(of: "reference-adapter"))
    #expect(outcome.status == 130)
    #expect(outcome.output.contains("The run was interrupted"))
    let report = try place.report()
    #expect(report.isInterrupted == true)
    #expect(report.cases.allSatisfy { $0.verdict == "passed" }, "their ordinary turn had come")
  }

  @Test func selftestShufflesForWhatShowsOnlyThen() throws {
    let outcome = try Workplace().assay("selftest", "--fault", "error-kept-by-payload")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("ok   fault error-kept-by-payload: found by ABT-CB-06"))
  }

  /// Stands before the adapter `argv[1]`, and says that it takes one app for each process.
  private static let loner = """
    import json, subprocess, sys

    adapter = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for line in sys.stdin.buffer:
        adapter.stdin.write(line)
        adapter.stdin.flush()
        reply = json.loads(adapter.stdout.readline())
        if reply["type"] == "hello":
            reply["freshProcess"] = True
        print(json.dumps(reply), flush=True)
    adapter.stdin.close()
    adapter.wait()
    """
}
