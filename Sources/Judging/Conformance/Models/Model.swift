package import AdapterProtocol
package import JSONText

/// A specification, transcribed: what may happen on each event, in each state.
///
/// A model knows nothing about any implementation. A reader should be able to hold it beside its source and
/// check it row by row.
package protocol Model: Sendable {
  /// How the implementation is configured when it starts.
  associatedtype Setup: Hashable & Sendable
  /// One thing that happens to the implementation.
  associatedtype Event: Hashable & Sendable
  /// What the specification lets the implementation remember.
  associatedtype State: Hashable & Sendable
  /// What the adapter tells after an event.
  associatedtype Observation: ObservationReading

  /// The state after a start. `persisted` is the state before it, where the start keeps what is persistent, and nil otherwise.
  func begin(_ setup: Setup, persisted: State?) -> State

  /// Whether the source lets an event happen in a state. What it rules out is said here, once, for generating, checking,
  /// reducing and reading scripts.
  func permits(_ event: Event, in state: State, of situation: Situation<Setup>) -> Bool

  /// What may happen on `event`, which is permitted: at least one branch.
  func expect(
    _ event: Event, in state: State, of situation: Situation<Setup>
  ) -> Expectation<State, Observation>

  /// What is asked of several events together, of those between two starts.
  func comparisons(
    of events: [Event], in situation: Situation<Setup>
  ) -> [Comparison<Observation>]

  /// What is broken by a step of this script that is answered after the deadline of a step, where that is no hang yet; empty where it
  /// is one.
  func clausesOfSlowSteps(in script: Script<Self>) -> [Clause.ID]

  /// Whether nothing of what came before matters in this state, so that a failure before it has no consequences.
  func isFreshStart(_ state: State) -> Bool

  /// A script of valid requests of the same size as those of `script`, with whose memory its memory is compared
  /// (ABT-ROB-03), or nil.
  func control(for script: Script<Self>) throws(HarnessFault) -> Script<Self>?

  /// A script that goes through the first `requests` requests of `script` twice without a restart, the second time under other names, so
  /// that nothing that was kept by name is met again; or nil where the model knows no names, or there are not so many.
  func prolonged(_ script: Script<Self>, requests: Int) -> Script<Self>?

  /// The request that starts the implementation.
  func startFrame(_ setup: Setup, keep: Bool) -> Frame

  /// The request that makes the event happen, or nil where it needs the observation of an earlier event that has not
  /// come yet. `history` holds the observations so far, one for each event.
  func frame(_ event: Event, of setup: Setup, after history: [Observation]) -> Frame?

  /// Whether a request may hold what the replies before it told, so that each is written only after the reply to the one before.
  var answersReplies: Bool { get }

  /// What was done on an event, in the form in which implementations are held beside each other.
  func answer(_ observation: Observation, of setup: Setup) -> Answer

  // MARK: Stored and explained

  /// Which variant a setup is for.
  func variant(of setup: Setup) -> Variant

  /// The capabilities without which the event cannot be asked of an implementation.
  func needs(_ event: Event, of setup: Setup) -> Set<String>

  /// What an implementation may claim to be able to do, in the order of the specification.
  var capabilities: [String] { get }

  /// Reads the `configuration` of a start.
  func readSetup(_ reader: inout JSONReader) throws(JSONError) -> Setup

  /// Reads a step of a case file: the members of the adapter's request, and those that `writeNotes` writes. The reader stands at
  /// the step's object.
  ///
  /// - Returns: the event, and in what its stored bytes differ from what its stored script renders to today, or nil.
  func readEvent(
    _ reader: inout JSONReader, action: String, of setup: Setup
  ) throws(JSONError) -> (event: Event, difference: String?)

  /// Writes what a case file says of an event beyond the members of its request.
  func writeNotes(_ event: Event, of setup: Setup, to writer: inout JSONWriter)

  /// What happens, in one line of plain words, cut where it is long.
  func words(_ event: Event, of setup: Setup) -> String

  /// How the implementation is configured, as names and values.
  func words(_ setup: Setup) -> [(name: String, value: String)]

  // MARK: Changed and simplified

  /// Whether `permits` rules nothing out, so that nobody needs to ask.
  var permitsEverything: Bool { get }
  /// Whether something outlives a start, so that starts inside a script matter.
  var keepsState: Bool { get }
  /// Whether `proposed` proposes anything.
  var proposes: Bool { get }
  /// Whether `changed` knows other setups.
  var changesSetups: Bool { get }

  /// The ways in which one event can be changed by chance, in a fixed order.
  var eventChanges: [EventChange] { get }

  /// What stands in the place of an event after a change: one event or several.
  ///
  /// - Parameters:
  ///   - change: which of `eventChanges`.
  ///   - events: all events of the script.
  /// - Returns: nil where the change cannot be made.
  func changed(
    _ event: Event, by change: Int, of setup: Setup, among events: [Event], _ learnt: LearntValues,
    _ choices: inout Choices
  ) throws(HarnessFault) -> [Event]?

  /// Another configuration, or nil.
  func changed(_ setup: Setup, _ learnt: LearntValues, _ choices: inout Choices) -> Setup?

  /// The event for an implementation that is configured in another way.
  func moved(_ event: Event, to setup: Setup) throws(HarnessFault) -> Event

  /// The same event about something else: a request for another payload. Nil where events are about nothing.
  ///
  /// - Parameter number: another number is something else again.
  func another(_ event: Event, _ number: Int, of setup: Setup) throws(HarnessFault) -> Event?

  /// An event that is permitted in `state`, or nil.
  func proposed(
    in state: State, of situation: Situation<Setup>, _ choices: inout Choices
  ) -> Event?

  /// The script with what has to stand at its end, such as a request that shows whether the implementation still works.
  func completed(
    _ script: Script<Self>, _ choices: inout Choices
  ) throws(HarnessFault) -> Script<Self>

  /// The parts of an event that can be made simpler, those first that hide others.
  var parts: [String] { get }

  /// Hands out events of which this part is simpler, the simplest first, until `body` says that it is enough.
  ///
  /// - Parameter body: returns whether to go on.
  func simpler(
    than event: Event, in part: String, of setup: Setup,
    _ body: (Event) throws(HarnessFault) -> Bool
  ) throws(HarnessFault)

  /// What of an event is not as the simplest event has it: the part, and its form after a slash where it has forms.
  func unusualParts(of event: Event) -> [String]

  /// A script with which everything is in order, the shortest that shows something; nil where the model knows none.
  func simplest(_ variant: Variant, _ choices: inout Choices) throws(HarnessFault) -> Script<Self>?

  // MARK: Drawn

  /// What a state is called in the drawing of the state machine, whatever values it holds; nil where the model is no machine that could be
  /// drawn.
  func place(of state: State) -> String?

  /// What an event is called there that happens in `state`, without values; nil for one that is not drawn.
  func arrow(_ event: Event, in state: State) -> String?

  /// The setups with which the machine is drawn.
  var drawnSetups: [Setup] { get }

  /// Events that lead everywhere: one for each arrow that may leave a state.
  func drawnEvents(_ setup: Setup) -> [Event]

  /// The state without what makes no difference to the drawing, so that there are few: a count that grows without end, for one. States
  /// of equal outlines permit the same events that are drawn, which lead to the same places.
  func outline(of state: State) -> State

  /// What an implementation claims in the drawing.
  var drawnCapabilities: Set<String> { get }
}

extension Model {
  package func permits(_ event: Event, in state: State, of situation: Situation<Setup>) -> Bool {
    true
  }

  package func comparisons(
    of events: [Event], in situation: Situation<Setup>
  ) -> [Comparison<Observation>] { [] }

  package func clausesOfSlowSteps(in script: Script<Self>) -> [Clause.ID] { [] }

  package func isFreshStart(_ state: State) -> Bool { false }

  package func control(for script: Script<Self>) throws(HarnessFault) -> Script<Self>? { nil }

  package func prolonged(_ script: Script<Self>, requests: Int) -> Script<Self>? { nil }

  package func answer(_ observation: Observation, of setup: Setup) -> Answer {
    Answer(observation.shape, observation.words.joined(separator: "; "))
  }

  package func needs(_ event: Event, of setup: Setup) -> Set<String> { [] }

  package var capabilities: [String] { [] }

  package func writeNotes(_ event: Event, of setup: Setup, to writer: inout JSONWriter) {}

  package var answersReplies: Bool { false }

  package var permitsEverything: Bool { false }
  package var keepsState: Bool { false }
  package var proposes: Bool { false }
  package var changesSetups: Bool { false }
  package var eventChanges: [EventChange] { [] }

  package func changed(
    _ event: Event, by change: Int, of setup: Setup, among events: [Event], _ learnt: LearntValues,
    _ choices: inout Choices
  ) throws(HarnessFault) -> [Event]? { nil }

  package func changed(
    _ setup: Setup, _ learnt: LearntValues, _ choices: inout Choices
  ) -> Setup? { nil }

  package func moved(_ event: Event, to setup: Setup) throws(HarnessFault) -> Event { event }

  package func another(
    _ event: Event, _ number: Int, of setup: Setup
  ) throws(HarnessFault) -> Event? { nil }

  package func proposed(
    in state: State, of situation: Situation<Setup>, _ choices: inout Choices
  ) -> Event? { nil }

  package func completed(
    _ script: Script<Self>, _ choices: inout Choices
  ) throws(HarnessFault) -> Script<Self> { script }

  package var parts: [String] { [] }

  package func simpler(
    than event: Event, in part: String, of setup: Setup,
    _ body: (Event) throws(HarnessFault) -> Bool
  ) throws(HarnessFault) {}

  package func unusualParts(of event: Event) -> [String] { [] }

  package func simplest(
    _ variant: Variant, _ choices: inout Choices
  ) throws(HarnessFault) -> Script<Self>? { nil }

  package func place(of state: State) -> String? { nil }

  package func arrow(_ event: Event, in state: State) -> String? { nil }

  package var drawnSetups: [Setup] { [] }

  package func drawnEvents(_ setup: Setup) -> [Event] { [] }

  package func outline(of state: State) -> State { state }

  package var drawnCapabilities: Set<String> { [] }
}

/// Whom a script is run against: how the implementation is configured, and what it claims to be able to do.
package struct Situation<Setup: Hashable & Sendable>: Hashable, Sendable {
  package let setup: Setup
  package let capabilities: Set<String>

  package init(_ setup: Setup, capabilities: Set<String> = []) {
    self.setup = setup
    self.capabilities = capabilities
  }
}

/// A model that can say what may sensibly happen next, so that it can make scripts of its own.
package protocol ProposingModel: Model {
  /// An event that is permitted in `state`; choice 0 is the simplest.
  func propose(
    in state: State, of situation: Situation<Setup>, _ choices: inout Choices
  ) -> Event
}

extension ProposingModel {
  package var proposes: Bool { true }

  package func proposed(
    in state: State, of situation: Situation<Setup>, _ choices: inout Choices
  ) -> Event? {
    propose(in: state, of: situation, &choices)
  }
}
