package import Conformance

/// The shortest sequence of steps that was found to fail as a case of a run does, or why none was looked for.
package struct ShortestFailure: Sendable, Hashable {
  /// The case that it was made from.
  package let suite: String
  package let id: CaseID
  package let variant: Variant
  /// The finding that it shows, too.
  package let signature: Signature
  package let outcome: Outcome

  package enum Outcome: Sendable, Hashable {
    case found(Sequence)
    /// Why not, in words.
    case notLookedFor(String)
  }

  /// A sequence that fails in the same way, as it was seen in a process of its own.
  package struct Sequence: Sendable, Hashable {
    package var trace: Trace
    package var steps: Int
    /// How many steps the case has.
    package var stepsOfCase: Int
    /// How many candidates were run.
    package var tries: Int
    /// Whether no step can be left out.
    package var isShortest: Bool

    package init(trace: Trace, steps: Int, stepsOfCase: Int, tries: Int, isShortest: Bool) {
      self.trace = trace
      self.steps = steps
      self.stepsOfCase = stepsOfCase
      self.tries = tries
      self.isShortest = isShortest
    }
  }

  package init(_ result: CaseResult, _ signature: Signature, _ outcome: Outcome) {
    (suite, id, variant) = (result.suite, result.id, result.variant)
    self.signature = signature
    self.outcome = outcome
  }

  /// Whether it was made from the case of a result.
  func isOf(_ result: CaseResult) -> Bool {
    result.suite == suite && result.id == id && result.variant == variant
  }

  /// What was found, in a sentence without a full stop.
  package var sentence: String {
    switch outcome {
    case .notLookedFor(let reason): return "not looked for: \(reason)"
    case .found(let sequence):
      let count = Count.text(sequence.steps, "step")
      let whole = sequence.stepsOfCase
      let tries = Count.text(sequence.tries, "candidate")
      let words =
        sequence.steps == whole
        ? "\(count)\(whole == 1 ? "" : ", all that the case has")"
        : "\(count) of \(Count.text(whole)) fail\(sequence.steps == 1 ? "s" : "") in the same way"
      let end =
        sequence.isShortest
        ? "; none can be left out" : "; perhaps some can be left out still: assay minimize goes on"
      return "\(words)\(end) (\(tries))"
    }
  }
}

/// Failures that are one: of the same finding, whatever the case.
package struct FailureCause: Sendable {
  package let suite: String
  package let signature: Signature
  /// Whether it comes only after other cases of its process.
  package let needsOthers: Bool
  /// Those that failed so, the one first that a summary shows.
  package let cases: [CaseResult]

  /// Whether the case that a summary shows takes more than one step to fail, so that some may be left out before it.
  package var needsSteps: Bool { (finding(of: cases.first)?.step ?? 0) > 1 }

  /// What one of the cases, or any other, shows of this cause.
  package func finding(of result: CaseResult?) -> Finding? {
    result?.findings.first { $0.signature == signature }
  }

  /// The causes of some results in the order in which a summary tells them: what ended badly, what failed, what was only warned of.
  package static func causes(of results: [CaseResult]) -> [FailureCause] {
    let failed = results.filter { $0.verdict.isFailure }
    let groups =
      FailureGroup.groups(failed.filter { $0.verdict.isFatal })
      + FailureGroup.groups(failed.filter { !$0.verdict.isFatal })
      + FailureGroup.groups(results.filter { $0.verdict == .warned })
    return groups.compactMap { group in
      guard let signature = group.key.signature, let example = group.example else { return nil }
      let others = group.cases.filter { $0.id != example.id || $0.variant != example.variant }
      return FailureCause(
        suite: group.key.suite, signature: signature, needsOthers: group.key.needsOthers,
        cases: [example] + others)
    }
  }
}
