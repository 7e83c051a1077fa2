import Conformance
import Forge
import SuiteModels
import WireFormat

/// Section 4.10: the numbers of pieces.
extension ABTCases {
  /// ABT-CHUNK-07: what is no index of a total.
  private static let wrongNumbers: [(String, ChunkLayer.Form)] =
    [
      ("index-zero", .indexZero), ("index-one-above", .indexAboveTotal(by: 1)),
      ("index-far-above", .indexAboveTotal(by: 100_000)), ("total-zero", .totalZero),
    ]
    + ChunkLayer.Place.allCases.flatMap { place -> [(String, ChunkLayer.Form)] in
      [
        ("\(place.rawValue)-missing", .without(place)),
        ("\(place.rawValue)-beyond-32-bits", .beyond32Bits(place)),
        ("\(place.rawValue)-beyond-64-bits", .beyond64Bits(place)),
      ]
        + ChunkLayer.Word.allCases.map {
          ("\(place.rawValue)-\($0.rawValue)", .notANumber(place, $0))
        }
    }

  /// ABT-CHUNK-07: whole data beside wrong numbers; whoever passes over them finds a right request.
  var numbersOfWhole: [Specification] {
    let ofForms: [Specification] = Self.wrongNumbers.flatMap { name, form in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "chunks/numbers-of-whole/\(name)/\(action.rawValue)",
          "A \(action.rawValue) request with all of its data, beside numbers that are not right: \(name).",
          ["ABT-CHUNK-07"], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(5)) : g.reset(["host", "port"])
          forge.chunk = ChunkLayer(index: 1, of: 1, form: form)
          return [try g.open(forge)]
        }
      }
    }
    let empty: [Specification] = RequestForge.Action.allCases.map { action in
      makeWithCanary(
        "chunks/numbers-of-whole/both-nothing/\(action.rawValue)",
        "A \(action.rawValue) request with all of its data, beside two numbers that are both empty.",
        ["ABT-CHUNK-07"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        var forge = action == .apply ? g.apply(g.configuration(5)) : g.reset(["host", "port"])
        forge.chunk = ChunkLayer(index: 1, of: 1)
        forge.parameters = .slots([
          .init(.token), .init(.profile), .init(.payload), .init(.chunk, .empty),
          .init(.chunks, .empty), .init(.data),
        ])
        return [try g.open(forge)]
      }
    }
    let words: [(String, index: String, total: String)] = [
      ("both-zero", "0", "0"), ("line-behind-index", "1%0Ax", "1"),
      ("line-behind-total", "1", "1%0Ax"),
      ("line-in-front", "x%0A1", "1"), ("lines", "1%0A2", "2%0A2"),
    ]
    let written: [Specification] = words.flatMap { name, index, total in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "chunks/numbers-of-whole/written/\(name)/\(action.rawValue)",
          "A \(action.rawValue) request with all of its data, as the piece \(index) of \(total): \(name).",
          ["ABT-CHUNK-07"], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(5)) : g.reset(["host", "port"])
          forge.chunk = ChunkLayer(index: 1, of: 1)
          forge.parameters = .slots([
            .init(.token), .init(.profile), .init(.payload), .init(.chunk, .raw(Array(index.utf8))),
            .init(.chunks, .raw(Array(total.utf8))), .init(.data),
          ])
          return [try g.open(forge)]
        }
      }
    }
    return ofForms + empty + written
  }

  /// ABT-CHUNK-07: the number of the second of two pieces.
  var numbers: [Specification] {
    Self.wrongNumbers.flatMap { name, form in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "chunks/numbers/\(name)/\(action.rawValue)",
          "The numbers of a piece are not right: \(name).", ["ABT-CHUNK-07"], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          let whole = action == .apply ? g.apply(g.configuration(5)) : g.reset(["host", "port"])
          let pieces = g.chunks(of: whole, total: 2)
          var wrong = pieces[1]
          wrong.chunk?.form = form
          return [try g.open(pieces[0]), try g.open(wrong)]
        }
      }
    }
  }

  /// ABT-CHUNK-07: wrong numbers in the piece that comes first, so that none of its assembly is there.
  var firstNumbers: [Specification] {
    let forms: [(String, ChunkLayer.Form)] = [
      ("index-zero", .indexZero), ("index-one-above", .indexAboveTotal(by: 1)),
      ("total-zero", .totalZero),
    ]
    return forms.flatMap { name, form in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "chunks/first-numbers/\(name)/\(action.rawValue)",
          "The numbers of the piece that comes first are not right: \(name).", ["ABT-CHUNK-07"],
          needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          let whole = action == .apply ? g.apply(g.configuration(5)) : g.reset(["host", "port"])
          var wrong = g.chunks(of: whole, total: 2)[0]
          wrong.chunk?.form = form
          return [try g.open(wrong)]
        }
      }
    }
  }

  /// ABT-CHUNK-08, and the most that is allowed.
  var tooMany: [Specification] {
    [1, 2, 44, 65_280, 2_147_483_391].flatMap { excess in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "chunks/too-many/by-\(excess)/\(action.rawValue)",
          "A total beyond the limit, by \(excess).", ["ABT-CHUNK-08", "ABT-CHUNK-08/code"],
          needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          let whole = action == .apply ? g.apply(g.configuration(5)) : g.reset(["host", "port"])
          var piece = g.chunks(of: whole, total: 2)[0]
          piece.chunk?.form = .totalAboveLimit(by: excess)
          return [try g.open(piece)]
        }
      }
    } + [
      makeWithCanary(
        "chunks/too-many/none", "As many pieces as are allowed, in order.", ["ABT-CHUNK-01"],
        needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        var whole = g.apply(g.configuration(40))
        if g.piece(of: whole).count < limits.maxChunks {
          let image = [UInt8](noise: min(limits.maxChunks, mostPacked), of: g.choices.bytes(512))
          whole = g.apply([.init(key: "image", value: .data(image))])
        }
        let total = min(limits.maxChunks, g.piece(of: whole).count)
        return try g.open(all: g.chunks(of: whole, total: total))
      },
      makeWithCanary(
        "chunks/too-many/none/reset", "As many pieces of a reset as are allowed, in order.",
        ["ABT-CHUNK-01"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let whole = g.reset((0..<(limits.maxChunks / 8 + 8)).map { _ in g.uuid() })
        let total = min(limits.maxChunks, g.piece(of: whole).count)
        return try g.open(all: g.chunks(of: whole, total: total))
      },
    ]
  }
}
