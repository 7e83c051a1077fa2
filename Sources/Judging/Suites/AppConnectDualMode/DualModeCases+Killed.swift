import Conformance
import SuiteModels

/// What an app has stored outlives its process, whenever that ends (ACC-DM-16).
extension DualMode {
  /// A transition that writes, or must not, and what may be done again after it.
  private struct Transition {
    let path: String
    let title: String
    let way: [DualModeEvent]
    let event: DualModeEvent
    /// What happens after the next launch, whichever state the app was left in.
    var afterwards: [DualModeEvent] = []
    /// What happens after the next launch where the app died before its first write, so that nothing has changed.
    var again: [DualModeEvent] = []
  }

  private static let encrypted = DualModeEvent.Policies(
    secureServices: true, secureFileIORequired: true)
  private static let launch = DualModeEvent.launch(shouldStart: true, options: [:])
  private static let wayIntoEncrypted =
    way(into: .undecided) + [DualModeEvent.managedPolicy(.managed, encrypted)]

  // MARK: Killed between two events

  /// The process is killed after an event, without a word, and a new one is started.
  static let kept: [Specification] =
    (AppMode.allCases.map { ($0.rawValue, way(into: $0)) } + [("encrypted", wayIntoEncrypted)])
    .flatMap { name, way in
      [
        kept(
          "\(name)/once", "The process is killed once the app is in its mode (\(name)).",
          way, times: 1),
        kept(
          "\(name)/twice",
          "The process is killed once the app is in its mode (\(name)), and again after a launch.",
          way, times: 2),
      ]
    } + [
      kept(
        "left/encrypted", "The process is killed once the user has left AppConnectMode.",
        wayIntoEncrypted + [.userRequests(.nonAppConnect)], times: 1),
      kept(
        "terminated/encrypted", "The process is killed after the app has ended.",
        wayIntoEncrypted + [.terminate], times: 1),
    ]

  private static func kept(
    _ path: String, _ title: String, _ way: [DualModeEvent], times: Int
  ) -> Specification {
    Specification(
      "\(name)/kept/\(path)", title, variants: [.sole], targets: ["ACC-DM-16"]
    ) { _, _ in
      var script = Script<DualModeModel>(setup: .init(), events: way)
      for _ in 0..<times { script.steps += [.restart(keep: true), .event(launch)] }
      return script
    }
  }

  // MARK: Killed in the midst of an event

  /// Before the first write, and after each of those that an app may need for one transition.
  private static let writes = 0...4

  static let killed: [Specification] = transitions.flatMap { transition in
    writes.map { killed(transition, afterWrites: $0) }
  }

  private static func killed(_ transition: Transition, afterWrites writes: Int) -> Specification {
    let moment = writes == 0 ? "before its first write" : "after write \(writes), or at the end"
    return Specification(
      "\(name)/killed/\(transition.path)/\(writes)",
      "\(transition.title) The app dies \(moment); a new process goes on.", variants: [.sole],
      targets: ["ACC-DM-16"], needs: [killPoints]
    ) { _, _ in
      var script = Script<DualModeModel>(
        setup: .init(),
        events: transition.way + [.killed(transition.event, afterWrites: writes)])
      script.steps += [.restart(keep: true), .event(launch)]
      let repeated = writes == 0 ? transition.again : []
      script.steps += (transition.afterwards + repeated + [.terminate, launch]).map { .event($0) }
      return script
    }
  }

  private static let transitions: [Transition] =
    launchTransitions + entering + leaving + staying

  private static let launchTransitions: [Transition] =
    [
      Transition(
        path: "launch/first/yes", title: "A first launch, with the client app.", way: [],
        event: launch, afterwards: [.managedPolicy(.managed, .init())]),
      Transition(
        path: "launch/first/no", title: "A first launch, without the client app.", way: [],
        event: .launch(shouldStart: false, options: [:]),
        afterwards: [.managedPolicy(.managed, .init())]),
      Transition(
        path: "launch/Undecided/no", title: "A relaunch in Undecided, without the client app.",
        way: way(into: .undecided) + [.terminate],
        event: .launch(shouldStart: false, options: [:]),
        afterwards: [.managedPolicy(.managed, .init())]),
    ]
    + AppMode.allCases.map { mode in
      Transition(
        path: "launch/\(mode.rawValue)/yes", title: "A relaunch in \(mode.rawValue).",
        way: way(into: mode) + [.terminate], event: launch)
    } + [
      Transition(
        path: "launch/encrypted/yes", title: "A relaunch in AppConnectMode with encrypted data.",
        way: wayIntoEncrypted + [.terminate], event: launch)
    ]

  private static let entering: [Transition] = [AppMode.undecided, .notAvailable, .pending].flatMap {
    mode in
    [
      ("plain", .init()), ("encrypted", encrypted),
      ("retired", .init(authorization: .retired)),
      (
        "encrypted-retired",
        .init(secureServices: true, secureFileIORequired: true, authorization: .retired)
      ),
    ].map { (detail: String, policies: DualModeEvent.Policies) in
      Transition(
        path: "policy/\(mode.rawValue)/managed-\(detail)",
        title: "MANAGED (\(detail)) arrives in \(mode.rawValue), and again.",
        way: wayWithLibrary(into: mode), event: .managedPolicy(.managed, policies),
        afterwards: [.managedPolicy(.managed, policies)])
    } + [
      Transition(
        path: "policy/\(mode.rawValue)/managed-encrypted-then-unmanaged",
        title: "MANAGED arrives in \(mode.rawValue), with encryption, and then UNMANAGED.",
        way: wayWithLibrary(into: mode), event: .managedPolicy(.managed, encrypted),
        afterwards: [.managedPolicy(.unmanaged, .init())]),
      Transition(
        path: "policy/\(mode.rawValue)/managed-encrypted-then-plain",
        title: "MANAGED arrives in \(mode.rawValue), with encryption, and then without.",
        way: wayWithLibrary(into: mode), event: .managedPolicy(.managed, encrypted),
        afterwards: [.managedPolicy(.managed, .init(secureServices: true))]),
      Transition(
        path: "policy/\(mode.rawValue)/unmanaged", title: "UNMANAGED arrives in \(mode.rawValue).",
        way: wayWithLibrary(into: mode), event: .managedPolicy(.unmanaged, .init()),
        again: [.managedPolicy(.unmanaged, .init())]),
    ]
  }

  private static let leaving: [Transition] = [
    Transition(
      path: "user/non-appconnect/unencrypted", title: "The user leaves AppConnectMode.",
      way: way(into: .appConnect), event: .userRequests(.nonAppConnect),
      again: [.userRequests(.nonAppConnect)]),
    Transition(
      path: "user/non-appconnect/encrypted",
      title: "The user leaves AppConnectMode with encrypted data.", way: wayIntoEncrypted,
      event: .userRequests(.nonAppConnect), again: [.userRequests(.nonAppConnect)]),
    Transition(
      path: "user/appconnect", title: "The user asks for AppConnectMode.",
      way: way(into: .nonAppConnect), event: .userRequests(.appConnect),
      again: [.userRequests(.appConnect)]),
  ]

  /// The encryption state may follow these, in a write of its own.
  private static let staying: [Transition] = [
    Transition(
      path: "policy/AppConnectMode/encrypted",
      title: "Encryption is asked for in AppConnectMode, and again.",
      way: way(into: .appConnect), event: .managedPolicy(.managed, encrypted),
      afterwards: [.managedPolicy(.managed, encrypted)]),
    Transition(
      path: "policy/AppConnectMode/unencrypted",
      title: "Encryption is no longer asked for in AppConnectMode.", way: wayIntoEncrypted,
      event: .managedPolicy(.managed, .init()), afterwards: [.managedPolicy(.managed, .init())]),
  ]
}
