/// The costs of cases as drawings within a page, whose style they have. Each is told in words, too.
struct CostPlots {
  private static let width = 720
  private static let left = 64
  private static let right = 16
  private static let top = 14
  private static let height = 150
  private static let bottom = 40

  struct Axis {
    /// The places of marks, in bins from the left, and what stands there.
    var marks: [(place: Double, text: String)]
    var name: String
  }

  /// How many cases took how long.
  static func times(_ costs: CaseCosts) -> String {
    let (bins, range) = trimmed(costs.times)
    let marks = range.filter { $0 % CaseCosts.binsPerDecade == CaseCosts.binsPerDecade - 1 }
      .map { bin in
        (
          place: Double(bin + 1 - range.lowerBound),
          text: time(CaseCosts.upperEnd(ofTimeBin: bin))
        )
      }
    return histogram(
      bins, Axis(marks: marks, name: "time of a case"),
      title: "How many cases took how long")
  }

  /// How far cases made the adapter grow.
  static func memory(_ costs: CaseCosts) -> String {
    let (bins, range) = trimmed(costs.memory)
    let marks = range.filter { $0 % 2 == 1 }.map { bin in
      (
        place: Double(bin + 1 - range.lowerBound),
        text: bytes(Double(CaseCosts.upperEnd(ofMemoryBin: bin)))
      )
    }
    return histogram(
      bins, Axis(marks: marks, name: "growth during a case"),
      title: "How far cases made the adapter's memory grow")
  }

  /// The longest case of each part of the run, from its beginning to its end.
  static func course(_ costs: CaseCosts) -> String {
    let bars = costs.course
    // By powers of ten: one hang would flatten all others.
    let low = 0.1
    func decades(_ milliseconds: Double) -> Double {
      var rest = max(low, milliseconds) / low
      var count = 0.0
      while rest >= 10 {
        rest /= 10
        count += 1
      }
      return count + (rest - 1) / 9
    }
    let most = max(1, Int((bars.map(decades).max() ?? 1).rounded(.up)))
    var drawing = Drawing(title: "The longest case of each part of the run")
    for decade in 0...most {
      let y = drawing.y(Double(decade) / Double(most))
      var value = low
      for _ in 0..<decade { value *= 10 }
      drawing.line(y)
      drawing.label(Self.left - 8, y + 4, time(value), "end")
    }
    let step = Double(Self.width - Self.left - Self.right) / Double(max(1, bars.count))
    for (index, bar) in bars.enumerated() where bar > 0 {
      drawing.bar(
        Double(Self.left) + Double(index) * step, step, from: 0, to: decades(bar) / Double(most),
        "plot-a")
    }
    let each = costs.casesPerBar
    drawing.label(Self.left, Self.height + Self.top + 18, "first case", "start")
    drawing.label(Self.width - Self.right, Self.height + Self.top + 18, "last case", "end")
    drawing.label(
      (Self.left + Self.width) / 2, Self.height + Self.top + 18,
      each == 1 ? "each case" : "each bar: the longest of \(Count.text(each)) cases", "middle")
    return drawing.svg
  }

  // MARK: Drawing

  private static func trimmed(
    _ histogram: CaseCosts.Histogram
  ) -> (bins: [(passed: Int, others: Int)], range: Range<Int>) {
    let sums = zip(histogram.passed, histogram.others).map { (passed: $0, others: $1) }
    guard let first = sums.firstIndex(where: { $0.passed + $0.others > 0 }),
      let last = sums.lastIndex(where: { $0.passed + $0.others > 0 })
    else { return ([], 0..<0) }
    // A lone bin would fill the whole width.
    let range = max(0, first - 2)..<min(sums.count, last + 3)
    return (Array(sums[range]), range)
  }

  private static func histogram(
    _ bins: [(passed: Int, others: Int)], _ axis: Axis, title: String
  ) -> String {
    var drawing = Drawing(title: title)
    let most = ceiling(bins.map { $0.passed + $0.others }.max() ?? 1)
    for part in 0...2 where part != 1 || most % 2 == 0 {
      let y = drawing.y(Double(part) / 2)
      drawing.line(y)
      drawing.label(Self.left - 8, y + 4, Count.text(most * part / 2), "end")
    }
    let step = Double(width - left - right) / Double(max(1, bins.count))
    for (index, bin) in bins.enumerated() {
      let x = Double(left) + Double(index) * step
      let low = share(bin.others, of: most)
      drawing.bar(x, step, from: 0, to: low, "plot-bad")
      drawing.bar(x, step, from: low, to: low + share(bin.passed, of: most), "plot-a")
    }
    for mark in axis.marks {
      let x = Int((Double(left) + mark.place * step).rounded())
      drawing.label(x, height + top + 18, mark.text, "middle")
    }
    drawing.label(width - right, height + top + 34, axis.name, "end")
    drawing.label(left, height + top + 34, "cases", "start")
    return drawing.svg
  }

  /// A part of the height; what is there at all can be seen.
  private static func share(_ count: Int, of most: Int) -> Double {
    count == 0 ? 0 : max(0.012, Double(count) / Double(max(1, most)))
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

  /// `0.1 ms`, `3.2 s`
  static func time(_ milliseconds: Double) -> String {
    if milliseconds < 999.5 {
      let digits = milliseconds < 1 ? 100.0 : milliseconds < 10 ? 10 : 1
      return Count.decimal((milliseconds * digits).rounded() / digits) + " ms"
    }
    return Count.decimal((milliseconds / 100).rounded() / 10) + " s"
  }

  /// `512 KiB`, `1.5 MiB`
  static func bytes(_ bytes: Double) -> String {
    var value = bytes / 1_024
    for unit in ["KiB", "MiB", "GiB"] {
      if value < 1_024 || unit == "GiB" {
        return Count.decimal((value * 10).rounded() / 10) + " " + unit
      }
      value /= 1_024
    }
    return ""
  }

  private struct Drawing {
    let title: String
    private var lines: [String] = []

    init(title: String) { self.title = title }

    func y(_ share: Double) -> Int {
      CostPlots.top + CostPlots.height - Int((share * Double(CostPlots.height)).rounded())
    }

    mutating func line(_ y: Int) {
      lines.append(
        "<line class=\"plot-grid\" x1=\"\(CostPlots.left)\" y1=\"\(y)\" x2=\"\(CostPlots.width - CostPlots.right)\" y2=\"\(y)\"/>"
      )
    }

    mutating func bar(
      _ x: Double, _ width: Double, from low: Double, to high: Double, _ name: String
    ) {
      guard high > low else { return }
      let (upper, lower) = (y(min(1, high)), y(low))
      lines.append(
        "<rect class=\"\(name)\" x=\"\(place(x + width * 0.06))\" y=\"\(upper)\" width=\"\(place(width * 0.88))\" height=\"\(max(1, lower - upper))\"/>"
      )
    }

    mutating func label(_ x: Int, _ y: Int, _ words: String, _ anchor: String) {
      lines.append(
        "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\">\(XMLText.escaped(words))</text>")
    }

    private func place(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }

    var svg: String {
      "<svg class=\"plot\" viewBox=\"0 0 \(CostPlots.width) \(CostPlots.top + CostPlots.height + CostPlots.bottom)\" role=\"img\" aria-label=\"\(XMLText.escaped(title))\">"
        + lines.joined() + "</svg>"
    }
  }
}
