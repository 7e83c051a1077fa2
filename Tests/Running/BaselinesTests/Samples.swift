import Conformance
import Running

extension Case {
  static func sample(
    _ id: String, _ variant: Variant = .plain, _ targets: [Clause.ID] = ["A-1"]
  ) -> Case {
    Case(
      suite: "abt", id: CaseID(id), variant: variant, title: "", targets: targets, needs: [],
      origin: .generated(index: 0, seed: 1))
  }
}

extension CaseResult {
  /// - Parameter signatures: `A-1 bad`; one of a SHOULD begins with `S`.
  static func sample(
    _ id: String, _ verdict: Verdict, _ signatures: [String] = [], _ variant: Variant = .plain,
    targets: [Clause.ID] = ["A-1"], confirmation: Finding.Confirmation = .deterministic
  ) -> CaseResult {
    CaseResult(
      id: CaseID(id), suite: "abt", variant: variant, targets: targets, verdict: verdict,
      findings: signatures.compactMap(Signature.init).map { signature in
        Finding(
          clause: signature.clause,
          level: signature.clause.path.hasPrefix("S")
            ? .should : signature.clause.path.hasPrefix("I") ? .info : .must,
          kind: signature.kind, step: 1, message: "m", expected: "e", observed: "o",
          confirmation: confirmation)
      })
  }
}
