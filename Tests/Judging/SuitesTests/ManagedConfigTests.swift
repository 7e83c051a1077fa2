import AdapterProtocol
import Conformance
import JSONText
import Testing

@testable import SuiteModels
@testable import Suites

/// The rules of managed app configuration, held against replies that are written down by hand.
@Suite struct ManagedConfigTests {
  static let start = """
    {"schema":[{"key":"url","type":"string","format":"url","default":{"string":"https://d.example"}},\
    {"key":"limit","type":"integer","minimum":0,"maximum":10,"default":{"integer":"3"}},\
    {"key":"code","type":"string","secret":true}],"counters":["good","bad"]}
    """

  /// A case with these steps, about nothing.
  static func item(_ steps: String) throws -> Case {
    try CaseFile.read(
      Array(
        """
        {"format":"assay-case/1","suite":"managed-config","start":\(start),"steps":[\(steps)]}
        """.utf8), suites: [ManagedConfig.suite], name: "stored/test")
  }

  /// The clauses that these replies to the steps break, each once.
  static func broken(_ steps: String, _ replies: [String]) throws -> [String] {
    try findings(try item(steps), replies).map(\.clause.path)
  }

  static func findings(_ item: Case, _ replies: [String]) throws -> [Finding] {
    let session = try ManagedConfig.suite.open(item, capabilities: [])
    var frames: [Frame] = []
    session.appendReadyFrames(to: &frames)
    let all = [#""type":"started""#] + replies.map { "\"type\":\"observed\",\($0)" }
    for (number, reply) in all.enumerated() {
      try Array("{\"id\":\(number),\(reply)}".utf8).withUnsafeBytes { line in
        try session.receive(try ReplyEnvelope.read(line), line: line, frame: number)
      }
    }
    return session.conclude(.answered).findings
  }

  static func reply(
    _ calls: [String], _ settings: String, _ configuration: String = "null",
    _ feedback: String = "null", _ more: String = ""
  ) -> String {
    let calls = calls.map { "{\"method\":\"\($0)\"}" }.joined(separator: ",")
    return """
      "calls":[\(calls)],"settings":\(settings),"configuration":\(configuration),"feedback":\(feedback)\(more)
      """
  }

  static let launched = ["addObserver", "readConfiguration"]
  static let defaults =
    #"{"url":{"string":"https://d.example"},"limit":{"integer":"3"},"code":null}"#
  static let launch = #"{"action":"launch"}"#

  static func settings(limit: Int) -> String {
    #"{"url":{"string":"https://d.example"},"limit":{"integer":"\#(limit)"}}"#
  }

  @Test(arguments: [
    (["addObserver", "readConfiguration"], defaults, [String]()),
    (["addObserver", "readConfiguration", "readConfiguration"], settings(limit: 3), []),
    (["readConfiguration", "addObserver"], defaults, ["MC-02"]),
    (["readConfiguration"], defaults, ["MC-02"]),
    (["addObserver"], defaults, ["MC-01"]), (launched, settings(limit: 4), ["MC-07"]),
    (launched + ["writeConfiguration"], defaults, ["MC-16"]),
    (launched + ["synchronize"], defaults, []),
  ]) func launches(calls: [String], settings: String, expected: [String]) throws {
    #expect(try Self.broken(Self.launch, [Self.reply(calls, settings)]) == expected)
  }

  /// What a value leads to: the setting that it has to be, and the clause that says so.
  @Test(arguments: [
    ("{\"integer\":\"7\"}", 7, "MC-04"), ("{\"integer\":\"0\"}", 0, "MC-04"),
    ("{\"integer\":\"10\"}", 10, "MC-04"), ("{\"integer\":\"11\"}", 3, "MC-06"),
    ("{\"integer\":\"-1\"}", 3, "MC-06"), ("{\"string\":\"7\"}", 3, "MC-05"),
    ("{\"real\":\"7.0\"}", 3, "MC-05"), ("{\"boolean\":true}", 3, "MC-05"),
    ("{\"array\":[]}", 3, "MC-05"),
  ]) func values(value: String, setting: Int, clause: String) throws {
    let steps = "{\"action\":\"configure\",\"dictionary\":{\"limit\":\(value)}},\(Self.launch)"
    let configuration = "{\"limit\":\(value)}"
    func broken(_ limit: Int) throws -> [String] {
      try Self.broken(
        steps,
        [
          Self.reply([], "null", configuration),
          Self.reply(Self.launched, Self.settings(limit: limit), configuration),
        ])
    }
    #expect(try broken(setting) == [])
    #expect(try broken(setting + 1) == [clause])
  }

  /// An adapter may tell the settings to those alone who ask for them.
  @Test func settingsAreToldWhereTheyAreAskedFor() throws {
    let steps = #"\#(Self.launch),{"action":"settings"}"#
    func broken(_ told: String, _ asked: String) throws -> [String] {
      try Self.broken(steps, [Self.reply(Self.launched, told), Self.reply([], asked)])
    }
    #expect(try broken("null", Self.defaults) == [])
    #expect(try broken("null", Self.settings(limit: 4)) == ["MC-07"])
    #expect(try broken(Self.settings(limit: 4), Self.defaults) == ["MC-07"])
    #expect(try broken(Self.defaults, "null") == ["MC-07", "MC-07"])
  }

  /// Values by key, or all of them as one typed value.
  @Test(arguments: [
    (#"{"dictionary":{"limit":{"integer":"5"}}}"#, [String]()),
    (#"{"dictionary":{"limit":{"integer":"6"}}}"#, ["MC-16"]),
    (#"{"limit":{"integer":"5"}}"#, []),
  ]) func dictionariesMayBeTyped(told: String, expected: [String]) throws {
    let steps = #"{"action":"configure","dictionary":{"limit":{"integer":"5"}}}"#
    #expect(try Self.broken(steps, [Self.reply([], "null", told)]) == expected)
    // A key with this name is none.
    let key = #"{"dictionary":{"string":"x"}}"#
    let other = #"{"action":"configure","dictionary":\#(key)}"#
    #expect(try Self.broken(other, [Self.reply([], "null", key)]) == [])
    #expect(throws: JSONError.self) {
      try Self.broken(steps, [Self.reply([], "null", #"{"dictionary":5}"#)])
    }
  }

  /// Each launch and each change of a running app is followed by a question for the settings.
  @Test func fixedCasesAskForTheSettings() {
    #expect(
      ManagedConfig.asking([.configure(nil), .launch, .configure(nil), .settings, .terminate])
        == [.configure(nil), .launch, .settings, .configure(nil), .settings, .terminate])
  }

  @Test func changesWhileTheAppRuns() throws {
    let steps = """
      \(Self.launch),{"action":"configure","dictionary":{"limit":{"integer":"5"}}},\
      {"action":"configure","dictionary":null}
      """
    let five = #"{"limit":{"integer":"5"}}"#
    func broken(_ first: Int, _ second: Int, _ last: String = "null") throws -> [String] {
      try Self.broken(
        steps,
        [
          Self.reply(Self.launched, Self.defaults),
          Self.reply([], Self.settings(limit: first), five),
          Self.reply([], Self.settings(limit: second), last),
        ])
    }
    #expect(try broken(5, 3) == [])
    #expect(try broken(3, 3) == ["MC-03"])
    #expect(try broken(5, 5) == ["MC-08"], "the key was set, and is gone")
    #expect(try broken(5, 3, five) == ["MC-16"])
  }

  @Test(arguments: [
    (#"{"good":{"integer":"2"}}"#, [String]()),
    (#"{"good":{"real":"2.0"},"bad":{"integer":"0"}}"#, []),
    (#"{"good":{"integer":"1"}}"#, ["MC-10"]), ("null", ["MC-10"]),
    (#"{"good":{"string":"2"}}"#, ["MC-10"]),
    (#"{"good":{"integer":"2"},"bad":{"integer":"1"}}"#, ["MC-10"]),
    (#"{"good":{"integer":"2"},"time":{"date":"1.0"}}"#, ["MC-14"]),
    (#"{"good":{"integer":"2"},"bad":{"string":"x secret-code x"}}"#, ["MC-10", "MC-14"]),
    (#"{"good":{"integer":"2"},"secret-code":{"integer":"0"}}"#, ["MC-14", "MC-14"]),
  ]) func counting(feedback: String, expected: [String]) throws {
    let configuration = #"{"code":{"string":"secret-code"}}"#
    let settings =
      #"{"url":{"string":"https://d.example"},"limit":{"integer":"3"},"code":{"string":"secret-code"}}"#
    let steps = """
      {"action":"configure","dictionary":\(configuration)},\(Self.launch),\
      {"action":"count","counter":"good","times":2}
      """
    let found = try Self.broken(
      steps,
      [
        Self.reply([], "null", configuration), Self.reply(Self.launched, settings, configuration),
        Self.reply(["writeFeedback"], settings, configuration, feedback),
      ])
    #expect(found.sorted() == expected)
  }

  @Test func collecting() throws {
    let steps = """
      \(Self.launch),{"action":"count","counter":"good","times":3},{"action":"terminate"},\
      {"action":"collectFeedback"},\(Self.launch),{"action":"count","counter":"good","times":1}
      """
    func broken(
      collected: String, after: String = "null", count: Int = 1
    ) throws -> [String] {
      let three = #"{"good":{"integer":"3"}}"#
      return try Self.broken(
        steps,
        [
          Self.reply(Self.launched, Self.defaults), Self.reply([], Self.defaults, "null", three),
          Self.reply([], "null", "null", three), Self.reply([], "null", "null", "null", collected),
          Self.reply(Self.launched, Self.defaults, "null", after),
          Self.reply([], Self.defaults, "null", "{\"good\":{\"integer\":\"\(count)\"}}"),
        ])
    }
    let all = #","collected":{"good":{"integer":"3"}}"#
    #expect(try broken(collected: all) == [])
    #expect(try broken(collected: all, after: #"{"good":{"integer":"0"}}"#) == [])
    #expect(try broken(collected: all, after: "{}") == [])
    #expect(try broken(collected: all, after: #"{"good":{"integer":"3"}}"#) == ["MC-12"])
    #expect(try broken(collected: all, count: 4) == ["MC-10"])
    #expect(try broken(collected: #","collected":null"#) == ["MC-12"])
    #expect(try broken(collected: "") == ["MC-12"], "the member is missing")
  }

  /// Where nothing was counted, nothing need be told of what the server read.
  @Test func collectingNothing() throws {
    let steps = #"{"action":"collectFeedback"}"#
    #expect(try Self.broken(steps, [Self.reply([], "null")]) == [])
    let nothing = Self.reply([], "null", "null", "null", #","collected":null"#)
    #expect(try Self.broken(steps, [nothing]) == [])
    let something = Self.reply(
      [], "null", "null", "null", #","collected":{"good":{"integer":"1"}}"#)
    #expect(try Self.broken(steps, [something]) == ["MC-12"])
  }

  /// The same characters in other code points are another value, and the finding shows which.
  @Test func textsThatLookTheSame() throws {
    func item(_ first: String, _ second: String) throws -> Case {
      try CaseFile.read(
        Array(
          """
          {"format":"assay-case/1","suite":"managed-config","start":{"schema":[{"key":"k","type":"string"}],\
          "counters":[]},"steps":[{"action":"launch"},\
          {"action":"configure","dictionary":{"k":{"string":"\(first)"}}},\
          {"action":"configure","dictionary":{"k":{"string":"\(second)"}}}]}
          """.utf8), suites: [ManagedConfig.suite], name: "stored/test")
    }
    func reply(_ text: String, _ setting: String) -> String {
      Self.reply(
        [], "{\"k\":{\"string\":\"\(setting)\"}}", "{\"k\":{\"string\":\"\(text)\"}}")
    }
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let launch = Self.reply(Self.launched, #"{"k":null}"#)
    let findings = try Self.findings(
      try item(composed, decomposed),
      [launch, reply(composed, composed), reply(decomposed, composed)])
    #expect(findings.map(\.clause) == ["MC-03"])
    #expect(findings.map(\.expected) == [#"k = string "e\u{301}""#])
    #expect(findings.map(\.observed) == [#"k = string "\u{E9}""#])
    let right = [launch, reply(composed, composed), reply(decomposed, decomposed)]
    #expect(try Self.findings(try item(composed, decomposed), right) == [])
  }

  /// A secret number is found in a number and in a text; a short one is not looked for.
  @Test(arguments: [
    ("907345128", #"{"integer":"907345128"}"#, true),
    ("907345128", #"{"string":"pin 907345128"}"#, true),
    ("907345128", #"{"integer":"907345129"}"#, false), ("7", #"{"integer":"7"}"#, false),
  ]) func numbersThatAreSecret(secret: String, value: String, isFound: Bool) throws {
    let configuration = #"{"pin":{"integer":"\#(secret)"}}"#
    let item = try CaseFile.read(
      Array(
        """
        {"format":"assay-case/1","suite":"managed-config","start":{"schema":[{"key":"pin","type":"integer",\
        "secret":true}],"counters":["n"]},"steps":[{"action":"configure","dictionary":\(configuration)}]}
        """.utf8), suites: [ManagedConfig.suite], name: "stored/test")
    let found = try Self.findings(
      item, [Self.reply([], "null", configuration, "{\"n\":\(value)}")])
    #expect(found.contains { $0.kind == "secret-shown" } == isFound)
  }

  /// Keys and counters of which nobody says that they differ are in no case.
  @Test func canonicallyEquivalentKeysAreAskedOfNobody() throws {
    func dictionary(_ keys: String...) -> ManagedDictionary {
      ManagedDictionary(keys.map { TypedMember($0, .string("x")) })
    }
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    let schema = ManagedSchema([ManagedKey(composed, .string)], counters: [])
    #expect(schema.isClear(dictionary(composed, "cafe")))
    #expect(!schema.isClear(dictionary(decomposed)), "as the key of the schema, or as no key")
    #expect(!ManagedSchema.usual.isClear(dictionary(composed, decomposed)))
    let inside = ManagedDictionary([
      "unknown": .array([.dictionary(dictionary(composed, decomposed).members)])
    ])
    #expect(!ManagedSchema.usual.isClear(inside))
    for item in ManagedConfig.suite.cases(seed: 1) where !item.id.path.contains("/large/") {
      let script = try ManagedConfig.suite.script(item)
      #expect(ManagedConfig.suite.excludedStep(of: script) == nil, "\(item.id)")
    }
  }

  /// A library may store each event by itself, and has the time for it.
  @Test func noStepCountsMoreThanAThousandEvents() throws {
    var most = 0
    var all: Set<Int> = []
    for item in ManagedConfig.suite.cases(seed: 1) where !item.id.path.contains("/large/") {
      let counts = try ManagedConfig.suite.script(item).events.map { event in
        if case .count(_, let times) = event { times } else { 0 }
      }
      most = max(most, counts.max() ?? 0)
      all.insert(counts.reduce(0, +))
    }
    #expect(most == 1_000)
    #expect(all.isSuperset(of: [65_537, 100_000, 100_001]))
  }

  /// MC-15 is a SHOULD: who takes longer for a large configuration breaks it, and only who takes five times as long hangs.
  @Test func aLargeConfigurationMayTakeLonger() throws {
    func judged(_ bytes: Int, _ ending: Ending) throws -> (Int, JudgedCase) {
      let text = String(repeating: "x", count: bytes)
      let session = try ManagedConfig.suite.open(
        try Self.item(#"{"action":"configure","dictionary":{"x":{"string":"\#(text)"}}}"#),
        capabilities: [])
      if session.deadlinesOfStep > 1 { session.exceeded(.seconds(2), frame: 1) }
      return (session.deadlinesOfStep, session.conclude(ending))
    }
    let (deadlines, slow) = try judged(70_000, .answered)
    #expect(deadlines == 5)
    #expect(slow.verdict == .warned)
    #expect(slow.findings.map(\.signature) == [Signature("MC-15", "slow")])
    #expect(slow.findings.map(\.expected) == ["a reply within 2 s"])
    let (_, hung) = try judged(70_000, .hung(step: 1))
    #expect(hung.verdict == .timedOut)
    #expect(hung.findings.map(\.clause) == ["MC-15", "MC-17"])
    let (one, small) = try judged(60_000, .hung(step: 1))
    #expect(one == 1)
    #expect(small.findings.map(\.clause) == ["MC-17"])
  }

  @Test func aLargeFeedbackIsFound() throws {
    func broken(_ bytes: Int) throws -> [String] {
      try Self.broken(
        Self.launch,
        [
          Self.reply(
            Self.launched, Self.defaults, "null",
            "{\"good\":{\"integer\":\"0\"},\"bad\":{\"data\":\"\(String(repeating: "AAAA", count: bytes / 3))\"}}"
          )
        ])
    }
    #expect(try broken(5_100).contains("MC-13"))
    #expect(try !broken(3_900).contains("MC-13"))
  }

  /// More than 64 KiB: as a whole, or not at all.
  @Test func largeConfigurations() throws {
    let text = String(repeating: "x", count: 70_000)
    let configuration =
      #"{"limit":{"integer":"5"},"url":{"integer":"1"},"x":{"string":"\#(text)"}}"#
    let six = #"{"limit":{"integer":"6"},"url":{"string":"https://six.example"}}"#
    let settings = #"{"url":{"string":"https://six.example"},"limit":{"integer":"6"}}"#
    let steps = """
      {"action":"configure","dictionary":\(six)},\(Self.launch),\
      {"action":"configure","dictionary":\(configuration)}
      """
    func broken(_ after: String) throws -> [String] {
      try Self.broken(
        steps,
        [
          Self.reply([], "null", six), Self.reply(Self.launched, settings, six),
          Self.reply([], after, configuration),
        ])
    }
    #expect(try broken(Self.settings(limit: 5)) == [], "whole")
    #expect(try broken(Self.settings(limit: 3)) == [], "the defaults")
    #expect(try broken(settings) == [], "the settings before")
    #expect(try broken(Self.settings(limit: 6)) == ["MC-15"], "in part")
  }

  @Test(arguments: [
    ("http://acme.com", ManagedURL.Standing.valid), ("https://a.b-c.example:65535/x/y.z", .valid),
    ("https://acme.com:65536/", .unclear), ("https://acme.com:0/", .unclear),
    ("HTTP://acme.com", .unclear),
    ("ftp://acme.com", .unclear), ("https://10.0.0.1/", .unclear),
    ("https://acme.com/?q", .unclear),
    ("https://u@acme.com/", .unclear), ("https://acme.com/\u{E9}", .unclear),
    ("mailto:a", .unclear),
    ("", .invalid), ("acme.com", .invalid), ("//acme.com", .invalid), ("http://", .invalid),
    ("http://:80/", .invalid), ("http://acme.com/a b", .invalid), ("\thttp://acme.com", .invalid),
  ]) func addresses(text: String, standing: ManagedURL.Standing) {
    #expect(ManagedURL.standing(of: text) == standing)
  }

  @Test(arguments: [
    (#"{"action":"launch"},{"action":"launch"}"#, "step 2 cannot happen"),
    (#"{"action":"settings"}"#, "step 1 cannot happen"),
    (#"{"action":"count","counter":"good","times":1}"#, "step 1 cannot happen"),
    (
      #"{"action":"launch"},{"action":"count","counter":"other","times":1}"#, "none of the counters"
    ),
    (#"{"action":"launch"},{"action":"count","counter":"good","times":0}"#, "from 1 to 1000"),
    (#"{"action":"launch"},{"action":"count","counter":"good","times":1001}"#, "from 1 to 1000"),
    (
      "{\"action\":\"configure\",\"dictionary\":{\"\u{E9}\":{\"integer\":\"1\"},\"e\u{301}\":{\"integer\":\"1\"}}}",
      "step 1 cannot happen"
    ),
    (#"{"action":"configure"}"#, "dictionary"),
    (#"{"action":"configure","dictionary":7}"#, "line 1"),
    (#"{"action":"configure","dictionary":{"url":{"string":"ftp://x"}}}"#, "step 1 cannot happen"),
    (#"{"action":"configure","dictionary":{"x":null}}"#, "no null"),
    (#"{"action":"fly"}"#, "there are launch"),
    (
      #"{"action":"configure","dictionary":{"pairs":[["a",{"integer":"1"}],["a",{"integer":"2"}]]}}"#,
      "twice"
    ),
    (#"{"action":"launch","time":1}"#, "no member"),
  ]) func filesThatMakeNoSense(steps: String, words: String) {
    do {
      _ = try Self.item(steps)
      Issue.record("it is read")
    } catch {
      #expect("\(error)".contains(words), "\(error)")
    }
  }

  @Test(arguments: [
    (#"{"schema":[],"counters":["n\u00f6","no\u0308"]}"#, "the counters"),
    (
      #"{"schema":[{"key":"\u00e9","type":"string"},{"key":"e\u0301","type":"string"}],"counters":[]}"#,
      "the keys"
    ),
  ]) func schemasOfWhichNobodySaysWhatTheyMean(start: String, words: String) {
    do {
      _ = try CaseFile.read(
        Array(
          """
          {"format":"assay-case/1","suite":"managed-config","start":\(start),"steps":[{"action":"launch"}]}
          """.utf8), suites: [ManagedConfig.suite], name: "stored/test")
      Issue.record("it is read")
    } catch {
      #expect("\(error)".contains(words) && "\(error)".contains("canonically"), "\(error)")
    }
  }

  @Test func walksReachEveryKindOfEventInBothStates() throws {
    let suite = ManagedConfig.suite
    var kinds: Set<String> = []
    var collections: Set<ManagedConfigModel.Collection> = []
    var causes: Set<ManagedConfigModel.Cause> = []
    for item in suite.cases(seed: 1) where item.id.path.contains("/walk/") {
      let script = try suite.script(item)
      #expect(suite.excludedStep(of: script) == nil, "\(item.id)")
      var state = suite.model.begin(script.setup, persisted: nil)
      for step in script.steps {
        switch step {
        case .restart(let keep):
          state = suite.model.begin(script.setup, persisted: keep ? state : nil)
        case .event(let event):
          kinds.insert("\(event.action) \(state.isRunning)")
          state =
            suite.model.expect(event, in: state, of: Situation(script.setup)).branches[0].next
          collections.insert(state.collection)
          causes.insert(state.cause)
        }
      }
    }
    #expect(
      kinds == [
        "launch false", "terminate true", "configure true", "configure false", "count true",
        "collectFeedback true", "collectFeedback false", "settings true",
      ])
    #expect(collections.count == 3 && causes.count == 3)
  }
}
