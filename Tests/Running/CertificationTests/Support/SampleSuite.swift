import AdapterProtocol
import Conformance
import JSONText

/// A suite of clauses, and of cases that cannot be opened: what certificates need of one.
struct SampleSuite: Suite {
  let name: String
  let clauses: ClauseTable
  var variants: [Variant] = [.plain, .encrypting]
  /// What no case is about.
  var gaps: Set<Clause.ID> = []
  var casesPerVariant = 4

  func cases(seed: UInt64) -> CaseList {
    let targets = clauses.clauses.map(\.id).filter { !gaps.contains($0) }
    return CaseList(
      variants.flatMap { variant in
        (0..<casesPerVariant).map { number in
          Case(
            suite: name, id: CaseID("\(name)/any/\(number)"), variant: variant, title: "",
            targets: targets, needs: [], origin: .generated(index: 0, seed: seed))
        }
      })
  }

  func variants(in claim: SuiteClaim) -> [Variant] { [] }

  func open(_ item: Case, capabilities: Set<String>) throws(HarnessFault) -> any CaseSession {
    throw HarnessFault("the cases of this suite have no scripts")
  }

  func defect(ofObservation line: [UInt8]) -> JSONError? { nil }

  func decode(_ document: CaseDocument) throws(JSONError) -> Case {
    throw document.error("this suite has no cases", .suite)
  }

  func noted(_ item: Case, _ provenance: Provenance) throws(HarnessFault) -> Case { item }

  func encode(_ item: Case) throws(HarnessFault) -> [UInt8] {
    throw HarnessFault("this suite has no cases")
  }

  func explain(
    _ item: Case, capabilities: Set<String>
  ) throws(HarnessFault) -> CaseExplanation {
    throw HarnessFault("this suite has no cases")
  }

  /// Two suites: one with editions, a SHOULD and a clause without a case, and one without editions.
  static let all: [any Suite] = [abt, dualMode]

  static let abt = SampleSuite(
    name: "abt",
    clauses: ClauseTable([
      Clause("ABT-URL-01", .must, "The URL begins with the registered scheme.", source: "abt"),
      Clause("ABT-URL-03", .must, "An unknown parameter is passed over.", source: "abt"),
      Clause("ABT-DATA-08/code", .should, "It is refused with code 8.", source: "abt"),
    ]), gaps: ["ABT-URL-03"])

  static let dualMode = SampleSuite(
    name: "appconnect.dualmode",
    clauses: ClauseTable([
      Clause("ACD-01", .must, "The app starts in unmanaged mode.", source: "acd")
    ]), variants: [.sole])
}
