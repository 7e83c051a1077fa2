import Conformance
import Foundation
import JSONText
import SuiteModels
import Suites
import Testing

@testable import Reporting

struct HTMLDocumentTests {
  private func page(
    _ results: [CaseResult], run: RunDescription = .sample, interrupted: Bool = false
  ) throws -> String {
    try ScratchFolder().document(.html, results, run: run, interrupted: interrupted)
  }

  /// What stands in the element of the list of cases.
  private func data(_ page: String) throws -> JSONValue {
    let match = try #require(
      page.firstMatch(
        of: #/<script type="application\/json" id="case-data">(?<json>[^<]*)<\/script>/#))
    return try JSONValue(parsing: Array(match.json.utf8))
  }

  @Test func everyTemplateIsThere() throws {
    for name in PageTemplate.Name.allCases { _ = try PageTemplate(name) }
    let names = Set(EmbeddedFile.all.map(\.name))
    #expect(names.isSuperset(of: ["page.css", "theme.js", "page.js", "report.js", "matrix.js"]))
    for name in PageTemplate.Name.allCases { #expect(names.contains("\(name.rawValue).mustache")) }
    #expect(EmbeddedFile.all.allSatisfy { !$0.text.isEmpty })
  }

  @Test func whatIsToldStandsInIt() throws {
    let page = try page(CaseResult.everyVerdict)
    for words in [
      "<!DOCTYPE html>", "Sample <span class=\"version\">2.3</span>", "Crashing",
      "The token is verified before the data.", "the implementation died: SIGSEGV",
      "assay run --select abt/tok/long", "abt/encrypting", "known failure", "not claimed",
      "href=\"#ABT-URL-01\"", "id=\"ABT-URL-01\"", "Recognising the URL",
    ] {
      #expect(page.contains(words), "\(words) is missing")
    }
    // Nothing of it comes from elsewhere.
    #expect(!page.contains("http:") && !page.contains("https:") && !page.contains("@import"))
    #expect(page.contains(#/<svg class="plot"/#) && page.contains("The slowest cases"))
    #expect(!page.contains("{{"))
  }

  @Test func theListHoldsEveryCase() throws {
    let list = try data(page(CaseResult.everyVerdict))
    let cases = try #require(list["cases"]?.arrayValue)
    #expect(cases.count == CaseResult.everyVerdict.count)
    #expect(
      cases.map { $0.arrayValue?.first?.stringValue } == CaseResult.everyVerdict.map(\.id.path))
    #expect(list["verdicts"]?.arrayValue?.count == Verdict.allCases.count)
    // The first passed, and needs no more than its place; one that failed has its findings and its command.
    #expect(cases[0].arrayValue?.count == 5)
    #expect(cases[1].arrayValue?.count == 8)
    #expect(cases[1].arrayValue?.last?.stringValue?.hasPrefix("assay run --select") == true)
  }

  /// The policy names the scripts by their digests: one that differs by a byte would not run.
  @Test func thePolicyIsThatOfItsScripts() throws {
    let page = try page([.sample("abt/a")])
    #expect(page.contains("default-src 'none'") && !page.contains("unsafe"))
    let scripts = page.matches(of: #/<script>(?<text>.*?)<\/script>/#.dotMatchesNewlines())
    #expect(scripts.count == 2)
    let style = try #require(
      page.firstMatch(of: #/<style>(?<text>.*?)<\/style>/#.dotMatchesNewlines()))
    for text in scripts.map({ String($0.text) }) + [String(style.text)] {
      let digest = try #require(Self.digest(text))
      #expect(page.contains("'sha256-\(digest)'"), "\(text.prefix(60))")
    }
    #expect(page.ranges(of: "<script").count == 3 && page.ranges(of: "<style").count == 1)
  }

  /// By Python, so that it is not our own digest that is compared with itself.
  private static func digest(_ text: String) -> String? {
    let folder = try? ScratchFolder()
    try? folder?.put(text, "text")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      "import base64, hashlib, sys; print(base64.b64encode(hashlib.sha256(open(sys.argv[1], 'rb').read()).digest()).decode(), end='')",
      folder?.file("text") ?? "",
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    guard (try? process.run()) != nil else { return nil }
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: Attack.all)
  func nothingForeignBecomesMarkup(attack: String) throws {
    let harmless = try page(Attack.results("harmless"), run: Attack.run("harmless"))
    let page = try page(Attack.results(attack), run: Attack.run(attack))
    // As many elements of each kind as with words that nobody has to fear.
    for tag in [
      "<script", "<style", "<img", "<svg", "<h1", "<!--", "<x", "<a ", "</main", "</script",
    ] {
      let kinds = harmless.ranges(of: tag).count
      #expect(page.ranges(of: tag).count == kinds, "\(tag)")
    }
    #expect(!page.contains("\" onload="))
    for scalar in page.unicodeScalars where scalar != "\n" && scalar.value != 0xA0 {
      guard !VisibleText.isShown(scalar) else { continue }
      Issue.record("U+\(String(scalar.value, radix: 16)) is in the page")
      break
    }
    _ = try data(page)
  }

  /// Mustache's own escaping would let these pass: a mark with an accent on it is another letter.
  @Test func marksWithAccentsAreEscapedToo() {
    let text = PageText().escapeText("\"\u{301} onload=x <\u{338} >\u{301} &\u{301}")
    #expect(!text.unicodeScalars.contains("\"") && !text.unicodeScalars.contains("<"))
    #expect(!text.unicodeScalars.contains(">"))
    // Scalar by scalar: a semicolon with an accent on it is another letter, too.
    #expect(text.unicodeScalars.starts(with: "&quot;".unicodeScalars))
  }

  @Test func dataStaysJSON() throws {
    var writer = JSONWriter()
    writer.string("</script><!-- & \u{2028}")
    let bytes = PageData.escaped(writer.bytes)
    #expect(!bytes.contains(UInt8(ascii: "<")) && !bytes.contains(UInt8(ascii: "&")))
    #expect(try JSONValue(parsing: bytes).stringValue == "</script><!-- & \u{2028}")
  }

  /// However long a text is, the page of a case is not.
  @Test func aPageIsBounded() throws {
    let long = String(repeating: "long ", count: 100_000)
    let finding = Finding.sample("ABT-URL-01", message: long, expected: long, observed: long + "x")
    let results = (0..<40).map { number in
      CaseResult.sample("abt/\(number)/\(long)", .failed, findings: [finding], reason: long)
    }
    let short = try page([.sample("abt/a", .failed, findings: [.sample("ABT-URL-01")])])
    let page = try page(results)
    #expect(page.utf8.count < short.utf8.count + 400_000, "\(page.utf8.count)")
  }

  @Test func causesAreToldOnce() throws {
    let results = (0..<30).map { number in
      CaseResult.sample(
        "abt/url/\(number)", .failed, variant: number % 2 == 0 ? .plain : .encrypting,
        findings: [.sample("ABT-URL-01")])
    }
    let page = try page(results)
    #expect(page.ranges(of: "<article class=\"failure").count == 1)
    #expect(page.contains("30 cases") && page.contains("and 17 more"))
    #expect(page.contains("href=\"#case=abt/encrypting+abt/url/1\""))
  }

  @Test func everySectionOfTheSuitesHasATitle() {
    for suite in SuiteCatalogue.usual {
      for clause in suite.clauses.clauses {
        let section = ClauseSections.section(of: clause.id.requirement)
        #expect(ClauseSections.title(of: section) != nil, "\(section) has no title")
      }
    }
  }

  @Test func anchorsAreGivenOnce() {
    var anchors = Anchors()
    #expect(anchors.name("ABT-TOK-05") == "ABT-TOK-05")
    #expect(anchors.name("ABT-TOK-05") != "ABT-TOK-05")
    #expect(anchors.name("theme") != "theme")
    #expect(!anchors.name("A\" onload=\"x").contains("\""))
  }

  @Test(arguments: [
    (0.0, 0.01), (0.02, 0.031_622_777), (1, 1.778_279_4), (2_000, 3_162.277_7),
  ])
  func timesFallIntoTheirBins(milliseconds: Double, end: Double) {
    var costs = CaseCosts(total: 1)
    costs.add(.sample("abt/a", duration: .microseconds(Int64(milliseconds * 1e3))))
    let bin = costs.times.passed.firstIndex(of: 1)
    let found = bin.map(CaseCosts.upperEnd(ofTimeBin:)) ?? 0
    #expect(abs(found - end) < end * 1e-6 || milliseconds == 0 && bin == 0, "\(found)")
  }

  @Test func memoryIsKeptInReports() throws {
    var result = CaseResult.sample("abt/a", duration: .milliseconds(3))
    result.memoryGrowth = 40 << 20
    let folder = try ScratchFolder()
    let page = try folder.document(.html, [result])
    #expect(try folder.text("report.json").contains("\"peakMemoryGrowthBytes\":41943040"))
    #expect(page.contains("<h3>Memory</h3>") && page.contains("40 MiB"))
  }

  @Test func reportsSideBySide() throws {
    let folder = try ScratchFolder()
    let one = try folder.source([.sample("abt/a")]).report
    let other = try folder.source([
      .sample("abt/a", .failed, findings: [.sample("ABT-URL-01")])
    ]).report
    let file = try OutputFile.create(path: folder.file("matrix.html"))
    try MatrixPage.write([one, other], .sample, version: "9.9.9", to: file)
    try file.close()
    let page = try folder.text("matrix.html")
    #expect(page.contains("Sample, version by version") && page.contains("9.9.9"))
    #expect(page.contains("1 of 2 reports conform in what they tested"))
    #expect(page.ranges(of: "<tr class=\"requirement differs\"").count == 1)
    #expect(page.contains("2 reports are of a part of the cases only"))
    #expect(!page.contains("{{") && page.ranges(of: "<script").count == 2)
  }
}
