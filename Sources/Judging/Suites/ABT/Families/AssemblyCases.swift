import Conformance
import Forge
import SuiteModels
import WireFormat

/// Section 4.10: which pieces belong together, how many assemblies may be open, and what ends one.
extension ABTCases {
  var assemblies: [Specification] {
    interleaved + contradicting + spelledOtherwise + unrelated + joined + likeNamed + openAtOnce
      + dropped + droppedForGood
  }

  /// ABT-CHUNK-14: an identifier and the total that come to the same text when they are joined, in either order.
  private var joinedToTotal: [Specification] {
    typealias Names = (name: String, of2: String, of22: String)
    let orders: [Names] = [("total-in-front", "2-7", "-7"), ("total-behind", "p2", "p")]
    return orders.flatMap { order in
      [RequestForge.Parameter.profile, .payload].flatMap { place in
        RequestForge.Action.allCases.map { action in
          makeWithCanary(
            "chunks/unrelated/joined/\(order.name)/\(place.rawValue)/\(action.rawValue)",
            "Two requests in pieces, whose total and \(place.rawValue) are the same text when joined: \(order.name).",
            ["ABT-CHUNK-14", "ABT-CHUNK-03"], needs: ["chunks"]
          ) { (g) throws(HarnessFault) in
            var one = action == .apply ? g.apply(g.configuration(5)) : g.reset(["host", "port"])
            var other = one
            if place == .profile {
              (one.profile, other.profile) = (order.of2, order.of22)
            } else {
              (one.payload, other.payload) = (order.of2, order.of22)
            }
            let (a, b) = (g.chunks(of: one, total: 2), g.chunks(of: other, total: 22))
            return try g.open(all: [a[0], b[1], a[1], b[0]])
          }
        }
      }
    }
  }

  /// ABT-CHUNK-14: profile and payload that come to one and the same text when they are joined, with each mark that joins texts.
  private var joined: [Specification] {
    let marks: [(String, String)] = [
      ("nothing", ""), ("colon", ":"), ("slash", "/"), ("dash", "-"), ("dot", "."), ("comma", ","),
      ("bar", "|"), ("low-line", "_"), ("blank", " "), ("tilde", "~"), ("semicolon", ";"),
      ("hash", "#"), ("ampersand", "&"), ("plus", "+"), ("equals", "="), ("at", "@"),
      ("line-feed", "\n"), ("tab", "\t"), ("unit-separator", "\u{1F}"), ("two-colons", "::"),
      ("percent", "%"), ("dollar", "$"), ("star", "*"), ("backslash", "\\"), ("quote", "\""),
      ("apostrophe", "'"), ("parenthesis", ")("), ("comma-and-blank", ", "),
    ]
    return marks.map { name, mark in
      makeWithCanary(
        "chunks/unrelated/joined/\(name)",
        "Two requests in pieces, whose profile and payload are the same text when joined: \(name).",
        ["ABT-CHUNK-14", "ABT-CHUNK-03"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        var one = g.apply(g.configuration(5))
        var other = one
        (one.profile, one.payload) = ("a\(mark)b", "c")
        (other.profile, other.payload) = ("a", "b\(mark)c")
        let (a, b) = (g.chunks(of: one, total: 2), g.chunks(of: other, total: 2))
        return try g.open(all: [a[0], b[1], a[1], b[0]])
      }
    }
      + [2, 12].map { total in
        makeWithCanary(
          "chunks/unrelated/joined/total-\(total)",
          "Two requests in pieces, whose payload and total are the same digits when joined.",
          ["ABT-CHUNK-14", "ABT-CHUNK-03"], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          var one = g.apply(g.configuration(5))
          var other = one
          (one.payload, other.payload) = ("pay1", "pay")
          let (a, b) = (g.chunks(of: one, total: 2), g.chunks(of: other, total: 12))
          return try g.open(all: [a[0]] + b.prefix(total - 1) + [a[1]])
        }
      } + joinedToTotal
  }

  /// ABT-CHUNK-01, 05: pieces that mean the same belong together, however their URLs are written.
  private var spelledOtherwise: [Specification] {
    typealias Spelling = (
      name: String, isOfVerb: Bool, spell: @Sendable (inout RequestForge) -> Void
    )
    func escaped(_ parameter: RequestForge.Parameter, isUppercase: Bool) -> Spelling {
      (
        "\(parameter.rawValue)-escaped" + (isUppercase ? "" : "-small"), false,
        { piece in
          let value = parameter == .profile ? piece.profile : piece.payload
          let bytes = value.utf8.map { byte in
            (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: isUppercase)
          }
          piece.parameters = .slots(
            [.token, .profile, .payload, .chunk, .chunks, .data].map {
              ParameterSlot($0, $0 == parameter ? .raw(Array(bytes.joined().utf8)) : .canonical)
            })
        }
      )
    }
    let right = verb(.apply)
    let verbs: [Spelling] = Self.otherCases.compactMap { way, write in
      let other = write(right)
      guard other != right else { return nil }
      return ("verb-\(way)", true, { $0.verb = .verbatim(other) })
    }
    let everywhere: [Spelling] = [
      ("everything-escaped", false, { $0.escaping = .everything }),
      ("raw-base64", false, { $0.escaping = .rawBase64 }),
    ]
    let identifiers = [RequestForge.Parameter.profile, .payload].flatMap {
      [escaped($0, isUppercase: true), escaped($0, isUppercase: false)]
    }
    // Which of the pieces are written otherwise.
    let places: [(name: String, words: String, order: [(index: Int, isSpelled: Bool)])] = [
      ("first", "the first one", [(0, true), (1, false)]),
      ("last", "the last one", [(0, false), (1, true)]),
      ("repeated", "the first one, when it comes again", [(0, false), (0, true), (1, false)]),
    ]
    return (verbs + identifiers + everywhere).flatMap { name, isOfVerb, spell in
      // Who refuses verbs in other case refuses such a piece for its verb, whether it comes again or not.
      places.filter { !isOfVerb || $0.name != "repeated" }.map { place, words, order in
        makeWithCanary(
          "chunks/spelled/\(name)/\(place)",
          "Two pieces of one request, of which \(words) is written otherwise: \(name).",
          [place == "repeated" ? "ABT-CHUNK-05" : "ABT-CHUNK-01"], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          var whole = g.apply(g.configuration(8))
          if !isOfVerb {
            whole.profile = "P\u{E9}-{\(g.number())}"
            whole.payload = "Q/\u{4E2D} \(g.number())"
          }
          let pieces = g.chunks(of: whole, total: 2)
          return try g.open(
            all: order.map { index, isSpelled in
              var piece = pieces[index]
              if isSpelled { spell(&piece) }
              return piece
            })
        }
      }
    }
  }

  typealias NamePair = (name: String, pair: @Sendable (_ number: String) -> (String, String))

  /// Pairs of names that some comparisons take for one, each around a number that no other case has.
  static let likeNames: [NamePair] = {
    /// Two names that are the same up to so many bytes.
    func alike(_ name: String, upTo count: Int) -> NamePair {
      (
        name,
        { number in
          let common = String((number + String("p", times: count)).prefix(count))
          return (common + "1", common + "2")
        }
      )
    }
    let letters: [NamePair] = [
      ("case", { ("payload-\($0)-a", "payload-\($0)-A") }),
      ("composed", { ("caf\u{E9}\($0)", "cafe\u{301}\($0)") }),
      ("space-behind", { ($0, $0 + " ") }), ("space-in-front", { ($0, " " + $0) }),
      ("zeros", { ($0, "0" + $0) }), ("width", { ("A" + $0, "\u{FF21}" + $0) }),
      ("sharp-s", { ("strasse" + $0, "stra\u{DF}e" + $0) }),
      ("separator", { ("a/" + $0, "a-" + $0) }), ("mark", { ($0, "\u{FEFF}" + $0) }),
    ]
    let lengths = [8, 16, 31, 32, 63, 64, 128, 255, 256]
    return letters + [alike("long", upTo: 300)] + lengths.map { alike("byte-\($0)", upTo: $0) }
  }()

  /// ABT-CHUNK-14: names that look alike, other totals, and the other parameter.
  private var likeNamed: [Specification] {
    let ofNames: [Specification] = Self.likeNames.flatMap { name, pair in
      [true, false].map { isProfile in
        makeWithCanary(
          "chunks/unrelated/like-named/\(name)/\(isProfile ? "profile" : "payload")",
          "Two requests in pieces, told apart only by \(isProfile ? "profiles" : "payloads") that look alike: \(name).",
          ["ABT-CHUNK-14", "ABT-CHUNK-03"], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          var one = g.apply(g.configuration(5))
          var other = one
          let names = pair(g.number())
          if isProfile {
            (one.profile, other.profile) = names
          } else {
            (one.payload, other.payload) = names
          }
          let (a, b) = (g.chunks(of: one, total: 2), g.chunks(of: other, total: 2))
          return try g.open(all: [a[0], b[1], a[1], b[0]])
        }
      }
    }
    let ofOthers: [Specification] = Self.likeNames.flatMap { name, pair in
      [true, false].flatMap { isProfile in
        RequestForge.Action.allCases.map { action in
          makeWithCanary(
            "chunks/interleaved/with-like-named/\(name)/\(isProfile ? "profile" : "payload")/\(action.rawValue)",
            "A whole \(action.rawValue) request between two pieces, whose \(isProfile ? "profile" : "payload") looks like theirs: \(name).",
            ["ABT-CHUNK-09"] + (isProfile ? ["ABT-MULTI-03"] : []), needs: ["chunks"]
          ) { (g) throws(HarnessFault) in
            var one = g.apply(g.configuration(5))
            var other = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
            (other.profile, other.payload) = (one.profile, one.payload)
            let names = pair(g.number())
            if isProfile {
              (one.profile, other.profile) = names
            } else {
              (one.payload, other.payload) = names
            }
            let pieces = g.chunks(of: one, total: 2)
            return try g.open(all: [pieces[0], other, pieces[1]])
          }
        }
      }
    }
    return ofNames + ofOthers + [
      makeWithCanary(
        "chunks/unrelated/other-total", "Pieces of two and of three of one payload, by turns.",
        ["ABT-CHUNK-14", "ABT-CHUNK-03"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let whole = g.apply(g.configuration(6))
        let (two, three) = (g.chunks(of: whole, total: 2), g.chunks(of: whole, total: 3))
        return try g.open(all: [two[0], three[0], three[1], two[1], three[2]])
      },
      makeWithCanary(
        "chunks/unrelated/growing-total",
        "1 of 3, 2 of 4, 3 of 3: two assemblies, and none complete.",
        ["ABT-CHUNK-14", "ABT-CHUNK-03"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let whole = g.apply(g.configuration(6))
        let (three, four) = (g.chunks(of: whole, total: 3), g.chunks(of: whole, total: 4))
        return try g.open(all: [three[0], four[1], three[2]])
      },
      makeWithCanary(
        "chunks/unrelated/other-verb",
        "The first piece of a set request, the second one under the other verb.",
        ["ABT-CHUNK-14", "ABT-CHUNK-03"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        var forge = g.apply([])
        forge.dictionary = .both(category: nil, g.configuration(3), keys: ["host", "port"])
        var other = forge
        other.action = .reset
        let (a, b) = (g.chunks(of: forge, total: 2), g.chunks(of: other, total: 2))
        return try g.open(all: [a[0], b[1], a[1], b[0]])
      },
      makeWithCanary(
        "chunks/unrelated/other-parameter",
        "The first piece in data, the second one in data-x, where both are allowed.",
        ["ABT-CHUNK-14", "ABT-CHUNK-03"], needs: ["chunks"], editions: [.encrypting],
        setup: { $0.allowUnencrypted = true }
      ) { (g) throws(HarnessFault) in
        let encrypted = g.apply(g.configuration(5))
        let plain = g.unencrypted(encrypted)
        let (a, b) = (g.chunks(of: encrypted, total: 2), g.chunks(of: plain, total: 2))
        return try g.open(all: [a[0], b[1], b[0], a[1]])
      },
    ]
  }

  /// ABT-CHUNK-09: several assemblies at once.
  private var interleaved: [Specification] {
    [2, 3, 8, 16].map { count in
      makeWithCanary(
        "chunks/interleaved/\(count)-payloads",
        "\(count) payloads, or as many as may be open, in three pieces each, by turns.",
        ["ABT-CHUNK-09"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let all = (0..<min(count, limits.maxAssemblies)).map { number in
          g.chunks(
            of: number % 3 == 2
              ? g.reset(["host", "port", "k\(number)"]) : g.apply(g.configuration(4)),
            total: 3)
        }
        return try g.open(all: (0..<3).flatMap { index in all.map { $0[index] } })
      }
    } + [
      makeWithCanary(
        "chunks/interleaved/apply-and-reset",
        "A set request and a reset request of one payload, in pieces by turns.", ["ABT-CHUNK-09"],
        needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let apply = g.apply(g.configuration(4))
        var reset = g.reset(["host", "port"])
        reset.profile = apply.profile
        reset.payload = apply.payload
        let (a, b) = (g.chunks(of: apply, total: 2), g.chunks(of: reset, total: 2))
        return try g.open(all: [a[0], b[0], a[1], b[1]])
      },
      makeWithCanary(
        "chunks/interleaved/with-whole-requests-of-the-profile",
        "Whole requests of other payloads of the same profile between the pieces of one.",
        ["ABT-CHUNK-09"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let forge = g.apply(g.configuration(5))
        var openings: [Opening] = []
        for piece in g.chunks(of: forge, total: 3) {
          openings.append(try g.open(piece))
          var other = g.apply(g.configuration(2))
          other.profile = forge.profile
          openings.append(try g.open(other))
        }
        return openings
      },
      makeWithCanary(
        "chunks/interleaved/with-whole-requests",
        "Whole requests of other payloads between the pieces of one.", ["ABT-CHUNK-09"],
        needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let pieces = g.chunks(of: g.apply(g.configuration(5)), total: 3)
        var openings: [Opening] = []
        for piece in pieces {
          openings.append(try g.open(g.apply(g.configuration(2))))
          openings.append(try g.open(piece))
          openings.append(try g.open(g.reset(["host"])))
        }
        return openings
      },
    ]
  }

  /// ABT-CHUNK-11: a whole request drops all that is open for its payload, and nothing of another one.
  private var severalDropped: [Specification] {
    let open: [(name: String, begun: [(action: RequestForge.Action, total: Int)])] = [
      ("two-totals", [(.apply, 2), (.apply, 3)]),
      ("two-totals-falling", [(.apply, 3), (.apply, 2)]),
      ("three-totals", [(.apply, 2), (.apply, 4), (.apply, 3)]),
      ("both-verbs", [(.apply, 2), (.reset, 2)]),
      ("both-verbs-reset-first", [(.reset, 2), (.apply, 2)]),
      ("all", [(.reset, 3), (.apply, 2), (.reset, 2), (.apply, 3)]),
    ]
    return open.flatMap { name, begun in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "chunks/dropped/by-whole/several/\(name)/\(action.rawValue)",
          "A whole \(action.rawValue) request ends each of \(begun.count) assemblies of its payload (\(name)), and none of another.",
          ["ABT-CHUNK-11"], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          let whole = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host"])
          let others = g.chunks(of: g.apply(g.configuration(4)), total: 2)
          let assemblies = begun.map { action, total in
            var forge = action == .apply ? g.apply(g.configuration(6)) : g.reset(["host", "port"])
            forge.profile = whole.profile
            forge.payload = whole.payload
            return g.chunks(of: forge, total: total)
          }
          // All but one piece of each, then the one that was missing.
          return try g.open(
            all: [others[0]] + assemblies.flatMap { $0.dropLast() } + [whole]
              + assemblies.compactMap(\.last) + [others[1]])
        }
      }
    }
  }

  /// A whole request that the delegate refuses is not "applied" (ABT-CHUNK-11): what is open for its payload may be dropped or kept.
  private var refusedWholes: [Specification] {
    let answers: [(DelegatePlan.Answer, Set<String>)] = [(.no, []), (.cancel, ["cancel"])]
    return answers.flatMap { answer, needs in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "chunks/refused-whole/\(answer.rawValue)/\(action.rawValue)",
          "The delegate refuses a whole \(action.rawValue) request (\(answer.rawValue)) between two pieces of its payload.",
          ["ABT-CB-01", "ABT-CHUNK-03"], needs: needs.union(["chunks"])
        ) { (g) throws(HarnessFault) in
          var whole = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host"])
          let forge = g.apply(g.configuration(5))
          whole.profile = forge.profile
          whole.payload = forge.payload
          let pieces = g.chunks(of: forge, total: 2)
          let plan = DelegatePlan(apply: .init(answer: answer), revert: .init(answer: answer))
          return [
            try g.open(pieces[0]), try g.open(whole, plan), try g.open(pieces[1]),
            try g.open(pieces[0]),
          ]
        }
      }
    }
  }

  /// ABT-CHUNK-11, 12: what ends an assembly.
  private var dropped: [Specification] {
    let wholes: [(String, @Sendable (RequestForge, inout RequestGenerator) -> RequestForge)] = [
      ("same-contents", { forge, _ in forge }),
      (
        "other-contents",
        { forge, g in
          var other = g.apply(g.configuration(2))
          other.profile = forge.profile
          other.payload = forge.payload
          return other
        }
      ),
      (
        "reset",
        { forge, g in
          var other = g.reset(["host"])
          other.profile = forge.profile
          other.payload = forge.payload
          return other
        }
      ),
    ]
    let byWhole: [Specification] = wholes.map { name, whole in
      makeWithCanary(
        "chunks/dropped/by-whole/\(name)",
        "A whole request (\(name)) comes between the pieces of its payload, and ends their assembly.",
        ["ABT-CHUNK-11"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let forge = g.apply(g.configuration(5))
        let pieces = g.chunks(of: forge, total: 2)
        return [
          try g.open(pieces[0]), try g.open(whole(forge, &g)), try g.open(pieces[1]),
        ]
      }
    }
    let damages: [(String, @Sendable (inout RequestForge) -> Void)] = [
      ("checksum", { $0.compression = .checksum(.zeroed) }), ("magic", { $0.magic = .missing }),
      ("stream", { $0.compression = .replaced(with: [UInt8](repeating: 0x55, count: 90)) }),
      ("list", { $0.propertyList = .truncated(length: 30) }),
      ("version", { $0.dictionaryForm = .versionOther(9) }),
      ("no-version", { $0.dictionaryForm = .versionMissing }),
      ("too-large", tooLarge), ("bomb", { $0.compression = .bomb(count: 64 << 20) }),
    ]
    let byOtherParameter: [Specification] = [true, false].map { isPlainFirst in
      makeWithCanary(
        "chunks/dropped/by-whole/\(isPlainFirst ? "in-data-x" : "in-data")",
        "The pieces come in \(isPlainFirst ? "data" : "data-x"), and the whole request between them in the other parameter.",
        ["ABT-CHUNK-11"], needs: ["chunks"], editions: [.encrypting],
        setup: { $0.allowUnencrypted = true }
      ) { (g) throws(HarnessFault) in
        let encrypted = g.apply(g.configuration(5))
        let plain = g.unencrypted(encrypted)
        let pieces = g.chunks(of: isPlainFirst ? plain : encrypted, total: 2)
        return try g.open(all: [pieces[0], isPlainFirst ? encrypted : plain, pieces[1]])
      }
    }
    return byWhole + byOtherParameter + severalDropped + refusedWholes
      + damages.flatMap { name, damage in
        RequestForge.Action.allCases.map { action in
          makeWithCanary(
            "chunks/dropped/undecodable/\(name)/\(action.rawValue)",
            "Pieces that come to nothing (\(name)), then the right ones of the same payload.",
            ["ABT-CHUNK-12"], needs: ["chunks"]
          ) { (g) throws(HarnessFault) in
            let right = action == .apply ? g.apply(g.configuration(5)) : g.reset(["host", "port"])
            var wrong = right
            damage(&wrong)
            return try g.open(all: g.chunks(of: wrong, total: 2) + g.chunks(of: right, total: 3))
          }
        }
      }
  }

  /// ABT-CHUNK-12: what was dropped is not there any more.
  private var droppedForGood: [Specification] {
    let damages: [(String, @Sendable (inout RequestForge) -> Void)] = [
      ("magic", { $0.magic = .wrong(index: 0, mask: 1) }),
      ("version", { $0.dictionaryForm = .versionOther(2) }),
      ("list", { $0.propertyList = .truncated(length: 50) }),
      ("checksum", { $0.compression = .checksum(.zeroed) }),
      ("stream", { $0.compression = .replaced(with: [UInt8](repeating: 0x55, count: 90)) }),
      ("too-large", tooLarge), ("bomb", { $0.compression = .bomb(count: 64 << 20) }),
    ]
    return damages.flatMap { name, damage in
      [2, 3].map { total in
        makeWithCanary(
          "chunks/dropped/same-total/\(name)/\(total)",
          "\(total) pieces that come to nothing (\(name)), then as many others of the same payload.",
          ["ABT-CHUNK-12"], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          var wrong = g.apply(category: "Wrong", g.configuration(7))
          var right = g.apply(g.configuration(5))
          (right.profile, right.payload) = (wrong.profile, wrong.payload)
          right.compression = .canonical
          wrong.compression = .storedBlocks(of: 0xFFFF)
          damage(&wrong)
          return try g.open(
            all: g.chunks(of: wrong, total: total) + g.chunks(of: right, total: total))
        }
      }
    }
  }

  /// ABT-CHUNK-14: pieces of different requests never complete each other.
  private var unrelated: [Specification] {
    let differences: [(String, @Sendable (inout RequestForge) -> Void)] = [
      ("profile", { $0.profile += "x" }),
      ("payload", { $0.payload += "x" }),
      (
        "joined-text",
        {
          let last = $0.profile.removeLast()
          $0.payload = String(last) + $0.payload
        }
      ),
      ("swapped", { ($0.profile, $0.payload) = ($0.payload, $0.profile) }),
    ]
    return differences.map { name, change in
      makeWithCanary(
        "chunks/unrelated/\(name)",
        "The first piece of one request and the second of another that differs in: \(name).",
        ["ABT-CHUNK-14", "ABT-CHUNK-03"], needs: ["chunks"]
      ) { (g) throws(HarnessFault) in
        let first = g.apply(g.configuration(5))
        var second = first
        change(&second)
        let pieces = g.chunks(of: first, total: 2)
        let others = g.chunks(of: second, total: 2)
        return try g.open(all: [pieces[0], others[1], pieces[1]])
      }
    }
  }
}
