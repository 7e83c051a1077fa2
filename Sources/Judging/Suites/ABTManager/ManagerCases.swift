import Conformance
import Profiles
import SuiteModels
import WireFormat

/// The fixed sequences: profiles that come, how they are sent, and how they go.
extension ABTManager {
  typealias Specification = CaseSpecification<ManagerModel>

  static let device = ManagerModel.walkSetup

  static func sequence(
    _ path: String, _ title: String, _ targets: [Clause.ID], on setup: ManagerSetup = device,
    _ events: [ManagerEvent]
  ) -> Specification {
    Specification("\(name)/\(path)", title, variants: [.sole], targets: targets) { _, _ in
      Script(setup: setup, events: events)
    }
  }

  // Payloads for the three apps of the device, and for one that is not there.
  static let mail = ProfileDraft.Payload("mail", for: "com.acme.mail", category: "Mail")
  static let notes = ProfileDraft.Payload(
    "notes", for: "com.acme.notes", urlScheme: "acme-notes",
    [.init(key: "font", value: .string("serif")), .init(key: "size", value: .integer(11))])
  static let vault = ProfileDraft.Payload(
    "vault", for: "com.acme.vault",
    [.init(key: "pin", value: .string("needed")), .init(key: "tries", value: .integer(3))])
  static let absent = ProfileDraft.Payload("absent", for: "com.acme.absent")

  static func install(_ draft: ProfileDraft) -> ManagerEvent { .install(draft.document) }
  static func install(_ payloads: ProfileDraft.Payload...) -> ManagerEvent {
    install(ProfileDraft("profile", payloads))
  }
  static func yes(_ keys: String...) -> ManagerEvent { .answer(AppAnswer(keys: keys)) }
  static let no = ManagerEvent.answer(AppAnswer(.error))
  static let canceled = ManagerEvent.answer(AppAnswer(.canceled))
  static let remove = ManagerEvent.remove("profile")
  /// A callback by which an app has taken a reset.
  static let done = ManagerEvent.answer(AppAnswer())

  static let installing: [Specification] = arriving + absentApps + again

  private static let arriving: [Specification] = [
    sequence(
      "install/one", "A profile for one app.", ["MGR-01", "MGR-11"],
      [install(mail), yes("host", "port", "tls")]),
    sequence(
      "install/three", "A profile for three apps; each gets its own.", ["MGR-01", "MGR-11"],
      [install(mail, notes, vault), yes(), yes(), yes()]),
    sequence(
      "install/two-of-one-app", "Two payloads for the same app.", ["MGR-01", "MGR-11"],
      [
        install(
          mail,
          .init(
            "mail 2", for: "com.acme.mail", [.init(key: "signature", value: .string("Yours"))])),
        yes(), yes(), remove,
      ]),
    sequence(
      "install/same-values", "Two payloads with the same values, for two apps.", ["MGR-01"],
      [
        install(
          .init("one", for: "com.acme.mail"),
          .init("two", for: "com.acme.vault")), yes(), yes(),
      ]),
    sequence(
      "install/no-payload", "A profile without a payload for an app.", ["MGR-01"],
      [install(ProfileDraft("profile", hasForeignPayload: true, [])), remove]),
    sequence(
      "install/beside-others", "A payload for the operating system stands beside that for an app.",
      ["MGR-01", "MGR-06"],
      [install(ProfileDraft("profile", hasForeignPayload: true, [mail])), yes("host")]),
    sequence(
      "install/binary", "A profile that is a binary property list.", ["MGR-01"],
      [install(ProfileDraft("profile", isBinary: true, [mail, notes])), yes(), yes()]),
    sequence(
      "install/nobody", "No app of the profile is installed.", ["MGR-02"],
      [install(absent), remove]),
    sequence(
      "install/no-app", "No app is installed at all.", ["MGR-02"],
      on: ManagerSetup(installed: []), [install(mail, notes), remove]),
  ]

  private static let absentApps: [Specification] = [0, 1, 2].map { place -> Specification in
    var payloads = [mail, vault]
    payloads.insert(absent, at: place)
    return sequence(
      "install/absent/\(place)", "One of three apps is not installed.", ["MGR-02"],
      [install(ProfileDraft("profile", payloads)), yes("host"), yes(), remove, done])
  }

  private static let again: [Specification] = [
    sequence(
      "install/absent/all-but-one", "One of several apps is installed.", ["MGR-02"],
      [
        install(
          absent, .init("absent 2", for: "com.acme.absent2"), mail,
          .init("absent 3", for: "com.acme.mail.absent")), yes("host"), remove, done,
      ]),
    sequence(
      "install/waits",
      "The second request waits for the first one's callback, however often others come.",
      ["MGR-11"],
      [
        install(mail, notes, vault), .answer(AppAnswer(token: .changed)),
        .answer(AppAnswer(target: .payload(profile: "x", payload: "y", bundleIdentifier: "z"))),
        yes(), .answer(AppAnswer(token: .missing)), yes(), yes(),
      ]),
    sequence(
      "install/again/same", "The same profile is installed twice.", ["MGR-08"],
      [install(mail), yes("host"), install(mail), yes("port"), remove, done]),
    sequence(
      "install/again/three", "The same profile for three apps is installed twice.", ["MGR-08"],
      [
        install(mail, notes, vault), yes(), yes(), yes(), install(mail, notes, vault), yes(),
        yes(), yes(), remove,
      ]),
    sequence(
      "install/two-profiles", "Two profiles, one after the other.", ["MGR-07", "MGR-08"],
      [
        install(mail), yes("host"), install(ProfileDraft("other", [notes])), yes("font"),
        remove, done, .remove("other"), done,
      ]),
    sequence(
      "install/two-profiles/same-payload", "Two profiles whose payloads have the same PayloadUUID.",
      ["MGR-07", "MGR-08"],
      [
        install(mail), yes("host"), install(ProfileDraft("other", [mail])), yes("port"),
        remove, done, .remove("other"), done,
      ]),
  ]

  static let addressing: [Specification] = schemes + oddIdentifiers

  private static let schemes: [Specification] = [
    sequence(
      "scheme/default", "The app has the default scheme.", ["MGR-03"], [install(mail), yes()]),
    sequence(
      "scheme/own", "The app has a scheme of its own.", ["MGR-03"],
      [install(notes), yes("font"), remove, done]),
    sequence(
      "scheme/both", "One app has the default scheme, the other one of its own.", ["MGR-03"],
      [install(notes, mail), yes("font", "host"), yes(), remove]),
    sequence(
      "scheme/own-of-default-form", "The app's own scheme looks like the default one of another.",
      ["MGR-03"],
      on: ManagerSetup(installed: [
        InstalledApp(
          "com.acme.mail", apiKey: "k-1", urlScheme: "x-absolutemanageconfig.com.acme.other")
      ]),
      [
        install(
          .init(
            "mail", for: "com.acme.mail", urlScheme: "x-absolutemanageconfig.com.acme.other")),
        yes("host"), remove, done,
      ]),
    sequence(
      "scheme/not-in-profile", "The app has a scheme of its own, and the profile has none.",
      ["MGR-02"],
      [install(.init("notes", for: "com.acme.notes")), yes("host")]),
    sequence(
      "scheme/not-registered", "The profile has a scheme that the app has not registered.",
      ["MGR-02"],
      [install(.init("mail", for: "com.acme.mail", urlScheme: "acme-mail")), yes("host")]),
    sequence(
      "token/each-app", "Three apps with an API key each.", ["MGR-05"],
      [install(vault, mail, notes), yes(), yes(), yes(), remove]),
    sequence(
      "token/same-key", "Two apps share an API key, and not their tokens.", ["MGR-05"],
      on: ManagerSetup(installed: [
        InstalledApp("com.acme.mail", apiKey: "k"), InstalledApp("com.acme.vault", apiKey: "k"),
      ]), [install(mail, vault), yes("host"), yes("pin"), remove, done, done]),
    sequence(
      "token/reset", "A reset has the token, too.", ["MGR-05"],
      [install(vault), yes("pin"), remove, done]),
    sequence(
      "token/odd-key", "An API key with characters beyond ASCII.", ["MGR-05"],
      on: ManagerSetup(installed: [InstalledApp("com.acme.mail", apiKey: "schlüssel & more=1")]),
      [install(mail), yes("host")]),
    sequence(
      "token/decomposed-key", "An API key with letters and accents of their own.", ["MGR-05"],
      on: ManagerSetup(installed: [
        InstalledApp("com.acme.mail", apiKey: "schlu\u{308}ssel-e\u{301}")
      ]),
      [install(mail), yes("host"), remove, done]),
    sequence(
      "token/compatible-key", "An API key with characters that stand for others.", ["MGR-05"],
      on: ManagerSetup(installed: [
        InstalledApp("com.acme.mail", apiKey: " k\u{FB01}\u{2126}\u{FF21} ")
      ]),
      [install(mail), yes("host"), remove, done]),
  ]

  private static let oddIdentifiers: [Specification] = identifiers.map { name, uuid in
    sequence(
      "identifier/\(name)", "PayloadUUIDs are opaque: \(name).", ["MGR-07"],
      [
        install(
          ProfileDraft(
            "profile " + uuid, [.init(uuid, for: "com.acme.mail"), vault])),
        yes("host"), yes("host"), .remove("profile " + uuid), done,
      ])
  }

  private static let identifiers: [(String, String)] = [
    ("upper-case", "0B1F9A34-5C6D-4E7F-8A9B-C0D1E2F3A4B5"),
    ("lower-case", "0b1f9a34-5c6d-4e7f-8a9b-c0d1e2f3a4b5"),
    ("braces", "{0b1f9a34-5c6d}"), ("reserved", "a&b=c#d?e/f:g@h;i,j+k"),
    ("percent", "100%25 %zz %"), ("space", " two words "), ("plus", "a+b c"),
    ("not-ascii", "Prüfung-日本-\u{1F600}"), ("quotes", "\"'<>\\^`|~"),
    ("decomposed", "Pru\u{308}fung-e\u{301}-\u{212B}"),
    ("data", "data=AAAA&data-x=BBBB"), ("long", String("long-", times: 200)),
  ]

  static let contents: [Specification] = dictionaries + encryption + mixedEncryption

  private static let dictionaries: [Specification] = [
    sequence(
      "contents/category", "Category and configuration.", ["MGR-06"], [install(mail), yes()]),
    sequence(
      "contents/no-category", "A configuration without a category.", ["MGR-06"],
      [install(.init("mail", for: "com.acme.mail")), yes()]),
    sequence(
      "contents/empty-category", "The category is empty.", ["MGR-06"],
      [install(.init("mail", for: "com.acme.mail", category: "")), yes()]),
    sequence(
      "contents/category-of-profile",
      "The profile has a category of its own, and one of two payloads has none.", ["MGR-06"],
      [
        install(
          ProfileDraft(
            "profile", besides: [.init(key: ProfileKey.category, value: .string("Everything"))],
            [vault, mail])), yes(), yes(), remove,
      ]),
    sequence(
      "contents/configuration-of-profile",
      "The profile has a configuration of its own beside those of its payloads.", ["MGR-06"],
      [
        install(
          ProfileDraft(
            "profile",
            besides: [
              .init(
                key: ProfileKey.configuration,
                value: .dictionary([.init(key: "common", value: .boolean(true))]))
            ], [vault, mail])), yes(), yes(), remove,
      ]),
    sequence(
      "contents/some-categories", "One payload has a category, the next has none.", ["MGR-06"],
      [install(mail, vault), yes(), yes()]),
    sequence(
      "contents/empty", "The configuration is empty.", ["MGR-01"],
      [install(.init("mail", for: "com.acme.mail", [])), yes(), remove]),
    sequence(
      "contents/names-of-the-protocol", "The configuration has keys like those around it.",
      ["MGR-06"],
      [
        install(
          .init(
            "mail", for: "com.acme.mail",
            [
              "Version", "Category", "Keys", "PayloadUUID",
              "com.absolute.thirdpartyconfig.Category",
            ]
            .map { .init(key: $0, value: .string("mine")) })),
        yes("Version", "Keys"), remove, done,
      ]),
    sequence(
      "contents/types", "A value of each type.", ["MGR-01"],
      [
        install(
          ProfileDraft("profile", isBinary: true, [.init("mail", for: "com.acme.mail", values)])),
        yes("é"), remove, done,
      ]),
    sequence(
      "contents/types-xml", "Values of most types, in XML.", ["MGR-01"],
      [
        install(
          .init(
            "mail", for: "com.acme.mail",
            values.filter { if case .date = $0.value { false } else { $0.key != "zero" } })),
        yes("nested"), remove, done,
      ]),
    sequence(
      "contents/alone", "Payloads that have the same keys and other values.", ["MGR-01"],
      [
        install(
          .init("a", for: "com.acme.mail", [.init(key: "host", value: .string("a"))]),
          .init("b", for: "com.acme.vault", [.init(key: "host", value: .string("b"))]),
          .init("c", for: "com.acme.mail", [.init(key: "path", value: .string("c"))])),
        yes(), yes(), yes(),
      ]),
  ]

  private static let values: [PropertyList.Member] = [
    .init(key: "text", value: .string("a <b> & \"c\" \u{1F600}")),
    .init(key: "é", value: .string("")),
    .init(key: "least", value: .integer(.min)), .init(key: "most", value: .integer(.max)),
    .init(key: "one", value: .integer(1)), .init(key: "true", value: .boolean(true)),
    .init(key: "real", value: .real(1.5)), .init(key: "zero", value: .real(-0.0)),
    .init(key: "date", value: .date(387_417_600)),
    .init(key: "data", value: .data([0, 255, 10, 13])),
    .init(
      key: "nested",
      value: .dictionary([
        .init(key: "list", value: .array([.integer(1), .string("1"), .array([])])),
        .init(key: "more", value: .dictionary([])),
      ])),
  ]

  private static let flags: [Bool?] = [nil, true, false]

  private static func words(_ flag: Bool?) -> String { flag.map { $0 ? "yes" : "no" } ?? "none" }

  private static let encryption: [Specification] =
    flags.flatMap { top -> [Specification] in
      flags.map { own -> Specification in
        var payload = mail
        payload.isEncrypted = own
        return sequence(
          "encryption/\(words(top))-\(words(own))",
          "DataEncryption: \(words(top)) at the top level, \(words(own)) in the payload.",
          ["MGR-04"],
          [
            install(ProfileDraft("profile", isEncrypted: top, [payload])), yes("host"), remove,
            done,
          ])
      }
    }

  /// A profile that an app has taken comes again, and says otherwise how it is sent.
  private static let otherEditions: [Specification] = {
    let flags: [(Bool?, Bool?)] = [(true, false), (false, true), (nil, true), (true, nil)]
    var later = mail
    later.configuration = [.init(key: "port", value: .integer(993))]
    return flags.flatMap { first, second in
      [true, false].map { isOwn in
        let editions = [(first, mail), (second, later)].map { flag, payload in
          var payload = payload
          if isOwn { payload.isEncrypted = flag }
          return install(ProfileDraft("profile", isEncrypted: isOwn ? nil : flag, [payload]))
        }
        return sequence(
          "encryption/other-edition/\(isOwn ? "payload" : "profile")/\(words(first))-\(words(second))",
          "DataEncryption in two editions of a profile: \(words(first)), then \(words(second)).",
          ["MGR-04"], [editions[0], yes("host"), editions[1], yes("port"), remove, done])
      }
    }
      + [("Mail", nil), (nil, "Mail"), ("Mail", "Post")].map {
        (first: String?, second: String?) -> Specification in
        let editions = [(first, mail), (second, later)].map { category, payload in
          var payload = payload
          payload.category = category
          return install(payload)
        }
        return sequence(
          "contents/category/other-edition/\(first ?? "none")-\(second ?? "none")",
          "The category in two editions of a profile: \(first ?? "none"), then \(second ?? "none").",
          ["MGR-06"], [editions[0], yes("host"), editions[1], yes("port"), remove, done])
      }
  }()

  private static let mixedEncryption: [Specification] =
    [true, false].map { top -> Specification in
      var payloads = [mail, notes, vault]
      for (index, flag) in flags.enumerated() { payloads[index].isEncrypted = flag }
      return sequence(
        "encryption/mixed/\(top ? "yes" : "no")",
        "Three payloads: nothing, encrypted, not encrypted; the top level says \(top).", ["MGR-04"],
        [install(ProfileDraft("profile", isEncrypted: top, payloads)), yes(), yes(), yes(), remove])
    }
    + otherEditions
    + [
      sequence(
        "encryption/vectors", "Encrypted applies and resets of two apps.", ["MGR-04/iv", "MGR-04"],
        [
          install(
            ProfileDraft(
              "profile", isEncrypted: true,
              [
                same("a", "com.acme.mail"), same("b", "com.acme.vault"),
                .init("c", for: "com.acme.mail", [.init(key: "path", value: .string("c"))]),
              ])), yes("host"), yes("port"), yes("path"), remove, done, done, done,
        ])
    ]
}
