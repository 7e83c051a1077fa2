import Glibc
import JSONText
import Testing

/// What a campaign of `assay fuzz` leaves in its folder, and how others go on with it.
@Suite struct CampaignTests {
  private static let fuzz = "assay fuzz --bare --timeout 30 --jobs 1"

  /// What Python's own SQLite says of a database, or what a script prints.
  private func python(_ place: Workplace, _ script: String) throws -> String {
    try place.put(script.utf8, "script.py")
    let outcome = try place.shell("python3 script.py")
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  private func query(_ place: Workplace, _ sql: String, _ folder: String = "c") throws -> String {
    try python(
      place,
      """
      import sqlite3
      rows = sqlite3.connect("\(folder)/campaign.sqlite").execute("\(sql)").fetchall()
      print(";".join(",".join(str(value) for value in row) for row in rows), end="")
      """)
  }

  private func number(_ place: Workplace, _ sql: String, _ folder: String = "c") throws -> Int {
    try #require(Int(try query(place, sql, folder)))
  }

  /// Killed in the middle, a campaign has whole files and true numbers, goes on from the last second that it had committed, and tells of
  /// both its sittings.
  @Test func aKilledCampaignGoesOn() throws {
    let place = try Workplace()
    let killing = """
      import os, signal, sqlite3, subprocess, sys, time
      assay = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
      while assay.poll() is None:
          try:
              database = sqlite3.connect("file:c/campaign.sqlite?mode=ro", uri=True)
              points, findings = (database.execute("SELECT count(*) FROM " + table).fetchone()[0] for table in ("progress", "finding"))
              if points >= 3 and findings: break
          except sqlite3.Error: pass
          time.sleep(0.01)
      assay.send_signal(signal.SIGKILL)
      sys.exit(0 if assay.wait() == -signal.SIGKILL else 1)
      """
    try place.put(killing.utf8, "killing.py")
    let killed = try place.shell(
      "python3 killing.py \(Self.fuzz) --for 600 --output c --suite abt -- \"$(command -v faulty-adapter)\" --fault token-in-any-case"
    )
    #expect(killed.status == 0, "\(killed.errors)")
    let executions = try number(place, "SELECT executions FROM campaign")
    let entries = try number(place, "SELECT count(*) FROM entry")
    let features = try number(place, "SELECT count(*) FROM feature")
    let next = try number(place, "SELECT nextExecution FROM campaign")
    let seen = try query(place, "SELECT id, firstSeen, sightings FROM finding ORDER BY id")
    #expect(executions > 0 && entries > 0 && features > entries && !seen.isEmpty)
    // Each entry that has been taken down has its file, and each file is whole.
    let names = Set(try place.names(in: "c/entries"))
    for row in try query(place, "SELECT file FROM entry").split(separator: ";") {
      #expect(names.contains(String(row)))
    }
    for name in names where name.hasSuffix(".json") {
      #expect(throws: Never.self) {
        try JSONValue(parsing: place.bytes(place.file("c/entries/\(name)")))
      }
    }

    let again = try place.shell(
      "\(Self.fuzz) --cases 60 --output c --suite abt -- \"$(command -v faulty-adapter)\" --fault token-in-any-case"
    )
    #expect(again.status == 1, "\(again.errors)")
    #expect(again.errors.contains("going on with "))
    #expect(again.errors.contains(": \(executions) executions, "))
    #expect(again.unwrapped.contains("since it goes on"))
    #expect(try number(place, "SELECT executions FROM campaign") > executions + 60)
    #expect(try number(place, "SELECT nextExecution FROM campaign") >= next + 60)
    #expect(try number(place, "SELECT count(*) FROM feature") >= features)
    #expect(try number(place, "SELECT count(*) FROM entry") >= entries)
    // A finding of before keeps the time at which it was seen first, and its sightings are counted on.
    for row in seen.split(separator: ";").map({ $0.split(separator: ",") }) {
      let now = try query(
        place, "SELECT firstSeen, sightings FROM finding WHERE id = '\(row[0])'"
      ).split(separator: ",")
      #expect(now[0] == row[1])
      #expect(try #require(Int(now[1])) >= #require(Int(row[2])))
    }
    #expect(try number(place, "SELECT count(*) - count(DISTINCT digest) FROM entry") == 0)
    #expect(try query(place, "PRAGMA integrity_check") == "ok")
  }

  /// A campaign that goes on runs nothing of its start again, and counts on.
  @Test func goingOnCountsOn() throws {
    let place = try Workplace()
    let fuzz = "\(Self.fuzz) --suite appconnect.dualmode --cases 300 --output c --reference"
    #expect(try place.shell(fuzz).output.contains(" 301 executions in "))
    let again = try place.shell(fuzz)
    #expect(again.output.contains(" 601 executions in "), "\(again.output)")
    #expect(again.output.contains("of these 300 executions in "))
    #expect(try query(place, "SELECT max(executions) FROM progress") == "601")
    // The plot tells of both.
    let drawing = try python(
      place,
      """
      import xml.etree.ElementTree as tree
      root = tree.parse("c/progress.svg").getroot()
      print(root.tag, " ".join("".join(text.itertext()) for text in root.iter() if text.text))
      """)
    #expect(drawing.hasPrefix("{http://www.w3.org/2000/svg}svg"))
    #expect(drawing.contains("601 executions in ") && drawing.contains("Findings"))
  }

  /// What one version of an adapter has shown says nothing of another: the entries run again, once.
  @Test func anotherAdapterSeesTheEntriesAgain() throws {
    let place = try Workplace()
    func adapter(_ options: String) throws {
      let path = try BuiltPrograms.path(of: "faulty-adapter")
      try place.put("exec '\(path)' \(options)".utf8, "adapter.sh")
    }
    func fuzz(_ cases: Int) throws -> Outcome {
      try place.shell("\(Self.fuzz) --suite abt --cases \(cases) --output c -- sh adapter.sh")
    }
    try adapter("")
    #expect(try fuzz(600).status == 0)
    let entries = try number(place, "SELECT count(*) FROM entry")
    let executions = try number(place, "SELECT executions FROM campaign")
    #expect(try fuzz(1).errors.contains("run again first") == false)
    #expect(try number(place, "SELECT executions FROM campaign") == executions + 1)

    try adapter("--fault token-in-any-case")
    let other = try fuzz(1)
    #expect(other.errors.contains("run again first: the adapter, "), "\(other.errors)")
    #expect(other.status == 1, "\(other.output)")
    #expect(try number(place, "SELECT executions FROM campaign") > executions + entries)
    let again = try fuzz(1)
    #expect(again.status == 1 && !again.errors.contains("run again first"), "\(again.errors)")
    // What is looked for changes what is told of an entry.
    let narrowed = try place.shell(
      "\(Self.fuzz) --suite abt --cases 1 --requirement ABT-TOK-05 --output c -- sh adapter.sh")
    #expect(narrowed.errors.contains("run again first"), "\(narrowed.errors)")
  }

  @Test func theCommandThatGoesOnDoes() throws {
    let place = try Workplace()
    let first = try place.shell("\(Self.fuzz) --suite abt --cases=50 --output=c --reference")
    let line = try #require(first.lines.first { $0.hasPrefix("go on     ") })
    let again = try place.shell("cd / && " + line.dropFirst("go on     ".count))
    #expect(again.status == 0, "\(again.errors)")
    #expect(again.errors.contains("going on with \(place.folder)/c"))
  }

  /// A database that cannot be gone on with is told with what to do, and that helps.
  @Test func aDamagedDatabaseIsToldAndCanBeMovedAway() throws {
    let place = try Workplace()
    let fuzz = "\(Self.fuzz) --suite abt --cases 200 --output c --reference"
    #expect(try place.shell(fuzz).status == 0)
    let entries = try place.names(in: "c/entries")
    try place.put([UInt8](repeating: 0x41, count: 9_000), "c/campaign.sqlite")
    let damaged = try place.shell(fuzz)
    #expect(damaged.status == 2)
    #expect(damaged.errors.contains("c/campaign.sqlite is damaged: it is no SQLite database"))
    let moved = try place.shell("mv c/campaign.sqlite gone; \(fuzz)")
    #expect(moved.status == 0, "\(moved.errors)")
    #expect(moved.errors.contains(", \(entries.count) entries, "))
    #expect(Set(try place.names(in: "c/entries")).isSuperset(of: entries))
    #expect(try number(place, "SELECT count(*) FROM entry") > entries.count / 2)
  }

  /// The folder of a campaign from before there were databases is gone on with.
  @Test func anOlderFolderIsGoneOnWith() throws {
    let place = try Workplace()
    let fuzz = "\(Self.fuzz) --suite abt --cases 100 --output c --reference"
    #expect(try place.shell(fuzz).status == 0)
    let state =
      #"{"format":"assay-campaign/1","seed":1,"nextExecution":7000,"executions":6900,"elapsedSeconds":90}"#
    try place.put(state.utf8, "c/campaign.json")
    let older = try place.shell("rm c/campaign.sqlite; \(fuzz)")
    #expect(older.status == 0, "\(older.errors)")
    #expect(older.errors.contains(": 6900 executions, "))
    #expect(try number(place, "SELECT nextExecution FROM campaign") >= 7_100)
    #expect(try number(place, "SELECT executions FROM campaign") > 7_000)
    #expect(!(try place.names(in: "c").contains("campaign.json")))
    try place.put("{}".utf8, "c/campaign.json")
    let foreign = try place.shell("rm c/campaign.sqlite; \(fuzz)")
    #expect(foreign.status == 2 && foreign.errors.contains("is no campaign to go on with"))
  }

  @Test func oneCampaignAtATime() throws {
    let place = try Workplace()
    let outcome = try place.shell(
      """
      mkdir c; exec 9< c; flock -n 9 || exit 9
      \(Self.fuzz) --cases 1 --output c --reference
      """)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("another run of assay is writing"))
  }

  @Test func aDatabaseThatAnotherProgramLocksIsRefused() throws {
    let place = try Workplace()
    #expect(try place.shell("\(Self.fuzz) --cases 1 --output c --reference").status == 0)
    let locking = """
      import sqlite3, subprocess, sys
      database = sqlite3.connect("c/campaign.sqlite", isolation_level=None)
      database.execute("BEGIN IMMEDIATE")
      sys.exit(subprocess.call(sys.argv[1:]))
      """
    try place.put(locking.utf8, "locking.py")
    let outcome = try place.shell(
      "python3 locking.py \(Self.fuzz) --cases 1 --output c --reference")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("c/campaign.sqlite is locked by another program"))
    #expect(outcome.errors.contains("end that one"), "\(outcome.errors)")
  }

  @Test func aFolderThatVanishesEndsTheCampaign() throws {
    let place = try Workplace()
    let outcome = try place.shell(
      "\(Self.fuzz) --for 600 --output c -- /bin/sh -c '[ -e c/campaign.sqlite ] && rm -rf c; exec reference-adapter'"
    )
    #expect(outcome.status == 70)
    #expect(outcome.errors.contains("cannot write"))
    #expect(outcome.errors.contains("is gone"))
    #expect(outcome.output.contains("executions in"))
  }

  @Test func aFileBeyondItsLimitEndsTheCampaign() throws {
    let place = try Workplace()
    let outcome = try place.shell(
      "ulimit -f 100; \(Self.fuzz) --for 600 --output c --reference")
    #expect(outcome.status == 70, "\(outcome.errors)")
    #expect(outcome.errors.contains("cannot write"))
    #expect(outcome.errors.contains("ulimit -f"))
    #expect(outcome.output.contains("executions in"))
  }

  /// Findings of another campaign run first and stand in the folder; of its entries those are kept that show something new; and nothing is
  /// taken in twice.
  @Test func aCampaignIsMerged() throws {
    let place = try Workplace()
    let adapter = "-- \"$(command -v faulty-adapter)\" --fault token-in-any-case"
    let fuzz = "\(Self.fuzz) --suite abt --requirement ABT-TOK-05"
    let theirs = try place.shell(
      "\(fuzz) --seed 9 --cases 20000 --until-finding --output b \(adapter)")
    #expect(theirs.status == 1, "\(theirs.errors)")
    // No token is changed in the first one.
    let first = try place.shell("\(fuzz) --cases 20 --layer zlib --output a \(adapter)")
    #expect(first.status == 0, "\(first.output)")
    let before = try number(place, "SELECT count(*) FROM entry", "a")
    let merged = try place.shell("\(fuzz) --output a --merge b \(adapter)")
    #expect(merged.status == 1, "\(merged.errors)")
    #expect(merged.errors.contains("merging b: 1 new finding, "))
    #expect(merged.output.hasPrefix("1 FINDING  "))
    #expect(try place.names(in: "a/findings") == place.names(in: "b/findings"))
    #expect(try number(place, "SELECT count(*) FROM entry", "a") > before)
    // All that the other has shown is known now.
    let missing = try python(
      place,
      """
      import sqlite3
      a, b = ({row[0] for row in sqlite3.connect(f + "/campaign.sqlite").execute("SELECT feature FROM feature")} for f in "ab")
      print(len(b - a), len(b))
      """
    ).split(separator: " ").compactMap { Int($0.filter(\.isNumber)) }
    #expect(missing[0] * 10 < missing[1], "\(missing)")
    let again = try place.shell("\(fuzz) --output a --merge b \(adapter)")
    #expect(again.errors.contains("merging b: 0 new findings, 0 cases to run, "), "\(again.errors)")
    #expect(again.status == 1)
    let nothing = try place.shell("mkdir d; \(fuzz) --output a --merge d \(adapter)")
    #expect(nothing.status == 2 && nothing.errors.contains("neither entries nor findings"))
    let new = try place.shell("\(fuzz) --output e --merge d \(adapter)")
    #expect(new.status == 2 && new.errors.contains("d is no folder of a campaign"))
    #expect(try !place.names(in: ".").contains("e"))
    let itself = try place.shell("\(fuzz) --output a --merge ./a \(adapter)")
    #expect(itself.status == 2 && itself.errors.contains("the folder of this campaign itself"))
  }

  /// What is left shows the same features, and nothing of it can be left out: a second time all is kept.
  @Test func distillingKeepsAllFeatures() throws {
    let place = try Workplace()
    let fuzz = "\(Self.fuzz) --suite abt --output c"
    let none = try place.shell("\(fuzz) --distil --reference")
    #expect(none.status == 2 && none.errors.contains("there is nothing to distil"))
    #expect(try !place.names(in: ".").contains("c"))
    #expect(try place.shell("\(fuzz) --cases 600 --reference").status == 0)
    let before = try number(place, "SELECT count(*) FROM entry")
    func distilled() throws -> (words: String, counts: [Int]) {
      let outcome = try place.shell("\(fuzz) --distil --format json --reference")
      #expect(outcome.status == 0, "\(outcome.errors)")
      let end = try #require(outcome.lines.last { !$0.isEmpty })
      let value = try JSONValue(parsing: Array(end.utf8))["distilled"]
      return (
        outcome.output,
        ["entries", "kept", "features"].compactMap { value?[$0]?.integerValue.map { Int($0) } }
      )
    }
    let first = try distilled()
    try #require(first.counts.count == 3, "\(first.words)")
    #expect(first.counts[0] == before && first.counts[1] < before && first.counts[1] > 0)
    #expect(try number(place, "SELECT count(*) FROM entry") == first.counts[1])
    #expect(try place.names(in: "c/entries").count == first.counts[1])
    #expect(try number(place, "SELECT count(*) FROM leftOut") == 0)
    let second = try distilled()
    #expect(second.counts == [first.counts[1], first.counts[1], first.counts[2]])
  }

  /// One object a line, each with its type: a start, how it stands, findings, an end.
  @Test func aToolReadsLines() throws {
    let place = try Workplace()
    let outcome = try place.shell(
      "\(Self.fuzz) --suite abt --cases 20000 --until-finding --requirement ABT-TOK-05 --output c --format json --verbose -- \"$(command -v faulty-adapter)\" --fault token-in-any-case"
    )
    #expect(outcome.status == 1, "\(outcome.errors)")
    let lines = try outcome.output.split(separator: "\n").map {
      try JSONValue(parsing: Array($0.utf8))
    }
    let types = lines.compactMap { $0["type"]?.stringValue }
    #expect(types.count == lines.count && types.first == "start" && types.last == "end")
    #expect(types.contains("status") && types.count { $0 == "finding" } == 1)
    let finding = try #require(lines.first { $0["type"] == "finding" })
    #expect(finding["signature"]?.stringValue?.hasPrefix("ABT-TOK-05 ") == true)
    let file = try #require(finding["file"]?.stringValue)
    #expect(access(file, R_OK) == 0)
    let end = try #require(lines.last)
    #expect(end["exitCode"] == 1 && end["findings"] == 1 && end["interrupted"] == false)
    #expect(end["findingsBeingReduced"] == 0)
    #expect((end["executions"]?.integerValue ?? 0) > 100)
    #expect((end["changes"]?.arrayValue?.count ?? 0) > 10)
  }

  /// What breaks only a SHOULD is told, and the search goes on for what fails the campaign; with `--strict` it ends there.
  @Test func aShouldEndsTheSearchOnlyWhereItIsStrict() throws {
    func campaign(_ more: String) throws -> (outcome: Outcome, end: JSONValue) {
      let place = try Workplace()
      let outcome = try place.shell(
        "\(Self.fuzz) --suite abt --requirement ABT-URL-07 --cases 1500 --until-finding --output c --format json \(more) -- \"$(command -v faulty-adapter)\" --fault verb-case-counts"
      )
      let last = try #require(outcome.output.split(separator: "\n").last)
      return (outcome, try JSONValue(parsing: Array(last.utf8)))
    }
    let lenient = try campaign("")
    #expect(lenient.outcome.status == 0, "\(lenient.outcome.errors)")
    #expect((lenient.end["findings"]?.integerValue ?? 0) >= 1, "\(lenient.outcome.output)")
    let all = try #require(lenient.end["executions"]?.integerValue)
    #expect(all >= 1_500)
    let strict = try campaign("--strict")
    #expect(strict.outcome.status == 1, "\(strict.outcome.errors)")
    #expect((strict.end["findings"]?.integerValue ?? 0) >= 1, "\(strict.outcome.output)")
    #expect(try #require(strict.end["executions"]?.integerValue) < all)
  }

  /// Findings of before stay findings of their own: one that could be reduced to another one, and runs before it, does not take its place.
  @Test func findingsOfBeforeStayWhatTheyAre() throws {
    let place = try Workplace()
    try #require(
      try place.assay(
        "list", "--edition", "plain", "--select", "abt/data/zlib/truncated-1/apply", "--save",
        "seed"
      ).status == 0)
    let adapter = "-- \"$(command -v faulty-adapter)\" --fault crash-on-truncated-stream"
    let fuzz = "\(Self.fuzz) --suite abt --edition plain --cases 1 --quiet --output c"
    let first = try place.shell("\(fuzz) --corpus seed \(adapter)")
    #expect(first.output.hasPrefix("1 FINDING  "), "\(first.errors)\(first.output)")
    let small = "abt-abt-rob-01-crash-signal-4-zlib.json"
    // The same with a parameter that it does not need, as a campaign keeps it that was ended before it was small.
    let large = "abt-abt-rob-01-crash-signal-4-zlib-parameters.json"
    _ = try python(
      place,
      """
      import json
      case = json.load(open("c/findings/\(small)"))
      case["id"] += "-parameters"
      case["steps"] = [{"action": "open", "url": case["steps"][0]["url"] + "&strange=1"}]
      json.dump(case, open("c/findings/\(large)", "w"))
      """)
    let before = try place.text(place.file("c/findings/\(small)"))
    let second = try place.shell("\(fuzz) \(adapter)")
    #expect(second.status == 4, "\(second.errors)")
    #expect(second.output.hasPrefix("2 FINDINGS  "), "\(second.output)")
    #expect(try place.names(in: "c/findings").sorted() == [large, small].sorted())
    #expect(try place.text(place.file("c/findings/\(large)")).contains("&strange=1"))
    #expect(try place.text(place.file("c/findings/\(small)")) == before)
  }

  /// A signal ends it with a summary, and the commands to go on.
  @Test func aSignalEndsTheCampaignCleanly() throws {
    let place = try Workplace()
    let outcome = try place.shell(
      "exec timeout --foreground -s INT 3 \(Self.fuzz) --suite abt --for 600 --output c --reference"
    )
    #expect(outcome.errors.contains("the campaign is written"), "\(outcome.errors)")
    #expect(outcome.output.contains(" executions in "))
    #expect(outcome.output.contains("go on     assay fuzz "))
    #expect(try query(place, "PRAGMA integrity_check") == "ok")
    #expect(try place.names(in: "c").contains("progress.svg"))
    #expect(!(try place.names(in: "c").contains("campaign.sqlite-wal")))
  }
}
