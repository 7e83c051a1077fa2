package import Conformance
package import Forge
package import SuiteModels

extension ABT {
  /// - Parameters:
  ///   - dialect: what the library has otherwise than profile 1. Without a cipher there is no encrypting edition.
  ///   - profiles: profiles whose payloads become cases of their own (family `abt/profile`).
  ///   - casesPerFamily: how many cases each seeded family has; nil: its usual number.
  package static func suite(
    dialect: SharedDialect = .profile1, profiles: [NamedProfile] = [], casesPerFamily: Int? = nil
  ) -> ModelSuite<ABTModel> {
    let workshop = RequestWorkshop()
    let cases = ABTCases(dialect: dialect, workshop: workshop)
    return ModelSuite(
      name: name, model: ABTModel(dialect: dialect, workshop: workshop), clauses: clauses,
      freePlaces: freePlaces,
      robustness: RobustnessClauses(
        crash: ["ABT-ROB-01"], hang: ["ABT-ROB-02"], overrun: ["ABT-ROB-03"],
        lasting: ["ABT-ROB-05"], others: ["ABT-ROB-04", "ABT-ROB-06"], watched: ["ABT-TOK-07"]),
      leakKinds: leakKinds, effectKinds: effectKinds,
      variants: ABTCases.editions(of: dialect).map(\.variant),
      claimableVariants: Edition.allCases.map(\.variant),
      cases: (cases.all + profiles.flatMap(cases.profile)).filter { !$0.variants.isEmpty },
      casesPerFamily: casesPerFamily)
  }
}
