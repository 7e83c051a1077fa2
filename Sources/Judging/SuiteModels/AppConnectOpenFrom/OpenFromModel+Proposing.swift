package import Conformance

// Events that the model proposes, and simpler ones.
extension OpenFromModel {
  package func propose(
    in state: State, of situation: Situation<Setup>, _ choices: inout Choices
  ) -> OpenFromEvent {
    let hears = situation.setup.implements.contains(.changedTo)
    let acknowledgement = hears && choices.below(4) != 3 ? Self.acknowledgement(&choices) : nil
    switch state.phase {
    case .notLaunched: return .launch(Self.policy(&choices, state))
    // Mostly it becomes ready soon.
    case .launched where choices.below(3) != 2: return .ready
    case .launched, .ready, .stopped: break
    }
    let events: [OpenFromEvent] = [
      .openFrom(Self.source(&choices, state)), .openFrom(Self.source(&choices, state)),
      .policy(Self.policy(&choices, state), acknowledgement),
      .policy(Self.policy(&choices, state), acknowledgement), .properties,
      .authorizedApps(Self.apps(&choices)),
      // Rarely, as nothing much happens after it.
      choices.once(in: 6) ? .stop : .properties,
    ]
    return choices.pick(events.filter { permits($0, in: state, of: situation) })
  }

  static let apps: [ExactText] = [
    "com.acme.notes", "com.acme.notes.share", "com.acme.mail", "com.example.viewer",
    "com.apple.mobilemail", "com.apple.UIKit.activity.Mail",
  ]

  /// What is nearly one of `apps`.
  package static let strangers: [ExactText] = [
    "com.acme", "com.acme.note", "com.acme.notes2", "com.acme.notes.", "COM.ACME.NOTES",
    "com.acme.Notes",
    " com.acme.notes", "com.acme.notes ", "com.acme.notes\u{0}", "com.acme.n\u{F6}tes",
    "com.acme.no\u{308}tes", "", "*", "com.acme.*", "com,acme,notes", "com.apple.mobilemail.share",
    "com.apple.uikit.activity.mail", "org.com.acme.notes",
  ]

  private static func policy(_ choices: inout Choices, _ state: State) -> ServerPolicy {
    let list = apps(&choices)
    switch choices.below(8) {
    case 0: return ServerPolicy(.whitelist, list)
    case 1: return .authorized
    case 2: return .unauthorized
    case 3, 4: return ServerPolicy(.whitelist, list)
    case 5: return .allApps
    // The same again, in another order and with a repetition.
    case 6:
      var same = state.server
      same.whitelist = choices.shuffled(same.whitelist + same.whitelist.prefix(1))
      return same
    // The list is of no use under this policy.
    default: return ServerPolicy(choices.pick([.authorized, .unauthorized]), list)
    }
  }

  private static func apps(_ choices: inout Choices) -> [ExactText] {
    var list = apps.filter { _ in choices.once(in: 2) }
    if choices.once(in: 6) { list.append(choices.pick(strangers)) }
    if choices.once(in: 6) { list += list }
    return choices.shuffled(list)
  }

  private static func source(_ choices: inout Choices, _ state: State) -> ExactText {
    let listed = (state.seen.whitelist ?? []).sorted()
    if !listed.isEmpty, choices.once(in: 2) { return choices.pick(listed) }
    return choices.once(in: 3) ? choices.pick(strangers) : choices.pick(apps)
  }

  private static func acknowledgement(_ choices: inout Choices) -> Acknowledgement {
    Acknowledgement(
      choices.pick([.applied, .error, .unsupported]),
      choices.pick([
        "", "shown to the user", "e\u{301}rreur \u{1F4A5}", "a\nb \"c\" \\ <d>", "APPLIED",
        ExactText(String(repeating: "too long ", count: 200)),
      ]))
  }

  package var changesSetups: Bool { true }

  package func changed(
    _ setup: Setup, _ learnt: LearntValues, _ choices: inout Choices
  ) -> Setup? {
    Setup(
      implements: choices.pick([
        Set(OpenFromCallback.allCases), [.changedTo], [.blocked], [],
      ]))
  }

  /// An app without the method acknowledges nothing.
  package func moved(
    _ event: OpenFromEvent, to setup: Setup
  ) throws(HarnessFault) -> OpenFromEvent {
    guard case .policy(let policy, _) = event, !setup.implements.contains(.changedTo) else {
      return event
    }
    return .policy(policy, nil)
  }

  package func simplest(
    _ variant: Variant, _ choices: inout Choices
  ) throws(HarnessFault) -> Script<Self>? {
    Script(setup: Setup(), events: [.launch(.authorized), .ready, .openFrom("com.acme.notes")])
  }

  package var parts: [String] { ["acknowledgement", "list"] }

  package func unusualParts(of event: OpenFromEvent) -> [String] {
    switch event {
    case .ready, .properties, .stop, .openFrom: []
    case .launch(let policy): policy.whitelist.isEmpty ? [] : ["list"]
    case .policy(let policy, let acknowledgement):
      (acknowledgement == nil ? [] : ["acknowledgement"])
        + (policy.whitelist.isEmpty ? [] : ["list"])
    case .authorizedApps(let apps): apps.isEmpty ? [] : ["list"]
    }
  }

  package func simpler(
    than event: OpenFromEvent, in part: String, of setup: Setup,
    _ body: (OpenFromEvent) throws(HarnessFault) -> Bool
  ) throws(HarnessFault) {
    var simpler: [OpenFromEvent] = []
    switch (event, part) {
    case (.policy(let policy, let acknowledgement?), "acknowledgement"):
      if acknowledgement.message != "" {
        simpler.append(.policy(policy, Acknowledgement(acknowledgement.state)))
      }
      simpler.append(.policy(policy, nil))
    case (.policy(let policy, let acknowledgement), "list"):
      simpler = Self.shorter(policy.whitelist).map {
        .policy(ServerPolicy(policy.policy, $0), acknowledgement)
      }
    case (.launch(let policy), "list"):
      simpler = Self.shorter(policy.whitelist).map { .launch(ServerPolicy(policy.policy, $0)) }
    case (.authorizedApps(let apps), "list"):
      simpler = Self.shorter(apps).map { .authorizedApps($0) }
    default: break
    }
    for event in simpler { guard try body(event) else { return } }
  }

  private static func shorter(_ list: [ExactText]) -> [[ExactText]] {
    guard !list.isEmpty else { return [] }
    return [[]]
      + list.indices.map { index in
        var shorter = list
        shorter.remove(at: index)
        return shorter
      }
  }
}
