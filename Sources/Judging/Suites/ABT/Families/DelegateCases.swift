import Conformance
import Forge
import SuiteModels
import WireFormat

/// Section 4.5: which calls reach the delegate, and with what.
extension ABTCases {
  var delegateCalls: [Specification] {
    setRequests + resetRequests + keysOnly + memory + bothContents + invalidRequests
      + sameKeysAgain + resetsOfNothing
  }

  /// ABT-DEL-04: a value takes nothing from the one that was under its key before, also where both have parts.
  private var sameKeysAgain: [Specification] {
    func dictionary(_ members: (String, PropertyList)...) -> PropertyList {
      .dictionary(members.map { .init(key: $0.0, value: $0.1) })
    }
    let inner = dictionary(("a", .integer(1)), ("b", .string("two")))
    let values: [(name: String, values: [PropertyList])] = [
      (
        "dictionaries",
        [inner, dictionary(("c", .integer(3))), dictionary(), dictionary(("b", .boolean(true)))]
      ),
      (
        "deep",
        [
          dictionary(("x", dictionary(("y", inner)))),
          dictionary(("x", dictionary(("y", dictionary(("d", .integer(4))))))),
          dictionary(("x", dictionary(("z", .integer(5))))),
        ]
      ),
      (
        "arrays",
        [
          .array([.integer(1), .integer(2), .integer(3)]), .array([.integer(4)]), .array([]),
          .array([.integer(1)]),
        ]
      ),
      (
        "rows",
        [
          .array([dictionary(("id", .integer(1)), ("a", .integer(2)))]),
          .array([dictionary(("id", .integer(1)), ("b", .integer(3)))]),
        ]
      ),
      (
        "types",
        [
          inner, .string("text"), .array([inner]), .integer(1), .boolean(true), .real(1),
          .data([1]), inner,
        ]
      ),
      ("texts", [.string("a longer text"), .string("a"), .string(""), .string("b")]),
    ]
    return values.flatMap { name, values in
      [1, 2].map { total in
        make(
          "delegate/same-keys/\(name)/\(total == 1 ? "whole" : "in-pieces")",
          "One payload is applied again and again, each time with other values under the same keys: \(name).",
          ["ABT-DATA-01", "ABT-DEL-01"], needs: total == 1 ? [] : ["chunks"]
        ) { (g) throws(HarnessFault) in
          let first = g.apply([])
          var openings: [Opening] = []
          for value in values {
            var forge = g.apply([
              .init(key: "value", value: value), .init(key: "port", value: g.scalar()),
            ])
            (forge.profile, forge.payload) = (first.profile, first.payload)
            openings += try g.open(all: total == 1 ? [forge] : g.chunks(of: forge, total: total))
          }
          return openings
        }
      }
    }
  }

  /// ABT-DICT-10: a reset of nothing is none of all that was applied, or reset, before.
  private var resetsOfNothing: [Specification] {
    [1, 2].map { total in
      make(
        "delegate/reset/none-after-others/\(total == 1 ? "whole" : "in-pieces")",
        "A reset without keys comes after keys of its payload were applied, and after some of them were reset.",
        ["ABT-DEL-02", "ABT-DICT-10", "ABT-MULTI-05"], needs: total == 1 ? [] : ["chunks"]
      ) { (g) throws(HarnessFault) in
        let apply = g.apply(g.configuration(5))
        let requests = [
          apply, g.reset([]), g.reset(["host", "port"]), g.reset([]), apply, g.reset([]),
        ]
        var openings: [Opening] = []
        for request in requests {
          var request = request
          (request.profile, request.payload) = (apply.profile, apply.payload)
          openings += try g.open(all: total == 1 ? [request] : g.chunks(of: request, total: total))
        }
        return openings
      }
    }
  }

  /// ABT-DEL-03.
  private var keysOnly: [Specification] {
    [
      make(
        "delegate/keys-only/first", "The set of a reset request has no values.", ["ABT-DEL-03"]
      ) { (g) throws(HarnessFault) in [try g.open(g.reset(["host", "port"]))] },
      make(
        "delegate/keys-only/after-apply",
        "The set of a reset request has no values, also of keys that were applied before.",
        ["ABT-DEL-03"]
      ) { (g) throws(HarnessFault) in
        let apply = g.apply(g.configuration(5))
        var reset = g.reset(["host", "port", "theme"])
        reset.profile = apply.profile
        reset.payload = apply.payload
        return [try g.open(apply), try g.open(reset)]
      },
      make(
        "delegate/keys-only/both-contents",
        "A reset request with a configuration beside its keys passes no values of it.",
        ["ABT-DEL-03"]
      ) { (g) throws(HarnessFault) in
        var forge = g.reset([])
        forge.dictionary = .both(category: nil, g.configuration(3), keys: ["host", "port"])
        return [try g.open(forge)]
      },
      make(
        "delegate/keys-only/after-old-values",
        "Old values that were recorded earlier do not come with the keys of a reset.",
        ["ABT-DEL-03"], needs: ["rollback"]
      ) { (g) throws(HarnessFault) in
        let apply = g.apply(g.configuration(4))
        var reset = g.reset(["host", "port"])
        reset.profile = apply.profile
        reset.payload = apply.payload
        let records: [DelegatePlan.Record] = [.didApplyOver("host", oldValue: .string("old"))]
        return [
          try g.open(apply, DelegatePlan(apply: .init(records))), try g.open(reset),
        ]
      },
    ]
  }

  /// ABT-DEL-05: one thing of each layer is wrong.
  private var invalidRequests: [Specification] {
    let damages: [(String, @Sendable (inout RequestForge) -> Void)] = [
      ("verb", { $0.verb = .verbatim("install") }),
      ("no-profile", { $0.parameters = .missing(.profile) }),
      ("no-payload", { $0.parameters = .missing(.payload) }),
      ("token", { $0.token = .damaged(.digitChanged(index: 9)) }),
      ("no-data", { $0.parameters = .missing(.data) }),
      ("base64", { $0.base64 = .foreignCharacter(index: 7, scalar: "!") }),
      ("zlib", { $0.compression = .checksum(.zeroed) }),
      ("magic", { $0.magic = .wrong(index: 2, mask: 1) }),
      ("list", { $0.propertyList = .truncated(length: 20) }),
      ("version", { $0.dictionaryForm = .versionOther(2) }),
      ("no-version", { $0.dictionaryForm = .versionMissing }),
      ("category", { $0.dictionaryForm = .categoryMistyped(.integer(1)) }),
    ]
    return damages.flatMap { name, damage in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "delegate/invalid/\(name)/\(action.rawValue)",
          "A \(action.rawValue) request that is right but for one thing: \(name).", ["ABT-DEL-05"]
        ) { (g) throws(HarnessFault) in
          let right = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host"])
          var wrong = right
          damage(&wrong)
          return [try g.open(right), try g.open(wrong)]
        }
      }
    }
  }

  /// The verb decides what is meant, not what the dictionary holds.
  private var bothContents: [Specification] {
    let strays: [(String, PropertyList)] = [
      ("integer", .integer(7)), ("string", .string("text")), ("data", .data([1])),
      ("empty-array", .array([])), ("empty-dictionary", .dictionary([])),
      ("mixed-array", .array([.string("host"), .integer(1)])), ("boolean", .boolean(false)),
    ]
    let ofOthers: [Specification] = strays.flatMap { name, value in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "delegate/\(action.rawValue)/other-content/\(name)",
          "A right \(action.rawValue) request beside whose content stands that of the other verb, which is not looked at: \(name).",
          [action == .apply ? "ABT-DEL-01" : "ABT-DEL-02"]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply([]) : g.reset([])
          let right: [PropertyList.Member] =
            action == .apply
            ? [.init(key: keys.configuration, value: .dictionary(g.configuration(2)))]
            : [.init(key: keys.keys, value: .array([.string("host"), .string("port")]))]
          let stray = PropertyList.Member(
            key: action == .apply ? keys.keys : keys.configuration, value: value)
          forge.dictionary = .verbatim(
            .dictionary([version, stray] + right))
          return [try g.open(forge)]
        }
      }
    }
    return ofOthers
      + RequestForge.Action.allCases.map { action in
        make(
          "delegate/\(action.rawValue)/both-contents",
          "A dictionary with both Configuration and Keys, under the verb \(action.rawValue).",
          [action == .apply ? "ABT-DEL-01" : "ABT-DEL-02"]
        ) { (g) throws(HarnessFault) in
          let members = g.configuration(3)
          var forge = action == .apply ? g.apply(members) : g.reset([])
          forge.dictionary = .both(category: "Mail", members, keys: ["theme", "host"])
          return [try g.open(forge)]
        }
      }
  }

  private var setRequests: [Specification] {
    [0, 1, 10, 200].map { count in
      make(
        "delegate/apply/keys-\(count)",
        "A configuration of \(count) keys reaches the delegate once.",
        ["ABT-DEL-01"]
      ) { (g) throws(HarnessFault) in
        [try g.open(g.apply(category: "Mail", g.configuration(count)))]
      }
    } + [
      make(
        "delegate/apply/no-category", "A set request without a category.", ["ABT-DEL-01"]
      ) { (g) throws(HarnessFault) in [try g.open(g.apply(g.configuration(3)))] },
      make(
        "delegate/apply/twice", "Two set requests are two calls, each with its own values.",
        ["ABT-DEL-01"]
      ) { (g) throws(HarnessFault) in
        [
          try g.open(g.apply(category: "A", g.configuration(4))),
          try g.open(g.apply(category: "B", g.configuration(2))),
        ]
      },
    ]
      + Specification.seeded(20) { number in
        make(
          "delegate/apply/any/\(number)",
          "Any configuration, nested too, reaches the delegate unchanged.",
          ["ABT-DEL-01"]
        ) { (g) throws(HarnessFault) in
          let count = g.choices.within(1...12)
          let members = (0..<count).map {
            PropertyList.Member(key: "key\($0)", value: g.value(depth: 4))
          }
          return [try g.open(g.apply(category: g.choices.pick(["Mail", "", "VPN é"]), members))]
        }
      }
  }

  private var resetRequests: [Specification] {
    let lists: [(String, [String])] = [
      ("one", ["host"]), ("three", ["host", "port", "theme"]), ("none", []),
      ("unknown-keys", ["never-configured", "host"]),
      ("odd-keys", ["", "a b", "a.b", "日本語", "e\u{301}", "key\u{0}nul", "\u{1F600}"]),
      ("composed-key", ["\u{E9}"]), ("spaces-around", [" a", "b ", "\tc", " ", "d\n"]),
      ("case", ["host", "Host", "HOST", "hOST"]), ("case-only", ["B"]),
      ("nul", ["a\u{0}b", "a\u{0}c", "a"]), ("long", [String("k", times: 70_000)]),
      ("numbers", ["1", "01", "1.0", "+1", "0x1"]), ("prefixes", ["a", "ab", "abc", "a."]),
      ("unsorted", ["z", "a", "m", "b"]), ("marked", ["\u{FEFF}a", "a\u{200B}", "a\u{AD}b"]),
      ("many", (0..<300).map { "key-\($0)" }), ("thousands", (0..<4_500).map { "k\($0)" }),
    ]
    return lists.map { name, keys in
      make(
        "delegate/reset/\(name)", "A reset request passes exactly the keys that it lists: \(name).",
        ["ABT-DEL-02"]
      ) { (g) throws(HarnessFault) in [try g.open(g.reset(category: "Mail", keys))] }
    } + [
      make(
        "delegate/reset/after-apply", "A reset of a part of the keys that were applied.",
        ["ABT-DEL-02"]
      ) { (g) throws(HarnessFault) in
        let apply = g.apply(g.configuration(6))
        var reset = g.reset(["host", "theme"])
        reset.profile = apply.profile
        reset.payload = apply.payload
        return [try g.open(apply), try g.open(reset), try g.open(apply)]
      },
      make(
        "delegate/reset/like-keys",
        "Keys that begin alike, differ in case or are parts of each other are applied, and taken back one at a time.",
        ["ABT-DEL-02", "ABT-MULTI-05"]
      ) { (g) throws(HarnessFault) in
        let keys = ["mail", "mail.host", "mail/port", "mailbox", "Mail", "mail ", "e-mail", "mai"]
        let apply = g.apply(keys.map { .init(key: $0, value: g.scalar()) })
        return try [g.open(apply)]
          + keys.map { (key) throws(HarnessFault) in
            var reset = g.reset([key])
            (reset.profile, reset.payload) = (apply.profile, apply.payload)
            return try g.open(reset)
          }
      },
      make(
        "delegate/reset/twice", "Two resets: each passes its own keys only.",
        ["ABT-DEL-02", "ABT-MULTI-05"]
      ) { (g) throws(HarnessFault) in
        [
          try g.open(g.reset(["host", "port"])), try g.open(g.reset(["theme"])),
          try g.open(g.reset([])),
        ]
      },
      make(
        "delegate/reset/refused", "The delegate answers a reset with NO.",
        ["ABT-DEL-02", "ABT-CB-04"]
      ) { (g) throws(HarnessFault) in
        [try g.open(g.reset(["host"]), DelegatePlan(revert: .init(answer: .no)))]
      },
    ]
  }

  /// ABT-DEL-04: what one request recorded is gone with it.
  private var memory: [Specification] {
    let records: [(String, [DelegatePlan.Record])] = [
      ("applied", [.didApply("host")]), ("not-applied", [.didNotApply("host")]),
      ("over-old", [.didApplyOver("host", oldValue: .string("old"))]),
      ("both", [.didApply("host"), .didNotApply("port")]),
    ]
    return records.flatMap { name, records in
      [
        make(
          "delegate/memory/\(name)",
          "Records of a first request (\(name)) do not show in the second one.", ["ABT-DEL-04"]
        ) { (g) throws(HarnessFault) in
          let forge = g.apply(g.configuration(4))
          return [
            try g.open(forge, DelegatePlan(apply: .init(records))), try g.open(forge),
            try g.open(g.apply(g.configuration(3))),
          ]
        },
        make(
          "delegate/memory/\(name)-then-no",
          "Records of a request that failed (\(name)) do not show in the next one.", ["ABT-DEL-04"],
          needs: ["rollback"]
        ) { (g) throws(HarnessFault) in
          let forge = g.apply(g.configuration(4))
          return [
            try g.open(forge, DelegatePlan(apply: .init(records, answer: .no))), try g.open(forge),
          ]
        },
        make(
          "delegate/memory/\(name)-then-reset",
          "Records of a set request (\(name)) do not show in a reset request.",
          ["ABT-DEL-04", "ABT-DEL-02"]
        ) { (g) throws(HarnessFault) in
          let forge = g.apply(g.configuration(4))
          return [
            try g.open(forge, DelegatePlan(apply: .init(records))), try g.open(g.reset(["theme"])),
            try g.open(forge),
          ]
        },
      ]
    }
  }
}
