import SuiteModels
import Suites
import Testing

@testable import Conformance

/// The state machines that are drawn, and what the walks take of them.
@Suite struct ChartTests {
  private static let machines: [any Conformance.Suite] = [
    DualMode.suite, Lifecycle.suite, AppConnectConfig.suite, AppConnectOpenFrom.suite,
    ManagedConfig.suite, ABTManager.suite,
  ]

  /// Whatever the seed, the walks alone come to every state and take every transition, and nearly every pair of them. None has a step that
  /// the source rules out: this takes long to find out, and is asked under one seed.
  @Test(arguments: [1, 2, 7, 424_242] as [UInt64])
  func walksTakeEveryTransition(seed: UInt64) throws {
    for suite in Self.machines {
      var coverage = ChartCoverage(try #require(suite.chart))
      let walks = suite.cases(seed: seed).filter { $0.id.path.hasPrefix("\(suite.name)/walk/") }
      #expect(walks.count >= 300)
      for walk in walks {
        if seed == 424_242 { #expect(try suite.isPermitted(walk), "\(walk.id)") }
        coverage.add(try suite.passage(of: walk))
      }
      #expect(coverage.missingStates.isEmpty, "\(suite.name): \(coverage.missingStates)")
      #expect(coverage.missing.isEmpty, "\(suite.name): \(coverage.missing)")
      #expect(
        coverage.pairCount * 10 >= coverage.chart.pairs.count * 9,
        "\(suite.name): \(coverage.words)")
    }
  }

  /// What any case does is in the drawing, where it begins as the drawing does.
  @Test func nothingHappensThatIsNotDrawn() throws {
    func compare<M>(_ suite: ModelSuite<M>) throws {
      let chart = try #require(suite.chart)
      var taken: Set<Chart.Transition> = []
      for item in suite.cases(seed: 5) {
        let script = try suite.script(item)
        guard suite.model.drawnSetups.contains(script.setup) else { continue }
        taken.formUnion(suite.model.passage(of: script))
      }
      let strangers = taken.subtracting(chart.transitions).sorted()
        .map { "\($0.from): \($0.event): \($0.to)" }
      #expect(strangers.isEmpty, "\(suite.name): \(strangers.joined(separator: "; "))")
    }
    try compare(DualMode.suite)
    try compare(Lifecycle.suite)
    try compare(AppConnectConfig.suite)
    try compare(AppConnectOpenFrom.suite)
    try compare(ManagedConfig.suite)
    try compare(ABTManager.suite)
  }

  /// A machine that nobody could read is no drawing.
  @Test func theMachinesAreSmall() throws {
    for suite in Self.machines {
      #expect((5...20).contains(try #require(suite.chart).states.count), "\(suite.name)")
    }
  }

  /// One walk takes some of it, and what it does not take is told.
  @Test func whatIsMissingIsNamed() throws {
    let suite = DualMode.suite
    var coverage = ChartCoverage(try #require(suite.chart))
    let item = try #require(
      suite.cases(seed: 1).first { $0.id.path == "appconnect.dualmode/launch/first/not-available" })
    coverage.add(try suite.passage(of: item))
    #expect(coverage.transitionCount == 1 && coverage.stateCount == 2 && coverage.pairCount == 0)
    let taken = Chart.Transition(
      from: "never launched", event: "launch, shouldStart NO",
      to: "AppConnectNotAvailable, without the library")
    #expect(coverage.isTaken(taken) && !coverage.missing.contains(taken))
    #expect(coverage.missing.count == coverage.chart.transitions.count - 1)
    #expect(!coverage.isWhole)
  }

  /// Whole is what has no state, no transition and no pair left: that two states are there and back has been seen is not enough.
  @Test func wholeIsWhatNothingIsMissingOf() {
    let there = Chart.Transition(from: "here", event: "go", to: "there")
    let back = Chart.Transition(from: "there", event: "go", to: "here")
    var coverage = ChartCoverage(
      Chart(
        states: ["here", "there"], transitions: [there, back],
        pairs: [Chart.Pair(0, 1), Chart.Pair(1, 0)]))
    coverage.add([there])
    #expect(!coverage.isWhole && coverage.missingStates == [])
    coverage.add([there, back])
    #expect(!coverage.isWhole && coverage.missing == [] && coverage.pairCount == 1)
    // Two cases are no pair.
    coverage.add([back])
    coverage.add([there])
    #expect(!coverage.isWhole)
    coverage.add([back, there])
    #expect(coverage.isWhole && coverage.pairCount == 2 && coverage.stateCount == 2)
  }

  /// The rows of the source, in the order in which they are met.
  @Test func theMachineIsThatOfTheSource() throws {
    let chart = try #require(DualMode.suite.chart)
    func leads(_ from: String, _ event: String) -> [String] {
      chart.transitions.filter { $0.from == from && $0.event == event }.map(\.to)
    }
    #expect(leads("never launched", "launch, shouldStart YES") == ["Undecided"])
    for mode in ["Undecided", "AppConnectNotAvailable", "PendingAppConnectMode"] {
      #expect(leads(mode, "policy MANAGED") == ["AppConnectMode"])
      #expect(
        leads(mode, "policy MANAGED, encryption required") == ["AppConnectMode, encrypted"])
      #expect(leads(mode, "policy UNMANAGED") == ["NonAppConnectMode, without the library"])
    }
    for stored in ["AppConnectMode", "AppConnectMode, encrypted"] {
      #expect(leads(stored, "policy UNMANAGED") == [stored])
      #expect(
        leads(stored, "user requests NonAppConnectMode") == [
          "NonAppConnectMode, without the library"
        ])
      #expect(leads("\(stored), not running", "launch, shouldStart YES") == [stored])
      #expect(leads("\(stored), not running", "launch, shouldStart NO").isEmpty)
    }
    #expect(
      leads("NonAppConnectMode, without the library", "user requests AppConnectMode") == [
        "PendingAppConnectMode"
      ])
    #expect(chart.states.count == 15 && chart.transitions.count == 38)
    #expect(ABT.suite().chart == nil)
  }
}
