import Foundation
import JSONText
import Testing

/// `assay minimize`, `triage` and `promote`, and `assay run --corpus`: from a failure to a regression case.
@Suite struct FindingsTests {
  private static let fault = "crash-on-truncated-stream"

  private func faulty() throws -> [String] { try Workplace.faulty("--fault", Self.fault) }

  private func reference() throws -> [String] {
    ["--", try BuiltPrograms.path(of: "reference-adapter")]
  }

  /// The failures of a run of cut streams, as files.
  private func failures(_ place: Workplace) throws {
    let run = try place.assay(
      [
        "run", "--suite", "abt", "--select", "abt/data/zlib/truncated-*/**", "--timeout", "30",
        "--save-failures", "--quiet", "--output", "r",
      ] + faulty())
    #expect(run.status == 4, "\(run.errors)")
  }

  private static let failure = "r/failures/abt/data/zlib/truncated-1/apply.plain.json"

  /// A failure of a run is made smaller, and what comes out fails in the same way, promoted and run by its corpus as well.
  @Test func aFailureBecomesARegressionCase() throws {
    let place = try Workplace()
    try failures(place)
    let words = ["minimize", "--timeout", "30", Self.failure, "--output", "small.json"]
    let small = try place.assay(words + faulty())
    #expect(small.status == 4, "\(small.errors)")
    #expect(small.unwrapped.contains("nothing more can be taken away"))
    let text = try place.text(place.file("small.json"))
    #expect(text.contains(#""signature": "ABT-ROB-01 crash/signal-"#))
    // The canary at the end is gone.
    #expect(text.components(separatedBy: #""action": "open""#).count == 2)
    let again = try place.assay(["replay", "--timeout", "30", "small.json"] + faulty())
    #expect(again.status == 4 && again.output.contains("1 case: 1 same"))
    // Nothing is written over.
    let second = try place.assay(words + faulty())
    #expect(second.status == 2 && second.errors.contains("small.json is there already"))

    let promote = [
      "promote", "small.json", "--requirement", "ABT-ROB-01", "--corpus", "corpus", "--name", "cut",
    ]
    let promoted = try place.assay(promote)
    #expect(promoted.status == 0, "\(promoted.errors)")
    #expect(promoted.output.hasPrefix("corpus/cut.json: abt/regressions/cut, about ABT-ROB-01"))
    let copy = try place.assay(promote + ["--name", "other"])
    #expect(copy.status == 2 && copy.errors.contains("the same requests stand in corpus/cut.json"))
    let run = [
      "run", "--corpus", "corpus", "--select", "abt/regressions/**", "--timeout", "30",
      "--output", "r2",
    ]
    #expect(try place.assay(run + faulty()).status == 4)
    let right = try place.assay(run + reference())
    #expect(right.status == 0 && right.output.contains("1 case in"), "\(right.output)")
  }

  /// What comes in every third process only is not repaired because one process does not show it, and one file counts once.
  @Test func whatComesAndGoesIsNotRepaired() throws {
    let place = try Workplace()
    try failures(place)
    let path = try BuiltPrograms.path(of: "faulty-adapter")
    let script = """
      cd '\(place.folder)'
      count=$(($(cat count 2>/dev/null || echo 0) + 1))
      echo $count > count
      test $((count % 3)) -ne 0 || exec '\(path)' --fault \(Self.fault)
      exec '\(path)'
      """
    try place.put(script.utf8, "adapter.sh")
    let words = ["triage", "--json", "--timeout", "30", "--jobs", "1", Self.failure]
    let flaky = try place.assay(words + ["./" + Self.failure, "--", "sh", "adapter.sh"])
    #expect(flaky.status == 4, "\(flaky.output)\(flaky.errors)")
    let told = try JSONValue(parsing: Array(flaky.output.utf8))
    #expect(
      told["buckets"]?.arrayValue?.count == 1 && told["repaired"]?.arrayValue?.isEmpty == true)
    #expect(told["buckets"]?.arrayValue?.first?["others"]?.arrayValue?.isEmpty == true)
    // In the third process only, counted from the greeting, the recorded finding comes.
    try place.put("0".utf8, "count")
    let replayed = try place.assay([
      "replay", "--timeout", "30", "--jobs", "1", Self.failure, "--", "sh", "adapter.sh",
    ])
    #expect(
      replayed.status == 4 && replayed.output.contains("1 case: 1 same"), "\(replayed.output)")
    let mended = try place.assay(words + reference())
    #expect(mended.status == 0)
    let repaired = try JSONValue(parsing: Array(mended.output.utf8))
    #expect(repaired["repaired"]?.arrayValue?.count == 1)
  }

  /// What passes is left alone, and what names several cases is told how to name one.
  @Test func whatCannotBeMadeSmaller() throws {
    let place = try Workplace()
    try failures(place)
    let passing = try place.assay(["minimize", "--timeout", "30", Self.failure] + reference())
    #expect(passing.status == 0 && passing.output.contains("there is nothing to make smaller"))
    #expect(
      try !place.names(in: "r/failures/abt/data/zlib/truncated-1").contains {
        $0.contains("minimal")
      })
    let several = try place.assay(["minimize", "r"] + faulty())
    #expect(several.status == 2 && several.errors.contains("takes one"))
    let editions = try place.assay(
      ["minimize", "r/report.json#abt/data/zlib/truncated-1/apply"] + faulty())
    #expect(editions.status == 2 && editions.errors.contains("--edition plain or encrypting"))
    let none = try place.assay(["minimize", "nowhere.json"] + faulty())
    #expect(none.status == 2 && none.errors.contains("nowhere.json"))
    let nowhere = try place.assay(
      ["minimize", "--output", "no/such/folder.json", Self.failure] + faulty())
    #expect(nowhere.status == 2 && nowhere.errors.contains("nothing can be written into"))
    let noAdapter = try place.assay(["minimize", Self.failure])
    #expect(noAdapter.status == 2 && noAdapter.errors.contains("no adapter is given"))
    let other = try place.assay(
      ["minimize", "--timeout", "30", "--requirement", "ABT-CB-04", Self.failure] + faulty())
    #expect(other.status == 2 && other.errors.contains("not by ABT-CB-04"))
  }

  @Test func aFolderIsSortedIntoBuckets() throws {
    let place = try Workplace()
    try failures(place)
    let recorded = try place.assay(["triage", "r/failures"])
    #expect(recorded.status == 0, "\(recorded.errors)")
    #expect(recorded.output.contains("1  crash  ABT-ROB-01 crash/signal-"))
    let run = try place.assay(
      ["triage", "--timeout", "30", "--json", "r/failures"] + faulty())
    #expect(run.status == 4, "\(run.errors)")
    let value = try JSONValue(parsing: Array(run.output.utf8))
    let buckets = try #require(value["buckets"]?.arrayValue)
    #expect(!buckets.isEmpty)
    #expect(buckets.allSatisfy { $0["smallest"]?["outcome"]?.stringValue == "same" })
    let repaired = try place.assay(["triage", "--timeout", "30", "r/failures"] + reference())
    #expect(repaired.status == 0 && repaired.output.hasPrefix("0 BUCKETS"))
    #expect(repaired.unwrapped.contains("fails no more"))
    #expect(try place.assay(["triage"]).status == 2)
    #expect(try place.assay(["triage", "nowhere"]).status == 2)
  }

  @Test func onlyWhatIsAskedCanBePromoted() throws {
    let place = try Workplace()
    try failures(place)
    func promote(_ words: String...) throws -> Outcome {
      try place.assay(["promote", "--corpus", "corpus"] + words)
    }
    let unasked = try promote(Self.failure, "--requirement", "ABT-CHUNK-09")
    #expect(unasked.status == 2 && unasked.errors.contains("nothing in this case asks for"))
    let misspelt = try promote(Self.failure, "--requirement", "ABT-DATA-3")
    #expect(misspelt.status == 2 && misspelt.errors.contains("did you mean"))
    // Every case is asked whether it crashes; this one has never shown what ABT-ROB-05 is about.
    let unseen = try promote(Self.failure, "--requirement", "ABT-ROB-05")
    #expect(unseen.status == 2 && unseen.errors.contains("nothing in this case asks for"))
    #expect(try promote(Self.failure).status == 2)
    // A crash breaks ABT-ROB-01, under whichever requirement it was written down, and says nothing of hangs.
    let written = try place.text(place.file(Self.failure))
    #expect(written.contains("ABT-ROB-01 crash/"))
    try place.put(
      written.replacingOccurrences(of: "ABT-ROB-01 crash/", with: "ABT-DATA-03 crash/").utf8,
      "other.json")
    let crash = try promote("other.json", "--requirement", "ABT-ROB-01", "--name", "crash")
    #expect(crash.status == 0, "\(crash.errors)")
    let hang = try promote("other.json", "--requirement", "ABT-ROB-02", "--name", "hang")
    #expect(hang.status == 2 && hang.errors.contains("it failed as ABT-DATA-03 crash/"))
    // What a file of another tool has shown, its owner knows.
    try place.put("x-absolutemanageconfig.com.acme.app://apply?token=1".utf8, "crash")
    let foreign = try promote("crash", "--requirement", "ABT-ROB-01", "--name", "foreign")
    #expect(foreign.status == 0, "\(foreign.errors)")
    let series = try promote("crash", "--requirement", "ABT-ROB-05", "--name", "series")
    #expect(series.status == 2, "a series of requests is no single one")
    let name = try promote(Self.failure, "--requirement", "ABT-DATA-03", "--name", "../x")
    #expect(name.status == 2 && name.errors.contains("--name"))
    #expect(try place.names(in: "corpus").sorted() == ["crash.json", "foreign.json"])
  }

  /// A stored case takes the place of the generated one with its id; two of one id are refused.
  @Test func aCorpusStandsBesideTheSuite() throws {
    let place = try Workplace()
    let selection = ["--select", "abt/token/valid/*", "--edition", "plain"]
    let saved = try place.assay(["list", "--save", "c"] + selection)
    #expect(saved.status == 0, "\(saved.errors)")
    let run = ["run", "--timeout", "30", "--output", "r"] + selection
    /// `4 cases in `
    func count(_ outcome: Outcome) -> Substring? {
      outcome.output.split(separator: "\n").first { $0.contains("cases in ") }?
        .prefix { $0 != "i" }
    }
    let plain = try place.assay(run + reference())
    let beside = try place.assay(run + ["--corpus", "c"] + reference())
    #expect(plain.status == 0 && beside.status == 0, "\(plain.errors)\(beside.errors)")
    #expect(count(plain) != nil && count(plain) == count(beside))
    let twice = try place.assay(run + ["--corpus", "c", "--corpus", "c"] + reference())
    #expect(twice.status == 2 && twice.errors.contains("one id"))
  }
}
