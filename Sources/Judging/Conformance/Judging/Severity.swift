/// How bad it is for users of a library what a finding shows, the worst first. It decides in which order findings are looked at, never
/// whether they count.
package enum Severity: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// Memory is written where it must not be.
  case writeCrash
  case crash
  case hang
  case overrun
  /// A secret, or a value that is to be kept, is shown.
  case leak
  /// Something is applied, restored or erased that must not be, or is not although it must be.
  case wrongEffect
  /// A MUST about what is said: statuses, codes, addresses.
  case wrongAnswer
  /// A SHOULD.
  case advice

  /// In words: `crash on a write`.
  package var name: String {
    switch self {
    case .writeCrash: "crash on a write"
    case .crash: "crash"
    case .hang: "hang"
    case .overrun: "overrun"
    case .leak: "leak"
    case .wrongEffect: "wrong effect"
    case .wrongAnswer: "wrong answer"
    case .advice: "advice"
    }
  }

  package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

extension Suite {
  /// How bad a finding of this signature is, as far as the signature tells.
  package func severity(of signature: Signature) -> Severity {
    // Behind a slash there are details: `crash/signal-11`, `secret-shown/log`.
    let kind = String(signature.kind.prefix { $0 != "/" })
    switch kind {
    case "crash": return .crash
    case "hang": return .hang
    case "overrun": return .overrun
    default: break
    }
    if leakKinds.contains(kind) { return .leak }
    guard clauses.level(of: signature.clause) == .must else { return .advice }
    return effectKinds.contains(kind) ? .wrongEffect : .wrongAnswer
  }
}
