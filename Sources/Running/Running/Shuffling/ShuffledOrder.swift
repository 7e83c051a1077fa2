import Conformance

/// Cases of one suite and variant in a random order, for one adapter process.
struct ShuffledOrder: Sendable {
  let suite: String
  let variant: Variant
  /// Counts from 1 within the suite and variant.
  let number: Int
  /// The places of the cases in the plan.
  let cases: [Int]

  /// `count` orders of each suite and variant. They depend on the seed and on the cases alone. A single case has no orders.
  ///
  /// - Parameter numbers: the places of the cases in the plan, ascending.
  static func orders(_ count: Int, of numbers: [Int], in plan: RunPlan) -> [ShuffledOrder] {
    var groups: [(suite: String, variant: Variant, cases: [Int])] = []
    for number in numbers {
      let item = plan.cases[number]
      if let place = groups.firstIndex(where: {
        $0.suite == item.suite && $0.variant == item.variant
      }
      ) {
        groups[place].cases.append(number)
      } else {
        groups.append((item.suite, item.variant, [number]))
      }
    }
    return groups.filter { $0.cases.count > 1 }.flatMap { group in
      (1...max(1, count)).map { number in
        var choices = Choices(
          seed: plan.seed, case: CaseID("shuffle/\(group.suite)/\(group.variant)/\(number)"))
        return ShuffledOrder(
          suite: group.suite, variant: group.variant, number: number,
          cases: choices.shuffled(group.cases))
      }
    }
  }
}

/// A case that did not pass in a shuffled order, though it does in its ordinary place.
struct Sighting: Sendable {
  /// The place of the case in the plan.
  let number: Int
  /// The place of its order among all orders.
  let order: Int
  /// The places in the order of the cases that its process had run before.
  let earlier: Range<Int>
  let judged: JudgedCase
  var exchange: ObservedExchange?
  /// Whether something may have come after the last reply that would have made it right.
  let mayLackLate: Bool

  /// What the sighting is about: the first of the most serious findings; of a death, a hang or an overrun the first requirement that it
  /// breaks. Nil for a fault of the adapter.
  var signature: Signature? {
    let findings = judged.findings
    switch judged.verdict {
    case .adapterFault: return nil
    case .crashed, .timedOut, .overLimit:
      return findings.first { $0.kind == findings.last?.kind }?.signature
    default:
      return (findings.first { $0.level == .must } ?? findings.first { $0.level == .should })?
        .signature
    }
  }
}

/// What an order came to.
struct OrderReport: Sendable {
  var sightings: [Sighting] = []
  /// Why the rest of the order was left out, or nil.
  var end: String?
}
