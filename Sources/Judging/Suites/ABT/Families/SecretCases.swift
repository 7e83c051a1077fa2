import Conformance
import Forge
import SuiteModels
import WireFormat

/// ABT-TOK-11, 12: markers as API key, encryption secret and values, in every place that a callback or a log is made for.
extension ABTCases {
  var secrets: [Specification] {
    answers + invalid + ofAssemblies + [
      secretCase("undecided/unknown-scheme-case", "The scheme in capitals.") {
        (g) throws(HarnessFault) in
        var forge = Self.marked(&g)
        forge.scheme = .verbatim(
          "X-AbsoluteManageConfig.\(g.setup.bundleIdentifier)")
        return [try g.open(forge)]
      },
      secretCase("other-scheme", "URLs for other apps.") { (g) throws(HarnessFault) in
        let schemes = ["com.somebody.else", "https", "mailto"]
        return try schemes.map { (scheme) throws(HarnessFault) in
          var forge = Self.marked(&g)
          forge.scheme = .verbatim(scheme)
          return try g.open(forge)
        }
      },
      secretCase("reset-with-configuration", "A reset that has a Configuration, too.") {
        (g) throws(HarnessFault) in
        var forge = Self.marked(&g)
        guard case .configuration(let category, let members) = forge.dictionary else {
          throw HarnessFault("a set request has no configuration")
        }
        forge.action = .reset
        forge.dictionary = .both(category: category, members, keys: ["host"])
        return [try g.open(forge)]
      },
    ]
  }

  /// A case of an app whose API key and encryption secret are markers.
  private func secretCase(
    _ path: String, _ title: String, needs: Set<String> = [],
    _ build: @escaping Build
  ) -> Specification {
    make(
      "secrets/\(path)", title + " Neither secrets nor values show.",
      ["ABT-TOK-11", "ABT-TOK-12"], needs: needs
    ) { (g) throws(HarnessFault) in
      g.setup.apiKey = "key-" + Self.marker(&g)
      g.setup.encryptionSecret = "secret-" + Self.marker(&g)
      return try build(&g)
    }
  }

  private static func marker(_ g: inout RequestGenerator) -> String {
    OpeningDemands.marker + g.choices.hexadecimal(24)
  }

  /// A set request whose values are markers.
  private static func marked(_ g: inout RequestGenerator) -> RequestForge {
    g.apply(
      category: "Mail",
      [
        .init(key: "host", value: .string(marker(&g))),
        .init(key: "accounts", value: .array([.string("a"), .string(marker(&g))])),
        .init(
          key: "proxy",
          value: .dictionary([.init(key: "password", value: .string(marker(&g)))])),
      ])
  }

  private var answers: [Specification] {
    let old = DelegatePlan.Record.didApplyOver("host", oldValue: .string("old"))
    let plans: [(String, Set<String>, DelegatePlan)] = [
      ("yes", [], DelegatePlan()), ("no", [], DelegatePlan(apply: .init(answer: .no))),
      ("records", [], DelegatePlan(apply: .init([.didApply("host"), .didNotApply("proxy")]))),
      ("not-applied", [], DelegatePlan(apply: .init([.didNotApply("host")]))),
      (
        "none-applied", [],
        DelegatePlan(apply: .init(["host", "accounts", "proxy"].map { .didNotApply($0) }))
      ),
      (
        "foreign-key", [],
        DelegatePlan(apply: .init([.didApply("unheard-of"), .didApply("accounts")]))
      ),
      (
        "twice", [],
        DelegatePlan(apply: .init([.didApply("host"), .didApply("host"), .didNotApply("host")]))
      ),
      ("rollback", ["rollback"], DelegatePlan(apply: .init([old], answer: .no))),
      (
        "rollback-fails", ["rollback"],
        DelegatePlan(apply: .init([old], answer: .no), rollback: .init(answer: .no))
      ),
      ("cancel", ["cancel"], DelegatePlan(apply: .init(answer: .cancel))),
      (
        "own-error", ["delegateError"],
        DelegatePlan(apply: .init(answer: .no, error: .init(code: 12, message: "not now")))
      ),
    ]
    return plans.map { name, needs, plan in
      secretCase("delegate/\(name)", "The delegate answers: \(name).", needs: needs) {
        (g) throws(HarnessFault) in
        [
          try g.open(Self.marked(&g), plan), try g.open(g.reset(["host"])),
          try g.open(Self.marked(&g)),
        ]
      }
    }
  }

  private var invalid: [Specification] {
    let damages: [(String, @Sendable (inout RequestForge) -> Void)] = [
      ("token/one-digit", { $0.token = .damaged(.digitChanged(index: 7)) }),
      ("token/missing", { $0.token = .absent }), ("token/empty", { $0.token = .damaged(.emptied) }),
      ("token/short", { $0.token = .damaged(.truncated(length: 10)) }),
      ("token/repeated", { $0.parameters = .repeatedUnlike(.token, wrongFirst: true) }),
      ("token/repeated-last", { $0.parameters = .repeatedUnlike(.token, wrongFirst: false) }),
      ("token/broken-escape", { $0.parameters = Self.raw(.token, "0%zz") }),
      ("token/no-text", { $0.parameters = Self.raw(.token, "%FF%FE") }),
      ("profile/broken-escape", { $0.parameters = Self.raw(.profile, "p%4") }),
      ("payload/no-text", { $0.parameters = Self.raw(.payload, "%C3") }),
      ("data/broken-escape", { $0.parameters = Self.raw(.data, "%zz") }),
      ("data/empty", { $0.parameters = .emptied(.data, withoutEquals: false) }),
      ("data/repeated", { $0.parameters = .repeatedUnlike(.data, wrongFirst: true) }),
      ("no-payload", { $0.parameters = .missing(.payload) }),
      ("no-verb", { $0.verb = .verbatim("") }),
      ("no-query", { $0.shape = .withoutQuery }),
      ("verb", { $0.verb = .verbatim("install") }), ("no-profile", { $0.profile = "" }),
      ("no-data", { $0.parameters = .missing(.data) }),
      ("repeated", { $0.parameters = .repeatedUnlike(.profile, wrongFirst: true) }),
      ("base64", { $0.base64 = .foreignCharacter(index: 3, scalar: "!") }),
      ("zlib", { $0.compression = .checksum(.zeroed) }),
      ("not-packed", { $0.compression = .missing }),
      ("magic", { $0.magic = .wrong(index: 0, mask: 1) }),
      ("list", { $0.propertyList = .truncated(length: 60) }),
      ("list-without-end", { $0.propertyList = .truncated(length: 150) }),
      ("version", { $0.dictionaryForm = .versionOther(2) }),
      ("version-missing", { $0.dictionaryForm = .versionMissing }),
      ("category", { $0.dictionaryForm = .categoryMistyped(.integer(3)) }),
      (
        "configuration/array",
        { $0.dictionaryForm = .contentMistyped(.array(Self.values(of: $0))) }
      ),
      (
        "configuration/text",
        {
          // No other value is in the request.
          if case .configuration(let category, let members) = $0.dictionary {
            $0.dictionary = .configuration(category: category, Array(members.prefix(1)))
          }
          $0.dictionaryForm = .contentMistyped(Self.values(of: $0).first ?? .string(""))
        }
      ),
      (
        "other-form",
        {
          if $0.parameter == .dataX {
            $0.parameter = .data
            $0.encryption = .none
          } else {
            $0.parameter = .dataX
          }
        }
      ),
      (
        "not-decrypted",
        { forge in if case .canonical = forge.encryption { forge.encryption = .none } }
      ),
    ]
    return damages.map { name, damage in
      secretCase("invalid/\(name)", "Something is wrong: \(name).") { (g) throws(HarnessFault) in
        let right = Self.marked(&g)
        var forge = right
        damage(&forge)
        // Some tell more when it has happened for the third time.
        let wrong = try g.open(forge)
        return [try g.open(right)] + [Opening](repeating: wrong, count: 4)
      }
    }
  }

  private static func values(of forge: RequestForge) -> [PropertyList] {
    guard case .configuration(_, let members) = forge.dictionary else { return [] }
    return members.map(\.value)
  }

  /// One parameter as these characters, the others as they should be.
  private static func raw(_ parameter: RequestForge.Parameter, _ text: String) -> ParametersLayer {
    .slots(
      [RequestForge.Parameter.token, .profile, .payload, .data].map {
        $0 == parameter ? ParameterSlot($0, .raw(Array(text.utf8))) : ParameterSlot($0)
      })
  }

  private var ofAssemblies: [Specification] {
    [
      secretCase("pieces/in-order", "Three pieces.", needs: ["chunks"]) {
        (g) throws(HarnessFault) in
        try g.open(all: g.chunks(of: Self.marked(&g), total: 3))
      },
      secretCase(
        "pieces/contradicting", "A piece comes again with other content.", needs: ["chunks"]
      ) {
        (g) throws(HarnessFault) in
        let first = Self.marked(&g)
        var other = Self.marked(&g)
        (other.profile, other.payload) = (first.profile, first.payload)
        return [
          try g.open(g.chunks(of: first, total: 2)[0]),
          try g.open(g.chunks(of: other, total: 2)[0]),
        ]
      },
      secretCase("pieces/too-many-open", "More assemblies than may be open.", needs: ["chunks"]) {
        (g) throws(HarnessFault) in
        try (0..<limits.maxAssemblies + 3).map { (_) throws(HarnessFault) in
          try g.open(g.chunks(of: Self.marked(&g), total: 2)[0])
        }
      },
      secretCase("pieces/undecodable", "Pieces that come to nothing.", needs: ["chunks"]) {
        (g) throws(HarnessFault) in
        var forge = Self.marked(&g)
        forge.compression = .truncated(by: 5)
        return try g.open(all: g.chunks(of: forge, total: 2))
      },
      secretCase("pieces/numbers", "A piece beyond its total.", needs: ["chunks"]) {
        (g) throws(HarnessFault) in
        var piece = g.chunks(of: Self.marked(&g), total: 2)[1]
        piece.chunk?.form = .indexAboveTotal(by: 3)
        return [try g.open(piece)]
      },
    ]
  }
}
