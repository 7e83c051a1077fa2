import Conformance
import Testing

@testable import SuiteModels
@testable import Suites

/// What the model of a manager proposes makes sense, and comes by all that there is.
@Suite struct ManagerWalkTests {
  @Test func walksReachEveryPhaseAndEveryOutcome() throws {
    let suite = ABTManager.suite
    var phases: Set<ManagerState.Phase> = []
    var outcomes: Set<ManagerState.Outcome> = []
    var kinds: Set<ManagerState.Sent.Kind> = []
    var hasKept = false
    for number in 0..<300 {
      let item = try #require(suite.generated(CaseID("abt.manager/walk/\(number)"), seed: 1).first)
      let script = try suite.script(item)
      let situation = Situation(script.setup)
      var state = ManagerState()
      for event in script.events {
        #expect(suite.model.permits(event, in: state, of: situation), "\(number)")
        state = suite.model.expect(event, in: state, of: situation).branches[0].next
        for profile in state.profiles.values {
          phases.insert(profile.phase)
          outcomes.formUnion(profile.outcomes.values)
          hasKept = hasKept || !profile.kept.isEmpty
        }
        if state.isPending, let latest = state.latest { kinds.insert(latest.kind) }
      }
    }
    #expect(phases == [.installing, .settled, .removing, .removed])
    #expect(outcomes == [.applied, .failed, .canceled, .abandoned, .reset])
    #expect(kinds == [.apply, .reset] && hasKept)
  }

  /// No two editions of the walks' profiles are for other payloads.
  @Test func editionsAreForTheSamePayloads() {
    let model = ManagerModel()
    for number in 0..<4 {
      var state = ManagerState()
      let situation = Situation(ManagerModel.walkSetup)
      let first = ManagerEvent.install(ManagerModel.walkProfile(number, edition: 0))
      state = model.expect(first, in: state, of: situation).branches[0].next
      state.isPending = false
      for edition in 0..<3 {
        let next = ManagerEvent.install(ManagerModel.walkProfile(number, edition: edition))
        #expect(model.permits(next, in: state, of: situation))
      }
    }
  }
}
