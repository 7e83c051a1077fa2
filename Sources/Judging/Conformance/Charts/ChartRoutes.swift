/// How a model is drawn, and how everything in the drawing is reached: found by trying every event that is drawn in every state that it
/// leads to.
package struct ChartRoutes<M: Model>: Sendable {
  package private(set) var chart = Chart()
  /// Scripts that together take every transition of the chart, and every pair of transitions that can follow one another.
  package private(set) var tours: [Tour] = []
  let model: M

  package struct Tour: Sendable {
    package let setup: M.Setup
    package let events: [M.Event]
  }

  /// More states than these are no drawing.
  private static var maxStates: Int { 20_000 }

  private var places: [Chart.Transition: Int] = [:]

  package init(_ model: M) {
    self.model = model
    for setup in model.drawnSetups {
      let steps = explore(setup)
      tours += steps.tours().map { Tour(setup: setup, events: $0) }
    }
  }

  private mutating func explore(_ setup: M.Setup) -> ChartSteps<M> {
    let situation = Situation(setup, capabilities: model.drawnCapabilities)
    let first = model.begin(setup, persisted: nil)
    var steps = ChartSteps<M>()
    guard let place = model.place(of: first) else { return steps }
    note(place)
    let events = model.drawnEvents(setup)
    var states = [first]
    var known = [model.outline(of: first): 0]
    steps.add(after: nil)
    var here = 0
    while here < states.count, known.count <= Self.maxStates {
      let state = states[here]
      guard let from = model.place(of: state) else {
        here += 1
        continue
      }
      for event in events where model.permits(event, in: state, of: situation) {
        guard let name = model.arrow(event, in: state) else { continue }
        let branches = model.expect(event, in: state, of: situation).branches
        for (offset, branch) in branches.enumerated() {
          guard let to = model.place(of: branch.next) else { continue }
          let transition = Chart.Transition(from: from, event: name, to: to)
          note(to)
          // What only a liberty leads to is drawn, and no script can be sure to come there.
          guard offset == 0 else {
            if !chart.liberties.contains(transition) { chart.liberties.append(transition) }
            continue
          }
          let outline = model.outline(of: branch.next)
          let next = known[outline] ?? states.count
          let step = ChartSteps<M>.Step(event: event, transition: note(transition), to: next)
          steps.add(step, from: here)
          if next == states.count {
            known[outline] = next
            states.append(branch.next)
            steps.add(after: (here, step))
          }
        }
      }
      here += 1
    }
    chart.pairs.formUnion(steps.pairs)
    chart.liberties.removeAll { places[$0] != nil }
    return steps
  }

  private mutating func note(_ place: String) {
    if !chart.states.contains(place) { chart.states.append(place) }
  }

  /// The place of a transition in the chart.
  private mutating func note(_ transition: Chart.Transition) -> Int {
    if let index = places[transition] { return index }
    places[transition] = chart.transitions.count
    chart.transitions.append(transition)
    return chart.transitions.count - 1
  }
}

extension ChartRoutes {
  /// The beginning of a walk, and where it has come.
  package struct Lead: Sendable {
    package var script: Script<M>
    package var state: M.State

    /// Nothing has happened yet.
    package init(_ model: M, _ setup: M.Setup) {
      script = Script(setup: setup, steps: [])
      state = model.begin(setup, persisted: nil)
    }
  }

  /// The tour of this number. The numbers beyond the last tour begin anew with half of the first one, and then with a third: more and
  /// more of their walks is left to the model.
  ///
  /// - Parameter other: another setup than the one that is drawn; what it does not permit is left out.
  package func lead(_ number: Int, of other: M.Setup? = nil) throws(HarnessFault) -> Lead {
    let tour = tours[number % tours.count]
    let setup = other ?? tour.setup
    let situation = Situation(setup, capabilities: model.drawnCapabilities)
    var lead = Lead(model, setup)
    let round = number / tours.count
    for event in tour.events.prefix(tour.events.count / (round + 1)) {
      let event = other == nil ? event : try model.moved(event, to: setup)
      guard model.permits(event, in: lead.state, of: situation),
        let next = model.expect(event, in: lead.state, of: situation).branches.first?.next
      else { continue }
      lead.script.steps.append(.event(event))
      lead.state = next
    }
    return lead
  }
}

extension ChartRoutes where M: ProposingModel {
  /// A walk that begins with the tour of its number and then goes where the model proposes: walks of all numbers from 0 to that of the
  /// tours take each transition of the chart, and each pair that can follow one another.
  ///
  /// - Parameter length: how many events it has at least.
  package func walk(
    _ number: Int, of setup: M.Setup? = nil, length: Int, _ choices: inout Choices
  ) throws(HarnessFault) -> Script<M> {
    model.walk(after: try lead(number, of: setup), length: length, &choices)
  }
}

extension ProposingModel {
  /// Goes on where a walk has begun, with events that the model proposes.
  ///
  /// - Parameter length: how many events it has at least.
  package func walk(
    after lead: ChartRoutes<Self>.Lead, length: Int, _ choices: inout Choices
  ) -> Script<Self> {
    var (script, state) = (lead.script, lead.state)
    let situation = Situation(script.setup, capabilities: drawnCapabilities)
    while script.steps.count < length {
      let event = propose(in: state, of: situation, &choices)
      script.steps.append(.event(event))
      guard let next = expect(event, in: state, of: situation).branches.first?.next else { break }
      state = next
    }
    return script
  }
}
