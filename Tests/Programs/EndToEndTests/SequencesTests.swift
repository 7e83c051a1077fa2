import JSONText
import Testing

/// The shortest sequence of each cause of failure, as `run`, `replay`, `minimize` and `explain` show it.
@Suite struct SequencesTests {
  /// A planted fault, and what its failures come to.
  struct Planted: Sendable, CustomTestStringConvertible {
    let fault: String
    let suite: String
    let requirement: String
    /// More steps than these it does not need.
    let most: Int
    var testDescription: String { "\(suite) \(fault)" }
  }

  private static let planted = [
    Planted(
      fault: "last-run-not-remembered", suite: "appconnect.config", requirement: "ACC-CFG-03",
      most: 4),
    Planted(
      fault: "refused-told-once", suite: "appconnect.openfrom", requirement: "ACC-OF-04", most: 4),
    Planted(
      fault: "emptied-before-it-is-written", suite: "appconnect.dualmode",
      requirement: "ACC-DM-16", most: 3),
    Planted(
      fault: "policy-of-the-last-run", suite: "appconnect.lifecycle", requirement: "ACC-LC-04",
      most: 8),
    Planted(
      fault: "first-change-heard", suite: "managed-config", requirement: "MC-08", most: 3),
    Planted(
      fault: "one-request-per-app", suite: "abt.manager", requirement: "MGR-01", most: 3),
    // Several requests in a row; the whole one between the pieces is what matters.
    Planted(
      fault: "whole-request-ends-all-assemblies", suite: "abt", requirement: "ABT-CHUNK-09",
      most: 4),
  ]

  private func words(_ planted: Planted) -> [String] {
    [
      "run", "--suite", planted.suite, "--requirement", planted.requirement, "--jobs", "2",
      "--timeout", "30", "--output", "r",
    ] + (planted.suite == "abt" ? ["--edition", "plain"] : [])
  }

  /// Steps of the table, each with its number and whether it is marked.
  private static func rows(_ output: String) -> [(number: Int, isMarked: Bool)] {
    let table = output.split(separator: "\n").drop { !$0.hasPrefix("    shortest ") }
      .prefix {
        !$0.hasPrefix("  and ") && !$0.hasPrefix("  also ") && !$0.hasPrefix("FAILED")
          && !$0.hasPrefix("Requirements") && !$0.hasPrefix("Warnings")
      }
    return table.compactMap { line in
      guard line.hasPrefix("    "),
        let number = Int(line.dropFirst(6).prefix(3).filter { $0 != " " })
      else { return nil }
      return (number, line.dropFirst(4).hasPrefix("!"))
    }
  }

  @Test(arguments: planted)
  func aPlantedFaultIsReduced(planted: Planted) throws {
    let place = try Workplace()
    let outcome = try place.assay(
      words(planted) + (try Workplace.faulty("--fault", planted.fault)))
    #expect(outcome.status == 1, "\(outcome.errors)")
    let text = try #require(
      outcome.unwrapped.firstMatch(of: /shortest (\d+) steps?.*?none can be left out/),
      "\(outcome.output)")
    #expect(Int(text.1).map { $0 <= planted.most } == true, "\(text.0)")
    let rows = Self.rows(outcome.output)
    #expect(rows.map(\.number) == Array(1...(Int(text.1) ?? 0)), "\(outcome.output)")
    // The model and the implementation agree up to the last step, which nothing has to follow.
    #expect(rows.map(\.isMarked) == rows.indices.map { $0 == rows.count - 1 }, "\(outcome.output)")
    #expect(outcome.output.contains("first difference  "))
  }

  /// What is looked for afterwards changes nothing: neither the report nor the exit code.
  @Test func theReportIsTheSameWithoutIt() throws {
    let place = try Workplace()
    var reports: [String] = []
    var statuses: [Int32] = []
    for more in [[], ["--quiet"]] {
      let outcome = try place.assay(
        words(Self.planted[0]) + more + (try Workplace.faulty("--fault", Self.planted[0].fault)))
      #expect(outcome.output.contains("shortest") == more.isEmpty)
      statuses.append(outcome.status)
      let cases = try JSONValue(parsing: Array(place.text(place.file("r/report.json")).utf8))[
        "cases"]
      reports.append(
        (cases?.compactText ?? "").replacing(
          /"(durationMilliseconds|peakMemoryGrowthBytes)":[0-9.]+,?/, with: ""))
    }
    #expect(statuses == [1, 1])
    #expect(reports[0] == reports[1] && reports[0].utf8.count > 1_000)
  }

  /// `replay` and `minimize` run it again; `explain` reads the report, and says it to programs as well.
  @Test func theOtherCommandsShowTheTraceToo() throws {
    let place = try Workplace()
    let planted = Self.planted[3]
    let adapter = try Workplace.faulty("--fault", planted.fault)
    #expect(try place.assay(words(planted) + adapter).status == 1)
    let failure = "r/report.json#appconnect.lifecycle/restart/unmanaged/other"

    let explained = try place.assay("explain", failure)
    #expect(explained.status == 0, "\(explained.errors)")
    #expect(explained.output.contains("\nIn short\n"))
    #expect(explained.output.contains("\n!   9 The library is ready"))
    #expect(explained.output.contains("unknown after the difference"))
    let json = try place.assay("explain", failure, "--format", "json")
    let trace = try #require(try JSONValue(parsing: Array(json.output.utf8))["trace"])
    #expect(trace["firstDifference"] == 9)
    let steps = try #require(trace["steps"]?.arrayValue)
    #expect(
      steps.map { $0["standing"]?.stringValue }
        == Array(repeating: "fits", count: 8) + ["differs", "notFollowed"])
    #expect(steps[8]["differences"]?.arrayValue?.first?["signature"] == "ACC-LC-04 known-too-early")
    #expect(steps[0]["allowed"]?.arrayValue?.first?["fits"] == true)

    let small = try place.assay(["minimize", failure, "--output", "small.json"] + adapter)
    #expect(small.status == 1 && small.output.contains("  !   8 The library is ready"), "\(small)")
    let again = try place.assay(["replay", failure] + adapter)
    #expect(again.status == 1 && again.output.contains("shortest    appconnect.lifecycle/restart"))
    #expect(again.output.contains("8 steps of 10") && again.output.hasSuffix("1 case: 1 same\n"))
    let quiet = try place.assay(["replay", failure, "--quiet"] + adapter)
    #expect(quiet.status == 1 && quiet.output == "1 case: 1 same\n")
  }

  /// A person who has seen enough gets the summary at once, with the exit code of the run, and no adapter is left.
  @Test func anInterruptionEndsTheSearchAlone() throws {
    let place = try Workplace()
    try place.put(Self.interrupting.utf8, "interrupting.py")
    let outcome = try place.assay(
      words(Self.planted[0]) + [
        "--", "python3", "interrupting.py", try BuiltPrograms.path(of: "faulty-adapter"),
        Self.planted[0].fault,
      ])
    #expect(outcome.errors.contains("assay: ending"), "\(outcome.errors)")
    #expect(outcome.status == 1)
    let report = try JSONValue(parsing: Array(place.text(place.file("r/report.json")).utf8))
    #expect(report["interrupted"] == false)
    #expect(outcome.output.contains("FAILED  ACC-CFG-03"))
    #expect(!outcome.output.contains("none can be left out"), "\(outcome.output)")
  }

  /// Stands before a faulty adapter. Once the report is written it interrupts the harness, and takes its time.
  private static let interrupting = """
    import json, os, subprocess, sys, time

    adapter = subprocess.Popen([sys.argv[1], "--fault", sys.argv[2]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for line in sys.stdin.buffer:
        if json.loads(line)["type"] == "start" and os.path.exists("r/report.json"):
            if not os.path.exists("interrupted"):
                open("interrupted", "w").close()
                os.kill(os.getppid(), 2)
            time.sleep(0.5)
        adapter.stdin.write(line)
        adapter.stdin.flush()
        sys.stdout.buffer.write(adapter.stdout.readline())
        sys.stdout.buffer.flush()
    adapter.stdin.close()
    adapter.wait()
    """
}
