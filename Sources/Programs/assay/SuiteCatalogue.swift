import Conformance
import Forge
import Suites

/// The suites, by name: the only place that knows them all.
enum SuiteCatalogue {
  /// - Parameters:
  ///   - dialect: what the library of `abt` has otherwise than profile 1.
  ///   - profiles: whose payloads become cases.
  ///   - casesPerFamily: how many cases each seeded family has; nil: its usual number.
  /// - Throws: where the cases made of the profiles are not sound beside the others. The tests see to the rest.
  static func suites(
    dialect: SharedDialect = .profile1, profiles: [NamedProfile] = [], casesPerFamily: Int? = nil
  ) throws(HarnessFault) -> [any Suite] {
    let suites: [any Suite] = [
      ABT.suite(dialect: dialect, profiles: profiles, casesPerFamily: casesPerFamily),
      ABTManager.suite(casesPerFamily: casesPerFamily),
      AppConnectConfig.suite(casesPerFamily: casesPerFamily),
      AppConnectOpenFrom.suite(casesPerFamily: casesPerFamily),
      DualMode.suite(casesPerFamily: casesPerFamily),
      ManagedConfig.suite(casesPerFamily: casesPerFamily),
      Lifecycle.suite(casesPerFamily: casesPerFamily),
    ]
    let isAsTested = dialect.isProfile1 && profiles.isEmpty
    // How many cases a family has changes nothing about them.
    if !isAsTested, let fault = ABT.suite(dialect: dialect, profiles: profiles).lint.first {
      throw fault
    }
    return suites
  }
}
