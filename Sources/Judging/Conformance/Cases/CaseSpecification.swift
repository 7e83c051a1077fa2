/// A case before it is generated: everything that can be said about it without building its script.
package struct CaseSpecification<M: Model>: Sendable {
  package let id: CaseID
  /// What the case is for, in one sentence.
  package let title: String
  package let variants: [Variant]
  /// The clauses that the case is about.
  package let targets: [Clause.ID]
  /// What the implementation has to claim for the case to be run.
  package let needs: Set<String>
  /// Builds the script; equal choices give equal scripts.
  package let build: @Sendable (inout Choices, Variant) throws(HarnessFault) -> Script<M>

  package init(
    _ id: String, _ title: String, variants: [Variant], targets: [Clause.ID],
    needs: Set<String> = [],
    build: @escaping @Sendable (inout Choices, Variant) throws(HarnessFault) -> Script<M>
  ) {
    self.id = CaseID(id)
    self.title = title
    self.variants = variants
    self.targets = targets
    self.needs = needs
    self.build = build
  }
}

/// A fault of assay itself: the run ends with exit code 70, and no implementation is blamed.
package struct HarnessFault: Error, Hashable, CustomStringConvertible {
  package let message: String

  package init(_ message: String) { self.message = message }

  package var description: String { message }
}
