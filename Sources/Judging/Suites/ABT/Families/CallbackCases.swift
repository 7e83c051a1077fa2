import Conformance
import Forge
import SuiteModels
import WireFormat

/// Section 4.7: what is reported to the manager.
extension ABTCases {
  var callbacks: [Specification] {
    statuses + delegateErrors + eachCharacter + longMessages + echoes + echoesOfLikeNames + order
      + addressesOfCallbacks
  }

  /// ABT-CB-03, 08, 09, 10: every character of ASCII in every text that a callback repeats, each in a request of its own, between
  /// letters and at the end. NUL is left to the library (section 4.7).
  private var eachCharacter: [Specification] {
    let marks = (UInt8(0x20)..<0x7F).filter {
      !(0x30...0x39).contains($0) && !(0x41...0x5A).contains($0 & 0xDF)
    }
    let kinds: [(String, String, [UInt8])] = [
      ("mark", "mark", marks), ("control", "control character", Array(1..<0x20) + [0x7F]),
    ]
    typealias Place = (
      name: String, targets: [Clause.ID], needs: Set<String>,
      open: @Sendable (String, inout RequestGenerator) throws(HarnessFault) -> Opening
    )
    let places: [Place] = [
      (
        "errorMessage", ["ABT-CB-08", "ABT-CB-09", "ABT-CB-10"], ["delegateError"],
        { (text, g) throws(HarnessFault) in
          let turn = DelegatePlan.Turn(answer: .no, error: .init(code: 12, message: text))
          return try g.open(g.apply(g.configuration(1)), DelegatePlan(apply: turn))
        }
      ),
      (
        "profile", ["ABT-CB-03", "ABT-CB-08", "ABT-CB-09"], [],
        { (text, g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(1))
          forge.profile = text
          return try g.open(forge)
        }
      ),
      (
        "payload", ["ABT-CB-03", "ABT-CB-08", "ABT-CB-09"], [],
        { (text, g) throws(HarnessFault) in
          var forge = g.reset(["host"])
          forge.payload = text
          return try g.open(forge)
        }
      ),
      (
        "token", ["ABT-CB-03", "ABT-CB-08", "ABT-CB-09", "ABT-TOK-03"], [],
        { (text, g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(1))
          forge.token = .damaged(.replaced(with: text))
          return try g.open(forge)
        }
      ),
    ]
    return places.flatMap { place in
      kinds.map { name, words, characters in
        make(
          "callback/each-\(name)/\(place.name)",
          "Every \(words) of ASCII in \(place.name), one after the other.", place.targets,
          needs: place.needs
        ) { (g) throws(HarnessFault) in
          try characters.map { (character) throws(HarnessFault) in
            let text = String(decoding: [character], as: UTF8.self)
            return try place.open("a\(text)b\(text)", &g)
          }
        }
      }
    }
  }

  /// ABT-CB-12, in libraries of which calls and callbacks are seen in their order.
  private var order: [Specification] {
    func orderCase(
      _ name: String, _ title: String, needs: Set<String> = [], _ delegate: DelegatePlan,
      _ action: RequestForge.Action = .apply
    ) -> Specification {
      make(
        "callback/order/\(name)", title, ["ABT-CB-12"], needs: needs.union(["sequence"])
      ) { (g) throws(HarnessFault) in
        let forge = action == .apply ? g.apply(g.configuration(3)) : g.reset(["host", "port"])
        return [try g.open(forge, delegate)]
      }
    }
    let old = DelegatePlan.Record.didApplyOver("host", oldValue: .string("old"))
    return [
      orderCase("apply", "The manager hears of a set request when it is done.", DelegatePlan()),
      orderCase(
        "reset", "The manager hears of a reset request when it is done.", DelegatePlan(), .reset),
      orderCase(
        "refused", "The manager hears of the delegate's NO after its call.",
        DelegatePlan(apply: .init(answer: .no))),
      orderCase(
        "rollback", "The manager hears of a failure after its rollback.", needs: ["rollback"],
        DelegatePlan(apply: .init([old], answer: .no))),
      orderCase(
        "canceled", "The manager hears of a cancellation after its rollback.",
        needs: ["rollback", "cancel"], DelegatePlan(apply: .init([old], answer: .cancel))),
    ]
  }

  /// Codes and messages of the delegate's own (ABT-CB-06, 08, 10).
  private var delegateErrors: [Specification] {
    let codes: [(String, Int32)] = [
      ("zero", 0), ("one", 1), ("own", 1207), ("negative", -1), ("smallest", .min),
      ("largest", .max),
    ]
    let messages: [(String, String)] = [
      ("words", "The host is not reachable."), ("empty", ""), ("umlaut", "Gerät gesperrt"),
      ("emoji", "\u{1F6AB} nein"), ("inject-status", "x&status=Success"), ("hash", "a#b"),
      ("percent", "100% %41 %"), ("lines", "a\r\nb"), ("plus", "1 + 1"), ("equals", "a=b"),
    ]
    return codes.map { name, code in
      make(
        "callback/delegate-error/code/\(name)", "The delegate answers NO with the code \(code).",
        ["ABT-CB-04", "ABT-CB-06", "ABT-CB-10"], needs: ["delegateError"]
      ) { (g) throws(HarnessFault) in
        let turn = DelegatePlan.Turn(answer: .no, error: .init(code: code, message: "no"))
        return [
          try g.open(g.apply(g.configuration(2)), DelegatePlan(apply: turn)),
          try g.open(g.reset(["host"]), DelegatePlan(revert: turn)),
        ]
      }
    }
      + codes.map { name, code in
        make(
          "callback/delegate-error/code-alone/\(name)",
          "The delegate answers NO with the code \(code) and no words.",
          ["ABT-CB-06", "ABT-CB-10"], needs: ["delegateError"]
        ) { (g) throws(HarnessFault) in
          let turn = DelegatePlan.Turn(answer: .no, error: .init(code: code, message: ""))
          return [
            try g.open(g.apply(g.configuration(2)), DelegatePlan(apply: turn)),
            try g.open(g.reset(["host"]), DelegatePlan(revert: turn)),
          ]
        }
      }
      + RequestForge.Action.allCases.map { action in
        make(
          "callback/delegate-error/after-others/\(action.rawValue)",
          "The delegate answers NO to three \(action.rawValue) requests: with a code and words, with a code alone, and with others.",
          ["ABT-CB-10"], needs: ["delegateError"]
        ) { (g) throws(HarnessFault) in
          let errors: [DelegatePlan.DelegateError] = [
            .init(code: 4_711, message: "The host is not reachable."),
            .init(code: 4_712, message: ""), .init(code: 0, message: "No"),
          ]
          return try errors.map { (error) throws(HarnessFault) in
            let turn = DelegatePlan.Turn(answer: .no, error: error)
            return try g.open(
              action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"]),
              DelegatePlan(apply: turn, revert: turn))
          }
        }
      }
      + messages.map { name, message in
        make(
          "callback/delegate-error/message/\(name)",
          "The delegate answers NO with a message of special characters: \(name).",
          ["ABT-CB-08", "ABT-CB-10"], needs: ["delegateError"]
        ) { (g) throws(HarnessFault) in
          let turn = DelegatePlan.Turn(answer: .no, error: .init(code: 12, message: message))
          return [try g.open(g.apply(g.configuration(2)), DelegatePlan(apply: turn))]
        }
      }
      + messages.map { name, message in
        make(
          "callback/delegate-error/message-of-reset/\(name)",
          "The delegate refuses a reset with a message of special characters: \(name).",
          ["ABT-CB-08", "ABT-CB-10"], needs: ["delegateError"]
        ) { (g) throws(HarnessFault) in
          let turn = DelegatePlan.Turn(answer: .no, error: .init(code: 12, message: message))
          return [try g.open(g.reset(["host", "port"]), DelegatePlan(revert: turn))]
        }
      }
  }

  /// ABT-CB-07, 10: messages around the limit, and far beyond it.
  private var longMessages: [Specification] {
    let texts: [(String, String)] =
      [255, 256, 257, 300, 5_000].map { ("letters-\($0)", String("m", times: $0)) }
      + [
        ("umlauts-256", String("ä", times: 256)),
        ("umlauts-257", String("ä", times: 257)),
        ("emoji-300", String("\u{1F6AB}", times: 300)),
        ("decomposed-200", String("e\u{301}", times: 200)),
        ("percent-300", String("%", times: 300)),
        ("greek-200", String("\u{3B1}", times: 200)),
        ("letter-and-umlauts-200", "x" + String("\u{E9}", times: 200)),
        ("cjk-256", String("\u{65E5}", times: 256)),
        ("emoji-128", String("\u{1F6AB}", times: 128)),
        ("kana-300", String("\u{3042}", times: 300)),
        ("letter-and-umlauts-300", "a" + String("\u{E9}", times: 300)),
      ]
    return texts.flatMap { name, text in
      RequestForge.Action.allCases.map { action in
        make(
          "callback/long-message/\(name)/\(action.rawValue)",
          "The delegate answers NO with a message of this length: \(name).",
          ["ABT-CB-07", "ABT-CB-10"], needs: ["delegateError"]
        ) { (g) throws(HarnessFault) in
          let turn = DelegatePlan.Turn(answer: .no, error: .init(code: 77, message: text))
          return [
            try g.open(
              action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"]),
              action == .apply ? DelegatePlan(apply: turn) : DelegatePlan(revert: turn))
          ]
        }
      }
    }
  }

  /// ABT-CB-09: a URI whatever is echoed, for every kind of answer.
  private var addressesOfCallbacks: [Specification] {
    let texts: [(String, String)] = [
      ("space", "a b"), ("quotes", "\"a\""), ("angles", "<a>"), ("backslash", "a\\b"),
      ("caret", "a^b"), ("braces", "{a|b}"), ("grave", "a`b"), ("percent", "50%"),
      ("percent-letters", "%zz"), ("newline", "a\nb"), ("nul-like", "a\u{1}b"),
      ("delete", "a\u{7F}"),
      ("umlaut", "ü"), ("cjk", "日本"), ("emoji", "\u{1F600}"), ("brackets", "[a]"), ("hash", "#a"),
    ]
    typealias Answer = (
      name: String, needs: Set<String>, damage: @Sendable (inout RequestForge) -> Void,
      plan: DelegatePlan
    )
    let answers: [Answer] = [
      ("accepted", [], { _ in }, DelegatePlan()),
      ("refused", [], { $0.magic = .missing }, DelegatePlan()),
      ("canceled", ["cancel"], { _ in }, DelegatePlan(apply: .init(answer: .cancel))),
    ]
    return texts.flatMap { name, text in
      answers.map { answer, needs, damage, plan in
        make(
          "callback/uri/\(name)/\(answer)",
          "Identifiers that no URI may hold as they are: \(name), \(answer).", ["ABT-CB-09"],
          needs: needs
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(1))
          forge.profile = text
          forge.payload = "p" + text + g.number()
          damage(&forge)
          return [try g.open(forge, plan)]
        }
      } + [
        make(
          "callback/uri/\(name)/piece",
          "Identifiers that no URI may hold as they are, in a request of two pieces: \(name).",
          ["ABT-CB-09", "ABT-CB-03"], needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          var forge = g.reset(["host", "port"])
          forge.profile = text
          forge.payload = "p" + text + g.number()
          return try g.open(all: g.chunks(of: forge, total: 2))
        }
      ]
    } + unescapedAddresses
  }

  /// ABT-CB-09: identifiers stand in the URL as no URI may hold them. Whether such a request is taken is left to the library.
  private var unescapedAddresses: [Specification] {
    let texts: [(String, String)] = [
      ("quote", "a\"b"), ("umlaut", "Pröfil"), ("braces", "a{b}"), ("malformed", "a%zz"),
      ("cut-off", "a%"),
    ]
    return texts.flatMap { name, text in
      [RequestForge.Parameter.profile, .payload].flatMap { place in
        [false, true].map { isPiece in
          makeWithCanary(
            "callback/uri/unescaped/\(name)/\(place.rawValue)\(isPiece ? "/piece" : "")",
            "The \(place.rawValue) stands in the URL as no URI may hold it: \(name).",
            ["ABT-CB-09"],
            needs: isPiece ? ["chunks"] : []
          ) { (g) throws(HarnessFault) in
            var forge = g.apply(g.configuration(3))
            if isPiece { forge = g.chunks(of: forge, total: 2)[0] }
            let raw = Array((g.number() + text).utf8)
            let slots: [ParameterSlot] = [
              .init(.token), .init(.profile), .init(.payload),
            ].map { $0.parameter == place ? .init(place, .raw(raw)) : $0 }
            forge.parameters = .slots(
              slots + (isPiece ? [.init(.chunk), .init(.chunks)] : []) + [.init(.data)])
            return [try g.open(forge)]
          }
        }
      }
    }
  }

  private var statuses: [Specification] {
    [
      make(
        "callback/status/success", "The delegate answers YES.",
        ["ABT-CB-01", "ABT-CB-02", "ABT-CB-04", "ABT-CB-06"]
      ) { (g) throws(HarnessFault) in
        [try g.open(g.apply(g.configuration(3))), try g.open(g.reset(["host"]))]
      },
      make(
        "callback/status/error", "The delegate answers NO.",
        ["ABT-CB-01", "ABT-CB-04", "ABT-CB-06"]
      ) { (g) throws(HarnessFault) in
        [
          try g.open(g.apply(g.configuration(3)), DelegatePlan(apply: .init(answer: .no))),
          try g.open(g.reset(["host"]), DelegatePlan(revert: .init(answer: .no))),
        ]
      },
      make(
        "callback/status/no-to-nothing", "The delegate answers NO where there is nothing to do.",
        ["ABT-CB-04"]
      ) { (g) throws(HarnessFault) in
        [
          try g.open(g.apply([]), DelegatePlan(apply: .init(answer: .no))),
          try g.open(g.reset([]), DelegatePlan(revert: .init(answer: .no))),
        ]
      },
      make(
        "callback/status/error-then-success", "A NO is forgotten with its request.",
        ["ABT-CB-04", "ABT-CB-06"]
      ) { (g) throws(HarnessFault) in
        let forge = g.apply(g.configuration(3))
        return [
          try g.open(forge, DelegatePlan(apply: .init(answer: .no))), try g.open(forge),
        ]
      },
      make(
        "callback/status/no-after-records", "The delegate records, then answers NO.", ["ABT-CB-04"]
      ) { (g) throws(HarnessFault) in
        [
          try g.open(
            g.apply(g.configuration(3)),
            DelegatePlan(apply: .init([.didApply("host"), .didNotApply("port")], answer: .no)))
        ]
      },
      make(
        "callback/status/canceled", "The delegate cancels a set request.", ["ABT-CB-05"],
        needs: ["cancel"]
      ) { (g) throws(HarnessFault) in
        [try g.open(g.apply(g.configuration(3)), DelegatePlan(apply: .init(answer: .cancel)))]
      },
      make(
        "callback/status/canceled-reset", "The delegate cancels a reset request.", ["ABT-CB-05"],
        needs: ["cancel"]
      ) { (g) throws(HarnessFault) in
        [try g.open(g.reset(["host"]), DelegatePlan(revert: .init(answer: .cancel)))]
      },
      make(
        "callback/status/canceled-then-success", "A cancel is forgotten with its request.",
        ["ABT-CB-04", "ABT-CB-05"], needs: ["cancel"]
      ) { (g) throws(HarnessFault) in
        let forge = g.apply(g.configuration(3))
        return [
          try g.open(forge, DelegatePlan(apply: .init([.didApply("host")], answer: .cancel))),
          try g.open(forge),
        ]
      },
    ]
  }

  /// Values that a careless writer would let change the callback (ABT-CB-03, 08).
  private var values: [(path: String, value: String)] {
    let names = dialect.value.parameters
    let statuses = dialect.value.statuses
    return [
      ("uuid-lower-case", "6f9619ff-8b86-d011-b42d-00c04fc964ff"), ("digits", "42"),
      // What languages write for nothing, and what some of them take for nothing.
      ("null", "null"), ("nil", "(null)"), ("none", "None"), ("undefined", "undefined"),
      ("zero", "0"), ("false", "false"),
      ("space", "a b"), ("plus", "a+b"), ("percent", "100%"), ("percent-escape", "%26%3D%00"),
      ("double-escape", "%2525"), ("ampersand", "a&b"), ("equals", "a=b=="), ("hash", "a#b"),
      ("question", "a?b"), ("slash", "../a//b"), ("semicolon", "a;b"), ("quotes", "\"'`<>"),
      ("brackets", "[a]{b}|\\^"), ("newlines", "a\r\nb"), ("tab", "a\tb"),
      ("control", "\u{1}\u{7F}\u{1B}[0m"),
      ("umlaut", "grün"), ("composed", "\u{E9}"), ("decomposed", "e\u{301}"), ("cjk", "日本語"),
      ("emoji", "\u{1F600}\u{200D}\u{1F525}"), ("right-to-left", "\u{202E}abc"),
      ("noncharacters", "a\u{FFFE}b\u{10FFFF}c"), ("private-use", "\u{E000}\u{F8FF}"),
      ("inject-status", "x&\(names.status)=\(statuses.success)"),
      ("inject-changed", "x&\(names.changedValues)=eJwDAAAAAAE="),
      ("inject-code", "x&\(names.errorCode)=0&\(names.errorMessage)=ok"),
      ("inject-profile", "x&\(names.profile)=other"),
      ("inject-unknown", "x&injected=1"),
      ("inject-fragment", "x#&\(names.status)=\(statuses.error)"),
      ("inject-line", "x\r\nLocation: https://example.com/"),
      ("long", String("ab-", times: 700)), ("long-pairs", String("\u{1F600}", times: 700)),
      ("long-pairs-behind", "a" + String("\u{1F600}", times: 700)),
      ("long-umlauts", String("\u{E9}", times: 900)),
      ("long-three-bytes", "ab" + String("\u{65E5}", times: 900)),
      // Longer than buffers are, in bytes and in characters; whoever counts the one and cuts the other loses an end.
      ("longer", String("ab-", times: 6_700)),
      ("longer-umlauts", String("\u{E9}", times: 6_000)),
      ("longer-three-bytes", "a" + String("\u{65E5}", times: 3_000)),
      ("longer-pairs", "ab" + String("\u{1F600}", times: 5_000)),
      // Two of them, each byte escaped, fill less than half of a URL.
      ("longest-pairs", String("\u{1F600}", times: min(17_000, limits.maxURLBytes / 60))),
    ]
  }

  /// ABT-CB-03: identifiers that some comparison takes for one are echoed each as it was sent, in turn.
  private var echoesOfLikeNames: [Specification] {
    Self.likeNames.flatMap { name, pair in
      [true, false].map { isAccepted in
        make(
          "callback/echo/like-named/\(name)/\(isAccepted ? "accepted" : "refused")",
          "Requests by turns, whose profiles and payloads look alike: \(name).",
          ["ABT-CB-03"] + (isAccepted ? ["ABT-MULTI-01"] : [])
        ) { (g) throws(HarnessFault) in
          let (first, second) = pair(g.number())
          let turns = [(first, first), (first, second), (second, first), (second, second)]
          return try (turns + turns).map { (profile, payload) throws(HarnessFault) in
            var forge = g.apply(g.configuration(2))
            (forge.profile, forge.payload) = (profile, payload)
            if !isAccepted { forge.magic = .missing }
            return try g.open(forge)
          }
        }
      }
    }
  }

  private var echoes: [Specification] {
    values.flatMap { path, value in
      // What has escapes in it shows how often it is decoded.
      let decoding: [Clause.ID] = value.contains("%") ? ["ABT-URL-10"] : []
      return [
        make(
          "callback/echo/profile/\(path)", "A profile identifier with special characters: \(path).",
          ["ABT-CB-03", "ABT-CB-08"] + decoding
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(1))
          forge.profile = value
          return [try g.open(forge)]
        },
        make(
          "callback/echo/payload/\(path)", "A payload identifier with special characters: \(path).",
          ["ABT-CB-03", "ABT-CB-08"] + decoding
        ) { (g) throws(HarnessFault) in
          var forge = g.reset(["host"])
          forge.payload = value
          return [try g.open(forge, DelegatePlan(revert: .init(answer: .no)))]
        },
        make(
          "callback/echo/both/\(path)",
          "Both identifiers have the same special characters, in a request that succeeds: \(path).",
          ["ABT-CB-03", "ABT-CB-08"] + decoding
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(1))
          forge.profile = value
          forge.payload = value
          return [try g.open(forge)]
        },
        make(
          "callback/echo/refused/\(path)",
          "Identifiers with special characters in a request whose token is wrong: \(path).",
          ["ABT-CB-03", "ABT-CB-08"] + decoding
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(1))
          forge.profile = value
          forge.payload = value + "2"
          forge.token = .damaged(.truncated(length: 8))
          return [try g.open(forge)]
        },
        make(
          "callback/echo/undecodable/\(path)",
          "Identifiers with special characters in a request whose data cannot be read: \(path).",
          ["ABT-CB-03", "ABT-CB-08"] + decoding
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(1))
          forge.profile = value
          forge.payload = value
          forge.base64 = .foreignCharacter(index: 3, scalar: "!")
          return [try g.open(forge)]
        },
        make(
          "callback/echo/canceled/\(path)",
          "Identifiers with special characters in a request that the delegate cancels: \(path).",
          ["ABT-CB-03", "ABT-CB-08"] + decoding, needs: ["cancel"]
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(1))
          forge.profile = value
          forge.payload = value + g.number()
          return [try g.open(forge, DelegatePlan(apply: .init(answer: .cancel)))]
        },
        make(
          "callback/echo/pieces/\(path)",
          "Identifiers with special characters in a request of two pieces: \(path).",
          ["ABT-CB-03", "ABT-CB-08"] + decoding, needs: ["chunks"]
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(2))
          forge.profile = value
          forge.payload = value + g.number()
          return try g.open(all: g.chunks(of: forge, total: 2))
        },
        make(
          "callback/echo/token/\(path)", "A wrong token with special characters: \(path).",
          ["ABT-CB-03", "ABT-CB-08", "ABT-TOK-03"]
        ) { (g) throws(HarnessFault) in
          var forge = g.apply(g.configuration(1))
          forge.token = .damaged(.replaced(with: value))
          return [try g.open(forge)]
        },
      ]
    }
  }
}
