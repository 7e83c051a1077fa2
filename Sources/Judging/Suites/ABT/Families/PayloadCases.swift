import Conformance
import Forge
import SuiteModels
import WireFormat

/// Section 4.11: several payloads and profiles, one after the other and by turns; and the same request again (ABT-ROB-06).
extension ABTCases {
  var payloads: [Specification] {
    ofOneProfile + besideFailures + betweenPieces + betweenPiecesInPieces + ofTwoProfiles
      + ofTwoProfilesInPieces
      + resetsOfOne + again + sameResult
  }

  /// ABT-MULTI-01.
  private var ofOneProfile: [Specification] {
    [2, 3, 8].map { count in
      make(
        "payloads/one-profile/\(count)",
        "\(count) payloads of one profile, each with its own callback.",
        ["ABT-MULTI-01"]
      ) { (g) throws(HarnessFault) in
        let profile = g.uuid()
        return try (0..<count).map { (index) throws(HarnessFault) in
          var forge = index % 3 == 2 ? g.reset(["host", "k\(index)"]) : g.apply(g.configuration(3))
          forge.profile = profile
          return try g.open(forge)
        }
      }
    }
  }

  /// ABT-MULTI-02: one of three payloads fails, in each place and way.
  private var besideFailures: [Specification] {
    typealias Failure = (
      name: String, needs: Set<String>, fail: @Sendable (inout RequestForge) -> Void,
      plan: DelegatePlan
    )
    let failures: [Failure] = [
      ("delegate", [], { _ in }, DelegatePlan(apply: .init([.didApply("host")], answer: .no))),
      (
        "canceled", ["cancel"], { _ in },
        DelegatePlan(apply: .init([.didApply("host")], answer: .cancel))
      ),
      (
        "rolled-back", ["rollback"], { _ in },
        DelegatePlan(
          apply: .init([.didApplyOver("host", oldValue: .string("old"))], answer: .no))
      ),
      ("token", [], { $0.token = .damaged(.digitChanged(index: 3)) }, DelegatePlan()),
      ("base64", [], { $0.base64 = .foreignCharacter(index: 4, scalar: "*") }, DelegatePlan()),
      ("zlib", [], { $0.compression = .truncated(by: 6) }, DelegatePlan()),
      ("version", [], { $0.dictionaryForm = .versionOther(3) }, DelegatePlan()),
      ("verb", [], { $0.verb = .verbatim("remove") }, DelegatePlan()),
    ]
    return failures.flatMap { name, needs, fail, plan in
      (0..<3).map { place in
        make(
          "payloads/beside-failure/\(name)/\(place + 1)-of-3",
          "Payload \(place + 1) of three fails (\(name)); the others are applied.",
          ["ABT-MULTI-02"], needs: needs
        ) { (g) throws(HarnessFault) in
          let profile = g.uuid()
          return try (0..<3).map { (index) throws(HarnessFault) in
            var forge = g.apply(category: "c\(index)", g.configuration(3 + index))
            forge.profile = profile
            guard index == place else { return try g.open(forge) }
            fail(&forge)
            return try g.open(forge, plan)
          }
        }
      }
    }
  }

  /// ABT-MULTI-02: a payload that fails as a whole leaves the assembly of another one alone.
  private var betweenPieces: [Specification] {
    typealias Failure = (
      name: String, needs: Set<String>, action: RequestForge.Action,
      fail: @Sendable (inout RequestForge) -> Void, plan: DelegatePlan
    )
    let failures: [Failure] = [
      ("delegate", [], .apply, { _ in }, DelegatePlan(apply: .init(answer: .no))),
      ("canceled", ["cancel"], .apply, { _ in }, DelegatePlan(apply: .init(answer: .cancel))),
      (
        "rolled-back", ["rollback"], .apply, { _ in },
        DelegatePlan(
          apply: .init([.didApplyOver("host", oldValue: .string("old"))], answer: .no))
      ),
      ("reset", [], .reset, { _ in }, DelegatePlan(revert: .init(answer: .no))),
      (
        "reset-canceled", ["cancel"], .reset, { _ in }, DelegatePlan(revert: .init(answer: .cancel))
      ),
      ("token", [], .apply, { $0.token = .damaged(.digitChanged(index: 3)) }, DelegatePlan()),
      ("no-data", [], .apply, { $0.parameters = .missing(.data) }, DelegatePlan()),
      (
        "base64", [], .apply, { $0.base64 = .foreignCharacter(index: 4, scalar: "*") },
        DelegatePlan()
      ),
      ("zlib", [], .apply, { $0.compression = .truncated(by: 6) }, DelegatePlan()),
      ("magic", [], .apply, { $0.magic = .missing }, DelegatePlan()),
      ("list", [], .apply, { $0.propertyList = .truncated(length: 30) }, DelegatePlan()),
      ("too-large", [], .apply, tooLarge, DelegatePlan()),
      ("version", [], .apply, { $0.dictionaryForm = .versionOther(3) }, DelegatePlan()),
      ("verb", [], .apply, { $0.verb = .verbatim("remove") }, DelegatePlan()),
    ]
    return failures.flatMap { name, needs, action, fail, plan in
      [true, false].map { sharesProfile in
        makeWithCanary(
          "payloads/between-pieces/\(name)/\(sharesProfile ? "same-profile" : "other-profile")",
          "A whole request of another payload fails (\(name)) between two pieces, which are completed all the same.",
          ["ABT-MULTI-02", "ABT-CHUNK-09"], needs: needs.union(["chunks"])
        ) { (g) throws(HarnessFault) in
          let whole = g.apply(g.configuration(5))
          let pieces = g.chunks(of: whole, total: 2)
          var other = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host"])
          if sharesProfile { other.profile = whole.profile }
          fail(&other)
          return [try g.open(pieces[0]), try g.open(other, plan), try g.open(pieces[1])]
        }
      }
    }
  }

  /// ABT-MULTI-02, ABT-CHUNK-09: an assembly that fails leaves those of other payloads alone.
  private var betweenPiecesInPieces: [Specification] {
    typealias Failure = @Sendable (inout RequestGenerator, RequestForge) -> [RequestForge]
    func numbered(_ index: Int, of total: Int) -> Failure {
      { g, forge in [g.onePiece(of: forge, index: index, total: total)] }
    }
    /// All pieces of a request that is wrong as a whole.
    @Sendable func wrong(_ change: @escaping @Sendable (inout RequestForge) -> Void) -> Failure {
      { g, forge in
        var forge = forge
        change(&forge)
        return g.chunks(of: forge, total: 2)
      }
    }
    /// The first piece of a request, and a piece of another one of the same payload.
    func mixed(with index: Int, _ keys: Int) -> Failure {
      { g, forge in
        var other = forge
        other.dictionary = .configuration(category: nil, g.configuration(keys))
        return [g.chunks(of: forge, total: 2)[0], g.chunks(of: other, total: 2)[index]]
      }
    }
    let packed = limits.maxPackedBytes
    let failures: [(name: String, steps: Failure)] = [
      ("contradicted", mixed(with: 0, 4)), ("undecodable", mixed(with: 1, 6)),
      ("zlib", wrong { $0.compression = .truncated(by: 6) }),
      ("magic", wrong { $0.magic = .missing }),
      ("version", wrong { $0.dictionaryForm = .versionOther(3) }),
      (
        "too-large",
        { g, forge in
          let image = [UInt8](noise: packed + 4_096, of: g.choices.bytes(512))
          let steps = wrong {
            $0.dictionary = .configuration(
              category: nil, [.init(key: "image", value: .data(image))])
            $0.compression = .storedBlocks(of: 0xFFFF)
            $0.escaping = .rawBase64
          }
          return steps(&g, forge)
        }
      ),
      ("index", numbered(3, of: 2)), ("index-zero", numbered(0, of: 2)),
      ("too-many-pieces", numbered(1, of: limits.maxChunks + 1)),
    ]
    return failures.flatMap { name, steps in
      [true, false].map { sharesProfile in
        makeWithCanary(
          "payloads/between-pieces/in-pieces/\(name)/\(sharesProfile ? "same-profile" : "other-profile")",
          "Pieces of another payload fail (\(name)) between two pieces, which are completed all the same.",
          ["ABT-MULTI-02", "ABT-CHUNK-09"], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          let whole = g.apply(g.configuration(5))
          let pieces = g.chunks(of: whole, total: 2)
          var other = g.apply(g.configuration(5))
          if sharesProfile { other.profile = whole.profile }
          return try g.open(all: [pieces[0]] + steps(&g, other) + [pieces[1]])
        }
      }
    }
  }

  /// ABT-MULTI-05: a reset of one payload of a profile, where others of the same profile have applied keys as well.
  private var resetsOfOne: [Specification] {
    let resets: [(String, [(payload: Int, keys: [String])])] = [
      ("all-of-the-second", [(1, ["theme", "quota"])]), ("part-of-the-second", [(1, ["quota"])]),
      ("part-of-the-first", [(0, ["port"])]),
      ("one-after-the-other", [(1, ["theme"]), (0, ["host"])]),
      ("shared-key", [(0, ["account"]), (1, ["account"])]),
    ]
    return resets.map { name, resets in
      make(
        "payloads/reset-of-one/\(name)",
        "Two payloads of one profile are applied, then keys of one are taken back: \(name).",
        ["ABT-MULTI-05", "ABT-DEL-02"]
      ) { (g) throws(HarnessFault) in
        let keys = [["host", "port", "account"], ["theme", "quota", "account"]]
        let first = g.apply(keys[0].map { .init(key: $0, value: g.scalar()) })
        var second = g.apply(keys[1].map { .init(key: $0, value: g.scalar()) })
        second.profile = first.profile
        var openings = [try g.open(first), try g.open(second)]
        for (payload, keys) in resets {
          var reset = g.reset(keys)
          reset.profile = first.profile
          reset.payload = payload == 0 ? first.payload : second.payload
          openings.append(try g.open(reset))
        }
        return openings
      }
    }
  }

  /// ABT-MULTI-03.
  private var ofTwoProfiles: [Specification] {
    [true, false].map { sharesPayloads in
      make(
        "payloads/two-profiles/\(sharesPayloads ? "same-payload-names" : "own-payload-names")",
        "Two profiles by turns; payloads are called \(sharesPayloads ? "alike in both" : "otherwise").",
        ["ABT-MULTI-03"]
      ) { (g) throws(HarnessFault) in
        let profiles = [g.uuid(), g.uuid()]
        let names = (0..<3).map { _ in g.uuid() }
        var openings: [Opening] = []
        for name in names {
          for profile in profiles {
            var forge = g.apply(g.configuration(3))
            forge.profile = profile
            if sharesPayloads { forge.payload = name }
            openings.append(try g.open(forge))
          }
        }
        for profile in profiles {
          var forge = g.reset(["host"])
          forge.profile = profile
          forge.payload = names[0]
          openings.append(try g.open(forge))
        }
        return openings
      }
    }
  }

  /// ABT-MULTI-03: pieces wait for theirs while those of the other profile come.
  private var ofTwoProfilesInPieces: [Specification] {
    [true, false].map { sharesPayloads in
      make(
        "payloads/two-profiles/in-pieces/\(sharesPayloads ? "same-payload-names" : "own-payload-names")",
        "Two profiles by turns, each payload in two pieces; payloads are called \(sharesPayloads ? "alike in both" : "otherwise").",
        ["ABT-MULTI-03"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let profiles = [g.uuid(), g.uuid()]
        var openings: [Opening] = []
        for _ in 0..<2 {
          let name = g.uuid()
          let payloads = profiles.map { profile in
            var forge = g.apply(g.configuration(3))
            forge.profile = profile
            if sharesPayloads { forge.payload = name }
            return g.chunks(of: forge, total: 2)
          }
          openings += try g.open(all: (0..<2).flatMap { index in payloads.map { $0[index] } })
        }
        return openings
      }
    }
  }

  /// ABT-MULTI-04.
  private var again: [Specification] {
    let plans: [(String, DelegatePlan)] = [
      ("plain", DelegatePlan()),
      ("records", DelegatePlan(apply: .init([.didApply("host"), .didNotApply("port")]))),
      ("not-applied", DelegatePlan(apply: .init([.didNotApply("host")]))),
    ]
    return plans.map { name, plan in
      make(
        "payloads/again/\(name)", "The same set request three times: \(name).", ["ABT-MULTI-04"]
      ) { (g) throws(HarnessFault) in
        let forge = g.apply(category: "Mail", g.configuration(4))
        return try (0..<3).map { (_) throws(HarnessFault) in try g.open(forge, plan) }
      }
    } + [
      make("payloads/again/reset", "The same reset request three times.", ["ABT-MULTI-04"]) {
        (g) throws(HarnessFault) in
        let forge = g.reset(["host", "port"])
        return try (0..<3).map { (_) throws(HarnessFault) in try g.open(forge) }
      }
    ]
  }

  /// ABT-ROB-06: nothing that came between makes a difference.
  private var sameResult: [Specification] {
    let alone: [Specification] = RequestForge.Action.allCases.map { action in
      make(
        "payloads/same-result/alone/\(action.rawValue)",
        "One \(action.rawValue) request twenty-four times, and nothing else.", ["ABT-ROB-06"]
      ) { (g) throws(HarnessFault) in
        let forge = action == .apply ? g.apply(g.configuration(4)) : g.reset(["host", "port"])
        return try (0..<24).map { (_) throws(HarnessFault) in try g.open(forge) }
      }
    }
    return alone + mixed
  }

  private var mixed: [Specification] {
    [2, 10, 40].map { count in
      make(
        "payloads/same-result/\(count)",
        "A set request, \(count) requests of all kinds, and the first one again.", ["ABT-ROB-06"]
      ) { (g) throws(HarnessFault) in
        let forge = g.apply(category: "Mail", g.configuration(4))
        let plan = DelegatePlan(apply: .init([.didApply("host")]))
        var openings = [try g.open(forge, plan)]
        for number in 0..<count {
          var other = g.anyRequest(largeOnceIn: 50)
          switch number % 4 {
          case 1: other.token = .damaged(.reversed)
          case 2: other.compression = .truncated(by: 3)
          case 3: other.dictionaryForm = .versionMissing
          default: break
          }
          openings.append(try g.open(other))
        }
        return openings + [try g.open(forge, plan)]
      }
    }
  }
}
