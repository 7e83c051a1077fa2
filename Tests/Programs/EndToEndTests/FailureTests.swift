import Testing

@Suite struct FailureTests {
  @Test(arguments: [
    ("token-in-any-case", "ABT-TOK-05", ["plain", "encrypting"]),
    ("status-in-lower-case", "ABT-CB-04", ["plain", "encrypting"]),
    ("vector-cut-off-twice", "ABT-ENC-01", ["encrypting"]),
    ("rollback-never", "ABT-ROLL-01", ["plain", "encrypting"]),
    ("failure-not-told", "ACC-DM-10", ["-"]),
  ])
  func aFaultIsFound(fault: String, requirement: String, variants: [String]) throws {
    let place = try Workplace()
    let outcome = try place.assay(
      ["run", "--requirement", requirement, "--timeout", "30", "--output", "reports"]
        + Workplace.faulty("--fault", fault))
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("NONCONFORMING"))
    #expect(outcome.output.contains(requirement))
    let report = try place.report()
    #expect(report.verdict == "nonconforming")
    for variant in variants {
      #expect(report.verdicts(of: requirement)[variant] == "failed")
    }
    let failed = report.cases.filter { $0.verdict == "failed" }
    #expect(report.count("failed") == Int64(failed.count))
    func have(_ failure: Report.Case, _ confirmation: String) -> Bool {
      failure.findings.contains { $0.contains("\"confirmation\":\"\(confirmation)\"") }
    }
    #expect(failed.contains { have($0, "deterministic") })
    #expect(failed.allSatisfy { have($0, "deterministic") || have($0, "sampled") })
    let junit = try place.text(place.file("reports/junit.xml"))
    #expect(junit.matches(of: #/<failure[ >]/#).count == failed.count)
  }

  @Test func aCrashWinsOverAFailure() throws {
    let place = try Workplace()
    let outcome = try place.assay(
      [
        "run", "--edition", "plain", "--select", "abt/hostile/zlib/header-only/**", "--select",
        "abt/token/upper-case", "--timeout", "30", "--output", "reports",
      ] + Workplace.faulty("--fault", "crash-on-truncated-stream", "--fault", "token-in-any-case"))
    #expect(outcome.status == 4)
    #expect(outcome.output.contains("CRASHING"))
    #expect(outcome.output.contains("killed by signal"))
    let report = try place.report()
    #expect(report.verdict == "crashing")
    #expect(report.cases.map(\.verdict).sorted() == ["crashed", "crashed", "failed"])
    #expect(report.verdicts(of: "ABT-ROB-01")["plain"] == "failed")
  }

  @Test func aHangEndsAtTheTimeout() throws {
    let place = try Workplace()
    let outcome = try place.assay(
      [
        "run", "--edition", "plain", "--select", "abt/hostile/plist/cycle-array/apply",
        "--timeout", "0.5", "--output", "reports",
      ] + Workplace.faulty("--fault", "hang-on-cycle"))
    #expect(outcome.status == 4)
    #expect(outcome.output.contains("HANGING"))
    let report = try place.report()
    #expect(report.cases.map(\.verdict) == ["timedOut"])
    #expect(report.verdicts(of: "ABT-ROB-02")["plain"] == "failed")
  }

  /// A liberty that concedes a SHOULD passes with a warning; strictly, it fails.
  @Test(arguments: [(false, Int32(0)), (true, 1)])
  func shouldsCountWhenStrict(isStrict: Bool, status: Int32) throws {
    let place = try Workplace()
    let outcome = try place.assay(
      ["run", "--requirement", "ABT-CHUNK-04", "--timeout", "30", "--output", "reports"]
        + (isStrict ? ["--strict"] : [])
        + Workplace.faulty("--liberty", "chunks-in-order-only"))
    #expect(outcome.status == status)
    #expect(outcome.output.contains("Warnings (SHOULD)"))
    let report = try place.report()
    #expect(report.count("warned") == Int64(report.cases.count))
    #expect(
      report.verdicts(of: "ABT-CHUNK-04") == ["plain": "warned", "encrypting": "warned"])
    let junit = try place.text(place.file("reports/junit.xml"))
    #expect(junit.contains("<failure") == isStrict)
  }

  @Test(arguments: [false, true])
  func failFastEndsEarly(isFast: Bool) throws {
    let place = try Workplace()
    let outcome = try place.assay(
      ["run", "--requirement", "ABT-TOK-05", "--timeout", "30", "--output", "reports"]
        + (isFast ? ["--fail-fast"] : []) + Workplace.faulty("--fault", "token-in-any-case"))
    #expect(outcome.status == 1)
    let report = try place.report()
    let listed = try SelectionTests.list(place, ["--requirement", "ABT-TOK-05"])
    #expect(report.cases.count == listed.count)
    #expect(report.cases.contains { $0.verdict == "failed" })
    #expect(report.cases.contains { $0.verdict == "notRun" } == isFast)
    #expect(outcome.output.contains("--fail-fast") == isFast)
  }

  /// 12 failures in each edition: some are shown, none, or all.
  @Test func howMuchIsShown() throws {
    let place = try Workplace()
    let command =
      ["run", "--requirement", "ABT-CB-04", "--timeout", "30", "--output", "reports"]
    let adapter = try Workplace.faulty("--fault", "status-in-lower-case")
    let usual = try place.assay(command + adapter)
    let failed = try Int(#require(try place.report().count("failed")))
    let quiet = try place.assay(command + ["--quiet"] + adapter)
    let verbose = try place.assay(command + ["--verbose"] + adapter)
    #expect([usual.status, quiet.status, verbose.status] == [1, 1, 1])

    #expect(failed > 6)
    #expect((1..<failed).contains(usual.repeatCommands.count))
    #expect(usual.output.contains("more case"))
    #expect(verbose.repeatCommands.count == failed)
    #expect(quiet.repeatCommands.isEmpty)
    #expect(!quiet.output.contains("Requirements of"))
    #expect(quiet.output.contains("NONCONFORMING  abt/plain"))
    #expect(quiet.output.hasSuffix("report  reports/report.json\n"))
    #expect(
      quiet.lines.filter { !$0.isEmpty && !$0.hasPrefix(" ") }.count == 3, "two verdicts and a path"
    )
    #expect(quiet.errors.isEmpty)
    let replaced = "assay: reports/report.json is there from another run, and is replaced\n"
    #expect(verbose.errors == replaced && usual.errors.isEmpty)
  }
}
