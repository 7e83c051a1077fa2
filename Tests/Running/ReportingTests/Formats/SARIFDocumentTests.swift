import Conformance
import JSONText
import SampleSuites
import Testing

@testable import Reporting

struct SARIFDocumentTests {
  private func run(
    _ results: [CaseResult], _ description: RunDescription = .sample, strict: Bool = false
  ) throws -> JSONValue {
    let text = try ScratchFolder().document(.sarif, results, run: description, strict: strict)
    let document = try JSONValue(parsing: Array(text.utf8))
    #expect(SARIFCheck.complaints(document) == [])
    return try #require(document["runs"]?.arrayValue?.first)
  }

  @Test func requirementsAreRules() throws {
    let run = try run(CaseResult.everyVerdict)
    let rules = try #require(run["tool"]?["driver"]?["rules"]?.arrayValue)
    // Each once, whatever the number of editions.
    #expect(
      rules.compactMap { $0["id"]?.stringValue }
        == SampleSuite.abt.clauses.clauses.map(\.id.path) + ["ACD-01"])
    let code = try #require(rules.first { $0["id"] == "ABT-DATA-08/code" })
    #expect(code["shortDescription"]?["text"] == "It is refused with code 8.")
    #expect(code["defaultConfiguration"]?["level"] == "warning")
    #expect(code["properties"]?["source"] == "abt")
    #expect(
      code["help"]?["text"]?.stringValue?.contains(
        "Source: abt. Documentation: Protocol.md, section 4.3. ") == true)
    #expect(code["properties"]?["documentation"] == "Protocol.md#43-unpacking")
  }

  @Test func findingsAreResults() throws {
    let run = try run(CaseResult.everyVerdict)
    let results = try #require(run["results"]?.arrayValue)
    #expect(
      results.compactMap { $0["ruleId"]?.stringValue } == [
        "ABT-DATA-08", "ABT-DATA-08/code", "ABT-URL-02", "ABT-ROB-01", "ABT-TOK-07", "ABT-TOK-07",
        "ABT-TOK-07", "ACD-01", "ACD-01",
      ])
    let first = results[0]
    #expect(first["level"] == "error")
    #expect(
      first["message"]?["text"]
        == "abt/plain: it was accepted; expected: a refusal; observed: accepted")
    let location = first["locations"]?.arrayValue?.first
    #expect(location?["physicalLocation"]?["artifactLocation"]?["uri"] == "./adapter")
    let logical = location?["logicalLocations"]?.arrayValue?.first
    #expect(logical?["fullyQualifiedName"] == "abt/plain abt/data/inflates/plus-1")
    #expect(first["partialFingerprints"]?["assaySignature/v1"] == "ABT-DATA-08 sample")
    #expect(
      first["properties"]?["command"]
        == "assay run --select abt/data/inflates/plus-1 --edition plain --seed 7 -- ./adapter --fast"
    )
    #expect(results[1]["level"] == "warning")
    // Known failures are suppressed, and no others.
    #expect(
      results.map { $0["suppressions"] != nil } == Array(repeating: false, count: 7) + [
        true, false,
      ])
    #expect(results[8]["message"]?["text"]?.stringValue?.contains("passes now") == true)
    #expect(results[8]["level"] == "note")
  }

  @Test func theInvocationSaysHowTheRunEnded() throws {
    let invocation = try run(CaseResult.everyVerdict)["invocations"]?.arrayValue?.first
    #expect(invocation?["executionSuccessful"] == false)
    #expect(invocation?["exitCode"] == 4 && invocation?["exitCodeDescription"] == "crashing")
    #expect(invocation?["startTimeUtc"] == "2026-07-04T12:00:00Z")
    #expect(invocation?["endTimeUtc"] == "2026-07-04T12:00:01Z")
    let notices = invocation?["toolExecutionNotifications"]?.arrayValue
    #expect(
      notices?.compactMap { $0["message"]?["text"]?.stringValue } == [
        "1 case, not run: the run was interrupted", "1 case, adapter fault: at step 1: no JSON",
      ])
    let passed = try run([.sample("abt/a")])["invocations"]?.arrayValue?.first
    #expect(passed?["executionSuccessful"] == true && passed?["exitCode"] == 0)
  }

  @Test func fingerprintsStayTheSame() throws {
    func prints(_ step: Int, _ observed: String) throws -> JSONValue? {
      try run([
        .sample("abt/a", .failed, findings: [.sample("ABT-URL-01", step: step, observed: observed)])
      ])["results"]?.arrayValue?.first?["partialFingerprints"]
    }
    #expect(try prints(1, "x") == prints(2, "y"))
    #expect(try prints(1, "x")?["primaryLocationLineHash"]?.stringValue?.count == 16)
  }

  @Test func aStrictRunHasNoWarnings() throws {
    let warned = CaseResult.sample(
      "abt/a", .warned, findings: [.sample("ABT-DATA-08/code", .should)])
    #expect(try run([warned], strict: true)["results"]?.arrayValue?.first?["level"] == "error")
  }

  @Test(arguments: Attack.all)
  func hostileTextIsText(attack: String) throws {
    let run = try run(Attack.results(attack), Attack.run(attack))
    for result in run["results"]?.arrayValue ?? [] {
      let text = try #require(result["message"]?["text"]?.stringValue)
      // No link, no placeholder, no line of its own (3.11.5 and 3.11.6).
      let bare = text.replacing(#/\\[\\\[\]]|\{\{|\}\}/#, with: "")
      #expect(!bare.contains { "[]{}\n\u{1B}".contains($0) }, "\(text)")
      let uri = try #require(
        result["locations"]?.arrayValue?.first?["physicalLocation"]?["artifactLocation"]?["uri"]?
          .stringValue)
      #expect(uri.wholeMatch(of: #/[A-Za-z0-9\-._~\/%:]*/#) != nil, "\(uri)")
    }
  }

  /// The check itself must be able to say no.
  @Test(arguments: [
    ("\"version\":\"2.1.0\"", "\"version\":\"2.0.0\""), ("\"ruleIndex\":0", "\"ruleIndex\":\"0\""),
    ("\"level\":\"error\"", "\"level\":\"bad\""),
    ("\"message\":{\"text\"", "\"message\":{\"words\""),
    ("\"startLine\":1", "\"startLine\":0"), ("\"uri\":\"./adapter\"", "\"uri\":\"a b\""),
    ("\"executionSuccessful\"", "\"successful\""), ("\"ruleIndex\":0", "\"ruleIndex\":1"),
    ("\"kind\":\"external\"", "\"kind\":\"other\""),
  ])
  func theCheckRefuses(text: String, replacement: String) throws {
    let whole = try ScratchFolder().document(
      .sarif,
      [
        .sample("abt/a", .knownFailure, findings: [.sample("ABT-URL-01")], reason: "issue 7")
      ])
    #expect(whole.contains(text))
    let damaged = whole.replacing(text, with: replacement)
    #expect(SARIFCheck.complaints(try JSONValue(parsing: Array(damaged.utf8))) != [])
  }
}

/// What SARIF 2.1.0 (OASIS Standard, 27 March 2020) demands of the objects that assay writes: which properties there are, which have to
/// be there, and what they hold. A property that is not named here is a complaint: a subset of the standard's schema, and stricter.
enum SARIFCheck {
  private indirect enum Shape: Sendable {
    case object([String: Shape], required: [String])
    case list(Shape, least: Int)
    case text(pattern: String?)
    case words([String])
    case integer(least: Int64)
    case boolean
    /// A property bag: whatever its owner likes.
    case bag
    case texts
  }

  private static let message = Shape.object(["text": .text(pattern: nil)], required: ["text"])
  private static let level = Shape.words(["none", "note", "warning", "error"])
  private static let time = Shape.text(pattern: #"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"#)
  private static let uri = Shape.text(pattern: #"([a-z]+:)?[A-Za-z0-9\-._~\/%]+"#)
  private static let rule = Shape.object(
    [
      "id": .text(pattern: nil), "shortDescription": message, "fullDescription": message,
      "help": message, "defaultConfiguration": .object(["level": level], required: []),
      "properties": .bag,
    ], required: ["id"])
  private static let location = Shape.object(
    [
      "physicalLocation": .object(
        [
          "artifactLocation": .object(["uri": uri], required: []),
          "region": .object(["startLine": .integer(least: 1)], required: []),
        ], required: ["artifactLocation"]),
      "logicalLocations": .list(
        .object(
          ["name": .text(pattern: nil), "fullyQualifiedName": .text(pattern: nil)], required: []),
        least: 0),
    ], required: [])
  private static let result = Shape.object(
    [
      "ruleId": .text(pattern: nil), "ruleIndex": .integer(least: 0), "level": level,
      "message": message, "locations": .list(location, least: 0), "partialFingerprints": .texts,
      "suppressions": .list(
        .object(
          [
            "kind": .words(["inSource", "external"]),
            "status": .words(["accepted", "underReview", "rejected"]),
            "justification": .text(pattern: nil),
          ], required: ["kind"]), least: 0),
      "properties": .bag,
    ], required: ["message"])
  private static let invocation = Shape.object(
    [
      "executionSuccessful": .boolean, "exitCode": .integer(least: .min),
      "exitCodeDescription": .text(pattern: nil), "startTimeUtc": time, "endTimeUtc": time,
      "toolExecutionNotifications": .list(
        .object(["level": level, "message": message], required: ["message"]), least: 0),
    ], required: ["executionSuccessful"])
  private static let document = Shape.object(
    [
      "$schema": .text(pattern: #"https://json\.schemastore\.org/sarif-2\.1\.0\.json"#),
      "version": .words(["2.1.0"]),
      "runs": .list(
        .object(
          [
            "tool": .object(
              [
                "driver": .object(
                  [
                    "name": .text(pattern: nil), "version": .text(pattern: nil),
                    "rules": .list(rule, least: 0),
                  ], required: ["name"])
              ], required: ["driver"]),
            "columnKind": .words(["utf16CodeUnits", "unicodeCodePoints"]),
            "results": .list(result, least: 0), "invocations": .list(invocation, least: 0),
            "properties": .bag,
          ], required: ["tool"]), least: 1),
    ], required: ["version", "runs"])

  static func complaints(_ value: JSONValue) -> [String] {
    var found = complaints(value, document, "$")
    for run in value["runs"]?.arrayValue ?? [] {
      let rules = (run["tool"]?["driver"]?["rules"]?.arrayValue ?? []).map { $0["id"]?.stringValue }
      if Set(rules).count != rules.count { found.append("a rule stands there twice") }
      for result in run["results"]?.arrayValue ?? [] {
        guard let index = result["ruleIndex"]?.integerValue else { continue }
        let isRight =
          rules.indices.contains(Int(index)) && rules[Int(index)] == result["ruleId"]?.stringValue
        if !isRight { found.append("ruleIndex \(index) is not that of its rule") }
      }
    }
    return found
  }

  private static func complaints(_ value: JSONValue, _ shape: Shape, _ place: String) -> [String] {
    switch shape {
    case .object(let properties, let required):
      guard let members = value.members else { return ["\(place) is no object"] }
      return required.filter { value[$0] == nil }.map { "\(place) lacks \($0)" }
        + members.flatMap { member in
          properties[member.key].map {
            complaints(member.value, $0, "\(place).\(member.key)")
          } ?? ["\(place) has the unknown \(member.key)"]
        }
    case .list(let element, let least):
      guard let elements = value.arrayValue, elements.count >= least else {
        return ["\(place) is no array of at least \(least)"]
      }
      return elements.enumerated().flatMap { complaints($1, element, "\(place)[\($0)]") }
    case .text(let pattern):
      guard let text = value.stringValue else { return ["\(place) is no string"] }
      guard let pattern else { return [] }
      let isMatch = (try? Regex(pattern).wholeMatch(in: text)) != nil
      return isMatch ? [] : ["\(place) does not match"]
    case .words(let words):
      return words.contains(value.stringValue ?? "") ? [] : ["\(place) is none of \(words)"]
    case .integer(let least):
      guard let number = value.integerValue, number >= least else {
        return ["\(place) is no integer from \(least)"]
      }
      return []
    case .boolean: return value.booleanValue == nil ? ["\(place) is no boolean"] : []
    case .bag: return value.members == nil ? ["\(place) is no property bag"] : []
    case .texts:
      return value.members?.allSatisfy { $0.value.stringValue != nil } == true
        ? [] : ["\(place) does not hold strings only"]
    }
  }
}
