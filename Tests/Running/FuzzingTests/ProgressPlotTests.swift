import Foundation
import Testing

@testable import Fuzzing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct ProgressPlotTests {
  private func points(edges: Int = 0) -> [ProgressPoint] {
    (1...50).map {
      ProgressPoint(
        second: $0 * 3, executions: $0 * 400, entries: $0 * 2, features: $0 * 30, edges: edges,
        findings: $0 / 20)
    }
  }

  /// The names of the elements and the texts of a document; nil where it is no XML.
  private final class Reading: NSObject, XMLParserDelegate {
    var names: [String] = []
    var text = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      names.append(name)
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
  }

  private func read(_ svg: String) -> Reading? {
    let reading = Reading()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = reading
    return parser.parse() ? reading : nil
  }

  @Test func itIsXMLWhateverTheTitle() throws {
    let title = "a <b> & \"c\" \u{1}\u{202E}]]>"
    let reading = try #require(read(ProgressPlot(points(), title: title).svg))
    #expect(reading.names.first == "svg")
    #expect(reading.names.count { $0 == "polyline" } == 3)
    #expect(reading.text.contains("a <b> & \"c\""))
    for name in ["Features", "Entries", "Findings", "over the time of the campaign"] {
      #expect(reading.text.contains(name))
    }
    #expect(!reading.text.contains("Edges"))
  }

  @Test func edgesAreDrawnWhereThereAreAny() throws {
    let reading = try #require(read(ProgressPlot(points(edges: 7), title: "x").svg))
    #expect(reading.names.count { $0 == "polyline" } == 4)
    #expect(reading.text.contains("Edges"))
  }

  @Test func nothingIsDrawnOfNothing() throws {
    #expect(read(ProgressPlot([], title: "x").svg) != nil)
  }

  @Test func aCampaignOfOnePointIsDrawnOnItsPage() throws {
    let plots = CampaignPlots.all(Array(points().prefix(1)))
    #expect(
      plots.map(\.name) == ["Findings", "Features", "Entries", "Executions a second"])
    for plot in plots {
      #expect(try #require(read(plot.svg)).names.contains("polyline"))
    }
    #expect(CampaignPlots.all([]).isEmpty)
  }

  @Test(arguments: [(0, 1), (1, 1), (3, 5), (5, 5), (6, 10), (1_480, 2_000), (2_001, 5_000)])
  func axesEndWithNumbersThatReadWell(_ number: Int, _ ceiling: Int) {
    #expect(ProgressPlot.ceiling(number) == ceiling)
  }
}
