package import AdapterProtocol
package import JSONText

/// A suite as the rest of the harness sees it: its clauses, its cases, and a session for each.
package protocol Suite: Sendable {
  /// The name in the adapter protocol, and the first part of each case id with dots as they are: `appconnect.dualmode`.
  var name: String { get }
  var clauses: ClauseTable { get }
  /// Where the specification leaves a choice, in its order: what is done there is recorded.
  var freePlaces: [FreePlace] { get }

  /// The cases that the suite generates from a seed, in all variants and in a fixed order: variant by variant, so that each
  /// edition runs in one piece. No script is built, and no case before it is asked for.
  func cases(seed: UInt64) -> CaseList

  /// The cases of an id that the suite generates from a seed, variant by variant. Of a seeded family each number is there, also beyond
  /// those of `cases`: a case does not depend on how many there are.
  func generated(_ id: CaseID, seed: UInt64) -> [Case]

  /// The variants that an implementation claims, out of its claim for this suite.
  func variants(in claim: SuiteClaim) -> [Variant]

  /// What an implementation may claim to be able to do.
  var capabilities: [String] { get }

  /// Opens a case for one conversation with an implementation that claims these capabilities; builds its script where that is
  /// not there.
  func open(
    _ item: Case, capabilities: Set<String>
  ) throws(HarnessFault) -> any CaseSession

  /// The same case with its script made, for those who open it many times. It takes as much memory as its script.
  func prepared(_ item: Case) throws(HarnessFault) -> Case

  /// The suite as a version of the suites had it: without the clauses and cases that came later.
  func asOf(_ version: SuiteVersion) -> any Suite

  /// Whether a case may cost so much memory that it is measured.
  func watchesMemory(of item: Case) -> Bool

  /// What makes conversations of valid requests of the same size, with whose memory that of the case is compared; nil where there are
  /// none. The requests are made once: they are run many times.
  func control(for item: Case) throws(HarnessFault) -> (@Sendable () -> any CaseSession)?

  /// Whether a case is a long series of requests over which memory must not be kept.
  func isSoak(_ item: Case) -> Bool

  /// The clauses about memory that is kept, for which soaks are there.
  var soakClauses: [Clause.ID] { get }
  /// The clauses that any case can show to be broken, whatever it is about: by a crash, a hang, or what it used.
  ///
  /// - Parameter kind: the kind of what it has shown, such as `crash/signal-11`; nil where that is not known.
  func clausesOfAnyCase(showing kind: String?) -> [Clause.ID]

  /// A conversation that goes through the first requests of the case twice, the second time under other names, or nil.
  func prolonged(_ item: Case, requests: Int) throws(HarnessFault) -> (any CaseSession)?

  /// The frames of a case as far as they need no replies. Where each needs the one before, as they are before anything was observed.
  func frames(_ item: Case) throws(HarnessFault) -> [Frame]

  /// What is wrong with the content of an `observed` reply; nil where the suite can read it.
  func defect(ofObservation line: [UInt8]) -> JSONError?

  /// The kinds of discrepancies by which something is shown that must not be.
  var leakKinds: Set<String> { get }

  /// The kinds of discrepancies by which an app is configured otherwise than it must be.
  var effectKinds: Set<String> { get }

  // MARK: Stored and explained

  /// Makes a case of what a case file holds. What follows from its bytes is derived anew.
  func decode(_ document: CaseDocument) throws(JSONError) -> Case

  /// The same case with its script in it and this provenance: it no longer depends on any generator.
  func noted(_ item: Case, _ provenance: Provenance) throws(HarnessFault) -> Case

  /// One stored case that goes through several, each after a start that keeps nothing; nil where one script cannot hold them, because
  /// they do not all have the same setup.
  ///
  /// - Parameter earlier: what comes before `item`, whose id and clauses the whole has.
  func joined(_ earlier: [Case], with item: Case) throws(HarnessFault) -> Case?

  /// The text of the case file that holds a case.
  func encode(_ item: Case) throws(HarnessFault) -> [UInt8]

  /// What happens in a case and what is expected of an implementation with these capabilities.
  func explain(
    _ item: Case, capabilities: Set<String>
  ) throws(HarnessFault) -> CaseExplanation

  // MARK: Changed and simplified

  /// The ways in which a case can be changed by chance, in a fixed order.
  var changes: [ScriptChange] { get }

  /// Cases of more steps are not changed: they are series, whose length is what they are about.
  var maxChangedSteps: Int { get }

  /// A case whose script is that of another after one change; nil where the change cannot be made. Whether its steps are permitted is
  /// not looked at.
  ///
  /// - Parameters:
  ///   - donor: whose steps a splice takes.
  ///   - learnt: what the implementation has shown.
  func changed(
    _ item: Case, by change: ScriptChange, donor: Case?, learnt: LearntValues,
    _ choices: inout Choices
  ) throws(HarnessFault) -> Case?

  /// The case with what has to stand at its end.
  func completed(_ item: Case, _ choices: inout Choices) throws(HarnessFault) -> Case

  /// Whether the source lets all steps of a case happen.
  func isPermitted(_ item: Case) throws(HarnessFault) -> Bool

  /// The case without the steps that the source does not let happen after the ones before them; nil where nothing would happen in it.
  func permitted(_ item: Case) throws(HarnessFault) -> Case?

  /// The same case, with its script in it, under another id.
  ///
  /// - Parameter targets: the clauses that the case is about, under which a demand of several clauses is reported.
  func named(
    _ item: Case, _ id: CaseID, _ title: String, about targets: [Clause.ID]
  ) throws(HarnessFault) -> Case

  /// How many steps a case has after its start.
  func steps(of item: Case) throws(HarnessFault) -> Int

  /// A case with only the steps at these places, counted from 0; nil where nothing would happen in it, or far too
  /// much to be tried.
  func keeping(_ places: [Int], of item: Case) throws(HarnessFault) -> Case?

  /// The parts of a step that can be made simpler, those first that hide others.
  var parts: [String] { get }

  /// Hands out cases whose step at `place` is simpler in one part, the simplest first, until `body` says that it is enough.
  ///
  /// - Parameter body: returns whether to go on.
  func simpler(
    than item: Case, at place: Int, in part: String,
    _ body: (Case) throws(HarnessFault) -> Bool
  ) throws(HarnessFault)

  /// What of each step is not as the simplest step has it: of a request, `zlib/gzip` for a layer that is not canonical.
  func unusualParts(of item: Case) throws(HarnessFault) -> [[String]]

  /// The shortest case in which everything is in order; nil where the suite knows none.
  func simplest(
    _ variant: Variant, _ choices: inout Choices
  ) throws(HarnessFault) -> Case?

  /// The variants that the suite has cases of.
  var allVariants: [Variant] { get }

  /// The variants that an adapter may claim: it says so before it knows the dialect, which may have no use for one.
  var claimableVariants: [Variant] { get }

  /// The state machine that the suite's model is; nil where it is none.
  var chart: Chart? { get }

  /// The transitions that a case takes in an implementation that does what the model prefers.
  func passage(of item: Case) throws(HarnessFault) -> [Chart.Transition]
}

extension Suite {
  package var freePlaces: [FreePlace] { [] }

  /// A suite that has known one version only.
  package func asOf(_ version: SuiteVersion) -> any Suite { self }

  package var capabilities: [String] { [] }

  package var leakKinds: Set<String> { [] }

  package var effectKinds: Set<String> { [] }

  package func prepared(_ item: Case) throws(HarnessFault) -> Case { item }

  package func watchesMemory(of item: Case) -> Bool { false }

  package func control(
    for item: Case
  ) throws(HarnessFault) -> (@Sendable () -> any CaseSession)? { nil }

  package func isSoak(_ item: Case) -> Bool { item.targets.contains(where: soakClauses.contains) }

  package var soakClauses: [Clause.ID] { [] }

  package func clausesOfAnyCase(showing kind: String?) -> [Clause.ID] { [] }

  package func prolonged(
    _ item: Case, requests: Int
  ) throws(HarnessFault) -> (any CaseSession)? { nil }

  package func generated(_ id: CaseID, seed: UInt64) -> [Case] {
    cases(seed: seed).filter { $0.id == id }
  }

  package func joined(_ earlier: [Case], with item: Case) throws(HarnessFault) -> Case? { nil }

  // A suite whose scripts nobody changes.

  package var changes: [ScriptChange] { [] }

  package var maxChangedSteps: Int { 0 }

  package func changed(
    _ item: Case, by change: ScriptChange, donor: Case?, learnt: LearntValues,
    _ choices: inout Choices
  ) throws(HarnessFault) -> Case? { nil }

  package func completed(_ item: Case, _ choices: inout Choices) throws(HarnessFault) -> Case {
    item
  }

  package func isPermitted(_ item: Case) throws(HarnessFault) -> Bool { true }

  package func permitted(_ item: Case) throws(HarnessFault) -> Case? { item }

  package func named(
    _ item: Case, _ id: CaseID, _ title: String, about targets: [Clause.ID]
  ) throws(HarnessFault) -> Case { item }

  package func steps(of item: Case) throws(HarnessFault) -> Int { 0 }

  package func keeping(_ places: [Int], of item: Case) throws(HarnessFault) -> Case? { nil }

  package var parts: [String] { [] }

  package func simpler(
    than item: Case, at place: Int, in part: String,
    _ body: (Case) throws(HarnessFault) -> Bool
  ) throws(HarnessFault) {}

  package func unusualParts(of item: Case) throws(HarnessFault) -> [[String]] { [] }

  package func simplest(
    _ variant: Variant, _ choices: inout Choices
  ) throws(HarnessFault) -> Case? { nil }

  package var allVariants: [Variant] { [] }

  package var claimableVariants: [Variant] { allVariants }

  package var chart: Chart? { nil }

  package func passage(of item: Case) throws(HarnessFault) -> [Chart.Transition] { [] }

  package func frames(_ item: Case) throws(HarnessFault) -> [Frame] {
    var frames: [Frame] = []
    try open(item, capabilities: []).appendReadyFrames(to: &frames)
    return frames
  }
}

extension Suite {
  /// Whether an id may be that of a case which this suite generates: it begins with the suite's name.
  package func generates(_ id: CaseID) -> Bool { id.path.hasPrefix(name + "/") }
}
