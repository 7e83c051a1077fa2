import Conformance
import Suites

/// The suites, by name: the only place that knows them all.
enum SuiteCatalogue {
  /// - Parameter profiles: whose payloads become cases.
  /// - Throws: where the cases made of the profiles are not sound beside the others. The tests see to the rest.
  static func suites(profiles: [NamedProfile] = []) throws(HarnessFault) -> [any Suite] {
    let suites: [any Suite] = [ABT.suite(profiles: profiles), DualMode.suite]
    if !profiles.isEmpty, let fault = suites.flatMap(\.lint).first { throw fault }
    return suites
  }
}
