import Glibc
import JSONText
import Testing

@Suite struct InterruptionTests {
  /// The run ends cleanly: its reports hold what ran, and say that there was more.
  @Test(arguments: [SIGINT, SIGTERM])
  func aSignalEndsTheRun(signal: Int32) throws {
    let place = try Workplace()
    try place.put(ScriptedAdapter.interrupting.utf8, "interrupting.py")
    let outcome = try place.assay(
      "run", "--suite", "abt", "--jobs", "1", "--timeout", "30", "--output", "reports", "--",
      "python3", "interrupting.py", "\(signal)",
      try BuiltPrograms.path(of: "reference-adapter"))
    #expect(outcome.status == 130)
    #expect(outcome.errors.contains("reports are written"))
    #expect(outcome.output.contains("The run was interrupted: only what ran is judged."))

    let report = try place.report()
    #expect(report.isInterrupted == true)
    let passed = report.cases.count { $0.verdict == "passed" }
    let left = report.cases.count { $0.verdict == "notRun" }
    #expect(passed > 0)
    #expect(left > 0)
    #expect(passed + left == report.cases.count)
    #expect(report.count("total") == Int64(report.cases.count))
    #expect(report.cases.count == (try SelectionTests.list(place, ["--suite", "abt"]).count))

    let journal = try place.text(place.file("reports/report.jsonl")).split(separator: "\n")
    #expect(journal.count == report.cases.count)
    let junit = try place.text(place.file("reports/junit.xml"))
    #expect(junit.contains(#"name="interrupted" value="true""#))
  }

  /// A series of ten thousand requests is not waited for.
  @Test func aSignalEndsASoak() throws {
    let place = try Workplace()
    try place.put(ScriptedAdapter.slow.utf8, "slow.py")
    let outcome = try place.shell(
      "exec timeout --foreground -s INT 3 assay run --select 'abt/hostile/soak/wrong-tokens' --edition plain --timeout 30 --output reports -- python3 slow.py"
    )
    #expect(outcome.errors.contains("reports are written"), "\(outcome.errors)")
    // Without a signal it takes 50 s, and passes.
    #expect(try place.report().cases.map(\.verdict) == ["notRun"])
  }

  /// Not even a run that is killed leaves an adapter behind, nor a report that says how it went.
  @Test func aKilledRunLeavesItsJournalOnly() throws {
    let place = try Workplace()
    try place.put(ScriptedAdapter.interrupting.utf8, "interrupting.py")
    let outcome = try place.assay(
      "run", "--suite", "abt", "--jobs", "1", "--timeout", "30", "--output", "reports", "--",
      "python3", "interrupting.py", "\(SIGKILL)",
      try BuiltPrograms.path(of: "reference-adapter"))
    #expect(outcome.status == 128 + SIGKILL)
    #expect(outcome.output.isEmpty)
    #expect(try place.names(in: "reports") == ["report.jsonl"])
    // The batch was not over; the adapter dawdles after the signal, but not before it.
    let journal = try place.text(place.file("reports/report.jsonl"))
    #expect(journal.hasSuffix("\n") || journal.isEmpty)
    for line in journal.split(separator: "\n") {
      #expect(try JSONValue(parsing: Array(line.utf8))["verdict"] == "passed")
    }
  }

  /// Each case is in the journal when it is done, not when its batch is: the adapter kills its harness when it sees the lines of
  /// what it has answered.
  @Test func aKilledRunHasLostNoCaseThatWasDone() throws {
    let place = try Workplace()
    try place.put(ScriptedAdapter.patient.utf8, "patient.py")
    let outcome = try place.assay(
      "run", "--suite", "abt", "--jobs", "1", "--timeout", "30", "--output", "reports", "--",
      "/bin/sh", "-c", "python3 patient.py; exit $?",
      try BuiltPrograms.path(of: "reference-adapter"))
    #expect(outcome.status == 128 + SIGKILL)
    let journal = try place.text(place.file("reports/report.jsonl"))
    let lines = journal.split(separator: "\n")
    #expect(lines.count >= 19)
    for (number, line) in lines.enumerated() {
      #expect(try JSONValue(parsing: Array(line.utf8))["number"]?.integerValue == Int64(number))
    }
  }

  /// Whatever the adapter has started and wherever that has gone: nothing is left, and the journal has
  /// what was measured.
  @Test func aKilledRunLeavesNoDescendantOfItsAdapter() throws {
    let place = try Workplace()
    let outcome = try place.assay(meets: "kills_its_harness")
    #expect(outcome.status == 128 + SIGKILL)
    #expect(try place.names(in: "reports") == ["report.jsonl"])
    let journal = try place.text(place.file("reports/report.jsonl")).split(separator: "\n")
    let verdicts = try journal.map {
      try JSONValue(parsing: Array($0.utf8))["verdict"]?.stringValue
    }
    #expect(verdicts == Array(repeating: "passed", count: 5))
    let noted = try place.text(place.file("animals")).split(separator: "\n")
    #expect(noted.count >= 7, "the adapter and its six descendants")
  }

  /// The second signal comes when the first one has been answered: two that come together may be one to the kernel.
  @Test func aSecondSignalEndsTheRunAtOnce() throws {
    let place = try Workplace()
    let outcome = try place.assay(
      "run", "--requirement", "ACC-DM-01", "--jobs", "1", "--timeout", "100", "--output", "reports",
      "--", "/bin/sh", "-c",
      """
      if [ -e reports/report.jsonl ]; then
        kill -INT $PPID
        until grep -q 'once more to stop at once' 'standard error'; do sleep 0.05; done
        kill -INT $PPID; exec sleep 100
      fi
      exec reference-adapter
      """)
    #expect(outcome.status == 130)
    #expect(outcome.output.isEmpty)
    #expect(try place.names(in: "reports") == ["report.jsonl"])
  }

  /// What an adapter starts and forgets ends with it.
  @Test func whatAnAdapterStartedEndsWithIt() throws {
    let place = try Workplace()
    let outcome = try place.assay(
      "run", "--requirement", "ACC-DM-01", "--timeout", "30", "--output", "reports", "--",
      "/bin/sh", "-c", "sleep 600 & exec reference-adapter")
    #expect(outcome.status == 0)
    #expect(try place.report().verdict == "conforming")
  }
}
