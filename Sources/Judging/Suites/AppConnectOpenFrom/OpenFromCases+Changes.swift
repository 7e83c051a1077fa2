import Conformance
import SuiteModels

/// The fixed sequences: changes, what the app says of them, readiness, and all AppConnect apps.
extension AppConnectOpenFrom {
  private static let policies: [(name: String, policy: ServerPolicy)] = [
    ("authorized", .authorized), ("unauthorized", .unauthorized), ("whitelist", whitelist(notes)),
    ("other-whitelist", whitelist(viewer)), ("empty-whitelist", whitelist()),
    ("all-apps", .allApps),
  ]

  static let changes = betweenPolicies + lists + nothing + many

  private static let betweenPolicies: [Specification] =
    policies.flatMap { from, before in
      policies.filter { $0.name != from }.map { to, after in
        // A list of nobody, and all of no apps, come to the same.
        sequence(
          "change/\(from)/\(to)", "A change from one policy to another.",
          ["ACC-OF-06", "ACC-OF-07"],
          ready(before) + [
            .policy(after, applied), .properties, .openFrom(notes), .policy(after, applied),
            .properties,
          ])
      }
    }

  private static let many: [Specification] = [
    sequence(
      "changes/many", "The policy changes three hundred times in one run, and each change is told.",
      ["ACC-OF-06", "ACC-OF-07", "ACC-OF-12"],
      ready(.authorized)
        + (0..<100).flatMap { number -> [OpenFromEvent] in
          [
            .policy(whitelist(ExactText("com.acme.app\(number)")), applied),
            .policy(.unauthorized, nil), .policy(.authorized, applied),
          ]
        } + [.openFrom(notes), .policy(whitelist(viewer), applied), .openFrom(notes)])
  ]

  private static let lists: [Specification] = [
    ("added", [notes], [notes, viewer]), ("removed", [notes, viewer], [viewer]),
    ("replaced", [notes], [viewer]), ("emptied", [notes], []), ("filled", [], [notes]),
    ("case", [notes], ["com.acme.Notes"]), ("prefix", [notes], ["com.acme.notes.share"]),
    ("composed", ["n\u{F6}"], ["no\u{308}"]), ("space", [notes], ["com.acme.notes "]),
  ].map { (name: String, before: [ExactText], after: [ExactText]) in
    sequence(
      "list/\(name)", "The list changes under WHITELIST, and changes back.",
      ["ACC-OF-12", "ACC-OF-07", "ACC-OF-06"],
      ready(ServerPolicy(.whitelist, before)) + [
        .policy(ServerPolicy(.whitelist, after), applied), .properties, .openFrom(notes),
        .policy(ServerPolicy(.whitelist, before), applied), .properties, .openFrom(notes),
      ])
  }

  private static let nothing: [Specification] = [
    sequence(
      "same/list", "The same list comes again, in another order, and with repetitions.",
      ["ACC-OF-12"],
      ready(whitelist(notes, viewer)) + [
        .policy(whitelist(notes, viewer), applied), .policy(whitelist(viewer, notes), applied),
        .policy(whitelist(viewer, notes, viewer, viewer), applied), .properties,
        .policy(whitelist(notes), applied), .policy(whitelist(notes, notes), nil),
      ]),
    sequence(
      "same/policy", "The same policy comes again, three times.", ["ACC-OF-12"],
      ready(.unauthorized) + [
        .policy(.unauthorized, applied), .policy(.unauthorized, nil),
        .policy(.unauthorized, applied),
        .policy(.authorized, applied), .policy(.authorized, applied), .openFrom(notes),
      ]),
    sequence(
      "same/after-refusal", "The same policy comes again after the app could not apply it.",
      ["ACC-OF-12"],
      ready(.unauthorized) + [
        .policy(whitelist(notes), Acknowledgement(.error, "no")),
        .policy(whitelist(notes), applied),
        .policy(whitelist(notes), nil), .openFrom(notes),
      ]),
    sequence(
      "same/idle-list", "A list changes under a policy that has no use for it, and then has.",
      ["ACC-OF-12", "ACC-OF-07"],
      ready(ServerPolicy(.unauthorized, [notes])) + [
        .policy(ServerPolicy(.unauthorized, [viewer]), applied), .openFrom(notes),
        .openFrom(viewer),
        .policy(whitelist(viewer), applied), .openFrom(viewer), .openFrom(notes), .properties,
      ]),
    sequence(
      "same/idle-apps", "The authorized apps change under a policy that has no use for them.",
      ["ACC-OF-12"],
      ready(whitelist(notes)) + [
        .authorizedApps([viewer]), .openFrom(viewer), .properties, .policy(.unauthorized, applied),
        .authorizedApps([notes, viewer]), .openFrom(viewer), .policy(.authorized, applied),
        .authorizedApps([]), .openFrom(viewer),
      ]),
    sequence(
      "same/reading", "Reading and documents tell the app nothing.", ["ACC-OF-12"],
      ready(whitelist(notes)) + [.properties, .openFrom(notes), .properties, .openFrom(notes)]),
    sequence(
      "same/there-and-back", "Contradicting policies in a row: each is a change.",
      ["ACC-OF-12", "ACC-OF-06"],
      ready(.authorized)
        + (0..<4).flatMap { _ -> [OpenFromEvent] in
          [.policy(.unauthorized, applied), .policy(.authorized, applied)]
        } + [.openFrom(notes)]),
  ]

  // MARK: Acknowledgements

  private static let messages: [(name: String, text: ExactText)] = [
    ("empty", ""), ("usual", "shown to the user"), ("blank", "  "), ("word", "APPLIED"),
    ("quotes", "\"a\" \\ 'b' <c> & %d %@ {}"), ("lines", "first\nsecond\r\n\tthird"),
    ("composed", "\u{E9} e\u{301} \u{1F4A5}"), ("nul", "not\u{0}applied"),
    ("long", ExactText(String(repeating: "It did not work. ", count: 256))),
    ("longer", ExactText(String(repeating: "It did not work. ", count: 600))),
    ("line-behind", "not applied\n"), ("mark", "\u{FEFF}not applied"),
    ("control", "not\u{1B}[31m applied\u{7}"), ("separators", "not\u{2028}applied\u{2029}\u{85}"),
  ]

  static let acknowledgements = acknowledged + acknowledgedOtherwise + unsupported + independent

  private static let acknowledged: [Specification] =
    PolicyState.allCases.flatMap { state in
      messages.map { name, text in
        sequence(
          "acknowledged/\(state.rawValue.lowercased())/\(name)",
          "The app acknowledges two changes with \(state.rawValue).", ["ACC-OF-08"],
          ready(.authorized) + [
            .policy(whitelist(notes), Acknowledgement(state, text)),
            .policy(.unauthorized, Acknowledgement(state, text)),
          ])
      }
    }

  private static let acknowledgedOtherwise: [Specification] =
    [
      sequence(
        "acknowledged/differently", "Each change is acknowledged in another way.",
        ["ACC-OF-08", "ACC-OF-09"],
        ready(.authorized) + [
          .policy(whitelist(notes), Acknowledgement(.error, "one")),
          .policy(.unauthorized, applied), .policy(whitelist(notes), nil),
          .policy(.authorized, Acknowledgement(.unsupported, "two")),
          .policy(.unauthorized, Acknowledgement(.error)), .policy(.authorized, nil),
        ]),
      sequence(
        "unsupported/never", "The app never acknowledges.", ["ACC-OF-09"],
        ready(.authorized) + [
          .policy(whitelist(notes), nil), .policy(.unauthorized, nil), .policy(.authorized, nil),
        ]),
    ]

  private static let unsupported: [Specification] =
    apps.filter { !$0.app.implements.contains(.changedTo) }.map { name, app in
      sequence(
        "unsupported/\(name)", "The app has no method that tells it of a policy.", ["ACC-OF-09"],
        app: app,
        ready(.authorized) + [
          .policy(whitelist(notes), nil), .openFrom(viewer), .policy(.unauthorized, nil),
          .openFrom(notes), .properties, .policy(.authorized, nil), .openFrom(notes),
        ])
    }

  /// Whatever the app says, the policy holds.
  private static let independent = independentOfWords + independentOfMethods

  private static let independentOfWords: [Specification] =
    [
      ("applied", applied), ("error", Acknowledgement(.error, "cannot")),
      ("unsupported", Acknowledgement(.unsupported)), ("never", nil),
    ].flatMap { (name: String, acknowledgement: Acknowledgement?) in
      [
        sequence(
          "independent/\(name)/stricter",
          "A stricter policy holds, whatever the app says (\(name)).",
          ["ACC-OF-13"],
          ready(.authorized) + [
            .policy(whitelist(notes), acknowledgement), .openFrom(viewer), .openFrom(notes),
            .properties,
            .policy(.unauthorized, acknowledgement), .openFrom(notes), .properties,
          ]),
        sequence(
          "independent/\(name)/looser", "A looser policy holds, whatever the app says (\(name)).",
          ["ACC-OF-13"],
          ready(.unauthorized) + [
            .policy(whitelist(notes), acknowledgement), .openFrom(notes), .openFrom(viewer),
            .policy(.authorized, acknowledgement), .openFrom(viewer), .properties,
          ]),
      ]
    }

  private static let independentOfMethods: [Specification] =
    apps.filter { !$0.app.implements.contains(.changedTo) }.map { name, app in
      sequence(
        "independent/without-method/\(name)", "The policy holds for an app that is not told.",
        ["ACC-OF-13"], app: app,
        ready(.authorized) + [
          .policy(.unauthorized, nil), .openFrom(notes), .policy(whitelist(notes), nil),
          .openFrom(notes),
          .openFrom(viewer),
        ])
    }

  // MARK: Readiness

  static let readiness = readyUnder + readyAfterChanges

  private static let readyUnder: [Specification] =
    policies.flatMap { name, policy in
      [
        sequence(
          "before-ready/\(name)", "Before ready nothing can be read, and nothing is let in.",
          ["ACC-OF-10"],
          [
            .launch(policy), .properties, .openFrom(notes), .openFrom(viewer), .ready, .properties,
            .openFrom(notes),
          ]),
        sequence(
          "before-ready/changed-to/\(name)", "What comes before ready is what ready shows.",
          ["ACC-OF-10", "ACC-OF-06"],
          [
            .launch(name == "authorized" ? .unauthorized : .authorized), .policy(policy, applied),
            .properties, .openFrom(notes), .ready, .properties, .openFrom(notes), .openFrom(viewer),
          ]),
        sequence(
          "stopped/\(name)", "After its end the library tells nothing, and nothing can be read.",
          ["ACC-OF-10", "ACC-OF-12"],
          ready(policy) + [
            .stop, .properties, .openFrom(notes),
            .policy(name == "unauthorized" ? .authorized : .unauthorized, applied),
            .authorizedApps([notes]), .properties, .openFrom(viewer),
          ]),
      ]
    }

  private static let readyAfterChanges: [Specification] =
    [
      sequence(
        "before-ready/several", "Several policies before ready; the last one holds.", ["ACC-OF-10"],
        [
          .launch(.authorized), .policy(.unauthorized, applied), .policy(whitelist(notes), nil),
          .policy(whitelist(viewer), applied), .authorizedApps([notes]), .ready, .properties,
          .openFrom(notes),
          .openFrom(viewer),
        ]),
      sequence(
        "before-ready/stopped", "The library is ended before it was ready.", ["ACC-OF-10"],
        [.launch(.authorized), .stop, .properties, .policy(.unauthorized, nil), .properties]),
      sequence(
        "before-ready/same-again",
        "The policy of the launch comes again once the library is ready.",
        ["ACC-OF-12"],
        ready(whitelist(notes)) + [.policy(whitelist(notes), applied), .openFrom(notes)]),
    ]

  // MARK: All AppConnect apps

  static let allApps = allAppsFollowed + allAppsChanging

  private static let allAppsFollowed: [Specification] =
    apps.map { name, app in
      sequence(
        "all-apps/follows/\(name)", "The set of authorized apps grows and shrinks.", ["ACC-OF-11"],
        app: app,
        ready(.allApps) + [
          .properties, .openFrom(notes), .authorizedApps([notes]), .openFrom(notes), .properties,
          .authorizedApps([notes, viewer]), .openFrom(viewer), .authorizedApps([viewer]),
          .openFrom(notes),
          .openFrom(viewer), .properties, .authorizedApps([]), .openFrom(viewer), .properties,
        ])
    }

  private static let allAppsChanging: [Specification] =
    [
      sequence(
        "all-apps/before-launch-of-it", "The apps are known before the server lets them all in.",
        ["ACC-OF-11"],
        ready(.unauthorized) + [
          .authorizedApps([notes]), .openFrom(notes), .policy(.allApps, applied), .properties,
          .openFrom(notes), .openFrom(viewer),
        ]),
      sequence(
        "all-apps/before-ready", "The apps are known before the library is ready.", ["ACC-OF-11"],
        [
          .launch(.allApps), .authorizedApps([notes]), .openFrom(notes), .ready, .properties,
          .openFrom(notes),
          .openFrom(viewer),
        ]),
      sequence(
        "all-apps/same-set", "The same apps come again, in another order, and with repetitions.",
        ["ACC-OF-12", "ACC-OF-11"],
        ready(.allApps) + [
          .authorizedApps([notes, viewer]), .authorizedApps([viewer, notes]),
          .authorizedApps([viewer, notes, viewer]), .properties,
        ]),
      sequence(
        "all-apps/then-list", "All apps, then a list; the apps no longer count.",
        ["ACC-OF-11", "ACC-OF-12"],
        ready(.allApps) + [
          .authorizedApps([notes]), .policy(whitelist(viewer), applied), .openFrom(notes),
          .authorizedApps([notes, "x"]), .openFrom("x"), .properties, .policy(.allApps, applied),
          .openFrom("x"), .openFrom(viewer), .properties,
        ]),
      sequence(
        "all-apps/same-as-list", "A list becomes all apps, which are the same.", ["ACC-OF-12"],
        ready(whitelist(notes)) + [
          .authorizedApps([notes]), .policy(.allApps, applied), .properties, .openFrom(notes),
          .authorizedApps([notes, viewer]), .openFrom(viewer),
        ]),
      sequence(
        "all-apps/exact", "Identifiers of authorized apps are compared whole, too.", ["ACC-OF-11"],
        ready(.allApps) + [
          .authorizedApps([notes]), .openFrom("com.acme.notes.share"), .openFrom("com.acme.Notes"),
          .openFrom("com.acme"), .openFrom(notes),
        ]),
    ]

  // MARK: Walks

  private static let routes = ChartRoutes(OpenFromModel())

  /// Sequences that the model proposes itself, each from the choices of its own id, after a tour of the machine; once all tours are made,
  /// now and then for an app that lacks a method.
  static let walks = Specification.seeded(300) { number in
    Specification(
      "\(name)/walk/\(number)", "A walk of 24 events that the model proposed.", variants: [.sole],
      targets: ["ACC-OF-06"]
    ) { (choices, _) throws(HarnessFault) in
      let lacks = number >= routes.tours.count && choices.once(in: 2)
      let app: Set<OpenFromCallback>? =
        lacks ? choices.pick([[.changedTo], [.blocked], []]) : nil
      return try routes.walk(
        number, of: app.map { .init(implements: $0) }, length: 24, &choices)
    }
  }
}
