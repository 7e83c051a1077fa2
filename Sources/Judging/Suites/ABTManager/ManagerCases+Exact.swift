import Conformance
import Profiles
import SuiteModels
import WireFormat

/// What a profile says, and what is known of the device, is taken as it is: texts, numbers, truths, payloads however many, schemes, keys and
/// secrets.
extension ABTManager {
  static let exact: [Specification] = exactValues + manyPayloads + exactTargets + exactSecrets

  private static let fragile: [(name: String, title: String, values: [PropertyList.Member])] = [
    (
      "texts", "Texts and keys that a normal form would change.",
      [
        .init(key: "na\u{308}me", value: .string("Mu\u{308}ller")),
        .init(key: "stra\u{DF}e", value: .string("\u{E9}")),
        .init(key: "list", value: .array([.string("e\u{301}"), .string("\u{212B}\u{FB01}")])),
        .init(key: "width", value: .string("\u{FF21}\u{1F469}\u{200D}\u{1F4BB}")),
      ]
    ),
    (
      "numbers", "Whole numbers that a real number cannot hold, and those around the usual widths.",
      [
        Int64(9_007_199_254_740_993), -9_007_199_254_740_993, 1_234_567_890_123_456_789,
        4_294_967_297, 2_147_483_648, -2_147_483_649, 65_536, 256, 0, -1,
      ].map { .init(key: "n\($0)", value: .integer($0)) }
    ),
    (
      "truths", "Truths and the numbers 0 and 1, in lists and dictionaries.",
      [
        .init(
          key: "list", value: .array([.boolean(true), .integer(1), .boolean(false), .integer(0)])),
        .init(
          key: "inner",
          value: .dictionary([
            .init(key: "on", value: .boolean(true)), .init(key: "one", value: .integer(1)),
            .init(
              key: "lists",
              value: .array([.dictionary([.init(key: "off", value: .boolean(false))])])
            ),
          ])),
      ]
    ),
  ]

  private static let exactValues: [Specification] = fragile.flatMap { name, title, values in
    [("xml", false), ("binary", true)].map { format, isBinary in
      sequence(
        "contents/exact/\(name)/\(format)", title, ["MGR-01"],
        [
          install(
            ProfileDraft(
              "profile", isBinary: isBinary, [.init("mail", for: "com.acme.mail", values)])),
          yes(values[0].key), remove, done,
        ])
    }
  }

  private static let manyPayloads: [Specification] =
    [9, 17, 65].map { count in
      let payloads = (0..<count).map {
        ProfileDraft.Payload(
          "payload \($0)", for: $0.isMultiple(of: 2) ? "com.acme.mail" : "com.acme.vault",
          [.init(key: "place", value: .integer(Int64($0)))])
      }
      return sequence(
        "install/many/\(count)", "A profile of \(count) payloads for two apps.",
        ["MGR-01", "MGR-11"],
        [install(ProfileDraft("profile", payloads))]
          + payloads.map { _ in yes("place") } + [remove] + payloads.map { _ in done })
    }
    + (0..<3).map { place in
      var payloads = [mail, .init("vault", for: "com.acme.vault")]
      payloads.insert(absent, at: place)
      return sequence(
        "install/absent/all-taken/\(place)",
        "One of three apps is not installed; the others take all that they get.", ["MGR-02"],
        [
          install(ProfileDraft("profile", payloads)), yes("host", "port", "tls"),
          yes("host", "port", "tls"), remove, done, done,
        ])
    }

  private static let exactTargets: [Specification] =
    [
      (
        "scheme/signs", "The app's own scheme has all the signs that a scheme may have.", "MGR-03",
        InstalledApp("com.acme.mail", apiKey: "k-1", urlScheme: "acme+mail-2.x")
      ),
      (
        "token/capitals", "The app's bundle identifier has capitals.", "MGR-05",
        InstalledApp("com.Acme.Mail", apiKey: "k-1", urlScheme: "acme-mail")
      ),
    ].map {
      (path: String, title: String, clause: Clause.ID, app: InstalledApp) -> Specification in
      takenAndReset(path, title, clause, app)
    }
    + [1, 64, 65, 100, 300].map { length in
      takenAndReset(
        "token/key-of/\(length)", "An API key of \(length) letters.", "MGR-05",
        InstalledApp(
          "com.acme.mail", apiKey: String((0..<length).map { "k\($0)".last ?? "k" })))
    }

  private static let exactSecrets: [Specification] =
    [
      ("spaces", " s3cret "), ("decomposed", "schlu\u{308}ssel-e\u{301}"),
      ("composed", "schl\u{FC}ssel-\u{E9}"), ("compatible", "k\u{FB01}\u{2126}\u{FF21}"),
      ("signs", "s3%41+c&r=e?t"), ("long", String("s3cret", times: 20)),
    ].map { (name: String, secret: String) in
      takenAndReset(
        "encryption/secret/\(name)", "The app's secret is taken as it is: \(name).", "MGR-04",
        InstalledApp("com.acme.mail", apiKey: "k-1", encryptionSecret: secret), isEncrypted: true)
    } + [
      takenAndReset(
        "encryption/secret/empty",
        "No secret is known of an app whose payload has to be encrypted.",
        "MGR-04", InstalledApp("com.acme.mail", apiKey: "k-1", encryptionSecret: ""),
        isEncrypted: true)
    ]

  /// One app takes a profile and gives it back.
  private static func takenAndReset(
    _ path: String, _ title: String, _ clause: Clause.ID, _ app: InstalledApp,
    isEncrypted: Bool? = nil
  ) -> Specification {
    sequence(
      path, title, [clause], on: ManagerSetup(installed: [app]),
      [
        install(
          .init(
            "mail", for: app.bundleIdentifier, urlScheme: app.urlScheme, isEncrypted: isEncrypted)),
        yes("host"), remove, done,
      ])
  }
}
