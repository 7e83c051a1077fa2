import ReferenceLibrary
import ReferenceLibraryEncrypting
import WireFormat

/// Requests, right and wrong ones, in which every fault of the suite `abt` shows in some edition.
enum ABTBattery {
  /// A library in one edition, with one scheme.
  struct Setting: Hashable {
    var edition: String
    var scheme: String?
  }

  static let settings = [
    Setting(edition: "plain"), Setting(edition: "plain", scheme: "acme-config"),
    Setting(edition: "encrypting"), Setting(edition: "encrypting", scheme: "acme-config"),
    Setting(edition: "lenient"),
  ]

  /// Whether libraries with these decisions do anything otherwise than told, which is looked for in one setting after the other.
  static func shows(_ decisions: () -> Decisions, beside told: [Setting: [String]]) -> Bool {
    settings.contains { run(decisions(), $0) != told[$0] }
  }

  /// What libraries with these decisions do, one line each, by setting.
  static func run(_ decisions: () -> Decisions) -> [Setting: [String]] {
    var seen: [Setting: [String]] = [:]
    for setting in settings { seen[setting] = run(decisions(), setting) }
    return seen
  }

  private static func run(_ decisions: Decisions, _ setting: Setting) -> [String] {
    let registration = AppRegistration(
      bundleIdentifier: TestRequest.bundleIdentifier, apiKey: TestRequest.apiKey,
      urlScheme: setting.scheme)
    let edition =
      setting.edition == "plain"
      ? Edition.plain
      : .encrypting(
        registration, secret: TestRequest.secret, allowUnencrypted: setting.edition == "lenient")
    let app = ScriptedApp()
    let manager = ConfigurationManager(
      registration, edition: edition, decisions: decisions, delegate: app,
      openCallback: { app.note($0) }, log: { app.note("log \($0)") })
    for (name, script, url) in requests[setting] ?? [] {
      app.begin(script)
      app.note("\(name): \(manager.handle(url))")
    }
    return app.lines
  }

  private static let values: [(String, PropertyList)] = [
    ("host", .string("mail")), ("port", .integer(1)), ("ssl", .boolean(true)),
  ]

  /// What is asked in each setting: the same of every library, so it is built once.
  private static let requests = Dictionary(
    uniqueKeysWithValues: settings.map {
      ($0, urls(scheme: $0.scheme, encrypted: $0.edition != "plain"))
    })

  private static func urls(
    scheme: String?, encrypted: Bool
  ) -> [(String, ScriptedApp.Script, String)] {
    let plain = TestRequest.apply(values)
    let sealed = TestRequest.apply(values, encrypted: true)
    let right = encrypted ? sealed : plain
    let name = encrypted ? "data-x" : "data"
    let packed = Packing.pack(TestRequest.dictionary(values))
    func damaged(_ bytes: [UInt8]) -> TestRequest {
      TestRequest(packed: bytes, encrypted: encrypted)
    }
    var reset = TestRequest.reset(["host", "port"])
    var otherReset = TestRequest.reset(["user"])
    if encrypted {
      reset = sealedReset(["host", "port"])
      otherReset = sealedReset(["user"])
    }
    var requests: [(String, ScriptedApp.Script, TestRequest)] = [
      ("right", .yes, right), ("plain", .yes, plain), ("sealed", .yes, sealed),
      ("both", .yes, plain.with("data-x", sealed.parameters.last?.value)),
      ("empty", .yes, right.with(name, "")), ("no data", .yes, right.with(name, nil)),
      ("reset", .yes, reset), ("other reset", .yes, otherReset),
      ("recorded", .records, right), ("unrecorded", .yes, right), ("refused", .refusal, right),
      ("other", .yes, encrypted ? right : TestRequest.apply([("user", .string("x"))])),
      ("applied", .applied, right), ("both ways", .bothWays, right), ("foreign", .foreign, right),
      ("old", .oldValues, right), ("no with old", .noWithOld, right),
      ("no with applied", .noWithApplied, right), ("no", .no, right), ("cancel", .cancel, right),
      ("payload", .yes, right.with("payload", "a&b=c %41+é/9?")),
      ("no payload", .yes, right.with("payload", nil)),
      ("chunk 01", .yes, right.with("chunk", "01").with("chunks", "01")),
      ("spaces", .yes, right.with(name, (right.parameters.last?.value ?? "") + " ")),
      ("magic", .yes, damaged(Deflater().compress(Array("ABTX".utf8) + list))),
      ("no magic", .yes, damaged(Deflater().compress(list))),
      ("version", .yes, damaged(Packing.pack(version2))),
      ("stranger", .yes, damaged(Packing.pack(stranger))),
      ("null", .yes, damaged(Deflater().compress(Array("ABTC".utf8) + padded))),
      ("unpadded bits", .yes, right.with(name, looseBits)),
      (
        "sealed as plain", .yes,
        TestRequest(packed: packed).with("data", nil).with("data-x", text(packed))
      ),
      ("NUL", .yes, right.with("payload", "a\u{0}b")),
      ("too many pieces", .yes, right.with("chunk", "1").with("chunks", "100000")),
      ("far too many pieces", .yes, right.with("chunk", "1").with("chunks", "99999999999")),
      ("far index", .yes, right.with("chunk", "99999999999").with("chunks", "2")),
      ("plus signs", .yes, right.with("chunk", "+1").with("chunks", "+1")),
      ("spaced numbers", .yes, right.with("chunk", " 1").with("chunks", " 1 ")),
      ("two old values", .twoOldValues, right), ("old and not applied", .oldNotApplied, right),
      ("corrupt", .yes, damaged([0x78, 0x9C, 1, 2, 3])), ("after corrupt", .yes, right),
      ("empty beside", .yes, right.with(encrypted ? "data" : "data-x", "")),
      ("date", .yes, TestRequest.apply([("since", .date(16.1254))], encrypted: encrypted)),
    ]
    requests += conversions.map { name, verb, list in
      var request = TestRequest(list, encrypted: encrypted)
      request.verb = verb
      return (name, .yes, request)
    }
    for token in [
      TestRequest.apiKey, TestRequest.bundleIdentifier,
      Token.hmacSHA1Hex(
        bundleIdentifier: TestRequest.bundleIdentifier, apiKey: TestRequest.apiKey),
      Token.hmacSHA256Hex(bundleIdentifier: "PROFILE", apiKey: TestRequest.apiKey),
    ] { requests.append(("other token", .yes, right.with("token", token))) }
    let wrong = right.with("token", "X9")
    requests += [
      ("wrong token, no payload", .yes, wrong.with("payload", nil)),
      ("wrong token, no data", .yes, wrong.with(name, nil)),
    ]
    var unknown = wrong
    unknown.verb = "remove"
    requests.append(("wrong token, unknown verb", .yes, unknown))
    for token in [
      nil, "", TestRequest.token.uppercased(), " \(TestRequest.token)",
      String(TestRequest.token.prefix(9)), "X9",
    ] as [String?] {
      requests.append(("token \(token ?? "-")", .yes, right.with("token", token)))
      requests.append(("reset token \(token ?? "-")", .yes, reset.with("token", token)))
    }
    let pieces = TestRequest.pieces(values, 3, encrypted: encrypted)
    for order in [[0, 1, 2], [0, 0, 0, 1, 2], [1, 0, 2], [2, 1, 0]] {
      for index in order { requests.append(("piece \(index) of \(order)", .yes, pieces[index])) }
      requests.append(("drop", .yes, right))
    }
    requests += [("first", .yes, pieces[0]), ("refused whole", .no, right)]
    requests += [("second", .yes, pieces[1]), ("third", .yes, pieces[2]), ("drop", .yes, right)]
    requests.append(("first", .yes, pieces[0]))
    requests.append(("contradicting", .yes, pieces[0].with(name, "QUJD")))
    requests.append(("no Base64", .yes, pieces[0].with(name, "QU-D")))
    for index in 1..<3 { requests.append(("after no Base64", .yes, pieces[index])) }
    requests.append(("drop", .yes, right))
    for piece in TestRequest.pieces(values, 9, encrypted: encrypted).reversed() {
      requests.append(("one of nine", .yes, piece))
    }
    let twin = pieces[1].with("profile", "PROFILEP").with("payload", "AYLOAD")
    requests += [("first", .yes, pieces[0]), ("twin", .yes, twin), ("third", .yes, pieces[2])]
    var urls = requests.map { ($0.0, $0.1, $0.2.url) }
    if scheme == nil {
      // It costs as much as all others together: once in each edition is enough.
      let zeros = [UInt8](repeating: 0, count: 2 << 20)
      urls.append(
        ("too large", .yes, damaged(Deflater().compress(Array("ABTC".utf8) + zeros)).url))
    }
    if let scheme {
      urls += urls.map { ($0.0, $0.1, scheme + $0.2.drop { $0 != ":" }) }
    }
    let rest = right.url.drop { $0 != ":" }
    urls += ["x-absolutemanageconfig.com.acme.app.more", "x-absolutemanageconfig.other"].map {
      ($0, .yes, $0 + rest)
    }
    for verb in ["remove", "", "me@apply", "apply:80"] {
      urls.append((verb, .yes, right.url.replacing("//apply", with: "//" + verb)))
    }
    urls += inOtherCase(of: scheme.map { $0 + rest } ?? right.url)
    let other = scheme.map { $0 + reset.url.drop { $0 != ":" } } ?? reset.url
    urls.append(("reset in capitals", .yes, other.replacing("//reset", with: "//RESET")))
    let own = scheme.map { $0 + rest } ?? right.url
    for text in ["&profile=P", "&payload=A-LONGER-PAYLOAD", "&token=0"] {
      urls.append(("repeated\(text)", .yes, own + text))
    }
    urls.append(("escaped verb", .yes, own.replacing("//apply", with: "//%61pply")))
    urls.append(("full-width verb", .yes, own.replacing("//apply", with: "//\u{FF41}pply")))
    urls.append(("escaped name", .yes, own.replacing("payload=", with: "p%61yload=")))
    urls.append(("name in capitals", .yes, own.replacing("payload=", with: "PAYLOAD=")))
    urls.append(("path", .yes, own.replacing("//apply", with: "//apply/x")))
    urls.append(("fragment", .yes, own + "#f"))
    urls.append(("repeated", .yes, right.url + "&profile=PROFILE"))
    urls.append(("unreadable", .yes, right.url.replacing("PROFILE", with: "%zz")))
    urls.append(("raw plus", .yes, right.with("payload", nil).url + "&payload=a+b"))
    urls.append(("escaped percent", .yes, right.with("payload", nil).url + "&payload=%2541"))
    return urls
  }

  /// Contents that somebody could take for something else.
  private static let conversions: [(String, String, PropertyList)] = {
    let texts = [
      "1e5", "YES", "2015-01-01", "a3c1f0e2-5b6d-4c7e-8f90-0123456789ab", "a\u{2028}b", "\u{E000}",
      "a\u{A0}b", "a\u{200D}b", "\u{FFFE}hello",
    ]
    func list(_ members: (String, PropertyList)...) -> PropertyList {
      .dictionary(
        [.init(key: "Version", value: .integer(1))]
          + members.map { .init(key: $0.0, value: $0.1) })
    }
    let one = PropertyList.dictionary([.init(key: "a", value: .integer(1))])
    let prefix = "com.absolute.thirdpartyconfig."
    return [
      (
        "texts", "apply",
        TestRequest.dictionary(
          texts.enumerated().map { ("text \($0.offset)", .string($0.element)) })
      ),
      (
        "arrays", "apply",
        TestRequest.dictionary([("a", .array([.array([.integer(1)]), .array([.integer(2)])]))])
      ),
      ("commas", "reset", list(("Keys", .array([.string("a,b")])))),
      (
        "integer between", "reset",
        list(("Keys", .array([.string("a"), .integer(5), .string("b")])))
      ),
      ("empty text", "apply", list(("Configuration", .string("")))),
      ("date as contents", "apply", list(("Configuration", .date(1)))),
      ("array of one", "apply", list(("Configuration", .array([one])))),
      (
        "stray category", "apply", list((prefix + "Category", .string("x")), ("Configuration", one))
      ),
      ("stray contents", "apply", list((prefix + "Configuration", one))),
    ]
  }()

  /// The scheme and the verb of a URL in other case.
  private static func inOtherCase(of url: String) -> [(String, ScriptedApp.Script, String)] {
    let scheme = String(url.prefix { $0 != ":" })
    let rest = url.dropFirst(scheme.count)
    let last = scheme.lastIndex(of: ".") ?? scheme.startIndex
    return [
      ("scheme in capitals", .yes, scheme.uppercased() + rest),
      ("end of scheme in capitals", .yes, scheme[..<last] + scheme[last...].uppercased() + rest),
      ("verb in capitals", .yes, url.replacing("//apply", with: "//APPLY")),
      ("verb with a capital inside", .yes, url.replacing("//apply", with: "//apPly")),
    ]
  }

  private static func sealedReset(_ keys: [String]) -> TestRequest {
    var request = TestRequest(
      .dictionary([
        .init(key: "Version", value: .integer(1)),
        .init(key: "Keys", value: .array(keys.map { .string($0) })),
      ]), encrypted: true)
    request.verb = "reset"
    return request
  }

  private static var list: [UInt8] {
    var writer = PropertyListWriter()
    return writer.write(TestRequest.dictionary(values))
  }

  /// A list that may be refused: the trailer's padding is not zero.
  private static var padded: [UInt8] {
    var list = list
    list[list.count - 32] = 1
    return list
  }

  private static var version2: PropertyList {
    .dictionary([
      .init(key: "Version", value: .integer(2)),
      .init(key: "Configuration", value: .dictionary([])),
    ])
  }

  /// A dictionary with a key that the protocol does not know.
  private static var stranger: PropertyList {
    guard case .dictionary(let members) = TestRequest.dictionary(values) else { return .array([]) }
    return .dictionary(members + [.init(key: "Comment", value: .string("x"))])
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: Base64Text.encode(bytes), as: UTF8.self)
  }

  /// A right request's text, with bits behind its last byte.
  private static var looseBits: String {
    for size in 0..<40 {
      let values = values + [("x", PropertyList.string(String(repeating: "q", count: size * size)))]
      let text = text(Packing.pack(TestRequest.dictionary(values)))
      if text.hasSuffix("="), !text.hasSuffix("==") {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        let characters = Array(text)
        let value = alphabet.firstIndex(of: characters[characters.count - 2]) ?? 0
        return String(characters.dropLast(2)) + String(alphabet[value | 1]) + "="
      }
    }
    return ""
  }
}
