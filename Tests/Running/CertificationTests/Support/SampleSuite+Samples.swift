import Conformance
import SampleSuites

extension SampleSuite {
  /// Two suites: one with editions, a SHOULD and a clause without a case, and one without editions.
  static let all: [any Suite] = [abt, dualMode]

  static let abt = SampleSuite(
    name: "abt",
    clauses: ClauseTable([
      Clause("ABT-URL-01", .must, "The URL begins with the registered scheme.", source: "abt"),
      Clause("ABT-URL-03", .must, "An unknown parameter is passed over.", source: "abt"),
      Clause("ABT-DATA-08/code", .should, "It is refused with code 8.", source: "abt"),
    ]), gaps: ["ABT-URL-03"], casesPerVariant: 4)

  static let dualMode = SampleSuite(
    name: "appconnect.dualmode",
    clauses: ClauseTable([
      Clause("ACD-01", .must, "The app starts in unmanaged mode.", source: "acd")
    ]), variants: [.sole], casesPerVariant: 4)
}
