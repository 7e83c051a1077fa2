import Testing

/// `--dialect`, as a user types it.
@Suite struct DialectRunTests {
  private static func corpus(_ name: String) -> String {
    BuiltPrograms.packageFolder + "/Corpus/dialects/" + name + ".json"
  }

  private func run(
    _ place: Workplace, _ dialect: String, select: String, _ more: [String] = [],
    _ adapter: [String]? = nil
  ) throws -> Outcome {
    try place.assay(
      ["run", "--dialect", dialect, "--select", select, "--timeout", "30", "--output", "r"] + more
        + (adapter ?? ["--", try BuiltPrograms.path(of: "reference-adapter")]))
  }

  @Test(arguments: ["another-house", "first-names", "other-limits", "plain-only"])
  func theReferenceSpeaksIt(name: String) throws {
    let place = try Workplace()
    let outcome = try run(place, Self.corpus(name), select: "abt/token/**")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    let report = try place.report("r")
    #expect(report.cases.count > 100)
    #expect(report.cases.allSatisfy { $0.verdict == "passed" })
    #expect(try place.text(place.file("r/report.json")).contains("\"\(Self.corpus(name))\""))
  }

  @Test func aFailureIsRepeatedInTheSameDialect() throws {
    let place = try Workplace()
    try place.put(#"{"magic": "00"}"#.utf8, "mine.json")
    let outcome = try run(
      place, "mine.json", select: "abt/token/upper-case", ["--edition", "plain"],
      Workplace.faulty("--fault", "token-in-any-case"))
    #expect(outcome.status == 1)
    // Whole, so that it works in any directory.
    #expect(outcome.output.contains("/mine.json'"), "\(outcome.output)")
  }

  @Test func whoSpeaksNoDialectIsNotTested() throws {
    let place = try Workplace()
    try place.put(ScriptedAdapter.claiming.utf8, "claiming.py")
    let outcome = try run(
      place, Self.corpus("first-names"), select: "abt/token/**", [],
      [
        "--", "python3", "claiming.py", "1",
        #"{"abt": {"editions": ["plain"], "capabilities": ["chunks"]}}"#, "unsupported",
      ])
    #expect(outcome.status == 6)
    #expect(outcome.output.contains("not claimed"))
  }

  @Test func aFileInYAMLIsAsGood() throws {
    let place = try Workplace()
    try place.put(
      "verbs:\n  apply: SetConfiguration\n  reset: RemoveConfiguration\n".utf8, "d.yaml")
    let outcome = try run(place, "d.yaml", select: "abt/delegate/apply/*")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    try place.put("verbs:\n  aply: x\n".utf8, "bad.yml")
    let bad = try run(place, "bad.yml", select: "abt/delegate/apply/*")
    #expect(bad.status == 2)
    #expect(bad.errors.contains("bad.yml: line 2, column 9: verbs.aply: there is no such field"))
  }

  @Test func failuresAreReplayedInTheirDialect() throws {
    let place = try Workplace()
    let faulty = try Workplace.faulty("--fault", "token-in-any-case")
    let failed = try run(
      place, Self.corpus("first-names"), select: "abt/token/upper-case",
      ["--edition", "plain", "--save-failures"], faulty)
    try #require(failed.status == 1)
    for subject in ["r/failures", "r/report.json"] {
      let same = try place.assay(["replay", subject, "--timeout", "30"] + faulty)
      #expect(
        same.output.hasPrefix("same        abt/token/upper-case"), "\(subject) \(same.output)")
      #expect(same.status == 1)
      let fixed = try place.assay(
        ["replay", subject, "--timeout", "30", "--"]
          + [try BuiltPrograms.path(of: "reference-adapter")])
      #expect(
        fixed.output.hasPrefix("fixed       abt/token/upper-case"), "\(subject) \(fixed.output)")
      #expect(fixed.status == 0)
    }
    let explained = try place.assay(
      "explain", "r/failures/abt/token/upper-case.plain.json", "--no-color")
    #expect(explained.output.contains("SetConfiguration"))
  }

  /// What a case file says is not run, and the command of the option is.
  @Test func commandsOfCaseFilesAreNotRun() throws {
    let place = try Workplace()
    let house = Self.corpus("another-house")
    let saved = try place.assay(
      "list", "--dialect", house, "--select", "abt/token/upper-case", "--save", "cases")
    try #require(saved.status == 0, "\(saved.errors)")
    let adapter = ["--timeout", "30", "--", try BuiltPrograms.path(of: "reference-adapter")]
    let refused = try place.assay(["replay", "cases"] + adapter)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("commands of case files are never run"))
    let named = try place.assay(["replay", "cases", "--dialect", house] + adapter)
    #expect(named.status == 0, "\(named.errors)")
  }

  @Test(arguments: [
    (#"["false"]"#, "false ended"), (#"["/no/such/program"]"#, "/no/such/program"),
    (#"["sh", "-c", "echo a; echo b"]"#, "more than one line"), (#"["true"]"#, "wrote no token"),
  ])
  func aTokenCommandThatMakesNone(command: String, words: String) throws {
    let place = try Workplace()
    try place.put(
      "{\"token\": {\"algorithm\": \"external\", \"command\": \(command)}}".utf8, "d.json")
    let outcome = try run(place, "d.json", select: "abt/token/**")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("the dialect d.json cannot be used: token.command: "))
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test(arguments: ["list", "run", "selftest", "explain", "replay"])
  func aDialectThatIsWrong(command: String) throws {
    let place = try Workplace()
    try place.put("{\"limits\": {\"maxChunk\": 4}}".utf8, "bad.json")
    let more =
      switch command {
      case "run", "replay": (command == "replay" ? ["x"] : []) + ["--reference"]
      case "explain": ["abt/token/missing"]
      default: [String]()
      }
    let outcome = try place.assay([command, "--dialect", "bad.json"] + more)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("line 1, column 13: limits.maxChunk: there is no such field"))
  }
}
