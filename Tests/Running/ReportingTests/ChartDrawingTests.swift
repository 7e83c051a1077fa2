import Conformance
import Foundation
import Reporting
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct ChartDrawingTests {
  private static let there = "\"there\" & <beyond>: a; b"

  /// There and back, two loops, and a liberty, with names that a drawing must not take for its own words.
  private let chart = Chart(
    states: ["here", there],
    transitions: [
      .init(from: "here", event: "go", to: there), .init(from: "here", event: "stay", to: "here"),
      .init(from: there, event: "back", to: "here"), .init(from: there, event: "stay", to: there),
    ],
    liberties: [.init(from: there, event: "stay", to: "here")],
    pairs: Set(
      [(0, 2), (0, 3), (1, 0), (1, 1), (2, 0), (2, 1), (3, 2), (3, 3)].map {
        Chart.Pair($0.0, $0.1)
      })
  )

  /// All is taken but the loop at the beginning.
  private var coverage: ChartCoverage {
    var coverage = ChartCoverage(chart)
    coverage.add([chart.transitions[0], chart.transitions[3], chart.transitions[2]])
    return coverage
  }

  @Test func whatIsTakenIsCounted() {
    #expect(
      coverage.words == "2 of 2 states, 3 of 4 transitions, 2 of 8 pairs of transitions")
    #expect(coverage.missing == [chart.transitions[1]])
  }

  @Test func graphvizTextIsQuoted() {
    let dot = ChartText("a \"b\"", chart, coverage).dot
    #expect(dot.hasPrefix("digraph \"a \\\"b\\\"\" {\n"))
    #expect(dot.contains("s1 [label=\"\\\"there\\\" & <beyond>: a; b\"];"))
    #expect(dot.contains("s0 -> s0 [label=\"stay\", color=\"#b3261e\", style=dashed];"))
    #expect(dot.contains("s1 -> s0 [label=\"back\", color=\"#116329\"];"))
    #expect(dot.contains("s1 -> s0 [label=\"stay\", color=\"#6e7781\", style=dotted];"))
    let plain = ChartText("m", chart, nil).dot
    #expect(plain.contains("s0 -> s0 [label=\"stay\"];") && !plain.contains("pairs"))
  }

  @Test func mermaidTextTellsWhatIsMissing() {
    let text = ChartText("m", chart, coverage).mermaid
    #expect(text.hasPrefix("stateDiagram-v2\n  %% 2 of 2 states, 3 of 4 transitions, "))
    #expect(text.contains("\n  [*] --> s0\n"))
    #expect(text.contains("\n  s0 --> s0: stay (not taken)\n"))
    #expect(text.contains("\n  s1 --> s0: back\n"))
    #expect(text.contains("\n  s1 --> s0: stay (allowed as well)\n"))
  }

  @Test func theDrawingIsWholeXML() throws {
    let svg = ChartDrawing("m <&>", chart, coverage).svg
    let texts = SVGTexts()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = texts
    #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
    #expect(texts.texts.contains(Self.there) && texts.texts.contains("m <&>"))
    #expect(texts.texts.contains(coverage.words))
    #expect(texts.texts.contains("dashed: no case takes it"))
    // An arrow for each pair of states and kind of standing, and a box for each state.
    #expect(texts.classes.count { $0.hasPrefix("edge ") } == 5)
    #expect(texts.classes.contains("edge missing") && texts.classes.contains("edge liberty"))
    #expect(texts.classes.count { $0.hasPrefix("state") } == 2)
  }
}

/// The texts and classes of a drawing.
private final class SVGTexts: NSObject, XMLParserDelegate {
  var texts: [String] = []
  var classes: [String] = []
  private var text = ""

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    text = ""
    if let value = attributes["class"] { classes.append(value) }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    if name == "text" { texts.append(text) }
  }
}
