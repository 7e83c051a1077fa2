package import AdapterProtocol
package import Conformance

/// Schemas of apps as the suite knows them.
extension ManagedSchema {
  /// The one of the demonstration, and a secret.
  package static let usual = ManagedSchema(
    [
      ManagedKey(
        "serverURL", .string, format: .url, default: .string("https://default.acme.com/start")),
      ManagedKey("cloudDocumentSyncDisabled", .boolean, default: .boolean(false)),
      ManagedKey("retryLimit", .integer, minimum: 0, maximum: 10, default: .integer(3)),
      ManagedKey("greeting", .string, default: .string("Hello")),
      ManagedKey("enrolmentCode", .string, isSecret: true),
    ], counters: ["successCount", "failureCount"])

  /// Defaults of all kinds, also none, and a Boolean that is true by default.
  package static let withoutDefaults = ManagedSchema(
    [
      ManagedKey("url", .string, format: .url), ManagedKey("enabled", .boolean),
      ManagedKey("limit", .integer, minimum: -5), ManagedKey("ceiling", .integer, maximum: -5),
      ManagedKey("name", .string), ManagedKey("sync", .boolean, default: .boolean(true)),
    ], counters: ["only"])

  /// Keys that look alike, and keys that are words of the protocol.
  package static let lookAlikes = ManagedSchema(
    [
      ManagedKey("caf\u{E9}", .string, default: .string("composed")),
      ManagedKey("cafe", .string, default: .string("plain")),
      ManagedKey("limit", .integer, default: .integer(1)),
      ManagedKey("Limit", .integer, default: .integer(2)),
      ManagedKey("", .string, default: .string("empty")),
      ManagedKey("string", .integer, default: .integer(4)),
      ManagedKey("dictionary", .string, default: .string("word")),
      ManagedKey("pairs", .boolean, default: .boolean(true)),
    ], counters: ["n\u{F6}", "no", "N\u{F6}", "integer"])

  /// Integers up to the limits of their type.
  package static let wide = ManagedSchema(
    [
      ManagedKey("any", .integer, default: .integer(.min)),
      ManagedKey("whole", .integer, minimum: .min, maximum: .max, default: .integer(.max)),
      ManagedKey("one", .integer, minimum: 7, maximum: 7, default: .integer(7)),
      ManagedKey("byte", .integer, minimum: -128, maximum: 127, default: .integer(0)),
    ], counters: ["a", "b", "c"])

  /// Limits and defaults that some languages take for none.
  package static let toZero = ManagedSchema(
    [
      ManagedKey("debt", .integer, minimum: -10, maximum: 0, default: .integer(-1)),
      ManagedKey("depth", .integer, maximum: 0, default: .integer(0)),
      ManagedKey("height", .integer, minimum: 0, default: .integer(0)),
      ManagedKey("nothing", .integer, minimum: 0, maximum: 0),
      ManagedKey("name", .string, default: .string("")),
      ManagedKey("url", .string, format: .url, default: .string("https://acme.com/")),
    ], counters: ["zero"])

  /// Limits that a 64-bit real still holds exactly, and what lies beyond them no more.
  package static let exact = ManagedSchema(
    [
      ManagedKey(
        "large", .integer, minimum: -(1 << 53), maximum: 1 << 53, default: .integer(1)),
      ManagedKey("small", .integer, minimum: -(1 << 31), maximum: 1 << 31, default: .integer(1)),
    ], counters: ["exact"])

  /// A secret that is a number.
  package static let secretNumber = ManagedSchema(
    [
      ManagedKey("pin", .integer, minimum: 0, isSecret: true),
      ManagedKey("greeting", .string, default: .string("Hello")),
    ], counters: ["attempts"])

  /// As many counters as fit into 4 KiB in any form.
  package static let manyCounters = ManagedSchema(
    [ManagedKey("name", .string, default: .string("none"))],
    counters: (1...48).map { "counter-\($0 < 10 ? "0" : "")\($0)" })

  package static let all = [usual, withoutDefaults, lookAlikes, wide, toZero, manyCounters]
}

/// Values for the keys of a schema, by chance: the first are the simplest.
package enum ManagedValues {
  /// A dictionary of which each part is clear (`ManagedSchema.isClear`).
  package static func dictionary(
    for schema: ManagedSchema, _ choices: inout Choices
  ) -> ManagedDictionary {
    var members: [TypedMember] = []
    for key in schema.keys where !choices.once(in: 3) {
      members.append(TypedMember(key.name, value(for: key, &choices)))
    }
    while choices.once(in: 4) {
      guard let member = unknown(to: schema, &choices),
        !members.contains(where: { $0.key == member.key })
      else { break }
      members.append(member)
    }
    return ManagedDictionary(choices.shuffled(members))
  }

  /// A good value, or a bad one, one time out of three.
  package static func value(for key: ManagedKey, _ choices: inout Choices) -> TypedValue {
    let value =
      choices.once(in: 3)
      ? choices.pick(wrong(for: key) + foreign(for: key)) : good(for: key, &choices)
    return key.standing(of: value) == .unclear ? .boolean(true) : value
  }

  package static func good(for key: ManagedKey, _ choices: inout Choices) -> TypedValue {
    switch key.kind {
    case .boolean: return .boolean(!choices.once(in: 2))
    case .integer:
      let low = key.minimum ?? .min
      let high = key.maximum ?? .max
      return .integer(
        choices.pick([low, high, high > low ? low + 1 : low].filter { $0 >= low && $0 <= high }))
    case .string where key.format == .url: return .string(choices.pick(validURLs))
    case .string where key.isSecret: return .string("secret-" + choices.hexadecimal(12))
    case .string: return .string(choices.pick(texts))
    }
  }

  /// Values of the right type that are not allowed: one beyond each limit, and URLs that are none.
  package static func wrong(for key: ManagedKey) -> [TypedValue] {
    if key.format == .url { return invalidURLs.map { .string($0) } }
    var values: [TypedValue] = []
    if let minimum = key.minimum, minimum > .min {
      values += [.integer(minimum - 1), .integer(.min)]
    }
    if let maximum = key.maximum, maximum < .max {
      values += [.integer(maximum + 1), .integer(.max)]
    }
    return values
  }

  /// Values of all other types, those first that somebody could take for the right one.
  package static func foreign(for key: ManagedKey) -> [TypedValue] {
    let text = key.format == .url ? "https://acme.com/" : "1"
    let all: [TypedValue] = [
      .string(text), .string("true"), .integer(1), .integer(0), .real(1), .real(2.5),
      .boolean(true), .boolean(false), .date(1), .data(Array(text.utf8)), .data([]),
      .array([.string(text)]), .array([]), .array([.integer(1)]),
      .dictionary([TypedMember(key.name, .string(text))]), .dictionary([]), .real(.nan),
      .real(.infinity), .date(.nan),
    ]
    return all.filter { key.standing(of: $0) == .wrongType }
  }

  /// A member that the schema does not have, looking like one of it where possible.
  package static func unknown(to schema: ManagedSchema, _ choices: inout Choices) -> TypedMember? {
    let name = schema.keys.first?.name ?? "key"
    let names = [
      "unknown", name.uppercased(), name + " ", " " + name, name + "\u{0}", name + "\u{200B}",
      "com.apple.configuration.managed", "", "e\u{301}", "\u{1F600}", "string", "__proto__",
    ].filter { known in !schema.keys.contains { $0.name == known } }
    guard !names.isEmpty else { return nil }
    let values: [TypedValue] = [
      .string("x"), .integer(.min), .boolean(true), .real(-0.0), .date(.infinity),
      .data([0, 255]), .array([.array([]), .dictionary([])]),
      .dictionary([TypedMember(name, .integer(9))]),
    ]
    return TypedMember(choices.pick(names), choices.pick(values))
  }

  package static let validURLs = [
    "https://www.acme.com", "http://acme.com/", "https://acme.com:8443/config/v2",
    "https://a.b.c.d.example/x-y_z~1.2/", "http://mail.acme.com:1", "https://acme.com:65535/a",
    "http://" + String(repeating: "a", count: 63) + ".example",
    "https://WWW.Acme.com/Start", "https://3com.com/", "https://xn--bcher-kva.example/",
    "https://acme.com:443/", "http://acme.com:80/a.b/c_d", "https://a-b.1-2.example",
    "https://acme.com/" + String(repeating: "start/", count: 350),
    "https://acme.com/" + String(repeating: "start/", count: 1_500),
  ]

  static let invalidURLs = [
    "", "www.acme.com/start", "acme", "/start", "//acme.com/start", "http://", "https:///start",
    "http://:8080/", "https://www.acme.com/a b", "https://www acme.com/", " https://www.acme.com/",
    "https://www.acme.com/\n", "https://www.acme.com/\t", "https://www.acme.com/\u{B}",
    "\u{C}https://www.acme.com/", "https://www.acme.com/a\rb",
  ]

  package static let texts = [
    "text", "", " ", "true", "1", "\u{0}", "e\u{301}", "\u{E9}", "\u{1F468}\u{200D}\u{1F469}",
    "\u{FEFF}x", "\u{202E}abc", "\u{FFFF}", "\u{10FFFF}", "<dict/>&amp;\"'", "%@%n%s", "null",
  ]
}
