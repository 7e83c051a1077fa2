package import AdapterDriver
import AdapterProtocol
package import Conformance

/// Proves the suites on implementations that are known: each planted fault has to be found, under each requirement that it breaks and
/// under no other but those that it may break as well, and each liberty has to pass. Each requirement has to be broken by some fault.
package struct Selftest: Sendable {
  package let suites: [any Suite]
  package let catalogue: FaultCatalogue
  /// Starts the faulty adapter; faults and liberties are appended to its arguments.
  package let command: AdapterCommand
  package let seed: UInt64
  package let jobs: Int
  package let harnessVersion: String
  /// How many random combinations of liberties are tried.
  package let combinations: Int
  /// Whether each fault runs all cases, also once everything is found that it breaks.
  package let runsAllCases: Bool
  /// Names of the faults that are run, and nothing else; empty for everything.
  package let onlyFaults: Set<String>
  package let interruption: Interruption
  /// What is said against a library about time is confirmed while no other row is run.
  let turnstile = Turnstile()
  private var jobsOfRow = 1

  package init(
    suites: [any Suite], catalogue: FaultCatalogue, command: AdapterCommand, seed: UInt64,
    jobs: Int, harnessVersion: String, combinations: Int, runsAllCases: Bool = false,
    onlyFaults: Set<String> = [], interruption: Interruption = .init()
  ) {
    self.runsAllCases = runsAllCases
    self.onlyFaults = onlyFaults
    self.suites = suites
    self.catalogue = catalogue
    self.command = command
    self.seed = seed
    self.jobs = jobs
    self.harnessVersion = harnessVersion
    self.combinations = combinations
    self.interruption = interruption
  }

  /// What one implementation came to.
  package struct Row: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
      case reference, fault, liberty, combination
      /// A requirement that no fault breaks.
      case gap
    }

    package let kind: Kind
    package let name: String
    /// Whether the suites said what they have to say.
    package internal(set) var isRight: Bool
    /// What they said: for a fault the requirements that were found broken, with the number of cases each.
    package let found: [(requirement: String, cases: Int)]
    /// What is wrong, in words, where something is.
    package internal(set) var problem: String?
    /// Why it was not run: it cannot be there in the dialect. Nil where it was run.
    package internal(set) var impossible: String?
    /// Whether it is a deep fault that no case finds, as it should be.
    package internal(set) var isBeyondCases = false
    package let cases: Int

    init(
      kind: Kind, name: String, isRight: Bool, found: [(requirement: String, cases: Int)],
      problem: String?, cases: Int
    ) {
      self.kind = kind
      self.name = name
      self.isRight = isRight
      self.found = found
      self.problem = problem
      self.cases = cases
    }

    /// What cannot be there in the dialect.
    init(_ kind: Kind, _ name: String, impossible reason: String) {
      self.init(kind: kind, name: name, isRight: true, found: [], problem: nil, cases: 0)
      impossible = reason
    }

    package static func == (left: Self, right: Self) -> Bool {
      left.kind == right.kind && left.name == right.name && left.isRight == right.isRight
        && left.problem == right.problem
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(kind)
      hasher.combine(name)
    }
  }

  /// Runs all of them, half as many again at a time as there are jobs, and hands out the rows in their order; ends early where
  /// interrupted.
  ///
  /// - Throws: a fault of assay itself, or an adapter that cannot be started.
  package func run(_ emit: (Row) -> Void) throws {
    let named = catalogue.faults.filter { onlyFaults.contains($0.name) }
    let wanted =
      onlyFaults.isEmpty
      ? suites
      : suites.filter { suite in
        named.contains { $0.suite == suite.name }
      }
    let ready = try ReadyCases(wanted, seed: seed, jobs: jobs)
    let makings =
      onlyFaults.isEmpty
      ? everything(ready) : named.map { fault in { try $0.killed(fault, ready) } }
    if onlyFaults.isEmpty { for gap in gaps(ready.all) { emit(gap) } }
    var runner = self
    // Most rows are a few cases: two rows at a time keep two processors busy where two workers for one row would wait for each other.
    runner.jobsOfRow = max(1, jobs / max(1, makings.count))
    // And a row spends a third of its time waiting for what does not come: an answer, a callback, a late word.
    let rowsAtATime = min(jobs + jobs / 2, makings.count)
    let board = RowBoard(count: makings.count)
    let threads = (0..<rowsAtATime).map { _ in
      WorkerThread { [runner] in
        while !interruption.isRaised, let place = board.next() {
          board.finish(place, Result { try makings[place](runner) })
        }
      }
    }
    defer {
      board.close()
      for thread in threads { thread.join() }
    }
    for place in makings.indices {
      guard let row = board.take(place, unless: interruption) else { return }
      emit(try row.get())
    }
  }

  /// How one row comes about.
  private typealias Making = @Sendable (Selftest) throws -> Row

  private func everything(_ ready: ReadyCases) -> [Making] {
    var makings: [Making] = [
      { try $0.tolerated(.reference, "no fault, no liberty", [], ready.all) }
    ]
    makings += catalogue.ordinaryFaults.map { fault in { try $0.killed(fault, ready) } }
    makings += catalogue.liberties.enumerated().map { number, liberty in
      { try $0.alone(liberty, number, ready) }
    }
    var choices = Choices(seed: seed, case: CaseID("selftest/combinations"))
    let quick = catalogue.liberties.filter { !$0.isAlone && $0.impossible == nil }
    for number in 0..<combinations {
      let count = choices.within(2...max(2, quick.count))
      let liberties = Array(choices.shuffled(quick).prefix(count))
      let share = Int(choices.below(UInt64(Self.shares * Self.sharesOfLarge)))
      // Each under a seed of its own.
      makings.append { try $0.combined(liberties, share, ready, seed: $0.seed &+ UInt64(number)) }
    }
    return makings
  }

  /// The MUSTs and SHOULDs that have cases, and that no fault breaks.
  private func gaps(_ cases: [Case]) -> [Row] {
    let broken = Set(
      catalogue.ordinaryFaults.filter { $0.impossible == nil }.flatMap(\.requirements))
    return suites.flatMap { suite in
      let counts = cases.lazy.filter { $0.suite == suite.name }.flatMap { Set($0.targets) }
        .reduce(into: [Clause.ID: Int]()) { $0[$1, default: 0] += 1 }
      return suite.clauses.clauses.compactMap { clause -> Row? in
        guard clause.level != .info, let count = counts[clause.id], !broken.contains(clause.id.path)
        else { return nil }
        return Row(
          kind: .gap, name: clause.id.path, isRight: false, found: [],
          problem: "no fault breaks it", cases: count)
      }
    }
  }

  /// What an implementation with these faults and liberties says of itself.
  func claims(_ arguments: [String]) throws -> Claims { try Runner.greet(plan(arguments, [])) }

  func plan(_ arguments: [String], _ cases: [Case]) -> RunPlan {
    var command = command
    command.arguments += arguments
    var plan = RunPlan(
      suites: suites, cases: cases, command: command, seed: seed, jobs: jobsOfRow,
      harnessVersion: harnessVersion)
    plan.limits.stepDeadline = .seconds(1)
    return plan
  }

  func results(of plan: RunPlan, _ claims: Claims) throws -> [CaseResult] {
    // No row says how often a finding came: it is seen again only because a hang that does not come again is none.
    var plan = plan
    plan.confirmationsPerSignature = 1
    var results: [CaseResult] = []
    try Runner(plan, interruption: interruption, turnstile: turnstile).run(claims: claims) {
      (result) throws(Never) in
      results.append(result)
    }
    return results
  }
}
