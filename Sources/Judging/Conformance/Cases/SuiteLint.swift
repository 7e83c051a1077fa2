extension Suite {
  /// What is wrong with the suite itself: repeated ids, targets that no clause has, clauses out of the reach of any case are no
  /// fault (`assay spec` shows them). Held empty by the tests, and checked before every run.
  package var lint: [HarnessFault] {
    var faults = clauses.repeatedIDs.map { HarnessFault("\(name): the clause \($0) stands twice") }
    var seen: Set<String> = []
    for summary in summaries {
      if !seen.insert("\(summary.id) \(summary.variant)").inserted {
        faults.append(HarnessFault("\(name): the case \(summary.id) stands twice"))
      }
      if summary.targets.isEmpty {
        faults.append(HarnessFault("\(summary.id): names no clause that it is about"))
      }
      for target in summary.targets where clauses[target] == nil {
        faults.append(HarnessFault("\(summary.id): \(target) is no clause of \(name)"))
      }
    }
    return faults
  }
}
