package import Conformance
package import SuiteModels

extension AppConnectOpenFrom {
  package static var suite: ModelSuite<OpenFromModel> { suite() }

  /// - Parameter casesPerFamily: how many cases each seeded family has; nil: its usual number.
  package static func suite(casesPerFamily: Int? = nil) -> ModelSuite<OpenFromModel> {
    ModelSuite(
      name: name, model: OpenFromModel(), clauses: clauses, freePlaces: freePlaces,
      effectKinds: [
        "document-refused", "document-received", "wrong-callbacks", "wrong-properties",
      ],
      variants: [.sole],
      cases: enforcement + comparisons + mail + changes + acknowledgements + readiness + allApps
        + walks,
      casesPerFamily: casesPerFamily)
  }
}
