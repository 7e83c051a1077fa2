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

  /// Two transitions of which the second one follows, by their places in `transitions`.
  package struct Pair: Hashable, Sendable {
    package let first: Int
    package let second: Int

    package init(_ first: Int, _ second: Int) {
      self.first = first
      self.second = second
    }
  }

  /// In the order in which they are reached, the first one first.
  package internal(set) var states: [String] = []
  /// In the order in which they are met. Where the source leaves several ways, the one that the model prefers.
  package internal(set) var transitions: [Transition] = []
  /// The other ways that the source leaves.
  package internal(set) var liberties: [Transition] = []
  /// Which transition can follow which.
  package internal(set) var pairs: Set<Pair> = []

  package init(
    states: [String] = [], transitions: [Transition] = [], liberties: [Transition] = [],
    pairs: Set<Pair> = []
  ) {
    self.states = states
    self.transitions = transitions
    self.liberties = liberties
    self.pairs = pairs
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
        if let name = arrow(event, in: state), let from = place(of: state),
          let to = place(of: next)
        {
          passage.append(.init(from: from, event: name, to: to))
        }
        state = next
      }
    }
    return passage
  }
}
