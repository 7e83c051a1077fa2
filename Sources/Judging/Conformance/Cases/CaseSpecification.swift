/// A case before it is generated: everything that can be said about it without building its script. There are thousands of them in lists
/// that are put together of others, so that they are not copied.
package final class CaseSpecification<M: Model>: Sendable {
  package let id: CaseID
  /// What the case is for, in one sentence.
  package let title: String
  package let variants: [Variant]
  /// The clauses that the case is about.
  package let targets: [Clause.ID]
  /// What the implementation has to claim for the case to be run.
  package let needs: Set<String>
  /// The first version of the suites that had the case.
  package let since: SuiteVersion
  /// Builds the script; equal choices give equal scripts.
  package let build: @Sendable (inout Choices, Variant) throws(HarnessFault) -> Script<M>
  /// The seeded family that this is the first case of, or nil for a fixed case.
  package let family: SeededFamily?

  /// A family whose cases differ in nothing but their number and what is made from it and the seed: as many as anybody wants.
  package struct SeededFamily: Sendable {
    /// How many cases it has where nobody says otherwise.
    package let usualCount: Int
    /// What the ids have before the number: `abt/hostile/noise/`.
    package let prefix: String
    fileprivate let make: @Sendable (Int) -> CaseSpecification
  }

  package convenience init(
    _ id: String, _ title: String, variants: [Variant], targets: [Clause.ID],
    needs: Set<String> = [], since: SuiteVersion = .first,
    build: @escaping @Sendable (inout Choices, Variant) throws(HarnessFault) -> Script<M>
  ) {
    self.init(
      CaseID(id), title, variants, targets, needs, since, family: nil, build)
  }

  private init(
    _ id: CaseID, _ title: String, _ variants: [Variant], _ targets: [Clause.ID],
    _ needs: Set<String>, _ since: SuiteVersion, family: SeededFamily?,
    _ build: @escaping @Sendable (inout Choices, Variant) throws(HarnessFault) -> Script<M>
  ) {
    self.id = id
    self.title = title
    self.variants = variants
    self.targets = targets
    self.needs = needs
    self.since = since
    self.build = build
    self.family = family
  }

  /// The same specification as one of a version of the suites, and as the first of a family.
  private func with(targets: [Clause.ID], family: SeededFamily?) -> CaseSpecification {
    CaseSpecification(id, title, variants, targets, needs, since, family: family, build)
  }

  /// The cases of a seeded family. Their ids end in the number, which counts from 0.
  ///
  /// - Parameters:
  ///   - count: how many there are where nobody says otherwise.
  ///   - make: the case of a number. Equal numbers give equal cases.
  package static func seeded(
    _ count: Int, _ make: @escaping @Sendable (_ number: Int) -> CaseSpecification
  ) -> [CaseSpecification] {
    let first = make(0)
    let id = first.id.path
    precondition(id.hasSuffix("/0"), "\(id) does not end in its number")
    let family = SeededFamily(usualCount: count, prefix: String(id.dropLast()), make: make)
    return [first.with(targets: first.targets, family: family)]
  }

  /// The specification as a version of the suites had it: without clauses that came later, and of a family only the cases that were there;
  /// nil where the version had none of it.
  func asOf(_ version: SuiteVersion, _ clauses: ClauseTable) -> CaseSpecification? {
    let own = targets.filter { !clauses.isLater($0) }
    guard since <= version, !own.isEmpty else { return nil }
    guard let family else { return with(targets: own, family: nil) }
    // Later numbers of a family never come before earlier ones.
    let numbers = Array(0..<family.usualCount)
    let usualCount = numbers.countOfLeading { family.make($0).since <= version }
    let then = SeededFamily(usualCount: usualCount, prefix: family.prefix) { number in
      let item = family.make(number)
      return item.with(targets: item.targets.filter { !clauses.isLater($0) }, family: nil)
    }
    return with(targets: own, family: then)
  }

  /// The case of this number; a fixed case has none but 0.
  func numbered(_ number: Int) -> CaseSpecification {
    number == 0 ? self : family?.make(number) ?? self
  }

  /// The number that the case of this id has here, or nil.
  func number(of id: CaseID) -> Int? {
    if id == self.id { return 0 }
    guard let family, id.path.hasPrefix(family.prefix),
      let number = Int(id.path.dropFirst(family.prefix.count)), number > 0,
      id.path == "\(family.prefix)\(number)"
    else { return nil }
    return number
  }
}

/// A fault of assay itself: the run ends with exit code 70, and no implementation is blamed.
package struct HarnessFault: Error, Hashable, CustomStringConvertible {
  package let message: String

  package init(_ message: String) { self.message = message }

  package var description: String { message }
}
