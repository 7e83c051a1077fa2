import Conformance
import Forge
import JSONText
import Testing

@testable import SuiteModels
@testable import Suites

/// The cases of the suites of an AppConnect library: what can be said of them before anything runs.
@Suite struct AppConnectCasesTests {
  private static let suites: [any Conformance.Suite] = [
    AppConnectConfig.suite, AppConnectOpenFrom.suite,
  ]

  @Test func theSuitesAreSound() {
    for suite in Self.suites { #expect(suite.lint == [], "\(suite.name)") }
  }

  @Test func everyClauseHasSeveralCases() {
    for suite in Self.suites {
      for clause in suite.clauses.clauses {
        let count = suite.cases(seed: 1).count { $0.targets.contains(clause.id) }
        #expect(count >= 4, "\(clause.id)")
      }
    }
  }

  @Test func noStepIsRuledOut() throws {
    let config = AppConnectConfig.suite
    for item in config.cases(seed: 1) {
      #expect(try config.excludedStep(of: config.script(item)) == nil, "\(item.id)")
    }
    let openFrom = AppConnectOpenFrom.suite
    for item in openFrom.cases(seed: 1) {
      #expect(try openFrom.excludedStep(of: openFrom.script(item)) == nil, "\(item.id)")
    }
  }

  /// Every state and event that the sources tell apart is met, and every free place is read.
  private func visited<M: Model>(_ suite: ModelSuite<M>, _ name: (M.State, M.Event) -> String)
    throws
    -> (kinds: Set<String>, places: Set<FreePlace.ID>)
  {
    var kinds: Set<String> = []
    var places: Set<FreePlace.ID> = []
    for item in suite.cases(seed: 1) {
      let script = try suite.script(item)
      var state = suite.model.begin(script.setup, persisted: nil)
      for step in script.steps {
        switch step {
        case .restart(let keep):
          state = suite.model.begin(script.setup, persisted: keep ? state : nil)
        case .event(let event):
          kinds.insert(name(state, event))
          let expectation = suite.model.expect(event, in: state, of: Situation(script.setup))
          places.formUnion(expectation.choices.map(\.place))
          state = expectation.branches[0].next
        }
      }
    }
    return (kinds, places)
  }

  @Test func walksAndSequencesMeetEverything() throws {
    let config = try visited(AppConnectConfig.suite) { state, event in
      guard case .launch = event else { return state.isRunning ? "running" : "not running" }
      return ConfigModel.Row(
        lastRun: state.lastRun, now: state.server, missedSome: !state.missed.isEmpty
      ).name + (state.failed ? ", after an error" : "")
    }
    #expect(config.places == Set(AppConnectConfig.freePlaces.map(\.id)))
    for row in ["relaunch, unchanged", "relaunch, changed", "relaunch, changed and changed back"] {
      #expect(
        config.kinds.contains(row) && config.kinds.contains(row + ", after an error"), "\(row)")
    }
    #expect(
      config.kinds.isSuperset(of: [
        "first launch, with a configuration", "first launch, without a configuration",
        "relaunch, without a configuration as before", "running", "not running",
      ]))
    let openFrom = try visited(AppConnectOpenFrom.suite) { state, event in
      "\(state.phase) \(event.action) \(state.seen.policy.rawValue)"
    }
    #expect(openFrom.places == Set(AppConnectOpenFrom.freePlaces.map(\.id)))
    for policy in OpenFromPolicy.allCases.map(\.rawValue) {
      for action in ["policy", "openFrom", "properties", "authorizedApps"] {
        for phase in ["launched", "ready", "stopped"] {
          #expect(
            openFrom.kinds.contains("\(phase) \(action) \(policy)"), "\(phase) \(action) \(policy)")
        }
      }
    }
  }

  @Test func casesSurviveTheirFiles() throws {
    for suite in Self.suites {
      for item in suite.cases(seed: 2) {
        let bytes = try suite.encode(item)
        let read = try CaseFile.read(bytes, suites: Self.suites, name: "stored")
        #expect(try suite.encode(read) == bytes, "\(item.id)")
        #expect(try suite.frames(read) == suite.frames(item), "\(item.id)")
      }
    }
  }

  /// Whatever a campaign makes can be sent, explained and stored.
  @Test func changedCasesAreCases() throws {
    for suite in Self.suites {
      var choices = Choices(seed: 1, case: CaseID("simplest"))
      var corpus = [try #require(try suite.simplest(.sole, &choices))]
      var used: Set<String> = []
      for number in 0..<300 {
        var choices = Choices(seed: 3, case: CaseID("change/\(number)"))
        let item = choices.pick(corpus)
        let change = choices.pick(suite.changes)
        guard
          let changed = try suite.changed(
            item, by: change, donor: choices.pick(corpus), learnt: LearntValues(), &choices),
          try suite.isPermitted(changed)
        else { continue }
        used.insert(change.name)
        let named = try suite.named(
          changed, CaseID("\(suite.name)/fuzz/\(number)"), "A case.", about: [])
        if corpus.count < 60 { corpus.append(named) }
        let again = try CaseFile.read(try suite.encode(named), suites: Self.suites, name: "stored")
        #expect(try suite.frames(again) == suite.frames(named), "\(number)")
        #expect(try !suite.explain(named, capabilities: []).steps.isEmpty)
      }
      #expect(used.isSuperset(of: ["script/proposal", "script/drop", "setup"]), "\(used.sorted())")
    }
  }

  @Test(arguments: [
    (#"{"action":"fly"}"#, "there is no action"), (#"{"action":"serverChange"}"#, "\"config\""),
    (#"{"action":"serverChange","config":{"a":1}}"#, "object of strings"),
    (#"{"action":"serverChange","config":[]}"#, "object of strings"),
    (#"{"action":"launch","retruns":{}}"#, "did you mean returns?"),
    (#"{"action":"launch","returns":{"appConnectConfigIs":1}}"#, "a string or null"),
    (#"{"action":"terminate"}"#, "cannot happen"),
  ])
  func whatIsWrongWithAFileIsSaid(step: String, words: String) {
    let text = """
      {"format":"assay-case/1","suite":"appconnect.config",
       "start":{"implements":["appConnectConfigIs"]},"steps":[\(step)]}
      """
    let error = #expect(throws: JSONError.self) {
      try CaseFile.read(Array(text.utf8), suites: Self.suites, name: "stored")
    }
    #expect(error.map { "\($0)" }?.contains(words) == true, "\(error as Any)")
  }

  @Test(arguments: [
    (#"{"action":"launch","policy":"OPEN","whitelist":[]}"#, "policy is one of"),
    (#"{"action":"launch","policy":"WHITELIST"}"#, "\"whitelist\""),
    (#"{"action":"launch","policy":"WHITELIST","whitelist":[1]}"#, "a list of strings"),
    (
      #"{"action":"launch","policy":"AUTHORIZED","whitelist":[],"allAppConnectApps":true}"#,
      "in the place of a list"
    ),
    (#"{"action":"ready"}"#, "cannot happen"),
    (#"{"action":"openFrom","sorce":""}"#, "did you mean source?"),
  ])
  func whatIsWrongWithAnOpenFromFileIsSaid(step: String, words: String) {
    let text = """
      {"format":"assay-case/1","suite":"appconnect.openfrom",
       "start":{"implements":[]},"steps":[\(step)]}
      """
    let error = #expect(throws: JSONError.self) {
      try CaseFile.read(Array(text.utf8), suites: Self.suites, name: "stored")
    }
    #expect(error.map { "\($0)" }?.contains(words) == true, "\(error as Any)")
  }

  @Test func aReplyWithoutItsMembersIsTold() {
    for suite in Self.suites {
      let defect = suite.defect(
        ofObservation: Array(#"{"id":1,"type":"observed","calls":[]}"#.utf8))
      #expect(defect.map { "\($0)" }?.contains("reports") == true)
      #expect(
        suite.defect(
          ofObservation: Array(
            #"{"id":1,"type":"observed","calls":[],"reports":[],"more":{}}"#.utf8))
          == nil)
    }
  }
}
