package import Conformance
package import SuiteModels

extension DualMode {
  package static var suite: ModelSuite<DualModeModel> { suite() }

  /// - Parameter casesPerFamily: how many cases each seeded family has; nil: its usual number.
  package static func suite(casesPerFamily: Int? = nil) -> ModelSuite<DualModeModel> {
    ModelSuite(
      name: name, model: DualModeModel(), clauses: clauses, freePlaces: freePlaces,
      persistence: ["ACC-DM-16"],
      effectKinds: [
        "data-erased", "data-kept", "wrong-encryption-state", "wrong-mode",
      ],
      variants: [.sole],
      cases: launches + decisions + noticesAgain + userRequests + kept + killed + walks,
      casesPerFamily: casesPerFamily)
  }
}
