import AdapterProtocol
import Conformance
import JSONText
import Testing

@testable import SuiteModels
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

  /// From ready until stop there is an instance that stop can drop, where the adapter tells of it.
  @Test func theSharedInstanceIsThereBeforeItIsDropped() throws {
    let steps =
      Self.way + #"{"action":"ready","policy":"MANAGED"},{"action":"properties"},"#
      + #"{"action":"retire"},{"action":"stop"},{"action":"init"},{"action":"start","options":null},"#
      + #"{"action":"ready","policy":"MANAGED"}"#
    func broken(
      first: Bool = true, retired: Bool = true, begun: Bool = true, again: Bool = true
    ) throws -> [String] {
      let isReady = Self.properties("MANAGED", ready: true, shared: first)
      let none = Self.properties("notReady", ready: false, shared: false)
      let begun = Self.reply([], Self.properties("notReady", ready: false, shared: begun))
      let readyAgain = Self.properties("MANAGED", ready: true, shared: again)
      return try Self.broken(
        steps,
        Self.before + [
          Self.reply([Self.ready, Self.told("MANAGED")], isReady, data: true),
          Self.reply([], isReady, data: true),
          Self.reply([], Self.properties("UNKNOWN", ready: true, shared: retired)),
          Self.reply([], none), begun, begun,
          Self.reply([Self.ready, Self.told("MANAGED")], readyAgain, data: true),
        ])
    }
    #expect(try broken() == [])
    // Whether init or start makes it is left open.
    #expect(try broken(begun: false) == [])
    #expect(try broken(first: false) == ["ACC-LC-07"])
    #expect(try broken(retired: false) == ["ACC-LC-07"])
    #expect(try broken(again: false) == ["ACC-LC-10"])
  }

  /// The level is laid down after stop, and for a process that has not made an instance.
  @Test func theLogLevelOfALibraryThatIsThereIsItsOwn() throws {
    let steps =
      #"{"action":"device","clientInstalled":true},{"action":"terminate"},"#
      + #"{"action":"properties"},{"action":"init"},{"action":"start","options":{}},"#
      + #"{"action":"ready","policy":"UNMANAGED"},{"action":"logLevel","level":"DEBUG"},"#
      + #"{"action":"retire"},{"action":"stop"},{"action":"init"},{"action":"start","options":null},"#
      + #"{"action":"ready","policy":"UNMANAGED"}"#
    func broken(
      relaunched: String = "STATUS", initialised: String = "STATUS", running: String = "STATUS",
      set: String = "DEBUG", retired: String = "DEBUG", stopped: String = "STATUS",
      again: String = "STATUS"
    ) throws -> [String] {
      func none(_ level: String, shared: Bool) -> String {
        Self.reply(
          [], Self.properties("notReady", ready: false, shared: shared, level: level))
      }
      func ready(_ level: String) -> String {
        Self.reply(
          [Self.ready, Self.told("UNMANAGED")],
          Self.properties("UNMANAGED", ready: true, level: level))
      }
      return try Self.broken(
        steps,
        [
          none("STATUS", shared: false), none(relaunched, shared: false),
          none(relaunched, shared: false), none(initialised, shared: true),
          none(running, shared: true), ready(running),
          Self.reply([], Self.properties("UNMANAGED", ready: true, level: set)),
          Self.reply([], Self.properties("UNKNOWN", ready: true, level: retired)),
          none(stopped, shared: false), none(again, shared: true), none(again, shared: true),
          ready(again),
        ])
    }
    #expect(try broken() == [])
    #expect(try broken(initialised: "INFO", running: "INFO") == [], "a level of its own")
    #expect(try broken(running: "VERBOSE") == [])
    #expect(try broken(retired: "STATUS") == [], "retire has ended it")
    #expect(try broken(again: "DEBUG") == [], "the server's level comes back")
    #expect(try broken(relaunched: "INFO") == ["ACC-LC-08"])
    #expect(try broken(set: "INFO") == ["ACC-LC-08"])
    #expect(try broken(stopped: "DEBUG") == ["ACC-LC-08"])
  }

  /// Whether a retired library is ready is free, and whether the app hears again that it is.
  @Test func readyAfterRetireAndReadyAgain() throws {
    let steps =
      Self.way + #"{"action":"ready","policy":"MANAGED"},{"action":"policy","policy":"UNMANAGED"},"#
      + #"{"action":"retire"}"#
    func broken(_ changed: [String], _ retired: [String], ready: Bool) throws -> [String] {
      try Self.broken(
        steps,
        Self.before + [
          Self.managed,
          Self.reply(changed, Self.properties("UNMANAGED", ready: true), data: true),
          Self.reply(retired, Self.properties("UNKNOWN", ready: ready)),
        ])
    }
    let told = Self.told("UNMANAGED")
    #expect(try broken([told], [], ready: true) == [])
    #expect(try broken([told], [], ready: false) == [])
    #expect(try broken([told, Self.ready], [Self.ready], ready: true) == [])
    #expect(try broken([Self.ready], [], ready: true) == ["ACC-LC-06"], "not told")
    let blind = Self.told("UNMANAGED", seen: "notReady")
    #expect(try broken([blind, Self.ready], [], ready: true) == ["ACC-LC-06"], "it was ready")
  }

  /// The word `notReady` tells nothing of the shared instance and of the log level, nor does null.
  @Test(arguments: [
    #""notReady""#,
    #"{"managedPolicy":"notReady","ready":null,"sharedInstance":null,"logLevel":null}"#,
  ]) func whatIsNotToldIsNotJudged(nothing: String) throws {
    let steps =
      Self.way + #"{"action":"ready","policy":"MANAGED"},{"action":"stop"},{"action":"init"},"#
      + #"{"action":"start","options":null}"#
    let begun = Self.reply([], nothing)
    let kept = Self.reply([], nothing, data: true)
    #expect(
      try Self.broken(steps, [begun, begun, begun, Self.managed, kept, kept, kept]) == [])
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
      (#""managedPolicy":"MANAGED","logLevel":"INFO""#, "sharedInstance"),
      (#""managedPolicy":"MANAGED","sharedInstance":true"#, "logLevel"),
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
