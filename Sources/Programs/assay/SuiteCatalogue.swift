import Conformance
import Suites

/// The suites, by name: the only place that knows them all.
enum SuiteCatalogue {
  /// - Parameter profiles: whose payloads become cases.
  /// - Throws: where a suite is not sound in itself.
  static func suites(profiles: [NamedProfile] = []) throws(HarnessFault) -> [any Suite] {
    let suites: [any Suite] = [ABT.suite(profiles: profiles), DualMode.suite]
    if let fault = suites.flatMap(\.lint).first { throw fault }
    return suites
  }
}
