import Reporting

/// How a campaign went, as a drawing: features, edges where there are any, entries and findings over time, one below the other.
///
/// It is a whole SVG document, without scripts and without anything from elsewhere, and follows the reader's choice of light or dark.
struct ProgressPlot {
  let points: [ProgressPoint]
  let title: String

  /// - Parameter points: in the order of their times.
  init(_ points: [ProgressPoint], title: String) {
    self.points = points
    self.title = title
  }

  private static let width = 760
  private static let left = 76
  private static let right = 24
  private static let top = 64
  private static let panelHeight = 120
  private static let gap = 56

  private struct Panel {
    var name: String
    var color: String
    var value: (ProgressPoint) -> Int
    /// Whether a number stays until the next one comes.
    var isStepped = false
  }

  private var panels: [Panel] {
    var panels = [Panel(name: "Features", color: "a") { $0.features }]
    if points.contains(where: { $0.edges > 0 }) {
      panels.append(Panel(name: "Edges", color: "d") { $0.edges })
    }
    return panels + [
      Panel(name: "Entries", color: "b") { $0.entries },
      Panel(name: "Findings", color: "c", value: { $0.findings }, isStepped: true),
    ]
  }

  private var seconds: Int { max(1, points.last?.second ?? 0) }

  var svg: String {
    let height = Self.top + panels.count * (Self.panelHeight + Self.gap) + 8
    let last = points.last
    let told =
      "\(Count.text(last?.executions ?? 0)) executions in "
      + Count.text(Duration.seconds(last?.second ?? 0))
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Self.width) \(height)\" width=\"\(Self.width)\" height=\"\(height)\" role=\"img\" aria-labelledby=\"t d\">",
      "<title id=\"t\">\(XMLText.escaped(title))</title>",
      "<desc id=\"d\">What a campaign showed, kept and found over time: \(XMLText.escaped(told)).</desc>",
      Self.style,
      "<rect class=\"ground\" width=\"\(Self.width)\" height=\"\(height)\"/>",
      text(Self.left, 28, title, "title"), text(Self.left, 46, told, "small"),
    ]
    for (index, panel) in panels.enumerated() {
      lines += drawn(panel, top: Self.top + 16 + index * (Self.panelHeight + Self.gap))
    }
    lines.append("</svg>")
    return lines.joined(separator: "\n") + "\n"
  }

  private static let style = """
    <style>
    svg { color-scheme: light dark; font-family: system-ui, sans-serif; }
    .ground { fill: #ffffff; } text { fill: #24292f; font-size: 12px; }
    .title { font-size: 16px; font-weight: 600; } .small { fill: #57606a; }
    .grid { stroke: #d0d7de; } .axis { stroke: #57606a; }
    .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
    .a { stroke: #0550ae; } .b { stroke: #116329; } .c { stroke: #b3261e; } .d { stroke: #8250df; }
    @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117; } text { fill: #e6edf3; } .small { fill: #9198a1; }
    .grid { stroke: #30363d; } .axis { stroke: #9198a1; }
    .a { stroke: #79c0ff; } .b { stroke: #7ee787; } .c { stroke: #ff7b72; } .d { stroke: #d2a8ff; }
    }
    </style>
    """

  private func drawn(_ panel: Panel, top: Int) -> [String] {
    let bottom = top + Self.panelHeight
    let right = Self.width - Self.right
    let largest = Self.ceiling(points.map(panel.value).max() ?? 0)
    var lines = [text(Self.left, top - 8, panel.name, "name")]
    for part in 0...2 where part != 1 || largest % 2 == 0 {
      let y = bottom - Self.panelHeight * part / 2
      lines.append(line(Self.left, y, right, y, part == 0 ? "axis" : "grid"))
      lines.append(text(Self.left - 8, y + 4, Count.text(largest * part / 2), "small", "end"))
    }
    for part in 0...4 {
      let x = Self.left + (right - Self.left) * part / 4
      let time = Duration.seconds(Double(seconds) * Double(part) / 4)
      let anchor = part == 0 ? "start" : part == 4 ? "end" : "middle"
      lines.append(text(x, bottom + 18, Count.text(time), "small", anchor))
    }
    lines.append(text(right, top - 8, "over the time of the campaign", "small", "end"))
    lines.append(
      "<polyline class=\"line \(panel.color)\" points=\"\(path(panel, largest: largest, top: top))\"/>"
    )
    return lines
  }

  private func path(_ panel: Panel, largest: Int, top: Int) -> String {
    let width = Self.width - Self.left - Self.right
    var places: [String] = []
    var before: Double?
    let beginning = ProgressPoint(
      second: 0, executions: 0, entries: 0, features: 0, edges: 0, findings: 0)
    for point in [beginning] + points {
      let x = Double(Self.left) + Double(width) * Double(point.second) / Double(seconds)
      let share = Double(panel.value(point)) / Double(largest)
      let y = Double(top + Self.panelHeight) - Double(Self.panelHeight) * share
      if panel.isStepped, let before, before != y {
        places.append("\(Self.place(x)),\(Self.place(before))")
      }
      places.append("\(Self.place(x)),\(Self.place(y))")
      before = y
    }
    return places.joined(separator: " ")
  }

  private static func place(_ number: Double) -> String {
    "\((number * 10).rounded() / 10)"
  }

  /// The next number that reads well: 1, 2 or 5 and zeros.
  static func ceiling(_ number: Int) -> Int {
    var power = 1
    while power <= Int.max / 20 {
      for factor in [1, 2, 5] where factor * power >= number { return factor * power }
      power *= 10
    }
    return number
  }

  private func line(_ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int, _ name: String) -> String {
    "<line class=\"\(name)\" x1=\"\(x1)\" y1=\"\(y1)\" x2=\"\(x2)\" y2=\"\(y2)\"/>"
  }

  private func text(
    _ x: Int, _ y: Int, _ words: String, _ name: String, _ anchor: String = "start"
  ) -> String {
    "<text class=\"\(name)\" x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\">\(XMLText.escaped(words))</text>"
  }
}
