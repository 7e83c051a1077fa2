import JSONText
import Testing

/// What `assay replay` takes its cases from: folders as people have them, links, lines, arguments, reports of profiles.
@Suite struct ReplaySourcesTests {
  private static let url = "x-absolutemanageconfig.com.acme.app://apply?profile=p&payload=q"

  private func replay(_ place: Workplace, _ words: String..., fault: String? = nil) throws
    -> Outcome
  {
    let adapter = try fault.map { try Workplace.faulty("--fault", $0) } ?? ["--reference"]
    return try place.assay(["replay", "--verbose", "--timeout", "30"] + words + adapter)
  }

  private func names(_ outcome: Outcome) -> [String] {
    outcome.lines.filter { $0.hasPrefix("passes ") }.compactMap {
      $0.split(separator: " ").dropFirst().first.map { String($0) }
    }
  }

  // MARK: Folders

  @Test func theOutputOfARun() throws {
    let place = try Workplace()
    let fault = "token-in-any-case"
    let run = try place.assay(
      [
        "run", "--edition", "plain", "--select", "abt/token/*", "--timeout", "30",
        "--save-failures", "--output", "runs/first",
      ] + Workplace.faulty("--fault", fault))
    try #require(run.status == 1)
    let count = try place.report("runs/first").cases.count { $0.verdict == "failed" }
    // The folder, a folder around it, and the failures that were saved: each failure once.
    for folder in ["runs/first", "runs"] {
      let outcome = try replay(place, folder, fault: fault)
      #expect(outcome.status == 1, "\(outcome.errors)")
      #expect(
        outcome.output.hasSuffix("\n\(count) \(count == 1 ? "case" : "cases"): \(count) same\n"))
      #expect(outcome.errors.split(separator: "\n").count == 1)
      #expect(outcome.errors.contains("runs/first/junit.xml, runs/first/report.jsonl"))
      #expect(outcome.errors.contains("runs/first/report.json stands for this run"))
    }
    let saved = try replay(place, "runs/first/failures", fault: fault)
    #expect(saved.status == 1 && saved.errors.isEmpty)
    #expect(saved.output.hasSuffix(": \(count) same\n"))
    // A run that was killed leaves its journal, and no report.
    try #require(try place.shell("rm -r runs/first/report.json").status == 0)
    let killed = try replay(place, "runs", fault: fault)
    #expect(killed.status == 1 && killed.errors.contains("runs/first/junit.xml: it is XML"))
    #expect(killed.errors.contains("runs/first/report.jsonl: it is a journal"))
    #expect(killed.output.hasSuffix(": \(count) same\n"))
    for name in ["report.jsonl", "junit.xml"] {
      let named = try replay(place, "runs/first/\(name)")
      #expect(
        named.status == 2 && named.errors.contains("runs/first/\(name) cannot be read as a case"))
    }
  }

  @Test func whatIsNoCaseInAFolderIsToldAndPassedOver() throws {
    let place = try Workplace()
    try #require(
      try place.shell(
        "mkdir -p mixed/deep junk; printf '%s' '\(Self.url)' > mixed/deep/one; touch mixed/a mixed/b; "
          + "printf '\\r\\n\\n' > mixed/c; echo '{\"colour\": 1}' > mixed/other.json; "
          + "echo '{cut' > mixed/cut.json; touch junk/empty"
      ).status == 0)
    let outcome = try replay(place, "mixed")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(names(outcome) == ["stored/deep/one"])
    #expect(
      outcome.errors == """
        assay: passed over mixed/a, mixed/b, mixed/c: it is empty
        assay: passed over mixed/cut.json, mixed/other.json: it is JSON, but no case file and no report
        assay: 1 URL is taken to be for the app com.acme.app with the API key k-3f9c; a request for another one is refused for its token, and shows nothing else (replay, triage, minimize, promote and explain take --setup FILE)

        """)
    let nothing = try replay(place, "junk")
    #expect(nothing.status == 2 && nothing.output.isEmpty)
    #expect(nothing.errors.contains("there is no case in junk"))
    // A case that is damaged must not get lost among the others.
    try place.put(#"{"format": "assay-case/1", "suite": "abt""#.utf8, "mixed/broken.json")
    let broken = try replay(place, "mixed")
    #expect(broken.status == 2 && broken.errors.contains("mixed/broken.json: line 1"))
  }

  /// One URL of a file of several is named by its line, as the error about several of them says; triage prints commands that work as
  /// they stand, with the app that the URLs are for; a database is no URL.
  @Test func oneOfSeveralURLsIsNamed() throws {
    let place = try Workplace()
    try #require(try place.shell("mkdir crashes").status == 0)
    try place.put("\(Self.url)\n\(Self.url)&x=1\n".utf8, "crashes/several")
    try place.put([UInt8]("SQLite format 3\0".utf8) + [16, 0, 1, 1], "crashes/campaign.sqlite")
    try place.put(
      #"{"bundleIdentifier": "com.acme.app", "apiKey": "k-3f9c", "edition": "plain"}"#.utf8,
      "app.json")
    let several = try place.assay(
      ["minimize", "crashes/several"] + Workplace.faulty("--fault", "token-in-any-case"))
    #expect(
      several.status == 2
        && several.errors.contains("as in 'crashes/several#stored/several/line-1'"))
    let one = try place.assay("explain", "crashes/several#stored/several/line-2")
    #expect(one.status == 0 && one.output.contains("stored/several/line-2"), "\(one.errors)")
    let none = try place.assay("explain", "crashes/several#stored/several/line-3")
    #expect(none.status == 2 && none.errors.contains("holds no case stored/several/line-3"))
    let triage = try place.assay(
      ["triage", "crashes", "--setup", "app.json"]
        + Workplace.faulty("--fault", "scheme-from-last-component"))
    #expect(triage.status == 1, "\(triage.errors)")
    let commands = triage.output.split(separator: "\n").map(String.init)
    #expect(
      commands.contains(
        "  explain   assay explain 'crashes/several#stored/several/line-1' --edition plain --setup app.json"
      ),
      "\(triage.output)")
    #expect(
      commands.contains {
        $0.hasPrefix(
          "  minimize  assay minimize 'crashes/several#stored/several/line-1' --edition plain --setup app.json -- "
        )
      })
    #expect(!triage.errors.contains("is taken to be for"))
    #expect(triage.errors.contains("campaign.sqlite: it is a database"), "\(triage.errors)")
  }

  @Test func anEmptyFileIsNoCase() throws {
    let place = try Workplace()
    try #require(try place.shell("touch empty; printf '\\n\\r\\n' > lines").status == 0)
    for name in ["empty", "lines"] {
      for command in [["replay", name, "--reference"], ["explain", name]] {
        let outcome = try place.assay(command)
        #expect(outcome.status == 2 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("the file \(name) is empty"), "\(outcome.errors)")
      }
    }
    let piped = try place.shell("assay replay - --reference < /dev/null")
    #expect(piped.status == 2 && piped.errors.contains("the file - is empty"))
  }

  @Test func aLinkThatIsNamedIsFollowed() throws {
    let place = try Workplace()
    try #require(
      try place.shell(
        "mkdir real around; printf '%s' '\(Self.url)' > real/one; ln -s ../real around/link; ln -s real link; "
          + "ln -s real/one file"
      ).status == 0)
    for folder in ["link", "link/", "around/link"] {
      let outcome = try replay(place, folder)
      #expect(outcome.status == 0 && names(outcome) == ["stored/one"], "\(outcome.errors)")
    }
    #expect(try names(replay(place, "file")) == ["stored/file"])
    let inside = try replay(place, "around")
    #expect(inside.status == 2 && inside.errors.contains("around/link is a link"))
  }

  // MARK: Names

  @Test func filesOfOneNameAreToldApart() throws {
    let place = try Workplace()
    try #require(
      try place.shell(
        "mkdir -p all/a all/b; for f in all/a/x all/b/x all/x all/x.json 'all/é' 'all/ü'; do printf '%s' '\(Self.url)' > $f; done"
      ).status == 0)
    let folder = try names(replay(place, "all"))
    #expect(
      Set(folder) == [
        "stored/a/x", "stored/b/x", "stored/x", "stored/x.json", "stored/-", "stored/--2",
      ], "\(folder)")
    #expect(try names(replay(place, "all")) == folder, "they are the same the next time")
    #expect(
      try names(replay(place, "all/a/x", "./all/b/../b/x")) == [
        "stored/all/a/x", "stored/all/b/b/x",
      ])
    #expect(try names(replay(place, "all/a/x", "all/a/x")) == ["stored/x", "stored/x-2"])
    #expect(try names(replay(place, "all/a/x")) == ["stored/x"], "alone it needs no path")
  }

  // MARK: Requests

  @Test func anArgumentThatBeginsLikeAURLIsARequest() throws {
    let place = try Workplace()
    let one = try replay(place, Self.url)
    #expect(one.status == 0 && names(one) == ["stored/argument"])
    #expect(
      try names(replay(place, Self.url, "other://x")) == ["stored/argument", "stored/argument-2"])
    // A file of that name is a file.
    try place.put(Self.url.utf8, "a:b")
    #expect(try names(replay(place, "a:b")) == ["stored/a:b"])
    let typo = try replay(place, "no-such-file")
    #expect(typo.status == 2 && typo.errors.contains("no-such-file cannot be read"))
  }

  /// Whoever writes text ends its last line, with LF or CRLF. All other bytes belong to the request.
  @Test(arguments: [
    ("", ""), ("\r\n", ""), ("\n", ""), ("\r", "%0D"), ("\r\n\r\n", "%0D%0A"), ("\n\n", "%0A"),
  ])
  func theEndOfALineIsNoPartOfARequest(ending: String, kept: String) throws {
    let place = try Workplace()
    try place.put((Self.url + ending).utf8, "one")
    let value = try JSONValue(
      parsing: Array(try place.assay("explain", "one", "--format", "json").output.utf8))
    let layers = value["requests"]?.arrayValue?.first?["anatomy"]?["layers"]?.arrayValue
    let length = layers?.first?["byteCount"]?.integerValue
    #expect(
      length == Int64(Self.url.utf8.count + kept.utf8.count / 3),
      "\(String(describing: layers?.first))")
  }

  // MARK: Evidence

  @Test func aCrashShowsWhatTheAdapterWrote() throws {
    let place = try Workplace()
    let adapter = """
      import sys, json
      for line in sys.stdin:
          message = json.loads(line)
          if message["type"] == "hello":
              reply = {"type": "hello", "protocol": 1, "suites": {"abt": {"editions": ["plain"]}},
                       "implementation": {"name": "n", "version": "1", "language": "Python"}}
          elif message["type"] == "start":
              reply = {"type": "started"}
          else:
              sys.stderr.write("parsing 12 bytes\\nindex out of \\x1b[31mrange\\n")
              sys.exit(9)
          reply["id"] = message["id"]
          print(json.dumps(reply), flush=True)
      """
    try place.put(adapter.utf8, "dying.py")
    let outcome = try place.assay(
      "replay", "--timeout", "30", Self.url, "--", "python3", "dying.py")
    #expect(outcome.status == 4, "\(outcome.errors)")
    #expect(outcome.output.contains("            found     ABT-ROB-01 crash/exit-9\n"))
    #expect(
      outcome.output.contains(
        "            stderr    | parsing 12 bytes\n                      | index out of \\u{1B}[31mrange\n"
      ),
      "\(outcome.output)")
  }

  /// The bytes are the case; whatever another version noted beside them is told and put aside.
  @Test func aForgeOfAnotherVersion() throws {
    let place = try Workplace()
    let text = """
      {"format": "assay-case/1", "suite": "abt",
       "start": {"bundleIdentifier": "com.acme.app", "apiKey": "k-3f9c", "edition": "plain"},
       "steps": [{"action": "open", "url": "\(Self.url)",
         "forge": {"action": "apply", "profile": "p", "payload": "q", "contents": {"keys": []},
           "layers": {"zlib": {"form": "from-the-future"}}}}]}
      """
    try place.put(text.utf8, "newer.json")
    let outcome = try replay(place, "newer.json")
    #expect(outcome.status == 0 && names(outcome) == ["stored/newer"])
    let start =
      "assay: stored/newer, step 1: the stored forge is not understood (line 5, column 34: "
    #expect(outcome.errors.hasPrefix(start + "\"from-the-future\" is none of the forms of zlib"))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    let explained = try place.assay("explain", "newer.json")
    #expect(explained.status == 0)
    #expect(explained.output.contains("  drift       step 1: the stored forge is not understood"))
  }

  /// A report holds the starts between the steps as they travelled.
  @Test func startsWithinACaseAreTakenFromAReport() throws {
    let place = try Workplace()
    let run = try place.assay(
      ["run", "--suite", "appconnect.dualmode", "--timeout", "30", "--output", "r"]
        + Workplace.faulty("--fault", "pending-in-memory"))
    try #require(run.status == 1, "\(run.errors)")
    let count = try place.report("r").cases.count { $0.verdict == "failed" }
    // No generator knows these ids, so that the report has to be enough.
    let renamed = try place.text(place.file("r/report.json"))
      .replacing("\"appconnect.dualmode/", with: "\"appconnect.dualmode/gone/")
    try place.put(renamed.utf8, "report.json")
    let outcome = try replay(place, "report.json", fault: "pending-in-memory")
    #expect(outcome.status == 1 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.output.hasSuffix(": \(count) same\n"), "\(outcome.output)")
  }

  @Test func casesOfAProfileKeepWhatTheyAreFor() throws {
    let place = try Workplace()
    let profile = BuiltPrograms.packageFolder + "/Corpus/profiles/mail-and-vpn.mobileconfig"
    let run = try place.assay(
      [
        "run", "--edition", "plain", "--select", "abt/profile/**", "--profile", profile,
        "--timeout",
        "30", "--output", "r",
      ] + Workplace.faulty("--fault", "status-in-lower-case"))
    try #require(run.status == 1, "\(run.errors)")
    let explained = try JSONValue(
      parsing: Array(try place.assay("explain", "r/report.json", "--format", "json").output.utf8))
    let cases = explained.arrayValue ?? [explained]
    let report = try JSONValue(parsing: place.bytes(place.file("r/report.json")))
    let failed = (report["cases"]?.arrayValue ?? []).filter { $0["verdict"] == "failed" }
    #expect(cases.count == failed.count && cases.count > 1)
    for (item, result) in zip(cases, failed) {
      #expect(item["requirements"] == result["requirements"])
      #expect(result["requirements"]?.arrayValue?.isEmpty == false)
      #expect(item["title"]?.stringValue?.hasPrefix("The payload for ") == true)
    }
    let replayed = try replay(place, "r/report.json", fault: "status-in-lower-case")
    #expect(replayed.status == 1 && replayed.output.hasSuffix(": \(failed.count) same\n"))
  }
}
