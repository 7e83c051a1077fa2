import Conformance
import SuiteModels
import WireFormat

/// The fixed sequences: the rows of the table, and what the calls carry.
extension AppConnectConfig {
  typealias Specification = CaseSpecification<ConfigModel>
  typealias Step = Script<ConfigModel>.Step

  static let both = ConfigModel.Setup()
  static let launch = Step.event(.launch(.applied))
  static let kill = Step.event(.terminate)

  static func server(_ pairs: ConfigPairs?) -> Step {
    .event(.serverChange(pairs, .applied))
  }

  static let first: ConfigPairs = ["server": "a.example.com", "user": "ann"]
  /// Another value, another key, and one key less.
  static let second: ConfigPairs = ["server": "b.example.com", "ssl": "true"]
  static let third: ConfigPairs = ["server": "c.example.com", "port": "993"]

  static func sequence(
    _ path: String, _ title: String, _ targets: [Clause.ID],
    app: ConfigModel.Setup = both, _ steps: [Step]
  ) -> Specification {
    Specification("\(name)/\(path)", title, variants: [.sole], targets: targets) { _, _ in
      Script(setup: app, steps: steps)
    }
  }

  /// How an app gets from one run to the next: it is killed, or a new process goes on with what the library has stored. The server
  /// says then first what it has.
  static func relaunches(with server: ConfigPairs) -> [(name: String, steps: [Step])] {
    [
      ("killed", [kill]),
      (
        "new-process",
        [.restart(keep: true)] + (server.isEmpty ? [] : [self.server(server)])
      ),
      (
        "killed-then-new-process",
        [kill, .restart(keep: true)] + (server.isEmpty ? [] : [self.server(server)])
      ),
    ]
  }

  // MARK: The rows of the table, for apps with each choice of methods

  static let rows: [Specification] = apps.flatMap { name, app in
    firstLaunches(name, app) + relaunches(name, app) + whileRunning(name, app)
  }

  private static let apps: [(name: String, app: ConfigModel.Setup)] = [
    ("both", both), ("is-only", .init(implements: [.configIs])),
    ("changed-to-only", .init(implements: [.changedTo])), ("neither", .init(implements: [])),
  ]

  /// An app that lacks a method is about ACC-CFG-07, too.
  private static func targets(_ clause: Clause.ID, _ app: ConfigModel.Setup) -> [Clause.ID] {
    app == both ? [clause] : [clause, "ACC-CFG-07"]
  }

  private static func firstLaunches(
    _ name: String, _ app: ConfigModel.Setup
  ) -> [Specification] {
    [
      sequence(
        "row/1/\(name)", "The first launch, and the server has a configuration.",
        targets("ACC-CFG-01", app), app: app, [server(first), launch]),
      sequence(
        "row/2/\(name)", "The first launch, and the server has no configuration.",
        targets("ACC-CFG-02", app), app: app, [launch]),
      sequence(
        "row/2/\(name)/null", "The first launch, and the server says that it has no configuration.",
        targets("ACC-CFG-02", app), app: app, [server(nil), launch]),
      sequence(
        "row/2/\(name)/empty", "The first launch, and the server has an empty configuration.",
        targets("ACC-CFG-02", app), app: app, [server([:]), launch]),
      sequence(
        "row/2/\(name)/then-given",
        "The first launch without a configuration; one comes while the app runs.",
        targets("ACC-CFG-02", app) + ["ACC-CFG-05"], app: app, [launch, server(second)]),
    ]
  }

  private static func relaunches(
    _ name: String, _ app: ConfigModel.Setup
  ) -> [Specification] {
    relaunches(with: first).map { way, steps in
      sequence(
        "row/3/\(name)/\(way)", "A relaunch (\(way)) with an unchanged configuration, three times.",
        targets("ACC-CFG-03", app), app: app,
        [server(first), launch] + (0..<3).flatMap { _ in steps + [launch] })
    }
      + relaunches(with: second).map { way, steps in
        sequence(
          "row/4/\(name)/\(way)", "A relaunch (\(way)) with a changed configuration.",
          targets("ACC-CFG-04", app), app: app,
          [server(first), launch] + steps + [server(second), launch])
      }
      + [
        sequence(
          "row/4/\(name)/given", "The first configuration comes between the first two launches.",
          targets("ACC-CFG-04", app), app: app, [launch, kill, server(first), launch, kill, launch]),
        sequence(
          "row/4/\(name)/taken-away",
          "The configuration is taken away between two launches, and given back between the next two.",
          targets("ACC-CFG-04", app), app: app,
          [server(first), launch, kill, server(nil), launch, kill, server(first), launch]),
        sequence(
          "row/3/\(name)/changed-while-running",
          "A relaunch with the configuration that came while the app ran.",
          targets("ACC-CFG-03", app), app: app,
          [server(first), launch, server(second), kill, launch]),
        sequence(
          "row/3/\(name)/changed-while-running/new-process",
          "A new process with the configuration that came while the app ran.",
          targets("ACC-CFG-03", app), app: app,
          [server(first), launch, server(second), .restart(keep: true), server(second), launch]),
        sequence(
          "row/4/\(name)/back-to-the-first",
          "A configuration comes while the app runs; before the next launch the first one is back.",
          targets("ACC-CFG-04", app), app: app,
          [server(first), launch, server(second), kill, server(first), launch]),
        sequence(
          "row/4/\(name)/said-again-by-a-new-process",
          "A new process hears the old configuration again, and then another one.",
          targets("ACC-CFG-04", app), app: app,
          [
            server(first), launch, .restart(keep: true), server(first), server(first),
            server(second), launch, .restart(keep: true), server(second), launch,
          ]),
        sequence(
          "row/1/\(name)/nothing-kept", "Where nothing is kept, the next launch is a first one.",
          targets("ACC-CFG-01", app), app: app,
          [server(first), launch, .restart(keep: false), server(first), launch]),
        sequence(
          "row/3/\(name)/still-without", "Launches without a configuration; then there is one.",
          targets("ACC-CFG-03", app), app: app,
          [launch, kill, launch, .restart(keep: true), launch, kill, server(first), launch]),
      ]
  }

  private static func whileRunning(
    _ name: String, _ app: ConfigModel.Setup
  ) -> [Specification] {
    [
      sequence(
        "row/5/\(name)", "Two changes while the app runs.", targets("ACC-CFG-05", app), app: app,
        [server(first), launch, server(second), server(third)]),
      sequence(
        "row/5/\(name)/after-relaunch", "A change in a later run of the app.",
        targets("ACC-CFG-05", app), app: app,
        [
          server(first), launch, kill, launch, server(second), kill, server(third), launch,
          server(first),
        ]),
      sequence(
        "row/5/\(name)/back", "A change while the app runs, and back.",
        targets("ACC-CFG-05", app), app: app,
        [server(first), launch, server(second), server(first), kill, launch]),
    ]
  }

  // MARK: What the calls carry

  /// At a first launch, while the app runs, and at relaunches with and without a change.
  private static func everywhere(_ pairs: ConfigPairs) -> [Step] {
    [
      server(pairs), launch, server(first), server(pairs), kill, launch, kill, server(second),
      launch,
      kill, server(pairs), launch,
    ]
  }

  static let contents: [Specification] = plainSets.map { name, title, pairs in
    sequence("pairs/\(name)", title, ["ACC-CFG-06"], everywhere(pairs))
  }

  private static let plainSets: [(String, String, ConfigPairs)] = [
    (
      "usual", "Four usual pairs.",
      ["server": "a.example.com", "port": "993", "ssl": "true", "user": "ann"]
    ),
    (
      "spaces", "Spaces at the ends of keys and values.",
      [" server ": "  a.example.com ", "  ": "x", "blank": " "]
    ),
    ("empty-value", "A value is empty.", ["note": "", "server": "a.example.com"]),
    (
      "words", "Values that look like something else than strings.",
      [
        "yes": "true", "no": "NO", "null": "null", "number": "007", "real": "1.0",
        "exponent": "1e3",
        "date": "2001-01-01T00:00:00Z", "list": "[1, 2]", "object": "{\"a\": 1}", "nil": "<null>",
      ]
    ),
    (
      "case", "Keys that differ in case.",
      ["Server": "upper", "server": "lower", "SERVER": "capitals"]
    ),
    (
      "signs", "Keys and values with signs that formats give a meaning.",
      [
        "a=b&c": "x=y&z", "a.b[0]": "%41+%", "<key>": "<string>&amp;</string>", "\"q\"": "\\\"'`",
        "$(x)": "${y} %@ %n", "ldap:dn": "CN=Ann,OU=Sales", "/": "\\", "#": ";--",
      ]
    ),
    (
      "names-of-languages", "Keys that programming languages give a meaning.",
      [
        "__proto__": "a", "constructor": "b", "toString": "c", "hasOwnProperty": "d",
        "length": "e", "__class__": "f", "self": "g", "description": "h", "class": "i",
        "hash": "j",
      ]
    ),
    (
      "operators", "Keys that look like operators of key-value coding, or like paths.",
      ["@count": "1", "@sum.value": "2", "@": "3", "a.@count": "4", "a.b": "5", "a": "6"]
    ),
    (
      "numbers", "Keys that are numbers, not in the order of their values.",
      ["10": "ten", "9": "nine", "-1": "less", "007": "agent", "7": "seven", "1.0": "one"]
    ),
    ("one", "A single pair.", ["x": "y"]),
    ("prefixes", "Keys that begin like others.", ["a": "1", "aa": "2", "aaa": "3", "a ": "4"]),
    (
      "many", "Three hundred pairs.",
      ConfigPairs((0..<300).map { (key: ExactText("key \($0)"), value: ExactText("value \($0)")) })
    ),
    (
      "thousand", "More than a thousand pairs.",
      ConfigPairs(
        (0..<1_100).map { (key: ExactText("key \($0)"), value: ExactText("value \($0)")) })
    ),
    (
      "long", "A value as long as a certificate is.",
      [
        "blob": ExactText(String("0123456789abcdef", times: 500)),
        "server": "a.example.com",
      ]
    ),
  ]

  static let hostilePairs: [Specification] = hostileSets.flatMap { name, title, pairs in
    [
      sequence("hostile/\(name)", title, ["ACC-CFG-15"], everywhere(pairs)),
      // Beside pairs that must come through, whatever becomes of the others.
      sequence(
        "hostile/\(name)/beside", title, ["ACC-CFG-15", "ACC-CFG-06"],
        everywhere(
          ConfigPairs(
            pairs.pairs.map { (key: $0.key, value: $0.value) }
              + [("server name", "a.example.com"), ("zz", "last")]))),
    ]
  }

  private static let hostileSets: [(String, String, ConfigPairs)] = [
    ("empty-key", "A key is empty.", ["": "value"]),
    ("empty-pair", "A key and its value are empty.", ["": ""]),
    ("nul", "NUL in a key and in values.", ["key\u{0}tail": "a\u{0}b", "whole": "\u{0}"]),
    (
      "control", "Control characters and line ends.",
      ["lines": "a\r\nb\n", "tab\t": "\u{7F}\u{1B}[0m"]
    ),
    ("composed", "Letters with accents.", ["n\u{E4}me": "M\u{FC}ller", "stra\u{DF}e": "\u{E9}"]),
    ("decomposed", "Letters followed by accents.", ["na\u{308}me": "Mu\u{308}ller"]),
    (
      "composed-and-decomposed", "Two keys that are the same letters in two forms.",
      ["n\u{E4}me": "composed", "na\u{308}me": "decomposed"]
    ),
    (
      "beyond", "Characters of every kind.",
      [
        "emoji": "\u{1F469}\u{200D}\u{1F4BB}\u{1F3F4}\u{E0067}\u{E007F}",
        "\u{05D0}\u{202E}": "\u{0627}\u{200F}", "joiner": "\u{200D}\u{FE0F}", "bom": "\u{FEFF}x",
        "last": "\u{10FFFF}\u{FFFD}\u{FFFE}", "width": "\u{FF21}\u{212B}\u{FB01}",
      ]
    ),
    ("long-key", "A key of 4 KiB.", [ExactText(String("k", times: 4_096)): "value"]),
    (
      "long-value", "A value of 256 KiB.",
      ["long": ExactText(String("0123456789abcdef", times: 16_384))]
    ),
    (
      "long-keys", "Two keys of 4 KiB that differ at their ends.",
      [
        ExactText(String("k", times: 4_096) + "1"): "one",
        ExactText(String("k", times: 4_096) + "2"): "two",
      ]
    ),
    (
      "suffix-alone", "A key that is nothing but the suffix of a password's.",
      ["_MI_CERT_PW": "alone"]
    ),
    (
      "no-certificate", "A password's key beside a key with no certificate.",
      ["mail": "not Base64!", "mail_MI_CERT_PW": "x"]
    ),
    ("no-key", "A password's key without the key of a certificate.", ["identity_MI_CERT_PW": "x"]),
    (
      "suffix-case", "A password's key in other case.",
      ["identity": "MIIKAAAA", "identity_mi_cert_pw": "x"]
    ),
    (
      "suffix-twice", "A password's key with the suffix twice.",
      ["identity": "MIIKAAAA", "identity_MI_CERT_PW": "x", "identity_MI_CERT_PW_MI_CERT_PW": "y"]
    ),
    (
      "suffix-inside", "The suffix in the middle of a key.",
      ["identity_MI_CERT_PW2": "x", "_MI_CERT_PW_": "y"]
    ),
  ]

  private static let certificate: ExactText =
    "MIIKWgIBAzCCChYGCSqGSIb3DQEHAaCCCgcEggoDMIIJ/zCCBAcGCSqGSIb3DQ+A"
  private static let renewed: ExactText =
    "MIIEpDCCA4ygAwIBAgIQbx+9n0j5cGVfqPZ1A1Yp0zANBgkqhkiG9w0BAQ=="

  static let certificates: [Specification] =
    [
      (
        "password", "A certificate with its password.",
        ["identity": certificate, "identity_MI_CERT_PW": "s3cret"]
      ),
      (
        "beside-others", "A certificate with its password, beside other pairs.",
        [
          "identity": certificate, "identity_MI_CERT_PW": "s3cret", "server": "a.example.com",
          "user": "ann",
        ]
      ),
      (
        "two", "Two certificates, each with a password.",
        [
          "mail": certificate, "mail_MI_CERT_PW": "one", "vpn": renewed, "vpn_MI_CERT_PW": "two",
        ]
      ),
      (
        "one-of-two", "Two certificates, one with a password.",
        ["mail": certificate, "vpn": renewed, "vpn_MI_CERT_PW": "two"]
      ),
      (
        "odd-password", "Passwords that look like something else.",
        [
          "a": certificate, "a_MI_CERT_PW": " p w ", "b": certificate, "b_MI_CERT_PW": "MIIKAAAA",
          "c": certificate, "c_MI_CERT_PW": "", "d": certificate, "d_MI_CERT_PW": "%@\\\"<&>'`$",
        ]
      ),
      (
        "odd-key", "Certificates under keys with signs.",
        [
          "my cert": certificate, "my cert_MI_CERT_PW": "x", "a.b/c": renewed,
          "a.b/c_MI_CERT_PW": "y",
        ]
      ),
      (
        "long", "A certificate with a chain, of 6 KiB.",
        [
          "identity": ExactText(String("MIIKWgIBAzCCChYG", times: 384)),
          "identity_MI_CERT_PW": "s3cret",
        ]
      ),
    ].map { (name: String, title: String, pairs: ConfigPairs) in
      sequence("certificate/\(name)", title, ["ACC-CFG-12"], everywhere(pairs))
    } + [
      sequence(
        "certificate/changes",
        "A password is added, changed and removed, and the certificate renewed.",
        ["ACC-CFG-12", "ACC-CFG-10"],
        [
          server(["identity": certificate]), launch,
          server(["identity": certificate, "identity_MI_CERT_PW": "one"]),
          server(["identity": certificate, "identity_MI_CERT_PW": "two"]),
          server(["identity": renewed, "identity_MI_CERT_PW": "two"]),
          server(["identity": renewed]), kill, launch,
        ]),
      sequence(
        "certificate/no-password", "A certificate without a password.", ["ACC-CFG-06"],
        everywhere(["identity": renewed, "server": "a.example.com"])),
    ]
}
