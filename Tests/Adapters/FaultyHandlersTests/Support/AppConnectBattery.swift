import ReferenceLibrary

/// Launches and changes in which every fault of the delivery of configurations shows.
enum ConfigurationBattery {
  static let standard = try? run { .standard }

  /// What libraries with these decisions do, one line each.
  static func run(_ decisions: () -> ConfigurationDecisions) throws -> [String] {
    var lines: [String] = []
    for callbacks in [
      Set(ConfigurationCallback.allCases), [.configurationIs], [.configurationChangedTo], [],
    ] {
      for answer in [nil, "", String(repeating: "no", count: 200)] {
        // A first launch that finds a configuration.
        let first = NotingApp(callbacks, answer)
        try ConfigurationDelivery(storage: first, app: first, decisions: decisions()) { _ in }
          .launch(
            with: [configurations[5]])
        lines += first.lines
        let app = NotingApp(callbacks, answer)
        for run in runs {
          let delivery = ConfigurationDelivery(
            storage: app, app: app, decisions: decisions()
          ) { app.lines.append("report \($0.callback) \($0.status) \($0.message ?? "-")") }
          try delivery.launch(with: run.launch)
          app.lines.append("running")
          for configuration in run.changes { try delivery.serverChanged(to: configuration) }
        }
        lines += app.lines
      }
    }
    return lines
  }

  private static let sets: [[(String, String)]] = [
    [], [], [("a", "1")], [("a", "TRUE")], [("a", "true")], [("a", "1"), ("b", "2")], [("a", "1")],
    [],
    [
      ("", "x"), ("k\u{0}l", "u\u{0}"), ("u\u{308}", " u\u{308} "), ("B", "YES"),
      ("_mi_cert_pw", "x"), ("e", ""),
    ],
    [("id", "MIIKAA=="), ("id_MI_CERT_PW", "p"), ("long", String(repeating: "x", count: 200_000))],
    (0..<300).map { ("\($0)", "v") }, [("a", "1")],
    // Two that are one text when joined, two that have the same hash, and two that differ behind a thousand characters.
    [("a=b", "c")], [("a", "b=c")], [("a", "Aa")], [("a", "BB")],
    [("a", String(repeating: "v", count: 2_000) + "1")],
    [("a", String(repeating: "v", count: 2_000) + "2")], (0..<1_100).map { ("\($0)", "v") },
    [("__proto__", "x"), ("@count", "y"), ("007", "z")],
  ]

  private static let configurations = sets.enumerated().map { index, set in
    ServerConfiguration(
      pairs: ConfigurationPairs(set.map { .init(key: $0.0, value: $0.1) }), revision: index)
  }

  private static let runs: [(launch: [ServerConfiguration], changes: [ServerConfiguration])] = [
    ([configurations[0]], []), ([configurations[0]], Array(configurations[1...])),
    ([configurations[11]], []),
    ([configurations[11], configurations[0], configurations[11]], []),
    ([configurations[11], configurations[5], configurations[8], configurations[9]], []),
    ([configurations[9], configurations[0]], [configurations[5]]), ([configurations[5]], []),
    ([configurations[5], ServerConfiguration(pairs: configurations[5].pairs, revision: 40)], []),
    // As many pairs as before, and one of them another.
    ([configurations[2]], []), ([configurations[3]], []),
    // One more than before, while the app runs.
    ([configurations[2]], [configurations[5]]),
  ]
}

private final class NotingApp: ConfigurableApp, ConfigurationStorage {
  let implementedCallbacks: Set<ConfigurationCallback>
  private let answer: String?
  private var stored: ServerConfiguration?
  var lines: [String] = []

  init(_ callbacks: Set<ConfigurationCallback>, _ answer: String?) {
    implementedCallbacks = callbacks
    self.answer = answer
  }

  func load() -> ServerConfiguration? { stored }
  func store(_ configuration: ServerConfiguration) { stored = configuration }
  func receive(_ pairs: ConfigurationPairs, by callback: ConfigurationCallback) -> String? {
    lines.append(
      "\(callback) \(pairs.pairs.count) \(number(of: pairs.pairs.flatMap { [$0.key, $0.value] }))")
    return answer
  }
}

/// A number that texts with other bytes do not have: texts that look alike are equal, and to write down the bytes of some thousand texts
/// takes its time.
private func number(of texts: [String]) -> Int {
  var hasher = Hasher()
  for text in texts {
    let bytes = Array(text.utf8)
    hasher.combine(bytes.count)
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
  return hasher.finalize()
}

/// Policies, documents and apps in which every fault of the Open From policy shows.
enum OpenFromBattery {
  static let standard = run { .standard }

  /// What libraries with these decisions do, one line each.
  static func run(_ decisions: () -> OpenFromDecisions) -> [String] {
    var lines: [String] = []
    for methods in [Set(OpenFromMethod.allCases), [.changedTo], [.blocked], []] {
      for state in [nil] + PolicyAcknowledgementState.allCases.map(Optional.some) {
        for setting in settings { lines += run(decisions(), methods, state, setting) }
      }
    }
    return lines + amongMany(decisions())
  }

  /// The last of more than a thousand apps in a list.
  private static func amongMany(_ decisions: OpenFromDecisions) -> [String] {
    let many = Set(
      (0..<1_100).map { BundleIdentifier("b\($0)") } + [
        BundleIdentifier("w.x"), BundleIdentifier(long + "1"),
      ])
    let app = NotingOpenFromApp([.changedTo])
    let library = OpenFrom(
      setting: .policy(.whitelist, whitelist: many), app: app, decisions: decisions
    ) { _ in }
    library.becomeReady()
    return sources.map { "\(library.receives(from: $0))" }
  }

  private static let long = String(repeating: "n", count: 300)

  private static let sources = [
    "a.b", "a.b.c", "a", "A.B", " a.b", "a.b\u{0}", "", "u\u{308}", "\u{FC}", "w.x",
    "com.apple.mobilemail",
    "com.apple.UIKit.activity.Mail", "com.apple.x", long + "2", "a.b/x", "ABCDE12345.a.b", "a..b",
    "a.%62", "a\u{200B}.b",
  ].map { BundleIdentifier($0) }

  private static func list(_ texts: String...) -> Set<BundleIdentifier> {
    Set(texts.map { BundleIdentifier($0) })
  }

  private static let settings: [OpenFromSetting] = [
    .policy(.authorized, whitelist: []), .policy(.unauthorized, whitelist: list("a.b")),
    .policy(.unauthorized, whitelist: list("w")),
    .policy(.whitelist, whitelist: list("a.b", "w.*")),
    .policy(.whitelist, whitelist: list("\u{FC}", "com.apple.mobilemail")),
    .policy(.whitelist, whitelist: list("com.apple.UIKit.activity.Mail")),
    .policy(.whitelist, whitelist: []),
    .policy(.whitelist, whitelist: list("com.apple.mobilemail", "com.apple.UIKit.activity.Mail")),
    .allAppConnectApps, .policy(.unauthorized, whitelist: []),
  ]

  private static func run(
    _ decisions: OpenFromDecisions, _ methods: Set<OpenFromMethod>,
    _ state: PolicyAcknowledgementState?,
    _ setting: OpenFromSetting
  ) -> [String] {
    let app = NotingOpenFromApp(methods)
    let library = OpenFrom(setting: setting, app: app, decisions: decisions) {
      app.lines.append("report \($0.state) \($0.message.count)")
    }
    app.read = { [weak library] in library?.properties }
    func look() {
      app.lines.append("reads \(app.text(library.properties))")
      for source in sources { app.lines.append("\(library.receives(from: source))") }
    }
    look()
    library.serverChanged(to: settings[3])
    look()
    library.becomeReady()
    look()
    for (index, next) in (settings + settings.suffix(1)).enumerated() {
      app.acknowledgement =
        (index + 1).isMultiple(of: 3)
        ? nil
        : state.map {
          OpenFromAcknowledgement(
            state: $0,
            message: "\u{FEFF}\u{0}\u{1B}" + String(repeating: "m", count: 9_000) + "\n")
        }
      library.serverChanged(to: next)
      look()
      library.authorizedAppsChanged(to: index.isMultiple(of: 2) ? list("a.b") : list("w.x"))
      look()
    }
    library.stop()
    library.serverChanged(to: settings[0])
    look()
    return app.lines
  }
}

private final class NotingOpenFromApp: OpenFromApp {
  let implementedMethods: Set<OpenFromMethod>
  var acknowledgement: OpenFromAcknowledgement?
  var read: () -> OpenFromProperties? = { nil }
  var lines: [String] = []

  init(_ methods: Set<OpenFromMethod>) { implementedMethods = methods }

  func text(_ properties: OpenFromProperties?) -> String {
    guard let properties else { return "nothing" }
    return
      "\(properties.policy) \(properties.whitelist.map { number(of: [$0.text]) }.sorted())"
  }

  func openFromPolicyChanged(to properties: OpenFromProperties) -> OpenFromAcknowledgement? {
    lines.append("told \(text(properties)), reads \(text(read()))")
    return acknowledgement
  }

  func openFromAttemptedWhenBlocked(policy: OpenFromPolicy, source: BundleIdentifier) {
    lines.append("blocked \(policy) \(number(of: [source.text]))")
  }
}
