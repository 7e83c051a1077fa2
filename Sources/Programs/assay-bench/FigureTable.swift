import Foundation

/// One figure: what was measured, what it has to be, and what it is.
struct FigureRow {
  let name: String
  let median: Double
  let range: ClosedRange<Double>
  let unit: String
  /// The bound, and on which side of it the figure has to be; nil: stated only.
  var atMost: Double?
  var atLeast: Double?

  init(
    _ name: String, _ samples: [Double], unit: String, atMost: Double? = nil, atLeast: Double? = nil
  ) {
    let sorted = samples.sorted()
    self.name = name
    median = sorted.isEmpty ? .nan : sorted[sorted.count / 2]
    range = (sorted.first ?? .nan)...(sorted.last ?? .nan)
    self.unit = unit
    self.atMost = atMost
    self.atLeast = atLeast
  }

  var isReached: Bool {
    if let atMost, !(median <= atMost) { return false }
    if let atLeast, !(median >= atLeast) { return false }
    return true
  }
}

/// The table of figures, as it stands in the documentation.
struct FigureTable {
  var rows: [FigureRow] = []

  var markdown: String {
    var text = """
      # Benchmarks

      Measured by `make bench` (release build, static standard library) in one run on
      \(ProcessInfo.processInfo.activeProcessorCount) cores; medians, with the lowest and the highest \
      round. Ratios compare both sides round by round, in turn.

      | figure | target | median | lowest to highest |
      |---|---|---|---|

      """
    for row in rows {
      let target =
        row.atMost.map { "at most \(Self.number($0)) \(row.unit)" }
        ?? row.atLeast.map { "at least \(Self.number($0)) \(row.unit)" } ?? "-"
      text +=
        "| \(row.name) | \(target) | \(Self.number(row.median)) \(row.unit)"
        + "\(row.isReached ? "" : " (not reached)") "
        + "| \(Self.number(row.range.lowerBound)) to \(Self.number(row.range.upperBound)) |\n"
    }
    return text
  }

  private static func number(_ value: Double) -> String {
    value >= 1_000 ? String(format: "%.0f", value) : String(format: "%.3g", value)
  }
}
