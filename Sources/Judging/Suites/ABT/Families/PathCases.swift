import Conformance
import Forge
import SuiteModels
import WireFormat

/// Each check on each path: in set and reset requests, in the first, the middle and the last piece, in what pieces come to, and in
/// data that is large enough to be read in parts.
extension ABTCases {
  var paths: [Specification] {
    wrongPieces + piecesWithoutPadding + undecryptablePieces + largeAndDamaged + sizesInPieces
  }

  private typealias Damage = @Sendable (inout RequestForge, inout RequestGenerator) -> Void

  /// One piece of three is wrong, and comes again as it should be.
  private var wrongPieces: [Specification] {
    /// The data goes in the form that the edition does not take.
    let inOtherForm: Damage = { forge, _ in
      if forge.parameter == .dataX {
        forge.parameter = .data
        forge.encryption = .none
      } else {
        forge.parameter = .dataX
      }
    }
    let damages: [(String, [Clause.ID], Damage)] = [
      (
        "token", ["ABT-TOK-09"],
        { forge, _ in forge.token = .damaged(.digitChanged(index: 63)) }
      ),
      ("no-token", ["ABT-TOK-09", "ABT-TOK-04"], { forge, _ in forge.token = .absent }),
      (
        "token-of-other", ["ABT-TOK-09", "ABT-TOK-06"],
        { forge, g in
          forge.token = .damaged(
            .ofOther(bundleIdentifier: "com.acme.other", apiKey: g.setup.apiKey))
        }
      ),
      (
        "foreign-character", ["ABT-DATA-02"],
        { forge, _ in forge.base64 = .foreignCharacter(index: 9, scalar: "*") }
      ),
      (
        "line-feed", ["ABT-DATA-02"],
        { forge, _ in forge.base64 = .foreignCharacter(index: 4, scalar: "\n") }
      ),
      (
        "foreign-character-more", ["ABT-DATA-02"],
        { forge, _ in forge.base64 = .inserted(index: 8, scalar: "*") }
      ),
      (
        "line-feed-more", ["ABT-DATA-02"],
        { forge, _ in forge.base64 = .inserted(index: 12, scalar: "\n") }
      ),
      (
        "url-safe", ["ABT-DATA-02"],
        { forge, _ in forge.base64 = .inserted(index: 5, scalar: "-_-_") }
      ),
      (
        "empty-data", ["ABT-URL-14"],
        { forge, _ in forge.parameters = .emptied(.data, withoutEquals: false) }
      ),
      ("no-profile", ["ABT-URL-12"], { forge, _ in forge.parameters = .missing(.profile) }),
      ("no-payload", ["ABT-URL-12"], { forge, _ in forge.parameters = .missing(.payload) }),
      (
        "empty-profile", ["ABT-URL-12"],
        { forge, _ in forge.parameters = .emptied(.profile, withoutEquals: false) }
      ),
      (
        "empty-payload", ["ABT-URL-12"],
        { forge, _ in forge.parameters = .emptied(.payload, withoutEquals: false) }
      ),
      (
        "repeated-payload", ["ABT-URL-13"],
        { forge, _ in forge.parameters = .repeatedUnlike(.payload, wrongFirst: false) }
      ),
      ("verb", ["ABT-URL-06"], { forge, _ in forge.verb = .verbatim("install") }),
      ("only-encrypted", ["ABT-ENC-02"], inOtherForm), ("unencrypted", ["ABT-ENC-03"], inOtherForm),
    ]
    return damages.flatMap { name, targets, damage in
      RequestForge.Action.allCases.flatMap { action in
        ["first", "middle", "last"].enumerated().map { place, word in
          makeWithCanary(
            "chunks/wrong-piece/\(name)/\(word)/\(action.rawValue)",
            "Three pieces of a \(action.rawValue) request, the \(word) one wrong: \(name).",
            targets, needs: ["chunks"],
            editions: name == "only-encrypted"
              ? [.plain] : name == "unencrypted" ? [.encrypting] : Edition.allCases
          ) { (g) throws(HarnessFault) in
            let forge =
              action == .apply
              ? g.apply(category: "Mail", g.configuration(5)) : g.reset(["host", "port", "theme"])
            var pieces = g.chunks(of: forge, total: 3)
            var wrong = pieces[place]
            damage(&wrong, &g)
            pieces.insert(wrong, at: place)
            return try g.open(all: pieces)
          }
        }
      }
    }
  }

  /// ABT-DATA-02/padding, of each of three pieces whose bytes need padding.
  private var piecesWithoutPadding: [Specification] {
    let damages: [(String, Base64Layer)] = [
      ("missing", .paddingMissing), ("surplus", .paddingSurplus(count: 1)),
    ]
    return damages.flatMap { name, base64 in
      RequestForge.Action.allCases.flatMap { action in
        ["first", "middle", "last"].enumerated().map { place, word in
          makeWithCanary(
            "chunks/wrong-piece/padding-\(name)/\(word)/\(action.rawValue)",
            "Three pieces of a \(action.rawValue) request; the padding of the \(word) one is wrong: \(name).",
            ["ABT-DATA-02/padding"], needs: ["chunks"]
          ) { (g) throws(HarnessFault) in
            let forge =
              action == .apply
              ? g.apply(category: "Mail", g.configuration(5)) : g.reset(["host", "port", "theme"])
            let count = g.piece(of: forge).count
            // No piece has a number of bytes that three divides.
            let (first, third) = (count / 9 * 3 + 1, count / 3 * 2)
            let second =
              (third..<(third + 3)).first {
                !($0 - first).isMultiple(of: 3)
                  && !(count - $0).isMultiple(of: 3)
              } ?? third
            let cuts = [0, first, second, count]
            var pieces = g.chunks(of: forge, total: 3)
            for index in pieces.indices { pieces[index].chunk?.cut = cuts[index]..<cuts[index + 1] }
            var wrong = pieces[place]
            wrong.base64 = base64
            pieces.insert(wrong, at: place)
            return try g.open(all: pieces)
          }
        }
      }
    }
  }

  /// ABT-ENC-05 to 08 in pieces, which are decrypted when all are there.
  private var undecryptablePieces: [Specification] {
    let damages: [(String, Clause.ID, Damage)] = [
      ("not-encrypted", "ABT-ENC-07", { forge, _ in forge.encryption = .none }),
      (
        "not-encrypted-stored", "ABT-ENC-07",
        { forge, _ in
          forge.encryption = .none
          forge.compression = .storedBlocks(of: 0xFFFF)
        }
      ),
      (
        "encrypted-in-data", "ABT-ENC-08",
        { forge, g in
          forge.parameter = .data
          forge.encryption = .canonical(iv: g.choices.bytes(8))
        }
      ),
      (
        "other-secret", "ABT-ENC-05",
        { forge, g in
          forge.encryption = .otherKey(
            bundleIdentifier: g.setup.bundleIdentifier, secret: g.setup.encryptionSecret + "x",
            iv: g.choices.bytes(8))
        }
      ),
      (
        "other-bundle", "ABT-ENC-05",
        { forge, g in
          forge.encryption = .otherKey(
            bundleIdentifier: "com.acme.other", secret: g.setup.encryptionSecret,
            iv: g.choices.bytes(8))
        }
      ),
      (
        "cut", "ABT-ENC-06",
        { forge, g in forge.encryption = .truncated(by: 8, iv: g.choices.bytes(8)) }
      ),
      (
        "odd-length", "ABT-ENC-06",
        { forge, g in forge.encryption = .truncated(by: 3, iv: g.choices.bytes(8)) }
      ),
    ]
    return damages.flatMap { name, clause, damage in
      RequestForge.Action.allCases.flatMap { action in
        [false, true].map { isAllowed in
          makeWithCanary(
            "encryption/pieces/\(name)/\(isAllowed ? "allowed" : "required")/\(action.rawValue)",
            "Two pieces of a \(action.rawValue) request that does not decrypt: \(name).",
            // Unencrypted data is refused piece by piece.
            !isAllowed && clause == "ABT-ENC-08" ? ["ABT-ENC-03"] : [clause, "ABT-CHUNK-12"],
            needs: ["chunks"], editions: [.encrypting],
            setup: { $0.allowUnencrypted = isAllowed }
          ) { (g) throws(HarnessFault) in
            var forge =
              action == .apply ? g.apply(g.configuration(5)) : g.reset(["host", "port"])
            damage(&forge, &g)
            return try g.open(all: g.chunks(of: forge, total: 2))
          }
        }
      }
    }
  }

  /// ABT-DATA-02 to 05, of data that a reader takes in parts.
  private var largeAndDamaged: [Specification] {
    let damages: [(String, Clause.ID, @Sendable (inout RequestForge) -> Void)] = [
      ("checksum", "ABT-DATA-03", { $0.compression = .checksum(.zeroed) }),
      ("cut-by-one", "ABT-DATA-03", { $0.compression = .truncated(by: 1) }),
      ("cut-by-four", "ABT-DATA-03", { $0.compression = .truncated(by: 4) }),
      ("cut-by-300", "ABT-DATA-03", { $0.compression = .truncated(by: 300) }),
      ("magic", "ABT-DATA-05", { $0.magic = .wrong(index: 0, mask: 1) }),
      ("no-magic", "ABT-DATA-05", { $0.magic = .missing }),
      (
        "foreign-character", "ABT-DATA-02",
        { $0.base64 = .foreignCharacter(index: 50_000, scalar: "!") }
      ),
      ("line-feed", "ABT-DATA-02", { $0.base64 = .foreignCharacter(index: 40_000, scalar: "\n") }),
      ("foreign-more", "ABT-DATA-02", { $0.base64 = .inserted(index: 60_000, scalar: "!") }),
      ("wrapped", "ABT-DATA-02", { $0.base64 = .wrapped(width: 76, with: "\r\n") }),
      (
        "last-digit-of-token", "ABT-TOK-05", { $0.token = .damaged(.digitChanged(index: 63)) }
      ),
    ]
    return damages.flatMap { name, clause, damage in
      RequestForge.Action.allCases.flatMap { action in
        [1, 2].map { total in
          makeWithCanary(
            "data/large/\(name)/\(total == 1 ? "whole" : "pieces")/\(action.rawValue)",
            "A \(action.rawValue) request of some hundred kibibytes, in which one thing is wrong: \(name).",
            [clause], needs: total == 1 ? [] : ["chunks"]
          ) { (g) throws(HarnessFault) in
            let letters = g.choices.bytes(512).map { UInt8(ascii: "a") + $0 % 26 }
            let noise = String(
              decoding: [UInt8](noise: min(50_000, mostContent / 2), of: letters), as: UTF8.self)
            var forge =
              action == .apply
              ? g.apply([.init(key: "long", value: .string(noise + noise))])
              : g.reset(["host", noise, noise + "2"])
            forge.compression = .storedBlocks(of: 0xFFFF)
            damage(&forge)
            guard total > 1 else { return [try g.open(forge)] }
            return try g.open(all: g.chunks(of: forge, total: total))
          }
        }
      }
    }
  }

  /// ABT-DATA-08, 09 of what pieces come to, and ABT-CHUNK-01, 10 of the packed bytes: exactly as much as is allowed, and more.
  private var sizesInPieces: [Specification] {
    [-1, 0, 1, 4, 5].flatMap { excess in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "chunks/size/unpacked/\(excess <= 0 ? "limit\(excess)" : "limit-plus-\(excess)")/\(action.rawValue)",
          "Two pieces that unpack to \(excess) bytes more than is allowed.",
          [excess <= 0 ? "ABT-DATA-09" : "ABT-DATA-08"], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          let forge = try g.request(action, unpackingTo: limits.maxInflatedBytes + excess)
          return try g.open(all: g.chunks(of: forge, total: 2))
        }
      }
    }
      + [0, 8, 4_096].map { excess in
        makeWithCanary(
          "chunks/size/packed/\(excess == 0 ? "limit" : "limit-plus-\(excess)")",
          "Two pieces whose packed bytes are \(excess) more than an assembly may have.",
          [excess == 0 ? "ABT-CHUNK-01" : "ABT-CHUNK-10"], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          let size = limits.maxPackedBytes + excess
          let noise = g.choices.bytes(512)
          var whole = g.apply([])
          whole.compression = .storedBlocks(of: 0xFFFF)
          whole.escaping = .rawBase64
          let isFull = g.fill(&whole, to: size, by: { g.piece(of: $0).count }) { count in
            .configuration(
              category: nil,
              [.init(key: "image", value: .data([UInt8](noise: count, of: noise)))])
          }
          guard isFull else {
            throw HarnessFault("no pieces of \(size) bytes were made")
          }
          return try g.open(all: g.chunks(of: whole, total: 2))
        }
      } + [
        makeWithCanary(
          "chunks/size/after-too-large",
          "Pieces that are larger together than has to be kept, then a small request of the same payload in another number of pieces.",
          ["ABT-CHUNK-01", "ABT-CHUNK-10", "ABT-ROB-04"], needs: ["chunks"], editions: [.plain]
        ) { (g) throws(HarnessFault) in
          let right = g.apply(g.configuration(6))
          // Without its last piece it is too large still.
          let size = limits.maxPackedBytes * 3 / 2
          let total = min(limits.maxChunks, max(3, size / max(1, mostInURL) + 2))
          var large = right
          large.dictionary = .configuration(
            category: nil,
            [.init(key: "image", value: .data([UInt8](repeating: 0, count: size)))])
          large.compression = .storedBlocks(of: 0xFFFF)
          large.escaping = .rawBase64
          return try g.open(
            all: g.chunks(of: large, total: total).dropLast() + g.chunks(of: right, total: 2))
        },
        makeWithCanary(
          "chunks/size/three-large",
          "Three payloads in pieces by turns, which together have more packed bytes than one may have.",
          ["ABT-CHUNK-09"], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          let noise = g.choices.bytes(512)
          let pieces = (0..<3).map { number in
            let bytes = [UInt8](
              noise:
                min(700_000, mostPacked, 2 * mostInURL), of: noise, shifted: number)
            var whole = g.apply([.init(key: "image", value: .data(bytes))])
            whole.compression = .storedBlocks(of: 0xFFFF)
            whole.escaping = .rawBase64
            return g.chunks(of: whole, total: 2)
          }
          return try g.open(all: pieces.map { $0[0] } + pieces.map { $0[1] })
        },
      ]
  }
}
