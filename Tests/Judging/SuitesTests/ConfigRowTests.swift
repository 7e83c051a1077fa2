import Conformance
import JSONText
import Testing

@testable import SuiteModels
@testable import Suites

/// The table "Details about when each method is called", row by row: what fits, and what breaks one demand.
@Suite struct ConfigRowTests {
  private static let first: ConfigPairs = ["server": "a", "user": "ann"]
  private static let second: ConfigPairs = ["server": "b"]

  /// What an adapter tells: calls as `Is` and `ChangedTo`, each with a configuration and a report.
  private static func saw(_ calls: [(String, ConfigPairs)], errors: [String: String] = [:])
    -> ConfigObservation
  {
    var observation = ConfigObservation()
    for (name, pairs) in calls {
      let method = "appConnectConfig" + name
      observation.calls.append(
        ObservedCall(method, [JSONMember(key: "config", value: pairs.json)]))
      var report = [JSONMember(key: "status", value: errors[name] == nil ? "applied" : "error")]
      if let text = errors[name] { report.append(JSONMember(key: "message", value: .string(text))) }
      observation.reports.append(ObservedCall(method, report))
    }
    return observation
  }

  private func findings(
    _ events: [ConfigEvent], _ observations: [ConfigObservation],
    app: Set<ConfigCallback> = Set(ConfigCallback.allCases), targets: [Clause.ID] = []
  ) -> [String] {
    var judge = Judge(
      ConfigModel(), Situation(.init(implements: app)),
      clauses: ClauseTable(AppConnectConfig.clauses), targets: targets)
    for (event, observation) in zip(events, observations) { judge.judge(event, observation) }
    return judge.findings.map(\.clause.path)
  }

  private static let gets = ConfigEvent.serverChange(first, .applied)
  private static let launch = ConfigEvent.launch(.applied)
  private static let nothing = ConfigObservation()
  private static let both = saw([("Is", first), ("ChangedTo", first)])
  private static let bothOfSecond = saw([("ChangedTo", second), ("Is", second)])

  @Test func theFirstLaunchWithAConfiguration() {
    let events = [Self.gets, Self.launch]
    func found(_ seen: ConfigObservation) -> [String] { findings(events, [Self.nothing, seen]) }
    #expect(found(Self.both) == [])
    #expect(found(Self.saw([("ChangedTo", Self.first), ("Is", Self.first)])) == [], "in any order")
    for wrong in [[("Is", Self.first)], [("ChangedTo", Self.first)], []] {
      #expect(found(Self.saw(wrong)) == ["ACC-CFG-01"])
    }
    #expect(
      found(Self.saw([("Is", Self.first), ("Is", Self.first), ("ChangedTo", Self.first)])) == [
        "ACC-CFG-01"
      ])
    #expect(
      found(Self.saw([("Was", Self.first), ("Is", Self.first), ("ChangedTo", Self.first)])) == [
        "ACC-CFG-01"
      ])
  }

  @Test func theFirstLaunchWithout() {
    for events in [
      [Self.launch], [.serverChange(nil, .applied), Self.launch],
      [.serverChange([:], .applied), Self.launch],
    ] {
      let quiet = events.dropLast().map { _ in Self.nothing }
      #expect(findings(events, quiet + [Self.nothing]) == [])
      #expect(findings(events, quiet + [Self.saw([("Is", [:])])]) == ["ACC-CFG-02"])
      #expect(findings(events, quiet + [Self.saw([("ChangedTo", [:])])]) == ["ACC-CFG-02"])
    }
  }

  @Test func relaunches() {
    let way = [Self.gets, Self.launch, .terminate]
    let seen = [Self.nothing, Self.both, Self.nothing]
    func unchanged(_ last: ConfigObservation) -> [String] {
      findings(way + [Self.launch], seen + [last])
    }
    #expect(unchanged(Self.saw([("Is", Self.first)])) == [])
    #expect(unchanged(Self.both) == ["ACC-CFG-03"])
    #expect(unchanged(Self.nothing) == ["ACC-CFG-03"])
    func changed(_ last: ConfigObservation) -> [String] {
      findings(
        way + [.serverChange(Self.second, .applied), Self.launch], seen + [Self.nothing, last])
    }
    #expect(changed(Self.bothOfSecond) == [])
    #expect(changed(Self.saw([("Is", Self.second)])) == ["ACC-CFG-04"])
    #expect(changed(Self.both) == ["ACC-CFG-06"], "what was there before")
  }

  @Test func changesWhileTheAppRuns() {
    func found(_ pairs: ConfigPairs?, _ seen: ConfigObservation) -> [String] {
      findings(
        [Self.gets, Self.launch, .serverChange(pairs, .applied)], [Self.nothing, Self.both, seen])
    }
    #expect(found(Self.second, Self.bothOfSecond) == [])
    #expect(found(Self.second, Self.saw([("ChangedTo", Self.second)])) == ["ACC-CFG-05"])
    #expect(found(Self.second, Self.nothing) == ["ACC-CFG-05"])
    #expect(found(Self.first, Self.nothing) == [])
    #expect(found(Self.first, Self.both) == ["ACC-CFG-10"])
    for pairs: ConfigPairs in [
      ["server": "z", "user": "ann"], ["server": "a", "user": "ann", "x": ""], ["server": "a"],
    ] {
      #expect(found(pairs, Self.nothing) == ["ACC-CFG-10"])
      #expect(found(pairs, Self.saw([("Is", pairs), ("ChangedTo", pairs)])) == [])
    }
    for none in [nil, ConfigPairs.none] {
      #expect(found(none, Self.nothing) == ["ACC-CFG-13"])
      #expect(found(none, Self.saw([("Is", [:]), ("ChangedTo", [:])])) == [])
      #expect(found(none, Self.both) == ["ACC-CFG-13"])
    }
  }

  @Test func severalChangesAreOneDelivery() {
    let events = [Self.gets, .serverChange(Self.second, .applied), Self.launch]
    func found(_ seen: ConfigObservation) -> [String] {
      findings(events, [Self.nothing, Self.nothing, seen])
    }
    #expect(found(Self.bothOfSecond) == [])
    #expect(found(Self.both) == ["ACC-CFG-11"])
    var queue = Self.both
    queue.calls += Self.bothOfSecond.calls
    queue.reports += Self.bothOfSecond.reports
    #expect(found(queue) == ["ACC-CFG-11"])
    #expect(findings(events, [Self.both, Self.nothing, Self.bothOfSecond]).first == "ACC-CFG-11")
  }

  /// What changed and changed back, and what never was there, is left to the library.
  @Test func whatIsLeftOpen() {
    let way = [Self.gets, Self.launch, .terminate, .serverChange(Self.second, .applied), Self.gets]
    let seen = [Self.nothing, Self.both, Self.nothing, Self.nothing, Self.nothing]
    for last in [Self.both, Self.saw([("Is", Self.first)])] {
      #expect(findings(way + [Self.launch], seen + [last]) == [])
    }
    #expect(findings(way + [Self.launch], seen + [Self.nothing]) == ["ACC-CFG-03"])
    for last in [
      Self.nothing, Self.saw([("Is", [:])]), Self.saw([("ChangedTo", [:]), ("Is", [:])]),
    ] {
      #expect(
        findings([Self.launch, .terminate, Self.launch], [Self.nothing, Self.nothing, last]) == [])
    }
  }

  @Test func methodsThatTheAppDoesNotHave() {
    let events = [Self.gets, Self.launch]
    for (app, name) in [(ConfigCallback.configIs, "Is"), (.changedTo, "ChangedTo")] {
      #expect(findings(events, [Self.nothing, Self.saw([(name, Self.first)])], app: [app]) == [])
      #expect(findings(events, [Self.nothing, Self.both], app: [app]) == ["ACC-CFG-07"])
      #expect(findings(events, [Self.nothing, Self.nothing], app: [app]) == ["ACC-CFG-01"])
    }
    #expect(findings(events, [Self.nothing, Self.nothing], app: []) == [])
  }

  @Test func reports() {
    let events: [ConfigEvent] = [Self.gets, .launch(.init(changedTo: "no e\u{301}"))]
    func found(_ errors: [String: String], dropping count: Int = 0) -> [String] {
      var seen = Self.saw([("Is", Self.first), ("ChangedTo", Self.first)], errors: errors)
      seen.reports.removeLast(count)
      return findings(events, [Self.nothing, seen])
    }
    #expect(found(["ChangedTo": "no e\u{301}"]) == [])
    #expect(found(["ChangedTo": "no \u{E9}"]) == ["ACC-CFG-09"], "another text of the same letters")
    #expect(found([:]) == ["ACC-CFG-09"])
    #expect(found(["ChangedTo": "no e\u{301}"], dropping: 1) == ["ACC-CFG-09"])
    #expect(found(["ChangedTo": "no e\u{301}", "Is": "x"]) == ["ACC-CFG-08"])
  }

  @Test func afterAnErrorTheNextChangeIsDelivered() {
    let events: [ConfigEvent] = [
      Self.gets, .launch(.init(configIs: "no")), .serverChange(Self.second, .applied),
    ]
    let failed = Self.saw([("Is", Self.first), ("ChangedTo", Self.first)], errors: ["Is": "no"])
    #expect(findings(events, [Self.nothing, failed, Self.bothOfSecond]) == [])
    #expect(findings(events, [Self.nothing, failed, Self.nothing]) == ["ACC-CFG-14"])
  }

  @Test func whatACallCarries() {
    let certificate: ConfigPairs = ["id": "MIIKAAAA", "id_MI_CERT_PW": "x", "user": "ann"]
    func found(_ has: ConfigPairs, _ carries: ConfigPairs) -> [String] {
      findings(
        [.serverChange(has, .applied), Self.launch],
        [Self.nothing, Self.saw([("Is", carries), ("ChangedTo", carries)])])
    }
    #expect(found(certificate, certificate) == [])
    #expect(found(certificate, ["id": "MIIKAAAA", "user": "ann"]) == ["ACC-CFG-12"])
    #expect(
      found(certificate, ["id": "MIIKAAAA", "id_MI_CERT_PW": "x", "user": "a"]) == ["ACC-CFG-06"])
    #expect(found(Self.first, ["server": "a", "user": "ann", "more": "x"]) == ["ACC-CFG-06"])
    let hostile: ConfigPairs = ["n\u{E4}me": "x", "user": "ann"]
    #expect(found(hostile, hostile) == [])
    #expect(found(hostile, ["na\u{308}me": "x", "user": "ann"]) == ["ACC-CFG-15"])
    #expect(found(hostile, ["user": "ann"]) == ["ACC-CFG-15"])
    #expect(found(hostile, ["n\u{E4}me": "x"]).contains("ACC-CFG-06"))
    #expect(found(["user_MI_CERT_PW": "x", "user": "ann"], ["user": "ann"]) == ["ACC-CFG-15"])
  }

  /// Values that are no strings, or no object at all, are a finding that says so.
  @Test func whatIsNoConfiguration() throws {
    for config in ["7", "{\"server\":7,\"user\":\"ann\"}", "null", "[]"] {
      let value = try JSONValue(parsing: Array(config.utf8))
      var seen = Self.both
      seen.calls[0].arguments = [JSONMember(key: "config", value: value)]
      #expect(findings([Self.gets, Self.launch], [Self.nothing, seen]) == ["ACC-CFG-06"])
    }
    var pairs = Self.both
    pairs.calls[0].arguments = [
      JSONMember(key: "config", value: ["pairs": [["user", "ann"], ["server", "a"]]])
    ]
    #expect(findings([Self.gets, Self.launch], [Self.nothing, pairs]) == [])
  }

  /// A library that loses hostile pairs sees the last set as one that it had before: a loss of ACC-CFG-15, no old delivery.
  @Test func whatDiffersInHostilePairsIsNoOldDelivery() {
    let last: ConfigPairs = ["a": "2", "n\u{E4}me": "x"]
    let events: [ConfigEvent] = [
      .serverChange(["a": "1"], .applied), Self.launch, .terminate,
      .serverChange(["a": "2"], .applied), .serverChange(last, .applied), Self.launch,
    ]
    func found(_ delivered: ConfigPairs) -> [String] {
      findings(
        events,
        [
          Self.nothing, Self.saw([("Is", ["a": "1"]), ("ChangedTo", ["a": "1"])]), Self.nothing,
          Self.nothing, Self.nothing, Self.saw([("Is", delivered), ("ChangedTo", delivered)]),
        ])
    }
    #expect(found(last) == [])
    #expect(found(["a": "2"]) == ["ACC-CFG-15"])
    #expect(found(["a": "1"]).contains("ACC-CFG-06"))
  }

  /// What the server has is said before a launch in a new process, unless it never had anything.
  @Test func aNewProcessIsToldFirstWhatTheServerHas() {
    let model = ConfigModel()
    let situation = Situation(ConfigModel.Setup())
    func permits(_ events: [ConfigEvent], then last: [ConfigEvent] = []) -> Bool {
      var state = model.begin(.init(), persisted: nil)
      for event in events { state = model.expect(event, in: state, of: situation).branches[0].next }
      state = model.begin(.init(), persisted: state)
      for event in last { state = model.expect(event, in: state, of: situation).branches[0].next }
      return model.permits(Self.launch, in: state, of: situation)
    }
    #expect(permits([]) && permits([Self.launch]))
    let taken = [Self.gets, Self.launch, .terminate, .serverChange(nil, .applied)]
    #expect(!permits(taken), "a cache may hold what the server had")
    #expect(permits(taken, then: [.serverChange(nil, .applied)]))
    #expect(!permits([Self.gets]))
    #expect(!permits([Self.gets, .serverChange(nil, .applied)]), "it was there before any launch")
  }

  /// Text that only looks like Base64 is no certificate.
  @Test func aCertificateBeginsAsOneDoes() {
    let password = ExactText("user" + ConfigPairs.passwordSuffix)
    for (value, isCertificate) in [
      ("d04a", false), ("MIIKabcd", true), ("MIACabcd", true), ("MIIK", false), ("mIIKabcd", false),
    ] {
      let pairs: ConfigPairs = ["user": ExactText(value), password: "p"]
      #expect(pairs.pairs(of: .certificate).count == (isCertificate ? 2 : 0), "\(value)")
    }
  }
}
