/// Something that has to be true of an observation: data that can be printed before anything runs, with its check beside it.
package final class Demand<Observation>: Sendable {
  /// All clauses that make this demand, of one level, the most general first. A demand that is not met is reported under
  /// those that the case is about, or else under the first.
  package let clauses: [Clause.ID]
  /// What goes wrong where the demand is not met, in lowercase words joined by hyphens, such as `wrong-status`. With a clause it
  /// is the signature of a finding, which stored cases and lists of known failures hold: it never changes.
  package let kind: String
  private let wording: Wording
  /// Nil where the demand is met.
  package let check: @Sendable (Observation) -> Discrepancy?

  /// A demand.
  ///
  /// - Parameter expecting: what is expected, in words.
  package init(
    _ clauses: [Clause.ID], _ kind: String, expecting wording: Wording,
    check: @escaping @Sendable (Observation) -> Discrepancy?
  ) {
    self.clauses = clauses
    self.kind = kind
    self.wording = wording
    self.check = check
  }

  /// What is expected, in words.
  package var expected: String { wording.text }

  /// The same demand, asked only of observations that `applies` holds of.
  package func when(_ applies: @escaping @Sendable (Observation) -> Bool) -> Demand {
    let check = check
    return Demand(clauses, kind, expecting: wording) { applies($0) ? check($0) : nil }
  }
}

/// Words that are there, or are made when somebody asks: most demands are met, and nobody reads them.
package enum Wording: Sendable, ExpressibleByStringInterpolation {
  case fixed(String)
  case made(@Sendable () -> String)

  package init(stringLiteral text: String) { self = .fixed(text) }

  package var text: String {
    switch self {
    case .fixed(let text): text
    case .made(let make): make()
    }
  }
}

/// How an observation differs from what a demand asks.
package struct Discrepancy: Hashable, Sendable {
  /// What is wrong, in a sentence without a full stop.
  package let message: String
  /// What is expected in this place, where that is more precise than the demand itself.
  package let expected: String?
  package let observed: String
  /// Tells apart the ways of not meeting one demand, such as `missing-key`; it becomes a part of the signature.
  package let aspect: String?

  package init(
    _ message: String, expected: String? = nil, observed: String, aspect: String? = nil
  ) {
    self.message = message
    self.expected = expected
    self.observed = observed
    self.aspect = aspect
  }
}

// MARK: Demands that suites share

extension Demand {
  /// A value that is exactly the expected one.
  package static func equal<Value: Equatable & Sendable>(
    _ clauses: [Clause.ID], _ kind: String, _ message: String, to expected: Value,
    in words: @escaping @Sendable (Value) -> String,
    _ value: @escaping @Sendable (Observation) -> Value
  ) -> Demand {
    Demand(clauses, kind, expecting: .made { words(expected) }) { observation in
      let found = value(observation)
      return found == expected ? nil : Discrepancy(message, observed: words(found))
    }
  }

  /// Entries of which each fits the expected one in its place, and no others.
  package static func sequence<Expected: Sendable, Entry>(
    _ clauses: [Clause.ID], _ kind: String, _ message: String, _ expected: [Expected],
    fits: @escaping @Sendable (Expected, Entry) -> Bool,
    in words: @escaping @Sendable (Expected) -> String,
    observedIn observedWords: @escaping @Sendable (Entry) -> String,
    _ entries: @escaping @Sendable (Observation) -> [Entry]
  ) -> Demand {
    Demand(clauses, kind, expecting: .made { List.text(expected.map(words)) }) { observation in
      let found = entries(observation)
      if found.count == expected.count, zip(expected, found).allSatisfy(fits) { return nil }
      return Discrepancy(message, observed: List.text(found.map(observedWords)))
    }
  }

  /// The same members, in any order and however often.
  package static func set<Member: Hashable & Sendable>(
    _ clauses: [Clause.ID], _ kind: String, _ message: String, _ expected: [Member],
    in words: @escaping @Sendable (Member) -> String,
    _ members: @escaping @Sendable (Observation) -> [Member]
  ) -> Demand {
    Demand(clauses, kind, expecting: .made { List.text(Set(expected).map(words).sortedByBytes()) })
    {
      let found = members($0)
      // Most of them come in the same order, and sets of thousands take long to make.
      return found == expected || Set(found) == Set(expected)
        ? nil : Discrepancy(message, observed: List.text(found.map(words)))
    }
  }

  /// No entry of these kinds.
  package static func none<Entry>(
    _ clauses: [Clause.ID], _ kind: String, _ message: String, expecting wording: Wording,
    in words: @escaping @Sendable (Entry) -> String,
    _ entries: @escaping @Sendable (Observation) -> [Entry]
  ) -> Demand {
    Demand(clauses, kind, expecting: wording) { observation in
      let found = entries(observation)
      return found.isEmpty ? nil : Discrepancy(message, observed: List.text(found.map(words)))
    }
  }
}

/// Several things in a sentence.
package enum List {
  /// `a, b`, or `nothing`.
  package static func text(_ items: [String]) -> String {
    items.isEmpty ? "nothing" : items.joined(separator: ", ")
  }
}
