import Foundation
import JSONText
import Testing

/// `assay compare --between`: the same cases on several implementations.
@Suite struct BetweenTests {
  private static let independent = [
    "--", "python3",
    BuiltPrograms.packageFolder + "/Tests/Adapters/IndependentImplementation/adapter.py",
  ]

  private func between(
    _ place: Workplace, _ options: [String], _ adapters: [String]
  ) throws -> Outcome {
    try place.assay(
      ["compare", "--between", "--timeout", "30", "--progress", "none"] + options + adapters)
  }

  @Test func theSameIsTheSame() throws {
    let place = try Workplace()
    let outcome = try between(
      place, ["--select", "abt/token/*", "--reference"], Workplace.faulty())
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.lines.first == "THE SAME")
    #expect(outcome.unwrapped.contains("14 cases on 2 implementations: all the same, 0 otherwise"))
    #expect(!outcome.output.contains("FREE PLACES") && !outcome.output.contains("FINDINGS"))
    #expect(try place.names().isEmpty, "nothing is left")
  }

  /// A broken MUST is a finding, with the requirement, the case, and who breaks it; the exit code is 0 all the same.
  @Test func aFaultIsAFinding() throws {
    let place = try Workplace()
    let outcome = try between(
      place,
      ["--select", "abt/token/*", "--edition", "plain", "--name", "right", "--name", "wrong"],
      Workplace.faulty() + Workplace.faulty("--fault", "token-in-any-case"))
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.lines.first == "DIFFERENT")
    #expect(
      outcome.unwrapped.contains(
        "7 cases on 2 implementations: 6 the same, 1 otherwise (1 finding)"))
    #expect(outcome.lines.contains("FINDINGS  1 case"))
    #expect(outcome.unwrapped.contains("refused, code 3 applied, success; breaks ABT-TOK-"))
    #expect(outcome.output.contains("explain   assay explain abt/token/upper-case"))
    let explained = try place.assay("explain", "abt/token/upper-case", "--edition", "plain")
    #expect(explained.status == 0)
  }

  /// Where a library uses a liberty nobody is wrong: the place that leaves it open is named.
  @Test func aLibertyIsFree() throws {
    let place = try Workplace()
    let outcome = try between(
      place,
      [
        "--select", "abt/form/base64/*", "--edition", "plain", "--format", "json", "--output",
        "map.json",
      ],
      Workplace.faulty() + Workplace.faulty("--liberty", "loose-bits-refused"))
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    let json = try JSONValue(parsing: place.bytes(place.file("map.json")))
    #expect(json["schema"] == "assay-map/1" && json["interrupted"] == false)
    #expect(json["summary"]?["finding"]?.integerValue == 0)
    let free = try #require(json["summary"]?["free"]?.integerValue)
    #expect(free > 0 && json["summary"]?["different"]?.integerValue == free)
    let rows = try #require(json["rows"]?.arrayValue)
    #expect(rows.allSatisfy { $0["kind"] == "free" && $0["layer"] == "base64" })
    #expect(rows.allSatisfy { $0["places"]?.arrayValue == ["base64/non-canonical-bits"] })
    let cells = rows.first?["cells"]?.arrayValue?.map { $0["does"]?.stringValue }
    #expect(cells == ["applied, success", "refused, code 7"])
    let labels = json["implementations"]?.arrayValue?.compactMap { $0["label"]?.stringValue } ?? []
    #expect(Set(labels).count == 2)
    let places = try #require(json["places"]?.arrayValue)
    #expect(places.map { $0["place"]?.stringValue } == ["base64/non-canonical-bits"])
    #expect(places.first?["source"]?.stringValue?.isEmpty == false)
  }

  /// The suites of steps, three implementations of which one is in another language, and a table for editors.
  @Test func threeImplementationsInATable() throws {
    let place = try Workplace()
    let selection = [
      "--select", "appconnect.dualmode/launch/**", "--select", "managed-config/launch/**",
    ]
    let outcome = try between(
      place,
      selection + [
        "--reference", "--all", "--verbose", "--format", "markdown", "--cases-per-family", "1",
      ],
      Workplace.faulty("--liberty", "asks-twice") + Self.independent)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("## assay: who does what\n"))
    #expect(outcome.output.contains("### Who agrees with whom"))
    #expect(outcome.output.contains("| `launch/questions` |"))
    #expect(outcome.output.contains("`asked more than once"))
    #expect(outcome.output.contains("### The same: "))
    #expect(!outcome.output.contains("### Findings"))
  }

  @Test func aDeathIsToldAndStopsNobody() throws {
    let place = try Workplace()
    let outcome = try between(
      place, ["--select", "abt/token/missing", "--edition", "plain", "--reference"],
      ["--", "python3", "-c", Self.dying])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.unwrapped.contains("dies (exit 3); breaks"))
  }

  /// Says what it is, and dies of the first URL.
  private static let dying = """
    import sys, json
    for line in sys.stdin:
        request = json.loads(line)
        reply = {"id": request["id"], "type": "started"}
        if request["type"] == "hello":
            reply.update(type="hello", protocol=1,
                implementation={"name": "dying", "version": "1", "language": "Python"},
                suites={"abt": {"editions": ["plain"], "capabilities": []}})
        if request["type"] == "step":
            sys.exit(3)
        print(json.dumps(reply), flush=True)
    """

  @Test func whoClaimsNothingInCommonIsNotCompared() throws {
    let place = try Workplace()
    let outcome = try between(
      place,
      [
        "--suite", "appconnect.dualmode", "--select", "appconnect.dualmode/launch/**",
        "--reference",
      ],
      ["--", "python3", "-c", Self.dying])
    #expect(outcome.status == 6, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.errors.contains("no case was asked of two implementations"))
  }

  @Test func anAdapterThatCannotBeStarted() throws {
    let outcome = try between(
      Workplace(), ["--select", "abt/token/missing", "--reference"], ["--", "./not-there"])
    #expect(outcome.status == 3 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("assay adapter check -- ./not-there"))
  }

  @Test(arguments: [
    (["--between"], "two adapters or more"),
    (["--between", "--reference"], "two adapters or more"),
    (["--between", "--", "./one"], "two adapters or more"),
    (["--between", "--", "./one", "--"], "no command after"),
    (["--between", "--name", "x", "--", "./one", "--", "./other"], "--name"),
    (["--between", "--name", "x", "--name", "x", "--", "./one", "--", "./other"], "another name"),
    (["--between", "old.json", "--", "./one", "--", "./other"], "no reports"),
    (["--between", "--fail-on", "none", "--", "./one", "--", "./other"], "no gate"),
    (["--between", "--output", "no/such", "--", "./one", "--", "./other"], "no folder no"),
    (["--between", "--select", "abt/nothing", "--", "./one", "--", "./other"], "abt/nothing"),
    (["--between", "--jobs", "0", "--", "./one", "--", "./other"], "--jobs"),
    (["old.json", "new.json", "--seed", "2"], "--seed belongs to --between"),
    (["old.json", "new.json", "--suite", "abt"], "--suite belongs to --between"),
    (["old.json", "new.json", "--", "./one"], "belongs to --between"),
    (["old.json"], "two reports are compared"), ([], "two reports are compared"),
  ])
  func wrongUsage(words: [String], says part: String) throws {
    let outcome = try Workplace().assay(["compare"] + words)
    #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome.errors)")
    #expect(outcome.errors.contains(part), "\(outcome.errors)")
  }

  @Test func whatCannotBeWrittenIsTold() throws {
    let place = try Workplace()
    let adapter = try BuiltPrograms.path(of: "faulty-adapter")
    let outcome = try place.shell(
      "assay compare --between --reference --timeout 30 --progress none --select abt/token/missing -- '\(adapter)' >/dev/full"
    )
    #expect(outcome.status == 70 && outcome.errors.contains("No space left"), "\(outcome.errors)")
  }
}
