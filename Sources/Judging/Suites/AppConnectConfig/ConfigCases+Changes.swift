import Conformance
import SuiteModels

/// The fixed sequences: what is a change, what is missed, and what the app's methods return.
extension AppConnectConfig {
  private static let base: ConfigPairs = ["a": "1", "b": "two", "c": "3"]

  private static let kinds: [(name: String, title: String, pairs: ConfigPairs)] = [
    ("value", "A value changes.", ["a": "1", "b": "9", "c": "3"]),
    ("value/case", "A value changes in case only.", ["a": "1", "b": "TWO", "c": "3"]),
    ("value/longer", "A value becomes longer.", ["a": "1", "b": "twofold", "c": "3"]),
    ("value/space", "A value gets a space.", ["a": "1", "b": "two ", "c": "3"]),
    ("value/emptied", "A value becomes empty.", ["a": "1", "b": "", "c": "3"]),
    ("value/swapped", "Two values change places.", ["a": "two", "b": "1", "c": "3"]),
    ("value/last", "The value of the last key changes.", ["a": "1", "b": "two", "c": "4"]),
    ("added", "A key is added.", ["a": "1", "b": "two", "c": "3", "d": "4"]),
    (
      "added/empty-value", "A key with an empty value is added.",
      ["a": "1", "b": "two", "c": "3", "d": ""]
    ),
    (
      "added/same-value", "A key with a value that is there is added.",
      ["a": "1", "b": "two", "c": "3", "z": "3"]
    ),
    ("removed", "A key is removed.", ["a": "1", "c": "3"]),
    ("removed/last", "The last key is removed.", ["a": "1", "b": "two"]),
    ("renamed", "A key is renamed.", ["a": "1", "b": "two", "z": "3"]),
    ("renamed/case", "A key is renamed in case only.", ["A": "1", "b": "two", "c": "3"]),
  ]

  static let changes: [Specification] =
    kinds.flatMap { name, title, pairs in
      [
        sequence(
          "change/running/\(name)", "\(title) The app runs; then it changes back.", ["ACC-CFG-10"],
          [server(base), launch, server(pairs), server(base)]),
        sequence(
          "change/relaunch/\(name)", "\(title) The app does not run; then it changes back.",
          ["ACC-CFG-04"],
          [server(base), launch, kill, server(pairs), launch, kill, server(base), launch]),
      ]
    } + alike + sameAgain + takenAway

  /// Two sets that some comparison takes for one.
  private static let likeSets: [(name: String, first: ConfigPairs, second: ConfigPairs)] = {
    let marks: [(String, String)] = [
      ("nothing", ""), ("equals", "="), ("colon", ":"), ("colon-and-space", ": "), ("comma", ","),
      ("semicolon", ";"), ("ampersand", "&"), ("space", " "), ("line", "\n"), ("tab", "\t"),
      ("bar", "|"), ("dash", "-"),
    ]
    func one(_ key: String, _ value: String) -> ConfigPairs { [ExactText(key): ExactText(value)] }
    let joined = marks.flatMap { name, mark -> [(String, ConfigPairs, ConfigPairs)] in
      [
        ("joined/\(name)", one("a\(mark)b", "c"), one("a", "b\(mark)c")),
        ("joined-pairs/\(name)", ["a": "1", "b": "2"], one("a", "1\(mark)b=2")),
      ]
    }
    let cut = [16, 64, 255, 256, 1_024, 4_096, 65_536].flatMap { count in
      let long = String(repeating: "v", count: count)
      return [
        ("long-value/\(count)", one("a", long + "1"), one("a", long + "2")),
        ("long-key/\(count)", one(long + "1", "a"), one(long + "2", "a")),
      ] as [(String, ConfigPairs, ConfigPairs)]
    }
    let values: [(String, String, String)] = [
      ("number", "1", "1.0"), ("zeros", "7", "007"), ("truth", "true", "1"), ("yes", "YES", "yes"),
      ("line-behind", "two", "two\n"), ("mark", "two", "\u{FEFF}two"), ("width", "A", "\u{FF21}"),
      ("same-hash", "Aa", "BB"), ("same-sum", "ad", "bc"), ("nul", "a\u{0}b", "a\u{0}c"),
      ("null", "", "null"), ("escape", "a+b", "a%2Bb"),
    ]
    return joined + cut
      + values.map { ("value/\($0)", one("a", $1), one("a", $2)) }
  }()

  private static let alike: [Specification] = likeSets.flatMap { name, one, other in
    [
      sequence(
        "change/running/alike/\(name)",
        "Two sets that are told apart in one place come by turns while the app runs: \(name).",
        [one.keys == other.keys ? "ACC-CFG-10" : "ACC-CFG-05"],
        [server(one), launch, server(other), server(one)]),
      sequence(
        "change/relaunch/alike/\(name)",
        "Two sets that are told apart in one place come by turns while the app does not run: \(name).",
        ["ACC-CFG-04"],
        [server(one), launch, kill, server(other), launch, kill, server(one), launch]),
    ]
  }

  private static let sameAgain: [Specification] = [
    sequence(
      "change/same/running", "The same set comes again while the app runs, twice.", ["ACC-CFG-10"],
      [server(first), launch, server(first), server(first), server(second), server(second)]),
    sequence(
      "change/same/after-change", "The same set comes again after a change, and in the next run.",
      ["ACC-CFG-10"],
      [server(first), launch, server(second), server(second), kill, launch, server(second)]),
    sequence(
      "change/same/nothing", "No configuration comes where there is none, in both forms.",
      ["ACC-CFG-10"],
      [launch, server(nil), server([:]), server(nil), server(first), server(first)]),
    sequence(
      "change/same/relaunch", "The same set comes again while the app does not run.",
      ["ACC-CFG-03"],
      [
        server(first), launch, kill, server(first), launch, kill, server(first), server(first),
        launch,
      ]),
    sequence(
      "change/same/error", "The same set comes again after the app has returned errors.",
      ["ACC-CFG-10"],
      [
        server(first), .event(.launch(.init(configIs: "no", changedTo: "no"))), server(first),
        .event(.serverChange(second, .init(configIs: "no", changedTo: "no"))), server(second),
      ]),
    sequence(
      "change/composed", "A letter with an accent becomes a letter and an accent.", ["ACC-CFG-15"],
      [
        server(["n": "\u{E9}"]), launch, server(["n": "e\u{301}"]), kill, server(["n": "\u{E9}"]),
        launch,
        server(["n\u{E9}": "x"]), server(["ne\u{301}": "x"]),
      ]),
  ]

  private static let takenAway: [Specification] = [
    sequence(
      "taken-away/null", "The configuration is taken away while the app runs.", ["ACC-CFG-13"],
      [server(first), launch, server(nil)]),
    sequence(
      "taken-away/empty", "The configuration becomes empty while the app runs.", ["ACC-CFG-13"],
      [server(first), launch, server([:])]),
    sequence(
      "taken-away/twice", "Taken away, said again in both forms, given back, and taken away again.",
      ["ACC-CFG-13", "ACC-CFG-10"],
      [server(first), launch, server(nil), server([:]), server(nil), server(first), server(nil)]),
    sequence(
      "taken-away/relaunch", "The app is relaunched after the configuration was taken away.",
      ["ACC-CFG-13"],
      [
        server(first), launch, server(nil), kill, launch, .restart(keep: true), launch,
        server(first),
      ]),
    sequence(
      "taken-away/one-pair", "The only pair is taken away.", ["ACC-CFG-13"],
      [server(["x": "y"]), launch, server(nil), server(["x": "y"])]),
    sequence(
      "taken-away/error", "The app returns an error when the configuration is taken away.",
      ["ACC-CFG-13", "ACC-CFG-09"],
      [
        server(first), launch,
        .event(.serverChange(nil, .init(configIs: "still needed", changedTo: "no"))),
        server(second),
      ]),
  ]

  // MARK: Changes while the app does not run

  static let misses: [Specification] = [
    sequence(
      "missed/two", "Two changes while the app does not run.", ["ACC-CFG-11"],
      [server(first), launch, kill, server(second), server(third), launch, kill, launch]),
    sequence(
      "missed/many", "Eight changes while the app does not run.", ["ACC-CFG-11"],
      [server(first), launch, kill]
        + (1...8).map { server(["n": ExactText("\($0)")]) } + [launch, server(second)]),
    sequence(
      "missed/before-the-first-launch", "Three configurations before the first launch.",
      ["ACC-CFG-11"], [server(first), server(second), server(third), launch]),
    sequence(
      "missed/taken-away-before-the-first-launch",
      "A configuration is there and gone before the first launch.", ["ACC-CFG-02", "ACC-CFG-11"],
      [server(first), server(nil), launch]),
    sequence(
      "missed/taken-away-and-given", "Taken away and given anew while the app does not run.",
      ["ACC-CFG-11"], [server(first), launch, kill, server(nil), server(second), launch]),
    sequence(
      "missed/given-and-taken-away", "Changed and then taken away while the app does not run.",
      ["ACC-CFG-11"], [server(first), launch, kill, server(second), server(nil), launch]),
    sequence(
      "missed/hostile", "A hostile pair joins a change while the app does not run.",
      ["ACC-CFG-11"],
      [
        server(["a": "1"]), launch, kill, server(["a": "2"]),
        server(["a": "2", "n\u{E4}me": "x"]), launch,
      ]),
    sequence(
      "missed/taken-away-before-a-new-process",
      "Taken away while the app does not run, and said again to a new process.",
      ["ACC-CFG-04", "ACC-CFG-11"],
      [
        server(first), launch, kill, server(nil), .restart(keep: true), server(nil), launch,
        server(second),
      ]),
    sequence(
      "missed/new-process", "Changes before and after a new process, and one launch.",
      ["ACC-CFG-11", "ACC-CFG-04"],
      [
        server(first), launch, kill, server(second), .restart(keep: true), server(second),
        server(third),
        launch,
      ]),
    sequence(
      "missed/there-and-back", "Changed and changed back while the app does not run.",
      ["ACC-CFG-11"],
      [server(first), launch, kill, server(second), server(first), launch, server(third)]),
    sequence(
      "missed/there-and-back-by-removal", "Taken away and given back while the app does not run.",
      ["ACC-CFG-11"],
      [server(first), launch, kill, server(nil), server(first), launch, kill, launch]),
    sequence(
      "missed/without-and-back", "Given and taken away while the app does not run.", ["ACC-CFG-11"],
      [launch, kill, server(first), server(nil), launch, server(second)]),
    sequence(
      "missed/one-value", "One value changes twice while the app does not run.", ["ACC-CFG-11"],
      [
        server(base), launch, kill, server(["a": "2", "b": "two", "c": "3"]),
        server(["a": "3", "b": "two", "c": "3"]), launch,
      ]),
  ]

  // MARK: What the app's methods return

  private static let errors: [(name: String, text: ExactText)] = [
    ("usual", "the server a.example.com does not answer"), ("empty", ""), ("blank", "  "),
    ("applied", "applied"), ("null", "null"), ("quotes", "\"a\" \\ 'b' <c> & %d %@ {}"),
    ("lines", "first\nsecond\r\n\tthird"), ("composed", "\u{E9} e\u{301} \u{1F4A5}"),
    ("nul", "no\u{0}yes"),
    ("long", ExactText(String(repeating: "It did not work. ", count: 256))),
  ]

  static let answers: [Specification] =
    [
      sequence(
        "returns/nil", "Both methods return nil, on every kind of delivery.", ["ACC-CFG-08"],
        [
          server(first), launch, server(second), kill, launch, kill, server(first), launch,
          server(nil),
        ])
    ]
    + ConfigCallback.allCases.map { callback in
      sequence(
        "returns/nil/\(callback.rawValue)-only", "The only method of the app returns nil.",
        ["ACC-CFG-08"], app: .init(implements: [callback]),
        [server(first), launch, server(second), kill, server(third), launch])
    }
    + errors.map { name, text in
      sequence(
        "returns/error/\(name)", "Both methods return an error, on every kind of delivery.",
        ["ACC-CFG-09"],
        [
          server(first), .event(.launch(.init(configIs: text, changedTo: text))),
          .event(.serverChange(second, .init(configIs: text, changedTo: text))), kill,
          .event(.launch(.init(configIs: text, changedTo: text))),
        ])
    }
    + [
      sequence(
        "returns/error/is-only", "appConnectConfigIs returns an error, and the other method nil.",
        ["ACC-CFG-08", "ACC-CFG-09"],
        [
          server(first), .event(.launch(.init(configIs: "wrong port"))),
          .event(.serverChange(second, .init(configIs: "wrong port"))),
        ]),
      sequence(
        "returns/error/changed-to-only",
        "appConnectConfigChangedTo returns an error, and the other method nil.",
        ["ACC-CFG-08", "ACC-CFG-09"],
        [
          server(first), .event(.launch(.init(changedTo: "wrong port"))),
          .event(.serverChange(second, .init(changedTo: "wrong port"))),
        ]),
      sequence(
        "returns/error/two-texts", "Each method returns an error of its own.", ["ACC-CFG-09"],
        [
          server(first), .event(.launch(.init(configIs: "one", changedTo: "two"))),
          .event(.serverChange(second, .init(configIs: "three", changedTo: "four"))),
        ]),
    ] + afterErrors

  private static let afterErrors: [Specification] = [
    ("both", ConfigAnswers(configIs: "no", changedTo: "no")), ("is", .init(configIs: "no")),
    ("changed-to", .init(changedTo: "no")),
  ].flatMap { (name: String, answers: ConfigAnswers) in
    [
      sequence(
        "after-error/running/\(name)", "Changes while the app runs, after an error.",
        ["ACC-CFG-14"],
        [server(first), .event(.launch(answers)), server(second), server(third)]),
      sequence(
        "after-error/again/\(name)", "Every delivery ends with an error, and the next one comes.",
        ["ACC-CFG-14"],
        [
          server(first), .event(.launch(answers)), .event(.serverChange(second, answers)),
          .event(.serverChange(third, answers)), kill, server(first), .event(.launch(answers)),
          .event(.serverChange(second, answers)),
        ]),
      sequence(
        "after-error/relaunch/\(name)", "A change before the next launch, after an error.",
        ["ACC-CFG-14"],
        [server(first), .event(.launch(answers)), kill, server(second), launch, server(first)]),
      sequence(
        "after-error/unchanged/\(name)", "A relaunch with the configuration that led to an error.",
        ["ACC-CFG-03"],
        [
          server(first), .event(.launch(answers)), kill, launch, .restart(keep: true),
          server(first), launch,
        ]),
    ]
  }

  // MARK: Walks

  private static let routes = ChartRoutes(ConfigModel())

  /// Sequences that the model proposes itself, each from the choices of its own id, after a tour of the machine; now and then a new process
  /// goes on.
  static let walks =
    Specification.seeded(300) { number in
      Specification(
        "\(name)/walk/\(number)", "A walk of 24 events that the model proposed.", variants: [.sole],
        targets: ["ACC-CFG-06"]
      ) { (choices, _) throws(HarnessFault) in
        // Once all tours are made, now and then for an app that lacks a method.
        let lacks = number >= routes.tours.count && choices.once(in: 3)
        let app: Set<ConfigCallback> =
          lacks ? choices.pick([[.configIs], [.changedTo], []]) : Set(ConfigCallback.allCases)
        return walk(
          after: try routes.lead(number, of: .init(implements: app)), length: 24, &choices)
      }
    }
    + Specification.seeded(24) { number in
      Specification(
        "\(name)/killed-walk/\(number)",
        "A walk of 24 events that the model proposed; each start anew is one of a new process.",
        variants: [.sole], targets: ["ACC-CFG-03", "ACC-CFG-04"]
      ) { choices, _ in
        let app: Set<ConfigCallback> =
          choices.once(in: 4)
          ? choices.pick([[.configIs], [.changedTo], []]) : Set(ConfigCallback.allCases)
        return walk(
          after: .init(ConfigModel(), .init(implements: app)), length: 24, &choices)
      }
    }

  private static func walk(
    after lead: ChartRoutes<ConfigModel>.Lead, length: Int, _ choices: inout Choices
  ) -> Script<ConfigModel> {
    let model = ConfigModel()
    var (script, state) = (lead.script, lead.state)
    let situation = Situation(script.setup)
    while script.steps.count < length {
      if choices.once(in: 10) {
        script.steps.append(.restart(keep: true))
        state = model.begin(script.setup, persisted: state)
      }
      let event = model.propose(in: state, of: situation, &choices)
      script.steps.append(.event(event))
      guard let next = model.expect(event, in: state, of: situation).branches.first?.next else {
        break
      }
      state = next
    }
    return script
  }
}
