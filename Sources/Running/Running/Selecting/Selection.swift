package import Conformance

/// Which cases of some suites are wanted.
package struct Selection: Sendable {
  /// Names of suites; empty: all.
  package var suites: [String] = []
  /// Cases whose id fits one of these; empty: all.
  package var select: [GlobPattern] = []
  /// Cases whose id fits one of these are left out.
  package var skip: [GlobPattern] = []
  /// Cases about one of these requirements (with or without a facet); empty: all.
  package var requirements: [String] = []
  /// Only cases about clauses of this level or above; nil: all.
  package var level: Level?
  /// Only this edition, in suites that know editions; nil: all.
  package var edition: Variant?
  /// Only cases that this version of the suites did not have yet, or that are about clauses that it did not have; nil: all.
  package var since: SuiteVersion?

  package init() {}

  /// The selected cases, in the order of the suites. Goes through all cases of the suites that a pattern may fit, and keeps none of them.
  ///
  /// - Parameter stored: cases beside the generated ones. One that has the id and the variant of a generated case stands in its place.
  /// - Throws: where a name or a pattern fits nothing: a misspelt selection must not look like a pass.
  package func cases(
    of available: [any Suite], seed: UInt64, adding stored: [Case] = []
  ) throws(SelectionFault) -> CaseList {
    for name in suites where !available.contains(where: { $0.name == name }) {
      throw .unknownSuite(name, known: available.map(\.name))
    }
    let chosen = available.filter { suites.isEmpty || suites.contains($0.name) }
    func cases(of suites: [any Suite]) -> CaseList {
      CaseList(joining: suites.map { Self.cases(of: $0, seed: seed, adding: stored) })
    }
    let all = cases(
      of: chosen.filter { suite in
        isLookedAt(suite) || stored.contains { $0.suite == suite.name }
      })
    for pattern in select + skip where !all.contains(where: { pattern.matches($0.id.path) }) {
      throw .patternFitsNothing(
        pattern.text, meant: Self.meant(by: pattern.text, in: cases(of: chosen)))
    }
    for requirement in requirements {
      guard chosen.contains(where: { $0.knows(requirement) }) else {
        throw .unknownRequirement(
          requirement,
          meant: NearestName.of(
            requirement, among: chosen.flatMap(\.clauses.clauses).map(\.id.path)))
      }
      guard all.contains(where: { $0.isAbout(requirement) }) else {
        throw .requirementWithoutCases(requirement)
      }
    }
    let own = Dictionary(
      chosen.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return all.filtered { item in
      guard let suite = own[item.suite] else { return false }
      if let since, !suite.isNew(item, since: since) { return false }
      return wants(item, suite.clauses)
    }
  }

  /// Whether a suite may generate cases that are selected, or that a pattern fits. Making the cases of all suites takes most of the time of
  /// a command that wants a few.
  private func isLookedAt(_ suite: any Suite) -> Bool {
    select.isEmpty && requirements.isEmpty || requirements.contains(where: suite.knows)
      || (select + skip).contains { $0.mayFit(below: suite.name + "/") }
  }

  /// The generated cases of a suite, and behind them the stored ones, variant by variant.
  private static func cases(
    of suite: any Suite, seed: UInt64, adding stored: [Case]
  ) -> CaseList {
    let own = stored.filter { $0.suite == suite.name }
    let generated = suite.cases(seed: seed)
    guard !own.isEmpty else { return generated }
    let replaced = Set(own.map { "\($0.id) \($0.variant)" })
    var variants: [Variant] = []
    for item in own where !variants.contains(item.variant) { variants.append(item.variant) }
    return CaseList(
      joining: [generated.filtered { !replaced.contains("\($0.id) \($0.variant)") }]
        + variants.map { variant in CaseList(own.filter { $0.variant == variant }) })
  }

  /// What somebody may have meant by a pattern that fits nothing: everything below a name, or a name of which a part looks much like
  /// what was written; nil for a pattern with jokers, which fits too much.
  package static func meant(by pattern: String, in cases: CaseList) -> String? {
    let start = pattern.hasSuffix("/**") ? String(pattern.dropLast(3)) : pattern
    let parts = start.split(separator: "/").map(String.init)
    guard (1...16).contains(parts.count), start.utf8.count <= 200,
      !start.contains(where: { "*?".contains($0) })
    else { return nil }
    var found: [String] = []
    for part in parts {
      var names: [String] = []
      for item in cases where names.count < 5_000 {
        let own = item.id.path.split(separator: "/")
        guard own.count > found.count, zip(own, found).allSatisfy({ $0 == $1 }) else { continue }
        let name = String(own[found.count])
        if name != names.last { names.append(name) }
      }
      // Anything looks like a word of a letter or two.
      let isLike = part.count > 2
      guard
        let name = names.contains(part) ? part : isLike ? NearestName.of(part, among: names) : nil
      else { return nil }
      found.append(name)
    }
    let name = found.joined(separator: "/")
    return cases.contains { $0.id.path == name } ? name : name + "/**"
  }

  private func wants(_ item: Case, _ clauses: ClauseTable) -> Bool {
    if let edition, item.variant != .sole, item.variant != edition { return false }
    let id = item.id.path
    if !select.isEmpty, !select.contains(where: { $0.matches(id) }) { return false }
    if skip.contains(where: { $0.matches(id) }) { return false }
    if !requirements.isEmpty, !requirements.contains(where: item.isAbout) { return false }
    switch level {
    case .must: return item.targets.contains { clauses.level(of: $0) == .must }
    case .should: return item.targets.contains { clauses.level(of: $0) != .info }
    case .info, nil: return true
    }
  }
}

extension Case {
  /// Whether the case is about a requirement; one without a facet stands for all its facets.
  fileprivate func isAbout(_ requirement: String) -> Bool {
    targets.contains { $0.isOf(requirement) }
  }
}

extension Suite {
  fileprivate func knows(_ requirement: String) -> Bool {
    clauses.clauses.contains { $0.id.isOf(requirement) }
  }
}

/// Why a selection cannot be used (exit code 2).
package enum SelectionFault: Error, Hashable, CustomStringConvertible {
  case unknownSuite(String, known: [String])
  /// A pattern of `--select` or `--skip`.
  case patternFitsNothing(String, meant: String?)
  case unknownRequirement(String, meant: String?)
  /// The requirement exists, but no selected suite has a case about it.
  case requirementWithoutCases(String)

  package var description: String {
    switch self {
    case .unknownSuite(let name, let known):
      "there is no suite \"\(name)\"\(NearestName.hint(for: name, among: known, all: known))"
    case .patternFitsNothing(let pattern, let meant):
      "the pattern \"\(pattern)\" fits no case of the selected suites; "
        + (meant.map { "did you mean '\($0)'? " } ?? "") + "`assay list` shows the ids"
    case .unknownRequirement(let id, let meant):
      NearestName.unknownRequirement(id, in: "the selected suites", meant: meant)
    case .requirementWithoutCases(let id):
      "no case is about \(id); `assay spec \(id)` shows what it says"
    }
  }
}
