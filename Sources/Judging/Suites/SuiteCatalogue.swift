package import Conformance
package import Forge
import SuiteModels

/// The suites, by name: the only place that knows them all.
package enum SuiteCatalogue {
  /// As the specification has them, in their usual size.
  package static let usual = made(dialect: .profile1, profiles: [], casesPerFamily: nil)

  /// - Parameters:
  ///   - dialect: what the library of `abt` has otherwise than profile 1.
  ///   - profiles: whose payloads become cases.
  ///   - casesPerFamily: how many cases each seeded family has; nil: its usual number.
  /// - Throws: where the cases made of the profiles are not sound beside the others. The tests see to the rest.
  package static func suites(
    dialect: SharedDialect = .profile1, profiles: [NamedProfile] = [], casesPerFamily: Int? = nil
  ) throws(HarnessFault) -> [any Suite] {
    try check(dialect, profiles)
    return made(dialect: dialect, profiles: profiles, casesPerFamily: casesPerFamily)
  }

  /// The suites that an id of a case may be of: what looks up one case needs not make the others, which takes longer than all the rest.
  package static func suites(
    ofCase id: String, dialect: SharedDialect = .profile1
  ) throws(HarnessFault) -> [any Suite] {
    try check(dialect, [])
    return makers.filter { id.hasPrefix($0.name + "/") }.map { $0.make(dialect, [], nil) }
  }

  private static func check(
    _ dialect: SharedDialect, _ profiles: [NamedProfile]
  ) throws(HarnessFault) {
    let isAsTested = dialect.isProfile1 && profiles.isEmpty
    // How many cases a family has changes nothing about them.
    if !isAsTested, let fault = ABT.suite(dialect: dialect, profiles: profiles).lint.first {
      throw fault
    }
  }

  private static func made(
    dialect: SharedDialect, profiles: [NamedProfile], casesPerFamily: Int?
  ) -> [any Suite] {
    makers.map { $0.make(dialect, profiles, casesPerFamily) }
  }

  private struct Maker: Sendable {
    var name: String
    var make: @Sendable (SharedDialect, [NamedProfile], _ casesPerFamily: Int?) -> any Suite
  }

  private static let makers = [
    Maker(name: ABT.name) { ABT.suite(dialect: $0, profiles: $1, casesPerFamily: $2) },
    Maker(name: ABTManager.name) { ABTManager.suite(casesPerFamily: $2) },
    Maker(name: AppConnectConfig.name) { AppConnectConfig.suite(casesPerFamily: $2) },
    Maker(name: AppConnectOpenFrom.name) { AppConnectOpenFrom.suite(casesPerFamily: $2) },
    Maker(name: DualMode.name) { DualMode.suite(casesPerFamily: $2) },
    Maker(name: ManagedConfig.name) { ManagedConfig.suite(casesPerFamily: $2) },
    Maker(name: Lifecycle.name) { Lifecycle.suite(casesPerFamily: $2) },
  ]
}
