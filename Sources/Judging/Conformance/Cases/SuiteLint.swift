extension Suite {
  /// What is wrong with the suite itself: repeated ids, ids of other suites, and targets that are no clauses. Clauses out of the reach of any case are
  /// no fault (`assay spec` shows them). The tests hold it empty, and it is checked where profiles add cases.
  package var lint: [HarnessFault] {
    var faults = clauses.repeatedIDs.map { HarnessFault("\(name): the clause \($0) stands twice") }
    var seen: Set<String> = []
    for item in cases(seed: 1) {
      if !seen.insert("\(item.id) \(item.variant)").inserted {
        faults.append(HarnessFault("\(name): the case \(item.id) stands twice"))
      }
      if !generates(item.id) {
        faults.append(HarnessFault("\(item.id): does not begin with \(name)/"))
      }
      if item.targets.isEmpty {
        faults.append(HarnessFault("\(item.id): names no clause that it is about"))
      }
      for target in item.targets where clauses[target] == nil {
        faults.append(HarnessFault("\(item.id): \(target) is no clause of \(name)"))
      }
    }
    return faults
  }
}
