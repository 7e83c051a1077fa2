import Conformance
import JSONText
import Testing

@testable import SuiteModels
@testable import Suites

/// Table 13, Table 14 and the steps of a change: what fits, and what breaks one demand.
@Suite struct OpenFromRowTests {
  private static func seen(_ policy: String, _ list: [String] = []) -> JSONValue {
    ["policy": .string(policy), "whitelist": .array(list.map { .string($0) })]
  }

  private static func told(
    _ policy: String, _ list: [String] = [], reading properties: JSONValue? = nil,
    _ state: String? = nil, _ message: String = ""
  ) -> OpenFromObservation {
    var observation = OpenFromObservation()
    observation.calls = [
      ObservedCall(
        "openFromPolicyChangedTo",
        [
          JSONMember(key: "policy", value: .string(policy)),
          JSONMember(key: "whitelist", value: .array(list.map { .string($0) })),
          JSONMember(key: "properties", value: properties ?? seen(policy, list)),
        ])
    ]
    observation.reports = state.map { [["state": .string($0), "message": .string(message)]] } ?? []
    return observation
  }

  private static func document(
    _ allowed: Bool?, blocked: (policy: String, source: String)? = nil
  ) -> OpenFromObservation {
    var observation = OpenFromObservation()
    observation.allowed = allowed.map { .boolean($0) }
    observation.calls =
      blocked.map {
        [
          ObservedCall(
            "openFromAttemptedWhenBlocked",
            [
              JSONMember(key: "policy", value: .string($0.policy)),
              JSONMember(key: "source", value: .string($0.source)),
            ])
        ]
      } ?? []
    return observation
  }

  private static func reads(_ properties: JSONValue?) -> OpenFromObservation {
    var observation = OpenFromObservation()
    observation.properties = properties
    return observation
  }

  private static let nothing = OpenFromObservation()

  private func findings(
    _ steps: [(OpenFromEvent, OpenFromObservation)],
    app: Set<OpenFromCallback> = Set(OpenFromCallback.allCases)
  ) -> [String] {
    var judge = Judge(
      OpenFromModel(), Situation(.init(implements: app)),
      clauses: ClauseTable(AppConnectOpenFrom.clauses), targets: [])
    for (event, observation) in steps { judge.judge(event, observation) }
    return judge.findings.map(\.clause.path)
  }

  private func ready(_ policy: ServerPolicy) -> [(OpenFromEvent, OpenFromObservation)] {
    [(.launch(policy), Self.nothing), (.ready, Self.nothing)]
  }

  @Test func documents() {
    func found(
      _ policy: ServerPolicy, _ source: ExactText, _ seen: OpenFromObservation
    ) -> [String] { findings(ready(policy) + [(.openFrom(source), seen)]) }
    #expect(found(.authorized, "x", Self.document(true)) == [])
    #expect(found(.authorized, "x", Self.document(false)) == ["ACC-OF-01"])
    #expect(
      found(.authorized, "x", Self.document(true, blocked: ("AUTHORIZED", "x"))) == ["ACC-OF-01"])
    #expect(found(.unauthorized, "x", Self.document(false, blocked: ("UNAUTHORIZED", "x"))) == [])
    #expect(found(.unauthorized, "x", Self.document(true)).first == "ACC-OF-02")
    #expect(found(.unauthorized, "x", Self.document(false)) == ["ACC-OF-04"])
    #expect(
      found(.unauthorized, "x", Self.document(false, blocked: ("WHITELIST", "x"))) == ["ACC-OF-04"])
    #expect(
      found(.unauthorized, "x", Self.document(false, blocked: ("UNAUTHORIZED", "y"))) == [
        "ACC-OF-04"
      ])
    let list = ServerPolicy(.whitelist, ["x", "n\u{F6}"])
    #expect(found(list, "x", Self.document(true)) == [])
    #expect(found(list, "x", Self.document(nil)) == ["ACC-OF-03"], "the member is missing")
    for stranger: ExactText in ["X", "x.y", "", "x ", "no\u{308}"] {
      let refused = Self.document(false, blocked: ("WHITELIST", stranger.string))
      #expect(found(list, stranger, refused) == [])
      #expect(found(list, stranger, Self.document(true)).first == "ACC-OF-03")
    }
  }

  @Test func theMailApp() {
    let pair: [ExactText] = ["com.apple.mobilemail", "com.apple.UIKit.activity.Mail"]
    for source in pair {
      let both = ready(ServerPolicy(.whitelist, pair))
      #expect(findings(both + [(.openFrom(source), Self.document(true))]) == [])
      let refused = Self.document(false, blocked: ("WHITELIST", source.string))
      #expect(findings(both + [(.openFrom(source), refused)]).first == "ACC-OF-05")
      for one in pair {
        let alone = ready(ServerPolicy(.whitelist, [one]))
        #expect(findings(alone + [(.openFrom(source), refused)]) == [])
        // Left open: see `halfOfTheMailApp`.
        guard source == "com.apple.mobilemail" || source != one else { continue }
        #expect(findings(alone + [(.openFrom(source), Self.document(true))]).first == "ACC-OF-05")
      }
    }
  }

  @Test func changes() {
    let said = Acknowledgement(.applied, "m")
    func found(_ policy: ServerPolicy, _ seen: OpenFromObservation) -> [String] {
      findings(ready(ServerPolicy(.whitelist, ["x"])) + [(.policy(policy, said), seen)])
    }
    let other = ServerPolicy(.whitelist, ["y"])
    #expect(found(other, Self.told("WHITELIST", ["y", "y"], "APPLIED", "m")) == [])
    #expect(found(other, Self.nothing) == ["ACC-OF-12", "ACC-OF-08"])
    #expect(found(other, Self.told("WHITELIST", ["x"], "APPLIED", "m")).contains("ACC-OF-07"))
    #expect(
      found(
        other, Self.told("WHITELIST", ["y"], reading: Self.seen("WHITELIST", ["x"]), "APPLIED", "m")
      )
        == ["ACC-OF-06"])
    #expect(
      found(other, Self.told("WHITELIST", ["y"], reading: "notReady", "APPLIED", "m")) == [
        "ACC-OF-06"
      ])
    #expect(
      found(.unauthorized, Self.told("UNAUTHORIZED", ["x"], "APPLIED", "m")) == [], "an idle list")
    #expect(found(.unauthorized, Self.nothing).first == "ACC-OF-07")
    let same = ServerPolicy(.whitelist, ["x", "x"])
    #expect(found(same, Self.nothing) == [])
    #expect(
      found(same, Self.told("WHITELIST", ["x"], "APPLIED", "m")) == ["ACC-OF-12", "ACC-OF-12"])
  }

  @Test func acknowledgements() {
    func found(
      _ said: Acknowledgement?, _ state: String?, _ message: String = "",
      app: Set<OpenFromCallback> = Set(OpenFromCallback.allCases)
    ) -> [String] {
      var seen = Self.told("UNAUTHORIZED", [], state, message)
      if !app.contains(.changedTo) { seen.calls = [] }
      return findings(ready(.authorized) + [(.policy(.unauthorized, said), seen)], app: app)
    }
    #expect(found(Acknowledgement(.error, "e\u{301}"), "ERROR", "e\u{301}") == [])
    #expect(found(Acknowledgement(.error, "e\u{301}"), "ERROR", "\u{E9}") == ["ACC-OF-08"])
    #expect(found(Acknowledgement(.error, "m"), "APPLIED", "m") == ["ACC-OF-08"])
    #expect(found(Acknowledgement(.error, "m"), nil) == ["ACC-OF-08"])
    #expect(found(nil, "UNSUPPORTED", "whatever") == [])
    #expect(found(nil, "APPLIED") == ["ACC-OF-09"])
    #expect(found(nil, nil) == ["ACC-OF-09"])
    #expect(found(nil, nil, app: [.blocked]) == [] && found(nil, "UNSUPPORTED", app: []) == [])
    #expect(found(nil, "APPLIED", app: [.blocked]) == ["ACC-OF-09"])
  }

  /// A document under a policy that the app did not take is judged by the policy.
  @Test func enforcementDoesNotDependOnTheApp() {
    for (said, state) in [(nil, "UNSUPPORTED"), (Acknowledgement(.error), "ERROR")] {
      let steps =
        ready(.authorized) + [(.policy(.unauthorized, said), Self.told("UNAUTHORIZED", [], state))]
      let refused = Self.document(false, blocked: ("UNAUTHORIZED", "x"))
      #expect(findings(steps + [(.openFrom("x"), refused)]) == [])
      var judge = Judge(
        OpenFromModel(), Situation(.init()), clauses: ClauseTable(AppConnectOpenFrom.clauses),
        targets: ["ACC-OF-13"])
      for (event, seen) in steps + [(.openFrom("x"), Self.document(true))] {
        judge.judge(event, seen)
      }
      #expect(judge.findings.map(\.clause.path).contains("ACC-OF-13"))
    }
  }

  @Test func beforeReadyAndAfterStop() {
    let launched: [(OpenFromEvent, OpenFromObservation)] = [(.launch(.authorized), Self.nothing)]
    #expect(findings(launched + [(.properties, Self.reads("notReady"))]) == [])
    #expect(findings(launched + [(.properties, Self.reads(["notReady": true]))]) == [])
    #expect(
      findings(launched + [(.properties, Self.reads(Self.seen("AUTHORIZED")))]) == ["ACC-OF-10"])
    #expect(findings(launched + [(.properties, Self.nothing)]) == ["ACC-OF-10"])
    #expect(findings(launched + [(.openFrom("x"), Self.document(true))]) == ["ACC-OF-10"])
    #expect(
      findings(launched + [(.openFrom("x"), Self.document(false, blocked: ("AUTHORIZED", "x")))])
        == [])
    #expect(findings(launched + [(.policy(.unauthorized, nil), Self.told("UNAUTHORIZED"))]) == [])
    let stopped = ready(.authorized) + [(.stop, Self.nothing)]
    #expect(findings(stopped + [(.properties, Self.reads("notReady"))]) == [])
    #expect(
      findings(stopped + [(.properties, Self.reads(Self.seen("AUTHORIZED")))]) == ["ACC-OF-10"])
    #expect(
      findings(stopped + [(.policy(.unauthorized, nil), Self.told("UNAUTHORIZED"))]) == [
        "ACC-OF-12"
      ])
    for allowed in [true, false] {
      #expect(findings(stopped + [(.openFrom("x"), Self.document(allowed))]) == [])
    }
  }

  @Test func allAppConnectApps() {
    let apps =
      ready(.allApps) + [(.authorizedApps(["x"]), Self.told("WHITELIST", ["x"], "UNSUPPORTED"))]
    #expect(findings(apps + [(.openFrom("x"), Self.document(true))]) == [])
    #expect(findings(apps + [(.properties, Self.reads(Self.seen("WHITELIST", ["x"])))]) == [])
    #expect(findings(apps + [(.properties, Self.reads(Self.seen("AUTHORIZED")))]) == ["ACC-OF-11"])
    #expect(findings(apps + [(.authorizedApps([]), Self.nothing)]).first == "ACC-OF-11")
    #expect(findings(apps + [(.authorizedApps(["x", "x"]), Self.nothing)]) == [])
  }

  /// Once the way of a library is lost, later events break nothing that they do not break by themselves.
  @Test func whatFollowsAFailureIsNoConsequence() {
    let lost: [(OpenFromEvent, OpenFromObservation)] =
      ready(.authorized) + [(.openFrom("x"), Self.document(false))]
    var later = Self.told("UNAUTHORIZED", [], "UNSUPPORTED")
    later.properties = Self.seen("UNAUTHORIZED")
    #expect(findings(lost + [(.policy(.unauthorized, nil), later)]) == ["ACC-OF-01"])
  }

  /// A callback at ready may come before the app hears that the library is ready.
  @Test func atReadyThePropertiesMayNotBeReadableYet() {
    func atReady(_ properties: JSONValue) -> [String] {
      findings([
        (.launch(ServerPolicy(.authorized)), Self.nothing),
        (.ready, Self.told("AUTHORIZED", reading: properties)),
      ])
    }
    #expect(atReady("notReady") == [] && atReady(Self.seen("AUTHORIZED")) == [])
    #expect(atReady(Self.seen("UNAUTHORIZED")) == ["ACC-OF-06"])
    #expect(
      findings(
        ready(ServerPolicy(.unauthorized)) + [
          (
            .policy(ServerPolicy(.authorized), nil),
            Self.told("AUTHORIZED", reading: "notReady", "UNSUPPORTED")
          )
        ]) == ["ACC-OF-06"], "once it is ready, it is")
  }

  /// Whether a listed identifier of the mail app counts by itself is left open for the one that names an activity.
  @Test func halfOfTheMailApp() {
    let activity = "com.apple.UIKit.activity.Mail"
    func opened(_ source: String, listed: [String], _ allowed: Bool) -> [String] {
      findings(
        ready(ServerPolicy(.whitelist, listed.map { ExactText($0) })) + [
          (
            .openFrom(ExactText(source)),
            Self.document(allowed, blocked: allowed ? nil : ("WHITELIST", source))
          )
        ])
    }
    #expect(opened(activity, listed: [activity], true) == [])
    #expect(opened(activity, listed: [activity], false) == [])
    let app = "com.apple.mobilemail"
    #expect(opened(activity, listed: [app], true).first == "ACC-OF-05")
    #expect(opened(app, listed: [app], true).first == "ACC-OF-05")
    #expect(
      opened(activity, listed: [activity, "com.apple.mobilemail"], false).contains("ACC-OF-05"))
  }

  /// Nothing was refused, so that no app hears of a refusal: at a change, without one, and when the properties are read.
  @Test func aRefusalIsToldOfRefusalsAlone() {
    var blocked = Self.document(nil, blocked: ("AUTHORIZED", "x"))
    let way = ready(ServerPolicy(.unauthorized))
    let change = OpenFromEvent.policy(ServerPolicy(.authorized), nil)
    #expect(findings(way + [(change, blocked)], app: [.blocked]) == ["ACC-OF-04"])
    #expect(findings(way + [(change, Self.nothing)], app: [.blocked]) == [])
    #expect(
      findings(way + [(.policy(ServerPolicy(.unauthorized), nil), blocked)]) == ["ACC-OF-04"])
    blocked.properties = Self.seen("UNAUTHORIZED")
    #expect(findings(way + [(.properties, blocked)]) == ["ACC-OF-04"])
  }
}
