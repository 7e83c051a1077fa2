import Conformance
import Foundation

/// The state machines of the suites of a report, and what its cases took of them.
struct PageMachines {
  /// So many cases of a suite are gone through; a report of millions has no more transitions than one of thousands.
  private static let maxCases = 20_000

  private let context: ReportContext
  private let seed: UInt64
  private var coverages: [String: ChartCoverage] = [:]
  /// The cases that a suite lists, so that not each of them is searched for.
  private var listed: [String: [CaseID: [Case]]] = [:]
  private var counts: [String: Int] = [:]

  init(_ context: ReportContext, seed: UInt64) {
    self.context = context
    self.seed = seed
  }

  mutating func add(_ result: CaseResult) {
    guard result.verdict.wasJudged, counts[result.suite, default: 0] < Self.maxCases,
      let suite = context.suite(result.suite)
    else { return }
    counts[result.suite, default: 0] += 1
    if coverages[result.suite] == nil {
      guard let chart = suite.chart else {
        // No machine: none of its cases is looked at again.
        counts[result.suite] = Self.maxCases
        return
      }
      coverages[result.suite] = ChartCoverage(chart)
      listed[result.suite] = Dictionary(grouping: suite.cases(seed: seed), by: \.id)
    }
    // A run may have had more cases of a seeded family than are listed.
    let items =
      listed[result.suite]?[result.id] ?? suite.generated(result.id, seed: seed)
    for item in items where item.variant == result.variant {
      if let passage = try? suite.passage(of: item) { coverages[result.suite]?.add(passage) }
    }
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
    coverages.sorted { $0.key < $1.key }.map { name, coverage in
      let svg = ChartDrawing(name, coverage.chart, coverage).svg
      return Machine(
        name: name, words: coverage.words,
        image: "data:image/svg+xml;base64," + Data(svg.utf8).base64EncodedString(),
        isComplete: coverage.missing.isEmpty,
        missing: coverage.missing.prefix(200).map { "\($0.from): \($0.event) leads to \($0.to)" })
    }
  }
}
