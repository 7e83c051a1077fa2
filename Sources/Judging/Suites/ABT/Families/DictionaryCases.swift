import Conformance
import Forge
import Profiles
import SuiteModels
import WireFormat

/// Section 4.4: the unpacked dictionary.
extension ABTCases {
  var dictionaries: [Specification] {
    rightVersion + versions + writtenVersions + categories + categoryTexts + contents
      + emptyContents + strangers
      + keysInOtherCase + keysOfSigns + repeatedKeys + namesWithin
  }

  private func dictionaryCase(
    _ path: String, _ title: String, _ targets: [Clause.ID], _ action: RequestForge.Action,
    _ members: [PropertyList.Member]
  ) -> Specification {
    makeWithCanary("dictionary/\(path)/\(action.rawValue)", title, targets) {
      (g) throws(HarnessFault) in
      var forge = action == .apply ? g.apply([]) : g.reset([])
      forge.dictionary = .verbatim(.dictionary(members))
      return [try g.open(forge)]
    }
  }

  private func content(_ action: RequestForge.Action) -> PropertyList.Member {
    action == .apply
      ? .init(
        key: keys.configuration, value: .dictionary([.init(key: "host", value: .string("a"))]))
      : .init(key: keys.keys, value: .array([.string("host")]))
  }

  /// ABT-DICT-01: in every place among the keys, and after requests whose version was another one.
  private var rightVersion: [Specification] {
    RequestForge.Action.allCases.flatMap { action in
      [
        dictionaryCase(
          "version/first", "Version 1 before everything else.", ["ABT-DICT-01"], action,
          [version, .init(key: keys.category, value: .string("c")), content(action)]),
        dictionaryCase(
          "version/last", "Version 1 behind everything else.", ["ABT-DICT-01"], action,
          [content(action), .init(key: keys.category, value: .string("c")), version]),
        makeWithCanary(
          "dictionary/version/after-others/\(action.rawValue)",
          "Version 1 after requests of version 2 and without a version.", ["ABT-DICT-01"]
        ) { (g) throws(HarnessFault) in
          let right = action == .apply ? g.apply(g.configuration(2)) : g.reset(["host"])
          var two = right
          two.dictionaryForm = .versionOther(2)
          var none = right
          none.dictionaryForm = .versionMissing
          return [try g.open(two), try g.open(right), try g.open(none), try g.open(right)]
        },
      ]
    }
  }

  /// ABT-DICT-03, 06, 09, 04: keys of a dictionary are told apart by case, so that the right one is missing.
  private var keysInOtherCase: [Specification] {
    let ways: [(String, @Sendable (String) -> String)] = [
      ("small", { $0.lowercased() }), ("capitals", { $0.uppercased() }), ("space", { $0 + " " }),
      ("plural", { $0 + "s" }),
    ]
    return ways.flatMap { name, write in
      RequestForge.Action.allCases.flatMap { action in
        let right = content(action)
        return [
          dictionaryCase(
            "key-case/version/\(name)", "A version under another key: \(write(keys.version)).",
            ["ABT-DICT-03"], action, [.init(key: write(keys.version), value: .integer(1)), right]),
          dictionaryCase(
            "key-case/content/\(name)", "The content under another key: \(write(right.key)).",
            [action == .apply ? "ABT-DICT-06" : "ABT-DICT-09"], action,
            [version, .init(key: write(right.key), value: right.value)]),
          dictionaryCase(
            "key-case/category/\(name)", "A category under another key: \(write(keys.category)).",
            ["ABT-DICT-04"], action,
            [version, .init(key: write(keys.category), value: .string("Mail")), right]),
        ]
      }
    }
  }

  /// ABT-DICT-03, 04, 06, 09: the protocol's names one level further down, where they mean nothing.
  private var namesWithin: [Specification] {
    let all: [PropertyList.Member] = [
      version, .init(key: keys.category, value: .string("Inner")),
      .init(key: keys.configuration, value: .dictionary([.init(key: "a", value: .integer(1))])),
      .init(key: keys.keys, value: .array([.string("port")])),
    ]
    let inner = PropertyList.Member(key: keys.configuration, value: .dictionary(all))
    let list = PropertyList.Member(key: keys.keys, value: .array([.string("host")]))
    let other = PropertyList.Member(key: "Payload", value: .dictionary(all))
    let two: [PropertyList.Member] = [
      .init(key: keys.version, value: .integer(2)), .init(key: keys.category, value: .integer(5)),
      .init(key: keys.configuration, value: .string("a")),
      .init(key: keys.keys, value: .array([.integer(1)])),
    ]
    return RequestForge.Action.allCases.flatMap { action in
      [
        dictionaryCase(
          "within/category", "A category in the configuration, and none beside it.",
          ["ABT-DICT-04"], action, [version, inner, list]),
        dictionaryCase(
          "within/version", "A version in the configuration, and none beside it.",
          ["ABT-DICT-03"], action, [inner, list]),
        dictionaryCase(
          "within/all", "All that is needed is in a dictionary inside.", ["ABT-DICT-03"], action,
          [other]),
        dictionaryCase(
          "within/content", "The content is in a dictionary inside.",
          [action == .apply ? "ABT-DICT-06" : "ABT-DICT-09"], action,
          [version, other] + (action == .apply ? [] : [inner])),
        dictionaryCase(
          "within/wrong",
          "Members of other types under the protocol's names, in the configuration.",
          ["ABT-DICT-01", "ABT-DICT-04"], action,
          [
            version, .init(key: keys.category, value: .string("Outer")),
            .init(key: keys.configuration, value: .dictionary(two)), list,
          ]),
      ]
    }
  }

  /// ABT-DICT-02, 03.
  private var versions: [Specification] {
    let wrong: [(String, PropertyList?, Clause.ID)] = [
      ("zero", .integer(0), "ABT-DICT-02"), ("two", .integer(2), "ABT-DICT-02"),
      ("negative", .integer(-1), "ABT-DICT-02"), ("byte-overflow", .integer(257), "ABT-DICT-02"),
      ("word-overflow", .integer(4_294_967_297), "ABT-DICT-02"),
      ("minus-word-overflow", .integer(-4_294_967_295), "ABT-DICT-02"),
      ("minus-long-overflow", .integer(.min + 1), "ABT-DICT-02"),
      ("largest", .integer(.max), "ABT-DICT-02"), ("smallest", .integer(.min), "ABT-DICT-02"),
      ("missing", nil, "ABT-DICT-03"), ("string", .string("1"), "ABT-DICT-03"),
      ("real", .real(1), "ABT-DICT-03"), ("boolean", .boolean(true), "ABT-DICT-03"),
      ("data", .data([1]), "ABT-DICT-03"), ("array", .array([.integer(1)]), "ABT-DICT-03"),
    ]
    return wrong.flatMap { name, value, rule in
      RequestForge.Action.allCases.map { action in
        dictionaryCase(
          "version/\(name)", "A dictionary whose version is not the integer 1: \(name).",
          rule == "ABT-DICT-02" ? [rule, "ABT-DICT-02/code"] : [rule], action,
          (value.map { [.init(key: keys.version, value: $0)] } ?? []) + [content(action)])
      }
    }
  }

  /// ABT-DICT-01, 03: 1 in every width of an integer, and in types whose value is 1 as well.
  private var writtenVersions: [Specification] {
    let images = PropertyListImages(keys)
    let right = images.versions.map { ("width-\($0)", $1, ["ABT-DICT-01", "ABT-DATA-14"]) }
    let wrong = images.versionsOfOtherType.map { ("type/\($0)", $1, ["ABT-DICT-03"]) }
    return (right + wrong).flatMap { name, list, targets in
      RequestForge.Action.allCases.map { action in
        makeWithCanary(
          "dictionary/version/written/\(name)/\(action.rawValue)",
          "The version is 1, written otherwise: \(name).", targets.map { Clause.ID($0) }
        ) { (g) throws(HarnessFault) in
          var forge = action == .apply ? g.apply([]) : g.reset([])
          forge.propertyList = list
          return [try g.open(forge)]
        }
      }
    }
  }

  /// ABT-DICT-05.
  private var categories: [Specification] {
    let wrong: [(String, PropertyList)] = [
      ("integer", .integer(1)), ("boolean", .boolean(false)), ("data", .data([65])),
      ("array", .array([.string("Mail")])), ("dictionary", .dictionary([])),
    ]
    return wrong.flatMap { name, value in
      RequestForge.Action.allCases.map { action in
        dictionaryCase(
          "category/\(name)", "A category that is no string: \(name).", ["ABT-DICT-05"], action,
          [version, .init(key: keys.category, value: value), content(action)])
      }
    }
  }

  /// ABT-DICT-06, 09.
  private var contents: [Specification] {
    let values: [(String, PropertyList?)] = [
      ("missing", nil), ("string", .string("host")), ("integer", .integer(1)), ("data", .data([])),
      ("boolean", .boolean(true)), ("empty-string", .string("")), ("false", .boolean(false)),
      ("zero", .integer(0)), ("real", .real(0)), ("date", .date(1)),
      ("text-like-list", .string("{\"host\": \"a\"}")),
    ]
    let ofApply =
      values + [
        ("array", .array([])),
        ("array-of-dictionary", .array([.dictionary([.init(key: "host", value: .string("a"))])])),
        ("array-of-pair", .array([.array([.string("host"), .string("a")])])),
      ]
    let ofReset =
      values + [
        ("dictionary", .dictionary([])), ("of-integers", .array([.integer(1)])),
        ("mixed", .array([.string("host"), .integer(1)])),
        ("nested", .array([.array([.string("host")])])), ("of-data", .array([.data([104, 111])])),
        ("of-texts-and-data", .array([.string("host"), .data([112, 111, 114, 116])])),
        ("of-booleans", .array([.boolean(true)])), ("of-reals", .array([.real(1)])),
        ("of-dates", .array([.string("host"), .date(1)])),
        ("of-dictionaries", .array([.dictionary([.init(key: "host", value: .string("a"))])])),
        ("integer-last", .array([.string("host"), .string("port"), .integer(0)])),
        ("false-first", .array([.boolean(false), .string("host")])),
        (
          "integer-in-the-middle",
          .array([.string("host"), .string("port"), .integer(5), .string("user"), .string("tls")])
        ),
      ]
    return ofApply.map { name, value in
      dictionaryCase(
        "configuration/\(name)", "A configuration that is no dictionary: \(name).", ["ABT-DICT-06"],
        .apply,
        [version] + (value.map { [.init(key: keys.configuration, value: $0)] } ?? []))
    }
      + ofReset.map { name, value in
        dictionaryCase(
          "keys/\(name)", "Keys that are no array of strings: \(name).", ["ABT-DICT-09"], .reset,
          [version] + (value.map { [.init(key: keys.keys, value: $0)] } ?? []))
      }
  }

  /// ABT-DICT-04: what the delegate sees of the category.
  private var categoryTexts: [Specification] {
    let texts: [(String, String?)] = [
      ("none", nil), ("empty", ""), ("space", " "), ("spaces-around", "  Mail "), ("digits", "1"),
      ("umlaut", "Übung"), ("decomposed", "e\u{301}"), ("emoji", "\u{1F4E7}"), ("nul", "a\u{0}b"),
      ("lines", "a\r\nb\n"), ("tabs", "\ta\t"), ("like-null", "null"), ("like-parameters", "a=b&c"),
      ("long", String("c", times: 5_000)),
    ]
    return texts.flatMap { name, text in
      RequestForge.Action.allCases.map { action in
        make(
          "dictionary/category-text/\(name)/\(action.rawValue)",
          "The category reaches the delegate as it is: \(name).", ["ABT-DICT-04"]
        ) { (g) throws(HarnessFault) in
          [
            try g.open(
              action == .apply
                ? g.apply(category: text, g.configuration(2)) : g.reset(category: text, ["host"]))
          ]
        }
      }
    } + [
      make(
        "dictionary/category-text/forgotten", "A category is gone with its request.",
        ["ABT-DICT-04"]
      ) { (g) throws(HarnessFault) in
        [
          try g.open(g.apply(category: "Mail", g.configuration(2))),
          try g.open(g.apply(g.configuration(2))),
          try g.open(g.reset(category: "VPN", ["host"])), try g.open(g.reset(["host"])),
        ]
      }
    ]
  }

  /// ABT-DICT-07, 10.
  private var emptyContents: [Specification] {
    [nil, "Mail"].flatMap { (category: String?) in
      RequestForge.Action.allCases.map { action in
        make(
          "dictionary/empty/\(category == nil ? "without-category" : "with-category")/\(action.rawValue)",
          action == .apply ? "An empty configuration." : "An empty list of keys.",
          [action == .apply ? "ABT-DICT-07" : "ABT-DICT-10"]
        ) { (g) throws(HarnessFault) in
          [
            try g.open(
              action == .apply ? g.apply(category: category, []) : g.reset(category: category, []))
          ]
        }
      }
    }
  }

  /// A name in small letters, or in capitals where it has none.
  static func inOtherCase(_ name: String) -> String {
    name.lowercased() == name ? name.uppercased() : name.lowercased()
  }

  /// The first letters of a name.
  private static func shortened(_ name: String) -> String {
    name.count > 3 ? String(name.prefix(3)) : name + "-"
  }

  /// ABT-DICT-08 (a SHOULD), and ABT-ENC-11: keys that strayed in from the profile.
  private var strangers: [Specification] {
    let members: [(String, PropertyList.Member, [Clause.ID])] = [
      ("comment", .init(key: "Comment", value: .string("x")), ["ABT-DICT-08"]),
      (
        "lower-case", .init(key: Self.inOtherCase(keys.version), value: .integer(2)),
        ["ABT-DICT-08"]
      ),
      (
        "nested", .init(key: "Extra", value: .dictionary([.init(key: "a", value: .array([]))])),
        ["ABT-DICT-08"]
      ),
      ("empty-key", .init(key: "", value: .boolean(true)), ["ABT-DICT-08"]),
      ("longer-category", .init(key: keys.category + "ID", value: .integer(5)), ["ABT-DICT-08"]),
      ("longer-version", .init(key: keys.version + "Name", value: .string("two")), ["ABT-DICT-08"]),
      ("longer-keys", .init(key: keys.keys + "ToKeep", value: .string("all")), ["ABT-DICT-08"]),
      (
        "longer-configuration", .init(key: keys.configuration + "Profile", value: .boolean(true)),
        ["ABT-DICT-08"]
      ),
      (
        "shorter-version", .init(key: Self.shortened(keys.version), value: .real(2.5)),
        ["ABT-DICT-08"]
      ),
      (
        "shorter-category", .init(key: Self.shortened(keys.category), value: .array([])),
        ["ABT-DICT-08"]
      ),
      ("shorter-keys", .init(key: Self.shortened(keys.keys), value: .integer(1)), ["ABT-DICT-08"]),
      ("blank-behind", .init(key: keys.category + " ", value: .integer(3)), ["ABT-DICT-08"]),
      (
        "data-encryption-yes",
        .init(key: ProfileKey.dataEncryption, value: .boolean(true)),
        ["ABT-DICT-08", "ABT-ENC-11"]
      ),
      (
        "data-encryption-no",
        .init(key: ProfileKey.dataEncryption, value: .boolean(false)),
        ["ABT-DICT-08", "ABT-ENC-11"]
      ),
      (
        "bundle-identifier",
        .init(key: ProfileKey.bundleIdentifier, value: .string("com.other")),
        ["ABT-DICT-08", "ABT-ENC-11"]
      ),
      (
        "category", .init(key: ProfileKey.category, value: .string("Stray")),
        ["ABT-DICT-04", "ABT-DICT-08", "ABT-ENC-11"]
      ),
      (
        "configuration",
        .init(
          key: ProfileKey.configuration,
          value: .dictionary([.init(key: "stray", value: .integer(1))])),
        ["ABT-DICT-08", "ABT-ENC-11"]
      ),
    ]
    let alone = RequestForge.Action.allCases.map { action in
      dictionaryCase(
        "stranger/configuration-alone", "The profile's key for the contents, and no other.",
        [action == .apply ? "ABT-DICT-06" : "ABT-DICT-09", "ABT-ENC-11"], action,
        [
          version,
          .init(
            key: ProfileKey.configuration,
            value: action == .apply
              ? .dictionary([.init(key: "host", value: .string("a"))])
              : .array([.string("host")])),
        ])
    }
    return alone
      + members.flatMap { name, member, targets in
        RequestForge.Action.allCases.map { action in
          dictionaryCase(
            "stranger/\(name)",
            "A key that the protocol does not know beside the known ones: \(name).",
            targets, action, [version, member, content(action)])
        }
      }
      + [true, false].flatMap { isAsked in
        RequestForge.Action.allCases.map { action in
          makeWithCanary(
            "dictionary/stranger/data-encryption-\(isAsked ? "yes" : "no")-in-data/\(action.rawValue)",
            "Unencrypted data to an edition that requires encryption, with the profile's own word on it inside.",
            ["ABT-ENC-11", "ABT-ENC-03"], editions: [.encrypting]
          ) { (g) throws(HarnessFault) in
            var forge = action == .apply ? g.apply([]) : g.reset([])
            forge.dictionary = .verbatim(
              .dictionary([
                version, .init(key: ProfileKey.dataEncryption, value: .boolean(isAsked)),
                content(action),
              ]))
            forge.parameter = .data
            forge.encryption = .none
            return [try g.open(forge)]
          }
        }
      }
  }

  /// ABT-DICT-11: a SHOULD.
  private var repeatedKeys: [Specification] {
    let lists: [(String, [String])] = [
      ("alone", ["host", "host"]), ("apart", ["host", "port", "host"]),
      ("three-times", ["port", "port", "port", "host"]), ("empty-key", ["", ""]),
      ("unicode", ["\u{E9}", "e\u{301}", "\u{E9}"]),
    ]
    return lists.map { name, keys in
      make(
        "dictionary/repeated-key/\(name)",
        "A reset request that lists a key more than once: \(name).",
        ["ABT-DICT-11"]
      ) { (g) throws(HarnessFault) in [try g.open(g.reset(keys))] }
    }
  }

  /// ABT-DEL-02.
  private var keysOfSigns: [Specification] {
    [
      make(
        "dictionary/keys-of-signs", "A reset of keys that hold what others put between keys.",
        ["ABT-DEL-02"]
      ) { (g) throws(HarnessFault) in
        let keys = [
          "a,b", "c;d", "e f", "g|h", "i/j", "k.l", "[m]", "{n}", "o:p", "q\nr", "\"s\"", "t=u&v",
        ]
        return [try g.open(g.reset(keys)), try g.open(g.reset(["w,x"]))]
      }
    ]
  }
}
