import Conformance
import Forge
import SuiteModels
import WireFormat

/// Sections 4.2 and 4.10: the token of each piece.
extension ABTCases {
  /// ABT-TOK-09, 05: every way in which a token can be wrong, in front of each piece with the right one.
  var wrongTokensOfPieces: [Specification] {
    damagedTokens.flatMap { name, damage, rules in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "chunks/token/each-piece/\(name)/\(action.rawValue)",
          "Each of three pieces comes with a wrong token (\(name)), then with the right one.",
          ["ABT-TOK-09"] + rules, needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          let forge =
            action == .apply ? g.apply(g.configuration(5)) : g.reset(["host", "port", "theme"])
          let token = TokenLayer.damaged(damage(g.setup))
          return try g.open(
            all: g.chunks(of: forge, total: 3).flatMap { piece in
              var wrong = piece
              wrong.token = token
              return [wrong, piece]
            })
        }
      }
    }
  }

  /// ABT-TOK-09: a piece that came with the right token comes again with a wrong one.
  var wrongTokensOfRepeats: [Specification] {
    let damages: [(String, TokenLayer)] = [
      ("missing", .absent), ("one-digit", .damaged(.digitChanged(index: 8))),
      ("capitals", .damaged(.upperCased)),
    ]
    return damages.flatMap { name, token in
      [0, 1].flatMap { index in
        RequestForge.Action.allCases.map { action in
          makeWithCanary(
            "chunks/token/again/\(name)/piece-\(index + 1)/\(action.rawValue)",
            "Piece \(index + 1) of three comes again at once, with a wrong token (\(name)).",
            ["ABT-TOK-09"], needs: ["chunks"]
          ) { (g) throws(HarnessFault) in
            let forge = action == .apply ? g.apply(g.configuration(5)) : g.reset(["host", "port"])
            var pieces = g.chunks(of: forge, total: 3)
            var wrong = pieces[index]
            wrong.token = token
            pieces.insert(wrong, at: index + 1)
            return try g.open(all: pieces)
          }
        }
      }
    }
  }

  /// ABT-TOK-09: each piece needs the token.
  func tokens(ofPieces total: Int) -> [Specification] {
    let damages: [(String, TokenLayer)] = [
      ("missing", .absent), ("empty", .damaged(.emptied)),
      ("one-digit", .damaged(.digitChanged(index: 40))),
      ("cut-short", .damaged(.truncated(length: 63))),
    ]
    return (0..<total).flatMap { index in
      damages.map { name, token in
        makeWithCanary(
          "chunks/token/piece-\(index + 1)/\(name)",
          "Piece \(index + 1) of \(total) comes with a wrong token (\(name)), then with the right one.",
          ["ABT-TOK-09"], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          let pieces = g.chunks(of: g.apply(g.configuration(5)), total: total)
          var wrong = pieces[index]
          wrong.token = token
          return try g.open(all: pieces[..<index] + [wrong] + pieces[index...])
        }
      }
    }
  }

  /// ABT-TOK-09: a piece whose token is wrong is no piece: the others do not complete it.
  var uncountedPieces: [Specification] {
    let tokens: [(String, TokenLayer)] = [
      ("missing", .absent), ("zeros", .damaged(.replaced(with: String("0", times: 64)))),
      ("one-digit", .damaged(.digitChanged(index: 11))),
    ]
    return tokens.flatMap { name, token in
      RequestForge.Action.allCases.flatMap { action in
        [(2, 0), (2, 1), (3, 0), (3, 1)].map { total, index in
          makeWithCanary(
            "chunks/token/not-counted/\(name)/\(index + 1)-of-\(total)/\(action.rawValue)",
            "Piece \(index + 1) of \(total) comes with a wrong token (\(name)), the others with the right one, and then that piece again.",
            ["ABT-TOK-09", "ABT-DEL-05", "ABT-CHUNK-03"], needs: ["chunks"]
          ) { (g) throws(HarnessFault) in
            let forge =
              action == .apply ? g.apply(g.configuration(5)) : g.reset(["host", "port", "theme"])
            var pieces = g.chunks(of: forge, total: total)
            let right = pieces[index]
            pieces[index].token = token
            return try g.open(all: pieces + [right])
          }
        }
      }
    }
  }
}
