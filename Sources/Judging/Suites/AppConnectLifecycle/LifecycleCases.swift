import Conformance
import SuiteModels

/// The fixed sequences: one for each rule of the source, and for each way into it.
extension Lifecycle {
  typealias Specification = CaseSpecification<LifecycleModel>
  typealias Event = LifecycleEvent

  private static func sequence(
    _ path: String, _ title: String, _ targets: [Clause.ID], hears: Bool = true,
    _ events: [Event]
  ) -> Specification {
    kept(path, title, targets, hears: hears, events)
  }

  /// With starts in a new process in the place of `nil`.
  private static func kept(
    _ path: String, _ title: String, _ targets: [Clause.ID], hears: Bool = true,
    _ steps: [Event?]
  ) -> Specification {
    Specification("\(name)/\(path)", title, variants: [.sole], targets: targets) { _, _ in
      Script(
        setup: .init(hearsPolicy: hears),
        steps: steps.map { step in step.map { .event($0) } ?? .restart(keep: true) })
    }
  }

  private static let installed = Event.device(clientInstalled: true)
  private static let deleted = Event.device(clientInstalled: false)
  private static let launch: [Event] = [.shouldStart, .initialise, .start(["reason": "launch"])]
  private static let restart: [Event] = [.initialise, .start(nil)]

  /// The library is ready with this policy.
  private static func way(_ policy: ManagedPolicy) -> [Event] {
    [installed] + launch + [.ready(policy)]
  }

  // MARK: shouldStartAppConnect

  static let questions: [Specification] = [
    sequence(
      "should-start/installed", "The client app is installed.", ["ACC-LC-01"],
      [installed, .shouldStart, .shouldStart]),
    sequence(
      "should-start/installed/unmanaged", "The client app is installed, the app is not managed.",
      ["ACC-LC-01"], way(.unmanaged) + [.shouldStart, .terminate, .shouldStart]),
    sequence(
      "should-start/installed/managed", "The client app is installed, the app is managed.",
      ["ACC-LC-01"], way(.managed) + [.shouldStart, .terminate, .shouldStart]),
    sequence(
      "should-start/installed/stopped", "The client app is installed, the library is stopped.",
      ["ACC-LC-01"], way(.unmanaged) + [.retire, .stop, .shouldStart]),
    sequence(
      "should-start/installed/again", "The client app is deleted and installed again.",
      ["ACC-LC-01", "ACC-LC-03"], [installed, deleted, .shouldStart, installed, .shouldStart]),
    sequence(
      "should-start/installed/later", "The client app is installed between two questions.",
      ["ACC-LC-01", "ACC-LC-03"], [.shouldStart, installed, .shouldStart]),
    sequence(
      "should-start/deleted/managed", "The client app is deleted after the app was managed.",
      ["ACC-LC-02"], way(.managed) + [deleted, .shouldStart]),
    sequence(
      "should-start/deleted/managed-at-relaunch",
      "The client app is deleted after the app was managed, which is then relaunched.",
      ["ACC-LC-02"], way(.managed) + [.terminate, deleted, .shouldStart] + launch),
    sequence(
      "should-start/deleted/managed-once",
      "The app was managed, and is not any more, when the client app is deleted.", ["ACC-LC-02"],
      way(.managed) + [.policy(.unmanaged), deleted, .shouldStart, .terminate, .shouldStart]),
    sequence(
      "should-start/deleted/managed-later", "The app becomes managed while it runs.", ["ACC-LC-02"],
      way(.unmanaged) + [.policy(.managed), deleted, .shouldStart, .terminate, .shouldStart]),
    sequence(
      "should-start/deleted/stopped",
      "The library is stopped, not retired, and the client deleted.",
      ["ACC-LC-02"], way(.managed) + [.stop, deleted, .shouldStart]),
    sequence(
      "should-start/deleted/managed-again",
      "The app was managed, retired, and managed again before the client app is deleted.",
      ["ACC-LC-02"],
      way(.managed) + [.retire, .stop] + restart + [.ready(.managed), deleted, .shouldStart]),
    sequence(
      "should-start/deleted/again",
      "The client app is deleted, installed and deleted again after the app was managed.",
      ["ACC-LC-02"],
      way(.managed) + [deleted, .shouldStart, installed, deleted, .shouldStart, .terminate]
        + [.shouldStart]),
    sequence(
      "should-start/deleted/told-again",
      "It is said twice that the client app is deleted, after the app was managed.",
      ["ACC-LC-02"],
      way(.managed) + [deleted, deleted, .shouldStart, deleted, .terminate, deleted, .shouldStart]),
    sequence(
      "should-start/installed/told-again", "It is said twice that the client app is installed.",
      ["ACC-LC-01", "ACC-LC-02"],
      [installed] + way(.managed) + [installed, .shouldStart, deleted, .shouldStart]),
    sequence(
      "should-start/never/told", "It is said twice that there is no client app.", ["ACC-LC-03"],
      [deleted, .shouldStart, deleted, .shouldStart, .terminate, .shouldStart]),
    kept(
      "should-start/deleted/again-kept",
      "The client app is deleted, installed and deleted again, each in a process of its own.",
      ["ACC-LC-02"],
      way(.managed) + [deleted, nil, installed, nil, deleted, .shouldStart, nil, .shouldStart]),
    sequence(
      "should-start/deleted/again-unmanaged",
      "The client app is deleted, installed and deleted again, and the app was never managed.",
      ["ACC-LC-03"],
      way(.unmanaged) + [deleted, .shouldStart, installed, deleted, .shouldStart, .terminate]
        + [.shouldStart]),
    sequence(
      "should-start/deleted/managed-after-again",
      "The client app is deleted and installed again before the app is managed for the first time.",
      ["ACC-LC-02"],
      [installed, deleted, installed] + launch + [.ready(.managed), deleted, .shouldStart]),
    kept(
      "should-start/deleted/kept", "A new process asks after the client app was deleted.",
      ["ACC-LC-02"], way(.managed) + [nil, deleted, .shouldStart, nil, .shouldStart]),
    sequence(
      "should-start/never", "There was never a client app.", ["ACC-LC-03"],
      [.shouldStart, .terminate, .shouldStart]),
    sequence(
      "should-start/deleted/not-run",
      "The client app is deleted, and the app never started the library.",
      ["ACC-LC-03"], [installed, .shouldStart, deleted, .shouldStart, .terminate, .shouldStart]),
    sequence(
      "should-start/deleted/unmanaged", "The client app is deleted, and the app was never managed.",
      ["ACC-LC-03"], way(.unmanaged) + [deleted, .shouldStart, .terminate, .shouldStart]),
    sequence(
      "should-start/deleted/started", "The client app is deleted before the policy is known.",
      ["ACC-LC-03"], [installed] + launch + [deleted, .shouldStart, .terminate, .shouldStart]),
    kept(
      "should-start/deleted/unmanaged-kept", "A new process asks, and the app was never managed.",
      ["ACC-LC-03"], way(.unmanaged) + [nil, deleted, .shouldStart]),
    sequence(
      "should-start/retired", "The app was retired, and the client app is deleted: either answer.",
      ["ACC-LC-09"], way(.managed) + [.retire, .stop, deleted, .shouldStart]),
  ]

  // MARK: init, start, ready

  static let starts: [Specification] =
    ManagedPolicy.allCases.flatMap { policy -> [Specification] in
      let word = policy.rawValue.lowercased()
      return [
        sequence(
          "start/\(word)", "The library is started, and is ready: \(policy.rawValue).",
          ["ACC-LC-04", "ACC-LC-05", "ACC-LC-11"],
          [installed, .properties, .initialise, .properties, .start([:]), .properties]
            + [.ready(policy), .properties]),
        sequence(
          "start/\(word)/without-callback",
          "An app without the callback becomes ready: \(policy.rawValue).",
          ["ACC-LC-04", "ACC-LC-06"], hears: false,
          [installed, .initialise, .start([:]), .ready(policy), .properties]),
        sequence(
          "start/\(word)/relaunch", "The first determination is told at each launch.",
          ["ACC-LC-05", "ACC-LC-11"],
          way(policy) + [.terminate, .properties] + launch + [.properties, .ready(policy)]),
        kept(
          "start/\(word)/new-process", "The first determination is told in a new process.",
          ["ACC-LC-05", "ACC-LC-11"], way(policy) + [nil] + launch + [.properties, .ready(policy)]),
        sequence(
          "restart/\(word)", "The library is stopped and started again, with the same policy.",
          ["ACC-LC-10", "ACC-LC-11"],
          way(policy) + [.stop] + restart + [.properties, .ready(policy), .properties]),
        sequence(
          "restart/\(word)/retired", "The library is retired, stopped and started again.",
          ["ACC-LC-10", "ACC-LC-11"],
          way(policy) + [.retire, .stop] + restart + [.properties, .ready(policy), .properties]),
        sequence(
          "restart/\(word)/other", "After a restart the policy is another one.",
          ["ACC-LC-04", "ACC-LC-10", "ACC-LC-11"],
          way(policy) + [.stop] + restart
            + [.ready(policy == .managed ? .unmanaged : .managed), .policy(policy)]),
        sequence(
          "restart/\(word)/twice", "The library is stopped and started again twice.",
          ["ACC-LC-10", "ACC-LC-11"],
          way(policy) + [.stop] + restart + [.ready(policy), .stop] + restart + [.ready(policy)]),
        sequence(
          "restart/\(word)/before-ready", "The library is stopped before it is ready.",
          ["ACC-LC-05", "ACC-LC-10"],
          [installed] + launch + [.stop, .properties] + restart + [.ready(policy)]),
        sequence(
          "relaunch/\(word)/other", "After a relaunch the policy is another one.",
          ["ACC-LC-04", "ACC-LC-11"],
          way(policy) + [.terminate] + launch
            + [.ready(policy == .managed ? .unmanaged : .managed), .properties]),
      ]
    } + [
      sequence(
        "start/options", "Launch options of any text do no harm.", ["ACC-LC-05"],
        [
          installed, .initialise, .start(["": "\u{0}e\u{301}\u{1F600}", "url": "a://b?c=%20"]),
          .ready(.managed),
        ]),
      sequence(
        "start/before", "Nothing can be read before init, and between init and ready.",
        ["ACC-LC-05"],
        [
          .properties, installed, .properties, .initialise, .properties, .log(.info, "a"),
          .start([:]), .properties, .log(.debug, "b"), .properties,
        ]),
    ]

  // MARK: Changes of the policy

  static let policies: [Specification] = [true, false].flatMap { hears -> [Specification] in
    let suffix = hears ? "" : "/without-callback"
    let words = hears ? "" : "; the app has no callback"
    return [
      sequence(
        "policy/changes" + suffix, "The policy changes four times\(words).", ["ACC-LC-06"],
        hears: hears,
        way(.unmanaged) + [
          .policy(.managed), .properties, .policy(.unmanaged), .policy(.managed),
          .policy(.unmanaged), .properties,
        ]),
      sequence(
        "policy/repeated" + suffix, "The same policy comes again and again\(words).",
        ["ACC-LC-06", "ACC-LC-11"], hears: hears,
        way(.managed) + [
          .policy(.managed), .policy(.managed), .properties, .policy(.unmanaged),
          .policy(.unmanaged), .policy(.managed), .policy(.managed),
        ]),
      sequence(
        "policy/after-restart" + suffix, "The policy changes after a restart\(words).",
        ["ACC-LC-06", "ACC-LC-10"], hears: hears,
        way(.managed) + [.stop] + restart + [
          .ready(.managed), .policy(.managed), .policy(.unmanaged), .policy(.managed),
        ]),
      sequence(
        "policy/client-deleted" + suffix,
        "The client app is deleted while the app is managed\(words).",
        ["ACC-LC-06"], hears: hears,
        way(.managed) + [deleted, .properties, .policy(.unmanaged), .properties]),
    ]
  }

  // MARK: retire, stop

  static let ends: [Specification] =
    ManagedPolicy.allCases.flatMap { policy -> [Specification] in
      let word = policy.rawValue.lowercased()
      return [
        sequence(
          "retire/\(word)", "The library is retired and stopped: \(policy.rawValue).",
          ["ACC-LC-09"], way(policy) + [.retire, .properties, .stop, .properties]),
        sequence(
          "retire/\(word)/without-callback", "An app without the callback is retired.",
          ["ACC-LC-09"], hears: false, way(policy) + [.retire, .properties, .stop]),
        sequence(
          "retire/\(word)/killed", "The app is killed after retire, before stop.", ["ACC-LC-09"],
          way(policy) + [.retire, .terminate, .properties] + launch + [.ready(.unmanaged)]),
        sequence(
          "retire/\(word)/again", "The library is started again and retired again.",
          ["ACC-LC-09", "ACC-LC-10"],
          way(policy) + [.retire, .stop] + restart + [
            .ready(.managed), .retire, .properties, .stop,
          ]),
        sequence(
          "stop/\(word)", "The library is stopped: \(policy.rawValue).", ["ACC-LC-07"],
          way(policy) + [.stop, .properties, .properties]),
        sequence(
          "stop/\(word)/changed-after", "The policy changes after the library was stopped.",
          ["ACC-LC-07"],
          way(policy) + [.stop, .policy(.managed), .policy(.unmanaged), .properties]),
        sequence(
          "stop/\(word)/retired", "The policy changes after the library was retired and stopped.",
          ["ACC-LC-07", "ACC-LC-09"],
          way(policy) + [.retire, .stop, .policy(.unmanaged), .policy(.managed), .properties]),
        sequence(
          "stop/\(word)/before-ready", "The library is stopped before it is ready.", ["ACC-LC-07"],
          [installed] + launch + [.stop, .policy(policy), .properties]),
        sequence(
          "stop/\(word)/told-later",
          "What comes while the library is stopped counts at its next start.",
          ["ACC-LC-07", "ACC-LC-11"],
          way(policy) + [.stop, .policy(.managed)] + restart + [.ready(policy), .properties]),
        sequence(
          "data/\(word)", "What is kept about the app survives all but retire.", ["ACC-LC-09"],
          way(policy) + [
            .policy(.managed), .policy(.unmanaged), .stop, .properties, .terminate, .properties,
          ] + launch + [.ready(.unmanaged), .retire, .stop, .terminate, .properties]),
      ]
    }

  // MARK: Logging

  static let logging: [Specification] =
    LogLevel.allCases.flatMap { level -> [Specification] in
      let word = level.rawValue.lowercased()
      return [
        sequence(
          "log/\(word)/stopped", "The log level was \(level.rawValue) when the library is stopped.",
          ["ACC-LC-08"],
          way(.managed) + [
            .logLevel(level), .properties, .log(level, "before"), .stop, .properties,
            .log(level, "after"), .log(.debug, "%@ %n"), .properties,
          ]),
        sequence(
          "log/\(word)/set-after",
          "The server sets the level \(level.rawValue) for a library that is stopped.",
          ["ACC-LC-08"],
          way(.unmanaged) + [.retire, .stop, .logLevel(level), .properties, .log(level, "after")]),
        sequence(
          "log/\(word)/before-ready",
          "The server sets the level \(level.rawValue) before the library is ready, which is then stopped.",
          ["ACC-LC-08"],
          [installed] + launch + [
            .logLevel(level), .log(level, "before"), .stop, .properties, .log(level, "after"),
          ] + restart + [.logLevel(level), .stop, .properties]),
        sequence(
          "log/\(word)/killed-before-ready",
          "The app is killed after the level \(level.rawValue) was set, before the library is ready.",
          ["ACC-LC-08"],
          [installed] + launch + [.logLevel(level), .terminate, .properties] + launch + [
            .ready(.managed), .stop, .properties,
          ]),
        sequence(
          "log/\(word)/killed", "The app is killed while the log level is \(level.rawValue).",
          ["ACC-LC-08"],
          way(.managed) + [.logLevel(level), .terminate, .properties] + launch + [
            .ready(.managed), .logLevel(level), .stop, .properties,
          ]),
      ]
    } + [
      sequence(
        "log/restarted",
        "The level is set again after a restart, and the library is stopped again.",
        ["ACC-LC-08", "ACC-LC-10"],
        way(.managed) + [.logLevel(.debug), .stop] + restart + [
          .ready(.managed), .logLevel(.verbose), .properties, .stop, .properties,
        ]),
      sequence(
        "log/texts", "Texts of any kind are logged after stop.", ["ACC-LC-08"],
        way(.managed) + [.stop] + LifecycleModel.texts.map { .log(.debug, $0) } + [.properties]),
      sequence(
        "log/from-the-start", "Something is logged before the library is there.", ["ACC-LC-08"],
        [.log(.info, "a"), .initialise, .log(.info, "b"), .start([:]), .log(.info, "c")] + [
          .ready(.unmanaged), .log(.info, "d"), .retire, .log(.info, "e"), .stop,
          .log(.info, "f"),
        ]),
    ]

  // MARK: A new process

  static let kept: [Specification] =
    ManagedPolicy.allCases.flatMap { policy -> [Specification] in
      let word = policy.rawValue.lowercased()
      return [
        kept(
          "kept/\(word)/data", "What the library keeps about the app is there in a new process.",
          ["ACC-LC-09"], way(policy) + [nil, .properties, nil, .properties]),
        kept(
          "kept/\(word)/retired", "What retire has erased is not there in a new process.",
          ["ACC-LC-09"], way(policy) + [.retire, nil, .properties]),
        kept(
          "kept/\(word)/stopped", "A new process begins after stop.", ["ACC-LC-02", "ACC-LC-09"],
          way(policy) + [.stop, nil, deleted, .shouldStart, .properties]),
      ]
    }

  // MARK: Between any two steps

  private static let story: [Event] =
    way(.managed) + [.logLevel(.debug), .policy(.unmanaged), .policy(.managed), .stop]
    + restart + [.ready(.managed), .retire, .stop]

  /// The app is killed after each step of a story, and starts from the beginning.
  static let between: [Specification] = (1...story.count).flatMap { place in
    let before: [Event?] = story[..<place].map { $0 }
    let after: [Event?] = launch + [.ready(.managed), .policy(.unmanaged), .properties]
    return [
      kept(
        "between/killed/\(place)", "The app is killed after step \(place), and launched again.",
        ["ACC-LC-05", "ACC-LC-11"], before + [.terminate, .properties] + after),
      kept(
        "between/new-process/\(place)", "A new process begins after step \(place).",
        ["ACC-LC-05", "ACC-LC-09"], before + [nil, .properties] + after),
    ]
  }

  private static let routes = ChartRoutes(LifecycleModel())

  /// Sequences that the model proposes itself, each from the choices of its own id, after a tour of the machine; in every third the app
  /// then ends with its process.
  static let walks = Specification.seeded(300) { number in
    Specification(
      "\(name)/walk/\(number)", "A walk of 32 events that the model proposed.", variants: [.sole],
      targets: ["ACC-LC-06", "ACC-LC-11"]
    ) { (choices, _) throws(HarnessFault) in
      // Once all tours are made, every other app is one without the method.
      let lacks = number >= routes.tours.count && number % 2 == 1
      let lead = try routes.lead(number, of: .init(hearsPolicy: !lacks))
      var script = LifecycleModel().walk(after: lead, length: 32, &choices)
      guard number % 3 == 2 else { return script }
      for index in script.steps.indices.dropFirst(lead.script.steps.count)
      where script.steps[index].event == .terminate {
        script.steps[index] = .restart(keep: true)
      }
      return script
    }
  }
}
