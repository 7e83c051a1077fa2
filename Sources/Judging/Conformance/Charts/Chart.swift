/// The state machine of a model as it is drawn: its states, and what leads from one to another.
package struct Chart: Hashable, Sendable {
  /// What an event does in a state, values left out.
  package struct Transition: Hashable, Sendable, Comparable {
    package let from: String
    package let event: String
    package let to: String

    package init(from: String, event: String, to: String) {
      self.from = from
      self.event = event
      self.to = to
    }

    package static func < (one: Self, other: Self) -> Bool {
      (one.from, one.event, one.to) < (other.from, other.event, other.to)
    }
  }

  /// In the order in which they are reached, the first one first.
  package fileprivate(set) var states: [String] = []
  /// In the order in which they are met. Where the source leaves several ways, the one that the model prefers.
  package fileprivate(set) var transitions: [Transition] = []
  /// The other ways that the source leaves.
  package fileprivate(set) var liberties: [Transition] = []
  /// Which transition can follow which, by their places in `transitions`.
  package fileprivate(set) var pairs: Set<[Int]> = []

  package init(
    states: [String] = [], transitions: [Transition] = [], liberties: [Transition] = [],
    pairs: Set<[Int]> = []
  ) {
    self.states = states
    self.transitions = transitions
    self.liberties = liberties
    self.pairs = pairs
  }
}

/// How a model is drawn, and how each transition is reached: found by trying every event that is drawn in every state that it leads to.
package struct ChartRoutes<M: Model>: Sendable {
  package private(set) var chart = Chart()
  /// For each transition of the chart the shortest script that ends with it.
  package private(set) var scripts: [(setup: M.Setup, events: [M.Event])] = []
  private let model: M

  /// More states than these are no drawing.
  private static var maxStates: Int { 20_000 }

  private struct Reached {
    var state: M.State
    var events: [M.Event]
  }

  package init(_ model: M) {
    self.model = model
    for setup in model.drawnSetups { explore(setup) }
  }

  private mutating func explore(_ setup: M.Setup) {
    let situation = Situation(setup, capabilities: model.drawnCapabilities)
    let first = model.begin(setup, persisted: nil)
    guard let place = model.place(of: first) else { return }
    note(place)
    var queue = [Reached(state: first, events: [])]
    var known: Set<M.State> = [first]
    var arrivals: [M.State: Set<Int>] = [:]
    var departures: [M.State: Set<Int>] = [:]
    var next = 0
    while next < queue.count, known.count <= Self.maxStates {
      let here = queue[next]
      next += 1
      for event in model.drawnEvents(setup)
      where model.permits(event, in: here.state, of: situation) {
        guard let name = model.arrow(event), let from = model.place(of: here.state) else {
          continue
        }
        let branches = model.expect(event, in: here.state, of: situation).branches
        for (offset, branch) in branches.enumerated() {
          guard let to = model.place(of: branch.next) else { continue }
          let transition = Chart.Transition(from: from, event: name, to: to)
          note(to)
          if offset == 0 {
            let index = note(transition, setup, here.events + [event])
            departures[here.state, default: []].insert(index)
            arrivals[branch.next, default: []].insert(index)
          } else if !chart.liberties.contains(transition), !chart.transitions.contains(transition) {
            chart.liberties.append(transition)
          }
          // What only a liberty leads to is drawn, and no script can be sure to come there.
          if offset == 0, known.insert(branch.next).inserted {
            queue.append(Reached(state: branch.next, events: here.events + [event]))
          }
        }
      }
    }
    for (state, incoming) in arrivals {
      for one in incoming {
        for other in departures[state] ?? [] { chart.pairs.insert([one, other]) }
      }
    }
    chart.liberties.removeAll(where: chart.transitions.contains)
  }

  private mutating func note(_ place: String) {
    if !chart.states.contains(place) { chart.states.append(place) }
  }

  /// The place of a transition in the chart.
  private mutating func note(
    _ transition: Chart.Transition, _ setup: M.Setup, _ events: [M.Event]
  ) -> Int {
    if let index = chart.transitions.firstIndex(of: transition) { return index }
    chart.transitions.append(transition)
    scripts.append((setup, events))
    return chart.transitions.count - 1
  }
}

extension ChartRoutes where M: ProposingModel {
  /// A walk that takes one transition of the chart and one that may follow, and then goes where the model proposes: walks of all numbers
  /// from 0 to that of the transitions take each of them at least once.
  ///
  /// - Parameter length: how many events it has at least.
  package func walk(_ number: Int, length: Int, _ choices: inout Choices) -> Script<M> {
    let route = scripts[number % scripts.count]
    let situation = Situation(route.setup, capabilities: model.drawnCapabilities)
    var script = Script<M>(setup: route.setup, events: route.events)
    var state = model.begin(route.setup, persisted: nil)
    for event in route.events {
      state = model.expect(event, in: state, of: situation).branches.first?.next ?? state
    }
    func take(_ event: M.Event) -> Bool {
      script.steps.append(.event(event))
      let next = model.expect(event, in: state, of: situation).branches.first?.next
      state = next ?? state
      return next != nil
    }
    // Numbers beyond that of the transitions go on with each of the events that may follow.
    let following = model.drawnEvents(route.setup).filter {
      model.permits($0, in: state, of: situation)
    }
    if !following.isEmpty, !take(following[number / scripts.count % following.count]) {
      return script
    }
    while script.steps.count < length {
      let event = model.propose(in: state, of: situation, &choices)
      if !take(event) { break }
    }
    return script
  }
}

extension Model {
  /// The transitions that a script takes in an implementation that does on each event what the model prefers.
  package func passage(of script: Script<Self>) -> [Chart.Transition] {
    let situation = Situation(script.setup, capabilities: drawnCapabilities)
    var state = begin(script.setup, persisted: nil)
    var passage: [Chart.Transition] = []
    for step in script.steps {
      switch step {
      case .restart(let keep): state = begin(script.setup, persisted: keep ? state : nil)
      case .event(let event):
        guard permits(event, in: state, of: situation),
          let next = expect(event, in: state, of: situation).branches.first?.next
        else { return passage }
        if let name = arrow(event), let from = place(of: state), let to = place(of: next) {
          passage.append(.init(from: from, event: name, to: to))
        }
        state = next
      }
    }
    return passage
  }
}

/// How much of a chart scripts have taken.
package struct ChartCoverage: Sendable {
  package let chart: Chart
  private var taken: Set<Int> = []
  private var takenPairs: Set<[Int]> = []
  private var seen: Set<String> = []
  private let places: [Chart.Transition: Int]

  package init(_ chart: Chart) {
    self.chart = chart
    places = Dictionary(
      chart.transitions.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    if let first = chart.states.first { seen.insert(first) }
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

  package var stateCount: Int { chart.states.count(where: seen.contains) }
  package var transitionCount: Int { taken.count }
  package var pairCount: Int { takenPairs.intersection(chart.pairs).count }
  /// The transitions that nothing has taken.
  package var missing: [Chart.Transition] { chart.transitions.filter { !isTaken($0) } }

  /// `13 of 13 states, 35 of 35 transitions, 118 of 120 pairs of transitions`
  package var words: String {
    "\(stateCount) of \(chart.states.count) states, \(transitionCount) of \(chart.transitions.count) "
      + "transitions, \(pairCount) of \(chart.pairs.count) pairs of transitions"
  }
}
