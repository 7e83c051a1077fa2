package import Conformance
package import SuiteModels

extension ManagedConfig {
  package static var suite: ModelSuite<ManagedConfigModel> { suite() }

  /// - Parameter casesPerFamily: how many cases each seeded family has; nil: its usual number.
  package static func suite(casesPerFamily: Int? = nil) -> ModelSuite<ManagedConfigModel> {
    ModelSuite(
      name: name, model: ManagedConfigModel(), clauses: clauses, freePlaces: freePlaces,
      robustness: RobustnessClauses(crash: ["MC-17"], hang: ["MC-17"]), persistence: ["MC-12"],
      leakKinds: ["secret-shown"],
      effectKinds: ["configuration-written", "wrong-count", "wrong-setting"],
      variants: [.sole],
      cases: reading + changes + values + dictionaries + feedback + hostile + walks,
      casesPerFamily: casesPerFamily)
  }
}
