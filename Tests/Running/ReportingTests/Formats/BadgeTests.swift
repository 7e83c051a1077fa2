import Conformance
import Foundation
import SampleSuites
import Testing

@testable import Reporting

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct BadgeTests {
  private func words(_ results: [CaseResult], interrupted: Bool = false) throws -> String {
    let text = try ScratchFolder().document(.badge, results, interrupted: interrupted)
    #expect(XMLParser(data: Data(text.utf8)).parse())
    let match = try #require(
      text.firstMatch(of: #/textLength="\d+">(?<words>[^<]*)</text>\n  </g>/#))
    return String(match.words)
  }

  @Test func itSaysTheVerdict() throws {
    let all = SampleSuite.dualMode.clauses.clauses.map(\.id)
    let passed = CaseResult.sample(
      "acd/a", suite: "appconnect.dualmode", variant: .sole, targets: all)
    #expect(try words([passed]) == "conforming")
    #expect(try words([.sample("abt/a")]) == "conforming in part: 1 of 7")
    #expect(try words([passed], interrupted: true) == "conforming in part: 1 of 1")
    #expect(try words(CaseResult.everyVerdict) == "crashing")
    #expect(try words([]) == "nothing tested")
    #expect(
      try words([.sample("abt/a", .knownFailure, findings: [.sample("ABT-URL-01")])])
        == "nonconforming")
  }

  @Test(arguments: Attack.all)
  func nothingForeignBecomesMarkup(attack: String) throws {
    let text = try ScratchFolder().document(
      .badge, Attack.results(attack), run: Attack.run(attack))
    #expect(XMLParser(data: Data(text.utf8)).parse())
    #expect(text.ranges(of: "<").count == 12, "\(text)")
    #expect(text.utf8.count < 4_096)
    #expect(!text.contains("href") && !text.contains("url("))
  }

  @Test(arguments: Attack.all)
  func junitHoldsEveryAttack(attack: String) throws {
    let text = try ScratchFolder().document(
      .junit, Attack.results(attack), run: Attack.run(attack))
    #expect(XMLParser(data: Data(text.utf8)).parse())
    #expect(!text.contains("<script") && !text.contains("<![CDATA") && !text.contains("<!--"))
  }

  @Test(arguments: Attack.all)
  func tapHoldsEveryAttack(attack: String) throws {
    let text = try ScratchFolder().document(.tap, Attack.results(attack), run: Attack.run(attack))
    let points = text.split(separator: "\n").filter {
      $0.hasPrefix("ok ") || $0.hasPrefix("not ok ")
    }
    #expect(points.count == Attack.results(attack).count)
    for line in text.split(separator: "\n").dropFirst(2) {
      #expect(
        ["ok ", "not ok ", "# ", "  "].contains { line.hasPrefix($0) }, "\(line.prefix(200))")
      #expect(!line.unicodeScalars.contains { !VisibleText.isShown($0) }, "\(line.prefix(200))")
    }
  }
}
