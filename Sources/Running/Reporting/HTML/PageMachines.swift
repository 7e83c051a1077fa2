import Conformance
import Foundation

/// The state machines of the suites of a report, and what its cases took of them.
struct PageMachines {
  /// So many cases of a suite are gone through; a report of millions has no more transitions than one of thousands.
  private static let maxCases = 20_000

  private let context: ReportContext
  private let seed: UInt64
  /// What was judged of each suite that has a machine, in the order of the report.
  private var judged: [String: [(id: CaseID, variant: Variant)]] = [:]
  private var charts: [String: Chart] = [:]
  private var withoutChart: Set<String> = []

  init(_ context: ReportContext, seed: UInt64) {
    self.context = context
    self.seed = seed
  }

  mutating func add(_ result: CaseResult) {
    guard result.verdict.wasJudged, !withoutChart.contains(result.suite),
      judged[result.suite, default: []].count < Self.maxCases
    else { return }
    if charts[result.suite] == nil {
      guard let chart = context.suite(result.suite)?.chart else {
        withoutChart.insert(result.suite)
        return
      }
      charts[result.suite] = chart
    }
    judged[result.suite, default: []].append((result.id, result.variant))
  }

  /// What the cases of a suite took of its machine.
  ///
  /// A passage costs as much as its case. The last groups are the walks, which take all there is: where everything has been taken, nothing
  /// before them is looked at.
  private func coverage(of suite: any Suite, _ chart: Chart) -> ChartCoverage {
    var coverage = ChartCoverage(chart)
    let listed = Dictionary(grouping: suite.cases(seed: seed), by: \.id)
    var groups: [[(id: CaseID, variant: Variant)]] = []
    for one in judged[suite.name] ?? [] {
      if groups.last?.last?.id.group == one.id.group {
        groups[groups.count - 1].append(one)
      } else {
        groups.append([one])
      }
    }
    for (id, variant) in groups.reversed().joined() where !coverage.isWhole {
      // A run may have had more cases of a seeded family than are listed.
      for item in listed[id] ?? suite.generated(id, seed: seed) where item.variant == variant {
        if let passage = try? suite.passage(of: item) { coverage.add(passage) }
      }
    }
    return coverage
  }

  struct Machine: Sendable {
    let name: String
    let words: String
    /// The drawing, as an address within the page.
    let image: String
    let isComplete: Bool
    /// The transitions that no case took.
    let missing: [String]
  }

  var machines: [Machine] {
    charts.sorted { $0.key < $1.key }.compactMap { name, chart in
      guard let suite = context.suite(name) else { return nil }
      let coverage = coverage(of: suite, chart)
      let svg = ChartDrawing(name, chart, coverage).svg
      return Machine(
        name: name, words: coverage.words,
        image: "data:image/svg+xml;base64," + Data(svg.utf8).base64EncodedString(),
        isComplete: coverage.missing.isEmpty,
        missing: coverage.missing.prefix(200).map { "\($0.from): \($0.event) leads to \($0.to)" })
    }
  }
}
