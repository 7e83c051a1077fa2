/// A start and what happens after it: the durable form of a case. It is generated, changed, simplified, stored and explained.
package struct Script<M: Model>: Hashable, Sendable {
  package var setup: M.Setup
  package var steps: [Step]

  /// One thing that happens.
  package enum Step: Hashable, Sendable {
    case event(M.Event)
    /// The implementation is started anew, with the same setup. It finds what is persistent where `keep` holds, and nothing
    /// otherwise.
    case restart(keep: Bool)

    package var event: M.Event? {
      if case .event(let event) = self { event } else { nil }
    }
  }

  package init(setup: M.Setup, steps: [Step]) {
    self.setup = setup
    self.steps = steps
  }

  /// A script without restarts.
  package init(setup: M.Setup, events: [M.Event]) {
    self.init(setup: setup, steps: events.map { .event($0) })
  }

  /// What happens between the starts, in order.
  package var events: [M.Event] {
    // A closure: in generic code a key path is made anew at each call.
    steps.compactMap { $0.event }
  }

  /// Whether something has to outlive a start, so that starts name a folder for it.
  package var keepsSomething: Bool {
    steps.contains { if case .restart(keep: true) = $0 { true } else { false } }
  }
}

/// A script of any suite, for those who only hand it on.
package protocol AnyScript: Sendable {}

extension Script: AnyScript {}
