import Conformance
import Forge
import Suites

/// The suites, by name: the only place that knows them all.
enum SuiteCatalogue {
  /// - Parameters:
  ///   - dialect: what the library of `abt` has otherwise than profile 1.
  ///   - profiles: whose payloads become cases.
  /// - Throws: where the cases made of the profiles are not sound beside the others. The tests see to the rest.
  static func suites(
    dialect: SharedDialect = .profile1, profiles: [NamedProfile] = []
  ) throws(HarnessFault) -> [any Suite] {
    let suites: [any Suite] = [ABT.suite(dialect: dialect, profiles: profiles), DualMode.suite]
    let isAsTested = dialect.isProfile1 && profiles.isEmpty
    if !isAsTested, let fault = suites.flatMap(\.lint).first { throw fault }
    return suites
  }
}
