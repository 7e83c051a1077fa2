package import Conformance
package import SuiteModels

extension Lifecycle {
  package static var suite: ModelSuite<LifecycleModel> { suite() }

  /// - Parameter casesPerFamily: how many cases each seeded family has; nil: its usual number.
  package static func suite(casesPerFamily: Int? = nil) -> ModelSuite<LifecycleModel> {
    ModelSuite(
      name: name, model: LifecycleModel(), clauses: clauses, freePlaces: freePlaces,
      persistence: ["ACC-LC-02", "ACC-LC-09"],
      effectKinds: ["secure-data-kept", "wrong-secure-data"], variants: [.sole],
      cases: questions + starts + policies + ends + logging + kept + between + walks,
      casesPerFamily: casesPerFamily)
  }
}
