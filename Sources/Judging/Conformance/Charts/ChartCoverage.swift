/// How much of a chart scripts have taken.
package struct ChartCoverage: Sendable {
  package let chart: Chart
  private var taken: Set<Int> = []
  private var missingPairs: Set<Chart.Pair>
  /// What only a liberty leads to is not counted: nobody has to come there.
  private var unseen: Set<String>
  private let places: [Chart.Transition: Int]
  private let countedStates: Int

  package init(_ chart: Chart) {
    self.chart = chart
    places = Dictionary(
      chart.transitions.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    missingPairs = chart.pairs
    unseen = Set(chart.states.prefix(1)).union(chart.transitions.flatMap { [$0.from, $0.to] })
    countedStates = unseen.count
    for first in chart.states.prefix(1) { unseen.remove(first) }
  }

  package mutating func add(_ passage: [Chart.Transition]) {
    var last: (index: Int, to: String)?
    for transition in passage {
      unseen.remove(transition.from)
      unseen.remove(transition.to)
      guard let index = places[transition] else {
        last = nil
        continue
      }
      taken.insert(index)
      if let last, last.to == transition.from {
        missingPairs.remove(.init(last.index, index))
      }
      last = (index, transition.to)
    }
  }

  package func isTaken(_ transition: Chart.Transition) -> Bool {
    places[transition].map(taken.contains) ?? false
  }

  package var stateCount: Int { countedStates - unseen.count }
  package var transitionCount: Int { taken.count }
  package var pairCount: Int { chart.pairs.count - missingPairs.count }
  /// Whether nothing is left that a further passage could take.
  package var isWhole: Bool {
    missingPairs.isEmpty && unseen.isEmpty && taken.count == chart.transitions.count
  }
  /// The states that nothing has come to.
  package var missingStates: [String] { chart.states.filter(unseen.contains) }
  /// The transitions that nothing has taken.
  package var missing: [Chart.Transition] { chart.transitions.filter { !isTaken($0) } }

  /// `13 of 13 states, 35 of 35 transitions, 118 of 120 pairs of transitions`
  package var words: String {
    "\(stateCount) of \(countedStates) states, \(transitionCount) of \(chart.transitions.count) "
      + "transitions, \(pairCount) of \(chart.pairs.count) pairs of transitions"
  }
}
