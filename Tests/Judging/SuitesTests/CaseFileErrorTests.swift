import Conformance
import Foundation
import JSONText
import Testing

@testable import SuiteModels
@testable import Suites

/// What is wrong with a case file is told with its place, whatever stands in it.
@Suite struct CaseFileErrorTests {
  static let abt = """
    {
      "format": "assay-case/1",
      "suite": "abt",
      "id": "stored/x",
      "variant": "plain",
      "requirements": ["ABT-TOK-01", "ABT-TOK-02"],
      "start": {"bundleIdentifier": "com.acme.app", "apiKey": "key-1", "edition": "plain"},
      "steps": [
        {"action": "open", "url": "x-absolutemanageconfig.com.acme.app://apply?profile=p&payload=q"},
        {"action": "start"},
        {"action": "open", "urlBase64": "YTpi", "role": "canary", "delegate": {"apply": {"answer": "no"}}}
      ],
      "needs": [],
      "provenance": {"generator": "abt/x", "seed": 4, "found": "by hand"},
      "signature": "ABT-CB-04 wrong-status",
      "comment": "text"
    }
    """

  static let dualMode = """
    {
      "format": "assay-case/1",
      "suite": "appconnect.dualmode",
      "start": {},
      "steps": [
        {"action": "launch", "shouldStart": true, "options": {"a": "b"}},
        {"action": "managedPolicy", "policy": "MANAGED", "secureServices": true,
         "secureFileIORequired": false, "authState": "AUTHORIZED"},
        {"action": "userRequests", "mode": "NonAppConnectMode"},
        {"action": "terminate"}
      ]
    }
    """

  @Test func theFilesAreRightBeforeAnythingIsChanged() throws {
    #expect(try StoredCases.openings(try StoredCases.read(Self.abt)).count == 2)
    let other = try StoredCases.dualMode.script(try StoredCases.read(Self.dualMode))
    #expect(other.events.count == 4)
  }

  /// A file with one thing replaced by another, the line of the error, and what is told.
  typealias Change = (old: String, new: String, line: Int, words: String)

  private func expectErrors(_ file: String, _ changes: [Change]) {
    for (old, new, line, words) in changes {
      let text = file.replacing(old, with: new, maxReplacements: 1)
      #expect(text != file, "\(old) is not in the file")
      let error = #expect(throws: JSONError.self, "\(old) -> \(new)") {
        try StoredCases.read(text)
      }
      guard let error else { continue }
      #expect(error.line == line, "\(old) -> \(new): \(error)")
      #expect(error.description.contains(words), "\(old) -> \(new): \(error)")
      #expect((0...text.utf8.count).contains(error.offset))
    }
  }

  @Test func whatIsWrongWithACase() {
    expectErrors(
      Self.abt,
      [
        ("\"assay-case/1\"", "\"assay-case/2\"", 2, "this version reads assay-case/1"),
        ("\"assay-case/1\"", "1", 2, "expected a string"),
        ("\"format\": \"assay-case/1\",", "", 17, "a member \"format\" is missing"),
        ("\"format\"", "\"formats\"", 2, "no member \"formats\""),
        ("\"suite\": \"abt\"", "\"suite\": \"abc\"", 3, "there are abt, appconnect.dualmode"),
        ("\"suite\": \"abt\"", "\"suite\": null", 3, "expected a string"),
        ("  \"suite\": \"abt\",", "", 17, "a member \"suite\" is missing"),
        ("\"comment\": \"text\"", "\"remark\": \"text\"", 16, "goes into \"comment\""),
        ("\"comment\": \"text\"", "\"comment\": [1]", 16, "expected a string"),
        ("\"comment\": \"text\"", "\"id\": \"stored/y\"", 16, "\"id\" occurs twice"),
        ("\"comment\": \"text\"", "\"\\u0069d\": \"stored/y\"", 16, "\"id\" occurs twice"),
        (
          "\"variant\": \"plain\"", "\"variant\": \"encrypting\"", 5,
          "the start is one of \"plain\""
        ),
        ("\"edition\": \"plain\"", "\"edition\": \"encrypting\"", 5, "one of \"encrypting\""),
        ("\"ABT-TOK-02\"", "\"ABT-NO-02\"", 6, "no requirement \"ABT-NO-02\""),
        ("\"ABT-TOK-02\"", "\"ACC-DM-01\"", 6, "no requirement \"ACC-DM-01\""),
        ("\"ABT-TOK-02\"", "2", 6, "expected a string"),
        ("\"needs\": []", "\"needs\": {}", 13, "expected an array"),
        ("\"needs\": []", "\"needs\": [\"a\\u001b[2J\"]", 13, "capability"),
        ("\"generator\"", "\"generators\"", 14, "no \"generators\""),
        ("\"seed\": 4", "\"seed\": -4", 14, "number"),
        ("\"seed\": 4", "\"seed\": 1.5", 14, "integer"),
        ("\"seed\": 4", "\"seed\": 99999999999999999999", 14, "number"),
        ("ABT-CB-04 wrong-status", "ABT-CB-04", 15, "has the form"),
        ("\"text\"", "\"a\u{7}b\"", 16, "must be escaped"),
        ("\"text\"", "\"\\ud800\"", 16, "surrogate"),
        ("\n}", "\n} x", 17, "after the value"),
      ])
  }

  @Test func whatIsWrongWithAStartOrAStep() {
    expectErrors(
      Self.abt,
      [
        ("\"edition\": \"plain\"", "\"edition\": \"gold\"", 7, "no edition \"gold\""),
        (", \"edition\": \"plain\"", "", 7, "\"edition\" is missing"),
        (
          "\"edition\": \"plain\"", "\"edition\": \"plain\", \"dialect\": {\"magik\": 1}", 7,
          "this dialect cannot be used: magik: there is no such field; did you mean magic?"
        ),
        ("\"edition\": \"plain\"", "\"edition\": \"plain\", \"dialect\": 1", 7, "cannot be used"),
        (
          "\"edition\": \"plain\"",
          "\"edition\": \"plain\", \"dialect\": {\"token\": {\"algorithm\": \"external\", \"command\": [\"reboot\"]}}",
          7, "commands of case files are never run; give the same dialect with --dialect"
        ),
        ("\"apiKey\": \"key-1\"", "\"apiKey\": 1", 7, "expected a string"),
        ("\"apiKey\": \"key-1\"", "\"edition\": \"plain\"", 7, "\"edition\" occurs twice"),
        (
          "{\"bundleIdentifier\": \"com.acme.app\", \"apiKey\": \"key-1\", \"edition\": \"plain\"}",
          "7", 7, "expected an object"
        ),
        ("\"action\": \"open\"", "\"action\": \"shut\"", 9, "\"open\" or \"start\", not \"shut\""),
        ("\"action\": \"open\", ", "", 9, "\"action\" is missing"),
        ("\"action\": \"open\"", "\"action\": 1", 9, "expected a string"),
        ("\"url\": \"x-", "\"uri\": \"x-", 9, "no member \"uri\"; did you mean url?"),
        ("\"urlBase64\": \"YTpi\", ", "", 11, "\"url\" is missing"),
        ("\"urlBase64\"", "\"url\": \"a:b\", \"urlBase64\"", 11, "not both; leave one out"),
        ("?profile=p&payload=q\"", "\", \"url\": \"b\"", 9, "\"url\" occurs twice"),
        ("\"action\": \"start\"", "\"action\": \"start\", \"keep\": 1", 10, "expected a boolean"),
        ("{\"action\": \"start\"}", "7", 10, "expected an object"),
        ("\"YTpi\"", "\"YTpi*\"", 11, "Base64"),
        ("\"canary\"", "\"parrot\"", 11, "no \"parrot\""),
        ("\"role\"", "\"roles\"", 11, "no member \"roles\""),
        ("\"no\"", "\"perhaps\"", 11, "perhaps"),
        ("\"role\": \"canary\"", "\"forge\": {]", 11, "']' where a member's name is expected"),
        (
          "{\"answer\": \"no\"}",
          "{\"records\": [{\"record\": \"didApply\", \"key\": \"k\", \"oldValue\": {\"t\": \"text\"}}]}",
          11, "there is no type \"t\""
        ),
      ])
  }

  /// An adapter passes over what it does not know. In a file it is a slip of the pen, and what it was to say would be lost.
  @Test func membersThatNobodyKnows() {
    let turn = "{\"answer\": \"no\"}"
    expectErrors(
      Self.abt,
      [
        (
          "\"apiKey\"", "\"apikey\"", 7,
          "the start of abt has no member \"apikey\"; did you mean apiKey?"
        ),
        (
          "\"edition\"", "\"allowUnencrypted \": true, \"edition\"", 7,
          "did you mean allowUnencrypted?"
        ),
        (
          "\"edition\"", "\"colour\": 1, \"edition\"", 7,
          "no member \"colour\"; there are bundleIdentifier,"
        ),
        (
          "\"action\": \"start\"", "\"action\": \"start\", \"keeps\": true", 10,
          "did you mean keep?"
        ),
        (
          "\"apply\": {", "\"aply\": {", 11,
          "a delegate has no member \"aply\"; did you mean apply?"
        ),
        (
          "\"answer\"", "\"anwser\"", 11,
          "a turn of a delegate has no member \"anwser\"; did you mean answer?"
        ),
        (
          turn, "{\"error\": {\"kode\": 1}}", 11,
          "the error of a delegate has no member \"kode\"; did you mean code?"
        ),
        (
          turn,
          "{\"records\": [{\"record\": \"didApply\", \"key\": \"k\", \"oldvalue\": null}]}", 11,
          "a record of a delegate has no member \"oldvalue\"; did you mean oldValue?"
        ),
        ("\"signature\"", "\"signatur\"", 15, "did you mean \"signature\"?"),
      ])
    expectErrors(
      Self.dualMode,
      [
        (
          "\"options\"", "\"option\": {}, \"options\"", 6,
          "launch has no member \"option\"; did you mean options?"
        )
      ])
  }

  /// A finding about a requirement that nobody has could never come again.
  @Test func aSignatureNamesARequirementOfTheSuite() throws {
    expectErrors(
      Self.abt,
      [
        ("ABT-CB-04 wrong", "ABT-CB-4 wrong", 15, "no requirement \"ABT-CB-4\""),
        (
          "ABT-CB-04 wrong", "ACC-DM-01 wrong", 15,
          "leave it out if another version of assay wrote it"
        ),
        ("ABT-CB-04 wrong", "ABT-CB-04/none wrong", 15, "no requirement \"ABT-CB-04/none\""),
      ])
    let facet = try #require(StoredCases.abt.clauses.clauses.first { $0.id.path.contains("/") })
    let text = Self.abt.replacing("ABT-CB-04 wrong", with: "\(facet.id) wrong")
    #expect(try StoredCases.read(text).provenance?.signature?.clause == facet.id)
  }

  /// The place is that of the value that is wrong, not where the reader happens to stand.
  @Test func placesAreThoseOfMembers() throws {
    for (old, new, mark) in [
      ("\"plain\"}", "\"gold\"}", "\"gold\""),
      (
        "\"edition\": \"plain\"}", "\"dialect\": {\"a\": 1}, \"edition\": \"plain\"}",
        "{\"a\": 1}, \"edition\""
      ),
      (", \"edition\": \"plain\"}", "}", "{\"bundleIdentifier\""),
      ("\"apiKey\": \"key-1\"", "\"apikey\": \"key-1\"", "\"key-1\""),
      ("\"canary\"", "\"parrot\"", "\"parrot\""),
      ("\"YTpi\"", "\"YTpi\", \"url\": \"c:d\"", "\"c:d\""),
      ("ABT-CB-04 wrong", "ABT-CB-4 wrong", "\"ABT-CB-4 wrong"),
    ] {
      let text = Self.abt.replacing(old, with: new, maxReplacements: 1)
      let error = #expect(throws: JSONError.self, "\(new)") { try StoredCases.read(text) }
      let place = try #require(text.firstRange(of: mark)?.lowerBound)
      #expect(error?.offset == text.utf8.distance(from: text.startIndex, to: place), "\(new)")
    }
  }

  /// The bytes are the case. What a newer or an older assay says of them beside is put aside, visibly.
  @Test(arguments: [
    "{}", "7", "[]", "{\"action\": \"melt\"}",
    "{\"action\": \"apply\", \"profile\": \"p\", \"payload\": \"q\", \"contents\": {\"keys\": []}, \"layers\": {\"zlib\": {\"form\": \"from-the-future\"}}}",
    "{\"action\": \"apply\", \"profile\": \"p\", \"payload\": \"q\", \"contents\": {\"keys\": []}, \"layers\": {\"lz4\": {\"form\": \"canonical\"}}}",
  ])
  func aForgeThatIsNotUnderstoodIsPutAside(forge: String) throws {
    let text = Self.abt.replacing("\"role\": \"canary\"", with: "\"forge\": \(forge)")
    let item = try StoredCases.read(text)
    let events = try StoredCases.openings(item)
    #expect(events.map(\.isLifted) == [true, true] && events[1].url == Array("a:b".utf8))
    let drift = try #require(item.provenance?.drift)
    #expect(drift.count == 1)
    #expect(drift[0].hasPrefix("step 3: the stored forge is not understood (line 11, column "))
    #expect(drift[0].hasSuffix("; the stored bytes count"))
    if forge.contains("future") { #expect(drift[0].contains("\"from-the-future\"")) }
  }

  @Test func whatIsWrongWithTheOtherSuite() {
    expectErrors(
      Self.dualMode,
      [
        ("\"start\": {}", "\"start\": {\"a\": 1}", 4, "by nothing, not by \"a\""),
        ("\"launch\"", "\"lunch\"", 6, "there are launch, managedPolicy"),
        ("\"shouldStart\": true", "\"shouldStart\": \"yes\"", 6, "true or false"),
        ("\"shouldStart\": true, ", "", 6, "\"shouldStart\" is missing"),
        ("{\"a\": \"b\"}", "{\"a\": 1}", 6, "launch options are strings"),
        ("{\"a\": \"b\"}", "{\"a\": \"b\", \"a\": \"c\"}", 6, "\"a\" occurs twice"),
        ("{\"a\": \"b\"}", "7", 6, "launch options"),
        ("{\"a\": \"b\"}", "null", 6, "launch options"),
        ("\"options\": {", "\"more\": 1, \"options\": {", 6, "no member \"more\""),
        ("\"MANAGED\"", "\"managed\"", 7, "policy is one of MANAGED, UNMANAGED"),
        ("\"AUTHORIZED\"", "\"FREE\"", 7, "authState is one of"),
        ("\"NonAppConnectMode\"", "\"AppConnectMode\"", 5, "step 3 cannot happen"),
        ("\"NonAppConnectMode\"", "\"Undecided\"", 5, "step 3 cannot happen"),
        ("{\"action\": \"terminate\"}", "{\"action\": \"launch\"}", 10, "shouldStart"),
        (
          "\"action\": \"terminate\"",
          "\"action\": \"launch\", \"shouldStart\": true, \"options\": {}", 5,
          "step 4 cannot happen"
        ),
        ("\"terminate\"}", "\"start\"}, {\"action\": \"terminate\"}", 5, "step 5 cannot happen"),
      ])
  }

  /// Nothing would be judged.
  @Test(arguments: ["[]", "null", "{}", "\"open\""]) func stepsAreAList(steps: String) throws {
    for (file, line) in [(Self.abt, 8), (Self.dualMode, 5)] {
      let start = try #require(file.firstRange(of: "\"steps\": ["))
      let end = try #require(file.firstRange(of: "\n  ]"))
      let text = file[..<start.lowerBound] + "\"steps\": \(steps)" + file[end.upperBound...]
      let error = #expect(throws: JSONError.self, "\(text)") { try StoredCases.read(String(text)) }
      #expect(error?.line == line, "\(String(describing: error))")
    }
  }

  @Test(arguments: [
    "../x", "a/../b", "a/..", "./a", "a/.", "/a", "a//b", "a/", ".", "..", "", "a b", "a\\\\b", "é",
    "a\\u0000b", "a\\u001bb", "a\\nb", "a\\u007fb",
    String(repeating: "a", count: 401),
  ])
  func idsAreNoPathsToElsewhere(id: String) throws {
    let text = Self.abt.replacing("stored/x", with: id)
    let error = #expect(throws: JSONError.self) { try StoredCases.read(text) }
    let found = try #require(error)
    #expect(found.line == 4 && found.column == 9, "\(found)")
    #expect(found.description.contains("an id is words of printable ASCII"))
  }

  @Test(arguments: ["a", "...", "a/b..c/-", "*/?", String(repeating: "a", count: 400)])
  func otherIdsStand(id: String) throws {
    #expect(try StoredCases.read(Self.abt.replacing("stored/x", with: id)).id.path == id)
  }

  // MARK: Damaged text

  @Test func aTextThatEndsTooSoonIsRefused() throws {
    for text in try Self.texts() {
      let end = text.lastIndex(of: UInt8(ascii: "}")) ?? 0
      for count in Array(stride(from: 0, to: end, by: 37)) + [end] {
        let error = #expect(throws: JSONError.self) {
          try StoredCases.read(Array(text[..<count]))
        }
        #expect(error?.description.isEmpty == false)
        #expect(error.map { $0.offset <= count } == true)
      }
    }
  }

  /// A byte is replaced, left out or put in: the text is read or refused, and what was read can be written and explained.
  @Test func damageIsReadOrRefused() throws {
    var isRead = 0
    var isRefused = 0
    for text in try Self.texts() {
      for (number, place) in stride(from: 5, to: text.count, by: 37).enumerated() {
        var damaged = text
        let byte = Array("\"{}[],:0-\u{1B}\\\u{0} eA".utf8)[number % 15]
        switch number % 3 {
        case 0: damaged[place] = byte
        case 1: damaged.remove(at: place)
        default: damaged.insert(byte, at: place)
        }
        guard let item = try? StoredCases.read(damaged) else {
          isRefused += 1
          continue
        }
        isRead += 1
        let suite = StoredCases.suite(of: item)
        let again = try suite.encode(item)
        #expect(try suite.encode(try StoredCases.read(again)) == again)
        _ = try suite.explain(item, capabilities: [])
      }
    }
    #expect(isRead > 20 && isRefused > 20, "\(isRead) are read, \(isRefused) refused")
  }

  private static func texts() throws -> [[UInt8]] {
    let golden = try CaseFileTests.golden.map { try CaseFileTests.file($0.name) }
    return golden + [Array(abt.utf8), Array(dualMode.utf8)]
  }

  @Test(arguments: [100, 1_000, 1_100, 100_000, 1_000_000])
  func deepNestingIsReadOrRefused(depth: Int) throws {
    let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let open = String(repeating: "{\"a\":", count: depth)
    for (file, old, new) in [
      (Self.abt, "\"steps\": [", "\"steps\": \(deep), \"none\": ["),
      (Self.abt, "\"start\": {", "\"start\": {\"more\": \(deep), "),
      (Self.abt, "\"start\": {", "\"start\": \(open)"),
      (Self.abt, "{\"answer\": \"no\"}", "{\"answer\": \"no\", \"records\": \(deep)}"),
      (Self.abt, "\"role\"", "\"comment\": \(deep), \"role\""),
      (Self.abt, "\"role\": \"canary\"", "\"forge\": \(deep)"),
      (Self.dualMode, "{\"a\": \"b\"}", deep), (Self.dualMode, "{\"a\": \"b\"}", open),
      (Self.dualMode, "\"terminate\"", "\"terminate\", \"comment\": \(deep)"),
    ] {
      let text = file.replacing(old, with: new, maxReplacements: 1)
      try #require(text != file)
      do {
        let item = try StoredCases.read(text)
        #expect(depth <= 1_000 && (new.contains("comment") || new.contains("forge")), "\(old)")
        _ = try StoredCases.text(item)
      } catch let error as JSONError {
        #expect(!error.description.isEmpty)
      }
    }
  }
}
