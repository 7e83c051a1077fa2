import AdapterProtocol
import Conformance
import SuiteModels

/// The fixed sequences: launches and changes (MC-01 to 04, 08).
extension ManagedConfig {
  typealias Specification = CaseSpecification<ManagedConfigModel>
  typealias Event = ManagedConfigEvent

  static func sequence(
    _ path: String, _ title: String, _ targets: [Clause.ID], of schema: ManagedSchema = .usual,
    _ events: [Event]
  ) -> Specification {
    Specification("\(name)/\(path)", title, variants: [.sole], targets: targets) { _, _ in
      Script(setup: schema, events: asking(events))
    }
  }

  /// Events with a question for the settings behind each launch, and each change that a running app hears of: an app may tell them to
  /// nobody else.
  static func asking(_ events: [Event]) -> [Event] {
    asking(events.map(Optional.init)).compactMap { $0 }
  }

  /// Like `asking` of events, with a start in a new process in the place of `nil`.
  private static func asking(_ steps: [Event?]) -> [Event?] {
    var isRunning = false
    var all: [Event?] = []
    for (place, step) in steps.enumerated() {
      all.append(step)
      switch step {
      case .launch: isRunning = true
      case .terminate, nil: isRunning = false
      case .configure: break
      default: continue
      }
      let next = place + 1 < steps.count ? steps[place + 1] : nil
      if isRunning, next != .settings { all.append(.settings) }
    }
    return all
  }

  /// Like `sequence`, with starts in a new process that keep the user defaults in the place of `nil`.
  static func kept(
    _ path: String, _ title: String, _ targets: [Clause.ID], of schema: ManagedSchema = .usual,
    _ steps: [Event?]
  ) -> Specification {
    Specification("\(name)/\(path)", title, variants: [.sole], targets: targets) { _, _ in
      Script(
        setup: schema,
        steps: asking(steps).map { step in step.map { .event($0) } ?? .restart(keep: true) })
    }
  }

  // Configurations of `ManagedSchema.usual`.

  static let first = ManagedDictionary([
    "serverURL": .string("https://one.acme.com/login"),
    "cloudDocumentSyncDisabled": .boolean(true), "retryLimit": .integer(7),
    "greeting": .string("Willkommen"), "enrolmentCode": .string("secret-0123456789ab"),
  ])
  static let second = ManagedDictionary([
    "serverURL": .string("http://two.acme.com:8080"),
    "cloudDocumentSyncDisabled": .boolean(false), "retryLimit": .integer(1),
    "greeting": .string(""), "enrolmentCode": .string("secret-cdef01234567"),
  ])
  static let urlOnly = ManagedDictionary(["serverURL": .string("https://three.acme.com/x")])
  static let limitOnly = ManagedDictionary(["retryLimit": .integer(9)])
  static let empty = ManagedDictionary([])

  /// The first configuration with another value for a key, or without it.
  static func first(_ name: String, _ value: TypedValue?) -> ManagedDictionary {
    var members = first.members.filter { $0.key != .string(name) }
    if let value { members.append(TypedMember(name, value)) }
    return ManagedDictionary(members)
  }

  static let reading: [Specification] = [
    sequence(
      "launch/first/none", "The first launch, with no configuration.",
      ["MC-01", "MC-02", "MC-07"], [.launch, .settings]),
    sequence(
      "launch/first/configured", "The server has configured the app before its first launch.",
      ["MC-01", "MC-02", "MC-04"], [.configure(first), .launch, .settings]),
    sequence(
      "launch/first/taken-away",
      "The server has taken a configuration away before the first launch.",
      ["MC-04", "MC-07"], [.configure(first), .configure(nil), .launch]),
    sequence(
      "launch/again/none", "A relaunch, with no configuration.", ["MC-01", "MC-02"],
      [.launch, .terminate, .launch, .settings]),
    sequence(
      "launch/again/unchanged", "Three relaunches with the same configuration.",
      ["MC-01", "MC-02"],
      [.configure(first), .launch, .terminate, .launch, .terminate, .launch, .settings]),
    sequence(
      "launch/again/seen", "A relaunch with what the app got while it was running.",
      ["MC-01", "MC-02"],
      [.launch, .configure(first), .terminate, .launch, .settings]),
    kept(
      "launch/kept/unchanged", "A new process with the same configuration, twice.",
      ["MC-01", "MC-02"], [.configure(first), .launch, nil, .launch, .terminate, nil, .launch]),
    kept(
      "launch/kept/none", "A new process, with no configuration.", ["MC-01", "MC-07"],
      [.launch, nil, .launch, .settings]),
  ]

  static let changes: [Specification] = whileRunning + whileNotRunning + gone

  private static let whileRunning: [Specification] = [
    sequence(
      "change/running/first", "The first configuration comes while the app is running.", ["MC-03"],
      [.launch, .configure(first), .settings]),
    sequence(
      "change/running/other", "Another configuration comes while the app is running.", ["MC-03"],
      [.configure(first), .launch, .configure(second), .settings]),
    sequence(
      "change/running/repeated", "The same configuration comes three times.", ["MC-03"],
      [
        .launch, .configure(first), .configure(first), .configure(first), .settings, .settings,
      ]),
    sequence(
      "change/running/contradicting", "Configurations come that contradict one another.", ["MC-03"],
      [
        .launch, .configure(first), .configure(second), .configure(first), .configure(second),
        .settings,
      ]),
    sequence(
      "change/running/one-value", "One value changes while the app is running.", ["MC-03"],
      [.configure(first), .launch, .configure(first("retryLimit", .integer(6))), .settings]),
    sequence(
      "change/running/look-alike-text",
      "A text changes to the same characters in other code points, and back.", ["MC-03"],
      [
        .configure(ManagedDictionary(["greeting": .string("\u{E9}")])), .launch,
        .configure(ManagedDictionary(["greeting": .string("e\u{301}")])), .settings,
        .configure(ManagedDictionary(["greeting": .string("\u{E9}")])), .settings,
      ]),
    sequence(
      "change/running/letter-case", "A text changes in the case of its letters only, and back.",
      ["MC-03"],
      [
        .configure(ManagedDictionary(["greeting": .string("hello")])), .launch,
        .configure(ManagedDictionary(["greeting": .string("HELLO")])), .settings,
        .configure(ManagedDictionary(["greeting": .string("hello")])), .settings,
      ]),
    sequence(
      "change/running/spaces", "A text changes in the spaces around it only, and back.",
      ["MC-03"],
      [
        .configure(ManagedDictionary(["greeting": .string("hello")])), .launch,
        .configure(ManagedDictionary(["greeting": .string(" hello ")])), .settings,
        .configure(ManagedDictionary(["greeting": .string("hello")])), .settings,
      ]),
    sequence(
      "change/running/after-relaunch", "A change comes after a relaunch.", ["MC-03"],
      [.configure(first), .launch, .terminate, .launch, .configure(second), .settings]),
    kept(
      "change/running/after-start", "A change comes to a new process.", ["MC-03"],
      [.configure(first), .launch, nil, .launch, .configure(second), .settings]),
    sequence(
      "change/running/after-counting", "A change comes after the app has written its feedback.",
      ["MC-03"],
      [.launch, .count("successCount", times: 2), .configure(first), .settings]),
    sequence(
      "change/running/after-collection", "A change comes after the feedback was collected.",
      ["MC-03"],
      [.launch, .count("successCount", times: 2), .collectFeedback, .configure(first), .settings]),
    sequence(
      "change/running/ended-at-once", "The app is killed right after a change.",
      ["MC-01", "MC-03"],
      [.launch, .configure(first), .terminate, .launch, .settings]),
  ]

  private static let whileNotRunning: [Specification] = [
    sequence(
      "change/not-running/first", "The first configuration comes while the app is not running.",
      ["MC-04"], [.launch, .terminate, .configure(first), .launch, .settings]),
    sequence(
      "change/not-running/other", "All values change while the app is not running.", ["MC-04"],
      [.configure(first), .launch, .terminate, .configure(second), .launch, .settings]),
    sequence(
      "change/not-running/one-value", "One value changes while the app is not running.", ["MC-04"],
      [
        .configure(first), .launch, .terminate, .configure(first("retryLimit", .integer(6))),
        .launch, .settings,
      ]),
    sequence(
      "change/not-running/several", "Of several changes the last one counts.", ["MC-04"],
      [
        .configure(first), .launch, .terminate, .configure(second), .configure(urlOnly),
        .configure(second), .launch, .settings,
      ]),
    sequence(
      "change/not-running/back", "What changes while the app is not running changes back.",
      ["MC-04"],
      [
        .configure(first), .launch, .terminate, .configure(second), .configure(first), .launch,
        .settings,
      ]),
    sequence(
      "change/not-running/each-time", "Something else comes before each of three launches.",
      ["MC-04"],
      [
        .launch, .terminate, .configure(first), .launch, .terminate, .configure(second), .launch,
        .terminate, .configure(first), .launch,
      ]),
    sequence(
      "change/not-running/key-removed", "A key goes while the app is not running.", ["MC-04"],
      [
        .configure(first), .launch, .terminate, .configure(first("retryLimit", nil)), .launch,
        .settings,
      ]),
    sequence(
      "change/not-running/removed", "The configuration goes while the app is not running.",
      ["MC-04"], [.configure(first), .launch, .terminate, .configure(nil), .launch, .settings]),
    kept(
      "change/not-running/removed-kept", "The configuration goes between two processes.",
      ["MC-04"], [.configure(first), .launch, nil, .configure(nil), .launch, .settings]),
    sequence(
      "change/not-running/then-running", "A change before a launch, and another after it.",
      ["MC-03", "MC-04"],
      [.launch, .terminate, .configure(first), .launch, .configure(second), .settings]),
    kept(
      "change/not-running/kept", "A change comes between two processes.", ["MC-04"],
      [.configure(first), .launch, nil, .configure(second), .launch, .settings]),
    kept(
      "change/not-running/start-after", "A change comes, and then a new process.", ["MC-04"],
      [.configure(first), .launch, .terminate, .configure(second), nil, .launch, .settings]),
  ]

  private static let gone: [Specification] =
    [
      ("serverURL", "a URL"), ("cloudDocumentSyncDisabled", "a Boolean"),
      ("retryLimit", "an integer"), ("greeting", "a text"), ("enrolmentCode", "a secret"),
    ].flatMap { key, what in
      [
        sequence(
          "gone/running/\(key)", "A key that was set goes while the app is running: \(what).",
          ["MC-08"], [.configure(first), .launch, .configure(first(key, nil)), .settings]),
        sequence(
          "gone/not-running/\(key)",
          "A key that was set goes while the app is not running: \(what).",
          ["MC-08"],
          [.configure(first), .launch, .terminate, .configure(first(key, nil)), .launch]),
      ]
    } + [
      sequence(
        "gone/running/all-for-empty", "All keys go: the dictionary is empty.", ["MC-08"],
        [.configure(first), .launch, .configure(empty), .settings]),
      sequence(
        "gone/running/all-for-none", "All keys go: there is no dictionary.", ["MC-08"],
        [.configure(first), .launch, .configure(nil), .settings]),
      sequence(
        "gone/not-running/all-for-empty", "All keys go while the app is not running.",
        ["MC-08"],
        [.configure(first), .launch, .terminate, .configure(empty), .launch]),
      sequence(
        "gone/not-running/all-for-none", "The dictionary goes while the app is not running.",
        ["MC-08"],
        [.configure(first), .launch, .terminate, .configure(nil), .launch]),
      sequence(
        "gone/running/and-back", "A key goes and comes back.", ["MC-03", "MC-08"],
        [
          .configure(first), .launch, .configure(limitOnly), .configure(first), .configure(urlOnly),
          .settings,
        ]),
      sequence(
        "gone/running/for-another", "One key goes, another one comes.", ["MC-08"],
        [.launch, .configure(urlOnly), .configure(limitOnly), .configure(urlOnly), .settings]),
      kept(
        "gone/kept", "A key goes between two processes.", ["MC-08"],
        [.configure(first), .launch, nil, .configure(limitOnly), .launch]),
    ]
}
