import Conformance
import Forge
import SuiteModels
import WireFormat

/// Section 4.1: how the values of parameters are written, and what of it is decoded.
extension ABTCases {
  var writtenValues: [Specification] {
    malformed + malformedNumbers + rawBase64 + rawBase64InPieces + partlyRawBase64 + rawIdentifiers
      + escapedNumbers + escapedTwice
  }

  /// ABT-URL-11, 10: characters that stand in an identifier as they are, or escaped, and mean themselves.
  private var rawIdentifiers: [Specification] {
    let values: [(String, String)] = [
      ("plus", "P+Q"), ("plus-at-end", "P+"), ("equals", "P=Q"), ("equals-at-end", "P=="),
      ("slashes", "a/b//c"), ("question-mark", "a?b"), ("at-and-colon", "a@b:c"),
      ("escaped-plus", "P%2BQ"), ("escaped-percent", "P%252BQ"), ("escaped-ampersand", "a%26b%3Dc"),
      ("spaces-around", "%20P%20"), ("tab-and-line", "a%09b%0A"), ("small-escapes", "%c3%a9"),
      ("needless-escapes", "%50%51"), ("comma-and-semicolon", "a,b;c"),
      ("small-escaped-plus", "P%2bQ"), ("small-escaped-equals", "P%3dQ%3d"),
      ("small-escaped-slash", "a%2fb"), ("small-escaped-colon", "a%3ab"),
      ("both-escapes", "a%2b%2Bb%3D%3d"), ("plus-beside-escape", "a+b%20c"),
      ("plus-behind-escape", "%C3%A9+%2B+"),
    ]
    let ofTokens: [Specification] = values.map { name, value in
      makeWithCanary(
        "url/raw/token/\(name)", "A wrong token, which stands in the URL as \(value).",
        ["ABT-URL-10", "ABT-CB-03", "ABT-TOK-03"]
      ) { (g) throws(HarnessFault) in
        var forge = g.apply(g.configuration(2))
        forge.parameters = .slots(
          Self.ofWholeRequests.map {
            ParameterSlot($0, $0 == .token ? .raw(Array(value.utf8)) : .canonical)
          })
        return [try g.open(forge)]
      }
    }
    return ofTokens
      + [RequestForge.Parameter.profile, .payload].flatMap { identifier in
        values.map { name, value in
          make(
            "url/raw/\(identifier.rawValue)/\(name)",
            "A right request whose \(identifier.rawValue) stands in the URL as \(value).",
            ["ABT-URL-10", "ABT-CB-03"]
          ) { (g) throws(HarnessFault) in
            var forge = g.apply(g.configuration(2))
            forge.parameters = .slots(
              Self.ofWholeRequests.map {
                ParameterSlot($0, $0 == identifier ? .raw(Array(value.utf8)) : .canonical)
              })
            return [try g.open(forge)]
          }
        }
      }
  }

  /// ABT-URL-10: numbers and tokens are decoded as everything else is.
  private var escapedNumbers: [Specification] {
    [
      make(
        "url/escaped/numbers", "Pieces whose numbers are percent-encoded.", ["ABT-URL-10"],
        needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        try g.chunks(of: g.apply(g.configuration(4)), total: 2).enumerated().map {
          (index, piece) throws(HarnessFault) in
          var piece = piece
          piece.parameters = .slots([
            .init(.token), .init(.profile), .init(.payload),
            .init(.chunk, .raw(Array("%3\(index + 1)".utf8))),
            .init(.chunks, .raw(Array("%32".utf8))), .init(.data),
          ])
          return try g.open(piece)
        }
      },
      makeWithCanary(
        "url/escaped/token-twice", "A token whose digits are percent-encoded twice.",
        ["ABT-URL-10", "ABT-TOK-05"]
      ) { (g) throws(HarnessFault) in
        var forge = g.apply(g.configuration(2))
        let token = g.token()
        forge.token = .damaged(
          .replaced(with: token.utf8.map { "%" + String($0, radix: 16) }.joined()))
        return [try g.open(forge)]
      },
      make(
        "url/escaped/everything", "A right request in which every byte of every value is escaped.",
        ["ABT-URL-10"]
      ) { (g) throws(HarnessFault) in
        var forge = g.apply(g.configuration(2))
        forge.escaping = .everything
        return [try g.open(forge)]
      },
    ]
  }

  /// ABT-URL-10: what is escaped twice is no number and no Base64 after it was decoded once.
  private var escapedTwice: [Specification] {
    let numbers: [(String, String, String)] = [
      ("index", "%2532", "2"), ("total", "2", "%2532"), ("both", "%2532", "%2532"),
      ("small-letters", "%252532", "2"),
    ]
    let ofNumbers: [Specification] = numbers.map { name, index, total in
      makeWithCanary(
        "url/escaped/numbers-twice/\(name)",
        "The second of two pieces, of whose numbers one is escaped twice: \(name).",
        ["ABT-URL-10", "ABT-CHUNK-07"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        var pieces = g.chunks(of: g.apply(g.configuration(4)), total: 2)
        pieces[1].parameters = .slots([
          .init(.token), .init(.profile), .init(.payload), .init(.chunk, .raw(Array(index.utf8))),
          .init(.chunks, .raw(Array(total.utf8))), .init(.data),
        ])
        return try g.open(all: pieces)
      }
    }
    let ofData: [Specification] = RequestForge.Action.allCases.flatMap { action in
      [1, 2].map { total in
        makeWithCanary(
          "url/escaped/data-twice/\(total == 1 ? "whole" : "piece")/\(action.rawValue)",
          "\(total == 1 ? "A" : "The first of two pieces of a") \(action.rawValue) request whose data is escaped twice.",
          ["ABT-URL-10"], needs: total == 1 ? [] : ["chunks"]
        ) { (g) throws(HarnessFault) in
          var forges = try withEscapes(action, pieces: total, &g)
          let data = PercentCoding.encode(PercentCoding.encode(g.text(of: forges[0])))
          forges[0].parameters = .slots(
            [.init(.token), .init(.profile), .init(.payload)]
              + (total == 1 ? [] : [.init(.chunk), .init(.chunks)])
              + [.init(.data, .raw(data))])
          return try g.open(all: forges)
        }
      }
    }
    return ofNumbers + ofData
  }

  /// A request, or its pieces, in each of which there is a plus of Base64.
  private func withEscapes(
    _ action: RequestForge.Action, pieces total: Int, _ g: inout RequestGenerator
  ) throws(HarnessFault) -> [RequestForge] {
    // Noise makes a plus likely; the first content that has one everywhere is taken.
    for size in 24..<160 {
      let noise = g.choices.bytes(size)
      let forge =
        action == .apply
        ? g.apply([.init(key: "certificate", value: .data(noise))])
        : g.reset(["host", noise.map { String($0, radix: 16) }.joined()])
      let all = total == 1 ? [forge] : g.chunks(of: forge, total: total)
      if all.allSatisfy({ g.text(of: $0).contains(UInt8(ascii: "+")) }) { return all }
    }
    throw HarnessFault("no content with a plus in its Base64 was found")
  }

  /// ABT-URL-18: what is no text.
  private static let noTexts: [(String, String)] = [
    ("percent-alone", "a%"), ("one-digit", "%4"), ("no-digits", "%zz"), ("half-digits", "%4g"),
    ("sign", "%+1"), ("sign-and-digit", "%+41"), ("minus", "%-1"), ("dotted", "%.1"),
    ("hex-prefix", "%0x41"), ("underscore", "%4_1"), ("twice", "%%41"),
    ("unicode-escape", "%u0041"), ("lone-byte", "%ff"), ("overlong", "%c0%af"),
    ("surrogate", "%ed%a0%80"), ("surrogate-pair", "%ed%a0%bd%ed%b8%80"), ("nul-in-two", "a%c0%80"),
    ("five-bytes", "%f8%88%80%80%80"), ("cut-short", "%e2%82"), ("beyond-unicode", "%f4%90%80%80"),
  ]

  /// ABT-URL-18, of the numbers of a piece: whoever passes over what is no text finds a right request without it.
  private var malformedNumbers: [Specification] {
    [RequestForge.Parameter.chunk, .chunks].flatMap { number in
      Self.noTexts.map { name, value in
        makeWithCanary(
          "url/malformed/\(number.rawValue)/\(name)",
          "A whole request as the only piece of one, whose \(number.rawValue) ends in what is no text: \(value).",
          ["ABT-URL-18"], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(2))
          forge.chunk = ChunkLayer(index: 1, of: 1)
          forge.parameters = .slots(
            [.token, .profile, .payload, .chunk, .chunks, .data].map {
              ParameterSlot($0, $0 == number ? .followed(by: Array(value.utf8)) : .canonical)
            })
          return [try g.open(forge)]
        }
      }
    }
      + Self.noTexts.map { name, value in
        makeWithCanary(
          "url/malformed/both-numbers/\(name)",
          "A whole request beside two numbers of a piece of which neither is a text: \(value).",
          ["ABT-URL-18"], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(2))
          forge.parameters = .slots(
            Self.ofWholeRequests.map { ParameterSlot($0) }
              + [RequestForge.Parameter.chunk, .chunks].map {
                ParameterSlot($0, .raw(Array(value.utf8)))
              })
          return [try g.open(forge)]
        }
      }
  }

  /// ABT-URL-18: what is no text, in each parameter of a whole request, and in one that nobody knows.
  private var malformed: [Specification] {
    let values = Self.noTexts
    let known: [Specification] = Self.ofWholeRequests.flatMap { parameter in
      values.map { name, value in
        makeWithCanary(
          "url/malformed/\(parameter.rawValue)/\(name)",
          "A right request but for its \(parameter.rawValue), which ends in what is no text: \(value).",
          ["ABT-URL-18"]
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(2))
          // Behind the right value, as it stands on the wire: whatever is skipped or repaired leaves a right request.
          forge.parameters = .slots(
            Self.ofWholeRequests.map {
              ParameterSlot($0, $0 == parameter ? .followed(by: Array(value.utf8)) : .canonical)
            })
          return [try g.open(forge)]
        }
      }
    }
    return known
      + values.map { name, value in
        makeWithCanary(
          "url/malformed/ignored/\(name)",
          "A right request beside a parameter that nobody knows, which is no text: \(value).",
          ["ABT-URL-18"]
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(2))
          forge.parameters = .slots(
            [ParameterSlot(nil, name: Array("x".utf8), .raw(Array(value.utf8)))]
              + Self.ofWholeRequests.map { ParameterSlot($0) })
          return [try g.open(forge)]
        }
      }
  }

  /// ABT-URL-11, in pieces.
  private var rawBase64InPieces: [Specification] {
    RequestForge.Action.allCases.map { action in
      make(
        "url/raw-base64/pieces/\(action.rawValue)",
        "The characters +, / and = of Base64 stand as they are in the URLs of two pieces.",
        ["ABT-URL-11"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let pieces = try withEscapes(action, pieces: 2, &g).map { piece in
          var piece = piece
          piece.escaping = .rawBase64
          return piece
        }
        return try g.open(all: pieces)
      }
    }
  }

  /// ABT-URL-11: of the characters of Base64 some are escaped, and others are not, in one value.
  private var partlyRawBase64: [Specification] {
    let ways: [(name: String, words: String, isEscaped: @Sendable (UInt8, Int) -> Bool)] = [
      (
        "plus-raw", "+ stands as it is, and / and = are escaped",
        { byte, _ in byte != UInt8(ascii: "+") }
      ),
      (
        "plus-escaped", "+ is escaped, and / and = stand as they are",
        { byte, _ in byte == UInt8(ascii: "+") }
      ),
      ("first-escaped", "the first of +, / and = is escaped, and no other", { $1 == 0 }),
      ("first-raw", "the first of +, / and = stands as it is, and no other", { $1 != 0 }),
    ]
    return RequestForge.Action.allCases.flatMap { action in
      ways.flatMap { name, words, isEscaped in
        [1, 2].map { total in
          make(
            "url/partly-raw-base64/\(name)/\(total == 1 ? "whole" : "pieces")/\(action.rawValue)",
            "In the Base64 of \(total == 1 ? "a" : "two pieces of a") \(action.rawValue) request \(words).",
            ["ABT-URL-11"], needs: total == 1 ? [] : ["chunks"]
          ) { (g) throws(HarnessFault) in
            let forges = try withEscapes(action, pieces: total, &g).map { forge in
              var forge = forge
              var place = 0
              let data = g.text(of: forge).flatMap { byte -> [UInt8] in
                guard [UInt8]("+/=".utf8).contains(byte) else { return [byte] }
                defer { place += 1 }
                return isEscaped(byte, place) ? PercentCoding.encode([byte]) : [byte]
              }
              forge.escaping = .rawBase64
              forge.parameters = .slots(
                [.init(.token), .init(.profile), .init(.payload)]
                  + (total == 1 ? [] : [.init(.chunk), .init(.chunks)]) + [.init(.data, .raw(data))]
              )
              return forge
            }
            return try g.open(all: forges)
          }
        }
      }
    }
  }

  /// ABT-URL-11: a raw plus is never a space.
  private var rawBase64: [Specification] {
    Specification.seeded(6) { number in
      make(
        "url/raw-base64/\(number)",
        "The characters +, / and = of Base64 stand in the URL as they are.",
        ["ABT-URL-11"]
      ) { (g) throws(HarnessFault) in
        // Noise in a value makes a plus likely; the first content that has one is taken.
        for size in 12..<80 {
          var forge = g.apply([.init(key: "certificate", value: .data(g.choices.bytes(size)))])
          guard g.text(of: forge).contains(UInt8(ascii: "+")) else { continue }
          forge.escaping = .rawBase64
          return [try g.open(forge)]
        }
        throw HarnessFault("no content with a plus in its Base64 was found")
      }
    }
  }
}
