import Conformance
import Foundation
import Testing

@testable import Reporting

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An element as a foreign parser reads it.
final class Element {
  let name: String
  let attributes: [String: String]
  var children: [Element] = []
  var text = ""

  init(_ name: String, _ attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  func children(named name: String) -> [Element] { children.filter { $0.name == name } }
}

/// Builds elements out of what Foundation's parser reports.
private final class ElementBuilder: NSObject, XMLParserDelegate {
  var stack = [Element("", [:])]

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    let element = Element(name, attributes)
    stack[stack.count - 1].children.append(element)
    stack.append(element)
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    stack.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    stack[stack.count - 1].text += text
  }
}

struct JUnitDocumentTests {
  private func document(
    _ results: [CaseResult], run: RunDescription = .sample, strict: Bool = false
  ) throws -> Element {
    try JenkinsCheck.root(
      of: try ScratchFolder().document(.junit, results, run: run, strict: strict))
  }

  @Test func countsAreThoseOfTheElements() throws {
    let root = try document(CaseResult.everyVerdict)
    #expect(root.name == "testsuites")
    #expect(root.attributes["tests"] == "11")
    #expect(root.attributes["failures"] == "2")
    #expect(root.attributes["errors"] == "4")
    #expect(
      root.children(named: "testsuite").compactMap { $0.attributes["skipped"] } == ["0", "2", "1"])
    #expect(root.attributes["time"] == "1.234")
    let suites = root.children(named: "testsuite")
    #expect(
      suites.map { $0.attributes["name"] } == [
        "abt/plain", "abt/encrypting", "appconnect.dualmode",
      ])
    for suite in suites {
      let cases = suite.children(named: "testcase")
      #expect(suite.attributes["tests"] == String(cases.count))
      for (attribute, element) in [
        ("failures", "failure"), ("errors", "error"), ("skipped", "skipped"),
      ] {
        let count = cases.filter { $0.children(named: element).count == 1 }.count
        #expect(suite.attributes[attribute] == String(count))
      }
      #expect(suite.attributes["timestamp"] == "2026-07-04T12:00:00")
    }
    #expect(suites[0].attributes["time"] == "0.009")
  }

  @Test func partsThatTakeTurnsKeepTheirCases() throws {
    let turns: [CaseResult] = [
      .sample("abt/a/1"), .sample("abt/b", variant: .encrypting), .sample("abt/a/2"),
      .sample("abt/a/3"), .sample("abt/b/2", variant: .encrypting),
    ]
    let suites = try document(turns).children(named: "testsuite")
    let cases = suites.map { $0.children(named: "testcase").map { $0.attributes["name"] } }
    #expect(cases == [["abt/a/1", "abt/a/2", "abt/a/3"], ["abt/b", "abt/b/2"]])
    #expect(suites.map { $0.attributes["tests"] } == ["3", "2"])
    let classes = suites[1].children(named: "testcase").map { $0.attributes["classname"] }
    #expect(classes == ["abt.encrypting", "abt.encrypting.b"])
  }

  @Test func aFailureSaysWhatWasExpectedAndObserved() throws {
    let root = try document([
      .sample("abt/data/inflates/plus-1", .failed, findings: [.sample("ABT-DATA-08", step: 2)])
    ])
    let suite = try #require(root.children.first)
    let testCase = try #require(suite.children(named: "testcase").first)
    #expect(testCase.attributes["classname"] == "abt.plain.data")
    #expect(testCase.attributes["name"] == "abt/data/inflates/plus-1")
    #expect(testCase.attributes["time"] == "0.002")
    let failure = try #require(testCase.children.first)
    #expect(failure.attributes["type"] == "ABT-DATA-08")
    #expect(failure.attributes["message"] == "ABT-DATA-08: it was accepted")
    #expect(
      failure.text == """
        ABT-DATA-08 (must, step 2): it was accepted [Protocol.md, section 4.3]
          expected: a refusal
          observed: accepted
        """)
  }

  @Test func aCrashIsAnErrorNamedAfterWhatEndedTheCase() throws {
    let crash = try #require(CaseResult.everyVerdict.first { $0.verdict == .crashed })
    let root = try document([crash])
    let error = root.children.first?.children(named: "testcase").first?.children.first
    #expect(error?.name == "error")
    #expect(error?.attributes["type"] == "ABT-ROB-01")
  }

  @Test func aWarningPassesUnlessTheRunIsStrict() throws {
    let warned = try #require(CaseResult.everyVerdict.first { $0.verdict == .warned })
    let tolerant = try document([warned]).children.first?.children(named: "testcase").first
    #expect(tolerant?.children.map(\.name) == ["system-out"])
    #expect(tolerant?.children.first?.text.contains("the code is 7") == true)
    let strict = try document([warned], strict: true)
    #expect(strict.attributes["failures"] == "1")
    #expect(
      strict.children.first?.children(named: "testcase").first?.children.map(\.name) == ["failure"])
  }

  @Test func casesOfPartsThatAlternateAreGathered() throws {
    let root = try document([
      .sample("abt/a"), .sample("abt/b", variant: .encrypting), .sample("abt/c"),
      .sample("abt/d", variant: .encrypting),
    ])
    #expect(
      root.children.map { $0.children(named: "testcase").map { $0.attributes["name"] } } == [
        ["abt/a", "abt/c"], ["abt/b", "abt/d"],
      ])
  }

  @Test func whatXMLCannotHoldIsMadeVisible() throws {
    let hostile = "<&\"]]>\u{0}\u{1B}[2J\n\r\t\u{202E}\u{FFFE}é😀"
    let visible = "<&\"]]>\\u{0}\\u{1B}[2J\\n\\r\\t\\u{202E}\\u{FFFE}é😀"
    var run = RunDescription.sample
    run.implementationName = hostile
    let root = try document(
      [
        .sample(
          "abt/\(hostile)", .failed,
          findings: [.sample("ABT-URL-01", message: hostile, expected: hostile, observed: hostile)])
      ], run: run)
    #expect(root.attributes["name"] == "assay: \(visible) 2.3")
    let testCase = try #require(root.children.first?.children(named: "testcase").first)
    #expect(testCase.attributes["name"] == "abt/\(visible)")
    #expect(testCase.children.first?.attributes["message"] == "ABT-URL-01: \(visible)")
    #expect(testCase.children.first?.text.contains("observed: \(visible)") == true)
  }

  @Test func anEmptyRunIsADocumentToo() throws {
    let root = try document([])
    #expect(root.attributes["tests"] == "0")
    #expect(root.children.isEmpty)
  }
}

/// What the schema of Jenkins' xUnit plugin (junit-10.xsd) allows in the elements that we write.
enum JenkinsCheck {
  /// The root element of a document that the schema allows.
  static func root(of text: String) throws -> Element {
    let parser = XMLParser(data: Data(text.utf8))
    let builder = ElementBuilder()
    parser.delegate = builder
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    let root = try #require(builder.stack.first?.children.first)
    #expect(complaints(root, of: "testsuites") == [])
    return root
  }

  private struct Rule {
    var required: Set<String> = []
    var optional: Set<String> = []
    var children: Set<String> = []
    var hasText = false
  }

  private static let outcome = Rule(optional: ["type", "message"], hasText: true)
  private static let rules: [String: Rule] = [
    "testsuites": Rule(
      optional: ["name", "time", "tests", "failures", "errors"], children: ["testsuite"]),
    "testsuite": Rule(
      required: ["name", "tests", "failures", "errors"],
      optional: ["time", "skipped", "timestamp", "hostname", "id", "package", "group"],
      children: ["properties", "testcase", "system-out", "system-err"]),
    "properties": Rule(children: ["property"]),
    "property": Rule(required: ["name", "value"]),
    "testcase": Rule(
      required: ["name"], optional: ["time", "classname", "group"],
      children: ["skipped", "error", "failure", "system-out", "system-err"]),
    "skipped": outcome, "error": outcome, "failure": outcome, "system-out": Rule(hasText: true),
  ]

  private static func complaints(_ element: Element, of name: String) -> [String] {
    guard element.name == name, let rule = rules[name] else {
      return ["\(element.name) is unknown"]
    }
    let names = Set(element.attributes.keys)
    var found = rule.required.subtracting(names).map { "\(name) lacks \($0)" }
    found += names.subtracting(rule.required.union(rule.optional)).map {
      "\(name) has the unknown \($0)"
    }
    if let time = element.attributes["time"], time.wholeMatch(of: #/\d+\.\d{3}/#) == nil {
      found.append("\(time) is no time")
    }
    if !rule.hasText, element.text.contains(where: { !$0.isWhitespace }) {
      found.append("\(name) holds text")
    }
    for child in element.children {
      found +=
        rule.children.contains(child.name)
        ? complaints(child, of: child.name) : ["\(name) holds \(child.name)"]
    }
    return found
  }
}
