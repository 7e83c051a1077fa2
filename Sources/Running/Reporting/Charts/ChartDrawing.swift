package import Conformance
import Foundation

/// A state machine as an SVG document: the states in rows by how many events lead to them, arrows with the numbers of their events, and the
/// events below. Without scripts and without anything from elsewhere; it follows the reader's choice of light or dark.
package struct ChartDrawing {
  private let text: ChartText
  private let rows: [[Int]]
  private let edges: [ChartText.Edge]
  /// The events, each with its number in the drawing.
  private let events: [String]
  private let boxWidth: Double
  /// Room for the longest numbers of a loop.
  private let columnGap: Double
  private var chart: Chart { text.chart }

  /// - Parameter coverage: what has been taken, or nil where that is not to be shown.
  package init(_ title: String, _ chart: Chart, _ coverage: ChartCoverage?) {
    text = ChartText(title, chart, coverage)
    rows = Self.rows(of: text)
    let edges = text.edges
    var events: [String] = []
    for event in edges.flatMap(\.events) where !events.contains(event) { events.append(event) }
    let numbers = edges.filter { $0.from == $0.to }.map { Self.numbers($0, events).count }
    self.edges = edges
    self.events = events
    boxWidth = 24 + 6.7 * Double(chart.states.map(\.count).max() ?? 0)
    columnGap = 48 + 7 * Double(numbers.max() ?? 2)
  }

  private static let boxHeight = 34.0
  private static let rowHeight = 118.0
  private static let maxColumns = 5
  private static let margin = 36.0
  private static let top = 74.0

  private var width: Double {
    let columns = Double(rows.map(\.count).max() ?? 1)
    return max(720, 2 * Self.margin + columns * (boxWidth + columnGap) + 120)
  }
  private var bottom: Double { Self.top + Double(rows.count) * Self.rowHeight }

  // MARK: Where things stand

  /// The states by their distance from the first one; within a row near those that lead to them.
  private static func rows(of text: ChartText) -> [[Int]] {
    let edges = text.edges
    var distance = [0: 0]
    var queue = text.chart.states.isEmpty ? [] : [0]
    while !queue.isEmpty {
      let here = queue.removeFirst()
      for edge in edges where edge.from == here && distance[edge.to] == nil {
        distance[edge.to] = (distance[here] ?? 0) + 1
        queue.append(edge.to)
      }
    }
    let depth = (distance.values.max() ?? 0) + 1
    var rows = (0..<depth).map { row in
      text.chart.states.indices.filter { distance[$0, default: depth - 1] == row }
    }
    for row in rows.indices.dropFirst() {
      let above = rows[row - 1]
      func weight(_ state: Int) -> Double {
        let places = edges.filter { $0.to == state }.compactMap { above.firstIndex(of: $0.from) }
        return places.isEmpty ? 0 : Double(places.reduce(0, +)) / Double(places.count)
      }
      rows[row] = rows[row].sorted { (weight($0), $0) < (weight($1), $1) }
    }
    // What is too long for one row stands in several.
    return rows.flatMap { row -> [[Int]] in
      let count = (row.count + maxColumns - 1) / maxColumns
      return (0..<count).map { part in
        Array(row[(row.count * part / count)..<(row.count * (part + 1) / count)])
      }
    }
  }

  /// The middle of a state's box.
  private func place(_ state: Int) -> (x: Double, y: Double) {
    for (number, row) in rows.enumerated() {
      guard let column = row.firstIndex(of: state) else { continue }
      let span = Double(row.count) * (boxWidth + columnGap)
      let x = (width - span) / 2 + (Double(column) + 0.5) * (boxWidth + columnGap)
      return (x, Self.top + Double(number) * Self.rowHeight + Self.boxHeight / 2)
    }
    return (0, 0)
  }

  // MARK: The document

  package var svg: String {
    let notes = notes
    let height = bottom + 40 + Double(events.count + notes.count) * 20
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Self.text(width)) \(Self.text(height))\" width=\"\(Self.text(width))\" height=\"\(Self.text(height))\" role=\"img\" aria-labelledby=\"t d\">",
      "<title id=\"t\">The state machine of \(XMLText.escaped(text.title))</title>",
      "<desc id=\"d\">\(XMLText.escaped(description))</desc>",
      Self.style,
      "<rect class=\"ground\" width=\"\(Self.text(width))\" height=\"\(Self.text(height))\"/>",
      label(Self.margin, 30, text.title, "title", "start"),
    ]
    if let coverage = text.coverage {
      lines.append(label(Self.margin, 50, coverage.words, "small", "start"))
    }
    lines += edges.map(drawn)
    for (number, state) in chart.states.enumerated() {
      let (x, y) = place(number)
      lines.append(
        "<rect class=\"state\(number == 0 ? " first" : "")\" x=\"\(Self.text(x - boxWidth / 2))\" y=\"\(Self.text(y - Self.boxHeight / 2))\" width=\"\(Self.text(boxWidth))\" height=\"\(Self.text(Self.boxHeight))\" rx=\"8\"/>"
      )
      lines.append(label(x, y + 4, state, "name", "middle"))
    }
    for (number, event) in events.enumerated() {
      let y = bottom + 10 + Double(number) * 20
      lines.append(label(Self.margin + 18, y, "\(number + 1)", "number", "end"))
      lines.append(label(Self.margin + 28, y, event, "event", "start"))
    }
    for (number, note) in notes.enumerated() {
      let y = bottom + 20 + Double(events.count + number) * 20
      lines.append(label(Self.margin, y, note, "small", "start"))
    }
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private var notes: [String] {
    var notes: [String] = []
    let standings = Set(edges.map(\.standing))
    if standings.contains(.liberty) { notes.append("dotted: allowed as well") }
    if standings.contains(.missing) { notes.append("dashed: no case takes it") }
    if standings.contains(.partlyTaken) { notes.append("yellow: some of these events only") }
    return notes
  }

  private var description: String {
    chart.transitions.map { "\($0.from): \($0.event) leads to \($0.to)." }.joined(separator: " ")
  }

  private static func numbers(_ edge: ChartText.Edge, _ events: [String]) -> String {
    edge.events.compactMap { events.firstIndex(of: $0) }.sorted().map { "\($0 + 1)" }
      .joined(separator: ",")
  }

  private func drawn(_ edge: ChartText.Edge) -> String {
    let look = "edge \(edge.standing)"
    let (from, to) = (place(edge.from), place(edge.to))
    let half = Self.boxHeight / 2
    let path: [(x: Double, y: Double)]
    if edge.from == edge.to {
      // Liberties on the other side.
      let side = edge.standing == .liberty ? -1.0 : 1
      let x = from.x + side * boxWidth / 2
      let away = x + side * 34
      path = [(x, from.y - 8), (away, from.y - 22), (away, from.y + 22), (x, from.y + 8)]
    } else if to.y > from.y {
      let x = from.x + Self.spread(edge.to, chart.states.count) * boxWidth / 2
      let end = to.x + Self.spread(edge.from, chart.states.count) * boxWidth / 2
      let bend = (to.y - from.y - 2 * half) * 0.5
      path = [
        (x, from.y + half), (x, from.y + half + bend), (end, to.y - half - bend),
        (end, to.y - half),
      ]
    } else if to.y == from.y {
      let x = from.x + Self.spread(edge.to, chart.states.count) * boxWidth / 2
      let end = to.x + Self.spread(edge.from, chart.states.count) * boxWidth / 2
      let depth = 26 + abs(end - x) * 0.08
      path = [
        (x, from.y + half), (x, from.y + half + depth), (end, to.y + half + depth),
        (end, to.y + half),
      ]
    } else {
      // Back up: out of the top, into the bottom, beside the arrows that come down.
      let x = from.x + Self.spread(edge.to + 1, chart.states.count + 1) * boxWidth / 2.4
      let end = to.x + Self.spread(edge.from + 1, chart.states.count + 1) * boxWidth / 2.4
      let bend = (from.y - to.y - 2 * half) * 0.5
      path = [
        (x, from.y - half), (x, from.y - half - bend), (end, to.y + half + bend),
        (end, to.y + half),
      ]
    }
    let points = path.map { "\(Self.text($0.x)) \(Self.text($0.y))" }
    let middle = Self.point(of: path, at: edge.from == edge.to ? 0.5 : 0.42)
    let anchor =
      edge.from != edge.to ? "middle" : edge.standing == .liberty ? "end" : "start"
    return
      "<path class=\"\(look)\" marker-end=\"url(#\(edge.standing))\" d=\"M \(points[0]) C \(points[1]), \(points[2]), \(points[3])\"/>"
      + label(middle.x, middle.y + 4, Self.numbers(edge, events), "number halo", anchor)
  }

  /// From -0.8 to 0.8: arrows that come to the same box do not all end at the same point.
  private static func spread(_ state: Int, _ count: Int) -> Double {
    count < 2 ? 0 : -0.8 + 1.6 * Double(state) / Double(count - 1)
  }

  private static func point(
    of path: [(x: Double, y: Double)], at part: Double
  ) -> (x: Double, y: Double) {
    let rest = 1 - part
    let weights = [
      rest * rest * rest, 3 * rest * rest * part, 3 * rest * part * part, part * part * part,
    ]
    return zip(path, weights).reduce((0, 0)) { ($0.0 + $1.0.x * $1.1, $0.1 + $1.0.y * $1.1) }
  }

  private func label(
    _ x: Double, _ y: Double, _ words: String, _ name: String, _ anchor: String
  ) -> String {
    "<text class=\"\(name)\" x=\"\(Self.text(x))\" y=\"\(Self.text(y))\" text-anchor=\"\(anchor)\">\(XMLText.escaped(words))</text>"
  }

  private static func text(_ number: Double) -> String {
    let rounded = (number * 10).rounded() / 10
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  private static let style = """
    <style>
    svg { color-scheme: light dark; font-family: system-ui, sans-serif; }
    .ground { fill: #ffffff; } text { fill: #24292f; font-size: 12px; }
    .title { font-size: 16px; font-weight: 600; } .small { fill: #57606a; }
    .number { font-weight: 600; } .halo { paint-order: stroke; stroke: #ffffff; stroke-width: 4px; }
    .state { fill: #f6f8fa; stroke: #57606a; } .first { stroke-width: 2.5; }
    .edge { fill: none; stroke: #57606a; stroke-width: 1.4; }
    .taken { stroke: #116329; } .partlyTaken { stroke: #9a6700; }
    .missing { stroke: #b3261e; stroke-dasharray: 6 4; } .liberty { stroke: #6e7781; stroke-dasharray: 2 4; }
    @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117; } text { fill: #e6edf3; } .small { fill: #9198a1; } .halo { stroke: #0d1117; }
    .state { fill: #161b22; stroke: #9198a1; } .edge { stroke: #9198a1; }
    .taken { stroke: #7ee787; } .partlyTaken { stroke: #e3b341; } .missing { stroke: #ff7b72; }
    }
    </style>
    <defs>\(["plain", "taken", "partlyTaken", "missing", "liberty"].map {
      "<marker id=\"\($0)\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto-start-reverse\"><path fill=\"context-stroke\" d=\"M 0 1 L 10 5 L 0 9 z\"/></marker>"
    }.joined())</defs>
    """
}
