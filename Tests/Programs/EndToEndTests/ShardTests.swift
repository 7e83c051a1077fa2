import Glibc
import JSONText
import Testing

/// `assay run --shard`, and `assay merge`.
@Suite struct ShardTests {
  private static let selection = ["--select", "abt/token/*", "--timeout", "30"]
  private static let fault = "token-in-any-case"

  @discardableResult
  private func run(
    _ place: Workplace, _ options: [String], into folder: String,
    of selection: [String] = selection, fault: String = fault
  ) throws -> Outcome {
    try place.assay(
      ["run"] + selection + options + ["--output", folder] + Workplace.faulty("--fault", fault))
  }

  /// Runs all shards and the whole.
  private func runAll(
    _ place: Workplace, _ count: Int, of selection: [String] = selection, _ more: [String] = []
  ) throws -> [Outcome] {
    try (1...count).map {
      try run(place, ["--shard", "\($0)/\(count)"] + more, into: "shard-\($0)", of: selection)
    }
  }

  /// Reads two reports, leaves out what differs between any two runs, and says where they differ.
  private static let comparing = """
    import json, sys
    def read(path):
        report = json.load(open(path))
        for name in ("started", "elapsedSeconds", "machine", "shards"): report.pop(name, None)
        for case in report["cases"]:
            case.pop("durationMilliseconds"); case.pop("peakMemoryGrowthBytes", None)
            for name in ("startReply", "steps"): case.get("exchange", {}).pop(name, None)
        return report
    one, other = read(sys.argv[1]), read(sys.argv[2])
    assert list(one) == list(other), (list(one), list(other))
    for name in one: assert one[name] == other[name], (name, one[name], other[name])
    print(len(one["cases"]))
    """

  @Test func theMergedReportIsThatOfTheWholeRun() throws {
    let place = try Workplace()
    let whole = try run(place, [], into: "whole")
    let shards = try runAll(place, 3)
    let parts = try (1...3).map { try place.report("shard-\($0)") }
    #expect(parts.map { $0.count("total") ?? 0 }.reduce(0, +) == 14)
    #expect(shards.contains { $0.status == 1 })
    #expect(shards[0].output.contains("This is shard 1/3 of 14 cases"))
    #expect(parts[0].json["options"]?["shard"] == "1/3")
    let merged = try place.assay(
      "merge", "shard-3", "shard-1/report.json", "shard-2", "--output", "merged", "--format",
      "json,junit,markdown")
    #expect(merged.status == whole.status && merged.status == 1, "\(merged.errors)")
    #expect(merged.lines.first == whole.lines.first)
    #expect(merged.output.contains("shards  3"))
    #expect(try place.names(in: "merged") == ["junit.xml", "report.json", "report.md"])
    try place.put(Self.comparing.utf8, "compare.py")
    let compared = try place.shell("python3 compare.py whole/report.json merged/report.json")
    #expect(compared.status == 0 && compared.output == "14\n", "\(compared.errors)")
    let report = try place.report("merged")
    #expect(report.json["shards"]?.arrayValue?.count == 3)
    #expect(report.json["shard"] == nil && report.json["options"]?["shard"] == nil)
    // What was merged is no shard any more, and neither is a whole run.
    for (folder, words) in [("merged", "merged from shards already"), ("whole", "of a whole run")] {
      let refused = try place.assay("merge", folder, "--output", "out")
      #expect(refused.status == 2 && refused.errors.contains(words), "\(refused.errors)")
    }
    #expect(try place.shell("test -e out").status == 1)
  }

  /// An empty shard writes its report all the same, so that nothing is missing when the shards are merged.
  @Test func emptyShardsAreMerged() throws {
    let place = try Workplace()
    let one = ["--select", "abt/token/upper-case", "--edition", "plain", "--timeout", "30"]
    let outcomes = try runAll(place, 3, of: one)
    #expect(outcomes.map(\.status).sorted() == [1, 6, 6])
    let empty = try #require(outcomes.first { $0.status == 6 })
    #expect(empty.errors.contains("is empty") && empty.output.contains("NOTHING TESTED"))
    let merged = try place.shell("assay merge shard-* --output merged --quiet")
    #expect(merged.status == 1)
    #expect(try place.report("merged").count("total") == 1)
  }

  @Test func whatDoesNotBelongTogetherIsRefused() throws {
    let place = try Workplace()
    _ = try runAll(place, 3)
    try run(place, ["--shard", "2/3", "--seed", "2"], into: "seed")
    try run(place, ["--shard", "2/3", "--strict"], into: "strict")
    try run(place, ["--shard", "2/4"], into: "four")
    try run(place, ["--shard", "2/3"], into: "adapter", fault: "token-unchecked")
    // The digest of a dialect counts, whatever its file is called: no option differs.
    let text = try place.text(place.file("shard-2/report.json"))
    let dialect = "\"dialect\": {\"sha256\":\"\(String(repeating: "0a", count: 32))\"},"
    #expect(try place.shell("mkdir dialect").status == 0)
    try place.put(
      text.replacing("\"cases\": [", with: "\(dialect)\n  \"cases\": [").utf8,
      "dialect/report.json")
    for (reports, parts) in [
      (["shard-1", "shard-3"], ["shard 2 of 3 is missing", "--shard 2/3"]),
      (["shard-2"], ["shards 1 and 3 of 3 are missing"]),
      (["shard-1", "shard-2", "shard-1"], ["are both about shard 1"]),
      (
        ["shard-1", "seed", "shard-3"],
        ["the seed of seed/report.json is 2", "shard-1/report.json is 1"]
      ),
      (["shard-1", "strict", "shard-3"], ["--strict", "not given"]),
      (["shard-1", "four", "shard-3"], ["number of shards", "is 4", "is 3"]),
      (["shard-1", "adapter", "shard-3"], ["the adapter of", "token-unchecked"]),
      (
        ["shard-1", "dialect", "shard-3"],
        ["digest of the dialect of dialect/report.json", "of wire profile 1"]
      ),
      (["shard-1", "gone"], ["gone"]),
    ] {
      let outcome = try place.assay(["merge", "--output", "out"] + reports)
      #expect(outcome.status == 2 && outcome.output.isEmpty)
      for part in parts { #expect(outcome.errors.contains(part), "\(outcome.errors)") }
    }
    let into = try place.shell("assay merge shard-* --output shard-2")
    #expect(into.status == 2 && into.errors.contains("shard-2 holds the report of a shard"))
    #expect(try place.shell("test -e out").status == 1)
  }

  /// Reports that somebody has changed: each is refused, and nothing is written.
  @Test func damagedShardsAreRefused() throws {
    let place = try Workplace()
    _ = try runAll(place, 2)
    let text = try place.text(place.file("shard-1/report.json"))
    let number = try #require(text.firstMatch(of: #/"place":([0-9]+)/#)?.1)
    for (name, changed, words) in [
      ("cut", String(text.prefix(3_000)), "the text ends within a value"),
      ("newer", #"{"schema":"assay-report/2"}"#, "of a newer kind"),
      (
        "placeless", text.replacing("\"place\":\(number),", with: ""),
        "has no place in the whole run"
      ),
      ("far", text.replacing("\"place\":\(number),", with: "\"place\":14,"), "is wrong"),
      ("negative", text.replacing("\"place\":\(number),", with: "\"place\":-1,"), "from 0"),
      ("twice", text.replacing("\"place\":", with: "\"place\":1,\"place\":"), "occurs twice"),
      (
        "more", text.replacing("\"selected\":14", with: "\"selected\":15"),
        "number of selected cases"
      ),
      (
        "none", text.replacing("\"number\":1,\"of\":2", with: "\"number\":3,\"of\":2"),
        "no such shard"
      ),
    ] {
      #expect(text != changed)
      try place.put(changed.utf8, "\(name).json")
      let outcome = try place.assay("merge", "\(name).json", "shard-2", "--output", "out")
      #expect(outcome.status == 2 && outcome.errors.contains(words), "\(name): \(outcome.errors)")
      #expect(outcome.errors.contains(name == "more" ? "shard-2" : "\(name).json"))
    }
    #expect(try place.shell("test -e out").status == 1)
    // What somebody else's program has written anew is taken as it is.
    let lines = try place.shell(
      "python3 -m json.tool shard-1/report.json broken-lines.json && assay merge broken-lines.json shard-2 --quiet --output out"
    )
    #expect(lines.status == 1, "\(lines.errors)")
    #expect(try place.report("out").count("total") == 14)
  }

  @Test func whatCannotBeWrittenLeavesNothing() throws {
    let place = try Workplace()
    _ = try runAll(place, 2)
    let limited = try place.shell("ulimit -f 1; assay merge shard-* --output out")
    #expect(limited.status == 70 && limited.errors.contains("File too large"), "\(limited.errors)")
    #expect(try place.shell("test -e out").status == 1)
    try place.put("x".utf8, "file")
    let taken = try place.shell("assay merge shard-* --output file")
    #expect(taken.status == 2 && taken.errors.contains("cannot be made"))
    let locked = try place.shell(
      "mkdir held; python3 -c 'import fcntl, os, subprocess, sys; f = os.open(\"held\", os.O_RDONLY); fcntl.flock(f, fcntl.LOCK_EX); sys.exit(subprocess.call([\"assay\", \"merge\", \"shard-1\", \"shard-2\", \"--output\", \"held\"]))'"
    )
    #expect(locked.status == 2 && locked.errors.contains("another run of assay"))
    #expect(try place.names(in: "held").isEmpty)
  }

  /// Conversations that stand in files of their own come along under the number of the case in the whole run; names that lead elsewhere do not.
  @Test func conversationsComeAlong() throws {
    let place = try Workplace()
    _ = try runAll(place, 2)
    let script = """
      import json, os
      for shard in (1, 2):
          path = f"shard-{shard}/report.json"
          report = json.load(open(path))
          for number, case in enumerate(report["cases"]):
              if "exchange" not in case: continue
              os.makedirs(f"shard-{shard}/exchanges", exist_ok=True)
              if case["variant"] == "plain":
                  json.dump(case["exchange"], open(f"shard-{shard}/exchanges/{number}.json", "w"))
                  case["exchange"] = {"file": f"exchanges/{number}.json"}
              else:
                  case["exchange"] = {"file": "exchanges/../../secret.json"}
          json.dump(report, open(path, "w"))
      json.dump({"steps": [], "standardError": "secret"}, open("secret.json", "w"))
      """
    try place.put(script.utf8, "move.py")
    #expect(try place.shell("python3 move.py").status == 0)
    let merged = try place.shell("assay merge shard-1 shard-2 --output merged --quiet")
    #expect(merged.status == 1 && merged.errors.contains("1 conversation of failed cases"))
    let failed = try #require(
      place.report("merged").json["cases"]?.arrayValue?.filter { $0["verdict"] == "failed" })
    #expect(failed.count == 2)
    // There is room for it in the report itself.
    #expect(failed.filter { $0["exchange"]?["steps"] != nil }.map { $0["variant"] } == ["plain"])
    #expect(try !place.text(place.file("merged/report.json")).contains("secret"))
    #expect(try place.names(in: "merged") == ["junit.xml", "report.json"])
  }

  /// The merged run makes of its baseline what the whole run would have: also what no shard can know.
  @Test func theBaselineIsThatOfTheWholeRun() throws {
    let place = try Workplace()
    try run(place, [], into: "first")
    _ = try place.assay("baseline", "first", "--output", "known.yaml")
    let text = try place.text(place.file("known.yaml")).replacing("TODO", with: "mended soon")
    let file =
      text + """
          - cases: abt/token/missing
            fails: ABT-TOK-01 wrong-status
            reason: long mended

        """
    try place.put(Array(file.utf8), "known.yaml")
    let known = ["--baseline", "known.yaml"]
    let whole = try run(place, known, into: "whole")
    _ = try runAll(place, 3, known)
    let merged = try place.shell("assay merge shard-* --output merged")
    #expect(whole.status == 5 && merged.status == 5, "\(merged.errors)")
    try place.put(Self.comparing.utf8, "compare.py")
    let compared = try place.shell("python3 compare.py whole/report.json merged/report.json")
    #expect(compared.status == 0, "\(compared.errors)")
    #expect(merged.output.contains("assay baseline --update known.yaml merged"))
    try place.put(Array(file.replacing("long mended", with: "other").utf8), "other.yaml")
    let other = try place.shell("assay merge shard-* --baseline other.yaml --output out")
    #expect(other.status == 2 && other.errors.contains("other.yaml is not the one"))
    let gone = try place.shell("rm known.yaml; assay merge shard-* --output out")
    #expect(gone.status == 2 && gone.errors.contains("--baseline"))
  }

  /// By the times of an earlier report, and the same for all shards.
  @Test func shardsAreBalanced() throws {
    let place = try Workplace()
    try run(place, [], into: "whole")
    let listed = try (1...3).map { number in
      try SelectionTests.list(
        place, ["--select", "abt/token/*", "--shard", "\(number)/3", "--balance", "whole"])
    }
    #expect(listed.flatMap { $0 }.count == 14 && Set(listed.flatMap { $0 }).count == 14)
    // What failed was run again, and took the longest: it is not in one shard with all the others.
    #expect(listed.allSatisfy { !$0.isEmpty })
    try run(place, ["--shard", "1/3", "--balance", "whole"], into: "shard-1")
    #expect(try place.report("shard-1").cases.map(\.id) == listed[0].map(\.id))
    let wrong = try place.assay("list", "--shard", "1/3", "--balance", "nowhere")
    #expect(
      wrong.status == 2 && wrong.errors.contains("--balance: the report nowhere cannot be read"))
  }

  @Test(arguments: ["0/3", "4/3", "a/b", "3", "1/0", "1/1001"])
  func shardsThatThereAreNot(shard: String) throws {
    let place = try Workplace()
    for command in ["run", "list"] {
      let outcome = try place.assay(
        [command, "--shard", shard] + (command == "run" ? ["--reference"] : []))
      #expect(outcome.status == 2 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("--shard takes K/N") && outcome.errors.contains(shard))
    }
    #expect(try place.names().isEmpty)
  }
}
