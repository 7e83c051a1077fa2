import AdapterProtocol
import Conformance
import SuiteModels

/// The fixed sequences: values and dictionaries (MC-05 to 07, 09).
extension ManagedConfig {
  static let values: [Specification] =
    [("usual", ManagedSchema.usual), ("without-defaults", .withoutDefaults), ("wide", .wide)]
    .flatMap { name, schema in
      schema.keys.flatMap { key in types(key, name, schema) + limits(key, name, schema) }
    }
    + ManagedSchema.toZero.keys.flatMap { key in limits(key, "to-zero", .toZero) }
    + ManagedSchema.exact.keys.flatMap { key in limits(key, "exact", .exact) }

  /// A value of each other type, before the launch and while the app is running.
  private static func types(
    _ key: ManagedKey, _ name: String, _ schema: ManagedSchema
  ) -> [Specification] {
    var numbers: [String: Int] = [:]
    return ManagedValues.foreign(for: key).map { value in
      numbers[value.word, default: 0] += 1
      return sequence(
        "type/\(name)/\(key.name)/\(value.word)-\(numbers[value.word] ?? 0)",
        "A value of another type: \(value.shown) for \(key.words).", ["MC-05"], of: schema,
        replaced(key, by: value))
    }
  }

  private static func limits(
    _ key: ManagedKey, _ name: String, _ schema: ManagedSchema
  ) -> [Specification] {
    guard key.isConstrained else { return [] }
    let wrong = ManagedValues.wrong(for: key).enumerated().map { number, value in
      sequence(
        "range/\(name)/\(key.name)/beyond-\(number + 1)",
        "A value that is not allowed: \(value.shown) for \(key.words).", ["MC-06"], of: schema,
        replaced(key, by: value))
    }
    let good: [TypedValue] =
      key.format == .url
      ? ManagedValues.validURLs.map { .string($0) }
      : [key.minimum, key.maximum].compactMap { $0.map { .integer($0) } }
    return wrong
      + good.enumerated().map { number, value in
        sequence(
          "range/\(name)/\(key.name)/within-\(number + 1)",
          "A value that is just allowed: \(value.shown) for \(key.words).", ["MC-06"],
          of: schema, replaced(key, by: value))
      }
  }

  /// A good value, then another while the app is running, and the same at a launch.
  private static func replaced(_ key: ManagedKey, by value: TypedValue) -> [Event] {
    var choices = Choices(seed: 1, case: CaseID("good"))
    let good = ManagedDictionary([
      TypedMember(key.name, ManagedValues.good(for: key, &choices))
    ])
    let other = ManagedDictionary([TypedMember(key.name, value)])
    return [
      .configure(good), .launch, .configure(other), .settings, .terminate, .launch, .terminate,
      .configure(good), .configure(other), .launch,
    ]
  }

  // MARK: Dictionaries

  static let dictionaries: [Specification] =
    missing + beside + unknown + unknownTogether + lookAlikes

  private static let missing: [Specification] =
    ManagedSchema.usual.keys.map { key in
      sequence(
        "missing/\(key.name)", "A dictionary without \(key.name) is the first one.", ["MC-07"],
        [.configure(first(key.name, nil)), .launch, .settings])
    } + [
      sequence(
        "missing/all/empty", "An empty dictionary is the first one.", ["MC-07"],
        [.configure(empty), .launch, .settings, .terminate, .launch]),
      sequence(
        "missing/all/empty-while-running", "An empty dictionary comes while the app is running.",
        ["MC-07"], [.launch, .configure(empty), .settings]),
      sequence(
        "missing/all/none-while-running", "No dictionary comes while the app is running.",
        ["MC-07"], [.launch, .configure(nil), .configure(nil), .settings]),
      sequence(
        "missing/all/without-defaults", "An app whose defaults are null gets nothing.", ["MC-07"],
        of: .withoutDefaults,
        [.launch, .configure(empty), .terminate, .launch, .configure(nil), .settings]),
      sequence(
        "missing/all/to-zero", "An app whose defaults are zero and the empty text gets nothing.",
        ["MC-07"], of: .toZero,
        [
          .launch, .configure(empty), .settings,
          .configure(ManagedDictionary(["depth": .integer(-1), "name": .string("a")])),
          .configure(empty), .terminate, .launch, .settings,
        ]),
      sequence(
        "missing/some/without-defaults", "An app whose defaults are null gets one value.",
        ["MC-07"], of: .withoutDefaults,
        [.configure(ManagedDictionary(["enabled": .boolean(false)])), .launch, .settings]),
    ]

  /// One bad key among good ones, at the beginning, in the middle and at the end.
  private static let beside: [Specification] = ManagedSchema.usual.keys.flatMap { key in
    let bad = TypedMember(key.name, key.kind == .string ? .integer(1) : .string("x"))
    let good = first.members.filter { $0.key != bad.key }
    return [("first", 0), ("middle", good.count / 2), ("last", good.count)].map { word, place in
      var members = good
      members.insert(bad, at: place)
      return sequence(
        "beside/\(key.name)/\(word)",
        "A bad value for \(key.name) stands \(word) among good ones.", ["MC-09"],
        [
          .configure(ManagedDictionary(members)), .launch, .configure(second),
          .configure(ManagedDictionary(members)), .settings,
        ])
    }
  }

  private static let unknown: [Specification] = [
    ("word", "unknown"), ("upper-case", "SERVERURL"), ("other-case", "retrylimit"),
    ("space-behind", "retryLimit "), ("space-before", " retryLimit"), ("nul", "retryLimit\u{0}"),
    ("no-width", "retryLimit\u{200B}"), ("empty", ""), ("emoji", "\u{1F600}"),
    ("path", "retryLimit.value"), ("magic", "com.apple.configuration.managed"),
    ("feedback", "successCount"), ("prototype", "__proto__"), ("full-width", "\u{FF52}etryLimit"),
  ].flatMap { word, key in
    [("value", TypedValue.integer(5)), ("url", .string("https://evil.example/"))].map {
      kind, value in
      sequence(
        "unknown/\(word)/\(kind)", "A key that the schema does not have, with a good value.",
        ["MC-09"],
        [
          .configure(ManagedDictionary(limitOnly.members + [TypedMember(key, value)])), .launch,
          .configure(ManagedDictionary([TypedMember(key, value)] + urlOnly.members)), .settings,
        ])
    }
  }

  /// What is meant for somebody else, or for nobody.
  private static let unknownTogether: [Specification] = [
    sequence(
      "unknown/nested",
      "Good values one level further down, under keys that the schema does not have.",
      ["MC-09"],
      ["settings", "values", "com.apple.configuration.managed"].flatMap { key -> [Event] in
        let inner = TypedValue.dictionary([
          TypedMember("retryLimit", .integer(7)),
          TypedMember("serverURL", .string("https://evil.example/")),
        ])
        return [
          .configure(ManagedDictionary(urlOnly.members + [TypedMember(key, inner)])), .launch,
          .settings, .terminate,
        ]
      }),
    sequence(
      "unknown/with-prefix", "Keys that end like those of the schema.", ["MC-09"],
      [
        .configure(
          ManagedDictionary(
            urlOnly.members + [
              TypedMember("com.acme.retryLimit", .integer(7)),
              TypedMember("settings.retryLimit", .integer(8)),
              TypedMember("settings/retryLimit", .integer(9)),
            ])), .launch, .settings,
      ]),
    sequence(
      "unknown/many", "Good values among hundreds of keys that the schema does not have.",
      ["MC-09"],
      [
        .configure(
          ManagedDictionary(
            (0..<150).map { TypedMember("unknown-\($0)", .integer($0)) } + first.members
              + (150..<300).map { TypedMember("unknown-\($0)", .integer($0)) })), .launch,
        .settings, .configure(second), .settings,
      ]),
  ]

  /// Keys that some languages take for one.
  private static let lookAlikes: [Specification] = [
    sequence(
      "alike/both", "Two keys that look alike, each with a value of its own.", ["MC-09"],
      of: .lookAlikes,
      [
        .configure(
          ManagedDictionary([
            "caf\u{E9}": .string("one"), "cafe": .string("two"), "limit": .integer(3),
            "Limit": .integer(4), "": .string("five"), "string": .integer(6),
            "dictionary": .string("seven"), "pairs": .boolean(false), "tooLarge": .boolean(true),
          ])), .launch, .settings,
      ]),
    sequence(
      "alike/composed", "Of two keys that look alike one has a value.", ["MC-09"], of: .lookAlikes,
      [
        .configure(ManagedDictionary(["caf\u{E9}": .string("one"), "limit": .integer(3)])),
        .launch,
        .configure(ManagedDictionary(["cafe": .string("two"), "Limit": .integer(4)])),
        .settings,
      ]),
    sequence(
      "alike/one-bad", "Of two keys that look alike one has a bad value.", ["MC-05", "MC-09"],
      of: .lookAlikes,
      [
        .configure(
          ManagedDictionary([
            "caf\u{E9}": .integer(1), "cafe": .string("two"), "limit": .string("3"),
            "Limit": .integer(4),
          ])), .launch, .settings,
      ]),
    sequence(
      "alike/counters", "Counters that look alike are counted apart.", ["MC-10"], of: .lookAlikes,
      [
        .launch, .count("n\u{F6}", times: 3), .count("no", times: 2),
        .count("N\u{F6}", times: 1), .count("integer", times: 4), .collectFeedback,
        .count("no", times: 1),
      ]),
  ]
}

extension TypedValue {
  /// The type, as the adapter protocol names it.
  var word: String {
    switch self {
    case .string: "string"
    case .integer, .bigInteger: "integer"
    case .real: "real"
    case .boolean: "boolean"
    case .date: "date"
    case .data: "data"
    case .array: "array"
    case .dictionary: "dictionary"
    case .null: "null"
    case .utf16: "utf16"
    case .tooLarge: "too-large"
    }
  }
}

extension TypedValue {
  /// The value in a few words on one line, for a title.
  fileprivate var shown: String {
    summary.unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .format:
        "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: String(scalar)
      }
    }.joined()
  }
}
