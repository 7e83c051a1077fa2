package import AdapterProtocol
package import JSONText

/// A suite as the rest of the harness sees it: its clauses, its cases, and a session for each.
package protocol Suite: Sendable {
  /// The name in the adapter protocol, and the first part of each case id with dots as they are: `appconnect.dualmode`.
  var name: String { get }
  var clauses: ClauseTable { get }
  /// All cases in all variants, in a fixed order: variant by variant, so that each edition runs in one piece.
  var summaries: [CaseSummary] { get }

  /// The variants that an implementation claims, out of its claim for this suite.
  func variants(in claim: SuiteClaim) -> [Variant]

  /// Builds the script of a case and opens it for one conversation.
  func session(_ summary: CaseSummary, seed: UInt64) throws(HarnessFault) -> any CaseSession

  /// Whether a case may cost so much memory that it is measured.
  func watchesMemory(of summary: CaseSummary) -> Bool

  /// A conversation of valid requests of the same size, with whose memory that of the case is compared; nil where there is none.
  func control(for summary: CaseSummary, seed: UInt64) throws(HarnessFault) -> (any CaseSession)?

  /// The frames of a case as far as they need no replies; for lists, explanations and benchmarks.
  func frames(_ summary: CaseSummary, seed: UInt64) throws(HarnessFault) -> [Frame]

  /// What is wrong with the content of an `observed` reply; nil where the suite can read it.
  func defect(ofObservation line: [UInt8]) -> JSONError?
}

extension Suite {
  package func watchesMemory(of summary: CaseSummary) -> Bool { false }

  package func control(
    for summary: CaseSummary, seed: UInt64
  ) throws(HarnessFault) -> (any CaseSession)? { nil }
}

/// A suite made of a model and the cases that are run through it.
package struct ModelSuite<M: Model>: Suite {
  package let name: String
  package let clauses: ClauseTable
  package let model: M
  package let summaries: [CaseSummary]
  private let cases: [CaseSpecification<M>]
  private let robustness: RobustnessClauses

  package init(
    name: String, model: M, clauses: [Clause], robustness: RobustnessClauses = .init(),
    variants: [Variant], cases: [CaseSpecification<M>]
  ) {
    self.name = name
    self.model = model
    self.clauses = ClauseTable(clauses)
    self.robustness = robustness
    self.cases = cases
    summaries = variants.flatMap { variant in
      cases.enumerated().filter { $1.variants.contains(variant) }.map { index, specification in
        CaseSummary(
          suite: name, id: specification.id, variant: variant, title: specification.title,
          targets: specification.targets, needs: specification.needs, index: index)
      }
    }
  }

  package func variants(in claim: SuiteClaim) -> [Variant] {
    let known = Set(summaries.map(\.variant))
    return known == [.sole] ? [.sole] : claim.editions.map(Variant.init).filter(known.contains)
  }

  /// The script of a case.
  package func script(_ summary: CaseSummary, seed: UInt64) throws(HarnessFault) -> Script<M> {
    let specification = cases[summary.index]
    var choices = Choices(seed: seed, case: specification.id)
    return try specification.build(&choices, summary.variant)
  }

  package func session(
    _ summary: CaseSummary, seed: UInt64
  ) throws(HarnessFault) -> any CaseSession {
    session(summary, script: try script(summary, seed: seed))
  }

  /// Opens a case with a script that is built already.
  package func session(_ summary: CaseSummary, script: Script<M>) -> any CaseSession {
    ScriptSession(
      model, script: script, targets: summary.targets, clauses: clauses, robustness: robustness)
  }

  package func defect(ofObservation line: [UInt8]) -> JSONError? {
    do throws(JSONError) {
      _ = try JSONReader.read(line, limits: .adapterLine) { (reader) throws(JSONError) in
        try M.Observation.read(&reader)
      }
      return nil
    } catch {
      return error
    }
  }

  package func watchesMemory(of summary: CaseSummary) -> Bool {
    summary.targets.contains(where: robustness.concernsResources)
  }

  package func control(
    for summary: CaseSummary, seed: UInt64
  ) throws(HarnessFault) -> (any CaseSession)? {
    try model.control(for: try script(summary, seed: seed)).map { session(summary, script: $0) }
  }

  package func frames(_ summary: CaseSummary, seed: UInt64) throws(HarnessFault) -> [Frame] {
    var frames: [Frame] = []
    try session(summary, seed: seed).appendReadyFrames(to: &frames)
    return frames
  }
}
