import Conformance
import Forge
import SuiteModels
import WireFormat

/// Section 4.6: which keys a Success lists.
extension ABTCases {
  var changedValues: [Specification] {
    fixedRecords + anyRecords + onceEach + whereThereAreSome + freeRecords + sameOldValues
      + recordedOddKeys + inPieces
  }

  /// ABT-CHG-02 to 05: keys are recorded as they are, whatever they look like.
  private var recordedOddKeys: [Specification] {
    KeyPair.unusual.flatMap { pair in
      let (name, key, other) = (pair.name, pair.key, pair.other)
      let ways: [(String, [DelegatePlan.Record], [Clause.ID])] = [
        ("applied", [.didApply(key)], ["ABT-CHG-03"]),
        ("not-applied", [.didNotApply(key)], ["ABT-CHG-02"]),
        ("both", [.didNotApply(other), .didApply(key)], ["ABT-CHG-04"]),
        (
          "over-old", [.didApplyOver(key, oldValue: .string("old"))], ["ABT-CHG-03", "ABT-CHG-05"]
        ),
      ]
      return ways.map { way, records, rules in
        make(
          "changed/odd-key/\(name)/\(way)",
          "What a Success lists where a key with an unusual name is recorded as \(way): \(name).",
          rules
        ) { (g) throws(HarnessFault) in
          let members = [other, key, "port"].map { PropertyList.Member(key: $0, value: g.scalar()) }
          return [try g.open(g.apply(members), DelegatePlan(apply: .init(records)))]
        }
      }
    }
  }

  /// What counts for a whole request counts for what pieces come to.
  private var inPieces: [Specification] {
    let ways: [(String, [DelegatePlan.Record], Clause.ID)] = [
      ("none", [], "ABT-CHG-01"), ("not-applied", [.didNotApply("port")], "ABT-CHG-02"),
      ("applied", [.didApply("theme"), .didApply("host")], "ABT-CHG-03"),
      ("both", [.didApply("host"), .didNotApply("port")], "ABT-CHG-04"),
      (
        "both-unlike", [.didNotApply("port"), .didApply("host"), .didNotApply("theme")],
        "ABT-CHG-04"
      ),
      ("over-old", [.didApplyOver("theme", oldValue: .integer(1))], "ABT-CHG-05"),
    ]
    return ways.flatMap { name, records, rule in
      [1, 2, 4].map { total in
        make(
          "changed/in-pieces/\(name)/\(total)",
          "What the Success for \(total == 1 ? "one piece of one" : "\(total) pieces") lists where the delegate recorded: \(name).",
          [rule], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          let plan = DelegatePlan(apply: .init(records))
          return try g.chunks(of: g.apply(g.configuration(8)), total: total)
            .map { (piece) throws(HarnessFault) in try g.open(piece, plan) }
        }
      }
    }
  }

  /// ABT-CHG-07 and 08: it is recorded what these come to. Whatever that is, there has to be a list (ABT-CHG-09).
  private var freeRecords: [Specification] {
    let plans: [(path: String, records: [DelegatePlan.Record])] = [
      ("both-ways/applied-then-not", [.didApply("host"), .didNotApply("host")]),
      ("both-ways/not-then-applied", [.didNotApply("host"), .didApply("host")]),
      (
        "both-ways/beside-applied", [.didApply("port"), .didApply("host"), .didNotApply("host")]
      ),
      (
        "both-ways/over-old",
        [.didNotApply("host"), .didApplyOver("host", oldValue: .integer(1))]
      ),
      ("foreign/alone", [.didApply("elsewhere")]),
      ("foreign/beside-applied", [.didApply("host"), .didApply("elsewhere")]),
      ("foreign/beside-not-applied", [.didNotApply("host"), .didApply("elsewhere")]),
    ]
    return plans.map { path, records in
      makeWithCanary(
        "changed/\(path)", "What a Success lists where the delegate recorded: \(path).",
        ["ABT-CHG-09"]
      ) { (g) throws(HarnessFault) in
        [try g.open(g.apply(g.configuration(3)), DelegatePlan(apply: .init(records)))]
      }
    }
  }

  /// ABT-CHG-05: a key was applied though its old value is, or seems to be, the new one.
  private var sameOldValues: [Specification] {
    let values: [(String, new: PropertyList, old: PropertyList?)] = [
      ("text", .string("a"), .string("a")), ("empty-text", .string(""), .string("")),
      ("nothing", .string(""), nil), ("integer", .integer(5), .integer(5)),
      ("zero", .integer(0), .integer(0)), ("true", .boolean(true), .boolean(true)),
      ("true-and-one", .boolean(true), .integer(1)),
      ("zero-and-false", .integer(0), .boolean(false)),
      ("one-and-real", .integer(1), .real(1)), ("zeros", .real(0), .real(-0.0)),
      ("data", .data([1, 2]), .data([1, 2])), ("date", .date(5), .date(5)),
      ("composed", .string("\u{E9}"), .string("e\u{301}")), ("case", .string("A"), .string("a")),
      ("array", .array([.integer(1)]), .array([.integer(1)])),
      ("empty-dictionary", .dictionary([]), .dictionary([])),
    ]
    return values.map { name, new, old in
      make(
        "changed/old-value/\(name)",
        "A key is recorded with an old value that is the new one, or like it: \(name).",
        ["ABT-CHG-05"]
      ) { (g) throws(HarnessFault) in
        let members: [PropertyList.Member] = [
          .init(key: "host", value: new), .init(key: "port", value: .integer(80)),
          .init(key: "theme", value: .string("dark")),
        ]
        let record = DelegatePlan.Record.didApplyOver("host", oldValue: old)
        return [
          try g.open(g.apply(members), DelegatePlan(apply: .init([record]))),
          try g.open(g.apply(members), DelegatePlan(apply: .init([.didApply("port"), record]))),
          try g.open(
            g.apply(members), DelegatePlan(apply: .init([record, .didNotApply("theme")]))),
        ]
      }
    }
  }

  /// ABT-CHG-06: a SHOULD.
  private var onceEach: [Specification] {
    let records: [(String, [DelegatePlan.Record])] = [
      ("same-twice", [.didApply("host"), .didApply("host")]),
      ("apart", [.didApply("host"), .didApply("port"), .didApply("host")]),
      ("with-old-value", [.didApply("host"), .didApplyOver("host", oldValue: .integer(1))]),
      (
        "two-old-values",
        [.didApplyOver("host", oldValue: .integer(1)), .didApplyOver("host", oldValue: nil)]
      ),
      ("beside-not-applied", [.didApply("host"), .didNotApply("port"), .didApply("host")]),
    ]
    return records.map { name, records in
      make(
        "changed/once/\(name)", "A key that was recorded more than once is listed once: \(name).",
        ["ABT-CHG-06"]
      ) { (g) throws(HarnessFault) in
        [try g.open(g.apply(g.configuration(4)), DelegatePlan(apply: .init(records)))]
      }
    }
  }

  /// ABT-CHG-09: which answers have the list, and that it can be read.
  private var whereThereAreSome: [Specification] {
    let keys: [(String, [String])] = [
      ("none", []), ("one", ["k"]), ("fifteen", (0..<15).map { "k\($0)" }),
      ("sixteen", (0..<16).map { "k\($0)" }), ("many", (0..<300).map { "k\($0)" }),
      ("unicode", ["ключ", "\u{1F511}", "e\u{301}"]),
      ("long", [String("k", times: 3_000)]),
      ("fifteen-letters", ["abcdefghijklmno", "abcdefghijklmn", "abcdefghijklmnop"]),
      ("around-fifteen-units", (13...17).map { String("\u{E9}", times: $0) }),
      (
        "around-fifteen-units-of-pairs",
        (6...8).flatMap { [String("\u{1F600}", times: $0), String("\u{1F600}", times: $0) + "a"] }
      ),
      ("letter-behind-emoji", ["\u{1F600}ab", "a\u{1F600}", "\u{1F600}"]),
      ("case", ["Host", "host", "HOST"]), ("spaces", [" a", "a ", "a"]),
      ("beyond-64-kibibytes", (0..<700).map { "\($0)-" + String("k", times: 96) }),
    ]
    let accepted: [Specification] = keys.map { name, keys in
      make(
        "changed/list/\(name)", "A Success lists its keys in a form that can be read: \(name).",
        ["ABT-CHG-09"]
      ) { (g) throws(HarnessFault) in
        [try g.open(g.apply(keys.map { PropertyList.Member(key: $0, value: g.scalar()) }))]
      }
    }
    return accepted + [
      make(
        "changed/list/all-not-applied", "Nothing was applied: the list is there, and empty.",
        ["ABT-CHG-09"]
      ) { (g) throws(HarnessFault) in
        let members = g.configuration(2)
        let plan = DelegatePlan(apply: .init(members.map { .didNotApply($0.key) }))
        return [try g.open(g.apply(members), plan)]
      },
      make("changed/list/refused", "An answer of NO has no list.", ["ABT-CHG-09"]) {
        (g) throws(HarnessFault) in
        let plan = DelegatePlan(apply: .init([.didApply("host")], answer: .no))
        return [try g.open(g.apply(g.configuration(3)), plan)]
      },
      make(
        "changed/list/canceled", "A canceled request has no list.", ["ABT-CHG-09"],
        needs: ["cancel"]
      ) { (g) throws(HarnessFault) in
        let plan = DelegatePlan(apply: .init([.didApply("host")], answer: .cancel))
        return [try g.open(g.apply(g.configuration(3)), plan)]
      },
      make("changed/list/reset", "A reset has no list, whatever came before.", ["ABT-CHG-09"]) {
        (g) throws(HarnessFault) in
        [
          try g.open(g.apply(g.configuration(3))), try g.open(g.reset(["host"])),
          try g.open(g.reset([])),
        ]
      },
    ]
  }

  private var fixedRecords: [Specification] {
    let first = "host"
    let second = "port"
    let third = "theme"
    let plans: [(path: String, keys: [String], records: [DelegatePlan.Record], rule: Clause.ID)] = [
      ("none/one-key", [first], [], "ABT-CHG-01"),
      ("none/three-keys", [first, second, third], [], "ABT-CHG-01"),
      ("none/no-keys", [], [], "ABT-CHG-01"),
      ("none/many-keys", (0..<150).map { "key-\($0)" }, [], "ABT-CHG-01"),
      ("none/thousands", (0..<4_500).map { "k\($0)" }, [], "ABT-CHG-01"),
      (
        "not-applied/one-of-thousands", (0..<4_500).map { "k\($0)" }, [.didNotApply("k7")],
        "ABT-CHG-02"
      ),
      (
        "applied/thousands", (0..<4_500).map { "k\($0)" },
        (0..<4_300).map { .didApply("k\($0)") }, "ABT-CHG-03"
      ),
      ("none/odd-keys", ["", "a&b=c", "日本語", "e\u{301}", "x\u{0}y"], [], "ABT-CHG-01"),
      ("none/composed-key", ["\u{E9}"], [], "ABT-CHG-01"),
      ("not-applied/other-case", ["Host", first], [.didNotApply(first)], "ABT-CHG-02"),
      ("applied/other-case", ["Host", first], [.didApply("Host")], "ABT-CHG-03"),
      (
        "applied/seventy", (0..<100).map { "key-\($0)" },
        (0..<70).map { .didApply("key-\($0)") }, "ABT-CHG-03"
      ),
      (
        "not-applied/seventy", (0..<100).map { "key-\($0)" },
        (0..<70).map { .didNotApply("key-\($0)") }, "ABT-CHG-02"
      ),
      (
        "both/seventy", (0..<100).map { "key-\($0)" },
        (0..<70).map { $0 % 2 == 0 ? .didApply("key-\($0)") : .didNotApply("key-\($0)") },
        "ABT-CHG-04"
      ),
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
      (
        "both/one-beside-two", [first, second, third],
        [.didNotApply(second), .didApply(first), .didNotApply(third)], "ABT-CHG-04"
      ),
      (
        "both/one-beside-many", (0..<100).map { "key-\($0)" },
        [.didApply("key-50")]
          + (0..<100).filter { $0 != 50 && $0 % 3 != 0 }.map { .didNotApply("key-\($0)") },
        "ABT-CHG-04"
      ),
      (
        "both/two-beside-one", [first, second, third, "user"],
        [.didApply(third), .didNotApply(first), .didApply(second)], "ABT-CHG-04"
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
    Specification.seeded(24) { number in
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
