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
  private let cases: [Case]

  package init(
    suites: [any Suite], catalogue: FaultCatalogue, command: AdapterCommand, seed: UInt64,
    jobs: Int, harnessVersion: String, combinations: Int, runsAllCases: Bool = false,
    onlyFaults: Set<String> = [], interruption: Interruption = .init()
  ) {
    self.runsAllCases = runsAllCases
    self.onlyFaults = onlyFaults
    cases = suites.flatMap { $0.cases(seed: seed) }
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
    package fileprivate(set) var isRight: Bool
    /// What they said: for a fault the requirements that were found broken, with the number of cases each.
    package let found: [(requirement: String, cases: Int)]
    /// What is wrong, in words, where something is.
    package fileprivate(set) var problem: String?
    /// Why it was not run: it cannot be there in the dialect. Nil where it was run.
    package private(set) var impossible: String?
    /// Whether it is a deep fault that no case finds, as it should be.
    package fileprivate(set) var isBeyondCases = false
    package let cases: Int

    fileprivate init(
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
    fileprivate init(_ kind: Kind, _ name: String, impossible reason: String) {
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

  /// Runs all of them and hands out each row as it comes; ends early where interrupted.
  ///
  /// - Throws: a fault of assay itself, or an adapter that cannot be started.
  package func run(_ emit: (Row) -> Void) throws {
    guard onlyFaults.isEmpty else {
      let faults = catalogue.faults.filter { onlyFaults.contains($0.name) }
      let large = try largeCases()
      for fault in faults where !interruption.isRaised { emit(try killed(fault, large)) }
      return
    }
    let large = try largeCases()
    for gap in gaps { emit(gap) }
    emit(try tolerated(.reference, "no fault, no liberty", [], cases))
    for fault in catalogue.ordinaryFaults where !interruption.isRaised {
      emit(try killed(fault, large))
    }
    for (number, liberty) in catalogue.liberties.enumerated() where !interruption.isRaised {
      if let reason = liberty.impossible {
        emit(Row(.liberty, liberty.name, impossible: reason))
        continue
      }
      let own = cases.indices.filter { index in
        guard liberty.suite == cases[index].suite else { return false }
        if isSoak(cases[index]) { return liberty.isLasting }
        return !large.contains(index) || index % Self.sharesOfLarge == number % Self.sharesOfLarge
      }
      emit(try tolerated(.liberty, liberty.name, [liberty], own.map { cases[$0] }))
    }
    var choices = Choices(seed: seed, case: CaseID("selftest/combinations"))
    let quick = catalogue.liberties.filter { !$0.isAlone && $0.impossible == nil }
    for number in 0..<combinations where !interruption.isRaised {
      let count = choices.within(2...max(2, quick.count))
      let liberties = Array(choices.shuffled(quick).prefix(count))
      let suitesOfLiberties = Set(liberties.map(\.suite))
      // Each under a seed of its own.
      let seeded = suites.flatMap { $0.cases(seed: seed &+ UInt64(number)) }
      let share = Int(choices.below(UInt64(Self.shares * Self.sharesOfLarge)))
      let own = seeded.indices.filter { index in
        let shares = large.contains(index) ? Self.shares * Self.sharesOfLarge : Self.shares
        return index % shares == share % shares && !isSoak(seeded[index])
          && suitesOfLiberties.contains(seeded[index].suite)
      }
      emit(
        try tolerated(
          .combination, liberties.map(\.name).sorted().joined(separator: " + "), liberties,
          own.map { seeded[$0] }, seed: seed &+ UInt64(number)))
    }
  }

  /// The MUSTs and SHOULDs that have cases, and that no fault breaks.
  private var gaps: [Row] {
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

  /// Looks for a fault where it should show first: in some cases about each requirement that it breaks, then in all of these, then part by
  /// part in the others, the large ones last, until everything is found. All cases are run where all are wanted.
  ///
  /// - Parameter large: the places of the large cases.
  private func killed(_ fault: FaultCatalogue.Fault, _ large: Set<Int>) throws -> Row {
    if let reason = fault.impossible { return Row(.fault, fault.name, impossible: reason) }
    // A soak is about other requirements as well, but takes minutes where a fault makes the library slow.
    let keepsMemory = suites.flatMap(\.soakClauses).contains {
      fault.requirements.contains($0.path)
    }
    let ofFault = cases.filter { item in
      item.suite == fault.suite && fault.variants.contains(item.variant)
        && (keepsMemory || !isSoak(item))
    }
    if fault.showsOnlyShuffled { return try killedShuffled(fault, ofFault, large) }
    var found: [String: Int] = [:]
    var tried: Set<Trial> = []
    func run(_ cases: [Case]) throws {
      let new = cases.filter { tried.insert(Trial($0)).inserted }
      guard !new.isEmpty else { return }
      for result in try results(["--fault", fault.name], new) {
        for clause in Set(result.findings.filter { $0.level != .info }.map(\.clause.path)) {
          found[clause, default: 0] += 1
        }
      }
    }
    var missed: [String] { fault.requirements.filter { found[$0] == nil } }
    func isAboutMissed(_ item: Case) -> Bool {
      item.targets.contains { missed.contains($0.path) }
    }
    if runsAllCases {
      try run(ofFault)
    } else {
      try run(
        missed.flatMap { requirement in
          Self.sample(ofFault.filter { $0.targets.contains { $0.path == requirement } })
        })
      if !missed.isEmpty { try run(ofFault.filter(isAboutMissed)) }
      // What shows only in passing is looked for in a part of the others, and then in a further part.
      let large = Set(large.map { Trial(self.cases[$0]) })
      let others = ofFault.filter { !tried.contains(Trial($0)) }
      for part in Self.parts(others.filter { !large.contains(Trial($0)) }) + [others] {
        if !missed.isEmpty { try run(part) }
      }
    }
    return row(fault, found, cases: tried.count)
  }

  /// Looks for a fault that shows only where the cases are shuffled: in their order all of them have to pass. One edition is enough, and
  /// the large cases, which take three quarters of the time, are not shuffled.
  private func killedShuffled(
    _ fault: FaultCatalogue.Fault, _ all: [Case], _ large: Set<Int>
  ) throws -> Row {
    let cases = all.filter { $0.variant == fault.variants.first && !isSoak($0) }
    let plan = plan(["--fault", fault.name], cases)
    let results = try results(of: plan)
    if let early = results.first(where: { $0.verdict != .passed && $0.verdict != .skipped }) {
      return Row(
        kind: .fault, name: fault.name, isRight: false, found: [],
        problem: "shows in the order of the suite, too: \(early.id) [\(early.variant)]",
        cases: cases.count)
    }
    let large = Set(large.map { Trial(self.cases[$0]) })
    let passed = results.enumerated().filter {
      $0.element.verdict == .passed && !large.contains(Trial(cases[$0.offset]))
    }
    let outcome = try Shuffler(plan, orders: Self.ordersOfFaults, interruption: interruption).run(
      claims: try Runner.greet(plan), passed: passed.map { ($0.offset, $0.element) },
      note: { _ in })
    var found: [String: Int] = [:]
    for (_, result) in outcome.revised {
      for clause in Set(result.findings.filter { $0.level != .info }.map(\.clause.path)) {
        found[clause, default: 0] += 1
      }
    }
    let isExplained = outcome.revised.contains { _, result in
      result.findings.contains { $0.after?.isMinimal == true }
    }
    var row = row(fault, found, cases: cases.count)
    if row.isRight, !isExplained {
      row.isRight = false
      row.problem = "found, but not the cases that it needs before it"
    }
    return row
  }

  /// What is said of a fault under whose requirements so many cases failed.
  private func row(_ fault: FaultCatalogue.Fault, _ found: [String: Int], cases: Int) -> Row {
    if fault.isDeep, found.isEmpty {
      var row = Row(
        kind: .fault, name: fault.name, isRight: true, found: [], problem: nil, cases: cases)
      row.isBeyondCases = true
      return row
    }
    let missed = fault.requirements.filter { found[$0] == nil }
    let excess = found.keys.filter { !fault.covers($0) }.sorted()
    let problem: String? =
      if found.isEmpty {
        "not found: \(fault.description)"
      } else if fault.isDeep {
        "found under \(found.keys.sorted().joined(separator: ", ")), so that it is not deep"
      } else if !missed.isEmpty {
        "found, but not under \(missed.joined(separator: ", "))"
      } else if !excess.isEmpty {
        "found, but also under \(excess.joined(separator: ", "))"
      } else {
        nil
      }
    return Row(
      kind: .fault, name: fault.name, isRight: problem == nil,
      found: found.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) },
      problem: problem, cases: cases)
  }

  /// Ten thousand requests are for those who keep something of each.
  private func isSoak(_ item: Case) -> Bool {
    suites.contains { $0.name == item.suite && $0.isSoak(item) }
  }

  /// What tells one case of a list from another.
  private struct Trial: Hashable {
    let id: CaseID
    let variant: Variant

    init(_ item: Case) { (id, variant) = (item.id, item.variant) }
  }

  /// At most 24 of the cases, spread over them.
  private static func sample(_ cases: [Case]) -> [Case] {
    let most = 24
    guard cases.count > most else { return cases }
    return (0..<most).map { cases[$0 * cases.count / most] }
  }

  /// The cases in parts of about 256, each spread over them.
  private static func parts(_ cases: [Case]) -> [[Case]] {
    let count = max(1, cases.count / 256)
    return (0..<count).map { part in
      stride(from: part, to: cases.count, by: count).map { cases[$0] }
    }
  }

  /// In how many orders a fault has to be found that shows only there.
  private static let ordersOfFaults = 1
  /// A combination of liberties is tried on one case in so many: of 500 combinations each case still meets about 40.
  private static let shares = 12
  /// A liberty is tried on one in so many of the large cases, which take three quarters of the time; a combination on as many times
  /// fewer.
  private static let sharesOfLarge = 8

  /// The places of the cases that send more than 128 KiB, under any seed.
  private func largeCases() throws(HarnessFault) -> Set<Int> {
    var large: Set<Int> = []
    for (index, item) in cases.enumerated() {
      guard let suite = suites.first(where: { $0.name == item.suite }), !suite.isSoak(item) else {
        continue
      }
      let count = try suite.frames(item).reduce(0) { $0 + $1.body.count }
      if count > 128 << 10 { large.insert(index) }
    }
    return large
  }

  /// - Parameter seed: that of the cases, where it is another one than that of all others.
  private func tolerated(
    _ kind: Row.Kind, _ name: String, _ liberties: [FaultCatalogue.Liberty], _ cases: [Case],
    seed: UInt64? = nil
  ) throws -> Row {
    let results = try results(liberties.flatMap { ["--liberty", $0.name] }, cases)
    let conceded = liberties.flatMap(\.concedes)
    let wrong = results.first { result in
      switch result.verdict {
      case .passed, .skipped: false
      case .warned: !result.findings.allSatisfy { conceded.contains($0.clause.path) }
      default: true
      }
    }
    let problem = wrong.map { result in
      "\(result.id) [\(result.variant)]\(seed.map { " of seed \($0)" } ?? "") \(result.verdict.rawValue): "
        + (result.findings.first.map { "\($0.clause) \($0.message): \($0.observed)" }
          ?? result.reason ?? "")
    }
    return Row(
      kind: kind, name: name, isRight: wrong == nil, found: [], problem: problem,
      cases: results.count)
  }

  private func results(
    _ arguments: [String], _ cases: [Case]
  ) throws -> [CaseResult] {
    try results(of: plan(arguments, cases))
  }

  private func plan(_ arguments: [String], _ cases: [Case]) -> RunPlan {
    var command = command
    command.arguments += arguments
    var plan = RunPlan(
      suites: suites, cases: cases, command: command, seed: seed, jobs: jobs,
      harnessVersion: harnessVersion)
    plan.limits.stepDeadline = .seconds(1)
    return plan
  }

  private func results(of plan: RunPlan) throws -> [CaseResult] {
    let claims = try Runner.greet(plan)
    var results: [CaseResult] = []
    try Runner(plan, interruption: interruption).run(claims: claims) { (result) throws(Never) in
      results.append(result)
    }
    return results
  }
}
