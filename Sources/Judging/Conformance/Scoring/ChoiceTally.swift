/// What an implementation does where it is free, over all cases of a run. Takes as much memory for ten million cases as for ten: a place
/// has a fixed number of outcomes.
package struct ChoiceTally: Sendable {
  /// One of the ways that were taken in a place.
  package struct Outcome: Sendable, Hashable {
    package let name: String
    /// How many cases showed it; a case counts once in each variant.
    package fileprivate(set) var cases: Int
    /// The first of these cases, in the order of the run.
    package let example: CaseID
    package let variant: Variant
  }

  /// A place, and what was done there.
  package struct Row: Sendable {
    package let suite: String
    package let place: FreePlace
    /// The most frequent first; empty where no case came by.
    package let outcomes: [Outcome]
  }

  private let places: [(suite: String, places: [FreePlace])]
  private var judged: Set<String> = []
  private var outcomes: [Key: [Outcome]] = [:]

  private struct Key: Hashable {
    let suite: String
    let place: FreePlace.ID
  }

  package init(_ suites: [any Suite]) {
    places = suites.map { ($0.name, $0.freePlaces) }
  }

  /// Adds what one case showed.
  package mutating func add(_ result: CaseResult) {
    guard result.verdict.wasJudged else { return }
    judged.insert(result.suite)
    for choice in result.choices {
      let key = Key(suite: result.suite, place: choice.place)
      if let index = outcomes[key]?.firstIndex(where: { $0.name == choice.outcome }) {
        outcomes[key]?[index].cases += 1
      } else {
        outcomes[key, default: []].append(
          Outcome(name: choice.outcome, cases: 1, example: result.id, variant: result.variant))
      }
    }
  }

  /// Takes what was counted elsewhere, in the reports of shards: their cases do not say what was done.
  ///
  /// - Parameter found: the ways that were taken in a place, in the order of the run, each with its first case.
  mutating func restore(
    _ suite: String, _ place: FreePlace.ID,
    _ found: [(name: String, cases: Int, example: CaseID, variant: Variant)]
  ) {
    outcomes[Key(suite: suite, place: place)] = found.map {
      Outcome(name: $0.name, cases: $0.cases, example: $0.example, variant: $0.variant)
    }
  }

  /// All places of the suites that were judged, in the order of their tables, those that no case came by too.
  package var rows: [Row] {
    places.filter { judged.contains($0.suite) }.flatMap { suite, places in
      places.map { place in
        let found = outcomes[Key(suite: suite, place: place.id)] ?? []
        return Row(
          suite: suite, place: place,
          outcomes: found.enumerated().sorted {
            (-$0.element.cases, $0.offset) < (-$1.element.cases, $1.offset)
          }.map(\.element))
      }
    }
  }
}
