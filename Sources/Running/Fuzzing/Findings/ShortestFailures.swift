package import Conformance
package import Reporting
package import Running

/// Looks for the shortest sequence of each cause of failure of a run, after the run: what it finds is told, and changes nothing.
///
/// Bounded, because people wait for it: so many causes, so many candidates for each, so much time for all together. What it has come to
/// by then is told.
package struct ShortestFailures {
  /// What it may take.
  package struct Limits: Sendable {
    package var causes = 8
    /// Candidates of one cause.
    package var tries = 400
    /// For all causes together. A candidate that has begun is waited for.
    package var time = Duration.seconds(10)
    /// Of how many cases of one cause the quickest is taken to begin with.
    package var cases = 16
    /// Steps of more parts than these are left as they are: to simplify a request layer by layer takes hundreds of candidates, and
    /// `assay minimize` does it.
    package var parts = 4

    package init() {}
  }

  private let suites: [String: any Suite]
  private let executor: CaseExecutor
  private let limits: Limits
  private let interruption: Interruption
  private let progress: (_ done: Int, _ total: Int) -> Void

  /// - Parameters:
  ///   - executor: against whose adapter candidates are run.
  ///   - progress: hears how many causes are done.
  package init(
    _ suites: [any Suite], on executor: CaseExecutor, limits: Limits = .init(),
    interruption: Interruption,
    progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) {
    self.suites = Dictionary(suites.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.executor = executor
    self.limits = limits
    self.interruption = interruption
    self.progress = progress
  }

  /// The shortest sequence for each cause, in their order; none for a cause whose case fails in its first step, nor for those after the
  /// last that is looked into, nor where the run is ended.
  ///
  /// - Parameter item: the case of a result, with its script or its generator; nil where nobody has it any more.
  package func find(
    for causes: [FailureCause], item: (CaseResult) -> Case?
  ) -> [ShortestFailure] {
    let clock = ContinuousClock()
    let end = clock.now + limits.time
    let causes = causes.filter(\.needsSteps).prefix(limits.causes)
    var found: [ShortestFailure] = []
    for (number, cause) in causes.enumerated() where !interruption.isRaised {
      progress(number, causes.count)
      // What one cause does not need is there for the others.
      let share = (end - clock.now) / (causes.count - number)
      guard let first = cause.cases.first else { continue }
      do throws(HarnessFault) {
        if let one = try shortest(of: cause, until: clock.now + share, item: item) {
          found.append(one)
        }
      } catch {
        found.append(
          ShortestFailure(
            first, cause.signature, .notLookedFor("a fault of assay itself: \(error)")))
      }
    }
    return found
  }

  private func shortest(
    of cause: FailureCause, until deadline: ContinuousClock.Instant, item: (CaseResult) -> Case?
  ) throws(HarnessFault) -> ShortestFailure? {
    guard let suite = suites[cause.suite],
      let chosen = try quickest(of: cause, suite, item)
    else { return nil }
    let goal = cause.signature
    func failure(_ outcome: ShortestFailure.Outcome) -> ShortestFailure {
      ShortestFailure(chosen.result, goal, outcome)
    }
    if let reason = Self.reasonNotToLook(cause, cause.finding(of: chosen.result)) {
      return failure(.notLookedFor(reason))
    }
    guard ContinuousClock.now < deadline else {
      return failure(.notLookedFor("the time for it was over; assay minimize takes its time"))
    }
    guard let whole = try executor.traced(chosen.item), shows(goal, whole.result) else {
      return interruption.isRaised
        ? nil : failure(.notLookedFor("it did not come again when the case was repeated alone"))
    }
    let steps = try suite.steps(of: chosen.item)
    var sequence = ShortestFailure.Sequence(
      trace: whole.trace, steps: steps, stepsOfCase: steps, tries: 0, isShortest: false)
    // Candidates share a process, which costs less; what they have come to has to be shown in a process of its own. Where it is not,
    // candidates that ran before had a part in it, and each gets its own.
    for isAlone in [false, true] {
      var reducer = CaseReducer(
        suite, on: executor, keeping: goal, alone: isAlone, maxTries: limits.tries - sequence.tries,
        simplifyingSteps: suite.parts.count <= limits.parts, until: deadline,
        interruption: interruption)
      let smallest = try reducer.reduce(chosen.item).item
      sequence.tries += reducer.tries
      guard let again = try executor.traced(smallest), shows(goal, again.result) else { continue }
      sequence.trace = again.trace
      sequence.steps = try suite.steps(of: smallest)
      sequence.isShortest = reducer.hasFewestSteps
      break
    }
    return failure(.found(sequence))
  }

  private func shows(_ goal: Signature, _ result: CaseResult) -> Bool {
    result.findings.contains { $0.signature == goal }
  }

  /// Of the first cases of a cause the one that comes to the finding in the fewest steps, and of several the first; nil where nobody
  /// has them any more, and for a series, whose length is what it is about.
  private func quickest(
    of cause: FailureCause, _ suite: any Suite, _ item: (CaseResult) -> Case?
  ) throws(HarnessFault) -> (result: CaseResult, item: Case)? {
    var best: (result: CaseResult, item: Case, step: Int)?
    for result in cause.cases.prefix(limits.cases) {
      guard let finding = cause.finding(of: result), finding.step > 0,
        finding.step < best?.step ?? .max,
        finding.confirmation != .flaky || best == nil,
        let item = item(result), !suite.isSoak(item)
      else { continue }
      best = (result, item, finding.step)
    }
    return best.map { ($0.result, $0.item) }
  }

  /// Why no sequence is looked for, in words, or nil.
  private static func reasonNotToLook(_ cause: FailureCause, _ finding: Finding?) -> String? {
    let kind = cause.signature.kind
    if cause.needsOthers { return "it fails only after other cases of its process" }
    if kind == "hang" || kind == Finding.slow {
      return "each try would wait for the deadline; assay minimize does"
    }
    if kind.hasPrefix("overrun/") {
      return "each try would be measured in processes of its own; assay minimize does"
    }
    if finding?.confirmation == .flaky {
      return "it did not come again when the case was repeated alone"
    }
    return nil
  }
}
