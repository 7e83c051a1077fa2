package import Conformance
package import SuiteModels

extension ABTManager {
  package static var suite: ModelSuite<ManagerModel> { suite() }

  /// - Parameter casesPerFamily: how many cases each seeded family has; nil: its usual number.
  package static func suite(casesPerFamily: Int? = nil) -> ModelSuite<ManagerModel> {
    ModelSuite(
      name: name, model: ManagerModel(), clauses: clauses, freePlaces: freePlaces,
      robustness: RobustnessClauses(crash: ["MGR-13"], hang: ["MGR-13"]),
      effectKinds: [
        "wrong-keys-stored", "wrong-keys-reset", "wrong-values", "wrong-token", "not-encrypted",
      ],
      variants: [.sole],
      cases: installing + addressing + contents + exact + written + sizes + reported + removing
        + refused
        + hostile + odd
        + walks,
      casesPerFamily: casesPerFamily)
  }
}
