import Conformance
import SuiteModels

/// The fixed sequences: one for each row of the source and each way into it.
extension DualMode {
  typealias Specification = CaseSpecification<DualModeModel>

  /// How an app gets into a mode, from its first launch on.
  static func way(into mode: AppMode) -> [DualModeEvent] {
    switch mode {
    case .undecided: [.launch(shouldStart: true, options: [:])]
    case .notAvailable: [.launch(shouldStart: false, options: [:])]
    case .nonAppConnect: way(into: .undecided) + [.managedPolicy(.unmanaged, .init())]
    case .pending: way(into: .nonAppConnect) + [.userRequests(.appConnect)]
    case .appConnect: way(into: .undecided) + [.managedPolicy(.managed, .init())]
    }
  }

  /// Like `way(into:)`, but with the library started, as far as the mode lets it.
  static func wayWithLibrary(into mode: AppMode) -> [DualModeEvent] {
    mode == .notAvailable
      ? way(into: mode) + [.terminate, .launch(shouldStart: true, options: [:])] : way(into: mode)
  }

  private static func sequence(
    _ path: String, _ title: String, _ targets: [Clause.ID], _ events: [DualModeEvent]
  ) -> Specification {
    Specification("\(name)/\(path)", title, variants: [.sole], targets: targets) { _, _ in
      Script(setup: .init(), events: events)
    }
  }

  static let launches: [Specification] = firstLaunches + relaunches

  private static let firstLaunches: [Specification] = [
    sequence(
      "launch/first/available", "The first launch, with the client app installed.",
      ["ACC-DM-01", "ACC-DM-03"], [.launch(shouldStart: true, options: [:])]),
    sequence(
      "launch/first/not-available", "The first launch, without the client app.",
      ["ACC-DM-03", "ACC-DM-04"], [.launch(shouldStart: false, options: [:])]),
    sequence(
      "launch/first/options", "The launch options reach the library as they are.", ["ACC-DM-03"],
      [
        .launch(
          shouldStart: true,
          options: [
            "UIApplicationLaunchOptionsURLKey": "acme://start?a=b&c=%20", "": "\u{0}é\u{1F600}",
          ])
      ]),
    sequence(
      "launch/first/available-later",
      "The choice is left to the launch at which the client app is there.",
      ["ACC-DM-04", "ACC-DM-05", "ACC-DM-06"],
      [
        .launch(shouldStart: false, options: [:]), .terminate,
        .launch(shouldStart: false, options: [:]), .terminate,
        .launch(shouldStart: true, options: ["reason": "relaunch"]),
        .managedPolicy(.managed, .init()),
      ]),
  ]

  private static let relaunches: [Specification] = AppMode.allCases.flatMap { mode in
    // AppConnectMode with the answer NO is ruled out by the source (step 3).
    (mode == .appConnect ? [true] : [true, false]).map { shouldStart in
      let own: Clause.ID =
        switch (mode, shouldStart) {
        case (.nonAppConnect, _): "ACC-DM-02"
        case (.notAvailable, false): "ACC-DM-05"
        case (.undecided, false): "ACC-DM-04"
        default: "ACC-DM-03"
        }
      return sequence(
        "launch/again/\(mode.rawValue)/\(shouldStart ? "yes" : "no")",
        "A relaunch in \(mode.rawValue), where shouldStartAppConnect would answer "
          + "\(shouldStart ? "YES" : "NO").",
        [own],
        way(into: mode) + [.terminate, .launch(shouldStart: shouldStart, options: ["n": "2"])])
    }
  }

  static let decisions: [Specification] = AppMode.allCases.filter { $0 != .nonAppConnect }.flatMap {
    mode in
    ManagedPolicy.allCases.flatMap { policy in
      allPolicies.map { policies in decision(mode, policy, policies) }
    }
  }

  private static let allPolicies: [DualModeEvent.Policies] = [false, true].flatMap { services in
    [false, true].flatMap { io in
      AuthorizationState.allCases.map {
        .init(secureServices: services, secureFileIORequired: io, authorization: $0)
      }
    }
  }

  private static func decision(
    _ mode: AppMode, _ policy: ManagedPolicy, _ policies: DualModeEvent.Policies
  ) -> Specification {
    var targets: [Clause.ID] =
      switch (mode, policy) {
      case (.appConnect, _): ["ACC-DM-15"]
      case (.pending, .managed): ["ACC-DM-06", "ACC-DM-11", "ACC-DM-12"]
      case (.pending, .unmanaged): ["ACC-DM-10", "ACC-DM-14"]
      case (_, .managed): ["ACC-DM-06", "ACC-DM-12"]
      case (_, .unmanaged): ["ACC-DM-07", "ACC-DM-14"]
      }
    if policy == .managed, mode != .appConnect, policies.authorization == .retired {
      targets.append("ACC-DM-13")
    }
    let detail = [
      policies.secureServices ? "services" : "no-services",
      policies.secureFileIORequired ? "required" : "not-required",
      policies.authorization.rawValue.lowercased(),
    ].joined(separator: "-")
    return sequence(
      "policy/\(mode.rawValue)/\(policy.rawValue.lowercased())/\(detail)",
      "\(policy.rawValue) arrives in \(mode.rawValue); the app is killed and launched again.",
      targets,
      wayWithLibrary(into: mode) + [
        .managedPolicy(policy, policies), .terminate,
        .launch(shouldStart: true, options: [:]),
      ])
  }

  /// What the library says in AppConnectMode of an app that is in it already: in the run in which it came there, and in later ones.
  static let noticesAgain: [Specification] = [false, true].flatMap { isEncrypted in
    let policies =
      isEncrypted
      ? DualModeEvent.Policies(secureServices: true, secureFileIORequired: true) : .init()
    let name = isEncrypted ? "encrypted" : "unencrypted"
    let inMode = way(into: .undecided) + [DualModeEvent.managedPolicy(.managed, policies)]
    let relaunch: [DualModeEvent] = [.terminate, .launch(shouldStart: true, options: [:])]
    return [
      sequence(
        "policy/AppConnectMode/again/\(name)",
        "The same notice again, at once and after a relaunch (\(name)).",
        ["ACC-DM-12", "ACC-DM-15"],
        inMode + [.managedPolicy(.managed, policies)] + relaunch
          + [.managedPolicy(.managed, policies), .managedPolicy(.managed, policies)] + relaunch),
      sequence(
        "policy/AppConnectMode/relaunched/\(name)/unmanaged",
        "UNMANAGED is the first notice after a relaunch in AppConnectMode (\(name)).",
        ["ACC-DM-15"], inMode + relaunch + [.managedPolicy(.unmanaged, .init())] + relaunch),
      sequence(
        "policy/AppConnectMode/relaunched/\(name)/retired",
        "RETIRED is told by the first notice after a relaunch in AppConnectMode (\(name)).",
        ["ACC-DM-15"],
        inMode + relaunch + [
          .managedPolicy(
            .unmanaged,
            .init(
              secureServices: isEncrypted, secureFileIORequired: isEncrypted,
              authorization: .retired))
        ] + relaunch),
    ]
  }

  static let userRequests: [Specification] = [
    sequence(
      "user/non-appconnect/unencrypted", "The user leaves AppConnectMode; nothing was encrypted.",
      ["ACC-DM-08", "ACC-DM-14"],
      way(into: .appConnect) + [
        .userRequests(.nonAppConnect), .terminate, .launch(shouldStart: true, options: [:]),
      ]),
    sequence(
      "user/non-appconnect/encrypted", "The user leaves AppConnectMode with encrypted data.",
      ["ACC-DM-08", "ACC-DM-14"],
      way(into: .undecided) + [
        .managedPolicy(.managed, .init(secureServices: true, secureFileIORequired: true)),
        .userRequests(.nonAppConnect), .terminate, .launch(shouldStart: true, options: [:]),
      ]),
    sequence(
      "user/non-appconnect/after-relaunch",
      "The user leaves AppConnectMode in a later run of the app.",
      ["ACC-DM-08", "ACC-DM-03"],
      way(into: .appConnect) + [
        .terminate, .launch(shouldStart: true, options: ["n": "2"]), .userRequests(.nonAppConnect),
      ]),
    sequence(
      "user/non-appconnect/after-relaunch/encrypted",
      "The user leaves AppConnectMode with encrypted data in a later run of the app.",
      ["ACC-DM-08", "ACC-DM-03", "ACC-DM-14"],
      way(into: .undecided) + [
        .managedPolicy(.managed, .init(secureServices: true, secureFileIORequired: true)),
        .terminate, .launch(shouldStart: true, options: ["n": "2"]),
        .userRequests(.nonAppConnect), .terminate, .launch(shouldStart: true, options: [:]),
      ]),
    sequence(
      "user/non-appconnect/after-relaunch/told-again",
      "In a later run the same notice comes again, and then the user leaves AppConnectMode.",
      ["ACC-DM-08", "ACC-DM-14"],
      way(into: .undecided) + [
        .managedPolicy(.managed, .init(secureServices: true, secureFileIORequired: true)),
        .terminate, .launch(shouldStart: true, options: ["n": "2"]),
        .managedPolicy(.managed, .init(secureServices: true, secureFileIORequired: true)),
        .userRequests(.nonAppConnect), .terminate, .launch(shouldStart: true, options: [:]),
      ]),
    sequence(
      "user/non-appconnect/twice/after-relaunch",
      "The user leaves AppConnectMode, enters it again, and leaves it in a later run.",
      ["ACC-DM-08", "ACC-DM-14"],
      way(into: .undecided) + [
        .managedPolicy(.managed, .init(secureServices: true, secureFileIORequired: true)),
        .userRequests(.nonAppConnect), .userRequests(.appConnect),
        .managedPolicy(.managed, .init(secureServices: true, secureFileIORequired: true)),
        .terminate, .launch(shouldStart: true, options: ["n": "2"]),
        .userRequests(.nonAppConnect), .terminate, .launch(shouldStart: true, options: [:]),
      ]),
    sequence(
      "user/appconnect/granted", "The user asks for AppConnectMode and is managed.",
      ["ACC-DM-09", "ACC-DM-11"],
      way(into: .pending) + [.managedPolicy(.managed, .init())]),
    sequence(
      "user/appconnect/refused", "The user asks for AppConnectMode and is not managed.",
      ["ACC-DM-09", "ACC-DM-10", "ACC-DM-14"],
      way(into: .pending) + [.managedPolicy(.unmanaged, .init())]),
    sequence(
      "user/appconnect/killed-while-pending", "The app is killed while the answer is awaited.",
      ["ACC-DM-03", "ACC-DM-09", "ACC-DM-11"],
      way(into: .pending) + [
        .terminate, .launch(shouldStart: false, options: [:]), .terminate,
        .launch(shouldStart: true, options: ["n": "3"]), .managedPolicy(.managed, .init()),
      ]),
    sequence(
      "user/appconnect/killed-then-refused",
      "The app is killed while the answer is awaited, which is no.",
      ["ACC-DM-10", "ACC-DM-14"],
      way(into: .pending) + [
        .terminate, .launch(shouldStart: true, options: ["n": "2"]),
        .managedPolicy(.unmanaged, .init()), .terminate, .launch(shouldStart: true, options: [:]),
      ]),
    sequence(
      "user/re-entry-unencrypted",
      "AppConnectMode with encryption, left, and entered again where encryption is not required.",
      ["ACC-DM-08", "ACC-DM-12"],
      way(into: .undecided) + [
        .managedPolicy(.managed, .init(secureServices: true, secureFileIORequired: true)),
        .userRequests(.nonAppConnect), .userRequests(.appConnect),
        .managedPolicy(.managed, .init(secureServices: true)), .terminate,
        .launch(shouldStart: true, options: [:]),
      ]),
    sequence(
      "user/there-and-back", "The user changes the mode four times; each change is a whole one.",
      ["ACC-DM-08", "ACC-DM-09", "ACC-DM-11"],
      way(into: .appConnect)
        + (0..<2).flatMap { _ -> [DualModeEvent] in
          [
            .userRequests(.nonAppConnect), .userRequests(.appConnect),
            .managedPolicy(.managed, .init(secureServices: true, secureFileIORequired: true)),
          ]
        }),
    sequence(
      "launch/twelve-times/undecided",
      "The app is launched twelve times before its policy is known.",
      ["ACC-DM-03", "ACC-DM-16"],
      (0..<12).flatMap { _ in way(into: .undecided) + [.terminate] } + way(into: .appConnect)),
    sequence(
      "launch/twelve-times/pending",
      "The app is launched twelve times while the change that the user asked for is pending.",
      ["ACC-DM-03", "ACC-DM-16"],
      way(into: .pending)
        + (0..<12).flatMap { _ -> [DualModeEvent] in
          [.terminate, .launch(shouldStart: true, options: [:])]
        } + [.managedPolicy(.managed, .init())]),
    sequence(
      "user/refused-twice", "A refused change can be tried again.", ["ACC-DM-09", "ACC-DM-10"],
      way(into: .pending) + [
        .managedPolicy(.unmanaged, .init()), .userRequests(.appConnect),
        .managedPolicy(.unmanaged, .init()), .terminate, .launch(shouldStart: true, options: [:]),
      ]),
  ]

  private static let routes = ChartRoutes(DualModeModel())

  /// Sequences that the model proposes itself, each from the choices of its own id, after a tour of the machine.
  static let walks = Specification.seeded(300) { number in
    Specification(
      "\(name)/walk/\(number)", "A walk of 24 events that the model proposed.", variants: [.sole],
      targets: ["ACC-DM-03", "ACC-DM-14"]
    ) { (choices, _) throws(HarnessFault) in
      try routes.walk(number, length: 24, &choices)
    }
  }
}
