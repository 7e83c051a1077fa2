import JSONText
import Testing

/// Memory beside valid requests of the same length (ABT-ROB-03).
@Suite struct MemoryTests {
  private func run(_ options: [String], in place: Workplace) throws -> Outcome {
    try place.assay(
      [
        "run", "--edition", "plain", "--select", "abt/hostile/bomb/**", "--timeout", "30",
        "--output", "reports",
      ] + options)
  }

  @Test func aBombThatIsKeptWholeIsFound() throws {
    let place = try Workplace()
    let outcome = try run(
      Workplace.faulty("--fault", "inflates-without-bounds"), in: place)
    #expect(outcome.status == 4)
    #expect(outcome.output.contains("ABT-ROB-03"))
    let report = try place.report()
    #expect(report.verdicts(of: "ABT-ROB-03")["plain"] == "failed")
    #expect(report.verdicts(of: "ABT-ROB-01")["plain"] == "passed")
    let guilty = report.cases.filter { $0.verdict == "overLimit" }
    #expect(
      Set(guilty.map(\.id)) == [
        "abt/hostile/bomb/64-MiB", "abt/hostile/bomb/in-pieces/apply",
        "abt/hostile/bomb/in-pieces/reset",
      ])
    // The first cases of a signature are run again, and stand for the others.
    for (index, guilty) in guilty.enumerated() {
      let findings = guilty.findings.filter { $0.contains(#""requirement":"ABT-ROB-03""#) }
      #expect(!findings.isEmpty)
      #expect(findings.allSatisfy { $0.contains("bytes of memory, 33554432 are allowed") })
      let confirmation = index < 2 ? "deterministic" : "sampled"
      #expect(findings.allSatisfy { $0.contains(#""confirmation":"\#(confirmation)""#) })
    }
  }

  /// What is allowed can be chosen, and is told.
  @Test func aBombThatMayBeKeptIsNoFault() throws {
    let place = try Workplace()
    let outcome = try run(
      ["--memory-limit", "512"] + Workplace.faulty("--fault", "inflates-without-bounds"),
      in: place)
    #expect(!outcome.output.contains("OVER LIMIT"))
    let report = try place.report()
    #expect(report.count("overLimit") == 0)
    #expect(report.verdicts(of: "ABT-ROB-03")["plain"] == "passed")
    #expect(report.json["options"]?["memory-limit"] == "512")
  }

  @Test func lessCanBeAllowed() throws {
    let place = try Workplace()
    let outcome = try run(
      ["--memory-limit", "40"] + Workplace.faulty("--fault", "inflates-without-bounds"),
      in: place)
    #expect(outcome.status == 4)
    #expect(outcome.repeatCommands.allSatisfy { $0.contains(" --memory-limit 40 ") })
    let findings = try place.report().cases.flatMap(\.findings)
    #expect(findings.contains { $0.contains("bytes of memory, 41943040 are allowed") })
  }

  @Test func twentyMebibytesAreNoFault() throws {
    let place = try Workplace()
    let outcome = try run(
      Workplace.faulty("--liberty", "scratch-of-20-mebibytes"), in: place)
    #expect(outcome.status == 0)
    let verdicts = try place.report().cases.map(\.verdict)
    #expect(verdicts.count >= 5)
    #expect(verdicts.allSatisfy { $0 == "passed" })
  }
}
