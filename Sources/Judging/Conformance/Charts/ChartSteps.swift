/// Which states of a model lead to which, and by which transitions of its chart.
struct ChartSteps<M: Model> {
  struct Step {
    let event: M.Event
    /// By its place in the chart.
    let transition: Int
    /// By the number of the state.
    let to: Int

    func before(_ next: Step) -> Chart.Pair {
      Chart.Pair(transition, next.transition)
    }
  }

  /// For each state what can be taken there.
  private var steps: [[Step]] = []
  /// For each state by what it was reached first; nil for the first one.
  private var ways: [(from: Int, step: Step)?] = []

  /// A new state, and how it was reached.
  mutating func add(after way: (from: Int, step: Step)?) {
    steps.append([])
    ways.append(way)
  }

  mutating func add(_ step: Step, from state: Int) { steps[state].append(step) }

  /// Which transition can follow which.
  var pairs: Set<Chart.Pair> {
    var pairs: Set<Chart.Pair> = []
    for step in steps.joined() {
      for next in steps[step.to] { pairs.insert(step.before(next)) }
    }
    return pairs
  }

  /// The shortest way to a state.
  private func way(to state: Int) -> [Step] {
    var way: [Step] = []
    var here = state
    while let last = ways[here] {
      way.append(last.step)
      here = last.from
    }
    return way.reversed()
  }

  /// How many events a tour has at most, if it can do with so many.
  private static var tourLength: Int { 16 }

  /// Ways from the first state that together take each pair of transitions at least once. Each goes the shortest way to the first pair
  /// that none before it has taken, and then on as long as there is another one at most a step away.
  func tours() -> [[M.Event]] {
    var missing = pairs
    var tours: [[M.Event]] = []
    for state in steps.indices {
      for step in steps[state] {
        while steps[step.to].contains(where: { missing.contains(step.before($0)) }) {
          tours.append(tour(way(to: state) + [step], &missing))
        }
      }
    }
    guard tours.isEmpty else { return tours }
    // Where nothing follows anything.
    return steps.first?.map { [$0.event] } ?? []
  }

  private func tour(_ beginning: [Step], _ missing: inout Set<Chart.Pair>) -> [M.Event] {
    var tour = beginning
    for (one, other) in zip(tour, tour.dropFirst()) {
      missing.remove(one.before(other))
    }
    while let last = tour.last {
      func isMissing(_ one: Step, _ other: Step) -> Bool {
        missing.contains(one.before(other))
      }
      let following = steps[last.to]
      let next =
        following.first { isMissing(last, $0) }
        ?? following.first { step in steps[step.to].contains { isMissing(step, $0) } }
      guard let next, tour.count < max(Self.tourLength, beginning.count + 1) else { break }
      missing.remove(last.before(next))
      tour.append(next)
    }
    return tour.map(\.event)
  }
}
