package import Conformance

/// A state machine as text for a program that draws it. Arrows between the same two states are one, and those that nothing has taken are
/// dashed, as are the ways that the source leaves beside the usual one.
package struct ChartText {
  let title: String
  let chart: Chart
  let coverage: ChartCoverage?

  /// - Parameter coverage: what has been taken, or nil where that is not to be shown.
  package init(_ title: String, _ chart: Chart, _ coverage: ChartCoverage?) {
    self.title = title
    self.chart = chart
    self.coverage = coverage
  }

  /// Arrows between the same two states.
  struct Edge {
    enum Standing: Int {
      case plain, taken, partlyTaken, missing, liberty
    }

    var from: Int
    var to: Int
    var events: [String]
    var standing: Standing
  }

  /// The arrows of the machine, in the order of the chart.
  var edges: [Edge] {
    var edges: [Edge] = []
    func add(_ transition: Chart.Transition, _ standing: Edge.Standing) {
      guard let from = chart.states.firstIndex(of: transition.from),
        let to = chart.states.firstIndex(of: transition.to)
      else { return }
      let place = edges.firstIndex {
        $0.from == from && $0.to == to && ($0.standing == .liberty) == (standing == .liberty)
      }
      guard let place else {
        edges.append(Edge(from: from, to: to, events: [transition.event], standing: standing))
        return
      }
      edges[place].events.append(transition.event)
      if edges[place].standing != standing { edges[place].standing = .partlyTaken }
    }
    for transition in chart.transitions {
      add(transition, coverage.map { $0.isTaken(transition) ? .taken : .missing } ?? .plain)
    }
    for transition in chart.liberties { add(transition, .liberty) }
    return edges
  }

  /// For Graphviz.
  package var dot: String {
    var lines = [
      "digraph \(Self.quoted(title)) {", "  rankdir=TB;",
      "  node [shape=box, style=rounded, fontname=\"sans-serif\"];",
      "  edge [fontname=\"sans-serif\", fontsize=10];",
    ]
    if let coverage { lines.append("  label=\(Self.quoted(coverage.words));") }
    for (number, state) in chart.states.enumerated() {
      let shape = number == 0 ? ", peripheries=2" : ""
      lines.append("  s\(number) [label=\(Self.quoted(state))\(shape)];")
    }
    for edge in edges {
      let look =
        switch edge.standing {
        case .plain: ""
        case .taken: ", color=\"#116329\""
        case .partlyTaken: ", color=\"#9a6700\""
        case .missing: ", color=\"#b3261e\", style=dashed"
        case .liberty: ", color=\"#6e7781\", style=dotted"
        }
      let label = Self.quoted(edge.events.joined(separator: "\n"))
      lines.append("  s\(edge.from) -> s\(edge.to) [label=\(label)\(look)];")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  /// For Mermaid, which GitHub and GitLab draw in a code block of that name.
  package var mermaid: String {
    var lines = ["stateDiagram-v2"]
    if let coverage { lines.append("  %% \(coverage.words)") }
    for (number, state) in chart.states.enumerated() {
      lines.append("  state \(Self.quoted(state)) as s\(number)")
    }
    if !chart.states.isEmpty { lines.append("  [*] --> s0") }
    for edge in edges {
      let mark =
        switch edge.standing {
        case .plain, .taken: ""
        case .partlyTaken: " (in part)"
        case .missing: " (not taken)"
        case .liberty: " (allowed as well)"
        }
      let label = edge.events.joined(separator: " / ").replacing(":", with: "#58;")
        .replacing(";", with: "#59;").replacing("#58#59;", with: "#58;")
      lines.append("  s\(edge.from) --> s\(edge.to): \(label)\(mark)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n")
    return "\"\(escaped)\""
  }
}
