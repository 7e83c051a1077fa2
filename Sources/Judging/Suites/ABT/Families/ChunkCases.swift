import Conformance
import Forge

/// Section 4.10: packed bytes in pieces.
extension ABTCases {
  var chunks: [Specification] { inOrder + outOfOrder + repeated + contradicting + unrelated }

  /// ABT-CHUNK-06: one index, two contents.
  private var contradicting: [Specification] {
    [(2, 0), (3, 0), (3, 1)].map { total, index in
      makeWithCanary(
        "chunks/contradicting/\(index + 1)-of-\(total)",
        "Piece \(index + 1) of \(total) comes again with other content; then all pieces come anew.",
        ["ABT-CHUNK-06", "ABT-CHUNK-01"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let first = g.apply(g.configuration(6))
        var other = g.apply(g.configuration(6))
        other.profile = first.profile
        other.payload = first.payload
        let pieces = g.chunks(of: first, total: total)
        let contradiction = [g.chunks(of: other, total: total)[index]]
        return try (pieces[...index] + contradiction + pieces).map { (piece) throws(HarnessFault) in
          try g.open(piece)
        }
      }
    }
  }

  /// ABT-CHUNK-14: pieces of different requests never complete each other.
  private var unrelated: [Specification] {
    let differences: [(String, @Sendable (inout RequestForge) -> Void)] = [
      ("profile", { $0.profile += "x" }),
      ("payload", { $0.payload += "x" }),
      (
        "joined-text",
        {
          let last = $0.profile.removeLast()
          $0.payload = String(last) + $0.payload
        }
      ),
      ("swapped", { ($0.profile, $0.payload) = ($0.payload, $0.profile) }),
    ]
    return differences.map { name, change in
      makeWithCanary(
        "chunks/unrelated/\(name)",
        "The first piece of one request and the second of another that differs in: \(name).",
        ["ABT-CHUNK-14", "ABT-CHUNK-03"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let first = g.apply(g.configuration(5))
        var second = first
        change(&second)
        let pieces = g.chunks(of: first, total: 2)
        let others = g.chunks(of: second, total: 2)
        return try [pieces[0], others[1], pieces[1]].map { (piece) throws(HarnessFault) in
          try g.open(piece)
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
      + (0..<8).map { number in
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
      chunkCase("repeated/first", "1, 1, 2, 3 of 3.", ["ABT-CHUNK-05", "ABT-CHUNK-01"], total: 3) {
        pieces, _ in [pieces[0]] + pieces
      },
      chunkCase(
        "repeated/each", "1, 1, 2, 2, 3 of 3.", ["ABT-CHUNK-05", "ABT-CHUNK-01"], total: 3
      ) { pieces, _ in pieces.dropLast().flatMap { [$0, $0] } + pieces.suffix(1) },
      chunkCase(
        "repeated/earlier", "1, 2, 1, 3 of 3.", ["ABT-CHUNK-05", "ABT-CHUNK-01"], total: 3
      ) { pieces, _ in [pieces[0], pieces[1], pieces[0], pieces[2]] },
      chunkCase(
        "repeated/many-times", "1 twenty times, then 2 of 2.", ["ABT-CHUNK-05", "ABT-CHUNK-01"],
        total: 2
      ) { pieces, _ in Array(repeating: pieces[0], count: 20) + [pieces[1]] },
      chunkCase(
        "repeated/after-completion", "1, 2 of 2, then 2 again: no second call.", ["ABT-CHUNK-01"],
        total: 2
      ) { pieces, _ in pieces + [pieces[1]] },
    ]
  }
}
