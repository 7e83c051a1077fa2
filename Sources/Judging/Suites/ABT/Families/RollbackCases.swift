import Conformance
import Forge
import WireFormat

/// Section 4.9: what is taken back when the delegate answers NO.
extension ABTCases {
  var rollback: [Specification] {
    let old: [(String, PropertyList?)] = [
      ("string", .string("old")), ("empty-string", .string("")), ("integer", .integer(-1)),
      ("zero", .integer(0)), ("real", .real(-0.0)), ("boolean", .boolean(false)),
      ("date", .date(0)), ("data", .data([0, 255])),
      ("array", .array([.integer(1), .string("x")])),
      ("dictionary", .dictionary([.init(key: "k", value: .boolean(true))])),
    ]
    return old.map { name, value in
      make(
        "rollback/old-value/\(name)", "One key with an old value of this type goes back to it.",
        ["ABT-ROLL-01"], needs: ["rollback"]
      ) { (g) throws(HarnessFault) in
        [
          try g.open(
            g.apply(category: "Mail", g.configuration(4)),
            DelegatePlan(apply: .init([.didApplyOver("host", oldValue: value)], answer: .no)))
        ]
      }
    } + fixed + withoutOldValues + any
  }

  private var fixed: [Specification] {
    [
      make(
        "rollback/after-success",
        "Old values of a request that succeeded are gone when the next one fails.",
        ["ABT-ROLL-04", "ABT-DEL-04"], needs: ["rollback"]
      ) { (g) throws(HarnessFault) in
        let forge = g.apply(g.configuration(4))
        return [
          try g.open(
            forge, DelegatePlan(apply: .init([.didApplyOver("host", oldValue: .integer(1))]))),
          try g.open(forge, DelegatePlan(apply: .init(answer: .no))),
          try g.open(g.apply(g.configuration(2)), DelegatePlan(apply: .init(answer: .no))),
        ]
      },
      make(
        "rollback/nil", "A key that had no value before.", ["ABT-ROLL-02"], needs: ["rollback"]
      ) { (g) throws(HarnessFault) in
        [
          try g.open(
            g.apply(g.configuration(3)),
            DelegatePlan(apply: .init([.didApplyOver("host", oldValue: nil)], answer: .no)))
        ]
      },
      make(
        "rollback/some-of-them", "Only the keys with old values are in the set.",
        ["ABT-ROLL-01", "ABT-ROLL-02"], needs: ["rollback"]
      ) { (g) throws(HarnessFault) in
        [
          try g.open(
            g.apply(g.configuration(6)),
            DelegatePlan(
              apply: .init(
                [
                  .didApply("port"), .didApplyOver("host", oldValue: .string("old")),
                  .didNotApply("theme"), .didApplyOver("account", oldValue: nil),
                ], answer: .no)))
        ]
      },
      make(
        "rollback/fails-too", "The delegate answers the rollback with NO as well.",
        ["ABT-ROLL-01", "ABT-CB-04"], needs: ["rollback"]
      ) { (g) throws(HarnessFault) in
        [
          try g.open(
            g.apply(g.configuration(3)),
            DelegatePlan(
              apply: .init([.didApplyOver("host", oldValue: .integer(7))], answer: .no),
              rollback: .init([.didApplyOver("host", oldValue: .integer(8))], answer: .no)))
        ]
      },
      make(
        "rollback/not-remembered", "The next failing request has its own old values only.",
        ["ABT-ROLL-01", "ABT-DEL-04"], needs: ["rollback"]
      ) { (g) throws(HarnessFault) in
        let forge = g.apply(g.configuration(4))
        return [
          try g.open(
            forge,
            DelegatePlan(apply: .init([.didApplyOver("host", oldValue: .integer(1))], answer: .no))),
          try g.open(
            forge,
            DelegatePlan(apply: .init([.didApplyOver("port", oldValue: .integer(2))], answer: .no))),
          try g.open(forge, DelegatePlan(apply: .init(answer: .no))),
        ]
      },
    ]
  }

  /// ABT-ROLL-04.
  private var withoutOldValues: [Specification] {
    let records: [(String, [DelegatePlan.Record])] = [
      ("nothing", []), ("applied", [.didApply("host"), .didApply("port")]),
      ("not-applied", [.didNotApply("host")]),
      ("both", [.didApply("host"), .didNotApply("port")]),
    ]
    return records.map { name, records in
      make(
        "rollback/no-old-value/\(name)", "The delegate answers NO after recording: \(name).",
        ["ABT-ROLL-04"], needs: ["rollback"]
      ) { (g) throws(HarnessFault) in
        [
          try g.open(
            g.apply(g.configuration(3)), DelegatePlan(apply: .init(records, answer: .no)))
        ]
      }
    } + [
      make(
        "rollback/success", "Old values and YES: nothing is taken back.", ["ABT-ROLL-06"],
        needs: ["rollback"]
      ) { (g) throws(HarnessFault) in
        [
          try g.open(
            g.apply(g.configuration(3)),
            DelegatePlan(apply: .init([.didApplyOver("host", oldValue: .string("old"))])))
        ]
      }
    ]
  }

  private var any: [Specification] {
    (0..<16).map { number in
      make(
        "rollback/any/\(number)", "Any old values of any keys.", ["ABT-ROLL-01"],
        needs: ["rollback"]
      ) { (g) throws(HarnessFault) in
        let members = g.configuration(g.choices.within(2...16))
        let keys = g.choices.shuffled(members.map(\.key))
        let records = keys.prefix(g.choices.within(1...keys.count)).map { key in
          g.choices.below(3) < 2
            ? DelegatePlan.Record.didApplyOver(
              key, oldValue: g.choices.once(in: 4) ? nil : g.value(depth: 3))
            : .didApply(key)
        }
        let atLeastOne = [DelegatePlan.Record.didApplyOver(keys[0], oldValue: g.scalar())]
        return [
          try g.open(
            g.apply(category: "c", members),
            DelegatePlan(apply: .init(atLeastOne + records.dropFirst(), answer: .no)))
        ]
      }
    }
  }
}
