import Conformance
import Forge
import SuiteModels
import WireFormat

/// ABT-ROB-05: ten thousand requests in one process, each for another payload. What is kept of each of them shows only here.
extension ABTCases {
  var soaks: [Specification] {
    [
      abandonedPieces(of: .apply), abandonedPieces(of: .reset), wrongTokens, undecryptable,
      wrongNumbers, wrongParameters,
    ] + droppedAssemblies + refusals
  }

  /// A request whose data has so many bytes.
  private func large(_ g: inout RequestGenerator, bytes: Int) -> RequestForge {
    var forge = g.apply([.init(key: "image", value: .data(g.choices.bytes(bytes)))])
    forge.compression = .storedBlocks(of: 0xFFFF)
    return forge
  }

  private var wrongNumbers: Specification {
    soak(
      "wrong-numbers", "Ten thousand requests of 4 KiB whose piece has no right number.",
      needs: ["chunks"], editions: [.plain]
    ) { g in
      let forms: [ChunkLayer.Form] = [
        .indexZero, .indexAboveTotal(by: 1), .notANumber(.index, .word), .totalAboveLimit(by: 1),
      ]
      return forms.map { form in
        var forge = large(&g, bytes: 3_000)
        forge.chunk = ChunkLayer(index: 1, of: 1, form: form)
        return forge
      }
    }
  }

  private var wrongParameters: Specification {
    soak(
      "wrong-parameters",
      "Ten thousand requests of 8 KiB with an unknown verb, with two values for one name, and with malformed escapes.",
      editions: [.plain]
    ) { g in
      let damages: [Damage] = [
        { $0.verb = .verbatim("install") },
        { $0.parameters = .repeatedUnlike(.profile, wrongFirst: false) },
        {
          $0.parameters = .slots(
            [.token, .profile, .payload, .data].map {
              ParameterSlot($0, $0 == .token ? .followed(by: Array("%zz".utf8)) : .canonical)
            })
        },
      ]
      return damages.map { damage in
        // Keeping one in three of them shows.
        var forge = large(&g, bytes: 5_200)
        damage(&forge)
        return forge
      }
    }
  }

  private func abandonedPieces(of action: RequestForge.Action) -> Specification {
    soak(
      action == .apply ? "pieces" : "pieces-of-resets",
      "The first pieces of ten thousand assemblies of \(action.rawValue) requests that never go on.",
      needs: ["chunks"], editions: [.plain]
    ) { g in
      [2, 3, 16, 128].map { total in
        var whole = g.apply([.init(key: "image", value: .data(g.choices.bytes(3_000 * total)))])
        whole.action = action
        whole.compression = .storedBlocks(of: 0xFFFF)
        return g.chunks(of: whole, total: total)[0]
      }
    }
  }

  /// Two requests for each payload: the second one drops 5 KiB of pieces. A library that keeps what it has dropped keeps 20 MB.
  private var droppedAssemblies: [Specification] {
    typealias Pair = @Sendable (inout RequestGenerator) -> [RequestForge]
    let bytes = 5_200
    let ends: [(name: String, words: String, pair: Pair)] = [
      (
        "contradicted", "are contradicted by other content",
        { g in
          var other = g.apply(g.configuration(3))
          let whole = large(&g, bytes: 3 * bytes)
          (other.profile, other.payload) = (whole.profile, whole.payload)
          return [g.chunks(of: whole, total: 3)[0], g.chunks(of: other, total: 3)[0]]
        }
      ),
      (
        "undecodable", "come to nothing that can be read",
        { g in
          var whole = large(&g, bytes: bytes)
          whole.magic = .missing
          return g.chunks(of: whole, total: 2)
        }
      ),
      (
        "overtaken", "are overtaken by whole requests",
        { g in
          var other = g.apply(g.configuration(1))
          let whole = large(&g, bytes: 3 * bytes)
          (other.profile, other.payload) = (whole.profile, whole.payload)
          return [g.chunks(of: whole, total: 3)[0], other]
        }
      ),
    ]
    return ends.map { name, words, pair in
      soak(
        "pieces-\(name)", "Pieces of five thousand payloads that \(words).", needs: ["chunks"],
        editions: [.plain], together: 2, pair)
    }
  }

  private var wrongTokens: Specification {
    soak(
      "wrong-tokens", "Ten thousand requests of 4 KiB with wrong tokens.", editions: [.plain]
    ) { g in
      let image: [PropertyList.Member] = [
        .init(key: "image", value: .data(g.choices.bytes(3_000)))
      ]
      return [g.apply(image), g.apply(g.configuration(40)), g.reset((0..<200).map { "key-\($0)" })]
        .map { forge in
          var forge = forge
          forge.compression = .storedBlocks(of: 0xFFFF)
          forge.token = .damaged(.replaced(with: g.uuid()))
          return forge
        }
    }
  }

  private var undecryptable: Specification {
    soak(
      "undecryptable", "Ten thousand requests whose data cannot be decrypted.",
      editions: [.encrypting]
    ) { g in
      let iv = g.choices.bytes(8)
      let failures: [EncryptionLayer] = [
        .truncated(by: 3, iv: iv), .vectorOnly(iv: iv), .padding(.zeros, iv: iv),
        .otherKey(bundleIdentifier: g.setup.bundleIdentifier, secret: g.setup.apiKey, iv: iv),
      ]
      return failures.map { encryption in
        var forge = large(&g, bytes: 3_000)
        forge.encryption = encryption
        return forge
      }
    }
  }

  private typealias Damage = @Sendable (inout RequestForge) -> Void

  /// What is wrong with the data shows after more and more of the work.
  private var refusals: [Specification] {
    let early: [Damage] = [
      { $0.base64 = .foreignCharacter(index: 5, scalar: "!") },
      { $0.compression = .replaced(with: [0x78, 0x9C] + Array(repeating: 0x55, count: 100)) },
      { $0.compression = .truncated(by: 5) },
      { $0.compression = .truncated(by: 20) },
    ]
    let late: [Damage] = [
      { $0.propertyList = .replaced(with: Array(repeating: 0x62, count: 15_000)) },
      { $0.propertyList = .truncated(length: 15_000) },
      { forge in
        forge.dictionary = .verbatim(
          .array([.string(String("x", times: 15_000)), .integer(1)]))
      },
      { forge in
        forge.dictionary = .verbatim(
          .dictionary([
            version,
            .init(key: "Contents", value: .string(String("y", times: 15_000))),
          ]))
      },
    ]
    return [("unreadable", early), ("invalid", late)].map { name, damages in
      soak(
        "\(name)-data", "Ten thousand requests whose data unpacks to 15,000 bytes and is \(name).",
        editions: name == "invalid" ? Edition.allCases : [.plain]
      ) { g in
        damages.map { damage in
          var forge = g.apply([
            .init(key: "text", value: .string(String("x", times: 15_000)))
          ])
          forge.compression = .canonical
          damage(&forge)
          return forge
        }
      }
    }
  }

  /// The requests over and over, ten thousand times in all, and a valid one.
  ///
  /// - Parameter together: so many requests in a row are for the same payload, and each of these rows for another one.
  private func soak(
    _ name: String, _ title: String, needs: Set<String> = [],
    editions: [Edition] = Edition.allCases, together: Int = 1,
    _ requests: @escaping @Sendable (inout RequestGenerator) -> [RequestForge]
  ) -> Specification {
    makeWithCanary(
      "hostile/soak/\(name)", title, ["ABT-ROB-05"], needs: needs, editions: editions
    ) { (g) throws(HarnessFault) in
      let openings = try g.open(all: requests(&g))
      let setup = g.setup
      return (0..<Soak.last).map { number in
        openings[number % openings.count].renamed(by: "-\(number / together)", of: setup)
      }
    }
  }
}
