import Conformance
import Forge
import SuiteModels
import WireFormat

/// Section 4.9: what is taken back when the delegate answers NO.
extension ABTCases {
  var rollback: [Specification] {
    let old: [(String, PropertyList?)] = [
      ("string", .string("old")), ("empty-string", .string("")), ("integer", .integer(-1)),
      ("zero", .integer(0)), ("real", .real(-0.0)), ("boolean", .boolean(false)),
      ("date", .date(0)), ("data", .data([0, 255])), ("beyond-32-bits", .integer(5_000_000_000)),
      ("largest", .integer(.max)), ("nul", .string("a\u{0}b")), ("decomposed", .string("e\u{301}")),
      ("real-one", .real(1)), ("true", .boolean(true)), ("date-milliseconds", .date(-1.25)),
      ("array-of-real", .array([.real(0.1)])), ("empty-array", .array([])),
      ("empty-data", .data([])), ("empty-dictionary", .dictionary([])),
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
    } + fixed + afterRollback + inPieces + whoIsInTheSet + whoMayBeInTheSet
      + reported + withoutOldValues + any + unusualKeys + [thousands]
  }

  /// ABT-ROLL-01, 02: keys go back as they are, whatever they look like.
  private var unusualKeys: [Specification] {
    KeyPair.unusual.map { pair in
      make(
        "rollback/odd-key/\(pair.name)",
        "Old values of two keys go back under their own names, of which one is unusual: \(pair.name).",
        ["ABT-ROLL-01", "ABT-ROLL-02"], needs: ["rollback"]
      ) { (g) throws(HarnessFault) in
        let members = [pair.other, pair.key, "port"].map {
          PropertyList.Member(key: $0, value: g.scalar())
        }
        let records: [[DelegatePlan.Record]] = [
          [.didApplyOver(pair.key, oldValue: .string("old"))],
          [
            .didApplyOver(pair.key, oldValue: nil),
            .didApplyOver(pair.other, oldValue: .integer(1)), .didApply("port"),
          ],
        ]
        return try records.map { (records) throws(HarnessFault) in
          try g.open(g.apply(members), DelegatePlan(apply: .init(records, answer: .no)))
        }
      }
    }
  }

  /// ABT-ROLL-01: all of them, however many there are.
  private var thousands: Specification {
    make(
      "rollback/thousands", "Thousands of old values go back.", ["ABT-ROLL-01"], needs: ["rollback"]
    ) { (g) throws(HarnessFault) in
      let keys = (0..<4_500).map { "k\($0)" }
      let records = keys.prefix(4_300).map {
        DelegatePlan.Record.didApplyOver($0, oldValue: .string("old"))
      }
      return [
        try g.open(
          g.apply(keys.map { .init(key: $0, value: g.scalar()) }),
          DelegatePlan(apply: .init(records, answer: .no)))
      ]
    }
  }

  /// ABT-DEL-04: old values of one request are gone, however its rollback went.
  private var afterRollback: [Specification] {
    let rollbacks: [(String, DelegatePlan.Turn)] = [
      ("yes", .init()), ("no", .init(answer: .no)), ("cancel", .init(answer: .cancel)),
      ("no-with-records", .init([.didApplyOver("account", oldValue: .integer(9))], answer: .no)),
    ]
    return rollbacks.flatMap { name, rollback in
      [true, false].map { isSamePayload in
        make(
          "rollback/then-another/\(name)/\(isSamePayload ? "same-payload" : "other-payload")",
          "A rollback that ends with \(name), then one with another key, then a request without old values.",
          ["ABT-DEL-04", "ABT-ROLL-01"],
          needs: rollback.answer == .cancel ? ["rollback", "cancel"] : ["rollback"]
        ) { (g) throws(HarnessFault) in
          let first = g.apply(g.configuration(5))
          var second = g.apply(g.configuration(5))
          if isSamePayload {
            second.profile = first.profile
            second.payload = first.payload
          }
          func failing(_ key: String, _ value: Int64) -> DelegatePlan {
            DelegatePlan(
              apply: .init([.didApplyOver(key, oldValue: .integer(value))], answer: .no),
              rollback: rollback)
          }
          return [
            try g.open(first, failing("host", 1)), try g.open(second, failing("port", 2)),
            try g.open(first, DelegatePlan(apply: .init(answer: .no))), try g.open(second),
          ]
        }
      }
    }
  }

  /// Requests in pieces are taken back as whole ones are.
  private var inPieces: [Specification] {
    let records: [(String, [DelegatePlan.Record], Clause.ID)] = [
      ("old-value", [.didApplyOver("host", oldValue: .string("old"))], "ABT-ROLL-01"),
      ("nil", [.didApplyOver("host", oldValue: nil)], "ABT-ROLL-02"),
      (
        "some", [.didApply("port"), .didApplyOver("theme", oldValue: .integer(1))], "ABT-ROLL-03"
      ),
      ("none", [.didApply("host")], "ABT-ROLL-04"),
    ]
    return records.flatMap { name, records, clause in
      [1, 2, 4].map { total in
        make(
          "rollback/in-pieces/\(name)/\(total)",
          "The delegate answers NO to what \(total == 1 ? "one piece of one" : "\(total) pieces") came to, after recording: \(name).",
          [clause], needs: ["rollback", "chunks"]
        ) { (g) throws(HarnessFault) in
          let plan = DelegatePlan(apply: .init(records, answer: .no))
          return try g.chunks(of: g.apply(category: "Mail", g.configuration(8)), total: total)
            .map { (piece) throws(HarnessFault) in try g.open(piece, plan) }
        }
      }
    }
  }

  /// ABT-ROLL-03: it is recorded whether these are taken back.
  private var whoMayBeInTheSet: [Specification] {
    let old = DelegatePlan.Record.didApplyOver("host", oldValue: .string("old"))
    let foreign = DelegatePlan.Record.didApplyOver("elsewhere", oldValue: .string("old"))
    let plans: [(String, [DelegatePlan.Record])] = [
      ("old-value-then-not-applied", [old, .didNotApply("host")]),
      ("not-applied-then-old-value", [.didNotApply("host"), old]),
      (
        "not-applied-beside-others",
        [.didApplyOver("port", oldValue: .integer(1)), old, .didNotApply("host")]
      ),
      ("foreign", [foreign]), ("foreign-beside-others", [old, foreign]),
    ]
    return plans.map { name, records in
      makeWithCanary(
        "rollback/free/\(name)", "The delegate answers NO after recording: \(name).",
        ["ABT-ROLL-03"], needs: ["rollback"]
      ) { (g) throws(HarnessFault) in
        [
          try g.open(
            g.apply(g.configuration(4)), DelegatePlan(apply: .init(records, answer: .no)))
        ]
      }
    }
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
        "rollback/after-success/same-payload",
        "A set request with old values succeeds; one of the same payload after it fails, and only its own go back.",
        ["ABT-ROLL-01", "ABT-ROLL-12"], needs: ["rollback"]
      ) { (g) throws(HarnessFault) in
        let first = g.apply(g.configuration(4))
        var second = g.apply(g.configuration(5))
        (second.profile, second.payload) = (first.profile, first.payload)
        func over(_ key: String, _ answer: DelegatePlan.Answer) -> DelegatePlan {
          DelegatePlan(
            apply: .init([.didApplyOver(key, oldValue: .string("old-" + key))], answer: answer))
        }
        return [
          try g.open(first, over("host", .yes)), try g.open(second, over("port", .no)),
          try g.open(first, over("useTLS", .yes)),
          try g.open(second, DelegatePlan(apply: .init([.didApply("port")], answer: .no))),
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

  /// ABT-ROLL-03, 07, 08, 10, 12: what the set holds.
  private var whoIsInTheSet: [Specification] {
    typealias Record = DelegatePlan.Record
    let old = Record.didApplyOver("host", oldValue: .string("old"))
    let others: [(String, [Record])] = [
      ("applied", [old, .didApply("port")]), ("applied-before", [.didApply("port"), old]),
      ("not-applied", [old, .didNotApply("theme")]),
      ("both", [.didNotApply("theme"), old, .didApply("port"), .didApply("account")]),
    ]
    let without: [Specification] = others.map { name, records in
      make(
        "rollback/set/without/\(name)",
        "Keys without an old value are not taken back: \(name).", ["ABT-ROLL-03"],
        needs: ["rollback"]
      ) { (g) throws(HarnessFault) in
        [
          try g.open(
            g.apply(g.configuration(7)), DelegatePlan(apply: .init(records, answer: .no)))
        ]
      }
    }
    let bothWays: [(String, [Record])] = [
      ("without-behind", [old, .didApply("host")]), ("without-before", [.didApply("host"), old]),
      ("without-around", [.didApply("host"), old, .didApply("host")]),
    ]
    let once: [Specification] = bothWays.map { name, records in
      make(
        "rollback/set/recorded-both-ways/\(name)",
        "A key that was recorded once with an old value and once without goes back to it: \(name).",
        ["ABT-ROLL-01"], needs: ["rollback"]
      ) { (g) throws(HarnessFault) in
        [
          try g.open(
            g.apply(g.configuration(4)), DelegatePlan(apply: .init(records, answer: .no)))
        ]
      }
    }
    let repeated: [(String, [PropertyList?])] = [
      ("two-values", [.integer(1), .integer(2)]), ("nil-first", [nil, .string("later")]),
      ("nil-last", [.string("first"), nil]), ("three", [.integer(1), .integer(2), .integer(1)]),
    ]
    let first: [Specification] = repeated.map { name, values in
      make(
        "rollback/set/first-value/\(name)",
        "A key that was recorded more than once goes back to its first old value: \(name).",
        ["ABT-ROLL-07"], needs: ["rollback"]
      ) { (g) throws(HarnessFault) in
        [
          try g.open(
            g.apply(g.configuration(3)),
            DelegatePlan(
              apply: .init(values.map { .didApplyOver("host", oldValue: $0) }, answer: .no)))
        ]
      }
    }
    let categories: [(String, String?)] = [
      ("none", nil), ("word", "Mail"), ("empty", ""), ("unicode", "Büro"),
    ]
    let category: [Specification] = categories.map { name, category in
      make(
        "rollback/set/category/\(name)", "The rollback has the category of its request: \(name).",
        ["ABT-ROLL-08"], needs: ["rollback"]
      ) { (g) throws(HarnessFault) in
        [
          try g.open(g.apply(category: "Other", g.configuration(2))),
          try g.open(
            g.apply(category: category, g.configuration(3)),
            DelegatePlan(apply: .init([old], answer: .no))),
        ]
      }
    }
    let canceled: [Specification] = [1, 3].map { count in
      make(
        "rollback/set/canceled/\(count)", "A canceled request with old values is taken back, too.",
        ["ABT-ROLL-10"], needs: ["rollback", "cancel"]
      ) { (g) throws(HarnessFault) in
        let members = g.configuration(4)
        let records = members.prefix(count).map {
          Record.didApplyOver($0.key, oldValue: .integer(7))
        }
        return [try g.open(g.apply(members), DelegatePlan(apply: .init(records, answer: .cancel)))]
      }
    }
    let canceledInPieces: [Specification] = [2, 3].map { total in
      make(
        "rollback/set/canceled-in-pieces/\(total)",
        "A canceled request with old values, which came in \(total) pieces, is taken back, too.",
        ["ABT-ROLL-10"], needs: ["rollback", "cancel", "chunks"]
      ) { (g) throws(HarnessFault) in
        let members = g.configuration(4)
        let records = members.prefix(2).map {
          Record.didApplyOver($0.key, oldValue: .string("before"))
        }
        let plan = DelegatePlan(apply: .init(records, answer: .cancel))
        return try g.chunks(of: g.apply(category: "Mail", members), total: total).map {
          (piece) throws(HarnessFault) in try g.open(piece, plan)
        }
      }
    }
    let whoseKeys: [(String, Bool)] = [("same-keys", true), ("other-keys", false)]
    let payloads: [Specification] = whoseKeys.map { name, sharesKeys in
      make(
        "rollback/set/other-payload/\(name)",
        "What an earlier payload applied over old values is not taken back with a later one: \(name).",
        ["ABT-ROLL-12"], needs: ["rollback"]
      ) { (g) throws(HarnessFault) in
        let before: [Record] = [
          .didApplyOver(sharesKeys ? "port" : "host", oldValue: .integer(1)),
          .didApplyOver("theme", oldValue: nil),
        ]
        return [
          try g.open(g.apply(g.configuration(7)), DelegatePlan(apply: .init(before))),
          try g.open(
            g.apply(g.configuration(3)),
            DelegatePlan(
              apply: .init([.didApplyOver("port", oldValue: .integer(2))], answer: .no))),
        ]
      }
    }
    let categoryOfCanceled: [Specification] = categories.map { name, category in
      make(
        "rollback/set/category-canceled/\(name)",
        "The rollback of a canceled request has its category: \(name).",
        ["ABT-ROLL-08", "ABT-ROLL-10"], needs: ["rollback", "cancel"]
      ) { (g) throws(HarnessFault) in
        [
          try g.open(g.apply(category: "Other", g.configuration(2))),
          try g.open(
            g.apply(category: category, g.configuration(3)),
            DelegatePlan(apply: .init([old], answer: .cancel))),
        ]
      }
    }
    return without + once + first + category + categoryOfCanceled + canceled + canceledInPieces
      + payloads
  }

  /// ABT-ROLL-05, 09, 11: what is reported, and what has no effect.
  private var reported: [Specification] {
    let old = DelegatePlan.Record.didApplyOver("host", oldValue: .string("old"))
    let seconds: [(String, DelegatePlan.Turn)] = [
      ("yes", .init()), ("no", .init(answer: .no)), ("cancel", .init(answer: .cancel)),
      ("records-applied", .init([.didApply("host")])),
      ("records-old-value", .init([.didApplyOver("port", oldValue: .integer(3))], answer: .no)),
      ("records-not-applied", .init([.didNotApply("host")])),
      ("records-old-value-yes", .init([.didApplyOver("port", oldValue: .integer(3))])),
      (
        "records-old-value-cancel",
        .init([.didApplyOver("port", oldValue: .integer(3))], answer: .cancel)
      ),
      ("records-same-key-no", .init([.didApplyOver("host", oldValue: .integer(4))], answer: .no)),
      (
        "records-same-key-cancel",
        .init([.didApplyOver("host", oldValue: .integer(4))], answer: .cancel)
      ),
    ]
    /// What a second call does shows neither in the report of its request, whose first call was answered so, nor in the next requests.
    func secondCalls(
      after answer: DelegatePlan.Answer, of request: String, _ report: String, _ next: String
    ) -> [Specification] {
      seconds.flatMap { name, turn in
        let isCanceled = answer == .cancel || turn.answer == .cancel
        let needs: Set<String> = isCanceled ? ["rollback", "cancel"] : ["rollback"]
        let plan = DelegatePlan(apply: .init([old], answer: answer), rollback: turn)
        return [
          make(
            "rollback/reported/\(report)/\(name)",
            "What the delegate does in the rollback\(request) (\(name)) changes nothing in the report.",
            ["ABT-ROLL-05", "ABT-ROLL-09"], needs: needs
          ) { (g) throws(HarnessFault) in
            [try g.open(g.apply(g.configuration(3)), plan)]
          },
          make(
            "rollback/reported/\(next)/\(name)",
            "What the delegate does in the rollback\(request) (\(name)) does not show in the next requests.",
            ["ABT-ROLL-09"], needs: needs
          ) { (g) throws(HarnessFault) in
            let forge = g.apply(g.configuration(4))
            return [
              try g.open(forge, plan), try g.open(forge),
              try g.open(g.apply(g.configuration(2)), DelegatePlan(apply: .init(answer: .no))),
            ]
          },
        ]
      }
    }
    let answers = secondCalls(after: .no, of: "", "second-call", "next-request")
    let canceled = secondCalls(
      after: .cancel, of: " of a canceled request", "canceled", "canceled-next-request")
    let codes: [Specification] = [
      make(
        "rollback/reported/no-first-code",
        "The first call gives no code; that of the second one is not reported.", ["ABT-ROLL-05"],
        needs: ["rollback", "delegateError"]
      ) { (g) throws(HarnessFault) in
        [
          try g.open(
            g.apply(g.configuration(3)),
            DelegatePlan(
              apply: .init([old], answer: .no),
              rollback: .init(
                answer: .no, error: .init(code: 4_242, message: "of the second call 7f3a"))))
        ]
      },
      make(
        "rollback/reported/first-code", "The code is that of the first call.", ["ABT-ROLL-05"],
        needs: ["rollback", "delegateError"]
      ) { (g) throws(HarnessFault) in
        [
          try g.open(
            g.apply(g.configuration(3)),
            DelegatePlan(
              apply: .init([old], answer: .no, error: .init(code: 41, message: "first")),
              rollback: .init(
                answer: .no, error: .init(code: 42, message: "of the second call 7f3a"))))
        ]
      },
    ]
    let reverts: [(String, DelegatePlan.Turn)] = [
      ("nothing", .init(answer: .no)), ("old-value", .init([old], answer: .no)),
      ("applied", .init([.didApply("host"), .didNotApply("port")], answer: .no)),
    ]
    return answers + codes + canceled
      + reverts.map { name, turn in
        make(
          "rollback/reported/revert/\(name)",
          "A reset that the delegate refuses after recording \(name) is an error, and nothing is applied.",
          ["ABT-ROLL-11"]
        ) { (g) throws(HarnessFault) in
          [try g.open(g.reset(["host", "port"]), DelegatePlan(revert: turn))]
        }
      }
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
      },
      make(
        "rollback/success/over-nothing",
        "Values where there were none before, and YES: nothing is taken back.", ["ABT-ROLL-06"],
        needs: ["rollback"]
      ) { (g) throws(HarnessFault) in
        let nothing = DelegatePlan.Record.didApplyOver("host", oldValue: nil)
        let other = DelegatePlan.Record.didApplyOver("port", oldValue: .integer(25))
        return try [[nothing], [nothing, other], [other, .didApply("host")]].map {
          (records) throws(HarnessFault) in
          try g.open(g.apply(g.configuration(3)), DelegatePlan(apply: .init(records)))
        }
      },
    ]
  }

  private var any: [Specification] {
    Specification.seeded(16) { number in
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
