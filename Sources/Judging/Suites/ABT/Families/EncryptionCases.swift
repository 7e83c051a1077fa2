import Conformance
import Forge
import Profiles
import SuiteModels
import WireFormat

/// Section 4.8: what each edition takes.
extension ABTCases {
  var encryption: [Specification] {
    encryptingEdition + ciphertexts + both + plainEdition + [plainEditionInPieces]
      + withUnencryptedAllowed + strays + sentPlain + besideStrangers + besideOtherContents
      + bothRight
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
      + RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "encryption/both/twice/plain/\(action.rawValue)",
          "data-x twice with different texts, beside data: the plain edition does not look at it.",
          ["ABT-ENC-09"], editions: [.plain]
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
          let name = Array(g.setup.context.parameterNames.encryptedData.utf8)
          let texts = [g.apply(g.configuration(5)), g.reset(["port"])].map { g.text(of: $0) }
          forge.parameters = .slots(
            [.token, .profile, .payload, .data].map { ParameterSlot($0) }
              + texts.map { ParameterSlot(nil, name: name, .raw(PercentCoding.encode($0))) })
          return [try g.open(forge)]
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
        return try g.open(all: g.chunks(of: forge, total: 2))
      },
    ]
      + [
        "s", "geheim-ключ-\u{1F511}", String("long", times: 200), "sécret", "0x5ec2e7",
        // A number says which secret it is, so that new ones come last.
        " s ", "se\u{301}cret", "k\u{FB01}\u{2126}\u{FF21}", "\u{FEFF}secret", "secret\r\n",
        "SECRET",
        "s%65cret+1",
      ].enumerated().map {
        number, secret in
        make(
          "encryption/data-x/secret-\(number)", "An unusual encryption secret.", ["ABT-ENC-01"],
          editions: [.encrypting], setup: { $0.encryptionSecret = secret }
        ) { (g) throws(HarnessFault) in [try g.open(g.apply(g.configuration(3)))] }
      }
      + [
        ("zeros", [UInt8](repeating: 0, count: 8)), ("ones", [UInt8](repeating: 0xFF, count: 8)),
        ("counted", Array(1...8)), ("text", Array("bplist00".utf8)),
      ].flatMap { name, vector in
        RequestForge.Action.allCases.map { action in
          make(
            "encryption/vector/\(name)/\(action.rawValue)",
            "An initialisation vector like any other: \(name).", ["ABT-ENC-01"],
            editions: [.encrypting]
          ) { (g) throws(HarnessFault) in
            var forge = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host", "port"])
            forge.encryption = .canonical(iv: vector)
            return [try g.open(forge)]
          }
        }
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
              .init(key: ProfileKey.dataEncryption, value: .boolean(false))
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
              key: ProfileKey.dataEncryption, value: value)
            var first = g.apply(g.configuration(2) + (isInside ? [stray] : []))
            if !isInside {
              first.dictionary = .verbatim(
                .dictionary([
                  version, stray,
                  .init(key: keys.configuration, value: .dictionary(g.configuration(2))),
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

  /// ABT-ENC-11: the profile's word on encryption in a request that is sent unencrypted where that is allowed.
  private var sentPlain: [Specification] {
    let members: [(String, PropertyList)] = [
      ("no", .boolean(false)), ("yes", .boolean(true)), ("one", .integer(1)),
      ("word", .string("YES")),
    ]
    return members.flatMap { name, value in
      [true, false].flatMap { isInside in
        Edition.allCases.map { edition in
          makeWithCanary(
            "encryption/stray/sent-plain/\(name)/\(isInside ? "in-configuration" : "on-top")/\(edition.rawValue)",
            "Unencrypted data that is right, with the profile's word on encryption in it: \(name).",
            ["ABT-ENC-11"], editions: [edition],
            setup: { $0.allowUnencrypted = edition == .encrypting }
          ) { (g) throws(HarnessFault) in
            let stray = PropertyList.Member(key: ProfileKey.dataEncryption, value: value)
            var forge = g.apply(g.configuration(2) + (isInside ? [stray] : []))
            if !isInside {
              forge.dictionary = .verbatim(
                .dictionary([
                  version, stray,
                  .init(key: keys.configuration, value: .dictionary(g.configuration(2))),
                ]))
            }
            forge.parameter = .data
            forge.encryption = .none
            return [try g.open(forge), try g.open(g.apply(g.configuration(2)))]
          }
        }
      }
    }
  }

  /// ABT-ENC-11: whoever ignores keys that nobody knows ignores those of the profile, too.
  private var besideStrangers: [Specification] {
    let strays: [(String, PropertyList.Member)] = [
      ("no", .init(key: ProfileKey.dataEncryption, value: .boolean(false))),
      ("yes", .init(key: ProfileKey.dataEncryption, value: .boolean(true))),
      (
        "bundle-identifier",
        .init(
          key: ProfileKey.bundleIdentifier, value: .string("com.acme.other"))
      ),
      ("scheme", .init(key: ProfileKey.urlScheme, value: .string("other"))),
    ]
    return strays.flatMap { name, stray in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "encryption/stray/after-stranger/\(name)/\(action.rawValue)",
          "A key that nobody knows beside the known ones, then one of the profile: \(name).",
          ["ABT-ENC-11"]
        ) { (g) throws(HarnessFault) in
          func forge(_ member: PropertyList.Member) -> RequestForge {
            let content: PropertyList.Member =
              action == .apply
              ? .init(key: keys.configuration, value: .dictionary(g.configuration(2)))
              : .init(key: keys.keys, value: .array([.string("host")]))
            var forge = action == .apply ? g.apply([]) : g.reset([])
            forge.dictionary = .verbatim(.dictionary([version, member, content]))
            return forge
          }
          return try g.open(all: [
            forge(.init(key: "com.acme.remark", value: stray.value)), forge(stray),
          ])
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
      return try g.open(all: g.chunks(of: forge, total: 2))
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
        return try g.open(all: g.chunks(of: plain, total: 2) + g.chunks(of: encrypted, total: 3))
      },
      make(
        "encryption/data-x/large", "Encrypted data of 200 KiB that hardly compresses.",
        ["ABT-ENC-01"], editions: [.encrypting]
      ) { (g) throws(HarnessFault) in
        let noise = g.choices.bytes(512)
        let bytes = (0..<min(200 << 10, mostContent)).map {
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
    ] + ofOnePayload
  }

  /// ABT-ENC-04: the form in which a payload came before says nothing of the form in which it may come.
  private var ofOnePayload: [Specification] {
    let verbs: [(String, [RequestForge.Action])] = [
      ("apply", [.apply, .apply, .apply, .apply]), ("reset", [.reset, .reset, .reset, .reset]),
      ("apply-then-reset", [.apply, .reset, .apply, .reset]),
    ]
    return verbs.flatMap { name, actions in
      [true, false].map { isEncryptedFirst in
        make(
          "encryption/allowed/one-payload/\(isEncryptedFirst ? "data-x" : "data")-first/\(name)",
          "Both forms in turn for one payload: \(name), \(isEncryptedFirst ? "data-x" : "data") first.",
          ["ABT-ENC-04"], editions: [.encrypting], setup: { $0.allowUnencrypted = true }
        ) { (g) throws(HarnessFault) in
          let first = g.apply(g.configuration(3))
          return try actions.enumerated().map { place, action throws(HarnessFault) in
            var forge = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
            (forge.profile, forge.payload) = (first.profile, first.payload)
            if place.isMultiple(of: 2) != isEncryptedFirst {
              forge.parameter = .data
              forge.encryption = .none
            }
            return try g.open(forge)
          }
        }
      }
    }
  }

  /// How a right request, or a piece of one, comes to have both parameters.
  static let bothParameters: [(String, @Sendable (RequestForge, ABTSetup) -> ParametersLayer)] = [
    ("alike", { _, _ in .dataBoth }), ("other-no-base64", { _, _ in .dataBothUnlike }),
    ("other-empty", { besideEmpty($0, $1, isInFront: true) }),
    ("other-empty-behind", { besideEmpty($0, $1, isInFront: false) }),
  ]

  /// An empty `data` beside `data-x`, or the other way round.
  private static func besideEmpty(
    _ forge: RequestForge, _ setup: ABTSetup, isInFront: Bool
  ) -> ParametersLayer {
    let names = setup.context.parameterNames
    let other = forge.parameter == .dataX ? names.data : names.encryptedData
    let empty = [ParameterSlot(nil, name: Array(other.utf8), .empty)]
    let own = RequestForge.Parameter.allCases.filter { parameter in
      forge.chunk != nil || parameter != .chunk && parameter != .chunks
    }.map { ParameterSlot($0) }
    return .slots(isInFront ? empty + own : own + empty)
  }

  /// ABT-ENC-09: both parameters.
  private var both: [Specification] { bothOfEncrypting + besideEmptyData + bothOfPlain }

  private var bothOfEncrypting: [Specification] {
    Self.bothParameters.flatMap { name, parameters in
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
  }

  /// ABT-ENC-09, where unencrypted data is allowed.
  private var besideEmptyData: [Specification] {
    RequestForge.Action.allCases.flatMap { action in
      [true, false].map { isInFront in
        makeWithCanary(
          "encryption/both/data-beside-empty/\(isInFront ? "in-front" : "behind")/\(action.rawValue)",
          "Unencrypted data, which is allowed, and an empty data-x \(isInFront ? "in front of" : "behind") it.",
          ["ABT-ENC-09/allowed"], editions: [.encrypting], setup: { $0.allowUnencrypted = true }
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
          forge.parameter = .data
          forge.encryption = .none
          forge.parameters = Self.besideEmpty(forge, g.setup, isInFront: isInFront)
          return [try g.open(forge)]
        }
      }
    }
  }

  private var bothOfPlain: [Specification] {
    Self.bothParameters.flatMap { name, parameters in
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
