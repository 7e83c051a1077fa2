/// How much of a chart scripts have taken.
package struct ChartCoverage: Sendable {
  package let chart: Chart
  private var taken: Set<Int> = []
  private var takenPairs: Set<[Int]> = []
  private var seen: Set<String> = []
  private let places: [Chart.Transition: Int]
  /// What only a liberty leads to is not counted: nobody has to come there.
  private let states: Set<String>

  package init(_ chart: Chart) {
    self.chart = chart
    places = Dictionary(
      chart.transitions.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    seen = Set(chart.states.prefix(1))
    states = seen.union(chart.transitions.flatMap { [$0.from, $0.to] })
  }

  package mutating func add(_ passage: [Chart.Transition]) {
    var last: (index: Int, to: String)?
    for transition in passage {
      seen.insert(transition.from)
      seen.insert(transition.to)
      guard let index = places[transition] else {
        last = nil
        continue
      }
      taken.insert(index)
      if let last, last.to == transition.from { takenPairs.insert([last.index, index]) }
      last = (index, transition.to)
    }
  }

  package func isTaken(_ transition: Chart.Transition) -> Bool {
    places[transition].map(taken.contains) ?? false
  }

  package var stateCount: Int { states.count - missingStates.count }
  package var transitionCount: Int { taken.count }
  package var pairCount: Int { takenPairs.intersection(chart.pairs).count }
  /// The states that nothing has come to.
  package var missingStates: [String] {
    chart.states.filter { states.contains($0) && !seen.contains($0) }
  }
  /// The transitions that nothing has taken.
  package var missing: [Chart.Transition] { chart.transitions.filter { !isTaken($0) } }

  /// `13 of 13 states, 35 of 35 transitions, 118 of 120 pairs of transitions`
  package var words: String {
    "\(stateCount) of \(states.count) states, \(transitionCount) of \(chart.transitions.count) "
      + "transitions, \(pairCount) of \(chart.pairs.count) pairs of transitions"
  }
}
