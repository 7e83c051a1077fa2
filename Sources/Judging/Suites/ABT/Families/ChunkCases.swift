import Conformance
import Forge
import SuiteModels
import WireFormat

/// Section 4.10: packed bytes in pieces.
extension ABTCases {
  var chunks: [Specification] {
    inOrder + outOfOrder + repeated + assemblies + numbers + firstNumbers + numbersOfWhole
      + tooMany + oneOfOne + contentsInPieces + large + [manyLarge]
      + partialProfiles + tokens(ofPieces: 3) + uncountedPieces + wrongTokensOfPieces
      + wrongTokensOfRepeats
  }

  /// ABT-CHUNK-02.
  private var oneOfOne: [Specification] {
    let plans: [(String, DelegatePlan)] = [
      ("yes", DelegatePlan()),
      ("no", DelegatePlan(apply: .init(answer: .no), revert: .init(answer: .no))),
      ("records", DelegatePlan(apply: .init([.didApply("host"), .didNotApply("port")]))),
    ]
    let alone: [Specification] = plans.flatMap { name, plan in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "chunks/one-of-one/\(name)/\(action.rawValue)",
          "A whole request that calls itself the first piece of one; the delegate: \(name).",
          ["ABT-CHUNK-02"], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(4)) : g.reset(["host", "port"])
          forge.chunk = ChunkLayer(index: 1, of: 1)
          return [try g.open(forge, plan), try g.open(forge, plan)]
        }
      }
    }
    let damages: [(String, @Sendable (inout RequestForge) -> Void)] = [
      ("token", { $0.token = .damaged(.digitChanged(index: 4)) }),
      ("zlib", { $0.compression = .checksum(.zeroed) }),
      ("version", { $0.dictionaryForm = .versionOther(2) }),
    ]
    return alone
      + damages.map { name, damage in
        makeWithCanary(
          "chunks/one-of-one/wrong/\(name)",
          "The first piece of one, in which something is wrong: \(name).", ["ABT-CHUNK-02"],
          needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(4))
          forge.chunk = ChunkLayer(index: 1, of: 1)
          damage(&forge)
          return [try g.open(forge)]
        }
      } + [
        makeWithCanary(
          "chunks/one-of-one/drops",
          "The first piece of one is a whole request, and drops the assembly of its payload.",
          ["ABT-CHUNK-02", "ABT-CHUNK-11"], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          let whole = g.apply(g.configuration(5))
          let pieces = g.chunks(of: whole, total: 2)
          return [
            try g.open(pieces[0]), try g.open(g.chunks(of: whole, total: 1)[0]),
            try g.open(pieces[1]),
          ]
        }
      ]
  }

  /// ABT-CHUNK-01, 05: pieces of hundreds of kibibytes, whose sum is below the limit whatever is repeated, unless a repeated piece counts
  /// again.
  private var large: [Specification] {
    // The sizes of the pieces, in twentieths.
    let series: [(String, [Int], [Int], [Clause.ID])] = [
      ("in-order", [10, 10], [0, 1], ["ABT-CHUNK-01"]),
      ("first-three-times", [10, 10], [0, 0, 0, 1], ["ABT-CHUNK-01", "ABT-CHUNK-05"]),
      ("most-of-all-twice", [18, 2], [0, 0, 1], ["ABT-CHUNK-01", "ABT-CHUNK-05"]),
      ("most-of-all-last", [18, 2], [1, 0], ["ABT-CHUNK-01"]),
      ("both-twice", [9, 9, 2], [0, 1, 0, 1, 2], ["ABT-CHUNK-01", "ABT-CHUNK-05"]),
    ]
    return series.map { name, sizes, order, targets in
      makeWithCanary(
        "chunks/large/\(name)",
        "Pieces of hundreds of kibibytes, which together are as much as may be sent, or 780,000 bytes: \(name).",
        targets, needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let bytes = [UInt8](
          noise: min(780_000, mostPacked, mostInURL * 11 / 10), of: g.choices.bytes(512))
        var whole = g.apply([.init(key: "image", value: .data(bytes))])
        whole.compression = .storedBlocks(of: 0xFFFF)
        whole.escaping = .rawBase64
        let pieces = sizes.indices.map { place in
          var piece = whole
          let begin = bytes.count * sizes[..<place].reduce(0, +) / 20
          // The last piece has what is around the bytes, too.
          let end =
            place == sizes.count - 1 ? Int.max : begin + bytes.count * sizes[place] / 20
          piece.chunk = ChunkLayer(index: place + 1, of: sizes.count, cut: begin..<end)
          return piece
        }
        return try order.map { (index) throws(HarnessFault) in try g.open(pieces[index]) }
      }
    }
  }

  /// ABT-CHUNK-10: most of an assembly that never comes to its end, each piece of which is as large as a URL lets it be. Together they are
  /// far more than may be kept.
  private var manyLarge: Specification {
    makeWithCanary(
      "chunks/large/one-assembly",
      "Dozens of pieces of one assembly, each as large as a URL lets it be: no more is kept than may be.",
      ["ABT-CHUNK-10", "ABT-ROB-03"], needs: ["chunks"], editions: [.plain]
    ) { (g) throws(HarnessFault) in
      let total = limits.maxChunks
      let size = min(mostInURL, limits.maxPackedBytes * 2 / 3)
      let count = min(total - 1, max(3, (38 << 20) / max(1, size)))
      let noise = g.choices.bytes(512)
      var piece = g.apply([])
      piece.escaping = .rawBase64
      func opening(_ index: Int, _ bytes: [UInt8]) throws(HarnessFault) -> Opening {
        piece.chunk = ChunkLayer(index: index, of: total)
        piece.parameters = .slots([
          .init(.token), .init(.profile), .init(.payload), .init(.chunk), .init(.chunks),
          .init(.data, .raw(Base64Text.encode(bytes))),
        ])
        return try g.openBytes(piece)
      }
      // A small piece comes again after each: whoever counts anew with it never comes to an end.
      let small = try opening(total, Array(noise.prefix(33)))
      var openings: [Opening] = []
      for index in 1...count {
        openings.append(small)
        openings.append(try opening(index, [UInt8](noise: size, of: noise, shifted: index)))
      }
      return openings
    }
  }

  /// ABT-CHUNK-13: each URL a whole dictionary with a part of the keys.
  private var partialProfiles: [Specification] {
    [2, 3, 5].map { count in
      make(
        "chunks/partial-profiles/\(count)",
        "\(count) whole requests of one payload, each with other keys: none takes back another.",
        ["ABT-CHUNK-13"]
      ) { (g) throws(HarnessFault) in
        let members = g.configuration(count * 2)
        let first = g.apply([])
        return try (0..<count).map { (index) throws(HarnessFault) in
          var part = g.apply(Array(members[(index * 2)..<(index * 2 + 2)]))
          part.profile = first.profile
          part.payload = first.payload
          return try g.open(part)
        }
      }
    }
  }

  private func chunkCase(
    _ path: String, _ title: String, _ targets: [Clause.ID], total: Int,
    _ arrange: @escaping @Sendable ([RequestForge], inout RequestGenerator) -> [RequestForge]
  ) -> Specification {
    makeWithCanary("chunks/\(path)", title, targets, needs: ["chunks"]) {
      (g) throws(HarnessFault) in
      let whole = g.apply(category: "Mail", g.configuration(8))
      var openings: [Opening] = []
      for piece in arrange(g.chunks(of: whole, total: total), &g) {
        openings.append(try g.open(piece))
      }
      return openings
    }
  }

  private var inOrder: [Specification] {
    [2, 3, 5, 16, 64].map { total in
      chunkCase(
        "in-order/\(total)", "\(total) pieces in order.", ["ABT-CHUNK-01", "ABT-CHUNK-03"],
        total: total
      ) { pieces, _ in pieces }
    } + [
      makeWithCanary(
        "chunks/in-order/reset", "A reset request in three pieces.",
        ["ABT-CHUNK-01", "ABT-CHUNK-03"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        var openings: [Opening] = []
        for piece in g.chunks(of: g.reset(["host", "port", "theme"]), total: 3) {
          openings.append(try g.open(piece))
        }
        return openings
      },
      makeWithCanary(
        "chunks/in-order/twice", "Two payloads in pieces, one after the other.",
        ["ABT-CHUNK-01", "ABT-CHUNK-03"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        var openings: [Opening] = []
        for _ in 0..<2 {
          for piece in g.chunks(of: g.apply(g.configuration(5)), total: 3) {
            openings.append(try g.open(piece))
          }
        }
        return openings
      },
      makeWithCanary(
        "chunks/in-order/delegate-no", "The delegate refuses what the pieces came to.",
        ["ABT-CHUNK-01", "ABT-CB-04"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        var openings: [Opening] = []
        let refusal = DelegatePlan(apply: .init(answer: .no))
        for piece in g.chunks(of: g.apply(g.configuration(5)), total: 2) {
          openings.append(try g.open(piece, refusal))
        }
        return openings
      },
      makeWithCanary(
        "chunks/in-order/canceled", "The delegate cancels what the pieces came to.",
        ["ABT-CHUNK-01", "ABT-CB-05", "ABT-CB-06"], needs: ["chunks", "cancel"]
      ) { (g) throws(HarnessFault) in
        var openings: [Opening] = []
        let cancel = DelegatePlan(apply: .init(answer: .cancel), revert: .init(answer: .cancel))
        for forge in [g.apply(g.configuration(5)), g.reset(["host", "port"])] {
          for piece in g.chunks(of: forge, total: 2) { openings.append(try g.open(piece, cancel)) }
        }
        return openings
      },
      makeWithCanary(
        "chunks/in-order/again-after-no",
        "The delegate refuses what the pieces came to, or cancels; then the last piece comes again.",
        ["ABT-CHUNK-01", "ABT-CHUNK-03"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        var openings: [Opening] = []
        for forge in [g.apply(g.configuration(5)), g.reset(["host", "port"])] {
          let refusal = DelegatePlan(apply: .init(answer: .no), revert: .init(answer: .no))
          let pieces = g.chunks(of: forge, total: 2)
          for piece in pieces + [pieces[1], pieces[0]] {
            openings.append(try g.open(piece, refusal))
          }
        }
        return openings
      },
      otherContents("yes", .init(), .init()),
      otherContents("no", .init(answer: .no), .init(answer: .no)),
      otherContents("cancel", .init(answer: .cancel), .init(answer: .cancel), needs: ["cancel"]),
      makeWithCanary(
        "chunks/unfinished", "Only the first pieces come: nothing is applied.",
        ["ABT-CHUNK-03"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        var openings: [Opening] = []
        for piece in g.chunks(of: g.apply(g.configuration(8)), total: 4).dropLast() {
          openings.append(try g.open(piece))
        }
        return openings
      },
    ]
  }

  /// ABT-CHUNK-01: pieces of another content after an assembly of the same name was complete, whatever the delegate said of it.
  private func otherContents(
    _ name: String, _ apply: DelegatePlan.Turn, _ revert: DelegatePlan.Turn,
    needs: Set<String> = []
  ) -> Specification {
    make(
      "chunks/in-order/other-contents-after/\(name)",
      "Pieces of other contents come for the same payload, after the delegate has answered \(name) to what the first ones came to.",
      ["ABT-CHUNK-01", "ABT-CHUNK-03"], needs: needs.union(["chunks"])
    ) { (g) throws(HarnessFault) in
      let plan = DelegatePlan(apply: apply, revert: revert)
      var openings: [Opening] = []
      for forges in [
        [g.apply(g.configuration(5)), g.apply(g.configuration(6)), g.apply(g.configuration(4))],
        [g.reset(["host", "port"]), g.reset(["theme", "k1"]), g.reset(["account", "k2"])],
      ] {
        for (number, forge) in forges.enumerated() {
          var forge = forge
          (forge.profile, forge.payload) = (forges[0].profile, forges[0].payload)
          for piece in g.chunks(of: forge, total: 2) {
            openings.append(try g.open(piece, number == 0 ? plan : .init()))
          }
        }
      }
      return openings
    }
  }

  /// ABT-CHUNK-04 is a SHOULD: a piece out of order may be refused, and what follows is judged either way.
  private var outOfOrder: [Specification] {
    [
      chunkCase("any-order/two-swapped", "2, 1 of 2.", ["ABT-CHUNK-04"], total: 2) { pieces, _ in
        pieces.reversed()
      },
      chunkCase("any-order/reversed", "5, 4, 3, 2, 1 of 5.", ["ABT-CHUNK-04"], total: 5) {
        pieces, _ in
        pieces.reversed()
      },
      chunkCase("any-order/last-first", "4, 1, 2, 3 of 4.", ["ABT-CHUNK-04"], total: 4) {
        pieces, _ in
        [pieces[3]] + pieces[0..<3]
      },
      chunkCase("any-order/middle-late", "1, 3, 2 of 3.", ["ABT-CHUNK-04"], total: 3) { pieces, _ in
        [pieces[0], pieces[2], pieces[1]]
      },
    ]
      + [9, 17].flatMap { total in
        [
          chunkCase(
            "any-order/two-swapped/\(total)", "The first two of \(total) pieces are swapped.",
            ["ABT-CHUNK-04"], total: total
          ) { pieces, _ in [pieces[1], pieces[0]] + pieces[2...] },
          chunkCase(
            "any-order/reversed/\(total)", "\(total) pieces, the last one first.",
            ["ABT-CHUNK-04"], total: total
          ) { pieces, _ in pieces.reversed() },
        ]
      }
      + Specification.seeded(8) { number in
        chunkCase(
          "any-order/shuffled/\(number)", "Six pieces in any order.", ["ABT-CHUNK-04"], total: 6
        ) { pieces, g in
          let shuffled = g.choices.shuffled(pieces)
          return shuffled == pieces ? pieces.reversed() : shuffled
        }
      }
  }

  /// ABT-CHUNK-05.
  private var repeated: [Specification] {
    [
      chunkCase(
        "repeated/first", "1, 1, 2, 3 of 3.", ["ABT-CHUNK-05", "ABT-CHUNK-01", "ABT-CHUNK-03"],
        total: 3
      ) {
        pieces, _ in [pieces[0]] + pieces
      },
      chunkCase(
        "repeated/each", "1, 1, 2, 2, 3 of 3.", ["ABT-CHUNK-05", "ABT-CHUNK-01", "ABT-CHUNK-03"],
        total: 3
      ) { pieces, _ in pieces.dropLast().flatMap { [$0, $0] } + pieces.suffix(1) },
      chunkCase(
        "repeated/earlier", "1, 2, 1, 3 of 3.", ["ABT-CHUNK-05", "ABT-CHUNK-01", "ABT-CHUNK-03"],
        total: 3
      ) { pieces, _ in [pieces[0], pieces[1], pieces[0], pieces[2]] },
      chunkCase(
        "repeated/many-times", "1 twenty times, then 2 of 2.",
        ["ABT-CHUNK-05", "ABT-CHUNK-01", "ABT-CHUNK-03"],
        total: 2
      ) { pieces, _ in Array(repeating: pieces[0], count: 20) + [pieces[1]] },
      chunkCase(
        "repeated/after-completion", "1, 2 of 2, then 2 again: no second call.", ["ABT-CHUNK-01"],
        total: 2
      ) { pieces, _ in pieces + [pieces[1]] },
    ]
  }
}
