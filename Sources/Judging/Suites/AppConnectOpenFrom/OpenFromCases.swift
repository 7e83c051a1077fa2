import Conformance
import SuiteModels

/// The fixed sequences: what is let in, and how identifiers are compared.
extension AppConnectOpenFrom {
  typealias Specification = CaseSpecification<OpenFromModel>

  static let both = OpenFromModel.Setup()
  static let notes: ExactText = "com.acme.notes"
  static let viewer: ExactText = "com.example.viewer"

  static func whitelist(_ list: ExactText...) -> ServerPolicy { ServerPolicy(.whitelist, list) }

  static func sequence(
    _ path: String, _ title: String, _ targets: [Clause.ID],
    app: OpenFromModel.Setup = both, _ events: [OpenFromEvent]
  ) -> Specification {
    Specification("\(name)/\(path)", title, variants: [.sole], targets: targets) { _, _ in
      Script(setup: app, events: events)
    }
  }

  /// A library that is ready, with this policy.
  static func ready(_ policy: ServerPolicy) -> [OpenFromEvent] { [.launch(policy), .ready] }

  static let apps: [(name: String, app: OpenFromModel.Setup)] = [
    ("both", both), ("changed-to-only", .init(implements: [.changedTo])),
    ("blocked-only", .init(implements: [.blocked])), ("neither", .init(implements: [])),
  ]

  static let applied = Acknowledgement(.applied, "shown to the user")

  // MARK: Table 13

  static let enforcement: [Specification] =
    apps.flatMap { name, app in
      [
        sequence(
          "table/authorized/\(name)", "AUTHORIZED lets in every app.", ["ACC-OF-01"], app: app,
          ready(.authorized) + anyone + [.properties]),
        sequence(
          "table/authorized/with-list/\(name)", "Under AUTHORIZED a list does not count.",
          ["ACC-OF-01"], app: app,
          ready(ServerPolicy(.authorized, [viewer])) + anyone),
        sequence(
          "table/unauthorized/\(name)", "UNAUTHORIZED refuses every app.",
          ["ACC-OF-02", "ACC-OF-04"], app: app, ready(.unauthorized) + anyone + [.properties]),
        sequence(
          "table/unauthorized/with-list/\(name)", "Under UNAUTHORIZED a list does not count.",
          ["ACC-OF-02"], app: app,
          ready(ServerPolicy(.unauthorized, [notes, viewer] + OpenFromModel.mail.sorted())) + anyone
        ),
        sequence(
          "table/whitelist/\(name)", "WHITELIST lets in the apps on the list.",
          ["ACC-OF-03", "ACC-OF-04"], app: app,
          ready(whitelist(notes, "com.acme.draw")) + anyone + [
            .openFrom("com.acme.draw"), .properties,
          ]),
        sequence(
          "table/whitelist/empty/\(name)", "An empty list lets in nobody.", ["ACC-OF-03"], app: app,
          ready(whitelist()) + anyone + [.properties]),
        sequence(
          "table/every-policy/\(name)",
          "Each policy after each other one, with documents under it.",
          ["ACC-OF-01", "ACC-OF-02", "ACC-OF-03"], app: app,
          ready(.authorized)
            + [
              ServerPolicy.unauthorized, whitelist(notes), .authorized, whitelist(viewer),
              .unauthorized,
              .authorized,
            ].flatMap { policy -> [OpenFromEvent] in
              [
                .policy(policy, app.implements.contains(.changedTo) ? applied : nil),
                .openFrom(notes),
                .openFrom(viewer), .properties,
              ]
            }),
        sequence(
          "blocked/repeated/\(name)", "The same app is refused three times, and another one.",
          ["ACC-OF-04"], app: app,
          ready(whitelist(notes))
            + [
              .openFrom(viewer), .openFrom(viewer), .openFrom(viewer), .openFrom("x"),
              .openFrom(notes),
            ]),
      ]
    } + [
      sequence(
        "blocked/current-policy", "The app hears of the policy that refuses now.", ["ACC-OF-04"],
        ready(whitelist(notes)) + [
          .openFrom(viewer), .policy(.unauthorized, applied), .openFrom(viewer), .openFrom(notes),
          .policy(whitelist(), nil), .openFrom(notes), .policy(.authorized, nil), .openFrom(notes),
        ]),
      sequence(
        "blocked/odd-sources", "The app hears of the source as it is.", ["ACC-OF-04"],
        ready(.unauthorized) + OpenFromModel.strangers.map { .openFrom($0) } + [
          .openFrom(ExactText(String(repeating: "com.acme.", count: 200)))
        ]),
    ]

  private static let anyone: [OpenFromEvent] =
    [notes, viewer, "com.apple.mobilemail", "com.apple.UIKit.activity.Mail", "x", ""].map {
      .openFrom($0)
    }

  // MARK: Whole, exact comparison

  static let comparisons: [Specification] =
    [
      (
        "prefix", "The identifier begins like a listed one.",
        ["com.acme", "com.acme.", "com.acme.note", "c", ""]
      ),
      (
        "longer", "A listed identifier is the beginning of it.",
        ["com.acme.notes2", "com.acme.notes.share", "com.acme.notes."]
      ),
      ("suffix", "The identifier ends like a listed one.", ["notes", "acme.notes", ".acme.notes"]),
      (
        "before", "A listed identifier is the end of it.",
        ["org.com.acme.notes", "xcom.acme.notes"]
      ),
      (
        "case", "The identifier differs in case.",
        ["com.acme.Notes", "COM.ACME.NOTES", "Com.Acme.Notes"]
      ),
      (
        "points", "The identifier has other points.",
        [
          ".com.acme.notes", "com..acme.notes", "com.acme.notes..", "com/acme/notes",
          "comacmenotes",
        ]
      ),
      (
        "parts", "The identifier has further parts, or escapes.",
        [
          "com.acme.notes/share", "com.acme.notes:share", "com.acme.n%6Ftes",
          "ABCDE12345.com.acme.notes", "https://com.acme.notes",
        ]
      ),
      (
        "unseen", "There are characters in the identifier that nobody sees.",
        [
          "com.acme.no\u{200B}tes", "com.acme.no\u{AD}tes", "\u{FEFF}com.acme.notes",
          "com.acme.notes\u{200D}",
        ]
      ),
      ("words", "The identifier differs between words.", ["com.acme-notes", "com_acme.notes"]),
      (
        "spaces", "The identifier has spaces around it.",
        [" com.acme.notes", "com.acme.notes ", "com.acme.notes\n"]
      ),
      (
        "nul", "There is a NUL in the identifier.",
        ["com.acme.notes\u{0}", "com.acme.notes\u{0}.evil", "\u{0}com.acme.notes"]
      ),
      (
        "signs", "The identifier is a pattern, or has other signs.",
        [
          "com.acme.*", "*", "com?acme.notes", "com,acme,notes",
          "com.acme.notes,com.example.viewer", ".*", "%",
        ]
      ),
      (
        "look-alike", "The identifier has letters that look alike.",
        ["com.acme.n\u{43E}tes", "c\u{43E}m.acme.notes", "com.acme.note\u{17F}"]
      ),
      (
        "long", "The identifier is very long.",
        [ExactText("com.acme.notes" + String(repeating: ".x", count: 4_000))]
      ),
    ].map { (name: String, title: String, sources: [ExactText]) in
      sequence(
        "exact/\(name)", title, ["ACC-OF-03"],
        ready(whitelist(notes, viewer)) + sources.map { .openFrom($0) } + [.openFrom(notes)])
    } + [
      sequence(
        "exact/extension", "An app is listed and its extension is not, and the other way round.",
        ["ACC-OF-03"],
        ready(whitelist(notes, "com.example.viewer.share")) + [
          .openFrom("com.acme.notes.share"), .openFrom(notes),
          .openFrom("com.example.viewer.share"),
          .openFrom(viewer),
        ]),
      sequence(
        "exact/capitals-listed", "Identifiers are listed with capitals.", ["ACC-OF-03"],
        ready(whitelist("Com.Acme.Notes")) + [.openFrom("Com.Acme.Notes"), .openFrom(notes)]),
      sequence(
        "exact/listed-odd", "What is listed is let in as it is, and nothing like it.",
        ["ACC-OF-03"],
        ready(ServerPolicy(.whitelist, [" a ", "*", "b.*", "n\u{F6}", "z\u{0}y"]))
          + [
            " a ", "a", "", "*", "b.*", "b.c", "x", "n\u{F6}", "no\u{308}", "z\u{0}y", "z",
          ].map { .openFrom($0) } + [.properties]),
      sequence(
        "exact/composed", "A letter with an accent is listed, and a letter and an accent come.",
        ["ACC-OF-03"],
        ready(whitelist("com.acme.n\u{F6}tes")) + [
          .openFrom("com.acme.no\u{308}tes"), .openFrom("com.acme.n\u{F6}tes"),
        ]),
      sequence(
        "exact/decomposed", "A letter and an accent are listed, and a letter with an accent comes.",
        ["ACC-OF-03"],
        ready(whitelist("com.acme.no\u{308}tes")) + [
          .openFrom("com.acme.n\u{F6}tes"), .openFrom("com.acme.no\u{308}tes"),
        ]),
      sequence(
        "exact/long-listed",
        "Long identifiers are listed; what differs from one at its end alone is refused.",
        ["ACC-OF-03"],
        ready(ServerPolicy(.whitelist, longIdentifiers.map { ExactText($0 + "1") }))
          + longIdentifiers.flatMap { long -> [OpenFromEvent] in
            ["1", "2", "", "11"].map { .openFrom(ExactText(long + $0)) }
          } + [.properties]),
      sequence(
        "exact/many", "The first, the last and none of three hundred listed apps.", ["ACC-OF-03"],
        ready(ServerPolicy(.whitelist, (0..<300).map { ExactText("com.acme.app\($0)") })) + [
          .openFrom("com.acme.app0"), .openFrom("com.acme.app299"), .openFrom("com.acme.app300"),
          .openFrom("com.acme.app29"), .openFrom("com.acme.app"), .properties,
        ]),
      sequence(
        "exact/thousand", "The last of more than a thousand listed apps.", ["ACC-OF-03"],
        ready(ServerPolicy(.whitelist, (0..<1_100).map { ExactText("com.acme.app\($0)") })) + [
          .openFrom("com.acme.app1099"), .openFrom("com.acme.app1100"),
          .openFrom("com.acme.app999"), .properties,
        ]),
      sequence(
        "exact/repeated", "An app is listed three times.", ["ACC-OF-03"],
        ready(whitelist(notes, viewer, notes, notes)) + [
          .openFrom(notes), .openFrom("x"), .properties,
        ]),
    ]

  /// Just as long as usual buffers with one more letter behind them.
  private static let longIdentifiers = [63, 127, 255, 1_023, 4_095].map { length in
    "com.acme." + String(repeating: "n", count: length - 9)
  }

  // MARK: The mail app

  static let mail: [Specification] =
    [
      ("both", ["com.apple.UIKit.activity.Mail", "com.apple.mobilemail"]),
      ("both/other-order", ["com.apple.mobilemail", notes, "com.apple.UIKit.activity.Mail"]),
      ("activity-only", ["com.apple.UIKit.activity.Mail", notes]),
      ("mobilemail-only", ["com.apple.mobilemail", notes]), ("neither", [notes]),
      (
        "other-case",
        ["com.apple.uikit.activity.mail", "com.apple.MobileMail", "com.apple.mobilemail"]
      ),
      ("longer", ["com.apple.UIKit.activity.MailX", "com.apple.mobilemail"]),
      ("with-space", ["com.apple.UIKit.activity.Mail ", "com.apple.mobilemail"]),
    ].map { (name: String, list: [ExactText]) in
      sequence(
        "mail/\(name)", "Documents from mail, and from another app, with this list.", ["ACC-OF-05"],
        ready(ServerPolicy(.whitelist, list)) + [
          .openFrom("com.apple.mobilemail"), .openFrom("com.apple.UIKit.activity.Mail"),
          .openFrom(notes), .properties,
        ])
    } + [
      sequence(
        "mail/source-in-other-case",
        "A source that differs from the mail app in case is an app like any other.",
        ["ACC-OF-03", "ACC-OF-05"],
        ready(whitelist("com.apple.UIKit.activity.Mail", "com.apple.mobilemail")) + [
          .openFrom("com.apple.MobileMail"), .openFrom("com.apple.uikit.activity.mail"),
          .openFrom("com.apple.mobilemail"), .policy(whitelist("com.apple.MobileMail"), applied),
          .openFrom("com.apple.MobileMail"), .openFrom("com.apple.mobilemail"),
        ]),
      sequence(
        "mail/listed-later", "The two identifiers come one after the other, and go.", ["ACC-OF-05"],
        ready(whitelist("com.apple.mobilemail"))
          + [
            ServerPolicy(.whitelist, ["com.apple.mobilemail", "com.apple.UIKit.activity.Mail"]),
            whitelist("com.apple.UIKit.activity.Mail"), .authorized, .unauthorized,
          ].flatMap { policy -> [OpenFromEvent] in
            [
              .openFrom("com.apple.mobilemail"), .policy(policy, applied),
              .openFrom("com.apple.mobilemail"),
            ]
          }),
      sequence(
        "mail/all-apps", "Mail among all AppConnect apps: one identifier, then both.",
        ["ACC-OF-05", "ACC-OF-11"],
        ready(.allApps) + [
          .authorizedApps(["com.apple.mobilemail"]), .openFrom("com.apple.mobilemail"),
          .authorizedApps(["com.apple.mobilemail", "com.apple.UIKit.activity.Mail"]),
          .openFrom("com.apple.mobilemail"),
        ]),
    ]
}
