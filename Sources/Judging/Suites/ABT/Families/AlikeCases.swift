import Conformance
import Forge
import SuiteModels
import WireFormat

/// ABT-DATA-01, DEL-02: values and keys that a comparison, a hash or a pool may take for one another, beside each other in one list.
extension ABTCases {
  var alike: [Specification] { alikeValues + alikeKeys }

  private var alikeValues: [Specification] {
    let groups: [(String, [PropertyList])] = [
      ("zeros", [.real(0), .real(-0.0), .integer(0), .boolean(false), .real(0)]),
      ("minus-zero-first", [.real(-0.0), .real(0)]),
      ("ones", [.integer(1), .boolean(true), .real(1), .string("1"), .date(1)]),
      ("true-first", [.boolean(true), .integer(1), .real(1)]),
      ("empty", [.string(""), .data([]), .array([]), .dictionary([])]),
      ("composed", [.string("\u{E9}"), .string("e\u{301}"), .string("\u{E9}")]),
      ("case", [.string("Host"), .string("host"), .string("HOST")]),
      ("blanks", [.string("a"), .string("a "), .string(" a"), .string("a\u{0}")]),
      ("text-and-data", [.string("abc"), .data(Array("abc".utf8))]),
      (
        "beyond-53-bits",
        [
          .integer(1 << 53), .integer((1 << 53) + 1), .real(Double(1 << 53)), .integer(1 << 53 - 1),
        ]
      ),
      ("low-32-bits", [.integer(5), .integer(5 + 1 << 32), .integer(5 - 1 << 32)]),
      ("signs", [.integer(-1), .integer(255), .integer(65_535), .integer(4_294_967_295)]),
      ("not-numbers", [.real(.nan), .real(.infinity), .real(-.infinity), .real(.nan)]),
      ("dates", [.date(0), .date(-0.25), .date(0.25), .date(-1.25), .date(1.75), .integer(0)]),
      ("dates-before", [.date(-0.5), .date(-1.5), .date(-86_400.125), .date(-978_307_200.75)]),
      (
        "long-and-alike",
        [
          .string(String("v", times: 300) + "1"),
          .string(String("v", times: 300) + "2"),
        ]
      ),
      (
        "nested",
        [
          .array([.integer(1)]), .array([.boolean(true)]), .array([.real(1)]),
          .dictionary([.init(key: "0", value: .integer(1))]), .array([.array([.integer(1)])]),
        ]
      ),
    ]
    return groups.map { name, values in
      make(
        "data/alike/\(name)",
        "Values that some comparison takes for one, beside each other: \(name).", ["ABT-DATA-01"]
      ) { (g) throws(HarnessFault) in
        let members = values.enumerated().map { number, value in
          PropertyList.Member(key: "v\(number)", value: value)
        }
        let reversed = values.enumerated().map { number, value in
          PropertyList.Member(key: "v\(values.count - number)", value: value)
        }
        return [
          try g.open(g.apply(members)), try g.open(g.apply(Array(reversed.reversed()))),
          try g.open(
            g.apply([
              .init(key: "list", value: .array(values)),
              .init(key: "inner", value: .dictionary(members)),
            ])),
        ]
      }
    }
      + groups.map { name, values in
        make(
          "rollback/alike/\(name)",
          "Old values that some comparison takes for one, of keys beside each other: \(name).",
          ["ABT-ROLL-01"], needs: ["rollback"]
        ) { (g) throws(HarnessFault) in
          let members = values.indices.map {
            PropertyList.Member(key: "v\($0)", value: .string("new"))
          }
          let records = values.enumerated().map { number, value in
            DelegatePlan.Record.didApplyOver("v\(number)", oldValue: value)
          }
          return [
            try g.open(g.apply(members), DelegatePlan(apply: .init(records, answer: .no)))
          ]
        }
      }
  }

  private var alikeKeys: [Specification] {
    let groups: [(String, [String])] = [
      // Texts of one and the same sum, product sum or checksum, by the usual recipes.
      ("times-31", ["Aa", "BB", "AaAa", "BBBB", "AaBB", "BBAa"]),
      ("times-33", ["AB", "B!", "bA", "c "]), ("times-65599", ["ab", "ba"]),
      ("sums", ["ab", "ba", "abc", "cba", "bac"]),
      ("fnv-1", ["creamwove", "quists"]),
      ("fnv-1a", ["costarring", "liquid", "declinate", "macallums", "altarage", "zinke"]),
      ("crc-32", ["plumless", "buckeroo"]), ("adler", ["ada", "bab", "cac"]),
      ("ends", ["host-1-name", "host-2-name", "host-3-name"]),
      ("lengths", ["a", "b", "c", "aa", "bb"]),
      ("case", ["Host", "host", "HOST"]), ("composed", ["caf\u{E9}", "cafe"]),
      ("nul", ["a\u{0}b", "a\u{0}c", "a"]),
      ("nul-at-end", ["a", "a\u{0}", "a\u{0}\u{0}"]),
      ("wide-nul", ["k\u{0}\u{E9}", "k\u{0}\u{E8}", "k"]),
      ("numbers", ["1", "01", "1.0", "+1", " 1", "1 "]),
      ("prefixes", ["a", "ab", "abc", "abcd"]), ("dots", ["a.b", "a", "a.b.c", "a/b"]),
      (
        "known",
        [
          keys.version, keys.category, keys.configuration, keys.keys,
          Self.inOtherCase(keys.version),
        ]
      ),
      ("words", ["__proto__", "constructor", "toString", "hasOwnProperty", "length", "prototype"]),
      ("paths", ["$null", "@count", "self", "@allKeys", "#text", "$class", "CF$UID"]),
      ("high", ["\u{FF}", "\u{100}", "\u{7F}", "\u{80}", "\u{FFFF}", "\u{10000}"]),
    ]
    return groups.flatMap { name, keys in
      [
        make(
          "data/alike-keys/\(name)/apply",
          "Keys that some comparison takes for one, beside each other: \(name).",
          ["ABT-DATA-01", "ABT-CHG-01", "ABT-CHG-03"]
        ) { (g) throws(HarnessFault) in
          let members = keys.enumerated().map { number, key in
            PropertyList.Member(key: key, value: .integer(Int64(number)))
          }
          let inner: [PropertyList.Member] = [.init(key: "inner", value: .dictionary(members))]
          let rows: [PropertyList.Member] = [
            .init(key: "rows", value: .array([.integer(1), .dictionary(members)]))
          ]
          return [
            try g.open(g.apply(members)), try g.open(g.apply(inner)), try g.open(g.apply(rows)),
            try g.open(g.apply(members), DelegatePlan(apply: .init([.didApply(keys[0])]))),
            try g.open(g.apply(members), DelegatePlan(apply: .init([.didNotApply(keys[1])]))),
          ]
        },
        make(
          "data/alike-keys/\(name)/rollback",
          "Of keys that some comparison takes for one, one is rolled back: \(name).",
          ["ABT-ROLL-01", "ABT-ROLL-03"], needs: ["rollback"]
        ) { (g) throws(HarnessFault) in
          let members = keys.map { PropertyList.Member(key: $0, value: .boolean(true)) }
          let records: [DelegatePlan.Record] = [
            .didApplyOver(keys[0], oldValue: .string("first")), .didApply(keys[1]),
          ]
          return [
            try g.open(g.apply(members), DelegatePlan(apply: .init(records, answer: .no)))
          ]
        },
        make(
          "data/alike-keys/\(name)/all-recorded",
          "Keys that some comparison takes for one are all recorded as applied: \(name).",
          ["ABT-CHG-03", "ABT-CHG-05"]
        ) { (g) throws(HarnessFault) in
          let members = keys.map { PropertyList.Member(key: $0, value: .boolean(true)) }
          let others = [PropertyList.Member(key: "not recorded", value: .boolean(true))]
          return [
            try g.open(
              g.apply(members + others), DelegatePlan(apply: .init(keys.map { .didApply($0) }))),
            try g.open(
              g.apply(others + members),
              DelegatePlan(
                apply: .init(keys.map { .didApplyOver($0, oldValue: .integer(1)) }))),
          ]
        },
        make(
          "data/alike-keys/\(name)/all-rolled-back",
          "Keys that some comparison takes for one are all rolled back: \(name).",
          ["ABT-ROLL-01"], needs: ["rollback"]
        ) { (g) throws(HarnessFault) in
          let members = keys.map { PropertyList.Member(key: $0, value: .boolean(true)) }
          let records = keys.enumerated().map { number, key in
            DelegatePlan.Record.didApplyOver(key, oldValue: .integer(Int64(number)))
          }
          return [
            try g.open(g.apply(members), DelegatePlan(apply: .init(records, answer: .no)))
          ]
        },
        make(
          "data/alike-keys/\(name)/reset",
          "A reset of keys that some comparison takes for one: \(name).",
          ["ABT-DEL-02", "ABT-DICT-11"]
        ) { (g) throws(HarnessFault) in
          [try g.open(g.reset(keys)), try g.open(g.reset(keys.reversed() + keys))]
        },
      ]
    }
  }
}
