package import Conformance
package import Forge
import SuiteModels

/// The suites, by name: the only place that knows them all. Their cases are made when they are first asked for.
package enum SuiteCatalogue {
  /// As the specification has them, in their usual size.
  package static let usual = made(dialect: .profile1, profiles: [], casesPerFamily: nil)

  /// - Parameters:
  ///   - dialect: what the library of `abt` has otherwise than profile 1.
  ///   - profiles: whose payloads become cases.
  ///   - casesPerFamily: how many cases each seeded family has; nil: its usual number.
  /// - Throws: where the cases made of the dialect or of the profiles are not sound beside the others. The tests see to the rest.
  package static func suites(
    dialect: SharedDialect = .profile1, profiles: [NamedProfile] = [], casesPerFamily: Int? = nil
  ) throws(HarnessFault) -> [any Suite] {
    let isAsTested = dialect.isProfile1 && profiles.isEmpty
    // How many cases a family has changes nothing about them, and may be millions.
    if !isAsTested, let fault = ABT.suite(dialect: dialect, profiles: profiles).lint.first {
      throw fault
    }
    return made(dialect: dialect, profiles: profiles, casesPerFamily: casesPerFamily)
  }

  private static func made(
    dialect: SharedDialect, profiles: [NamedProfile], casesPerFamily: Int?
  ) -> [any Suite] {
    [
      ABT.suite(dialect: dialect, profiles: profiles, casesPerFamily: casesPerFamily),
      ABTManager.suite(casesPerFamily: casesPerFamily),
      AppConnectConfig.suite(casesPerFamily: casesPerFamily),
      AppConnectOpenFrom.suite(casesPerFamily: casesPerFamily),
      DualMode.suite(casesPerFamily: casesPerFamily),
      ManagedConfig.suite(casesPerFamily: casesPerFamily),
      Lifecycle.suite(casesPerFamily: casesPerFamily),
    ]
  }
}
