import Conformance
import SuiteModels
import WireFormat

/// Callbacks that must change nothing: wrong ones (MGR-10) and hostile ones (MGR-13).
extension ABTManager {
  private static func wrong(_ answer: AppAnswer) -> ManagerEvent { .answer(answer) }

  /// An event in the midst of an installation and of a removal: each goes on as if nothing had been.
  static func amid(
    _ path: String, _ title: String, _ targets: [Clause.ID], _ event: ManagerEvent,
    alsoInRemoval: Bool = true
  ) -> [Specification] {
    let apply = sequence(
      path, title, targets, [install(mail, vault), event, yes("host", "pin"), event, yes(), remove])
    let alone = sequence(
      path + "/alone", title + " The profile has one payload.", targets,
      [install(mail), event, yes("port"), remove, done])
    guard alsoInRemoval else { return [alone, apply] }
    return [
      alone, apply,
      sequence(
        path + "/removal", title + " A reset is pending.", targets,
        [install(mail), yes("host"), remove, event, done, event]),
    ]
  }

  static let refused: [Specification] =
    wrongTokens + wrongNames + readOtherwise + notPending

  private static let wrongTokens: [Specification] =
    AppAnswer.TokenForm.named.dropLast().filter { $0 != .right }.flatMap {
      token -> [Specification] in
      amid(
        "callback/token/\(token.word)", "A callback whose token is wrong: \(token.word).",
        ["MGR-10"], wrong(AppAnswer(keys: ["tls"], token: token)))
    }
    + amid(
      "callback/token/of-other-app", "A callback with the token of another app.", ["MGR-10"],
      wrong(AppAnswer(keys: ["tls"], token: .ofApp("com.acme.notes"))))
    + AppAnswer.Status.known.filter { $0 != .success }.flatMap { status -> [Specification] in
      amid(
        "callback/token/\(status.rawValue.lowercased())",
        "A callback with a wrong token says \(status.rawValue).", ["MGR-10"],
        wrong(AppAnswer(status, token: .changed)))
    }

  private static let wrongNames: [Specification] =
    amid(
      "callback/profile", "A callback for a profile that is not known.", ["MGR-10"],
      wrong(
        AppAnswer(
          keys: ["tls"],
          target: .payload(
            profile: "nowhere", payload: "mail", bundleIdentifier: "com.acme.mail"))))
    + amid(
      "callback/payload", "A callback for a payload that is not known.", ["MGR-10"],
      wrong(
        AppAnswer(
          keys: ["tls"],
          target: .payload(
            profile: "profile", payload: "nothing", bundleIdentifier: "com.acme.mail"))))
    + amid(
      "callback/swapped", "A callback with profile and payload in each other's place.", ["MGR-10"],
      wrong(
        AppAnswer(
          keys: ["tls"],
          target: .payload(
            profile: "mail", payload: "profile", bundleIdentifier: "com.acme.mail"))))
    + amid(
      "callback/other-case", "A callback for the PayloadUUIDs in capitals.", ["MGR-10"],
      wrong(
        AppAnswer(
          keys: ["tls"],
          target: .payload(
            profile: "PROFILE", payload: "MAIL", bundleIdentifier: "com.acme.mail"))))
    + likeNames.flatMap { name, words, profile, payload -> [Specification] in
      amid(
        "callback/like-name/\(name)", "A callback whose \(words).", ["MGR-10"],
        wrong(
          AppAnswer(
            keys: ["tls"],
            target: .payload(
              profile: profile, payload: payload, bundleIdentifier: "com.acme.mail"))))
    }

  /// One of the two PayloadUUIDs is another text that some comparison takes for it.
  private static let likeNames: [(String, String, String, String)] = [
    ("profile-in-capitals", "profile is in capitals", "PROFILE", "mail"),
    ("payload-in-capitals", "payload is in capitals", "profile", "MAIL"),
    ("profile-cut", "profile is cut short", "profil", "mail"),
    ("payload-cut", "payload is cut short", "profile", "mai"),
    ("profile-longer", "profile has more letters", "profile2", "mail"),
    ("payload-longer", "payload has more letters", "profile", "mail2"),
    ("profile-with-space", "profile has a space behind it", "profile ", "mail"),
    ("payload-with-space", "payload has a space behind it", "profile", "mail "),
    ("profile-empty", "profile is empty", "", "mail"),
    ("payload-empty", "payload is empty", "profile", ""),
  ]

  /// PayloadUUIDs that are another text when they are decoded again, or brought into a normal form.
  private static let readOtherwise: [Specification] = [
    ("escapes", "a%20b", ["a%2520b", "a b", "a+b"]),
    ("composed", "Pru\u{308}fung", ["Pr\u{FC}fung"]),
    ("decomposed", "Pr\u{FC}fung", ["Pru\u{308}fung"]), ("compatible", "\u{FB01}le", ["file"]),
    ("nul", "mail", ["mail\u{0}", "mail\u{0}2"]),
  ].map { (name: String, uuid: String, others: [String]) in
    let profile = "profile \(uuid)"
    let foreign = others.flatMap { other in
      [(profile, other), ("profile \(other)", uuid)].map { profile, payload in
        wrong(
          AppAnswer(
            keys: ["tls"],
            target: .payload(
              profile: profile, payload: payload, bundleIdentifier: "com.acme.mail")))
      }
    }
    return sequence(
      "callback/read-otherwise/\(name)",
      "Callbacks for PayloadUUIDs that some reading takes for those that are pending: \(name).",
      ["MGR-10"],
      [install(ProfileDraft(profile, [.init(uuid, for: "com.acme.mail"), vault]))] + foreign
        + [yes("host"), yes("pin"), .remove(profile)] + foreign + [done, done])
  }

  private static let notPending: [Specification] =
    [
      sequence(
        "callback/nothing-pending", "A callback before anything is installed.", ["MGR-10"],
        [late("mail", "com.acme.mail", "host"), install(mail), yes("port"), remove, done]),
      sequence(
        "callback/repeated", "A callback comes twice.", ["MGR-10"],
        [install(mail), yes("host"), yes("tls"), no, remove, done]),
      sequence(
        "callback/repeated/removal", "The callback of a reset comes twice.", ["MGR-10"],
        [install(mail), yes("host"), remove, done, done]),
      sequence(
        "callback/of-other-payload",
        "Callbacks for the payloads of a profile, of which one at most is pending.", ["MGR-10"],
        [
          install(same("a", "com.acme.mail"), same("b", "com.acme.mail")),
          late("b", "com.acme.mail", "tls"),
          late("b", "com.acme.mail", "port"), late("a", "com.acme.mail", "host"),
          late("a", "com.acme.mail", "tls"), late("b", "com.acme.mail", "host"), remove, done,
        ]),
      sequence(
        "callback/after-apply", "The callback of an apply comes again while the reset is pending.",
        ["MGR-10"],
        [
          install(same("a", "com.acme.mail"), same("b", "com.acme.vault")), yes("host"),
          yes("port"),
          remove, late("nothing", "com.acme.mail", "tls"), done, done,
        ]),
      sequence(
        "callback/of-earlier-profile", "A callback for a profile that is installed already.",
        ["MGR-10"],
        [
          install(mail), yes("host"), install(ProfileDraft("other", [vault])),
          late("mail", "com.acme.mail", "tls"), yes("pin"), remove, done,
        ]),
      sequence(
        "callback/of-other-profile", "A callback names another profile that has the same payload.",
        ["MGR-10"],
        [
          install(mail), yes("host"), install(ProfileDraft("other", [mail])),
          late("mail", "com.acme.mail", "tls"), yes("port"), remove, done, .remove("other"), done,
        ]),
      sequence(
        "callback/of-other-profile/error",
        "A callback names another profile that has the same payload, and says Error.", ["MGR-10"],
        [
          install(mail), yes("host"), install(ProfileDraft("other", [mail])),
          .answer(
            AppAnswer(
              .error,
              target: .payload(
                profile: "profile", payload: "mail", bundleIdentifier: "com.acme.mail"))),
          yes("port"), remove, done, .remove("other"), done,
        ]),
      sequence(
        "callback/of-other-profile/removal",
        "A callback names another profile that has the same payload, while a reset is pending.",
        ["MGR-10"],
        [
          install(mail), yes("host"), install(ProfileDraft("other", [mail])), yes("port"),
          .remove("other"), late("mail", "com.acme.mail", "tls"), done, remove, done,
        ]),
      sequence(
        "callback/of-removed-profile", "A callback for a profile that is removed.", ["MGR-10"],
        [
          install(mail), yes("host"), remove, done, late("mail", "com.acme.mail", "tls"), remove,
        ]),
    ]

  static let hostile: [Specification] =
    hostileLists + injected + injectedErrors + [hostileMany] + hostileProfiles

  private static let hostileLists: [Specification] =
    AppAnswer.ListForm.allCases.filter(\.isHostile).flatMap { form -> [Specification] in
      amid(
        "hostile/list/\(form.rawValue)", "changedValues is no list of keys: \(form.rawValue).",
        ["MGR-13"], wrong(AppAnswer(keys: ["tls"], list: form)), alsoInRemoval: false)
    }

  private static let injected: [Specification] =
    AppAnswer.Injection.Name.allCases.flatMap { name -> [Specification] in
      [true, false].flatMap { isFirst -> [Specification] in
        let place = isFirst ? "before" : "after"
        return amid(
          "hostile/injected/\(name.rawValue)/\(place)",
          "\(name.rawValue) stands twice; the foreign value comes \(place) its own.", ["MGR-13"],
          wrong(AppAnswer(keys: ["tls"], injection: .init(name: name, isFirst: isFirst))))
      }
    }

  private static let injectedErrors: [Specification] =
    [true, false].flatMap { isFirst -> [Specification] in
      let place = isFirst ? "before" : "after"
      return amid(
        "hostile/injected/error-and-success/\(place)", "An Error into which a Success is put.",
        ["MGR-13"],
        wrong(AppAnswer(.error, injection: .init(name: .status, isFirst: isFirst))))
    }

  private static let hostileMany: Specification = {
    let forms = AppAnswer.ListForm.allCases.filter(\.isHostile)
    let events = forms.map { wrong(AppAnswer(keys: ["port"], list: $0)) }
    return sequence(
      "hostile/many", "Hostile callbacks of all kinds, and then a right one.", ["MGR-13"],
      [install(mail)] + events + [yes("host"), remove, done])
  }()

  private static let noProfiles: [(name: String, bytes: [UInt8])] =
    [
      ("empty", [UInt8]()), ("noise", Array("this is no profile".utf8)),
      ("json", Array("{\"PayloadType\":\"Configuration\"}".utf8)),
      ("half", Array(ProfileDraft("profile", [mail]).document.bytes.dropLast(200))),
      ("list", Array("<plist version=\"1.0\"><array/></plist>".utf8)),
      (
        "deep",
        Array(
          ("<plist version=\"1.0\">" + String("<array>", times: 5_000)
            + String("</array>", times: 5_000) + "</plist>").utf8)
      ),
      ("binary", Array("bplist00".utf8) + [UInt8](repeating: 0xFF, count: 64)),
    ]

  private static let hostileProfiles: [Specification] =
    noProfiles.map { name, bytes in
      sequence(
        "hostile/profile/\(name)", "Bytes that are no profile: \(name).", ["MGR-01"],
        [
          .install(ProfileDocument(bytes)), install(mail), yes("host"),
          .install(ProfileDocument(bytes)), remove, done,
        ])
    }

  private static let routes = ChartRoutes(ManagerModel())

  /// Sequences that the model proposes itself, each from the choices of its own id, after a tour of the machine.
  static let walks = Specification.seeded(300) { number in
    Specification(
      "\(name)/walk/\(number)", "A walk of 24 events that the model proposed.", variants: [.sole],
      targets: ["MGR-08", "MGR-10", "MGR-11"]
    ) { (choices, _) throws(HarnessFault) in
      try routes.walk(number, length: 24, &choices)
    }
  }
}
