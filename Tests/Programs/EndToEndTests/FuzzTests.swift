import Testing

/// `assay fuzz`, as a user types it.
@Suite struct FuzzTests {
  private static let options = [
    "--timeout", "30", "--jobs", "1", "--progress", "none", "--output", "c",
  ]

  private func fuzz(_ place: Workplace, _ words: String..., fault: String? = nil) throws -> Outcome
  {
    let adapter =
      try fault.map { try Workplace.faulty("--fault", $0) }
      ?? ["--", try BuiltPrograms.path(of: "reference-adapter")]
    return try place.assay(["fuzz"] + Self.options + words + adapter)
  }

  /// A fault is found from one right case, told with what is needed of it, and comes again when its file is replayed; and a repaired
  /// library is told.
  @Test func aFaultIsFoundReducedAndReplayed() throws {
    let place = try Workplace()
    let found = try fuzz(
      place, "--bare", "--suite", "abt", "--cases", "20000", "--until-finding", "--requirement",
      "ABT-TOK-05", fault: "token-in-any-case")
    #expect(found.status == 1, "\(found.errors)")
    #expect(found.output.hasPrefix("1 FINDING  "))
    #expect(found.unwrapped.contains("nothing more can be taken away"))
    let names = try place.names(in: "c/findings").filter { !$0.contains("unreduced") }
    try #require(names.count == 1)
    let file = "c/findings/\(names[0])"
    let text = try place.text(place.file(file))
    #expect(text.contains(#""signature": "ABT-TOK-"#))
    #expect(text.contains("assay fuzz, seed 1, execution "))
    let again = try place.assay(
      ["replay", "--timeout", "30", file] + Workplace.faulty("--fault", "token-in-any-case"))
    #expect(again.status == 1 && again.output.contains("1 case: 1 same"))
    // Looked at for another requirement only, it has not been repaired.
    let other = try fuzz(
      place, "--suite", "abt", "--bare", "--cases", "1", "--requirement", "ABT-URL-01",
      fault: "token-in-any-case")
    #expect(other.status == 0 && !other.output.contains("does not fail any more"))
    let repaired = try fuzz(place, "--suite", "abt", "--bare", "--cases", "1")
    #expect(repaired.status == 0, "\(repaired.output)")
    #expect(repaired.errors.contains("/c: "))
    #expect(repaired.output.contains("does not fail any more"))
  }

  /// With one job the same seed is the same campaign.
  @Test func theSameSeedIsTheSameCampaign() throws {
    func campaign(_ seed: String) throws -> [String] {
      let place = try Workplace()
      let outcome = try fuzz(place, "--bare", "--cases", "400", "--seed", seed)
      #expect(outcome.status == 0, "\(outcome.output)")
      return try place.names(in: "c/entries").sorted().map {
        try place.text(place.file("c/entries/\($0)"))
      }
    }
    let first = try campaign("5")
    #expect(first.count > 10)
    #expect(try campaign("5") == first)
    #expect(try campaign("6") != first)
  }

  @Test func aStateMachineIsSearchedToo() throws {
    let place = try Workplace()
    let found = try fuzz(
      place, "--bare", "--suite", "appconnect.dualmode", "--cases", "20000", "--until-finding",
      fault: "pending-not-started")
    #expect(found.status == 1, "\(found.errors)\(found.output)")
    #expect(found.output.contains("MUST ACC-DM-"))
  }

  /// What fails only after other cases of the same process is kept with the fewest of them in front, and comes again from its file.
  @Test func aLeakFromCaseToCaseIsKeptWithWhatItNeeds() throws {
    let place = try Workplace()
    let found = try fuzz(
      place, "--suite", "abt", "--edition", "plain", "--bare", "--seed", "2", "--cases", "6000",
      "--until-finding", fault: "error-kept-by-payload")
    #expect(found.unwrapped.contains("only after other cases of its process"), "\(found.output)")
    #expect(found.unwrapped.contains("A fresh app is started."))
    #expect(found.unwrapped.contains("nothing more can be taken away"))
    let names = try place.names(in: "c/findings").filter { !$0.contains("unreduced") }
    try #require(names.count == 1, "\(found.output)")
    let again = try place.assay(
      ["replay", "--timeout", "30", "c/findings/\(names[0])"]
        + Workplace.faulty("--fault", "error-kept-by-payload"))
    #expect(again.output.contains("1 case: 1 same"), "\(again.output)")
  }

  /// What shows in the same round as the finding that ends the campaign is kept, and looked into when it goes on.
  @Test func whatWasNotLookedIntoIsNotLost() throws {
    let place = try Workplace()
    let adapter = try Workplace.faulty(
      "--fault", "token-in-any-case", "--fault", "crash-on-truncated-stream")
    _ = try place.assay(
      "list", "--edition", "plain", "--select", "abt/token/upper-case", "--select",
      "abt/data/zlib/truncated-1/apply", "--save", "both")
    let words =
      ["fuzz"] + Self.options
      + ["--suite", "abt", "--edition", "plain", "--bare", "--corpus", "both"]
    let first = try place.assay(words + ["--cases", "1", "--until-finding"] + adapter)
    #expect(first.output.hasPrefix("1 FINDING  "), "\(first.errors)\(first.output)")
    let open = try place.names(in: "c/findings").filter { $0.contains("unreduced") }
    try #require(!open.isEmpty)
    let second = try place.assay(words + ["--cases", "1"] + adapter)
    #expect(second.status == 4, "\(second.errors)\(second.output)")
    #expect(second.output.contains("ABT-ROB-01 crash/") && second.output.contains("ABT-TOK-0"))
    #expect(try place.names(in: "c/findings").allSatisfy { !$0.contains("unreduced") })
  }

  /// An adapter that cannot be started any more has not passed, and whoever asks for few words learns why.
  @Test(arguments: [[], ["--quiet"]]) func anAdapterThatGivesUpIsToldByTheExitCode(
    words: [String]
  ) throws {
    let place = try Workplace()
    try place.put("".utf8, "starts")
    let reference = try BuiltPrograms.path(of: "reference-adapter")
    let script = "echo >> starts; [ $(wc -l < starts) -le 8 ] && exec '\(reference)'; exit 3"
    let outcome = try place.assay(
      ["fuzz", "--timeout", "30", "--jobs", "1", "--progress", "none", "--bare"] + words + [
        "--suite"
      ]
        + [
          "appconnect.dualmode", "--cases", "5000", "--output", "c", "--", "/bin/sh", "-c", script,
        ])
    #expect(outcome.status == 3, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("ended in a fault of the adapter"))
  }

  /// What every reply breaks hides nothing else.
  @Test func oneMistakeDoesNotHideAnother() throws {
    let place = try Workplace()
    let adapter = try Workplace.faulty(
      "--fault", "callback-with-path", "--fault", "wrong-token-not-echoed")
    let found = try place.assay(
      ["fuzz"] + Self.options + ["--suite", "abt", "--edition", "plain", "--cases", "500"] + adapter
    )
    #expect(found.status == 1, "\(found.errors)")
    #expect(
      found.output.contains("MUST ABT-CB-02") && found.output.contains("ABT-CB-03 wrong-echo"))
  }

  /// Exactly as many cases are made as are wanted, whatever the number of jobs.
  @Test(arguments: ["1", "3"]) func asManyCasesAsWanted(_ jobs: String) throws {
    let place = try Workplace()
    let outcome = try place.assay(
      "fuzz", "--timeout", "30", "--jobs", jobs, "--progress", "none", "--output", "c", "--bare",
      "--suite", "appconnect.dualmode", "--cases", "300", "--reference")
    #expect(outcome.status == 0 && outcome.output.contains(" 301 executions "), "\(outcome.output)")
  }

  @Test func wrongWordsEndWithTwo() throws {
    let place = try Workplace()
    let nothing = try place.assay("fuzz", "--reference")
    #expect(nothing.status == 2 && nothing.errors.contains("say when to end"))
    let layer = try fuzz(place, "--cases", "1", "--layer", "zip")
    #expect(layer.status == 2 && layer.errors.contains("there is no layer \"zip\""))
    #expect(layer.errors.contains("zlib"))
    let requirement = try fuzz(place, "--cases", "1", "--requirement", "ABT-NO-01")
    #expect(requirement.status == 2 && requirement.errors.contains("ABT-NO-01"))
    let suite = try fuzz(place, "--cases", "1", "--suite", "abc")
    #expect(suite.status == 2 && suite.errors.contains("there is no suite \"abc\""))
    for time in ["0s", "-3", "1x", "m"] {
      #expect(try place.assay("fuzz", "--for", time, "--reference").status == 2, "\(time)")
    }
    #expect(try place.assay("fuzz", "--cases", "1", "--output", "d", "--reference").status == 0)
    let empty = try place.assay("fuzz", "--distil", "--output", "e", "--reference")
    #expect(empty.status == 2 && empty.errors.contains("there is nothing to distil"))
  }

  @Test func aCrashIsFound() throws {
    let place = try Workplace()
    let found = try fuzz(
      place, "--suite", "abt", "--cases", "20000", "--until-finding", "--layer", "zlib", "--bare",
      fault: "crash-on-truncated-stream")
    #expect(found.status == 4, "\(found.output)")
    #expect(found.output.contains("ABT-ROB-01 crash/"))
  }
}
