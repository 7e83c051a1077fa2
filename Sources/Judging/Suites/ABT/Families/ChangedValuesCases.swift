import Conformance
import Forge
import WireFormat

/// Section 4.6: which keys a Success lists.
extension ABTCases {
  var changedValues: [Specification] { fixedRecords + anyRecords }

  private var fixedRecords: [Specification] {
    let first = "host"
    let second = "port"
    let third = "theme"
    let plans: [(path: String, keys: [String], records: [DelegatePlan.Record], rule: Clause.ID)] = [
      ("none/one-key", [first], [], "ABT-CHG-01"),
      ("none/three-keys", [first, second, third], [], "ABT-CHG-01"),
      ("none/no-keys", [], [], "ABT-CHG-01"),
      ("none/many-keys", (0..<150).map { "key-\($0)" }, [], "ABT-CHG-01"),
      ("none/odd-keys", ["", "a&b=c", "日本語", "e\u{301}", "x\u{0}y"], [], "ABT-CHG-01"),
      ("none/composed-key", ["\u{E9}"], [], "ABT-CHG-01"),
      ("not-applied/one", [first, second, third], [.didNotApply(second)], "ABT-CHG-02"),
      (
        "not-applied/two", [first, second, third], [.didNotApply(first), .didNotApply(third)],
        "ABT-CHG-02"
      ),
      (
        "not-applied/all", [first, second], [.didNotApply(first), .didNotApply(second)],
        "ABT-CHG-02"
      ),
      (
        "not-applied/twice", [first, second, third], [.didNotApply(second), .didNotApply(second)],
        "ABT-CHG-02"
      ),
      ("applied/one", [first, second, third], [.didApply(second)], "ABT-CHG-03"),
      (
        "applied/two", [first, second, third], [.didApply(third), .didApply(first)], "ABT-CHG-03"
      ),
      (
        "applied/all", [first, second], [.didApply(first), .didApply(second)], "ABT-CHG-03"
      ),
      ("applied/twice", [first, second], [.didApply(first), .didApply(first)], "ABT-CHG-03"),
      (
        "applied/over-old", [first, second, third],
        [.didApplyOver(first, oldValue: .integer(1)), .didApplyOver(third, oldValue: nil)],
        "ABT-CHG-03"
      ),
      (
        "both/one-left-open", [first, second, third], [.didApply(first), .didNotApply(second)],
        "ABT-CHG-04"
      ),
      (
        "both/not-applied-first", [first, second, third], [.didNotApply(second), .didApply(first)],
        "ABT-CHG-04"
      ),
      (
        "both/over-old", [first, second, third],
        [.didNotApply(third), .didApplyOver(first, oldValue: .string("old"))], "ABT-CHG-04"
      ),
      (
        "both/every-key", [first, second, third],
        [.didApply(first), .didNotApply(second), .didApply(third)], "ABT-CHG-04"
      ),
    ]
    return plans.map { plan in
      make(
        "changed/\(plan.path)", "What a Success lists where the delegate recorded: \(plan.path).",
        [plan.rule] + (plan.records.contains(where: \.hasOldValue) ? ["ABT-CHG-05"] : [])
      ) { (g) throws(HarnessFault) in
        let members = plan.keys.map { PropertyList.Member(key: $0, value: g.scalar()) }
        return [try g.open(g.apply(members), DelegatePlan(apply: .init(plan.records)))]
      }
    }
  }

  /// Records on any part of the keys, each key in one way only.
  private var anyRecords: [Specification] {
    (0..<24).map { number in
      let kind = number % 4
      let rule: Clause.ID = ["ABT-CHG-01", "ABT-CHG-02", "ABT-CHG-03", "ABT-CHG-04"][kind]
      return make("changed/any/\(number)", "Records on any part of many keys.", [rule]) {
        (g) throws(HarnessFault) in
        let members = g.configuration(g.choices.within(3...20))
        let keys = g.choices.shuffled(members.map(\.key))
        let count = g.choices.within(1...(keys.count / 2))
        let applied = keys.prefix(count).map { key in
          g.choices.below(2) == 0
            ? DelegatePlan.Record.didApply(key)
            : .didApplyOver(key, oldValue: g.choices.below(2) == 0 ? nil : g.scalar())
        }
        let notApplied = keys.suffix(min(count, keys.count - count)).map {
          DelegatePlan.Record.didNotApply($0)
        }
        let records: [DelegatePlan.Record] =
          switch kind {
          case 0: []
          case 1: notApplied
          case 2: applied
          default: g.choices.shuffled(applied + notApplied)
          }
        return [try g.open(g.apply(members), DelegatePlan(apply: .init(records)))]
      }
    }
  }
}
