import Testing

/// `assay replay`, as a user types it: what comes out, and with which exit code.
@Suite struct ReplayTests {
  private static let id = "abt/token/upper-case"
  /// The options that make a replay quick.
  private static let options = ["--timeout", "30", "--jobs", "1"]

  private func replay(
    _ place: Workplace, _ words: [String], fault: String...
  ) throws -> Outcome {
    let adapter =
      fault.isEmpty
      ? ["--", try BuiltPrograms.path(of: "reference-adapter")]
      : try Workplace.faulty() + fault.flatMap { ["--fault", $0] }
    return try place.assay(["replay"] + Self.options + words + adapter)
  }

  /// A folder `cases` with one case in it.
  private func stored(_ id: String = id) throws -> Workplace {
    let place = try Workplace()
    let saved = try place.assay("list", "--select", id, "--edition", "plain", "--save", "cases")
    try #require(saved.status == 0 && saved.output == "1 case file in cases\n", "\(saved.errors)")
    return place
  }

  @Test func aFileAndAFolderWithNothingRecorded() throws {
    let place = try stored()
    let file = "cases/\(Self.id).plain.json"
    for subject in [file, "cases", "cases/"] {
      let passes = try replay(place, [subject])
      #expect(passes.status == 0 && passes.errors.isEmpty)
      #expect(passes.output == "1 case: 1 passes\n")
      let fails = try replay(place, [subject], fault: "token-in-any-case")
      #expect(fails.status == 1)
      #expect(fails.lines.first == "fails       \(Self.id) [plain]")
      #expect(fails.output.contains("            found     ABT-TOK-"))
      #expect(fails.output.hasSuffix("\n1 case: 1 fails\n"))
    }
    let verbose = try replay(place, [file, "cases", "--verbose"])
    #expect(
      verbose.output
        == "passes      \(Self.id) [plain]\npasses      \(Self.id) [plain]\n2 cases: 2 passes\n")
    let quiet = try replay(place, [file, "--quiet"], fault: "token-in-any-case")
    #expect(quiet.status == 1 && quiet.output == "1 case: 1 fails\n")
  }

  /// Scripts of megabytes stay in their files until their cases have their turn.
  @Test func filesOfMegabytes() throws {
    let id = "abt/hostile/effort/in-a-row/large/refused"
    let place = try stored(id)
    let passes = try replay(place, ["cases"])
    #expect(passes.status == 0 && passes.output == "1 case: 1 passes\n")
    let fails = try replay(place, ["cases"], fault: "url-of-64-kibibytes")
    #expect(fails.lines.first?.hasPrefix("fails       \(id) [plain]") == true, "\(fails.output)")
    #expect(fails.status == 1)
  }

  @Test func theFailuresOfAReport() throws {
    let place = try Workplace()
    let run = try place.assay(
      [
        "run", "--edition", "plain", "--select", "abt/token/*", "--timeout", "30", "--output", "r",
      ] + Workplace.faulty("--fault", "token-in-any-case"))
    try #require(run.status == 1)
    let failed = try place.report("r").cases.filter { $0.verdict == "failed" }
    let same = try replay(place, ["r/report.json"], fault: "token-in-any-case")
    #expect(same.status == 1)
    #expect(same.lines.count { $0.hasPrefix("same        ") } == failed.count)
    let fixed = try replay(place, ["r/report.json"])
    #expect(fixed.status == 0)
    #expect(fixed.lines.count { $0.hasPrefix("fixed       ") } == failed.count)
    #expect(fixed.output.contains("            was       ABT-TOK-"))
    let one = try replay(place, ["r/report.json#\(Self.id)"], fault: "status-in-lower-case")
    #expect(one.status == 1)
    #expect(one.lines.first == "different   \(Self.id) [plain]")
    #expect(one.output.contains("            was       ABT-TOK-"))
    #expect(one.output.contains("            found     ABT-"))
    #expect(one.output.hasSuffix("\n1 case: 1 different\n"))
  }

  @Test func aReportWithoutFailures() throws {
    let place = try Workplace()
    try place.put(#"{"schema": "assay-report/1", "seed": 1, "cases": []}"#.utf8, "none.json")
    // No generator knows the case, and nobody kept what was said.
    let gone = #"""
      {"schema": "assay-report/1", "seed": 1, "cases": [{"id": "abt/gone", "suite": "abt",
       "variant": "plain", "requirements": ["ABT-CB-04"], "verdict": "failed", "durationMilliseconds": 1,
       "findings": [{"requirement": "ABT-CB-04", "facet": null, "level": "must", "step": 1,
         "message": "m", "expected": "e", "observed": "o", "confirmation": "deterministic",
         "signature": "ABT-CB-04 wrong-status"}]}]}
      """#
    try place.put(gone.utf8, "gone.json")
    for name in ["none.json", "gone.json"] {
      let outcome = try replay(place, [name])
      #expect(outcome.status == 6, "\(outcome.errors)")
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.contains("there is nothing to run again"))
      #expect(outcome.errors.contains("abt/gone is left out") == (name == "gone.json"))
    }
  }

  @Test func aCrashWins() throws {
    let place = try stored("abt/hostile/zlib/header-only/apply")
    try #require(
      try place.assay("list", "--select", Self.id, "--edition", "plain", "--save", "cases").status
        == 0)
    let outcome = try replay(
      place, ["cases"], fault: "crash-on-truncated-stream", "token-in-any-case")
    #expect(outcome.status == 4)
    #expect(outcome.output.contains("fails       abt/hostile/zlib/header-only/apply [plain]"))
    #expect(outcome.output.hasSuffix("\n2 cases: 2 fails\n"))
  }

  @Test func whatIsNotClaimedIsNotJudged() throws {
    let place = try stored()
    try place.put(ScriptedAdapter.claiming.utf8, "claiming.py")
    let outcome = try place.assay(
      ["replay"] + Self.options + [
        "cases", "--", "python3", "claiming.py", "1", #"{"abt":{"editions":["encrypting"]}}"#,
        "unsupported",
      ])
    #expect(outcome.status == 6)
    #expect(outcome.lines.first == "not judged  \(Self.id) [plain]")
    #expect(outcome.output.contains("not claimed: the edition plain"))
  }

  /// All cases of a few families, saved and run again: the generator is no longer asked.
  @Test func whatListSavesReplayRuns() throws {
    let place = try Workplace()
    let saved = try place.assay(
      "list", "--per-family", "2", "--skip", "abt/hostile/soak/**", "--seed", "7", "--save",
      "deep/cases")
    #expect(saved.status == 0)
    let count = try #require(saved.output.split(separator: " ").first.flatMap { Int($0) })
    #expect(count > 50)
    let outcome = try replay(place, ["deep/cases"])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.contains("\(count) cases: "))
    #expect(outcome.errors.isEmpty)
    let refused = try place.assay("list", "--seed", "9223372036854775808", "--save", "other")
    #expect(refused.status == 2 && refused.errors.contains("--seed takes a number from 0 to"))
  }

  // MARK: URLs

  private static let good = "x-absolutemanageconfig.com.acme.app://apply?profile=p&payload=q"

  @Test func urlsOnePerLineAndOnePerFile() throws {
    let place = try Workplace()
    try place.put("\(Self.good)\n\(Self.good)&token=x\r\nother://x?y\n".utf8, "lines")
    try place.put(Self.good.utf8, "one")
    try place.put(Self.good.utf8 + [0x0A, 0xFF, 0x0A] + Self.good.utf8, "bytes")
    let all = try replay(place, ["--verbose", "lines", "one", "bytes"])
    #expect(all.status == 0, "\(all.errors)")
    let names = all.lines.filter { $0.hasPrefix("passes ") }.compactMap {
      $0.split(separator: " ").dropFirst().first
    }
    #expect(
      names == [
        "stored/lines/line-1", "stored/lines/line-2", "stored/lines/line-3", "stored/one",
        "stored/bytes",
      ])
    #expect(all.output.hasSuffix("\n5 cases: 5 passes\n"))
    let other = try replay(place, ["--verbose", "--edition", "encrypting", "one"])
    #expect(other.lines.first == "passes      stored/one [encrypting]")
    let failing = try replay(place, ["lines"], fault: "status-in-lower-case")
    #expect(failing.status == 1 && failing.output.hasSuffix("\n3 cases: 3 fails\n"))
  }

  @Test func theAppOfBareURLs() throws {
    let place = try Workplace()
    try place.put(Self.good.utf8, "one")
    let start = #"{"bundleIdentifier": "b", "apiKey": "k", "edition": "encrypting", "#
    try place.put((start + #""encryptionSecret": "s"}"#).utf8, "setup.json")
    try place.put((start + #""dialect": {"magik": 1}}"#).utf8, "dialect.json")
    try place.put((start + "\n\"edition\": 1}").utf8, "twice.json")
    try place.put("[]".utf8, "list.json")
    let outcome = try replay(place, ["--verbose", "--setup", "setup.json", "one"])
    #expect(outcome.status == 0)
    #expect(outcome.lines.first == "passes      stored/one [encrypting]")
    for (name, words) in [
      ("dialect.json", "this dialect cannot be used: magik: there is no such field"),
      ("twice.json", "the setup twice.json cannot be used: line 2"),
      ("list.json", "expected an object"),
      ("missing.json", "the setup missing.json cannot be read"),
      (".", "it is a folder"), ("one", "the setup one cannot be used"),
    ] {
      let refused = try replay(place, ["--setup", name, "one"])
      #expect(refused.status == 2 && refused.output.isEmpty)
      #expect(refused.errors.contains(words), "\(refused.errors)")
    }
  }

  // MARK: What is no case

  @Test(arguments: [
    ("ln -s one cases/link", "cases", ["cases/link is a link", "remove it"]),
    ("mkfifo cases/pipe", "cases", ["cases/pipe is no regular file", "remove it"]),
    ("mkfifo pipe", "pipe", ["pipe cannot be read", "no regular file"]),
    (
      "mkdir -p none/deeper; touch none/README none/a.md none/.hidden", "none",
      ["has no case in it"]
    ),
    ("truncate -s 600M large", "large", ["large is longer than 536870912 bytes"]),
    ("truncate -s 600M cases/large", "cases", ["cases/large is longer than 536870912 bytes"]),
    (
      "printf '{\"format\": \"assay-case/1\",\\n' > cut.json", "cut.json",
      ["cut.json: line 2", "cut off"]
    ),
    ("echo '{\"colour\": 1}' > foreign.json", "foreign.json", ["foreign.json: line 1", "colour"]),
    (
      "echo '{\"schema\": \"x/1\"}' > other.json", "other.json",
      ["other.json: line 1", "assay-report/1"]
    ),
    ("true", "nowhere", ["nowhere cannot be read", "No such file"]),
    // Text that is meant to be JSON must not pass for a request.
    (
      "printf '\\357\\273\\277{\"format\": \"assay-case/1\"}' > bom.json", "bom.json",
      ["bom.json: line 1, column 1: the byte 0xEF"]
    ),
    ("printf '\\377\\376{\\000' > wide.json", "wide.json", ["wide.json: line 1, column 1"]),
    ("echo '[{\"format\": \"assay-case/1\"}]' > list.json", "list.json", ["expected an object"]),
    ("truncate -s 20M long", "long", ["long holds a URL of more than 16777216 bytes"]),
    ("true", "one#abt/x", ["one holds no case abt/x"]),
    ("touch locked; chmod 0 locked; ln -s locked/x dangling", "dangling", ["cannot be read"]),
  ])
  func whatCannotBeRunAgain(line: String, subject: String, says parts: [String]) throws {
    let place = try Workplace()
    try place.put(Self.good.utf8, "one")
    try #require(try place.shell("mkdir cases && cp one cases/one && \(line)").status == 0)
    let outcome = try replay(place, [subject])
    #expect(outcome.status == 2, "\(outcome.output)")
    #expect(outcome.output.isEmpty)
    for part in parts { #expect(outcome.errors.contains(part), "\(outcome.errors)") }
  }

  @Test(arguments: [
    (["replay"], ["name the files"]), (["replay", "--", "./adapter"], ["name the files"]),
    (["replay", "one"], ["no adapter is given"]),
    (["replay", "one", "--"], ["no adapter is given"]),
    (["replay", "--reference", "one", "--", "./adapter"], ["--reference"]),
    (["replay", "--reference", "--jobs", "0", "one"], ["--jobs takes a number"]),
    (["replay", "--reference", "--frob", "one"], ["--frob"]),
    (["replay", "--reference", "--timeout", "0", "one"], ["--timeout"]),
  ])
  func wrongUsage(arguments: [String], says parts: [String]) throws {
    let place = try Workplace()
    try place.put(Self.good.utf8, "one")
    let outcome = try place.assay(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    for part in parts { #expect(outcome.errors.contains(part), "\(outcome.errors)") }
  }

  @Test func anAdapterThatCannotBeStarted() throws {
    let place = try Workplace()
    try place.put(Self.good.utf8, "one")
    let outcome = try place.assay("replay", "one", "--", "./missing")
    #expect(outcome.status == 3)
    #expect(outcome.output.isEmpty && outcome.errors.contains("cannot be started"))
  }
}
