/// One case as a value, wherever it comes from: what is known of it without building its script, and where the script is.
package struct Case: Sendable {
  package let suite: String
  package let id: CaseID
  package let variant: Variant
  /// What the case is for, in one sentence.
  package let title: String
  /// The clauses that the case is about.
  package let targets: [Clause.ID]
  /// What the implementation has to claim for the case to be run.
  package let needs: Set<String>
  package let origin: Origin
  /// The first version of the suites that had the case.
  package let since: SuiteVersion
  /// The part of the id that names the family: `abt/token` of `abt/token/truncated/len-63`.
  package let family: String
  /// The script of a generated case, where it was made before the case is opened; see `Suite.prepared`.
  private(set) var madeScript: (any AnyScript)?

  /// Where the script of a case comes from.
  package enum Origin: Sendable {
    /// A generator of the suite makes it, when the case is opened: the one at this place in the list of generators, from this
    /// seed; of a seeded family the case of this number.
    case generated(index: Int, number: Int = 0, seed: UInt64)
    /// It is here: read from a file, lifted from a URL, or found by a fuzzer.
    case stored(any AnyScript, Provenance)
    /// It is in a file, from which the case is read again whenever its script is asked for.
    case filed(@Sendable () throws(HarnessFault) -> Case, Provenance)
  }

  package init(
    suite: String, id: CaseID, variant: Variant, title: String, targets: [Clause.ID],
    needs: Set<String>, origin: Origin, since: SuiteVersion = .first
  ) {
    self.since = since
    self.suite = suite
    self.id = id
    self.variant = variant
    self.title = title
    self.targets = targets
    self.needs = needs
    self.origin = origin
    family = Self.family(of: id)
  }

  /// The same case with the script that its generator makes.
  func holding(_ script: some AnyScript) -> Case {
    var item = self
    item.madeScript = script
    return item
  }

  /// The same stored case without its script: a script of megabytes need not be in memory before its turn comes.
  ///
  /// - Parameter reading: reads the case again.
  package func leavingScript(
    to reading: @escaping @Sendable () throws(HarnessFault) -> Case
  ) -> Case {
    guard case .stored(_, let provenance) = origin else { return self }
    return Case(
      suite: suite, id: id, variant: variant, title: title, targets: targets, needs: needs,
      origin: .filed(reading, provenance), since: since)
  }

  private static func family(of id: CaseID) -> String {
    let path = id.path.utf8
    guard let first = path.firstIndex(of: UInt8(ascii: "/")),
      let second = path[path.index(after: first)...].firstIndex(of: UInt8(ascii: "/"))
    else { return id.path }
    return String(id.path[..<second])
  }

  /// The seed that the case is generated from, or nil for a stored one.
  package var seed: UInt64? {
    if case .generated(_, _, let seed) = origin { seed } else { nil }
  }

  /// What a stored case tells of itself, or nil for a generated one.
  package var provenance: Provenance? {
    switch origin {
    case .generated: nil
    case .stored(_, let provenance), .filed(_, let provenance): provenance
    }
  }
}

/// Where a stored case comes from, and what was found with it.
package struct Provenance: Sendable, Hashable {
  /// The generated case that it was, and its seed.
  package var generator: CaseID?
  package var seed: UInt64?
  /// Who or what found it, and when: free text.
  package var found: String?
  /// What a reader should know: free text.
  package var comment: String?
  /// What the case showed when it was stored. It says nothing of today's implementation.
  package var signature: Signature?
  /// Where the stored bytes are not what today's renderer makes of the stored script, a sentence for each place. Derived when
  /// the case is read, never stored.
  package var drift: [String] = []

  package init() {}
}
