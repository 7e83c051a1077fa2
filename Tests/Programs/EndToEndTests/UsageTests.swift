import Testing

/// Wrong usage: exit code 2, nothing is run, and the message says what, and what to do.
@Suite struct UsageTests {
  private static let wrong: [([String], [String])] = [
    (["run"], ["no adapter is given", "… -- ./my-adapter", "--reference"]),
    (["run", "--"], ["no adapter is given"]),
    // What is misspelt is told first, and not what is missing without it.
    (["run", "--refrence"], ["Unknown option '--refrence'", "--reference"]),
    (["fuzz", "--for", "1s", "--refrence"], ["Unknown option '--refrence'"]),
    (["adapter", "check", "--refrence"], ["Unknown option '--refrence'"]),
    (["run", "--reference", "--", "./adapter"], ["--reference", "give one of them"]),
    (["run", "--reference", "./adapter"], ["./adapter"]),
    (["run", "--reference", "--select", "nope/**"], ["\"nope/**\"", "assay list"]),
    (["run", "--reference", "--skip", "nope/**"], ["\"nope/**\"", "assay list"]),
    (
      ["run", "--reference", "--select", "abt/**", "--select", "abt/nope"],
      ["\"abt/nope\"", "assay list"]
    ),
    (["run", "--reference", "--suite", "nope"], ["\"nope\"", "abt", "appconnect.dualmode"]),
    (["run", "--reference", "--requirement", "ABT-NO-1"], ["\"ABT-NO-1\"", "assay spec"]),
    (
      ["run", "--reference", "--requirement", "ABT-TOK-O5"],
      ["\"ABT-TOK-O5\"", "did you mean ABT-TOK-0"]
    ),
    (["explain", "ABT-TOK-05"], ["is a requirement", "assay spec ABT-TOK-05"]),
    (["run", "--reference", "--level", "may"], ["'may'", "--level", "must", "should"]),
    (["run", "--reference", "--edition", "gold"], ["'gold'", "plain", "encrypting"]),
    (["run", "--reference", "--frobnicate"], ["--frobnicate", "assay run --help"]),
    (["run", "--reference", "--format", "pdf"], ["\"pdf\"", "json", "junit", "sarif"]),
    (["run", "--reference", "--format", "json,"], ["\"\"", "json", "junit"]),
    (["run", "--reference", "--jobs", "0"], ["--jobs", "from 1", "not 0"]),
    (["run", "--reference", "--jobs", "many"], ["'many'", "--jobs"]),
    (["run", "--reference", "--timeout", "0"], ["--timeout", "from 0.001 to 3600"]),
    (["run", "--reference", "--timeout", "0.0001"], ["--timeout", "from 0.001 to 3600"]),
    (["run", "--reference", "--memory-limit", "0"], ["--memory-limit", "MiB from 1", "not 0"]),
    (["run", "--reference", "--shuffle", "0"], ["--shuffle", "from 1 to 1000", "not 0"]),
    (["run", "--reference", "--shuffle=-3"], ["--shuffle", "from 1 to 1000", "not -3"]),
    (["run", "--reference", "--shuffle", "1001"], ["--shuffle", "from 1 to 1000"]),
    (["run", "--reference", "--shuffle", "often"], ["'often'", "--shuffle"]),
    (["run", "--reference", "--shuffle"], ["--shuffle"]),
    (
      ["run", "--reference", "--shuffle", "1", "--after", "abt/token/missing"],
      ["--shuffle", "--after", "exclude"]
    ),
    (["run", "--reference", "--after", "abt/nope"], ["abt/nope", "no case", "assay list"]),
    (["run", "--reference", "--output", ""], ["--output", "name of a folder"]),
    (["run", "--reference", "--timeout", "nan"], ["--timeout", "not nan"]),
    (["run", "--reference", "--seed", "9223372036854775808"], ["--seed", "9223372036854775807"]),
    (
      ["run", "--reference", "--cases-per-family", "0"], ["--cases-per-family", "from 1", "not 0"]
    ),
    (["list", "--cases-per-family", "10000001"], ["--cases-per-family", "to 10000000"]),
    (["run", "--reference", "--progress", "loud"], ["'loud'", "--progress"]),
    (["run", "--reference", "--quiet", "--verbose"], ["--quiet", "--verbose", "exclude"]),
    (["list", "--select", "nope"], ["\"nope\"", "fits no case"]),
    (["list", "--suite", "nope"], ["\"nope\"", "appconnect.dualmode"]),
    (["spec", "NOPE"], ["\"NOPE\"", "assay spec"]),
    (["spec", "--suite", "nope"], ["\"nope\"", "abt"]),
    (["selftest", "--jobs", "0"], ["--jobs", "from 1"]),
    (["selftest", "--fault", "token-unchekd"], ["no fault", "did you mean token-unchecked?"]),
    (["selftest", "--fault", ""], ["no fault", "faulty-adapter --list"]),
    (["selftest", "--suite", "nope"], ["\"nope\"", "appconnect.dualmode"]),
    (
      ["selftest", "--suite", "appconnect.dualmode", "--fault", "token-unchecked"],
      ["no fault \"token-unchecked\" in appconnect.dualmode"]
    ),
    (["frobnicate"], ["'frobnicate'", "assay --help"]),
    (["lst"], ["'lst'", "did you mean list?"]),
    (["help", "nope"], ["no command 'nope'", "run, fuzz"]),
    (["help", "run", "--suite"], ["--suite"]),
    (["help", "adapter", "chek"], ["'chek'", "did you mean check?", "assay adapter --help"]),
    (["\u{1B}[31mred"], ["'\\u{1B}[31mred'"]),
    (["list", "--select", "abt/token"], ["did you mean 'abt/token/**'?"]),
    (["list", "--skip", "abt/tokn/vaild"], ["did you mean 'abt/token/valid/**'?"]),
    (["list", "--select", "abt/token/misssing"], ["did you mean 'abt/token/missing'?"]),
    (["list", "--suite", "dualmode"], ["did you mean appconnect.dualmode?"]),
    (["list", "--sutie", "abt"], ["Did you mean '--suite'?"]),
    (["spec", "ABT-TOK-5"], ["did you mean ABT-TOK-05?"]),
    (["run", "--reference", "--digest", "nope"], ["--digest nope", "no regular file"]),
    (["run", "--reference", "--digest", "/"], ["--digest /", "name the files in it"]),
  ]

  @Test(arguments: wrong)
  func wrongUsage(arguments: [String], says parts: [String]) throws {
    let place = try Workplace()
    let outcome = try place.assay(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    for part in parts { #expect(outcome.errors.contains(part), "\(part) is missing") }
    #expect(try place.names().isEmpty)
  }

  @Test func anEmptySelectionIsNoPass() throws {
    let place = try Workplace()
    let words = ["--select", "abt/token/**", "--skip", "abt/token/**"]
    for command in [["run", "--reference"], ["list"]] {
      let outcome = try place.assay(command + words)
      #expect(outcome.status == 6)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.contains("the selection is empty"))
    }
    #expect(try place.names().isEmpty)
  }

  @Test(arguments: ["in the way", "in the way/deeper"])
  func anOutputFolderThatCannotBeMade(path: String) throws {
    let place = try Workplace()
    try place.put("a file".utf8, "in the way")
    let outcome = try place.assay(
      "run", "--reference", "--requirement", "ACC-DM-01", "--output", path)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("the folder \(path) cannot be made"))
    #expect(outcome.errors.contains("--output"))
    #expect(try place.text(place.file("in the way")) == "a file")
  }

  @Test func aReportThatCannotBeWritten() throws {
    let place = try Workplace()
    let full = try place.shell("mkdir full && ln -s /dev/full full/report.jsonl")
    let taken = try place.shell("mkdir -p taken/report.json")
    try #require([full.status, taken.status] == [0, 0])
    for (folder, parts) in [
      ("full", ["cannot write full/report.jsonl", "No space left", "--output"]),
      ("taken", ["cannot write taken/report.json", "remove it", "--output"]),
    ] {
      let outcome = try place.assay(
        "run", "--reference", "--requirement", "ACC-DM-01", "--timeout", "30", "--output", folder)
      #expect(outcome.status == 70)
      #expect(outcome.output.contains("1 case"), "what was measured is told all the same")
      for part in parts { #expect(outcome.errors.contains(part), "\(part) is missing") }
    }
  }
}
