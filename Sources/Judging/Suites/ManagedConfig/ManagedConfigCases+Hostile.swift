import AdapterProtocol
import Conformance
import SuiteModels
import WireFormat

/// The fixed sequences: dictionaries that nobody would expect (MC-15, 17).
extension ManagedConfig {
  static let hostile: [Specification] = deep + huge + mixed + limits

  /// A hostile dictionary at a launch and while the app is running, and then an ordinary one.
  private static func survived(
    _ path: String, _ title: String, _ targets: [Clause.ID], of schema: ManagedSchema = .usual,
    _ make: @escaping @Sendable () -> ManagedDictionary
  ) -> Specification {
    Specification("\(name)/\(path)", title, variants: [.sole], targets: targets) { _, _ in
      let dictionary = make()
      return Script(
        setup: schema,
        events: asking([
          .configure(limitOnly), .launch, .configure(dictionary), .settings, .terminate, .launch,
          .configure(second), .settings,
        ]))
    }
  }

  private static func nested(_ levels: Int, inArrays: Bool) -> TypedValue {
    (0..<levels).reduce(TypedValue.integer(1)) { value, _ in
      inArrays ? .array([value]) : .dictionary([TypedMember("retryLimit", value)])
    }
  }

  /// A level of values takes two levels of JSON, of which an adapter has to take 512.
  private static let deep: [Specification] = [8, 31, 100, 240].flatMap { levels in
    [("arrays", true), ("dictionaries", false)].flatMap { word, inArrays in
      [("unknown", "deep"), ("known", "greeting")].map { kind, key in
        survived(
          "hostile/deep/\(word)/\(levels)/\(kind)",
          "\(levels) \(word) inside one another, as the value of \(kind == "known" ? "a known" : "an unknown") key.",
          ["MC-17"]
        ) {
          ManagedDictionary(
            urlOnly.members + [TypedMember(key, nested(levels, inArrays: inArrays))])
        }
      }
    }
  }

  private static func text(_ bytes: Int) -> TypedValue {
    .string(String("a", times: bytes))
  }

  private static let huge: [Specification] = [
    survived(
      "large/text/below", "A text of 60,000 bytes is below 64 KiB in any form.", ["MC-03", "MC-17"]
    ) { first("greeting", text(60_000)) },
    survived(
      "large/text/80000", "A text of 80,000 bytes is the value of a known key.", ["MC-15"]
    ) { first("greeting", text(80_000)) },
    survived("large/unknown/80000", "A text of 80,000 bytes belongs to no key.", ["MC-15"]) {
      ManagedDictionary([TypedMember("unknown", text(80_000))] + first.members)
    },
    survived(
      "large/between", "Known keys stand before and after 80,000 bytes.", ["MC-15"]
    ) {
      ManagedDictionary(
        urlOnly.members + [TypedMember("unknown", text(80_000))] + limitOnly.members)
    },
    survived("large/keys/4000", "4,000 unknown keys stand between two known ones.", ["MC-15"]) {
      ManagedDictionary(
        urlOnly.members
          + (0..<4_000).map { TypedMember("unknown key \($0)", .integer(Int64($0))) }
          + limitOnly.members)
    },
    survived(
      "large/bad-keys", "A large configuration has bad values beside good ones.", ["MC-15"]
    ) {
      ManagedDictionary([
        "serverURL": .string("no url"), "retryLimit": .integer(2), "greeting": .boolean(true),
        "cloudDocumentSyncDisabled": .boolean(true),
        "unknown": .data([UInt8](repeating: 0, count: 100_000)),
      ])
    },
    survived("large/mebibyte", "A text of 1 MiB.", ["MC-15", "MC-17"]) {
      first("greeting", text(1 << 20))
    },
    survived("large/four-mebibytes", "Data of 4 MiB belongs to no key.", ["MC-15", "MC-17"]) {
      ManagedDictionary(
        first.members + [TypedMember("unknown", .data([UInt8](repeating: 0x61, count: 4 << 20)))])
    },
    survived("large/wide", "50,000 empty dictionaries in an array.", ["MC-15", "MC-17"]) {
      ManagedDictionary(
        first.members + [
          TypedMember("unknown", .array(Array(repeating: .dictionary([]), count: 50_000)))
        ])
    },
    survived("large/key", "A key of 80,000 bytes.", ["MC-15", "MC-17"]) {
      ManagedDictionary(
        first.members + [TypedMember(String("k", times: 80_000), .boolean(true))])
    },
    sequence(
      "large/again", "A large configuration comes twice, and goes.", ["MC-15"],
      [
        .configure(first), .launch, .configure(first("greeting", text(80_000))),
        .configure(first("greeting", text(90_000))), .settings,
        .configure(first("greeting", text(90_000))), .configure(nil), .settings,
      ]),
    kept(
      "large/kept", "A large configuration is there when a new process begins.", ["MC-15"],
      [
        .configure(first), .launch, .configure(second), nil,
        .configure(first("greeting", text(80_000))), .launch, .settings, nil, .launch,
        .configure(urlOnly), .settings,
      ]),
  ]

  /// Dictionaries of exactly 64 KiB, by the largest of the usual forms, and of one byte more.
  private static let limits: [Specification] = [("at", 0), ("beyond", 1)].map { word, more in
    survived(
      "large/limit/\(word)",
      more == 0
        ? "A configuration of at most 64 KiB in any form is used."
        : "A configuration that may have more than 64 KiB in some form.", ["MC-15", "MC-17"]
    ) {
      let without = first("greeting", .string("")).mostBytes
      return first("greeting", text(ManagedConfigModel.maxBytes - without + more))
    }
  }

  private static let mixed: [Specification] =
    ManagedSchema.usual.keys.map { key in
      sequence(
        "hostile/types/\(key.name)", "Each type in turn is the value of \(key.name).", ["MC-17"],
        [.launch]
          + ManagedValues.foreign(for: key).map {
            .configure(first(key.name, $0))
          } + [.terminate, .launch, .settings])
    } + [
      survived("hostile/types/all", "Each key has a value of another type.", ["MC-17"]) {
        ManagedDictionary([
          "serverURL": .dictionary([TypedMember("serverURL", .string("https://acme.com"))]),
          "cloudDocumentSyncDisabled": .array([.boolean(true)]), "retryLimit": .date(.nan),
          "greeting": .data([0xFF, 0xFE, 0]), "enrolmentCode": .real(-.infinity),
          "unknown": .array([]),
        ])
      },
      survived("hostile/numbers", "Numbers at the ends of their types.", ["MC-17"]) {
        ManagedDictionary([
          "retryLimit": .integer(.min), "a": .integer(.max), "b": .real(.greatestFiniteMagnitude),
          "c": .real(.leastNonzeroMagnitude), "d": .real(.nan), "e": .date(-.infinity),
          "f": .date(1e300), "g": .real(-0.0),
        ])
      },
      survived("hostile/unicode/values", "Texts of any Unicode.", ["MC-17"]) {
        ManagedDictionary(
          [TypedMember("greeting", .string(ManagedValues.texts.joined()))]
            + ManagedValues.texts.enumerated().map {
              TypedMember("text \($0.offset)", .string($0.element))
            })
      },
      survived("hostile/unicode/keys", "Keys of any Unicode.", ["MC-17"]) {
        ManagedDictionary(
          ManagedValues.texts.enumerated().map {
            TypedMember("key \($0.offset) " + $0.element, .integer(1))
          } + urlOnly.members)
      },
      survived(
        "hostile/unicode/marks", "A text of 2,000 combining marks, as key and value.", ["MC-17"]
      ) {
        let marks = "e" + String("\u{301}", times: 2_000)
        return ManagedDictionary([
          TypedMember("greeting", .string(marks)), TypedMember(marks, .string(marks)),
        ])
      },
      survived(
        "hostile/words", "Keys and values that are words of formats and languages.", ["MC-17"]
      ) {
        ManagedDictionary(
          ["constructor", "__proto__", "toString", "$null", "@count", "self", "CF$UID", "NaN"]
            .map { TypedMember($0, .string($0)) } + limitOnly.members)
      },
      sequence(
        "hostile/in-a-row", "Ordinary and hostile dictionaries come in turn, and the app counts.",
        ["MC-17"],
        (0..<4).reduce(into: [.launch]) { events, number in
          events += [
            .configure(
              ManagedDictionary([
                TypedMember("greeting", nested(20 + number, inArrays: number % 2 == 0)),
                TypedMember("retryLimit", .string("")),
              ])), .count("failureCount", times: 1), .configure(number % 2 == 0 ? first : nil),
            .count("successCount", times: 1),
          ]
        }),
    ]
}
