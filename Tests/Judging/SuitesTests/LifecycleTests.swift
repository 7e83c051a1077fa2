import AdapterProtocol
import Conformance
import JSONText
import Testing

@testable import Suites

/// The rules of the library's side of dual mode, held against replies that are written down by hand.
@Suite struct LifecycleTests {
  static func item(_ steps: String, hears: Bool = true) throws -> Case {
    let implements = hears ? "\"managedPolicyChangedTo\"" : ""
    return try CaseFile.read(
      Array(
        """
        {"format":"assay-case/1","suite":"appconnect.lifecycle","start":{"implements":[\(implements)]},\
        "steps":[\(steps)]}
        """.utf8), suites: [Lifecycle.suite], name: "stored/test")
  }

  static func broken(_ steps: String, hears: Bool = true, _ replies: [String]) throws -> [String] {
    let session = try Lifecycle.suite.open(try item(steps, hears: hears), capabilities: [])
    var frames: [Frame] = []
    session.appendReadyFrames(to: &frames)
    let all = [#""type":"started""#] + replies.map { "\"type\":\"observed\",\($0)" }
    for (number, reply) in all.enumerated() {
      try Array("{\"id\":\(number),\(reply)}".utf8).withUnsafeBytes { line in
        try session.receive(try ReplyEnvelope.read(line), line: line, frame: number)
      }
    }
    return session.conclude(.answered).findings.map(\.clause.path)
  }

  static func properties(
    _ policy: String, ready: Bool, shared: Bool = true, level: String = "STATUS", raw: Int? = nil
  ) -> String {
    let raw = raw.map { ",\"raw\":{\"managedPolicy\":\($0)}" } ?? ""
    return """
      {"managedPolicy":"\(policy)","ready":\(ready),"sharedInstance":\(shared),"logLevel":"\(level)"\(raw)}
      """
  }

  static func reply(
    _ calls: [String], _ properties: String, data: Bool = false, _ more: String = ""
  ) -> String {
    """
    "calls":[\(calls.joined(separator: ","))],"properties":\(properties),"secureData":\(data)\(more)
    """
  }

  static let ready = #"{"method":"appConnectIsReady"}"#
  static func told(_ policy: String, seen: String? = nil) -> String {
    #"{"method":"managedPolicyChangedTo","policy":"\#(policy)","properties":{"managedPolicy":"\#(seen ?? policy)"}}"#
  }

  static let before = [
    reply([], properties("notReady", ready: false, shared: false)),
    reply([], properties("notReady", ready: false)),
    reply([], properties("notReady", ready: false)),
  ]
  static let way = """
    {"action":"device","clientInstalled":true},{"action":"init"},{"action":"start","options":{}},
    """
  static let managed = reply(
    [ready, told("MANAGED")], properties("MANAGED", ready: true), data: true)

  @Test(arguments: [
    (managed, [String]()),
    (reply([told("MANAGED"), ready], properties("MANAGED", ready: true, raw: 2), data: true), []),
    (
      reply(
        [told("MANAGED", seen: "notReady"), ready], properties("MANAGED", ready: true), data: true),
      []
    ),
    (
      reply(
        [ready, told("MANAGED", seen: "UNKNOWN")], properties("MANAGED", ready: true), data: true),
      ["ACC-LC-06"]
    ),
    (
      reply([ready, told("UNMANAGED")], properties("MANAGED", ready: true), data: true),
      ["ACC-LC-11"]
    ),
    (reply([ready], properties("MANAGED", ready: true), data: true), ["ACC-LC-11"]),
    (reply([told("MANAGED")], properties("MANAGED", ready: true), data: true), ["ACC-LC-05"]),
    (
      reply([ready, told("MANAGED")], properties("UNKNOWN", ready: true), data: true), ["ACC-LC-04"]
    ),
    (
      reply([ready, told("MANAGED")], properties("notReady", ready: false), data: true),
      ["ACC-LC-04", "ACC-LC-05"]
    ),
    (
      reply([ready, told("MANAGED")], properties("MANAGED", ready: true, raw: 1), data: true),
      ["ACC-LC-04"]
    ),
    (reply([ready, told("MANAGED")], properties("MANAGED", ready: true)), ["ACC-LC-09"]),
  ]) func theFirstDetermination(last: String, expected: [String]) throws {
    let steps = Self.way + #"{"action":"ready","policy":"MANAGED"}"#
    #expect(try Self.broken(steps, Self.before + [last]).sorted() == expected)
  }

  @Test func anAppWithoutTheCallbackIsNotCalled() throws {
    let steps = Self.way + #"{"action":"ready","policy":"MANAGED"}"#
    let silent = Self.reply([Self.ready], Self.properties("MANAGED", ready: true), data: true)
    #expect(try Self.broken(steps, hears: false, Self.before + [silent]) == [])
    #expect(try Self.broken(steps, hears: false, Self.before + [Self.managed]) == ["ACC-LC-06"])
  }

  @Test func changesAndWhatIsNone() throws {
    let steps =
      Self.way + #"{"action":"ready","policy":"MANAGED"},{"action":"policy","policy":"MANAGED"},"#
      + #"{"action":"policy","policy":"UNMANAGED"}"#
    let same = Self.reply([], Self.properties("MANAGED", ready: true), data: true)
    let other = Self.reply(
      [Self.told("UNMANAGED")], Self.properties("UNMANAGED", ready: true), data: true)
    func broken(_ second: String, _ third: String) throws -> [String] {
      try Self.broken(steps, Self.before + [Self.managed, second, third])
    }
    #expect(try broken(same, other) == [])
    let again = Self.reply(
      [Self.told("MANAGED")], Self.properties("MANAGED", ready: true), data: true)
    #expect(try broken(again, other) == ["ACC-LC-11"])
    let silent = Self.reply([], Self.properties("UNMANAGED", ready: true), data: true)
    #expect(try broken(same, silent) == ["ACC-LC-06"])
  }

  @Test func retireAndStop() throws {
    let steps =
      Self.way + #"{"action":"ready","policy":"MANAGED"},{"action":"retire"},{"action":"stop"},"#
      + #"{"action":"policy","policy":"MANAGED"}"#
    let retired = Self.reply([], Self.properties("UNKNOWN", ready: true))
    let gone = Self.properties("notReady", ready: false, shared: false)
    func broken(_ retired: String, _ stopped: String, _ late: String) throws -> [String] {
      try Self.broken(steps, Self.before + [Self.managed, retired, stopped, late])
    }
    let quiet = Self.reply([], gone)
    #expect(try broken(retired, quiet, quiet) == [])
    let told = Self.reply([Self.told("UNKNOWN")], Self.properties("UNKNOWN", ready: true))
    #expect(try broken(told, quiet, quiet) == [], "free")
    let kept = Self.reply([], Self.properties("UNKNOWN", ready: true), data: true)
    #expect(try broken(kept, quiet, quiet) == ["ACC-LC-09"])
    let still = Self.reply([], Self.properties("MANAGED", ready: true))
    #expect(try broken(still, quiet, quiet) == ["ACC-LC-09"])
    let instance = Self.reply([], Self.properties("notReady", ready: false))
    #expect(try broken(retired, instance, quiet) == ["ACC-LC-07"])
    let loud = Self.reply(
      [], Self.properties("notReady", ready: false, shared: false, level: "DEBUG"))
    #expect(try broken(retired, loud, quiet) == ["ACC-LC-08"])
    #expect(
      try broken(retired, quiet, Self.reply([Self.told("MANAGED", seen: "MANAGED")], gone))
        .contains("ACC-LC-07"))
  }

  @Test(arguments: [
    (true, false, false, true, "ACC-LC-01"), (false, true, true, true, "ACC-LC-02"),
    (false, true, false, false, "ACC-LC-03"), (false, false, false, false, "ACC-LC-03"),
  ]) func answers(
    installed: Bool, wasInstalled: Bool, ran: Bool, answer: Bool, clause: String
  ) {
    let state = LifecycleModel.State(
      clientInstalled: installed, clientWasInstalled: wasInstalled || installed,
      ranInAppConnectMode: ran ? .yes : .no)
    let found = LifecycleModel().answer(in: state)
    #expect(found?.answer == answer && found?.clause.path == clause)
    let retired = LifecycleModel.State(clientWasInstalled: true, ranInAppConnectMode: .unclear)
    #expect(LifecycleModel().answer(in: retired) == nil)
  }

  @Test(arguments: [
    (#"{"action":"init"},{"action":"init"}"#, "step 2 cannot happen"),
    (#"{"action":"start","options":{}}"#, "step 1 cannot happen"),
    (#"{"action":"init"},{"action":"start","options":null}"#, "step 2 cannot happen"),
    (#"{"action":"stop"}"#, "step 1 cannot happen"),
    (#"{"action":"retire"}"#, "step 1 cannot happen"),
    (#"{"action":"policy","policy":"MANAGED"}"#, "step 1 cannot happen"),
    (#"{"action":"ready","policy":"UNKNOWN"}"#, "policy is one of"),
    (#"{"action":"log","level":"LOUD","text":""}"#, "level is one of"),
    (#"{"action":"device"}"#, "clientInstalled"), (#"{"action":"init","options":{}}"#, "no member"),
    (#"{"action":"fly"}"#, "there are device"),
  ]) func filesThatMakeNoSense(steps: String, words: String) {
    do {
      _ = try Self.item(steps)
      Issue.record("it is read")
    } catch {
      #expect("\(error)".contains(words), "\(error)")
    }
  }

  /// A state that does not exist is trouble of the adapter, which names the member.
  @Test func statesThatDoNotExist() {
    for (wrong, name) in [
      (#""managedPolicy":"RETIRED""#, "managedPolicy"), (#""ready":true"#, "managedPolicy"),
      (#""managedPolicy":"MANAGED","logLevel":"LOUD""#, "logLevel"),
    ] {
      let line = Array("{\"calls\":[],\"properties\":{\(wrong)},\"secureData\":false}".utf8)
      let defect = Lifecycle.suite.defect(ofObservation: line)
      #expect(defect.map { "\($0)".contains(name) } == true, "\(wrong)")
    }
  }

  @Test func walksReachEveryPhaseAndEvent() throws {
    let suite = Lifecycle.suite
    var phases: Set<LifecycleModel.Phase> = []
    var actions: Set<String> = []
    for item in suite.cases(seed: 1) where item.id.path.contains("/walk/") {
      let script = try suite.script(item)
      #expect(suite.excludedStep(of: script) == nil, "\(item.id)")
      var state = suite.model.begin(script.setup, persisted: nil)
      for step in script.steps {
        switch step {
        case .restart(let keep):
          state = suite.model.begin(script.setup, persisted: keep ? state : nil)
        case .event(let event):
          actions.insert(event.action)
          state =
            suite.model.expect(event, in: state, of: Situation(script.setup)).branches[0].next
          phases.insert(state.phase)
        }
      }
    }
    #expect(phases.count == 5)
    #expect(actions.count == 12)
  }
}
