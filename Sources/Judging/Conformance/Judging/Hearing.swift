/// All that was observed on the steps of a script, to be judged from its start to its end.
///
/// What is made of it can be inlined, so that a model of another module has its own judge: see `Model.judged`.
package struct Hearing<M: Model> {
  @usableFromInline let model: M
  @usableFromInline let script: Script<M>
  @usableFromInline let observations: [M.Observation?]
  @usableFromInline let capabilities: Set<String>
  @usableFromInline let clauses: ClauseTable
  @usableFromInline let targets: [Clause.ID]

  /// What was done wrong, and what was chosen in free places.
  package typealias Outcome = (findings: [Finding], choices: [FreeChoice])

  /// - Parameters:
  ///   - observations: those of the steps as far as they were answered; nil for a restart.
  ///   - capabilities: what the implementation claims.
  ///   - targets: the clauses that the case is about.
  init(
    _ model: M, _ script: Script<M>, _ observations: [M.Observation?], capabilities: Set<String>,
    clauses: ClauseTable, targets: [Clause.ID]
  ) {
    self.model = model
    self.script = script
    self.observations = observations
    self.capabilities = capabilities
    self.clauses = clauses
    self.targets = targets
  }

  /// Judges all of it.
  @inlinable package var outcome: Outcome {
    var judge = Judge(
      model, Situation(script.setup, capabilities: capabilities), clauses: clauses,
      targets: targets)
    // The places of the events since the latest start. What they are is looked up only where there are several: most scripts have one
    // or two.
    var together: [Int] = []
    for index in observations.indices {
      switch script.steps[index] {
      case .restart(let keep):
        compare(together, &judge)
        together = []
        judge.restart(keep: keep)
      case .event(let event):
        // What has not been answered has not been observed.
        guard let seen = observations[index] else { continue }
        judge.judge(event, seen)
        together.append(index)
      }
    }
    compare(together, &judge)
    return (judge.findings, judge.choices)
  }

  @inlinable func compare(_ together: [Int], _ judge: inout Judge<M>) {
    guard together.count > 1 else { return }
    judge.compare(
      together.compactMap { index in
        guard case .event(let event) = script.steps[index] else { return nil }
        return observations[index].map { (event, $0) }
      }, steps: together.map { $0 + 1 })
  }
}
