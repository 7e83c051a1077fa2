package import Conformance

/// Who does what: what several implementations did in the same cases, put together by layer and form.
///
/// Takes memory for the rows, of which there are at most `maxRows`, however many cases there are.
package struct BehaviourMap {
  /// A case in which a row was seen first.
  package struct Example: Hashable, Sendable {
    package let id: CaseID
    package let variant: Variant
    /// The step on which the answers differ, from 1; nil where none does.
    package let step: Int?
  }

  /// What was done in a free place, by all that were asked.
  package struct PlaceRow: Sendable {
    package let suite: String
    package let place: FreePlace
    /// For each implementation the ways that it took, the most frequent first, with the number of cases; empty where it was not seen there.
    package let outcomes: [[(name: String, cases: Int)]]
    /// In how many cases two implementations took different ways.
    package let differing: Int
    package let example: Example
  }

  /// How often two implementations did the same.
  package struct Pair: Hashable, Sendable {
    package let one: Int
    package let other: Int
    package fileprivate(set) var compared = 0
    package fileprivate(set) var same = 0
  }

  /// Beyond this number of rows cases are counted only.
  static let maxRows = 20_000

  /// What the implementations are called, each otherwise.
  package let names: [String]
  /// How many cases were handed in.
  package private(set) var cases = 0
  /// In how many of them at least two implementations were judged.
  package private(set) var compared = 0
  /// The number of cases of each kind of difference.
  package private(set) var counts: [BehaviourRow.Kind: Int] = [:]
  /// For each implementation how many cases it was not judged in, by why.
  package private(set) var unjudged: [[Verdict: Int]]
  /// How many differing cases stand in no row, because there are too many.
  package private(set) var unlisted = 0
  package private(set) var pairs: [Pair]

  private let suites: [String: any Suite]
  private let suiteOrder: [String]
  private let keepsAll: Bool
  private var rowsByKey: [BehaviourRow.Key: BehaviourRow] = [:]
  private var places: [PlaceKey: PlaceTally] = [:]

  private struct PlaceKey: Hashable {
    let suite: String
    let place: FreePlace.ID
  }

  private struct PlaceTally {
    var outcomes: [[String: Int]]
    var differing = 0
    var example: Example
  }

  /// - Parameter keepsAll: whether cases in which all do the same have rows, too.
  package init(_ names: [String], suites: [any Suite], keepsAll: Bool) {
    self.names = names
    self.keepsAll = keepsAll
    self.suites = Dictionary(suites.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    suiteOrder = suites.map(\.name)
    unjudged = names.map { _ in [:] }
    pairs = names.indices.flatMap { one in
      names.indices.dropFirst(one + 1).map { Pair(one: one, other: $0) }
    }
  }

  /// Takes what one case came to on each implementation, in the order of the names.
  ///
  /// - Throws: a fault of the suite that has to say what is unusual about the case.
  package mutating func add(_ item: Case, _ results: [CaseResult]) throws(HarnessFault) {
    cases += 1
    for (side, result) in results.enumerated() where !result.verdict.wasJudged {
      unjudged[side][result.verdict, default: 0] += 1
    }
    let judged = results.indices.filter { results[$0].verdict.wasJudged }
    addChoices(item, results, judged)
    guard judged.count > 1 else { return }
    compared += 1
    let difference = BehaviourDifference(results, judged)
    for index in pairs.indices {
      let pair = pairs[index]
      guard judged.contains(pair.one), judged.contains(pair.other) else { continue }
      pairs[index].compared += 1
      if difference.classes[pair.one] == difference.classes[pair.other] { pairs[index].same += 1 }
    }
    counts[difference.kind, default: 0] += 1
    guard difference.kind != .same || keepsAll else { return }
    try addRow(item, difference)
  }

  private mutating func addRow(
    _ item: Case, _ difference: BehaviourDifference
  ) throws(HarnessFault) {
    let form = try BehaviourForm(of: item, suites[item.suite])
    let key = BehaviourRow.Key(
      suite: item.suite, form: form, kind: difference.kind, cells: difference.cells)
    if rowsByKey[key] != nil {
      rowsByKey[key]?.cases += 1
      return
    }
    guard rowsByKey.count < Self.maxRows else {
      unlisted += 1
      return
    }
    rowsByKey[key] = BehaviourRow(
      key: key, order: cases,
      about: difference.kind == .free ? [] : item.targets, places: difference.places,
      told: difference.told,
      example: Example(id: item.id, variant: item.variant, step: difference.step))
  }

  private mutating func addChoices(_ item: Case, _ results: [CaseResult], _ judged: [Int]) {
    var outcomes: [FreePlace.ID: [Int: Set<String>]] = [:]
    for side in judged {
      for choice in results[side].choices {
        outcomes[choice.place, default: [:]][side, default: []].insert(choice.outcome)
      }
    }
    for (place, sides) in outcomes {
      let key = PlaceKey(suite: item.suite, place: place)
      let example = Example(id: item.id, variant: item.variant, step: nil)
      var tally =
        places[key] ?? PlaceTally(outcomes: names.map { _ in [:] }, example: example)
      for (side, names) in sides {
        for name in names { tally.outcomes[side][name, default: 0] += 1 }
      }
      if Set(sides.values).count > 1 {
        if tally.differing == 0 { tally.example = example }
        tally.differing += 1
      }
      places[key] = tally
    }
  }

  /// The rows, the gravest kind first, then in the order of the cases.
  package var rows: [BehaviourRow] {
    rowsByKey.values.sorted { ($0.key.kind.rank, $0.order) < ($1.key.kind.rank, $1.order) }
  }

  /// The free places in the order of the specification: those in which implementations differ, or all that were seen.
  package var placeRows: [PlaceRow] {
    suiteOrder.flatMap { name -> [PlaceRow] in
      (suites[name]?.freePlaces ?? []).compactMap { place in
        guard let tally = places[PlaceKey(suite: name, place: place.id)],
          keepsAll || tally.differing > 0
        else { return nil }
        return PlaceRow(
          suite: name, place: place,
          outcomes: tally.outcomes.map { found in
            found.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
          }, differing: tally.differing, example: tally.example)
      }
    }
  }

  package func count(_ kind: BehaviourRow.Kind) -> Int { counts[kind] ?? 0 }

  /// In how many cases at least two implementations did not do the same.
  package var differing: Int { compared - count(.same) }

  package func place(_ id: FreePlace.ID, of suite: String) -> FreePlace? {
    suites[suite]?.freePlaces.first { $0.id == id }
  }
}
