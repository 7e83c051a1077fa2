import Conformance
import SuiteModels
import WireFormat

/// What apps report, and what is reset for it.
extension ABTManager {
  private static func answer(
    _ status: AppAnswer.Status = .success, _ keys: [String] = ["host", "port"],
    list: AppAnswer.ListForm = .whole, spelling: AppAnswer.Spelling = .usual
  ) -> ManagerEvent {
    .answer(AppAnswer(status, keys: keys, list: list, spelling: spelling))
  }

  /// The profile in another edition: the same payload with other values.
  private static func edition(_ number: Int64) -> ManagerEvent {
    install(
      .init(
        "mail", for: "com.acme.mail",
        [
          .init(key: "host", value: .string("mail.acme.com")),
          .init(key: "port", value: .integer(number)), .init(key: "tls", value: .boolean(true)),
          .init(key: "quota", value: .integer(number * 10)),
        ]))
  }

  /// A profile of six hundred keys, in an edition of its own.
  private static func large(_ edition: Int64) -> ManagerEvent {
    install(
      .init(
        "mail", for: "com.acme.mail",
        (0..<600).map { .init(key: "key \($0)", value: .integer($0 + edition)) }))
  }

  static let reported: [Specification] = lists + spellings + kept + answers

  private static let someKeys: [(name: String, keys: [String])] = [
    ("none", []), ("one", ["tls"]), ("all", ["host", "port", "tls"]), ("twice", ["tls", "tls"]),
  ]

  private static let lists: [Specification] =
    someKeys.map { name, keys in
      sequence(
        "reported/\(name)", "An app reports \(name) of its keys.", ["MGR-08"],
        [install(mail), answer(.success, keys), remove, done])
    }

  private static let spellings: [Specification] =
    [AppAnswer.Spelling.escaped, .escapedInSmallLetters, .reversed, .rawBase64].map { spelling in
      sequence(
        "reported/spelling/\(spelling.rawValue)",
        "A right callback, written otherwise: \(spelling.rawValue).", ["MGR-08"],
        [
          install(ProfileDraft("a&b c+d", [mail, vault])),
          answer(.success, ["host", "tls"], spelling: spelling),
          answer(.success, ["pin"], spelling: spelling), .remove("a&b c+d"),
          answer(spelling: spelling), answer(spelling: spelling),
        ])
    }

  /// A key whose list, packed and in Base64, has a plus in it.
  private static let plusKey =
    (0..<1_000).lazy.map { "key \($0)" }
    .first { ChangedValues.encode([$0]).contains(UInt8(ascii: "+")) } ?? ""

  private static let kept: [Specification] =
    [
      sequence(
        "reported/plus", "A plus of Base64 stands in a callback as it is.", ["MGR-08"],
        [
          install(
            .init("mail", for: "com.acme.mail", [.init(key: plusKey, value: .boolean(true))])),
          answer(.success, [plusKey], spelling: .rawBase64), remove, done,
        ]),
      sequence(
        "reported/many", "An app reports a thousand keys.", ["MGR-08"],
        [
          install(
            .init(
              "mail", for: "com.acme.mail",
              (0..<1_000).map { .init(key: "key \($0)", value: .integer($0)) })),
          answer(.success, (0..<1_000).map { "key \($0)" }), remove, done,
        ]),
      sequence(
        "reported/many-and-more",
        "An app reports hundreds of keys, then some of another edition, and then hundreds more.",
        ["MGR-08"],
        [
          large(0), answer(.success, (0..<300).map { "key \($0)" }), large(1),
          answer(.success, ["key 7", "key 400"]), large(2),
          answer(.success, (290..<600).map { "key \($0)" }), remove, done,
        ]),
      sequence(
        "reported/odd-keys", "Keys with characters of all kinds.", ["MGR-08"],
        [
          install(
            .init(
              "mail", for: "com.acme.mail",
              ["", "a+b/c=", "é & ü", "\u{1F600}", "a\nb"].map {
                .init(key: $0, value: .boolean(true))
              })), answer(.success, ["", "a+b/c=", "é & ü", "\u{1F600}"]), remove, done,
        ]),
      sequence(
        "reported/nul", "Reported keys have a NUL, and begin like each other.", ["MGR-08"],
        [
          install(
            ProfileDraft(
              "profile", isBinary: true,
              [
                .init(
                  "mail", for: "com.acme.mail",
                  ["host", "host\u{0}", "host\u{0}2", "\u{0}"].map {
                    .init(key: $0, value: .boolean(true))
                  })
              ])),
          answer(.success, ["host\u{0}2", "\u{0}"]), remove, done,
        ]),
      sequence(
        "reported/composed", "A reported key has a letter with an accent.", ["MGR-08"],
        [
          install(
            .init(
              "mail", for: "com.acme.mail",
              [.init(key: "caf\u{E9}", value: .integer(1)), .init(key: "tls", value: .integer(2))])),
          answer(.success, ["caf\u{E9}"]), remove, done,
        ]),
      sequence(
        "reported/decomposed", "A reported key has a letter, and an accent of its own.", ["MGR-08"],
        [
          install(
            .init(
              "mail", for: "com.acme.mail",
              [
                .init(key: "cafe\u{301}", value: .integer(1)),
                .init(key: "tls", value: .integer(2)),
              ])),
          answer(.success, ["cafe\u{301}"]), remove, done,
        ]),
      sequence(
        "reported/like-keys", "Keys that some comparison takes for one are reported in turn.",
        ["MGR-08"],
        [
          install(
            .init(
              "mail", for: "com.acme.mail",
              likeKeys.map {
                .init(key: $0, value: .boolean(true))
              })), answer(.success, ["Host", "host ", "\u{FEFF}host", "h\u{FF4F}st"]), remove, done,
        ]),
      sequence(
        "reported/accumulate", "Two editions of a profile, each with keys of its own.", ["MGR-08"],
        [
          edition(1), answer(.success, ["host"]), edition(2), answer(.success, ["port", "quota"]),
          remove, done,
        ]),
      sequence(
        "reported/accumulate/like-keys",
        "Each edition of a profile reports a key that some comparison takes for the one before.",
        ["MGR-08"],
        likeKeys.enumerated().flatMap { number, key -> [ManagerEvent] in
          [
            install(
              .init(
                "mail", for: "com.acme.mail",
                likeKeys.map { .init(key: $0, value: .integer(Int64(number))) })),
            answer(.success, [key]),
          ]
        } + [remove, done]),
      sequence(
        "reported/accumulate/three", "Three editions, of which two report the same key.",
        ["MGR-08"],
        [
          edition(1), answer(.success, ["host", "tls"]), edition(2), answer(.success, ["host"]),
          edition(3), answer(.success, []), remove, done,
        ]),
      sequence(
        "reported/after-reset", "What was reset is not reset again.", ["MGR-08"],
        [
          edition(1), answer(.success, ["host"]), remove, done, edition(2),
          answer(.success, ["port"]), remove, done,
        ]),
      sequence(
        "reported/each-payload", "Two payloads of one app report a key of the same name.",
        ["MGR-08"],
        [
          install(
            .init("a", for: "com.acme.mail", [.init(key: "host", value: .string("a"))]),
            .init("b", for: "com.acme.mail", [.init(key: "host", value: .string("b"))])),
          answer(.success, ["host"]), answer(.success, []), remove, done,
        ]),
    ]

  /// Keys that are told apart by their bytes alone.
  private static let likeKeys = ["Host", "host", "host ", "\u{FEFF}host", "h\u{FF4F}st", "HOST"]

  private static let answers: [Specification] =
    [
      sequence(
        "reported/error", "An app refuses its payload.", ["MGR-09"], [install(mail), no, remove]),
      sequence(
        "reported/canceled", "The user refuses a payload.", ["MGR-09"],
        [install(mail), canceled, remove]),
      sequence(
        "reported/partial/error-first", "The first of three apps refuses.", ["MGR-09", "MGR-11"],
        [install(mail, notes, vault), no, yes(), yes(), remove]),
      sequence(
        "reported/partial/error-last", "The last of three apps refuses.", ["MGR-09"],
        [install(mail, vault, notes), yes(), yes(), no, remove]),
      sequence(
        "reported/partial/two-apps", "One app takes its payload, the other refuses.", ["MGR-09"],
        [
          install(same("a", "com.acme.mail"), same("b", "com.acme.vault")), yes("host"), no, remove,
          done,
        ]),
      sequence(
        "reported/partial/canceled", "One app takes its payload, and the user refuses the other.",
        ["MGR-09"],
        [
          install(same("a", "com.acme.mail"), same("b", "com.acme.vault")), canceled, yes("host"),
          remove, done,
        ]),
      sequence(
        "reported/all-refuse", "All apps refuse.", ["MGR-09"],
        [install(mail, notes, vault), no, canceled, no, remove]),
      sequence(
        "reported/refused-then-taken", "What was refused is taken when it is sent again.",
        ["MGR-08", "MGR-09"],
        [install(mail), no, install(mail), yes("port"), remove, done]),
      sequence(
        "reported/taken-then-refused", "A later edition is refused.", ["MGR-08"],
        [edition(1), answer(.success, ["host"]), edition(2), no, remove, done]),
      sequence(
        "reported/taken-then-refused/canceled", "A later edition is canceled, and removed twice.",
        ["MGR-08"],
        [edition(1), answer(.success, ["host"]), edition(2), canceled, remove, done, remove, done]),
      sequence(
        "reported/taken-then-refused/beside", "A later edition is refused by one of two apps.",
        ["MGR-08"],
        [
          install(same("a", "com.acme.mail"), same("b", "com.acme.vault")), yes("host"),
          yes("port"), install(same("a", "com.acme.mail"), changed("b", "com.acme.vault")),
          .answer(AppAnswer(.error, target: named("b", "com.acme.vault"))), yes("port"), remove,
          done, done, remove, done,
        ]),
      sequence(
        "reported/taken-then-refused/taken",
        "A later edition is refused, removed, and then taken again.", ["MGR-08"],
        [
          edition(1), answer(.success, ["host"]), edition(2), no, remove, done, edition(3),
          answer(.success, ["port"]), remove, done,
        ]),
      sequence(
        "reported/list-after-reset", "The answer to a reset has changedValues.", ["MGR-08"],
        [
          install(mail), yes("host"), remove, answer(.success, ["host", "tls"], list: .stray), done,
          remove, done,
        ]),
      sequence(
        "reported/list-after-reset/error", "A reset is refused with changedValues.", ["MGR-08"],
        [
          install(mail), yes("host"), remove, answer(.error, ["tls"], list: .stray), done, remove,
          done,
        ]),
      sequence(
        "reported/bytes-behind-list", "Bytes stand behind the end of the list's zlib stream.",
        ["MGR-08"], [install(mail), answer(.success, ["host"], list: .behindStream), remove, done]),
      sequence(
        "reported/no-list", "A Success has no changedValues.", ["MGR-08"],
        [install(mail), answer(.success, [], list: .missing), remove, done]),
      sequence(
        "reported/list-beside-error", "An Error has changedValues.", ["MGR-08", "MGR-09"],
        [install(mail), answer(.error, ["host"], list: .stray), remove]),
      sequence(
        "reported/list-beside-canceled", "A Canceled has changedValues.", ["MGR-08", "MGR-09"],
        [install(mail), answer(.canceled, ["host"], list: .stray), remove]),
      sequence(
        "reported/foreign-keys", "A key is reported that the configuration does not hold.",
        ["MGR-08"], [install(mail), answer(.success, ["host", "elsewhere"]), remove, done]),
      sequence(
        "reported/own-parameter", "A library adds a parameter of its own.", ["MGR-08"],
        [install(mail), answer(spelling: .withOwnParameter), remove, done]),
    ]

  static func same(_ uuid: String, _ app: String) -> ProfileDraft.Payload { .init(uuid, for: app) }

  /// The same payload with another value.
  private static func changed(_ uuid: String, _ app: String) -> ProfileDraft.Payload {
    .init(uuid, for: app, [.init(key: "host", value: .string("mail2.acme.com"))])
  }

  private static func named(_ payload: String, _ app: String) -> AppAnswer.Target {
    .payload(profile: "profile", payload: payload, bundleIdentifier: app)
  }

  static let removing: [Specification] = [
    sequence(
      "remove/exactly", "Exactly the keys that were reported are reset.", ["MGR-08"],
      [install(mail), yes("host", "tls"), remove, done]),
    sequence(
      "remove/three", "Three apps are reset, one after another.", ["MGR-08", "MGR-11"],
      [
        install(
          same("a", "com.acme.mail"), same("b", "com.acme.vault"), same("c", "com.acme.mail")),
        yes("host"), yes("port"), yes("tls"), remove, done, done, done,
      ]),
    sequence(
      "remove/encrypted", "A reset is encrypted as its payload was.", ["MGR-04", "MGR-08"],
      [install(ProfileDraft("profile", isEncrypted: true, [mail])), yes("host"), remove, done]),
    sequence(
      "remove/own-scheme", "A reset goes to the app's own scheme.", ["MGR-03", "MGR-08"],
      [install(notes), yes("size"), remove, done]),
    sequence(
      "remove/nothing", "Nothing was reported.", ["MGR-08"], [install(mail), yes(), remove, done]),
    sequence(
      "remove/unknown", "A profile that was never installed is removed.", ["MGR-08"],
      [.remove("nowhere"), install(mail), yes("host"), .remove("nowhere"), remove, done]),
    sequence(
      "remove/twice", "A profile is removed twice.", ["MGR-08"],
      [install(mail), yes("host"), remove, done, remove]),
    sequence(
      "remove/pending", "A profile is removed while its only payload is pending.",
      ["MGR-11"], [install(mail), remove]),
    sequence(
      "remove/pending/late", "The callback comes after the removal.", ["MGR-10", "MGR-11"],
      [install(mail), remove, late("mail", "com.acme.mail", "host")]),
    sequence(
      "remove/pending/second", "A profile is removed while the second of three is pending.",
      ["MGR-08", "MGR-11"],
      [
        install(
          same("a", "com.acme.mail"), same("b", "com.acme.vault"), same("c", "com.acme.mail")),
        yes("port"), remove, done,
      ]),
    sequence(
      "remove/pending/again", "A profile is removed while it is sent again.", ["MGR-08", "MGR-11"],
      [edition(1), yes("host"), edition(2), remove, done]),
    sequence(
      "remove/pending/install", "A profile is installed again after it was given up.",
      ["MGR-08", "MGR-11"],
      [install(mail), remove, install(mail), yes("port"), remove, done]),
    sequence(
      "remove/error",
      "An app refuses its reset: the keys are kept, and the next removal resets them.",
      ["MGR-08"], [install(mail), yes("host"), remove, no, remove, done]),
    sequence(
      "remove/canceled", "A reset is canceled: the keys are kept.", ["MGR-08"],
      [install(mail), yes("host"), remove, canceled, remove, done]),
    sequence(
      "remove/error/install", "An app refuses its reset, and takes the profile again.", ["MGR-08"],
      [edition(1), yes("host"), remove, no, edition(2), yes("port"), remove, done]),
    sequence(
      "remove/error/others", "One of two apps refuses its reset; the other is reset.", ["MGR-08"],
      [
        install(same("a", "com.acme.mail"), same("b", "com.acme.vault")), yes("host"), yes("port"),
        remove, no, done, remove, done,
      ]),
    sequence(
      "remove/install-again", "A profile is removed, installed and removed.", ["MGR-08"],
      [
        install(mail), yes("host", "port"), remove, done, install(mail), yes("tls"), remove, done,
      ]),
    sequence(
      "remove/other-stays", "Another profile is left as it is.", ["MGR-08"],
      [
        install(mail), yes("host"), install(ProfileDraft("other", [vault])), yes("pin"), remove,
        done, .remove("other"), done,
      ]),
  ]

  static func late(_ payload: String, _ app: String, _ keys: String...) -> ManagerEvent {
    .answer(
      AppAnswer(
        keys: keys,
        target: .payload(profile: "profile", payload: payload, bundleIdentifier: app)))
  }
}
