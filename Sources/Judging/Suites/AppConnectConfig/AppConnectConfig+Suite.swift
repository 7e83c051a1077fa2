package import Conformance
package import SuiteModels

extension AppConnectConfig {
  package static var suite: ModelSuite<ConfigModel> { suite() }

  /// - Parameter casesPerFamily: how many cases each seeded family has; nil: its usual number.
  package static func suite(casesPerFamily: Int? = nil) -> ModelSuite<ConfigModel> {
    ModelSuite(
      name: name, model: ConfigModel(), clauses: clauses, freePlaces: freePlaces,
      persistence: ["ACC-CFG-03", "ACC-CFG-04"],
      effectKinds: [
        "wrong-callbacks", "no-delivery", "wrong-configuration", "wrong-certificate",
        "several-deliveries", "callback-not-implemented",
      ],
      variants: [.sole],
      cases: rows + contents + hostilePairs + certificates + changes + misses + answers + walks,
      casesPerFamily: casesPerFamily)
  }
}
