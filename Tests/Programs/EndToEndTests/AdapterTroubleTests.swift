import Testing

/// The adapter is to blame, not the library: exit code 3, or 6 where it claims nothing.
@Suite struct AdapterTroubleTests {
  @Test(arguments: [
    (["./missing"], ["cannot be started", "\"./missing\" does not exist"]),
    (["no-such-adapter"], ["\"no-such-adapter\" is in no directory of PATH"]),
    (["./plain file"], ["\"./plain file\" is not executable", "chmod +x"]),
    (["/"], ["\"/\" is a directory"]),
    (["/bin/sh", "-c", "exit 0"], ["did not answer hello", "exited with status 0"]),
    (["/bin/sh", "-c", "kill -9 $$"], ["did not answer hello", "killed by signal 9"]),
    (["/bin/cat"], ["no reply", "\"implementation\" is missing"]),
  ])
  func noAdapter(command: [String], says parts: [String]) throws {
    let place = try Workplace()
    try place.put("no program".utf8, "plain file")
    let outcome = try place.assay(["run", "--"] + command)
    #expect(outcome.status == 3)
    #expect(outcome.output.isEmpty)
    for part in parts { #expect(outcome.errors.contains(part), "\(part) is missing") }
    #expect(outcome.errors.contains("The library was not tested."))
    #expect(try place.names() == ["plain file"])
  }

  @Test(arguments: [
    ("{}", "unsupported", "not claimed: the suite abt"),
    (#"{"abt":{"editions":["encrypting"]}}"#, "unsupported", "not claimed: the edition plain"),
    (#"{"abt":{"editions":["plain"]}}"#, "unsupported", "unsupported by the adapter: not today"),
  ])
  func nothingIsClaimed(claims: String, reply: String, reason: String) throws {
    let place = try Workplace()
    try place.put(ScriptedAdapter.claiming.utf8, "claiming.py")
    let outcome = try place.assay(
      "run", "--edition", "plain", "--requirement", "ABT-TOK-05", "--output", "reports", "--",
      "python3", "claiming.py", "1", claims, reply)
    #expect(outcome.status == 6)
    #expect(outcome.output.contains("NOTHING TESTED"))
    #expect(outcome.output.contains(reason))
    let report = try place.report()
    #expect(report.verdict == "nothingTested")
    #expect(report.count("skipped") == Int64(report.cases.count))
    #expect(report.verdicts(of: "ABT-TOK-05") == ["plain": "notClaimed"])
  }

  @Test func anAdapterThatFailsOnItsOwnAccount() throws {
    let place = try Workplace()
    try place.put(ScriptedAdapter.claiming.utf8, "claiming.py")
    let outcome = try place.assay(
      "run", "--edition", "plain", "--requirement", "ABT-TOK-05", "--output", "reports", "--",
      "python3", "claiming.py", "1", #"{"abt":{"editions":["plain"]}}"#, "failure")
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("ADAPTER FAULT"))
    #expect(outcome.output.contains("not today"))
    let report = try place.report()
    #expect(report.verdict == "adapterFault")
    #expect(!report.cases.isEmpty)
    // The run ends when the same has happened in many places.
    let faults = report.count("adapterFault") ?? 0
    #expect(faults >= 32)
    // Those that need pieces are skipped.
    let others = ["notRun", "skipped"].map { report.count($0) ?? 0 }.reduce(0, +)
    #expect(faults + others == Int64(report.cases.count))
    #expect(report.verdicts(of: "ABT-TOK-05") == ["plain": "notTested"])
  }
}
