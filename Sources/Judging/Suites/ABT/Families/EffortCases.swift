import Conformance
import Forge
import SuiteModels
import WireFormat

/// ABT-ROB-02, 03: as much of one thing as a URL holds. What takes time for each pair of them, or memory for each, shows only here.
extension ABTCases {
  var efforts: [Specification] { inDictionaries + inAddresses + inARow + largeInARow }

  private static let targets: [Clause.ID] = ["ABT-ROB-01", "ABT-ROB-02", "ABT-ROB-03"]

  private var inDictionaries: [Specification] {
    let common = String("common.beginning.", times: 3)
    @Sendable func names(_ count: Int) -> [String] {
      (0..<count).map { common + "\(100_000 + $0)" }
    }
    /// Marks of two classes by turns: to bring them in order takes time for each pair.
    let marks = String("\u{301}\u{316}", times: 60_000)
    let lists: [(String, String, @Sendable (inout RequestGenerator) -> RequestForge)] = [
      (
        "reset-keys", "A reset of nine thousand different keys that begin alike",
        { g in g.reset(names(9_000)) }
      ),
      (
        "short-reset-keys", "A reset of as many different keys as the limits hold",
        { g in g.reset((0..<36_000).map { "common-key-\(100_000 + $0)" }) }
      ),
      (
        "short-keys", "A configuration of as many keys as the limits hold",
        { g in
          g.apply(
            (0..<30_000).map { .init(key: "key-\(100_000 + $0)", value: .boolean(true)) })
        }
      ),
      (
        "one-key-again", "A reset that lists two keys by turns, twenty thousand times",
        { g in g.reset((0..<20_000).map { $0 % 2 == 0 ? "host" : "port" }) }
      ),
      (
        "keys", "A configuration of nine thousand keys",
        { g in g.apply(names(9_000).map { .init(key: $0, value: .boolean(true)) }) }
      ),
      (
        "strings", "A list of nine thousand strings that differ at their ends",
        { g in g.apply([.init(key: "list", value: .array(names(9_000).map { .string($0) }))]) }
      ),
      (
        "marks-in-key", "A key of combining marks",
        { g in g.apply([.init(key: "a" + marks, value: .integer(1))]) }
      ),
      (
        "marks-in-reset-key", "A reset of a key of combining marks",
        { g in g.reset(["a" + marks, "host"]) }
      ),
      (
        "marks-in-category", "A category of combining marks",
        { g in g.apply(category: "a" + marks, g.configuration(1)) }
      ),
      (
        "marks-in-value", "A value of combining marks",
        { g in g.apply([.init(key: "value", value: .string("a" + marks))]) }
      ),
    ]
    return lists.map { name, words, make in
      makeWithCanary("hostile/effort/\(name)", "\(words).", Self.targets) {
        (g) throws(HarnessFault) in
        var forge = make(&g)
        forge.compression = .canonical
        return [try g.open(forge)]
      }
    }
  }

  private var inAddresses: [Specification] {
    let lists: [(String, String, @Sendable (inout RequestForge) -> Void)] = [
      (
        "escaped-profile", "A profile of as many escapes as a URL holds",
        { $0.profile = String("\u{E9}", times: 170_000) }
      ),
      (
        "escaped-data", "Data of which every letter is escaped",
        { forge in
          let noise = (0..<180_000).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 7) }
          forge.dictionary =
            forge.action == .apply
            ? .configuration(category: nil, [.init(key: "image", value: .data(noise))])
            : .keys(category: nil, ["host"])
          forge.compression = .storedBlocks(of: 0xFFFF)
          forge.escaping = .everything
        }
      ),
      (
        "parameters", "Ninety thousand parameters that nobody knows",
        { forge in
          let many = (0..<90_000).map { "p\($0)=1" }.joined(separator: "&").dropFirst(3)
          forge.parameters = .slots(
            [.init(nil, name: Array("p0".utf8), .raw(Array(many.utf8)))]
              + [.token, .profile, .payload, .data].map { ParameterSlot($0) })
        }
      ),
      (
        "ampersands", "A query of half a million ampersands",
        { forge in
          forge.parameters = .slots(
            [.token, .profile, .payload, .data].map { ParameterSlot($0) }
              + [.init(nil, name: Array("x".utf8), .raw(Array(repeating: 38, count: 500_000)))])
        }
      ),
      (
        "wrong-token", "A wrong token of half a mebibyte",
        { $0.token = .damaged(.replaced(with: String("f", times: 1 << 19))) }
      ),
      (
        "verb", "A verb of half a mebibyte",
        { $0.verb = .verbatim(String("apply", times: 100_000)) }
      ),
    ]
    let numbers: [(String, String, String)] = [
      ("index-digits", String("1", times: 40) + "x", "2"),
      ("index-many-digits", String("1", times: 30_000), "2"),
      ("total-digits", "1", String("9", times: 5_000)),
      ("total-many-digits", "1", String("9", times: 300_000)),
      ("total-zeros-and-more", "1", String("0", times: 50_000) + "x"),
    ]
    return lists.flatMap { name, words, damage in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "hostile/effort/\(name)/\(action.rawValue)", "\(words).", Self.targets
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host", "port"])
          damage(&forge)
          return [try g.open(forge)]
        }
      }
    }
      + numbers.map { name, index, total in
        makeWithCanary(
          "hostile/effort/\(name)", "A piece whose numbers are very long.",
          ["ABT-CHUNK-07"] + Self.targets, needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          var piece = g.chunks(of: g.apply(g.configuration(4)), total: 2)[0]
          piece.parameters = .slots([
            .init(.token), .init(.profile), .init(.payload),
            .init(.chunk, .raw(Array(index.utf8))), .init(.chunks, .raw(Array(total.utf8))),
            .init(.data),
          ])
          return [try g.open(piece)]
        }
      }
  }

  /// ABT-ROB-04: many of one kind, then a valid one. Nobody is locked out.
  private var inARow: [Specification] {
    let damages: [(String, @Sendable (inout RequestForge, Int) -> Void)] = [
      ("wrong-tokens", { $0.token = .damaged(.digitChanged(index: $1 % 64)) }),
      ("no-tokens", { forge, _ in forge.token = .absent }),
      ("broken-lists", { $0.propertyList = .truncated(length: 30 + $1 % 40) }),
      ("broken-streams", { $0.compression = .truncated(by: 1 + $1 % 20) }),
      ("unknown-versions", { $0.dictionaryForm = .versionOther(Int64($1 + 2)) }),
      ("unknown-verbs", { $0.verb = .verbatim("verb\($1)") }),
      ("first-pieces", { $0.chunk = ChunkLayer(index: 1, of: 2 + $1 % 9) }),
    ]
    return damages.map { name, damage in
      makeWithCanary(
        "hostile/effort/in-a-row/\(name)",
        "A hundred and twenty wrong requests of one kind, then a valid one.",
        ["ABT-ROB-01"], needs: name == "first-pieces" ? ["chunks"] : []
      ) { (g) throws(HarnessFault) in
        let right = g.apply(g.configuration(3))
        let first = try g.open(right)
        let wrong = try (0..<120).map { (number) throws(HarnessFault) in
          var forge = right
          forge.payload = g.uuid()
          damage(&forge, number)
          return try g.open(forge)
        }
        return [first] + wrong + [first]
      }
    }
  }

  /// ABT-ROB-04: large ones of one kind, then valid ones as large. What is taken of a budget for a request is given back, however it ends.
  private var largeInARow: [Specification] {
    let images = PropertyListImages(keys)
    let damages: [(String, DelegatePlan, @Sendable (inout RequestForge) -> Void)] = [
      ("broken-lists", .init(), { $0.propertyList = images.manyReferences(9_000) }),
      ("broken-streams", .init(), { $0.compression = .truncated(by: 6) }),
      ("wrong-tokens", .init(), { $0.token = .damaged(.digitChanged(index: 9)) }),
      ("unknown-versions", .init(), { $0.dictionaryForm = .versionOther(2) }),
      ("wrong-categories", .init(), { $0.dictionaryForm = .categoryMistyped(.integer(1)) }),
      ("refused", DelegatePlan(apply: .init(answer: .no)), { _ in }),
    ]
    return damages.map { name, plan, damage in
      makeWithCanary(
        "hostile/effort/in-a-row/large/\(name)",
        "Sixteen large requests of one kind, then a valid one as large: \(name).", ["ABT-ROB-01"]
      ) { (g) throws(HarnessFault) in
        let text = String("t", times: max(0, min(300_000, limits.maxInflatedBytes / 2)))
        let values: [PropertyList.Member] = [
          .init(key: "long", value: .string(text)),
          .init(key: "list", value: .array([PropertyList](repeating: .integer(7), count: 6_000))),
        ]
        let right = g.apply(values)
        let first = try g.open(right)
        let wrong = try (0..<16).map { (_) throws(HarnessFault) in
          var forge = right
          forge.payload = g.uuid()
          forge.compression = .canonical
          damage(&forge)
          return try g.open(forge, plan)
        }
        return [first] + wrong + [first]
      }
    }
  }
}
