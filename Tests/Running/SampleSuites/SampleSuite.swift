package import AdapterProtocol
package import Conformance
package import JSONText

/// A suite of clauses, and of cases that cannot be opened: what reports and certificates need of one.
package struct SampleSuite: Suite {
  package let name: String
  package let clauses: ClauseTable
  package var variants: [Variant]
  /// What no case is about.
  package var gaps: Set<Clause.ID>
  package var freePlaces: [FreePlace]
  package var casesPerVariant: Int

  package init(
    name: String, clauses: ClauseTable, variants: [Variant] = [.plain, .encrypting],
    gaps: Set<Clause.ID> = [], freePlaces: [FreePlace] = [], casesPerVariant: Int = 1
  ) {
    self.name = name
    self.clauses = clauses
    self.variants = variants
    self.gaps = gaps
    self.freePlaces = freePlaces
    self.casesPerVariant = casesPerVariant
  }

  /// Each case is about all clauses that have cases: `NAME/any/0` and so on, in each edition.
  package func cases(seed: UInt64) -> CaseList {
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

  package func variants(in claim: SuiteClaim) -> [Variant] { [] }

  package func open(
    _ item: Case, capabilities: Set<String>
  ) throws(HarnessFault) -> any CaseSession {
    throw HarnessFault("the cases of this suite have no scripts")
  }

  package func defect(ofObservation line: [UInt8]) -> JSONError? { nil }

  package func decode(_ document: CaseDocument) throws(JSONError) -> Case {
    throw document.error("this suite has no cases", .suite)
  }

  package func noted(_ item: Case, _ provenance: Provenance) throws(HarnessFault) -> Case { item }

  package func encode(_ item: Case) throws(HarnessFault) -> [UInt8] {
    throw HarnessFault("this suite has no cases")
  }

  package func explain(
    _ item: Case, capabilities: Set<String>
  ) throws(HarnessFault) -> CaseExplanation {
    throw HarnessFault("this suite has no cases")
  }
}
