package import AdapterProtocol
package import JSONText

/// A specification, transcribed: what may happen on each event, in each state.
///
/// A model knows nothing about any implementation. A reader should be able to hold it beside its source and
/// check it row by row.
package protocol Model: Sendable {
  /// How the implementation is configured when it starts.
  associatedtype Setup: Codable & Hashable & Sendable
  /// One thing that happens to the implementation.
  associatedtype Event: Codable & Hashable & Sendable
  /// What the specification lets the implementation remember.
  associatedtype State: Hashable & Sendable
  /// What the adapter tells after an event.
  associatedtype Observation: ObservationReading

  /// The state after the start; `persisted` is the state that storage kept, where it was kept.
  func begin(_ setup: Setup, persisted: State?) -> State

  /// What may happen on `event`; at least one branch.
  func expect(_ event: Event, in state: State, of setup: Setup) -> Expectation<State, Observation>

  /// Whether nothing of what came before matters in this state, so that a failure before it has no consequences.
  func isFreshStart(_ state: State) -> Bool

  /// A script of valid requests of the same size as those of `script`, with whose memory its memory is compared
  /// (ABT-ROB-03); nil where there is none.
  func control(for script: Script<Self>) throws(HarnessFault) -> Script<Self>?

  /// Whether something is persistent, and starts name a folder for it (adapter.md, start).
  var needsStorage: Bool { get }

  /// The request that starts the implementation.
  func startFrame(_ setup: Setup) -> Frame

  /// The request that makes the event happen; nil where it needs the observation of an earlier event that has not
  /// come yet. `history` holds the observations so far, one for each event.
  func frame(_ event: Event, of setup: Setup, after history: [Observation]) -> Frame?
}

extension Model {
  package func isFreshStart(_ state: State) -> Bool { false }

  package func control(for script: Script<Self>) throws(HarnessFault) -> Script<Self>? { nil }

  package var needsStorage: Bool { false }
}

/// What an adapter observed, as one suite reads it.
package protocol ObservationReading: Sendable {
  /// Reads the members of an `observed` reply; the reader stands at the reply's object. Unknown members are
  /// skipped. `late` is what the reply tells about earlier steps and is read by `readLate`.
  static func read(_ reply: inout JSONReader) throws(JSONError) -> Self

  /// Adds what came after the reply and was told by a later one.
  mutating func absorb(late entry: LateEntry) throws(JSONError)
}

/// One entry of `late` in a reply: something the implementation did after the reply to its step.
package struct LateEntry {
  /// Stands at the entry, an object like the reply's own, with the `id` of its step where that is known.
  package let reader: JSONReader

  package init(_ reader: JSONReader) { self.reader = reader }
}

/// A start and what happens after it: the durable form of a case. It is generated, mutated, shrunk, stored and explained.
package struct Script<M: Model>: Codable, Hashable, Sendable {
  package var setup: M.Setup
  package var events: [M.Event]

  package init(setup: M.Setup, events: [M.Event]) {
    self.setup = setup
    self.events = events
  }
}

/// A model that can say what may sensibly happen next, so that it can make scripts of its own.
package protocol ProposingModel: Model {
  /// An event that makes sense in `state`; choice 0 is the simplest.
  func propose(in state: State, _ choices: inout Choices) -> Event
}

extension ProposingModel {
  /// A script of `length` events that the model proposes itself, each in the state that the preferred branch of the
  /// event before leads to.
  package func walk(_ setup: Setup, length: Int, _ choices: inout Choices) -> Script<Self> {
    var script = Script<Self>(setup: setup, events: [])
    var state = begin(setup, persisted: nil)
    for _ in 0..<length {
      let event = propose(in: state, &choices)
      script.events.append(event)
      guard let preferred = expect(event, in: state, of: setup).branches.first else { break }
      state = preferred.next
    }
    return script
  }
}
