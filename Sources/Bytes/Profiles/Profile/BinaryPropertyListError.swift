package import WireFormat

/// Why a binary property list cannot be used as a profile.
package enum BinaryPropertyListError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Every reader refuses it.
  case refused(Defect)
  /// It is larger or deeper than the budget.
  case overBudget(Freedom, ProfileLimits)
  /// Readers may take it differently (section 2.1), and every reading loses something: a null, a
  /// key that occurs twice…
  case ambiguous(Freedom)

  package var description: String {
    switch self {
    case .refused(let defect):
      "\(defect); write the file again"
    case .overBudget(let freedom, let limits):
      "\(freedom); \(limits.maxNodes) values and keys, \(limits.maxDepth) levels and "
        + "\(limits.maxBytes) bytes are allowed, so split it into several profiles"
    case .ambiguous(let freedom):
      "\(freedom), which readers take differently; remove it"
    }
  }
}
