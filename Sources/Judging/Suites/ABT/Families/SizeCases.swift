import Conformance
import Forge
import SuiteModels
import WireFormat

/// Everything that has a length, at the lengths at which buffers, counts and tables end: nothing is cut, dropped or refused below the
/// limits of the protocol.
extension ABTCases {
  var sizes: [Specification] {
    texts + counts + totals + packedTotals + again + beyond + ofTheApp + messages
      + damagedTotals
  }

  /// ABT-DATA-03: who has all bytes that are wanted, or a full buffer, has not read the end of the stream yet.
  private var damagedTotals: [Specification] {
    let damages: [(String, CompressionLayer)] = [
      ("last-byte-missing", .truncated(by: 1)), ("checksum-missing", .truncated(by: 4)),
      ("checksum-and-more-missing", .truncated(by: 5)), ("checksum-wrong", .checksum(.zeroed)),
    ]
    // A dialect may have one of them for its limit.
    let limit = limits.maxInflatedBytes
    return ([4_096, 16_384, 65_536].filter { $0 < limit } + [limit]).flatMap { size in
      damages.flatMap { name, damage in
        RequestForge.Action.allCases.map { action in
          makeWithCanary(
            "size/damaged/\(size == limit ? "limit" : "\(size)")/\(name)/\(action.rawValue)",
            "Data of exactly a size at which buffers end, whose stream is damaged at its end: \(name).",
            ["ABT-DATA-03"]
          ) { (g) throws(HarnessFault) in
            var forge = try g.request(action, unpackingTo: size)
            forge.compression = damage
            return [try g.open(forge)]
          }
        }
      }
    }
  }

  /// Lengths around the powers of two and the round numbers that fixed buffers have.
  private static let lengths =
    [15, 16, 17, 31, 32, 33, 36, 37, 63, 64, 65, 100, 127, 128, 129, 200]
    + [255, 256, 257, 300, 511, 512, 513, 1_000, 1_023, 1_024, 1_025, 2_048, 4_095, 4_096, 4_097]
    + [8_192, 16_384, 32_767, 32_768, 40_000, 65_535, 65_536, 70_000, 140_000]

  /// A text of so many letters. The last ones are like no others, so that what is cut shows.
  private static func text(_ count: Int, of letter: String = "p") -> String {
    String(letter, times: max(0, count - 4)) + "-end".suffix(count)
  }

  /// One text of a request, in one request for each length.
  private var texts: [Specification] {
    typealias Place = (
      name: String, targets: [Clause.ID],
      put: @Sendable (String, inout RequestForge, inout RequestGenerator) -> Void
    )
    func value(
      _ name: String, _ value: @escaping @Sendable (String) -> PropertyList
    ) -> Place {
      (
        "value/\(name)", ["ABT-DATA-01", "ABT-DATA-14"],
        { text, forge, g in
          forge = g.apply([
            .init(key: "before", value: .integer(1)), .init(key: "value", value: value(text)),
            .init(key: "theme", value: .boolean(true)),
          ])
        }
      )
    }
    let places: [Place] = [
      ("profile", ["ABT-CB-03"], { text, forge, _ in forge.profile = text }),
      ("payload", ["ABT-CB-03"], { text, forge, _ in forge.payload = text }),
      (
        "wrong-token", ["ABT-TOK-03", "ABT-TOK-05"],
        { text, forge, _ in forge.token = .damaged(.replaced(with: text)) }
      ),
      (
        "stranger/name", ["ABT-URL-09"],
        { text, forge, _ in
          forge.parameters = .slots(
            [.init(nil, name: Array(text.utf8), .raw([49]))]
              + [.token, .profile, .payload, .data].map { ParameterSlot($0) })
        }
      ),
      (
        "stranger/value", ["ABT-URL-09"],
        { text, forge, _ in
          forge.parameters = .slots(
            [.init(nil, name: [120], .raw(Array(text.utf8)))]
              + [.token, .profile, .payload, .data].map { ParameterSlot($0) })
        }
      ),
      (
        "category", ["ABT-DICT-04"],
        { text, forge, g in
          forge =
            text.utf8.count.isMultiple(of: 2)
            ? g.reset(category: text, ["host"]) : g.apply(category: text, g.configuration(2))
        }
      ),
      (
        "key", ["ABT-DATA-01", "ABT-CHG-01"],
        { text, forge, g in
          forge = g.apply([
            .init(key: text, value: .integer(1)), .init(key: text + "2", value: .integer(2)),
          ])
        }
      ),
      (
        "inner-key", ["ABT-DATA-01"],
        { text, forge, g in
          forge = g.apply([
            .init(
              key: "inner",
              value: .dictionary([
                .init(key: text, value: .integer(1)), .init(key: text + "2", value: .integer(2)),
              ]))
          ])
        }
      ),
      (
        "reset-key", ["ABT-DEL-02"],
        { text, forge, g in forge = g.reset([text, "host", text + "2"]) }
      ),
      value("text") { .string($0) },
      value("wide-text") {
        .string("\u{1F600}" + $0.dropFirst(2).map { $0 == "p" ? "\u{E9}" : String($0) }.joined())
      },
      value("data") { .data(Array($0.utf8)) },
      value("inner") { .array([.dictionary([.init(key: "k", value: .string($0))])]) },
    ]
    return places.map { place in
      make(
        "size/text/\(place.name)",
        "Requests in which one text has the lengths at which buffers end: \(place.name).",
        place.targets
      ) { (g) throws(HarnessFault) in
        try Self.lengths.map { (length) throws(HarnessFault) in
          var forge =
            length.isMultiple(of: 2) ? g.apply(g.configuration(2)) : g.reset(["host", "port"])
          place.put(Self.text(length), &forge, &g)
          return try g.open(forge)
        }
      }
    }
  }

  /// How many there are of something, in one request for each number.
  private var counts: [Specification] {
    let counts = [
      8, 9, 14, 15, 16, 17, 32, 33, 50, 51, 63, 64, 65, 99, 100, 101, 127, 128, 129, 255, 256, 257,
      300, 511, 512, 513, 600, 1_000, 1_023, 1_024, 1_025, 2_000, 4_000,
    ]
    @Sendable func keys(_ count: Int) -> [String] { (0..<count).map { "key-\($0)" } }
    @Sendable func members(_ count: Int) -> [PropertyList.Member] {
      keys(count).map { .init(key: $0, value: .integer(Int64($0.utf8.count))) }
    }
    typealias Thing = (
      name: String, needs: Set<String>, targets: [Clause.ID], most: Int,
      make: @Sendable (Int, inout RequestGenerator) -> (RequestForge, DelegatePlan)
    )
    let things: [Thing] = [
      (
        "keys", [], ["ABT-DEL-01", "ABT-CHG-01", "ABT-CHG-09"], 4_000,
        { count, g in (g.apply(members(count)), .init()) }
      ),
      (
        "reset-keys", [], ["ABT-DEL-02"], 4_000,
        { count, g in (g.reset(keys(count)), .init()) }
      ),
      (
        "inner-keys", [], ["ABT-DATA-01"], 4_000,
        { count, g in
          (g.apply([.init(key: "inner", value: .dictionary(members(count)))]), .init())
        }
      ),
      (
        "elements", [], ["ABT-DATA-01"], 4_000,
        { count, g in
          let elements = (0..<count).map { PropertyList.integer(Int64($0)) }
          return (g.apply([.init(key: "list", value: .array(elements))]), .init())
        }
      ),
      (
        "applied", [], ["ABT-CHG-03"], 600,
        { count, g in
          (
            g.apply(members(count + 1)),
            DelegatePlan(apply: .init(keys(count).map { .didApply($0) }))
          )
        }
      ),
      (
        "not-applied", [], ["ABT-CHG-02"], 600,
        { count, g in
          (
            g.apply(members(count + 1)),
            DelegatePlan(apply: .init(keys(count).map { .didNotApply($0) }))
          )
        }
      ),
      (
        "rolled-back", ["rollback"], ["ABT-ROLL-01"], 600,
        { count, g in
          let records = keys(count).map {
            DelegatePlan.Record.didApplyOver($0, oldValue: .string("old-" + $0))
          }
          return (g.apply(members(count)), DelegatePlan(apply: .init(records, answer: .no)))
        }
      ),
      (
        "recorded-again", ["rollback"], ["ABT-ROLL-01", "ABT-ROLL-07"], 600,
        { count, g in
          let records = (0..<count).map {
            DelegatePlan.Record.didApplyOver("key-\($0 % 5)", oldValue: .integer(Int64($0)))
          }
          return (g.apply(members(6)), DelegatePlan(apply: .init(records, answer: .no)))
        }
      ),
    ]
    return things.map { thing in
      make(
        "size/count/\(thing.name)",
        "Requests with the numbers of something at which tables end: \(thing.name).",
        thing.targets, needs: thing.needs
      ) { (g) throws(HarnessFault) in
        try counts.filter { $0 <= thing.most }.map { (count) throws(HarnessFault) in
          let (forge, plan) = thing.make(count, &g)
          return try g.open(forge, plan)
        }
      }
    }
  }

  /// Data that unpacks to exactly a size at which buffers end.
  private var totals: [Specification] {
    let sizes =
      (8...16).flatMap { power in [(1 << power) - 1, 1 << power, (1 << power) + 1] }
      + (17...19).map { 1 << $0 }
    return RequestForge.Action.allCases.flatMap { action in
      [true, false].map { isPacked in
        make(
          "size/total/\(isPacked ? "deflated" : "stored")/\(action.rawValue)",
          "Data that unpacks to exactly a size at which buffers end.",
          [!isPacked ? "ABT-DATA-14" : action == .apply ? "ABT-DEL-01" : "ABT-DEL-02"]
        ) { (g) throws(HarnessFault) in
          try sizes.map { (size) throws(HarnessFault) in
            let forge = try g.request(
              action, unpackingTo: size, isPacked ? .canonical : .storedBlocks(of: 0xFFFF))
            return try g.open(forge)
          }
        }
      }
    }
  }

  /// Packed bytes, and a Base64 text, of exactly a size at which buffers end.
  private var packedTotals: [Specification] {
    let sizes = (9...17).flatMap { power in [(1 << power) - 8, 1 << power, (1 << power) + 8] }
    let kinds: [(String, String, @Sendable (RequestForge, RequestGenerator) -> Int)] = [
      ("stream", "A zlib stream", { $1.streamCount(of: $0) }),
      ("packed", "Packed bytes", { $1.piece(of: $0).count }),
      ("text", "A Base64 text", { $1.text(of: $0).count }),
    ]
    return kinds.flatMap { name, words, measure in
      RequestForge.Action.allCases.map { action in
        make(
          "size/total/\(name)/\(action.rawValue)",
          "\(words) of exactly a size at which buffers end.",
          ["ABT-DATA-14"]
        ) { (g) throws(HarnessFault) in
          let made = try sizes.filter { $0 * 3 / 4 < mostContent }.map {
            (size) throws(HarnessFault) -> Opening? in
            var forge = action == .apply ? g.apply([]) : g.reset([])
            forge.compression = .storedBlocks(of: 0xFFFF)
            let isFull = g.fill(
              &forge, to: size, bytesEach: name == "text" ? 0.75 : 1, by: { measure($0, g) })
            // Encrypted bytes come in blocks, which do not fill every text.
            return isFull ? try g.open(forge) : nil
          }
          let openings = made.compactMap { $0 }
          guard openings.count > made.count / 4 else {
            throw HarnessFault("hardly any of the sizes was made")
          }
          return openings
        }
      }
    }
  }

  /// ABT-DATA-01, DEL-02: two requests of one payload, whose data are of one length and have other contents.
  private var again: [Specification] {
    [20, 200, 2_000, 20_000, 60_000, 300_000].flatMap { length in
      RequestForge.Action.allCases.flatMap { action in
        [1, 2].map { total in
          make(
            "size/again/\(length)/\(total == 1 ? "whole" : "pieces")/\(action.rawValue)",
            "Two requests of one payload with as many bytes, and other ones.",
            [action == .apply ? "ABT-DATA-01" : "ABT-DEL-02"],
            needs: total == 1 ? [] : ["chunks"]
          ) { (g) throws(HarnessFault) in
            let letters = g.choices.bytes(64).map { UInt8(ascii: "a") + $0 % 26 }
            func text(_ number: Int) -> String {
              RequestGenerator.longText(number: number, letters: letters, count: length)
            }
            let (profile, payload) = (g.uuid(), g.uuid())
            var openings: [Opening] = []
            for number in 1...3 {
              var forge =
                action == .apply
                ? g.apply([.init(key: "value", value: .string(text(number)))])
                : g.reset([text(number)])
              (forge.profile, forge.payload) = (profile, payload)
              forge.compression = .storedBlocks(of: 0xFFFF)
              let forges = total == 1 ? [forge] : g.chunks(of: forge, total: total)
              for forge in forges { openings.append(try g.open(forge)) }
            }
            return openings
          }
        }
      }
    }
  }

  /// ABT-URL-04, CB-01: a URL that is longer than has to be processed is answered all the same.
  private var beyond: [Specification] {
    [1, 1_000, 100_000].map { excess in
      makeWithCanary(
        "size/url/limit-plus-\(excess)",
        "A URL with \(excess) bytes more than have to be processed.", ["ABT-URL-04", "ABT-CB-01"]
      ) { (g) throws(HarnessFault) in
        var forge = g.apply(g.configuration(3))
        let wanted = limits.maxURLBytes + excess
        forge.parameters = .padded(byteCount: 0)
        forge.parameters = .padded(byteCount: wanted - (try g.open(forge)).url.count)
        return [try g.open(forge)]
      }
    }
  }

  /// What the app is configured with.
  private var ofTheApp: [Specification] {
    [32, 63, 64, 65, 100, 127, 128, 129, 200, 255, 256, 257, 600].flatMap { length in
      [
        make(
          "size/app/key/\(length)", "An app whose API key has \(length) characters.",
          ["ABT-TOK-01", "ABT-TOK-06"], setup: { $0.apiKey = Self.text(length, of: "k") }
        ) { (g) throws(HarnessFault) in
          let right = g.apply(g.configuration(2))
          var wrong = right
          wrong.token = .damaged(
            .ofOther(
              bundleIdentifier: g.setup.bundleIdentifier,
              apiKey: String(g.setup.apiKey.dropLast()) + "x"))
          return [try g.open(right), try g.open(wrong), try g.open(g.reset(["host"]))]
        },
        make(
          "size/app/bundle-identifier/\(length)",
          "An app whose bundle identifier has \(length) characters.",
          ["ABT-URL-01", "ABT-URL-03", "ABT-TOK-01"],
          setup: { $0.bundleIdentifier = "com.acme." + Self.text(length - 9, of: "b") }
        ) { (g) throws(HarnessFault) in
          var other = g.apply(g.configuration(2))
          let own = dialect.value.defaultScheme(bundleIdentifier: g.setup.bundleIdentifier)
          other.scheme = .verbatim(String(own.dropLast()))
          return [
            try g.open(g.apply(g.configuration(2))), try g.open(g.reset(["host"])),
            try g.open(other),
          ]
        },
        make(
          "size/app/scheme/\(length)", "An app whose own scheme has \(length) characters.",
          ["ABT-URL-02"], setup: { $0.urlScheme = "x" + Self.text(length - 1, of: "s") }
        ) { (g) throws(HarnessFault) in
          [try g.open(g.apply(g.configuration(2))), try g.open(g.reset(["host"]))]
        },
        make(
          "size/app/secret/\(length)", "An app whose encryption secret has \(length) characters.",
          ["ABT-ENC-01", "ABT-ENC-05"], editions: [.encrypting],
          setup: { $0.encryptionSecret = Self.text(length, of: "z") }
        ) { (g) throws(HarnessFault) in
          let right = g.apply(g.configuration(2))
          var wrong = right
          wrong.encryption = .otherKey(
            bundleIdentifier: g.setup.bundleIdentifier,
            secret: String(g.setup.encryptionSecret.dropLast()) + "x", iv: g.choices.bytes(8))
          return [try g.open(right), try g.open(wrong), try g.open(g.reset(["host"]))]
        },
      ]
    }
  }

  /// ABT-CB-01, 09: messages that have to be cut, each of a character that takes more than one unit of something, behind none, one and
  /// two letters: wherever the cut is, one of them has it amid a character or an escape.
  private static let longMessages: [(String, String)] = {
    let characters: [(String, String)] = [
      ("percent", "%"), ("spaces", " "), ("umlauts", "\u{E9}"), ("three-bytes", "\u{20AC}"),
      ("wide", "\u{1F600}"), ("joined", "\u{1F469}\u{200D}\u{1F467}"),
    ]
    return characters.flatMap { name, character in
      (0...2).map { count in
        ("long-\(name)-behind-\(count)", String("a", times: count) + String(character, times: 700))
      }
    }
  }()

  /// ABT-CB-01, 07, 09, 10: messages around the length that is allowed, of characters of one to four bytes.
  private var messages: [Specification] {
    let grin = "\u{1F600}"
    let texts: [(String, String)] =
      [1, 63, 64, 65, 127, 128, 129, 200, 254, 255, 256, 257, 300, 1_000, 5_000].map {
        ("letters-\($0)", Self.text($0, of: "m"))
      }
      + [253, 254, 255, 256].map {
        ("wide-behind-\($0)", String("a", times: $0) + grin + "bcdefghij")
      }
      + [63, 64, 85, 86, 127, 128, 129, 256, 300].flatMap { count in
        [
          ("wide-\(count)", String(grin, times: count)),
          ("umlauts-\(count)", String("\u{FC}", times: count)),
          ("three-bytes-\(count)", String("\u{65E5}", times: count)),
        ]
      }
    return (texts + Self.longMessages).flatMap { name, text in
      RequestForge.Action.allCases.map { action in
        make(
          "size/message/\(name)/\(action.rawValue)",
          "The delegate gives a message of a length that matters: \(name).",
          ["ABT-CB-01", "ABT-CB-07", "ABT-CB-09", "ABT-CB-10"], needs: ["delegateError"]
        ) { (g) throws(HarnessFault) in
          let turn = DelegatePlan.Turn(answer: .no, error: .init(code: 77, message: text))
          let forge = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
          return [try g.open(forge, DelegatePlan(apply: turn, revert: turn))]
        }
      }
    }
  }
}

extension ABTCases {
  /// Makes a request unpack to more than any library has to take, though it is small on its way (ABT-DATA-08).
  var tooLarge: @Sendable (inout RequestForge) -> Void {
    let count = limits.maxInflatedBytes + 100_000
    return { forge in
      forge.dictionary = RequestGenerator.oneLongText(count, forge.action)
      forge.compression = .canonical
    }
  }
}
