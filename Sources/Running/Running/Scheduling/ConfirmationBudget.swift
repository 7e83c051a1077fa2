import Conformance

/// How often one batch sees failures again that break the same requirements. Reports confirm each (`limit` nil); who only asks which
/// requirements find a fault has seen enough after a few.
///
/// The count begins anew with each batch, so that it does not depend on how batches are spread over adapters.
struct ConfirmationBudget {
  let limit: Int?
  private var confirmed: [Clause.ID: Int] = [:]

  init(_ limit: Int?) { self.limit = limit }

  /// Whether a failure goes without confirmation, because each requirement that it breaks was confirmed so often. Crashes,
  /// deadlines, limits and what may still come late are always seen again.
  mutating func spares(_ run: CaseRun) -> Bool {
    run.judged.verdict == .failed && !run.mayLackLate && spares(run.judged.findings.map(\.clause))
  }

  /// The same for the requirements of one failure, which count as confirmed unless it is spared.
  mutating func spares(_ clauses: [Clause.ID]) -> Bool {
    guard let limit else { return false }
    let clauses = Set(clauses)
    if clauses.allSatisfy({ confirmed[$0, default: 0] >= limit }) { return true }
    for clause in clauses { confirmed[clause, default: 0] += 1 }
    return false
  }
}
