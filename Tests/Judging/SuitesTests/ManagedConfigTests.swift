import AdapterProtocol
import Conformance
import JSONText
import Testing

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
    let session = try ManagedConfig.suite.open(try item(steps), capabilities: [])
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
    #expect(try broken(5, 5) == ["MC-07"], "the case is about nothing: the more general one")
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
    (#"{"action":"launch"},{"action":"count","counter":"good","times":0}"#, "from 1 to"),
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
