import JSONText
import Testing

@Suite struct ConformingRunTests {
  @Test func theReferenceConforms() throws {
    let place = try Workplace()
    let outcome = try place.assay(
      "run", "--reference", "--timeout", "30", "--progress", "none", "--output", "a/b c",
      // They take half a minute where nothing is optimised.
      "--skip", "abt/hostile/soak/**")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let parts = [
      "abt.manager", "abt/encrypting", "abt/plain", "appconnect.config", "appconnect.dualmode",
      "appconnect.lifecycle", "appconnect.openfrom", "managed-config",
    ]
    for (line, part) in zip(outcome.lines, parts) {
      #expect(
        line.contains(
          try Regex(
            "^CONFORMING +\(part) .* requirements passed(, 1 not selected)?$")))
    }
    #expect(outcome.lines.last { !$0.isEmpty } == "report  a/b c/report.json")
    #expect(try place.names(in: "a/b c") == ["junit.xml", "report.json", "report.jsonl"])

    let report = try place.report("a/b c")
    #expect(report.json["schema"]?.stringValue == "assay-report/1")
    #expect(report.json["seed"]?.integerValue == 1)
    #expect(report.isInterrupted == false)
    #expect(report.verdict == "conforming")
    #expect(report.json["verdicts"]?.members?.map(\.key) == parts)
    #expect(report.cases.count > 1_000)
    #expect(report.cases.allSatisfy { $0.verdict == "passed" && $0.findings.isEmpty })
    #expect(report.count("total") == Int64(report.cases.count))
    #expect(report.count("passed") == Int64(report.cases.count))
    let adapter = report.json["adapter"]
    #expect(
      adapter?["command"]?.arrayValue?.first?.stringValue?.hasSuffix("/reference-adapter") == true)
    #expect(adapter?["sha256"]?.stringValue?.count == 64)

    let journal = try place.text(place.file("a/b c/report.jsonl")).split(separator: "\n")
    let ids = try journal.map {
      try JSONValue(parsing: Array($0.utf8))["id"]?.stringValue ?? ""
    }
    // The journal has the cases as they came, the report in the order of the plan.
    #expect(ids.sorted() == report.cases.map(\.id).sorted())

    let junit = try place.text(place.file("a/b c/junit.xml"))
    #expect(junit.matches(of: #/<testcase /#).count == report.cases.count)
    #expect(junit.matches(of: #/<testsuite /#).count == parts.count)
    #expect(junit.contains(#"tests="\#(report.cases.count)" failures="0" errors="0" time=""#))
    #expect(junit.matches(of: #/ skipped="0"/#).count == parts.count)
  }

  /// Whatever becomes of a run, no report of an earlier one stands beside its journal.
  @Test func reportsOfAnEarlierRunAreGone() throws {
    let place = try Workplace()
    let options = ["run", "--reference", "--requirement", "ACC-DM-01", "--output", "reports"]
    #expect(try place.assay(options).status == 0)
    #expect(try place.names(in: "reports") == ["junit.xml", "report.json", "report.jsonl"])
    #expect(try place.assay(options + ["--format", "json"]).status == 0)
    #expect(try place.names(in: "reports") == ["report.json", "report.jsonl"])
  }

  @Test func reportsGoWhereTheHelpSays() throws {
    let place = try Workplace()
    for number in 1...2 {
      let outcome = try place.assay(
        "run", "--reference", "--requirement", "ACC-DM-01", "--timeout", "30", "--format", "junit")
      #expect(outcome.status == 0)
      let folders = try place.names(in: "Reports")
      try #require(folders.count == number)
      let folder = folders[number - 1]
      #expect(
        folder.contains(
          try Regex(#"^assay-reference-library-\d\d\d\d-\d\d-\d\d-\#(number)$"#)))
      #expect(try place.names(in: "Reports/" + folder) == ["junit.xml", "report.jsonl"])
      #expect(outcome.output.hasSuffix("\nreport  Reports/\(folder)/junit.xml\n"))
    }
  }

  /// Cases, findings and scores are the same, whatever the number of adapters.
  @Test func jobsChangeNothing() throws {
    let place = try Workplace()
    let reports = try ["1", "2"].map { jobs in
      let outcome = try place.assay(
        [
          "run", "--edition", "plain", "--select", "abt/token/**", "--select", "abt/chunks/**",
          "--select",
          "abt/delegate/**", "--select", "appconnect.dualmode/**", "--jobs", jobs, "--timeout",
          "30", "--output", jobs,
        ]
          + Workplace.faulty(
            "--fault", "token-in-any-case", "--fault", "failure-not-told",
            "--liberty", "chunks-in-order-only"))
      #expect(outcome.status == 1)
      return try place.report(jobs)
    }
    #expect(reports[0].cases == reports[1].cases)
    // Of both suites, and more than one batch each.
    for suite in ["abt", "appconnect.dualmode"] {
      #expect(reports[0].cases.count { $0.suite == suite } > 256)
      #expect(reports[0].cases.contains { $0.suite == suite && !$0.findings.isEmpty })
    }
    for member in [
      "requirements", "choices", "summary", "verdict", "verdicts", "options", "seed",
    ] {
      #expect(reports[0].text(member) != nil)
      #expect(reports[0].text(member) == reports[1].text(member))
    }
  }

  @Test func theSeedIsInTheReport() throws {
    let place = try Workplace()
    let outcome = try place.assay(
      "run", "--reference", "--seed", "77", "--requirement", "ABT-TOK-05", "--timeout", "30",
      "--output", "reports")
    #expect(outcome.status == 0)
    #expect(try place.report().json["seed"]?.integerValue == 77)
    #expect(outcome.output.contains("seed 77"))
  }

  /// The script that an interpreter runs is a part of the adapter, and so is what somebody names.
  @Test func theDigestIsThatOfEveryFile() throws {
    let place = try Workplace()
    try place.put("exec reference-adapter \"$2\"\n".utf8, "adapter.sh")
    try place.put("one".utf8, "library.so")
    let run =
      "assay run --select abt/token/missing --timeout 30 --quiet --digest library.so --output r -- sh adapter.sh absent"
    func adapter() throws -> JSONValue? {
      #expect(try place.shell(run).status == 0)
      return try place.report("r").json["adapter"]
    }
    let first = try adapter()
    let files = try #require(first?["files"]?.arrayValue)
    #expect(
      files.compactMap { $0["path"]?.stringValue }.dropFirst() == ["adapter.sh", "library.so"])
    #expect(files.first?["path"]?.stringValue?.hasSuffix("/sh") == true)
    let digests = files.compactMap { $0["sha256"]?.stringValue }
    let own = try place.shell(
      "sha256sum \"$(command -v sh)\" adapter.sh library.so | cut -c 1-64 | tee list; sha256sum <list | cut -c 1-64"
    ).lines.filter { !$0.isEmpty }.map(String.init)
    #expect(digests == Array(own.prefix(3)))
    #expect(first?["sha256"]?.stringValue == own.last)
    try place.put("two".utf8, "library.so")
    #expect(try adapter()?["sha256"]?.stringValue != own.last)
  }

}
