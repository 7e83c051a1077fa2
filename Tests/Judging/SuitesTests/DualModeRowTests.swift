import Conformance
import JSONText
import Testing

@testable import SuiteModels
@testable import Suites

/// The table of the source, row by row: an observation that fits, and others that break one demand each.
@Suite struct DualModeRowTests {
  typealias Observation = DualModeObservation

  struct Row: Sendable, CustomTestStringConvertible {
    let state: DualModeModel.State
    let event: DualModeEvent
    let right: Observation
    /// Observations that are wrong, and the clause that says so.
    let wrong: [(Observation, Clause.ID)]
    var testDescription: String { "\(event) in \(state.mode?.rawValue ?? "nothing")" }
  }

  static func state(
    _ mode: AppMode?, runs: Bool = true, library: Bool = true,
    _ encryption: DataEncryption = .unencrypted
  ) -> DualModeModel.State {
    DualModeModel.State(
      mode: mode, encryption: encryption, encryptionIsStored: true, isRunning: runs,
      libraryRuns: library)
  }

  static func saw(
    _ calls: [String], _ mode: AppMode?, _ actions: [String] = [],
    _ encryption: DataEncryption = .unencrypted
  ) -> Observation {
    var observation = Observation()
    observation.calls = calls.map { text in
      let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
      let options = parts.count > 1 ? try? JSONValue(parsing: Array(parts[1].utf8)) : nil
      return ObservedCall(parts[0], options.map { [JSONMember(key: "options", value: $0)] } ?? [])
    }
    observation.actions = actions.map { text in
      text.hasPrefix("notify")
        ? ObservedCall(
          "notifyModeChange",
          [JSONMember(key: "success", value: .boolean(text.hasSuffix("+")))])
        : ObservedCall(text)
    }
    observation.mode = mode?.rawValue
    observation.encryption = encryption.rawValue
    return observation
  }

  static let ask = "shouldStartAppConnect"
  static let initialise = "initWithDelegate"
  static let start = #"startWithLaunchOptions {"n":"2"}"#
  static let launched = [ask, initialise, start]
  static let restart = "startWithLaunchOptions null"
  static let yes = DualModeEvent.launch(shouldStart: true, options: ["n": "2"])
  static let no = DualModeEvent.launch(shouldStart: false, options: [:])

  private func findings(_ row: Row, _ observation: Observation) -> [Clause.ID] {
    let expectation = DualModeModel().expect(row.event, in: row.state, of: Situation(.init()))
    let found = expectation.branches.map { branch in
      branch.demands.filter { $0.check(observation) != nil }.compactMap(\.clauses.first)
    }
    let best = found.min { $0.count < $1.count } ?? []
    return best
      + expectation.invariants.filter { $0.check(observation) != nil }.compactMap(\.clauses.first)
  }

  @Test(arguments: launches + decisions + requests)
  func eachRowAcceptsWhatItSaysAndNothingElse(row: Row) {
    #expect(findings(row, row.right) == [])
    #expect(!row.wrong.isEmpty)
    for (number, (observation, clause)) in row.wrong.enumerated() {
      #expect(findings(row, observation).contains(clause), "wrong observation \(number)")
    }
  }

  static let launches: [Row] = [
    Row(
      state: DualModeModel.State(), event: yes, right: saw([ask, initialise, start], .undecided),
      wrong: [
        (saw([ask, initialise, start], .appConnect), "ACC-DM-01"),
        (saw([ask, initialise, start], .undecided, [], .encrypted), "ACC-DM-01"),
        (saw([ask], .undecided), "ACC-DM-03"),
        (saw([ask, initialise, restart], .undecided), "ACC-DM-03"),
        (saw([start, initialise], .undecided), "ACC-DM-03"),
        (saw([initialise, ask, start], .undecided), "ACC-DM-03"),
        (saw([ask, initialise, start, ask], .undecided), "ACC-DM-03"),
        (saw([ask, initialise, start, "retire"], .undecided), "ACC-DM-14"),
      ]),
    Row(
      state: state(.nonAppConnect, runs: false, library: false), event: yes,
      right: saw([], .nonAppConnect),
      wrong: [
        (saw([ask], .nonAppConnect), "ACC-DM-02"), (saw([], .undecided), "ACC-DM-02"),
        (saw([initialise, start], .nonAppConnect), "ACC-DM-02"),
      ]),
    Row(
      state: state(.undecided, runs: false, library: false), event: no,
      right: saw([ask], .notAvailable),
      wrong: [
        (saw([ask], .undecided), "ACC-DM-04"),
        (saw([ask, initialise, restart], .notAvailable), "ACC-DM-03"),
      ]),
    Row(
      state: state(.notAvailable, runs: false, library: false), event: no,
      right: saw([ask], .notAvailable),
      wrong: [
        (saw([ask], .nonAppConnect), "ACC-DM-05"),
        (saw([ask, initialise], .notAvailable), "ACC-DM-03"),
      ]),
    Row(
      state: state(.pending, runs: false, library: false), event: no,
      right: saw([ask, ask], .pending),
      wrong: [
        (saw([ask], .nonAppConnect), "ACC-DM-03"), (saw([initialise], .pending), "ACC-DM-03"),
      ]),
    Row(
      state: state(.appConnect, runs: false, library: false, .encrypted), event: yes,
      right: saw([ask, initialise, start], .appConnect, [], .encrypted),
      wrong: [
        (saw([ask], .appConnect, [], .encrypted), "ACC-DM-03"),
        (saw([initialise, start], .appConnect), "ACC-DM-16"),
      ]),
  ]

  static let decisions: [Row] =
    [AppMode.undecided, .notAvailable].flatMap { mode in
      [
        Row(
          state: state(mode), event: .managedPolicy(.managed, .init()), right: saw([], .appConnect),
          wrong: [
            (saw([], mode), "ACC-DM-06"), (saw([initialise, restart], .appConnect), "ACC-DM-06"),
            (saw([], .appConnect, [], .encrypted), "ACC-DM-12"),
            (saw([], .appConnect, ["eraseSensitiveData"]), "ACC-DM-13"),
          ]),
        Row(
          state: state(mode), event: .managedPolicy(.unmanaged, .init()),
          right: saw(["retire", "stop"], .nonAppConnect),
          wrong: [
            (saw(["retire", "stop"], mode), "ACC-DM-07"),
            (saw(["stop"], .nonAppConnect), "ACC-DM-07"),
            (saw(["retire"], .nonAppConnect), "ACC-DM-14"), (saw([], .nonAppConnect), "ACC-DM-07"),
            (saw(["retire", ask, "stop"], .nonAppConnect), "ACC-DM-14"),
          ]),
      ]
    } + [
      Row(
        state: state(.undecided),
        event: .managedPolicy(
          .managed, .init(secureServices: true, secureFileIORequired: true, authorization: .retired)
        ),
        right: saw([], .appConnect, ["eraseSensitiveData"], .encrypted),
        wrong: [
          (saw([], .appConnect, [], .encrypted), "ACC-DM-13"),
          (saw([], .appConnect, ["eraseSensitiveData"]), "ACC-DM-12"),
        ]),
      Row(
        state: state(.pending), event: .managedPolicy(.managed, .init(secureServices: true)),
        right: saw([], .appConnect, ["notify+"]),
        wrong: [
          (saw([], .appConnect), "ACC-DM-11"), (saw([], .appConnect, ["notify-"]), "ACC-DM-11"),
          (saw([], .appConnect, ["notify+", "notify-"]), "ACC-DM-11"),
          (saw([], .pending, ["notify+"]), "ACC-DM-06"),
          (saw([], .appConnect, ["notify+"], .encrypted), "ACC-DM-12"),
        ]),
      Row(
        state: state(.pending), event: .managedPolicy(.unmanaged, .init()),
        right: saw(["retire", "stop"], .nonAppConnect, ["notify-"]),
        wrong: [
          (saw(["retire", "stop"], .nonAppConnect), "ACC-DM-10"),
          (saw(["retire", "stop"], .pending, ["notify-"]), "ACC-DM-10"),
          (saw([], .nonAppConnect, ["notify-"]), "ACC-DM-10"),
        ]),
      Row(
        state: state(.appConnect), event: .managedPolicy(.unmanaged, .init()),
        right: saw([], .appConnect),
        wrong: [
          (saw([], .nonAppConnect), "ACC-DM-15"), (saw([initialise], .appConnect), "ACC-DM-15"),
          (saw(["retire", "stop"], .appConnect), "ACC-DM-15"),
        ]),
    ]

  static let requests: [Row] = [
    Row(
      state: state(.appConnect, .encrypted), event: .userRequests(.nonAppConnect),
      right: saw(["retire", "stop"], .nonAppConnect, ["eraseSensitiveData"]),
      wrong: [
        (saw(["retire", "stop"], .nonAppConnect), "ACC-DM-08"),
        (saw(["retire", "stop"], .nonAppConnect, ["eraseSensitiveData"], .encrypted), "ACC-DM-08"),
        (saw(["retire", "stop"], .appConnect, ["eraseSensitiveData"]), "ACC-DM-08"),
        (saw(["stop"], .nonAppConnect, ["eraseSensitiveData"]), "ACC-DM-08"),
      ]),
    Row(
      state: state(.nonAppConnect, library: false), event: .userRequests(.appConnect),
      right: saw([initialise, restart], .pending),
      wrong: [
        (saw([ask, initialise, restart], .pending), "ACC-DM-09"),
        (saw([initialise, start], .pending), "ACC-DM-09"),
        (saw([initialise], .pending), "ACC-DM-09"),
        (saw([initialise, restart], .appConnect), "ACC-DM-09"),
      ]),
    Row(
      state: state(.pending), event: .terminate, right: saw([], .pending),
      wrong: [(saw([], .undecided), "ACC-DM-16"), (saw([], .pending, [], .encrypted), "ACC-DM-16")]),
  ]

  /// In AppConnectMode the encryption stays where a notice asks for what there is.
  @Test func aNoticeThatAsksForWhatThereIsTurnsNothing() {
    func found(
      _ policy: ManagedPolicy, required: Bool, _ authorization: AuthorizationState = .authorized,
      from before: DataEncryption, to after: DataEncryption
    ) -> [Clause.ID] {
      let notice = DualModeEvent.managedPolicy(
        policy,
        .init(secureServices: true, secureFileIORequired: required, authorization: authorization))
      let row = Row(
        state: Self.state(.appConnect, before), event: notice,
        right: Self.saw([], .appConnect, [], before), wrong: [])
      return findings(row, Self.saw([], .appConnect, [], after))
    }
    for (there, other) in [
      (DataEncryption.encrypted, DataEncryption.unencrypted), (.unencrypted, .encrypted),
    ] {
      let required = there == .encrypted
      #expect(found(.managed, required: required, from: there, to: there) == [])
      #expect(found(.managed, required: required, from: there, to: other) == ["ACC-DM-12"])
      #expect(found(.managed, required: !required, from: there, to: other) == [], "it follows")
      #expect(found(.managed, required: !required, from: there, to: there) == [], "it stays")
      #expect(found(.unmanaged, required: required, from: there, to: other) == [])
      #expect(found(.managed, required: required, .retired, from: there, to: other) == [])
    }
  }

  /// Once the library has been asked, it may be asked again until it is started.
  @Test func questionsMayBeRepeated() {
    let row = Self.launches[0]
    for calls in [
      [Self.ask, Self.ask, Self.initialise, Self.start],
      [Self.ask, Self.initialise, Self.ask, Self.start], [Self.initialise, Self.start],
    ] {
      #expect(findings(row, Self.saw(calls, .undecided)) == [])
    }
  }
}
