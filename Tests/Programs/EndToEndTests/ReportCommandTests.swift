import Glibc
import JSONText
import Testing

/// `assay report`: every form of a report, read by programs that are not ours; and files that are no reports.
@Suite struct ReportCommandTests {
  static let formats = [
    ("json", "report.json"), ("html", "report.html"), ("junit", "junit.xml"),
    ("sarif", "report.sarif"), ("markdown", "report.md"), ("tap", "report.tap"),
    ("badge", "badge.svg"),
  ]

  /// A run with failures, of which every format is written.
  private func run(_ place: Workplace) throws {
    let outcome = try place.assay(
      [
        "run", "--select", "abt/token/*", "--timeout", "30", "--output", "reports", "--format",
        Self.formats.map(\.0).joined(separator: ","),
      ] + Workplace.faulty("--fault", "token-in-any-case"))
    #expect(outcome.status == 1)
    #expect(
      try Set(place.names(in: "reports")) == Set(Self.formats.map(\.1) + ["report.jsonl"]))
  }

  @Test func whatARunWritesIsMadeOfItsReportLater() throws {
    let place = try Workplace()
    try run(place)
    for (format, file) in Self.formats {
      let written = try place.bytes(place.file("reports/" + file))
      let outcome = try place.assay("report", "reports", "--\(format)")
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      #expect(Array(outcome.output.utf8) == written, "\(format) differs")
      #expect(
        try place.assay("report", "reports/report.json", "--\(format)", "--output", "out").output
          .isEmpty)
      #expect(try place.bytes(place.file("out")) == written)
      let piped = try place.shell("cat reports/report.json | assay report - --\(format)")
      #expect(Array(piped.output.utf8) == written)
    }
    #expect(try place.names() == ["out", "reports"])
  }

  @Test func othersReadWhatIsWritten() throws {
    let place = try Workplace()
    try run(place)
    let script = """
      import json, sys, xml.dom.minidom, xml.etree.ElementTree as tree
      report = json.load(open("reports/report.json"))
      total = report["summary"]["total"]
      failed = report["summary"]["failed"]
      assert total > 5 and failed > 0
      suites = tree.parse("reports/junit.xml").getroot()
      assert len(list(suites.iter("testcase"))) == total == int(suites.get("tests"))
      assert len(list(suites.iter("failure"))) == failed == int(suites.get("failures"))
      run = json.load(open("reports/report.sarif"))["runs"][0]
      rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
      assert len(rules) == len(set(rules)) > 100
      assert all(rules[result["ruleIndex"]] == result["ruleId"] for result in run["results"])
      cases = {result["properties"]["case"] for result in run["results"]}
      assert cases == {case["id"] for case in report["cases"] if case.get("findings")}
      assert all("source" in rule["properties"] for rule in run["tool"]["driver"]["rules"])
      assert run["invocations"][0]["exitCode"] == 1
      xml.dom.minidom.parse("reports/badge.svg")
      assert "nonconforming" in open("reports/badge.svg").read()
      """
    try place.put(script.utf8, "check.py")
    let outcome = try place.shell("python3 check.py")
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  /// Perl's own reader of TAP, which knows of version 14 or takes it for 13: what is new in 14 are escapes and subtests.
  @Test func perlReadsTAP() throws {
    let place = try Workplace()
    try run(place)
    let script = """
      use TAP::Parser;
      local $/; open(my $file, '<', 'reports/report.tap'); my $tap = <$file>;
      $tap =~ s/^TAP version 14/TAP version 13/;
      my $parser = TAP::Parser->new({tap => $tap});
      my ($yaml, $points) = (0, 0);
      while (my $result = $parser->next) { $yaml++ if $result->is_yaml; $points++ if $result->is_test }
      die join('; ', $parser->parse_errors) if $parser->parse_errors;
      print join(' ', scalar($parser->tests_planned), $points, scalar($parser->failed), $yaml), "\\n";
      """
    try place.put(script.utf8, "read.pl")
    let outcome = try place.shell("perl read.pl")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let report = try place.report()
    let total = try #require(report.count("total"))
    let failed = try #require(report.count("failed"))
    #expect(outcome.output == "\(total) \(total) \(failed) \(failed)\n")
  }

  /// The command of a result runs as it stands.
  @Test func theCommandOfAResultRepeatsIt() throws {
    let place = try Workplace()
    try run(place)
    let sarif = try JSONValue(parsing: place.bytes(place.file("reports/report.sarif")))
    let result = sarif["runs"]?.arrayValue?.first?["results"]?.arrayValue?.first
    let command = try #require(result?["properties"]?["command"]?.stringValue)
    let outcome = try place.shell(command)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("1 case in"))
  }

  @Test(arguments: [
    (["report"], ["report"]),
    (["report", "x.json"], ["name the form", "--junit", "--badge"]),
    (["report", "x.json", "y.json", "--html"], ["one report at a time", "--matrix"]),
    (["report", "--matrix", "x.json"], ["takes 2 to 24 reports, not 1"]),
    (["report", "--matrix", "x.json", "y.json", "--tap"], ["a matrix is a page"]),
    (["report", "--matrix", "-", "-"], ["name - once"]),
    (["report", "--matrix", "x.json", "y.json"], ["x.json cannot be read"]),
    (["report", "x.json", "--junit", "--tap"], ["--junit", "--tap"]),
    (["report", "x.json", "--html5"], ["--html5"]),
    (["report", "gone.json", "--tap"], ["gone.json cannot be read", "No such file"]),
    (["report", "x.json", "--tap", "--output", ""], ["--output takes the name of a file"]),
    (["run", "--reference", "--format", "sarf"], ["no format \"sarf\"; did you mean sarif?"]),
    (["run", "--reference", "--format", "markdwon"], ["did you mean markdown?", "badge"]),
  ])
  func wrongUsage(arguments: [String], says parts: [String]) throws {
    let place = try Workplace()
    let outcome = try place.assay(arguments)
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    for part in parts { #expect(outcome.errors.contains(part), "\(outcome.errors)") }
    #expect(try place.names().isEmpty)
  }

  @Test func whatIsNoReportIsToldApart() throws {
    let place = try Workplace()
    try run(place)
    let whole = try place.bytes(place.file("reports/report.json"))
    try place.put(whole.dropLast(1_000), "cut.json")
    try place.put(#"{"schema":"assay-report/2"}"#.utf8, "newer.json")
    #expect(mkdir(place.file("killed"), 0o755) == 0 && mkdir(place.file("empty"), 0o755) == 0)
    try place.put("{}\n".utf8, "killed/report.jsonl")
    for (path, part) in [
      ("cut.json", "the text ends within a value; is it cut off?"),
      ("newer.json", "is of a newer kind (assay-report/2)"),
      ("killed", "the run was killed before its end"), ("empty", "holds no report.json"),
      ("reports/report.jsonl", "it is the journal of a run; name the report.json"),
      ("reports/junit.xml", "it is XML or HTML"), ("reports/report.sarif", "it is SARIF"),
      ("reports/report.tap", "it is TAP"), ("reports/report.md", "line 1, column 1"),
      ("/dev/zero", "it is no regular file"),
    ] {
      for output in [[], ["--output", "out"]] {
        let outcome = try place.assay(["report", path, "--tap"] + output)
        #expect(outcome.status == 2 && outcome.output.isEmpty, "\(path)")
        #expect(
          outcome.errors.hasPrefix("assay: ") && outcome.errors.contains(part), "\(outcome.errors)")
      }
    }
    let empty = try place.assay("report", "-", "--tap")
    #expect(empty.status == 2 && empty.errors.contains("standard input is empty"))
    #expect(try place.names() == ["cut.json", "empty", "killed", "newer.json", "reports"])
  }

  @Test func whatCannotBeWrittenLeavesNothing() throws {
    let place = try Workplace()
    try run(place)
    // Longer than what a pipe takes.
    let cases = try place.text(place.file("reports/report.json"))
    let long = "\"options\": {\"x\":\"\(String(repeating: "x", count: 1 << 20))\","
    try place.put(cases.replacing("\"options\": {", with: long).utf8, "many.json")
    let gone = try place.assay("report", "reports", "--tap", "--output", "no/such/file")
    #expect(gone.status == 2 && gone.errors.contains("cannot write no/such/file"))
    let full = try place.shell("assay report reports --tap >/dev/full")
    #expect(full.status == 70 && full.errors.contains("standard output: No space left"))
    let limited = try place.shell("ulimit -f 1; assay report reports --sarif --output out")
    #expect(limited.status == 2 && limited.errors.contains("File too large"))
    let short = try place.shell(
      "{ assay report many.json --json; echo \"$?\" >&2; } | head -c 1")
    #expect(short.output == "{" && short.errors == "0\n", "\(short.errors)")
    #expect(try place.names() == ["many.json", "reports"])
  }

  /// A hundred times the cases take no more memory, whatever the form: the cases pass one by one.
  @Test(arguments: ["json", "junit", "sarif", "markdown", "tap", "badge"])
  func memoryDoesNotGrowWithTheCases(format: String) throws {
    let place = try Workplace()
    let script = """
      import json, resource, subprocess, sys
      seed = json.load(open("reports/report.json"))
      passed = next(c for c in seed["cases"] if c["verdict"] == "passed")
      failed = next(c for c in seed["cases"] if c["verdict"] == "failed")
      failed.pop("exchange", None)

      def write(path, count):
          report = dict(seed)
          tail = {key: report.pop(key) for key in ("requirements", "choices", "summary", "verdict", "verdicts")}
          report.pop("cases")
          with open(path, "w") as file:
              file.write(json.dumps(report)[:-1] + ',"cases":[')
              for number in range(count):
                  case = dict(failed if number % 20 == 0 else passed, id=f"abt/token/number-{number}")
                  file.write((",\\n" if number else "") + json.dumps(case))
              summary = dict.fromkeys(tail["summary"], 0)
              summary.update(total=count, failed=(count + 19) // 20, passed=count - (count + 19) // 20)
              file.write("]," + json.dumps(dict(tail, summary=summary))[1:])
              return file.tell()

      peaks = []
      for count in (1000, 100000):
          size = write("many.json", count)
          subprocess.run(["assay", "report", "many.json", "--" + sys.argv[1], "--output", "out"], check=True)
          peaks.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)
      assert size > 25 << 20, size
      print((peaks[1] - peaks[0]) >> 20)
      """
    try place.put(script.utf8, "many.py")
    try run(place)
    let outcome = try place.shell("python3 many.py \(format)")
    #expect(outcome.status == 0, "\(outcome.errors)")
    // The file has more than 25 MiB.
    let growth = try #require(Int(outcome.output.split(separator: "\n").last ?? ""))
    #expect(growth < 12, "\(growth) MiB more")
  }
}
