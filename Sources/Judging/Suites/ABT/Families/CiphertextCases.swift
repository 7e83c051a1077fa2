import Conformance
import Forge
import SuiteModels
import WireFormat

/// Section 4.8: data that does not decrypt, and that nobody may learn why.
extension ABTCases {
  var ciphertexts: [Specification] {
    undecryptable + undecryptableWhereAllowed + inDataAfterwards + damagedCiphertext + slips
      + oracle
  }

  /// ABT-ENC-05, 06: each slip of whoever encrypts, in keys, chaining and padding.
  private var slips: [Specification] {
    typealias Slip = (String, Clause.ID, @Sendable ([UInt8]) -> EncryptionLayer)
    let keys: [Slip] = EncryptionLayer.KeySlip.allCases.map { slip in
      ("key/\(slip.rawValue)", "ABT-ENC-05", { .slippedKey(slip, iv: $0) })
    }
    let chains: [Slip] = EncryptionLayer.ChainingSlip.allCases.map { slip in
      ("chaining/\(slip.rawValue)", "ABT-ENC-06", { .chaining(slip, iv: $0) })
    }
    // Random bytes in front of the count may be the right ones.
    let slips = EncryptionLayer.PaddingSlip.allCases.filter { $0 != .randomAndCount }
    let paddings: [Slip] = slips.map { slip in
      ("padding/\(slip.rawValue)", "ABT-ENC-06", { .padding(slip, iv: $0) })
    }
    return (keys + chains + paddings).flatMap { name, clause, layer in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "encryption/slip/\(name)/\(action.rawValue)",
          "A \(action.rawValue) request that was encrypted with a slip: \(name).", [clause],
          editions: [.encrypting]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(4)) : g.reset(["host", "port"])
          forge.encryption = layer(g.choices.bytes(8))
          return [try g.open(forge)]
        }
      }
    }
  }

  /// Data that does not decrypt to what it should.
  private var undecryptable: [Specification] {
    RequestForge.Action.allCases.flatMap { action in
      [
        makeWithCanary(
          "encryption/data-x/not-encrypted/\(action.rawValue)",
          "Packed data in data-x that is not encrypted.", ["ABT-ENC-07"], editions: [.encrypting]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host"])
          forge.encryption = .none
          return [try g.open(forge)]
        },
        makeWithCanary(
          "encryption/data-x/other-secret/\(action.rawValue)",
          "Data encrypted under another secret.", ["ABT-ENC-05"], editions: [.encrypting]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host"])
          forge.encryption = .otherKey(
            bundleIdentifier: g.setup.bundleIdentifier, secret: g.setup.encryptionSecret + "x",
            iv: g.choices.bytes(8))
          return [try g.open(forge)]
        },
        makeWithCanary(
          "encryption/data-x/other-bundle/\(action.rawValue)",
          "Data encrypted for another app.", ["ABT-ENC-05"], editions: [.encrypting]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host"])
          forge.encryption = .otherKey(
            bundleIdentifier: g.setup.bundleIdentifier + ".other", secret: g.setup.encryptionSecret,
            iv: g.choices.bytes(8))
          return [try g.open(forge)]
        },
        makeWithCanary(
          "encryption/data/encrypted/\(action.rawValue)",
          "Encrypted data in the parameter for unencrypted data.", ["ABT-ENC-08"]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host"])
          forge.parameter = .data
          forge.encryption = .canonical(iv: g.choices.bytes(8))
          return [try g.open(forge)]
        },
      ]
    }
  }

  /// ABT-ENC-05 to 08, where unencrypted data is allowed: what does not decrypt is not tried as what is not encrypted.
  private var undecryptableWhereAllowed: [Specification] {
    typealias Damage = @Sendable (inout RequestForge, inout RequestGenerator) -> Void
    let damages: [(String, Clause.ID, Damage)] = [
      ("not-encrypted", "ABT-ENC-07", { forge, _ in forge.encryption = .none }),
      (
        "not-encrypted-whole-blocks", "ABT-ENC-07",
        { forge, g in
          // As long as ciphertext is, so that its length does not give it away.
          forge.encryption = .none
          forge.compression = .storedBlocks(of: 0xFFFF)
          for size in 0..<8 {
            forge.dictionary = .configuration(
              category: nil,
              [.init(key: "host", value: .string(String("h", times: size)))])
            forge.action = .apply
            if g.piece(of: forge).count % 8 == 0 { return }
          }
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
        "cut", "ABT-ENC-06",
        { forge, g in forge.encryption = .truncated(by: 8, iv: g.choices.bytes(8)) }
      ),
      (
        "odd-length", "ABT-ENC-06",
        { forge, g in forge.encryption = .truncated(by: 3, iv: g.choices.bytes(8)) }
      ),
      (
        "vector-only", "ABT-ENC-06",
        { forge, g in forge.encryption = .vectorOnly(iv: g.choices.bytes(8)) }
      ),
      (
        "in-data", "ABT-ENC-08",
        { forge, g in
          forge.parameter = .data
          forge.encryption = .canonical(iv: g.choices.bytes(8))
        }
      ),
    ]
    return damages.flatMap { name, clause, damage in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "encryption/allowed/undecryptable/\(name)/\(action.rawValue)",
          "Data that does not decrypt (\(name)), where unencrypted data is allowed too.", [clause],
          editions: [.encrypting], setup: { $0.allowUnencrypted = true }
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host"])
          damage(&forge, &g)
          return [try g.open(forge)]
        }
      }
    }
  }

  /// ABT-ENC-08: that a payload came encrypted says nothing about its next request.
  private var inDataAfterwards: [Specification] {
    RequestForge.Action.allCases.map { action in
      makeWithCanary(
        "encryption/allowed/in-data-afterwards/\(action.rawValue)",
        "Encrypted data in its own parameter, and then the same in the one for unencrypted data.",
        ["ABT-ENC-08"], editions: [.encrypting], setup: { $0.allowUnencrypted = true }
      ) { (g) throws(HarnessFault) in
        var forge = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host"])
        forge.parameter = .dataX
        forge.encryption = .canonical(iv: g.choices.bytes(8))
        let first = try g.open(forge)
        forge.parameter = .data
        return [first, try g.open(forge)]
      }
    }
  }

  /// ABT-ENC-10: all failures of one encrypted request look alike.
  private var oracle: [Specification] {
    typealias Damage = @Sendable (inout RequestForge, inout RequestGenerator) -> Void
    let damages: [Damage] = [
      { forge, g in
        forge.encryption = .otherKey(
          bundleIdentifier: g.setup.bundleIdentifier, secret: g.setup.encryptionSecret + "x",
          iv: g.choices.bytes(8))
      },
      { forge, g in forge.encryption = .truncated(by: 8, iv: g.choices.bytes(8)) },
      { forge, g in forge.encryption = .truncated(by: 3, iv: g.choices.bytes(8)) },
      { forge, g in forge.encryption = .vectorOnly(iv: g.choices.bytes(8)) },
      { forge, _ in forge.compression = .missing }, { forge, _ in forge.compression = .gzip },
      { forge, _ in forge.compression = .checksum(.zeroed) },
      { forge, _ in forge.compression = .truncated(by: 9) },
      { forge, _ in forge.magic = .missing },
      { forge, _ in forge.magic = .wrong(index: 1, mask: 4) },
      { forge, _ in forge.propertyList = .replaced(with: Array("bplist15 and noise".utf8)) },
      { forge, _ in forge.propertyList = .truncated(length: 40) },
      { forge, _ in forge.propertyList = PropertyListImages(keys).brokenInPayload[0].list },
      { forge, _ in forge.propertyList = PropertyListImages(keys).brokenInPayload[7].list },
    ]
    return RequestForge.Action.allCases.flatMap { action in
      [true, false].flatMap { isAllowed in
        [1, 2].map { total in
          makeWithCanary(
            "encryption/oracle/\(total == 1 ? "" : "pieces/")\(isAllowed ? "allowed" : "required")/\(action.rawValue)",
            "One encrypted \(action.rawValue) request\(total == 1 ? "" : " in two pieces") that fails in one layer after the other: nobody may learn in which.",
            ["ABT-ENC-10"], needs: total == 1 ? [] : ["chunks"], editions: [.encrypting],
            setup: { $0.allowUnencrypted = isAllowed }
          ) { (g) throws(HarnessFault) in
            var right = action == .apply ? g.apply(g.configuration(4)) : g.reset(["host", "port"])
            right.compression = .canonical
            var openings: [Opening] = []
            for damage in damages {
              // A vector of its own, so that no piece is one that came before.
              g.encrypt(&right)
              var wrong = right
              damage(&wrong, &g)
              // A vector alone makes no two pieces that anybody would send.
              if total > 1, g.piece(of: wrong).count <= 8 { continue }
              openings += try g.open(all: total == 1 ? [wrong] : g.chunks(of: wrong, total: total))
            }
            return openings
          }
        }
      }
    }
  }

  /// ABT-ENC-06: fixed places of the ciphertext, and lengths.
  private var damagedCiphertext: [Specification] {
    typealias Damage = (name: String, layer: @Sendable ([UInt8]) -> EncryptionLayer)
    var damages: [Damage] = [("vector-only", { .vectorOnly(iv: $0) })]
    for region in [EncryptionLayer.Region.vector, .first, .middle, .last] {
      for bit in [0, 7, 37, 63] {
        damages.append(
          ("\(region.rawValue)/bit-\(bit)", { .bitFlipped(region, bit: bit, iv: $0) }))
      }
    }
    for count in [1, 2, 4, 7, 8, 16] {
      damages.append(("truncated/\(count)", { .truncated(by: count, iv: $0) }))
    }
    for count in [1, 3, 7, 8] {
      damages.append(("lengthened/\(count)", { .lengthened(by: count, iv: $0) }))
    }
    return damages.flatMap { name, damage in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "encryption/damaged/\(name)/\(action.rawValue)",
          "Ciphertext of a \(action.rawValue) request that is damaged: \(name).", ["ABT-ENC-06"],
          editions: [.encrypting]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(4)) : g.reset(["host", "port"])
          forge.encryption = damage(g.choices.bytes(8))
          return [try g.open(forge)]
        }
      }
    }
  }
}
