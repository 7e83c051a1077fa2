import Reporting

/// The course of a campaign as drawings within a page, whose style they have.
enum CampaignPlots {
  private static let width = 560
  private static let height = 150
  private static let left = 64
  private static let right = 14
  private static let top = 12
  private static let bottom = 30

  /// No drawings of a campaign that was shorter than a second.
  static func all(_ points: [ProgressPoint]) -> [CampaignPage.Plot] {
    guard let end = points.last?.second, end > 0 else { return [] }
    var plots = [plot("Findings", points, isStepped: true) { Double($0.findings) }]
    plots.append(plot("Features", points) { Double($0.features) })
    if points.contains(where: { $0.edges > 0 }) {
      plots.append(plot("Edges of the code", points) { Double($0.edges) })
    }
    plots.append(plot("Entries", points) { Double($0.entries) })
    plots.append(rate(points))
    return plots
  }

  /// Executions a second, between one point and the next.
  private static func rate(_ points: [ProgressPoint]) -> CampaignPage.Plot {
    var rates: [(second: Int, value: Double)] = []
    // Over a sixtieth of the time: single seconds swing.
    let span = max(1, (points.last?.second ?? 0) / 60)
    var before = (second: 0, executions: 0)
    for point in points where point.second - before.second >= span {
      let count = Double(point.executions - before.executions)
      rates.append((point.second, max(0, count / Double(point.second - before.second))))
      before = (point.second, point.executions)
    }
    return drawn("Executions a second", rates, isStepped: true, until: points.last?.second ?? 1)
  }

  private static func plot(
    _ name: String, _ points: [ProgressPoint], isStepped: Bool = false,
    _ value: (ProgressPoint) -> Double
  ) -> CampaignPage.Plot {
    drawn(
      name, [(0, 0)] + points.map { ($0.second, value($0)) }, isStepped: isStepped,
      until: points.last?.second ?? 1)
  }

  private static func drawn(
    _ name: String, _ values: [(second: Int, value: Double)], isStepped: Bool, until end: Int
  ) -> CampaignPage.Plot {
    let most = ProgressPlot.ceiling(max(1, Int((values.map(\.value).max() ?? 1).rounded(.up))))
    let (room, end) = (Double(width - left - right), max(1, end))
    func y(_ value: Double) -> Double {
      Double(top + height) - Double(height) * min(1, value / Double(most))
    }
    var places: [String] = []
    var last: Double?
    for (second, value) in values {
      let x = Double(left) + room * Double(second) / Double(end)
      if isStepped, let last { places.append("\(rounded(x)),\(rounded(y(last)))") }
      places.append("\(rounded(x)),\(rounded(y(value)))")
      last = value
    }
    var lines: [String] = []
    for part in 0...2 where part != 1 || most % 2 == 0 {
      let height = Int(y(Double(most * part / 2)))
      lines.append(
        "<line class=\"plot-grid\" x1=\"\(left)\" y1=\"\(height)\" x2=\"\(width - right)\" y2=\"\(height)\"/>"
      )
      lines.append(label(left - 8, height + 4, Count.text(most * part / 2), "end"))
    }
    for part in 0...2 {
      lines.append(
        label(
          left + (width - left - right) * part / 2, top + height + 20,
          Count.text(.seconds(Double(end) * Double(part) / 2)),
          part == 0 ? "start" : part == 1 ? "middle" : "end"))
    }
    lines.append("<polyline class=\"plot-line\" points=\"\(places.joined(separator: " "))\"/>")
    return .init(
      name: name,
      svg:
        "<svg class=\"plot\" viewBox=\"0 0 \(width) \(top + height + bottom)\" role=\"img\" aria-label=\"\(XMLText.escaped(name)) over the time of the campaign\">\(lines.joined())</svg>"
    )
  }

  private static func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }

  private static func label(_ x: Int, _ y: Int, _ words: String, _ anchor: String) -> String {
    "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\">\(XMLText.escaped(words))</text>"
  }
}
