import Conformance
import Dialects
import Forge
import SuiteModels
import WireFormat

/// Section 4.10: how many assemblies may be open at once, and which of them makes room (ABT-CHUNK-10).
extension ABTCases {
  /// Assemblies of payloads of their own, each of `total` pieces.
  private static func begun(
    _ count: Int, _ g: inout RequestGenerator, total: Int
  ) -> [[RequestForge]] {
    (0..<count).map { number in
      g.chunks(
        of: number % 4 == 3 ? g.reset(["host", "k\(number)"]) : g.apply(g.configuration(4)),
        total: total)
    }
  }

  /// ABT-CHUNK-10: as many assemblies as are allowed at once, and one more, which drops the oldest.
  var openAtOnce: [Specification] {
    typealias Order = @Sendable (Int) -> [Int]
    let orders: [(String, Order)] = [
      ("first-to-last", { Array(1...$0) }), ("last-to-first", { Array((1...$0).reversed()) }),
      ("last-but-one-only", { [$0 - 1] }), ("last-only", { [$0] }), ("second-only", { _ in [1] }),
    ]
    let oneMore: [Specification] = orders.map { name, order in
      makeWithCanary(
        "chunks/open-at-once/one-more/\(name)",
        "One assembly more than may be open drops the oldest; the others are completed: \(name).",
        ["ABT-CHUNK-10", "ABT-CB-01"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let most = limits.maxAssemblies
        let all = Self.begun(most + 1, &g, total: 2)
        return try g.open(all: all.map { $0[0] } + order(most).map { all[$0][1] })
      }
    }
    return oneMore + afterDropped + oldestAfterDropped + oldestByAge + beside + longOpen + [
      makeWithCanary(
        "chunks/open-at-once/as-many",
        "As many assemblies as may be open, completed from the last to the first.",
        ["ABT-CHUNK-10"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let all = Self.begun(limits.maxAssemblies, &g, total: 2)
        return try g.open(all: all.map { $0[0] } + all.reversed().map { $0[1] })
      },
      makeWithCanary(
        "chunks/open-at-once/oldest-dropped",
        "The oldest of one assembly too many is dropped: its other piece completes nothing.",
        ["ABT-CHUNK-10"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let all = Self.begun(limits.maxAssemblies + 1, &g, total: 2)
        return try g.open(all: all.map { $0[0] } + [all[0][1]])
      },
      makeWithCanary(
        "chunks/open-at-once/which-is-oldest",
        "One assembly too many, when another was begun first, had no new piece for longest, and had no piece at all for longest.",
        ["ABT-CHUNK-10"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let most = limits.maxAssemblies
        let all = Self.begun(most + 1, &g, total: 3)
        // The first one has a new piece, and the second one its first piece again.
        let pieces = all.prefix(most).map { $0[0] } + [all[0][1], all[1][0], all[most][0]]
        // Where one may be open, there is no third one.
        let third = all.dropFirst(2).prefix(1).flatMap { [$0[1], $0[2]] }
        return try g.open(all: pieces + [all[0][2], all[1][1], all[1][2]] + third)
      },
      makeWithCanary(
        "chunks/open-at-once/after-hundreds",
        "Hundreds of pieces have come before one assembly too many is begun: the oldest is dropped, and the others are not.",
        ["ABT-CHUNK-10"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        // The 256th piece comes in the midst of those that are begun.
        let most = limits.maxAssemblies
        let completed = Self.begun(max(0, 256 - most / 2) / 2, &g, total: 2)
        let all = Self.begun(most + 1, &g, total: 2)
        return try g.open(
          all: completed.flatMap { $0 } + all.map { $0[0] } + all.dropFirst().map { $0[1] }
            + [all[0][1]])
      },
      makeWithCanary(
        "chunks/open-at-once/many-more",
        "Three times as many assemblies as may be open; the last ones are completed.",
        ["ABT-CHUNK-10"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let most = limits.maxAssemblies
        let all = Self.begun(most * 3, &g, total: 3)
        let kept = all.suffix(most)
        return try g.open(all: all.map { $0[0] } + kept.map { $0[1] } + kept.map { $0[2] })
      },
      makeWithCanary(
        "chunks/open-at-once/completed-make-room",
        "Assemblies that were completed, contradicted or replaced by a whole request do not count.",
        ["ABT-CHUNK-10"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let most = limits.maxAssemblies
        let first = Self.begun(most, &g, total: 2)
        let more = Self.begun(most / 2, &g, total: 2)
        let done = first.prefix(most / 2)
        let steps =
          first.map { $0[0] } + done.map { $0[1] } + more.map { $0[0] }
          + first.suffix(most - most / 2).map { $0[1] } + more.map { $0[1] }
        return try g.open(all: steps)
      },
    ]
  }

  /// What ends an assembly of which the first of two pieces is there.
  private static let ends:
    [(name: String, steps: @Sendable (inout RequestGenerator, [RequestForge]) -> [RequestForge])] =
      [
        ("completed", { _, pieces in [pieces[1]] }),
        ("whole-apply", { g, pieces in [of(pieces[0], g.apply(g.configuration(2)))] }),
        ("whole-reset", { g, pieces in [of(pieces[0], g.reset(["host"]))] }),
        (
          "contradicted",
          { g, pieces in [g.chunks(of: of(pieces[0], g.apply(g.configuration(5))), total: 2)[0]] }
        ),
        (
          "undecodable",
          { g, pieces in [g.chunks(of: of(pieces[0], g.apply(g.configuration(5))), total: 2)[1]] }
        ),
      ]

  /// A request of the same payload.
  private static func of(_ piece: RequestForge, _ forge: RequestForge) -> RequestForge {
    var forge = forge
    (forge.profile, forge.payload) = (piece.profile, piece.payload)
    return forge
  }

  /// ABT-CHUNK-10: an assembly that is not open any more is not the oldest one. It began before all others, or as the second.
  private var afterDropped: [Specification] {
    Self.ends.flatMap { name, end in
      [0, 1].map { place in
        makeWithCanary(
          "chunks/open-at-once/after-dropped/\(name)/\(place == 0 ? "first" : "second")",
          "As many assemblies as may be open, and more, after one that is not open any more: \(name).",
          ["ABT-CHUNK-10", "ABT-CB-01"], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          let most = limits.maxAssemblies
          let ended = g.chunks(of: g.apply(g.configuration(4)), total: 2)
          let all = Self.begun(most + 1 + place, &g, total: 2)
          let beginnings = all.map { $0[0] }
          // So many make room for others; the rest is completed.
          let kept = all.dropFirst(1 + place)
          return try g.open(
            all: beginnings.prefix(place) + [ended[0]] + end(&g, ended)
              + beginnings.dropFirst(place) + kept.map { $0[1] })
        }
      }
    }
  }

  /// ABT-CHUNK-10: with an assembly that is not open any more nothing is dropped: the oldest of those that are open is, as always.
  private var oldestAfterDropped: [Specification] {
    Self.ends.map { name, end in
      makeWithCanary(
        "chunks/open-at-once/after-dropped/\(name)/oldest-goes",
        "One assembly more than may be open, after one that is not open any more: the oldest open one is dropped (\(name)).",
        ["ABT-CHUNK-10"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let ended = g.chunks(of: g.apply(g.configuration(4)), total: 2)
        let all = Self.begun(limits.maxAssemblies + 1, &g, total: 2)
        return try g.open(all: [ended[0]] + end(&g, ended) + all.map { $0[0] } + [all[0][1]])
      }
    }
  }

  /// ABT-CHUNK-10: it is the oldest assembly that makes room, whatever there is of it: it was begun first, and no piece of it has come since.
  private var oldestByAge: [Specification] {
    typealias Measure = (
      name: String, words: String, pieces: (oldest: Int, others: Int),
      isLarge: (oldest: Bool, others: Bool)
    )
    let measures: [Measure] = [
      ("most-pieces", "of which most pieces are there", (3, 1), (false, false)),
      ("fewest-pieces", "of which fewest pieces are there", (1, 2), (false, false)),
      ("one-missing", "of which one piece is missing", (3, 2), (false, false)),
      ("largest", "whose pieces are the largest", (1, 1), (true, false)),
      ("smallest", "whose pieces are the smallest", (1, 1), (false, true)),
    ]
    return measures.map { name, words, pieces, isLarge in
      makeWithCanary(
        "chunks/open-at-once/oldest-by-age/\(name)",
        "One assembly too many drops the oldest, \(words); the others are completed.",
        ["ABT-CHUNK-10"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let noise = g.choices.bytes(512)
        let most = limits.maxAssemblies
        let all: [[RequestForge]] = (0...most).map { number in
          var members = g.configuration(2)
          if number == 0 ? isLarge.oldest : isLarge.others {
            let image = [UInt8](noise: min(4_000, mostPacked), of: noise, shifted: number)
            members.append(.init(key: "image", value: .data(image)))
          }
          return g.chunks(of: g.apply(members), total: 4)
        }
        let others = all[1..<most]
        var steps = Array(all[0].prefix(pieces.oldest))
        steps += others.flatMap { $0.prefix(pieces.others) }
        steps.append(all[most][0])
        steps += others.flatMap { $0.dropFirst(pieces.others) }
        steps += all[most].dropFirst() + all[0].dropFirst(pieces.oldest)
        return try g.open(all: steps)
      }
    }
  }

  /// Requests of another payload that begin no assembly.
  private static let beginningNone:
    [(name: String, request: @Sendable (inout RequestGenerator, Dialect.Limits) -> RequestForge)] =
      [
        ("whole-apply", { g, _ in g.apply(g.configuration(3)) }),
        ("whole-reset", { g, _ in g.reset(["host"]) }),
        ("one-of-one", { g, _ in g.chunks(of: g.apply(g.configuration(3)), total: 1)[0] }),
        (
          "token",
          { g, _ in
            var wrong = g.chunks(of: g.apply(g.configuration(3)), total: 2)[0]
            wrong.token = .damaged(.digitChanged(index: 5))
            return wrong
          }
        ),
        (
          "base64",
          { g, _ in
            var wrong = g.chunks(of: g.apply(g.configuration(3)), total: 2)[0]
            wrong.base64 = .foreignCharacter(index: 4, scalar: "*")
            return wrong
          }
        ),
        ("index", { g, _ in g.onePiece(of: g.apply(g.configuration(3)), index: 3, total: 2) }),
        (
          "too-many-pieces",
          { g, limits in
            g.onePiece(of: g.apply(g.configuration(3)), index: 1, total: limits.maxChunks + 1)
          }
        ),
      ]

  /// ABT-CHUNK-10: what begins no assembly takes no place, and so drops none.
  private var beside: [Specification] {
    Self.beginningNone.flatMap { name, request in
      [1, 3].map { times in
        makeWithCanary(
          "chunks/open-at-once/beside/\(name)/\(times == 1 ? "once" : "three-times")",
          "As many assemblies as may be open, and what begins none; all are completed: \(name).",
          ["ABT-CHUNK-10"], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          let all = Self.begun(limits.maxAssemblies, &g, total: 2)
          let others = (0..<times).map { _ in request(&g, limits) }
          return try g.open(all: all.map { $0[0] } + others + all.map { $0[1] })
        }
      }
    }
  }

  /// ABT-CHUNK-01: an assembly waits for its last piece however many other requests come.
  private var longOpen: [Specification] {
    [20, 70, 130, 260, 520].map { count in
      makeWithCanary(
        "chunks/open-at-once/long-open/\(count)-requests",
        "\(count) requests of other payloads come between two pieces.",
        ["ABT-CHUNK-01"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let pieces = g.chunks(of: g.apply(g.configuration(4)), total: 2)
        let others = (0..<count).map { number in
          number % 5 == 4 ? g.reset(["host"]) : g.apply(g.configuration(1))
        }
        return try g.open(all: [pieces[0]] + others + [pieces[1]])
      }
    }
  }
}
