import Conformance
import Forge
import SuiteModels
import WireFormat

/// Section 4.10: a piece that comes again with other content (ABT-CHUNK-06).
extension ABTCases {
  var contradicting: [Specification] {
    contradictedThenAnew + contradictedThenTheRest + nearlyTheSame + contradictedForGood
      + contradictedAsAWhole
  }

  /// The pieces of two requests of one payload, which have other contents.
  private static func twoContents(
    _ g: inout RequestGenerator, _ action: RequestForge.Action = .apply, total: Int
  ) -> (pieces: [RequestForge], others: [RequestForge]) {
    let first = action == .apply ? g.apply(g.configuration(6)) : g.reset(["host", "port"])
    var other = action == .apply ? g.apply(g.configuration(6)) : g.reset(["theme", "k1"])
    (other.profile, other.payload) = (first.profile, first.payload)
    return (g.chunks(of: first, total: total), g.chunks(of: other, total: total))
  }

  /// The piece comes again with other content, then all pieces do.
  private var contradictedThenAnew: [Specification] {
    [(2, 0), (3, 0), (3, 1)].map { total, index in
      makeWithCanary(
        "chunks/contradicting/\(index + 1)-of-\(total)",
        "Piece \(index + 1) of \(total) comes again with other content; then all pieces come anew.",
        ["ABT-CHUNK-06", "ABT-CHUNK-01"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let (pieces, others) = Self.twoContents(&g, total: total)
        return try g.open(all: pieces[...index] + [others[index]] + pieces)
      }
    }
  }

  /// The piece comes again with other content, then those behind it come.
  private var contradictedThenTheRest: [Specification] {
    [(2, 0), (3, 0), (3, 1), (4, 1), (4, 2)].map { total, index in
      makeWithCanary(
        "chunks/contradicting/rest-of-\(total)\(index == 0 ? "" : "/piece-\(index + 1)")",
        "Piece \(index + 1) of \(total) comes again with other content, then only the pieces after it.",
        ["ABT-CHUNK-06"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let (pieces, others) = Self.twoContents(&g, total: total)
        return try g.open(all: pieces[...index] + [others[index]] + pieces[(index + 1)...])
      }
    }
  }

  /// A piece comes again with a content that differs in one place only.
  private var nearlyTheSame: [Specification] {
    let changes: [(String, @Sendable (inout [UInt8]) -> Void)] = [
      ("first-byte", { $0[0] ^= 1 }), ("last-byte", { $0[$0.count - 1] ^= 1 }),
      ("middle-byte", { $0[$0.count / 2] ^= 0x80 }),
      ("behind-nul", { $0[($0.firstIndex(of: 0) ?? 0) + 1] ^= 1 }),
      ("one-byte-more", { $0.append(0) }), ("one-byte-less", { $0.removeLast() }),
      ("swapped", { $0.swapAt(10, 11) }), ("half", { $0.removeLast($0.count / 2) }),
      (
        "same-sum",
        {
          $0[12] &+= 1
          $0[20] &-= 1
        }
      ),
    ]
    return changes.map { name, change in
      makeWithCanary(
        "chunks/contradicting/nearly-the-same/\(name)",
        "A piece comes again with nearly the same content: \(name).", ["ABT-CHUNK-06"],
        needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        var whole = g.apply(g.configuration(8))
        whole.compression = .storedBlocks(of: 0xFFFF)
        let pieces = g.chunks(of: whole, total: 2)
        var bytes = g.piece(of: pieces[0])
        change(&bytes)
        var other = pieces[0]
        other.parameters = .slots([
          .init(.token), .init(.profile), .init(.payload), .init(.chunk), .init(.chunks),
          .init(.data, .raw(PercentCoding.encode(Base64Text.encode(bytes)))),
        ])
        return [try g.open(pieces[0]), try g.open(other), try g.open(pieces[1])]
      }
    }
  }

  /// What was dropped is not there any more.
  private var contradictedForGood: [Specification] {
    let orders: [(String, [(isOther: Bool, index: Int)])] = [
      ("second-kept", [(false, 0), (true, 0), (true, 1)]),
      ("then-anew", [(false, 0), (true, 0), (true, 0), (true, 1)]),
      ("then-the-first", [(false, 0), (true, 0), (false, 0), (false, 1)]),
    ]
    return orders.map { name, order in
      makeWithCanary(
        "chunks/contradicting/dropped/\(name)",
        "Two contents of one piece drop its assembly: \(name).", ["ABT-CHUNK-06", "ABT-CHUNK-03"],
        needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let (pieces, others) = Self.twoContents(&g, total: 2)
        return try g.open(all: order.map { ($0.isOther ? others : pieces)[$0.index] })
      }
    }
  }

  /// The assembly is dropped with all its pieces, and not the one piece that was contradicted: with that piece as it was, and the one that
  /// has not come yet, it is not complete.
  private var contradictedAsAWhole: [Specification] {
    [(3, 0), (3, 1), (4, 0), (4, 2)].flatMap { total, index in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "chunks/contradicting/as-a-whole/\(index + 1)-of-\(total)/\(action.rawValue)",
          "All but the last of \(total) pieces come, piece \(index + 1) with other content, then that piece as it was, and the last one.",
          ["ABT-CHUNK-06", "ABT-CHUNK-03"], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          let (pieces, others) = Self.twoContents(&g, action, total: total)
          return try g.open(
            all: pieces.dropLast() + [others[index], pieces[index], pieces[total - 1]])
        }
      }
    }
  }
}
