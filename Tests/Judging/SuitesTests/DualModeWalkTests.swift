import Conformance
import Testing

@testable import SuiteModels
@testable import Suites

/// What the model proposes makes sense in every state that it proposes it in.
@Suite struct DualModeWalkTests {
  private func walk(_ seed: UInt64) -> [(state: DualModeModel.State, event: DualModeEvent)] {
    let model = DualModeModel()
    var choices = Choices(seed: seed, case: CaseID("walk"))
    var state = model.begin(.init(), persisted: nil)
    return model.walk(after: .init(model, .init()), length: 60, &choices).events.map { event in
      defer { state = model.expect(event, in: state, of: Situation(.init())).branches[0].next }
      return (state, event)
    }
  }

  @Test func walksNeverProposeWhatTheSpecificationExcludes() {
    for seed: UInt64 in 1...200 {
      for (state, event) in walk(seed) {
        switch event {
        case .launch(let shouldStart, _):
          #expect(!state.isRunning, "seed \(seed)")
          #expect(shouldStart || state.mode != .appConnect, "seed \(seed)")
        case .managedPolicy:
          #expect(state.isRunning && state.libraryRuns, "seed \(seed)")
        case .userRequests(let mode):
          #expect(state.isRunning, "seed \(seed)")
          #expect(state.mode == .appConnect || state.mode == .nonAppConnect, "seed \(seed)")
          #expect(mode != state.mode, "seed \(seed)")
          #expect(mode == .appConnect || mode == .nonAppConnect, "seed \(seed)")
        case .terminate: #expect(state.isRunning, "seed \(seed)")
        case .killed: Issue.record("it needs a capability, and a start")
        }
      }
    }
  }

  @Test func walksReachEveryStateAndEveryKindOfEvent() {
    var modes: Set<AppMode?> = []
    var kinds: Set<String> = []
    for seed: UInt64 in 1...200 {
      for (state, event) in walk(seed) {
        modes.insert(state.mode)
        kinds.insert("\(state.mode?.rawValue ?? "-") \("\(event)".prefix { $0 != "(" })")
      }
    }
    #expect(modes == Set([nil] + AppMode.allCases.map(Optional.some)))
    for mode in [AppMode.undecided, .notAvailable, .pending, .appConnect] {
      #expect(kinds.contains("\(mode.rawValue) managedPolicy"), "\(mode)")
    }
    #expect(kinds.contains("AppConnectMode userRequests"))
    #expect(kinds.contains("NonAppConnectMode userRequests"))
    #expect(kinds.contains("NonAppConnectMode launch"))
  }

  /// Encrypted outside of AppConnectMode would be data that nothing can read.
  @Test func onlyAppConnectModeIsEverEncrypted() {
    for seed: UInt64 in 1...200 {
      for (state, _) in walk(seed) where state.encryption == .encrypted {
        #expect(state.mode == .appConnect, "seed \(seed)")
      }
    }
  }

  @Test func noCaseOfTheSuiteHasAStepThatTheSourceRulesOut() throws {
    let suite = DualMode.suite
    for item in suite.cases(seed: 1) {
      #expect(try suite.excludedStep(of: suite.script(item)) == nil, "\(item.id)")
    }
  }

  @Test func whatTheSourceRulesOutIsNotPermitted() throws {
    let suite = DualMode.suite
    func excluded(_ events: [DualModeEvent]) -> Int? {
      suite.excludedStep(of: Script(setup: .init(), events: events))
    }
    let launch = DualModeEvent.launch(shouldStart: true, options: [:])
    #expect(excluded([launch, launch]) == 2)
    #expect(excluded([.terminate]) == 1)
    #expect(
      excluded([.launch(shouldStart: false, options: [:]), .managedPolicy(.managed, .init())]) == 2)
    #expect(
      excluded([
        launch, .managedPolicy(.managed, .init()), .terminate,
        .launch(shouldStart: false, options: [:]),
      ]) == 4)
    #expect(excluded([launch, .userRequests(.appConnect)]) == 2)
    #expect(excluded([launch, .userRequests(.pending)]) == 2)
    #expect(excluded([launch, .terminate, launch]) == nil)
    var kept = Script<DualModeModel>(setup: .init(), events: [launch])
    kept.steps += [.restart(keep: true), .event(launch)]
    #expect(suite.excludedStep(of: kept) == nil, "a start ends the app")
  }

  @Test func aPersistedStateIsTheOneOfTheNextLaunch() {
    let model = DualModeModel()
    let running = DualModeModel.State(
      mode: .appConnect, encryption: .encrypted, encryptionIsStored: true, isRunning: true,
      libraryRuns: true)
    let next = model.begin(.init(), persisted: running)
    #expect(next.mode == .appConnect && next.encryption == .encrypted && next.encryptionIsStored)
    #expect(!next.isRunning && !next.libraryRuns)
    #expect(model.begin(.init(), persisted: nil) == DualModeModel.State())
  }
}
