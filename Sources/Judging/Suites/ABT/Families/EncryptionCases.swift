import Conformance
import Forge
import WireFormat

/// Section 4.8: what each edition takes.
extension ABTCases {
  var encryption: [Specification] {
    encryptingEdition + undecryptable + damagedCiphertext + both + plainEdition
      + [plainEditionInPieces] + withUnencryptedAllowed + undecryptableWhereAllowed + strays
      + oracle + slips + besideOtherContents + bothRight
  }

  /// ABT-ENC-09: data and data-x that are both right, with the same contents.
  private var bothRight: [Specification] {
    RequestForge.Action.allCases.flatMap { action in
      [true, false].map { isAllowed in
        makeWithCanary(
          "encryption/both/both-right/\(isAllowed ? "allowed" : "required")/\(action.rawValue)",
          "Unencrypted data beside the same in data-x, where unencrypted data is \(isAllowed ? "allowed" : "not allowed").",
          [isAllowed ? "ABT-ENC-09/allowed" : "ABT-ENC-09"], editions: [.encrypting],
          setup: { $0.allowUnencrypted = isAllowed }
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
          var plain = forge
          plain.parameter = .data
          plain.encryption = .none
          let name = Array(g.setup.context.parameterNames.data.utf8)
          forge.parameters = .slots(
            [.token, .profile, .payload, .data].map { ParameterSlot($0) }
              + [ParameterSlot(nil, name: name, .raw(PercentCoding.encode(g.text(of: plain))))])
          return [try g.open(forge)]
        }
      }
    }
  }

  /// ABT-ENC-09: data-x with contents of its own, which the plain edition does not look at.
  private var besideOtherContents: [Specification] {
    RequestForge.Action.allCases.map { action in
      makeWithCanary(
        "encryption/both/other-contents/plain/\(action.rawValue)",
        "Unencrypted data of another request in data-x, beside data: the plain edition does not look at it.",
        ["ABT-ENC-09"], editions: [.plain]
      ) { (g) throws(HarnessFault) in
        var forge = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
        let other = action == .apply ? g.apply(g.configuration(5)) : g.reset(["port", "theme"])
        let name = Array(g.setup.context.parameterNames.encryptedData.utf8)
        forge.parameters = .slots(
          [.token, .profile, .payload, .data].map { ParameterSlot($0) }
            + [ParameterSlot(nil, name: name, .raw(PercentCoding.encode(g.text(of: other))))])
        return [try g.open(forge)]
      }
    }
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

  private var encryptingEdition: [Specification] {
    [1, 7, 8, 9, 40, 300].map { count in
      make(
        "encryption/data-x/keys-\(count)", "Encrypted data of \(count) keys.", ["ABT-ENC-01"],
        editions: [.encrypting]
      ) { (g) throws(HarnessFault) in
        [try g.open(g.apply(category: "Mail", g.configuration(count)))]
      }
    } + [
      make(
        "encryption/data-x/reset", "An encrypted reset request.", ["ABT-ENC-01"],
        editions: [.encrypting]
      ) { (g) throws(HarnessFault) in [try g.open(g.reset(["host", "port"]))] },
      make(
        "encryption/data-x/same-content-twice",
        "The same content under two initialisation vectors.",
        ["ABT-ENC-01"], editions: [.encrypting]
      ) { (g) throws(HarnessFault) in
        let first = g.apply(g.configuration(3))
        var second = first
        g.encrypt(&second)
        return [try g.open(first), try g.open(second)]
      },
      makeWithCanary(
        "encryption/data/after-encrypted",
        "Unencrypted data after an encrypted request of the same payload.", ["ABT-ENC-03"],
        editions: [.encrypting]
      ) { (g) throws(HarnessFault) in
        let first = g.apply(g.configuration(3))
        var second = first
        second.parameter = .data
        second.encryption = .none
        return [try g.open(first), try g.open(second)]
      },
      makeWithCanary(
        "encryption/data/in-pieces", "Unencrypted data in two pieces, which is not allowed either.",
        ["ABT-ENC-03"], needs: ["chunks"], editions: [.encrypting]
      ) { (g) throws(HarnessFault) in
        var forge = g.apply(g.configuration(4))
        forge.parameter = .data
        forge.encryption = .none
        return try g.chunks(of: forge, total: 2).map { (piece) throws(HarnessFault) in
          try g.open(piece)
        }
      },
    ]
      + [
        "s", "geheim-ключ-\u{1F511}", String(repeating: "long", count: 200), "sécret", "0x5ec2e7",
        " s ",
      ].enumerated().map {
        number, secret in
        make(
          "encryption/data-x/secret-\(number)", "An unusual encryption secret.", ["ABT-ENC-01"],
          editions: [.encrypting], setup: { $0.encryptionSecret = secret }
        ) { (g) throws(HarnessFault) in [try g.open(g.apply(g.configuration(3)))] }
      }
      + RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "encryption/data/\(action.rawValue)",
          "Unencrypted data, which is not allowed by default.",
          ["ABT-ENC-03"], editions: [.encrypting]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host"])
          forge.parameter = .data
          forge.encryption = .none
          return [try g.open(forge)]
        }
      } + [
        makeWithCanary(
          "encryption/data/stray-key",
          "Unencrypted data that says of itself that it need not be encrypted.", ["ABT-ENC-03"],
          editions: [.encrypting]
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(
            g.configuration(2) + [
              .init(key: "com.absolute.thirdpartyconfig.DataEncryption", value: .boolean(false))
            ])
          forge.parameter = .data
          forge.encryption = .none
          return [try g.open(forge)]
        }
      ]
  }

  private var plainEdition: [Specification] {
    RequestForge.Action.allCases.flatMap { action in
      [
        makeWithCanary(
          "encryption/plain-edition/encrypted/\(action.rawValue)",
          "Encrypted data, sent to the edition without a cipher.", ["ABT-ENC-02"],
          editions: [.plain]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host"])
          g.encrypt(&forge)
          return [try g.open(forge)]
        },
        makeWithCanary(
          "encryption/plain-edition/unencrypted-in-data-x/\(action.rawValue)",
          "Data in `data-x` that is not encrypted at all: the plain edition does not look at it.",
          ["ABT-ENC-02"], editions: [.plain]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host"])
          forge.parameter = .dataX
          return [try g.open(forge)]
        },
      ]
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
              [.init(key: "host", value: .string(String(repeating: "h", count: size)))])
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

  /// ABT-ENC-11: nothing in a dictionary changes what is taken afterwards.
  private var strays: [Specification] {
    let members: [(String, PropertyList)] = [
      ("no", .boolean(false)), ("yes", .boolean(true)), ("zero", .integer(0)),
      ("word", .string("NO")),
    ]
    return members.flatMap { name, value in
      [true, false].flatMap { isAllowed in
        [true, false].map { isInside in
          makeWithCanary(
            "encryption/stray/\(name)/\(isInside ? "in-configuration" : "on-top")/\(isAllowed ? "allowed" : "required")",
            "A right request with the profile's word on encryption in it (\(name)), then an unencrypted and an encrypted one.",
            ["ABT-ENC-11"], editions: [.encrypting], setup: { $0.allowUnencrypted = isAllowed }
          ) { (g) throws(HarnessFault) in
            let stray = PropertyList.Member(
              key: "com.absolute.thirdpartyconfig.DataEncryption", value: value)
            var first = g.apply(g.configuration(2) + (isInside ? [stray] : []))
            if !isInside {
              first.dictionary = .verbatim(
                .dictionary([
                  .init(key: "Version", value: .integer(1)), stray,
                  .init(key: "Configuration", value: .dictionary(g.configuration(2))),
                ]))
            }
            var plain = g.apply(g.configuration(3))
            plain.parameter = .data
            plain.encryption = .none
            return [try g.open(first), try g.open(plain), try g.open(g.apply(g.configuration(2)))]
          }
        }
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
      { forge, _ in forge.propertyList = PropertyListImages.brokenInPayload[0].list },
      { forge, _ in forge.propertyList = PropertyListImages.brokenInPayload[7].list },
    ]
    return RequestForge.Action.allCases.flatMap { action in
      [true, false].map { isAllowed in
        makeWithCanary(
          "encryption/oracle/\(isAllowed ? "allowed" : "required")/\(action.rawValue)",
          "One encrypted \(action.rawValue) request that fails in one layer after the other: nobody may learn in which.",
          ["ABT-ENC-10"], editions: [.encrypting], setup: { $0.allowUnencrypted = isAllowed }
        ) { (g) throws(HarnessFault) in
          var right = action == .apply ? g.apply(g.configuration(4)) : g.reset(["host", "port"])
          right.compression = .canonical
          return try damages.map { (damage) throws(HarnessFault) in
            var wrong = right
            damage(&wrong, &g)
            return try g.open(wrong)
          }
        }
      }
    }
  }

  private var plainEditionInPieces: Specification {
    makeWithCanary(
      "encryption/plain-edition/in-pieces",
      "Encrypted data in two pieces, sent to the plain edition.",
      ["ABT-ENC-02"], needs: ["chunks"], editions: [.plain]
    ) { (g) throws(HarnessFault) in
      var forge = g.apply(g.configuration(4))
      g.encrypt(&forge)
      return try g.chunks(of: forge, total: 2).map { (piece) throws(HarnessFault) in
        try g.open(piece)
      }
    }
  }

  private var withUnencryptedAllowed: [Specification] {
    RequestForge.Action.allCases.flatMap { action in
      [true, false].map { isEncrypted in
        make(
          "encryption/allowed/\(isEncrypted ? "data-x" : "data")/\(action.rawValue)",
          "With allowUnencrypted both forms are accepted; this is \(isEncrypted ? "data-x" : "data").",
          ["ABT-ENC-04"], editions: [.encrypting], setup: { $0.allowUnencrypted = true }
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host"])
          if !isEncrypted {
            forge.parameter = .data
            forge.encryption = .none
          }
          return [try g.open(forge)]
        }
      }
    } + [
      make(
        "encryption/allowed/in-pieces", "Both forms in pieces.", ["ABT-ENC-04"],
        needs: ["chunks"], editions: [.encrypting], setup: { $0.allowUnencrypted = true }
      ) { (g) throws(HarnessFault) in
        let encrypted = g.apply(g.configuration(5))
        var plain = g.apply(g.configuration(5))
        plain.parameter = .data
        plain.encryption = .none
        return try (g.chunks(of: plain, total: 2) + g.chunks(of: encrypted, total: 3)).map {
          (piece) throws(HarnessFault) in try g.open(piece)
        }
      },
      make(
        "encryption/data-x/large", "Encrypted data of 200 KiB that hardly compresses.",
        ["ABT-ENC-01"], editions: [.encrypting]
      ) { (g) throws(HarnessFault) in
        let noise = g.choices.bytes(512)
        let bytes = (0..<200 << 10).map {
          noise[($0 &+ $0 >> 9) & 511] ^ UInt8(truncatingIfNeeded: $0 >> 5)
        }
        var forge = g.apply([.init(key: "image", value: .data(bytes))])
        forge.compression = .storedBlocks(of: 0xFFFF)
        return [try g.open(forge)]
      },
      make(
        "encryption/allowed/in-turn", "Both forms in turn, in one process.", ["ABT-ENC-04"],
        editions: [.encrypting], setup: { $0.allowUnencrypted = true }
      ) { (g) throws(HarnessFault) in
        let encrypted = g.apply(g.configuration(3))
        var plain = g.apply(g.configuration(2))
        plain.parameter = .data
        plain.encryption = .none
        return [try g.open(encrypted), try g.open(plain), try g.open(encrypted), try g.open(plain)]
      },
    ]
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

  /// A right request with an empty `data` beside its `data-x`, or the other way round.
  private static func besideEmpty(
    _ forge: RequestForge, _ setup: ABTSetup, isInFront: Bool
  ) -> ParametersLayer {
    let names = setup.context.parameterNames
    let other = forge.parameter == .dataX ? names.data : names.encryptedData
    let empty = [ParameterSlot(nil, name: Array(other.utf8), .empty)]
    let own = [RequestForge.Parameter.token, .profile, .payload, .data].map { ParameterSlot($0) }
    return .slots(isInFront ? empty + own : own + empty)
  }

  /// ABT-ENC-09: both parameters.
  private var both: [Specification] {
    typealias Way = @Sendable (RequestForge, ABTSetup) -> ParametersLayer
    let ways: [(String, Way)] = [
      ("alike", { _, _ in .dataBoth }), ("other-no-base64", { _, _ in .dataBothUnlike }),
      ("other-empty", { Self.besideEmpty($0, $1, isInFront: true) }),
      ("other-empty-behind", { Self.besideEmpty($0, $1, isInFront: false) }),
    ]
    return ways.flatMap { name, parameters in
      RequestForge.Action.allCases.flatMap { action in
        [true, false].map { isAllowed in
          makeWithCanary(
            "encryption/both/\(name)/\(isAllowed ? "allowed" : "required")/\(action.rawValue)",
            "Both data and data-x (\(name)), where unencrypted data is \(isAllowed ? "allowed" : "not allowed").",
            [isAllowed ? "ABT-ENC-09/allowed" : "ABT-ENC-09"], editions: [.encrypting],
            setup: { $0.allowUnencrypted = isAllowed }
          ) { (g) throws(HarnessFault) in
            var forge = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
            forge.parameters = parameters(forge, g.setup)
            return [try g.open(forge)]
          }
        }
      }
    }
      + ways.flatMap { name, parameters in
        RequestForge.Action.allCases.map { action in
          makeWithCanary(
            "encryption/both/\(name)/plain/\(action.rawValue)",
            "data-x beside data (\(name)): the plain edition does not look at it.", ["ABT-ENC-09"],
            editions: [.plain]
          ) { (g) throws(HarnessFault) in
            var forge = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
            forge.parameters = parameters(forge, g.setup)
            return [try g.open(forge)]
          }
        }
      }
  }
}
