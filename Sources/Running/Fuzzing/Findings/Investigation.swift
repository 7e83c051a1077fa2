package import Conformance
import Reduction
package import Running

/// Finds out what a finding needs: the case alone, the case after others of its process, or luck; and makes that as small as it can be.
package struct Investigation {
  private let suite: any Suite
  private let executor: CaseExecutor
  private let interruption: Interruption
  /// When the case is small enough, whatever could still be taken away; nil for no end.
  private let deadline: ContinuousClock.Instant?
  /// Told how many candidates the reduction has tried, after each.
  private let progress: (Int) -> Void

  /// - Parameter limit: how long the case is made smaller, or nil for no bound.
  package init(
    _ suite: any Suite, on executor: CaseExecutor, interruption: Interruption,
    limit: Duration? = nil,
    progress: @escaping (Int) -> Void = { _ in }
  ) {
    self.suite = suite
    self.executor = executor
    self.interruption = interruption
    deadline = limit.map { .now + $0 }
    self.progress = progress
  }

  /// A case that shows a finding, as small as it could be made.
  package struct Shown {
    package var item: Case
    package var stability: FuzzFinding.Stability
    /// Whether nothing can be taken away any more.
    package var isMinimal = false
    /// How many candidates have run.
    package var tries = 0
    /// Other findings that candidates showed, each with the first that did.
    package var others: [Signature: Case] = [:]
  }

  /// - Parameter earlier: the cases that the process ran before.
  package func pinDown(
    _ item: Case, _ signature: Signature, after earlier: [Case]
  ) throws(HarnessFault) -> Shown {
    let first = try stability(of: signature, in: item, tries: 1)
    if first != .flaky { return try reduced(item, signature, first) }
    guard let needed = try neededBefore(item, signature, earlier) else {
      return Shown(item: item, stability: .flaky)
    }
    guard let joined = try suite.joined(needed, with: item) else {
      return Shown(item: item, stability: .afterOtherApps(count: needed.count))
    }
    var shown = try reduced(joined, signature, .afterOthers, alone: true)
    if case .comesAgain = shown.stability { shown.stability = .afterOthers }
    return shown
  }

  /// - Parameters:
  ///   - stability: what is known of the case as it stands.
  ///   - alone: whether each candidate needs a process of its own.
  private func reduced(
    _ item: Case, _ signature: Signature, _ stability: FuzzFinding.Stability, alone: Bool = false
  ) throws(HarnessFault) -> Shown {
    var reducer = CaseReducer(
      suite, on: executor, keeping: signature, alone: alone, until: deadline,
      interruption: interruption, progress: progress)
    var (smallest, isMinimal) = try reducer.reduce(item)
    var again = try self.stability(of: signature, in: smallest, tries: 3)
    if again == .flaky {
      // Candidates that ran before it in the same process had a part in it.
      smallest = item
      isMinimal = false
      again = try self.stability(of: signature, in: item, tries: 3)
    }
    var tries = reducer.tries
    var others = reducer.others
    // A process that has seen other candidates may refuse what a fresh one shows. Where each costs a deadline, nobody waits for that.
    if !alone, signature.kind != "hang", again != .flaky {
      var fresh = CaseReducer(
        suite, on: executor, keeping: signature, alone: true, maxTries: Self.maxFreshTries,
        until: deadline, interruption: interruption,
        progress: { [progress] in progress(tries + $0) })
      (smallest, isMinimal) = try fresh.reduce(smallest)
      tries += fresh.tries
      others.merge(fresh.others) { first, _ in first }
      again = try self.stability(of: signature, in: smallest, tries: 3)
    }
    return Shown(
      item: smallest, stability: again == .flaky ? stability : again, isMinimal: isMinimal,
      tries: tries, others: others)
  }

  /// How many candidates run in processes of their own, which cost more than a case.
  private static let maxFreshTries = 300

  private func stability(
    of signature: Signature, in item: Case, tries: Int
  ) throws(HarnessFault) -> FuzzFinding.Stability {
    var seen = 0
    for _ in 0..<tries where !interruption.isRaised {
      let result = try executor.alone(item)
      if result?.findings.contains(where: { $0.signature == signature }) == true { seen += 1 }
    }
    return seen == 0 ? .flaky : .comesAgain(seen, of: tries)
  }

  /// How many selections of earlier cases are tried to find those that a finding needs.
  private static let maxOrders = 200

  /// Nil where the finding is not shown after the earlier cases either.
  private func neededBefore(
    _ item: Case, _ signature: Signature, _ earlier: [Case]
  ) throws(HarnessFault) -> [Case]? {
    func isShown(after places: [Int]) throws(HarnessFault) -> Bool {
      let result = try executor.alone(item, after: places.map { earlier[$0] })
      return result?.findings.contains { $0.signature == signature } ?? false
    }
    let all = Array(earlier.indices)
    guard !all.isEmpty, try isShown(after: all) else { return nil }
    let reducer = Reducer<Int>(keeping: signature, maxTries: Self.maxOrders)
    let reduced = try reducer.reduce(all) { (candidate) throws(HarnessFault) in
      if self.interruption.isRaised { return nil }
      return try isShown(after: candidate) ? [signature] : []
    }
    return reduced.sequence.map { earlier[$0] }
  }
}
