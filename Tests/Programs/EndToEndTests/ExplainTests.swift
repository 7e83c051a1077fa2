import JSONText
import Testing

/// `assay explain`, as a user types it: ids, files, failures, URLs.
@Suite struct ExplainTests {
  /// Expects that nothing foreign reaches a terminal: line feeds only.
  private func expectCalm(
    _ outcome: Outcome, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let isCalm = (outcome.output + outcome.errors).unicodeScalars.allSatisfy {
      $0 == "\n" || $0.properties.generalCategory != .control
    }
    #expect(isCalm, "\(outcome.output.debugDescription)", sourceLocation: sourceLocation)
  }

  private func json(_ outcome: Outcome) throws -> JSONValue {
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    return try JSONValue(parsing: Array(outcome.output.utf8))
  }

  @Test func aCaseByItsID() throws {
    let place = try Workplace()
    let plain = try place.assay("explain", "abt/token/upper-case")
    #expect(plain.status == 0 && plain.errors.isEmpty)
    #expect(plain.lines.first == "abt/token/upper-case  [plain]")
    for words in ["generated   seed 1", "ABT-TOK-05", "Step 1  A set request.", "refused"] {
      #expect(plain.output.contains(words), "\(words) is missing")
    }
    #expect(plain.lines.contains("The bytes of step 1"))
    expectCalm(plain)
    let other = try place.assay(
      "explain", "abt/token/upper-case", "--edition", "encrypting", "--seed", "2")
    #expect(other.lines.first == "abt/token/upper-case  [encrypting]")
    #expect(other.output.contains("generated   seed 2"))
    let mode = try place.assay("explain", "appconnect.dualmode/launch/first/available")
    #expect(mode.status == 0 && mode.output.contains("The app is launched;"))
    #expect(!mode.output.contains("The bytes of step"))
  }

  @Test func aCaseAsJSON() throws {
    let place = try Workplace()
    let value = try json(try place.assay("explain", "abt/token/upper-case", "--format", "json"))
    #expect(value["schema"]?.stringValue == "assay-explanation/1")
    #expect(value["id"]?.stringValue == "abt/token/upper-case")
    let steps = try #require(value["steps"]?.arrayValue)
    #expect(steps.count == 2)
    #expect(steps.first?["ways"]?.arrayValue?.map { $0["name"]?.stringValue } == ["refused"])
    #expect(value["requests"]?.arrayValue?.map { $0["step"]?.integerValue } == [1, 2])
    let mode = try json(
      try place.assay("explain", "appconnect.dualmode/walk/1", "--format", "json"))
    #expect(mode["requests"]?.arrayValue?.isEmpty == true)
  }

  @Test func aCaseFileAndAFailureOfAReport() throws {
    let place = try Workplace()
    let id = "abt/token/upper-case"
    try #require(
      try place.assay("list", "--select", id, "--edition", "plain", "--save", "cases").status == 0)
    let file = try place.assay("explain", "cases/\(id).plain.json")
    #expect(file.status == 0 && file.lines.first == "\(id)  [plain]")
    #expect(file.output.contains("generated   \(id), seed 1"))
    let run = try place.assay(
      [
        "run", "--edition", "plain", "--select", id, "--timeout", "30", "--output", "reports",
      ] + Workplace.faulty("--fault", "token-in-any-case"))
    try #require(run.status == 1)
    let failure = try place.assay("explain", "reports/report.json#\(id)")
    #expect(failure.status == 0 && failure.lines.first == "\(id)  [plain]")
    #expect(failure.output.contains("recorded    ABT-TOK-"))
    let missing = try place.assay("explain", "reports/report.json#abt/token/missing")
    #expect(missing.status == 2 && missing.output.isEmpty)
    #expect(missing.errors.contains("has no failure of the case abt/token/missing"))
    #expect(
      try json(try place.assay("explain", "reports/report.json", "--format", "json"))["id"]
        == .string(id))
  }

  private static let request = "x-absolutemanageconfig.com.acme.app://apply?profile=p&payload=q"
  private static let callback =
    "absoluteapps://thirdpartyprofilestatus?profile=a&payload=b&token=c&status=Success"

  @Test func urlsAsTheyStandOrInAFile() throws {
    let place = try Workplace()
    try place.put(Self.request.utf8, "request")
    try place.put((Self.callback + "\n").utf8, "callback")
    let request = try place.assay("explain", Self.request)
    #expect(request.status == 0 && request.lines.first == "stored/argument  [plain]")
    #expect(request.output.contains("the token is missing or empty"))
    let encrypting = try place.assay("explain", Self.request, "--edition", "encrypting")
    #expect(encrypting.lines.first == "stored/argument  [encrypting]")
    let file = try place.assay("explain", "request")
    let names = file.output.replacing("stored/request", with: "stored/argument")
    #expect(names == request.output)
    #expect(try place.shell("assay explain - < request").output.hasPrefix("stored/standard-input"))
    let callback = try place.assay("explain", Self.callback)
    #expect(callback.status == 0 && callback.output.contains("Every layer reads to its end."))
    #expect(try place.assay("explain", "callback").output == callback.output)
    #expect(try place.shell("assay explain - < callback").output == callback.output)
    for subject in [Self.request, Self.callback, "request", "callback"] {
      _ = try json(try place.assay("explain", subject, "--format", "json"))
    }
  }

  /// Which app a URL is for decides about its token.
  @Test func theAppThatIsAssumed() throws {
    let place = try Workplace()
    let start = #"{"bundleIdentifier": "b", "apiKey": "k", "edition": "plain"}"#
    try place.put(start.utf8, "setup.json")
    let assumed =
      "assumed     it is for com.acme.app with the API key k-3f9c; --setup FILE names another app"
    let bare = try place.assay("explain", Self.request)
    #expect(bare.lines.contains("  " + assumed))
    let named = try place.assay("explain", Self.request, "--setup", "setup.json")
    #expect(named.status == 0 && !named.output.contains("assumed"))
    #expect(named.output.contains("\"k\""))
    let value = try json(try place.assay("explain", Self.request, "--format", "json"))
    #expect(value["assumed"]?.stringValue?.contains("--setup FILE") == true)
  }

  /// However many requirements a demand has, its words begin in their column.
  @Test func theColumnsAreKept() throws {
    let lines = try Workplace().assay("explain", Self.request).lines
    let alone = try #require(lines.firstIndex(of: "    ABT-TOK-02 04, ABT-DEL-05"))
    #expect(lines[alone + 1] == String(repeating: " ", count: 30) + "no delegate call")
    for line in lines where line.hasPrefix("    ABT-") && line.dropFirst(4).contains("  ") {
      #expect(line.prefix(30).hasSuffix("  ") && !line.dropFirst(30).hasPrefix(" "), "\(line)")
    }
  }

  /// The valid request after it shows whether the library lives; its bytes say nothing of the one before.
  @Test func theBytesOfTheRequestThatMatters() throws {
    let place = try Workplace()
    for subject in [Self.request, "abt/token/upper-case"] {
      let usual = try place.assay("explain", subject)
      #expect(usual.lines.filter { $0.hasPrefix("The bytes of step 1") }.count == 1)
      #expect(usual.output.hasSuffix("\n\nThe bytes of step 2 are left out: --full shows them\n"))
      let full = try place.assay("explain", subject, "--full")
      #expect(
        full.lines.contains("The bytes of step 1") && full.lines.contains("The bytes of step 2"))
      #expect(!full.output.contains("left out"))
    }
  }

  @Test func aFailureIsToldWithWhatWasObserved() throws {
    let place = try Workplace()
    let id = "abt/token/upper-case"
    let run = try place.assay(
      ["run", "--select", id, "--timeout", "30", "--output", "r"]
        + Workplace.faulty("--fault", "token-in-any-case"))
    try #require(run.status == 1)
    let subject = "r/report.json#\(id)"
    let both = try place.assay("explain", subject)
    #expect(
      both.lines.filter { $0.hasPrefix(id) } == ["\(id)  [encrypting]", "\(id)  [plain]"]
        || both.lines.filter { $0.hasPrefix(id) } == ["\(id)  [plain]", "\(id)  [encrypting]"])
    let plain = try place.assay("explain", subject, "--edition", "plain")
    #expect(plain.lines.filter { $0.hasPrefix(id) } == ["\(id)  [plain]"])
    let step = try #require(plain.lines.firstIndex(of: "  observed"))
    let next = try #require(plain.lines.firstIndex { $0.hasPrefix("Step 2") })
    let observed = plain.lines[step..<next].joined(separator: "\n")
    for words in [
      "    handled   yes", "    call      apply", "status", "\"Success\"", "\n  ! ABT-TOK-",
      "      expected  ", "      observed  ",
    ] {
      #expect(observed.contains(words), "\(words) is missing in \(observed)")
    }
    let value = try json(
      try place.assay("explain", subject, "--edition", "plain", "--format", "json"))
    let report = try JSONValue(parsing: place.bytes(place.file("r/report.json")))
    let recorded = report["cases"]?.arrayValue?.first { $0["variant"] == "plain" }
    #expect(recorded?["exchange"] != nil && value["failure"] == recorded)
    let file = try place.assay("list", "--select", id, "--edition", "plain", "--save", "cases")
    try #require(file.status == 0)
    let other = try place.assay("explain", "cases/\(id).plain.json", "--edition", "encrypting")
    #expect(other.status == 2 && other.errors.contains("of the edition plain, not encrypting"))
  }

  /// One JSON text, however many cases are in it.
  @Test func severalRequestsAreAList() throws {
    let place = try Workplace()
    try place.put("\(Self.request)\r\n\nother://a?b=c\n".utf8, "requests")
    let text = try place.assay("explain", "requests")
    #expect(text.status == 0)
    for name in ["stored/requests/line-1", "stored/requests/line-2"] {
      #expect(text.lines.contains { $0.hasPrefix(name) }, "\(name)")
    }
    let value = try json(try place.assay("explain", "requests", "--format", "json"))
    #expect(
      value.arrayValue?.map { $0["id"]?.stringValue } == [
        "stored/requests/line-1", "stored/requests/line-2",
      ])
  }

  /// Whoever made the bytes, a terminal is left alone.
  @Test func hostileBytesAreShownNotObeyed() throws {
    let place = try Workplace()
    let hostile =
      Array("x-absolutemanageconfig.com.acme.app://apply?profile=\u{1B}]0;x\u{7}".utf8)
      + [0x9B, 0x31, 0x6D, 0xC2, 0x9B, 0, 0x0D, 0xFF, 0x08]
    try place.put(hostile + hostile, "bytes")
    try place.put(Array("absoluteapps://\u{1B}[2J?".utf8) + hostile, "callback")
    let text = #"""
      {"format": "assay-case/1", "suite": "abt", "title": "\u001b[31mt", "comment": "\u009b2J\r",
       "provenance": {"generator": "\u001b[1m", "found": "\u0007"}, "signature": "ABT-CB-04 x\u001b[31m",
       "start": {"bundleIdentifier": "\u001b[5m", "apiKey": "\u0000", "urlScheme": "\u0008",
                 "edition": "plain"},
       "steps": [{"action": "open", "url": "\u0008:\u001b[2J", "delegate":
                  {"apply": {"records": [], "answer": "no", "error": {"code": 1, "message": "\u001b"}}}}]}
      """#
    try place.put(text.utf8, "case\u{1B}[31m.json")
    for subject in ["bytes", "callback", "case\u{1B}[31m.json"] {
      for more in [[], ["--full"], ["--format", "json"]] {
        let outcome = try place.assay(["explain", subject] + more)
        #expect(outcome.status == 0, "\(subject.debugDescription): \(outcome.errors)")
        expectCalm(outcome)
        if more.last == "json" { _ = try json(outcome) }
      }
    }
    let replayed = try place.assay([
      "replay", "--reference", "--verbose", "--timeout", "30", "case\u{1B}[31m.json",
    ])
    #expect(replayed.output.contains("was "), "\(replayed.errors)")
    expectCalm(replayed)
  }

  @Test(arguments: [
    ("nothing", ["no case, file or URL \"nothing\"", "assay list"]),
    ("abt/token/nothing", ["no case, file or URL", "assay list"]),
    ("abt/token/missng", ["no case, file or URL", "did you mean 'abt/token/missing'?"]),
    ("abd/token/missing", ["no case, file or URL", "did you mean 'abt/token/missing'?"]),
    ("abt/token", ["no case, file or URL", "assay list --select 'abt/token/**'"]),
    ("", ["no case, file or URL", "assay list"]),
    ("no-report.json#abt/token/missing", ["no case, file or URL", "assay list"]),
    (".", [". is a folder", "name a file"]), ("/dev/null", ["no regular file"]),
    ("truncated.json", ["truncated.json: line 1", "cut off"]),
    ("foreign.json", ["foreign.json: line 1", "\"colour\""]),
    ("report.json", ["report.json has no failure"]),
  ])
  func nothingToExplain(subject: String, says parts: [String]) throws {
    let place = try Workplace()
    try place.put(#"{"format": "assay-case/1", "#.utf8, "truncated.json")
    try place.put(#"{"colour": "red"}"#.utf8, "foreign.json")
    try place.put(#"{"schema": "assay-report/1", "seed": 1, "cases": []}"#.utf8, "report.json")
    let outcome = try place.assay("explain", subject)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    for part in parts { #expect(outcome.errors.contains(part), "\(outcome.errors)") }
  }

  @Test(arguments: [
    ["explain"], ["explain", "a:b", "c:d"], ["explain", "a:b", "--format", "pdf"],
    ["explain", "a:b", "--edition", "gold"], ["explain", "a:b", "--setup", "missing"],
    ["explain", "a:b", "--seed", "-1"],
  ])
  func wrongUsage(arguments: [String]) throws {
    let outcome = try Workplace().assay(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty && !outcome.errors.isEmpty)
  }
}
