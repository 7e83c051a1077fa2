package import Conformance

// Events that the model proposes, changes by chance and makes simpler.
extension LifecycleModel {
  package func simplest(
    _ variant: Variant, _ choices: inout Choices
  ) throws(HarnessFault) -> Script<Self>? {
    Script(setup: Setup(), events: [.shouldStart])
  }

  package func propose(
    in state: State, of situation: Situation<Setup>, _ choices: inout Choices
  ) -> Event {
    let policy: ManagedPolicy = choices.once(in: 2) ? .unmanaged : .managed
    let options = state.wasStopped ? nil : choices.once(in: 2) ? ["reason": "walk"] : [:]
    // What leads on comes more often than what can always be done.
    let onward: [Event] = [
      .initialise, .start(options), .ready(policy), .policy(policy), .policy(.managed), .retire,
      .stop,
    ]
    let always: [Event] = [
      .device(clientInstalled: !state.clientInstalled), .shouldStart, .properties,
      .logLevel(choices.pick(LogLevel.allCases)),
      .log(choices.pick(LogLevel.allCases), choices.pick(Self.texts)), .terminate,
    ]
    let first = choices.once(in: 3) ? always : onward
    let permitted = first.filter { permits($0, in: state, of: situation) }
    return permitted.isEmpty
      ? choices.pick(always.filter { permits($0, in: state, of: situation) })
      : choices.pick(permitted)
  }

  package static let texts = [
    "text", "", "%@ %s %n %d", "\u{0}", "\u{1F600}e\u{301}",
    String(repeating: "long ", count: 2_000),
  ]

  package var eventChanges: [EventChange] {
    [EventChange("policy"), EventChange("log/level"), EventChange("log/text")]
  }

  package func changed(
    _ event: Event, by change: Int, of setup: Setup, among events: [Event], _ learnt: LearntValues,
    _ choices: inout Choices
  ) throws(HarnessFault) -> [Event]? {
    switch (change, event) {
    case (0, .ready(let policy)): [.ready(policy == .managed ? .unmanaged : .managed)]
    case (0, .policy(let policy)): [.policy(policy == .managed ? .unmanaged : .managed)]
    case (1, .logLevel): [.logLevel(choices.pick(LogLevel.allCases))]
    case (1, .log(_, let text)): [.log(choices.pick(LogLevel.allCases), text)]
    case (2, .log(let level, _)): [.log(level, choices.pick(Self.texts))]
    default: nil
    }
  }

  package func changed(
    _ setup: Setup, _ learnt: LearntValues, _ choices: inout Choices
  ) -> Setup? { Setup(hearsPolicy: !setup.hearsPolicy) }

  package var parts: [String] { ["event"] }

  package func simpler(
    than event: Event, in part: String, of setup: Setup,
    _ body: (Event) throws(HarnessFault) -> Bool
  ) throws(HarnessFault) {
    var simpler: [Event] = []
    switch event {
    case .start(let options?) where !options.isEmpty: simpler = [.start([:])]
    case .logLevel(let level) where level != .status: simpler = [.logLevel(.status)]
    case .log(let level, let text):
      if !text.isEmpty {
        simpler = [.log(level, ""), .log(level, String(text.prefix(text.count / 2)))]
      }
      if level != .status { simpler.append(.log(.status, text)) }
    default: break
    }
    for event in simpler { guard try body(event) else { return } }
  }
}
