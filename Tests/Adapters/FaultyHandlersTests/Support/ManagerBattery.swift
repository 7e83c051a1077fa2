import PayloadCipher
import ReferenceLibrary
import ReferenceLibraryEncrypting
import Synchronization
import WireFormat

/// Profiles and callbacks in which every fault and liberty of a profile manager shows.
enum ManagerBattery {
  /// Whether a manager with these decisions does anything otherwise. What is large is looked at only where nothing small tells.
  static func shows(_ decisions: ProfileManagerDecisions) throws -> Bool {
    if try small(decisions, allowsChunks: true) != standardInPieces { return true }
    if try small(decisions, allowsChunks: false) != standardAsAWhole { return true }
    return try large(decisions) != standardOfLarge
  }

  private static let standardInPieces = try? small(.standard, allowsChunks: true)
  private static let standardAsAWhole = try? small(.standard, allowsChunks: false)
  private static let standardOfLarge = try? large(.standard)

  /// What a manager with these decisions does, one line each. Data is told by what it unpacks to.
  private static func small(
    _ decisions: ProfileManagerDecisions, allowsChunks: Bool
  ) throws -> [String] {
    let device = Device(decisions, allowsChunks: allowsChunks)
    try goThrough(device)
    return device.lines
  }

  private static func large(_ decisions: ProfileManagerDecisions) throws -> [String] {
    var lines: [String] = []
    for (bytes, allowsChunks) in [(737_000, true), (800_000, true), (800_000, false)] {
      let device = Device(decisions, allowsChunks: allowsChunks)
      try device.manager.install(profile("large", [payload("a", "com.acme.mail", bytes: bytes)]))
      for _ in 0..<3 { device.answer("Success", ["a"]) }
      device.answer("Success", ["a"], chunk: "1")
      device.callback(status: "Success", list: device.list(["a"])) { parameters in
        parameters.removeAll { $0.0 == "chunk" }
      }
      lines += device.lines
    }
    return lines + (try limits(decisions)) + (try largeOthers(decisions))
  }

  /// Data for an app that takes no pieces, and keys of two editions that fit into no reset.
  private static func largeOthers(_ decisions: ProfileManagerDecisions) throws -> [String] {
    let device = Device(decisions, allowsChunks: true)
    try device.manager.install(profile("large", [payload("a", "com.acme.vault", bytes: 800_000)]))
    device.answer("Success", ["a"])
    var state: UInt32 = 7
    for _ in 0..<2 {
      let keys = (0..<240).map { _ in
        var key = ""
        for _ in 0..<1_000 {
          state = state &* 1_664_525 &+ 1_013_904_223
          key.unicodeScalars.append(Unicode.Scalar(0x4E00 + (state >> 8) % 20_000) ?? "x")
        }
        return key
      }
      try device.manager.install(
        profile(
          "keys",
          [
            payload(
              "a", "com.acme.mail", besides: keys.map { .init(key: $0, value: .boolean(true)) })
          ]))
      device.answer("Success", keys)
    }
    device.remove("keys")
    for _ in 0..<2 { device.answer("Success", []) }
    return device.lines.map { "\($0.utf8.count) \($0.prefix(200))" }
  }

  private static func goThrough(_ device: Device) throws {
    let notes = payload("Notes & More ", "com.acme.notes", scheme: "acme-notes")
    let three = [
      payload("absent", "com.acme.absent"), payload("mail", "com.acme.mail", category: "Mail"),
      payload("mail 2", "com.acme.mail"), notes,
      payload("vault", "com.acme.vault", encrypted: true),
    ]
    for round in 0..<2 {
      try device.manager.install(profile("Three", three))
      device.wrong()
      device.answer("Success", ["host"])
      device.wrong()
      device.answer("Success", round == 0 ? ["1", "?+>"] : ["host", "foreign"])
      device.answer("Error", [])
      device.answer(round == 0 ? "Canceled" : "Success", ["1"])
    }
    device.remove("Three")
    device.answer("Error", [])
    device.wrong()
    device.answer("Success", [])
    device.remove("Three")
    for _ in 0..<4 { device.answer("Success", []) }
    for status in ["Error", "Canceled"] {
      try device.manager.install(profile(status, [payload("p", "com.acme.vault")]))
      device.answer(status, [])
      device.remove(status)
    }
    try device.manager.install(profile("None", [payload("p", "com.acme.mail")]))
    device.answer("Success", [])
    device.remove("None")
    device.answer("Success", [])
    try device.manager.install(profile("Late", [payload("p", "com.acme.mail")]))
    device.remove("Late")
    device.answer("Success", ["host"])
    try device.manager.install(profile("No list", [payload("p", "com.acme.mail")]))
    device.callback(status: "Success", list: nil)
    try device.manager.install(
      profile("Some", [payload("absent", "com.acme.absent"), payload("p", "com.acme.mail")]))
    device.answer("Success", ["host"])
    try device.manager.install(profile("Plus", [payload("p", "com.acme.vault")]))
    device.answer("Success", [plusKey])
    try device.manager.install(
      profile("Half", [payload("a", "com.acme.mail"), payload("b", "com.acme.vault")]))
    device.answer("Success", ["host", "1"])
    device.answer("Error", [])
    device.remove("Half")
    device.answer("Success", [])
    try goThroughForms(device)
    try goThroughOddities(device)
  }

  /// What is taken as it is: values, schemes, keys and secrets.
  private static func goThroughOddities(_ device: Device) throws {
    let odd: [PropertyList.Member] = [
      .init(key: "text", value: .string("u\u{308}")),
      .init(key: "number", value: .integer(9_007_199_254_740_993)),
      .init(key: "list", value: .array([.boolean(true)])),
    ]
    try device.manager.install(
      profile(
        "e\u{301}",
        (0..<9).map { payload("\($0)", "com.acme.mail", besides: odd) }))
    for _ in 0..<9 { device.answer("Success", ["1"]) }
    try device.manager.install(
      profile(
        "Odd",
        [
          payload("absent", "com.acme.absent"),
          payload("p", "Com.Acme.Odd", scheme: "acme+odd", encrypted: true),
          payload("q", "Com.Acme.Odd", scheme: "acme+odd"),
        ]))
    for _ in 0..<2 { device.answer("Success", ["host", "1", "noise"]) }
    try device.manager.install(
      profile("Pru\u{308}fung%20", [payload("mail%20", "com.acme.mail", encrypted: true)]))
    device.callback(status: "Success", list: device.list(["host"])) { parameters in
      parameters[1].1 = "mail%2520"
    }
    device.callback(status: "Success", list: device.list(["host"])) { parameters in
      parameters[0].1 = "Pr\u{FC}fung%20"
    }
    device.answer("Success", ["host", "noise\u{0}1"])
    device.remove("Pru\u{308}fung%20")
    device.answer("Success", [])
    try device.manager.install(profile("Small", [payload("p /", "com.acme.mail")]))
    device.callback(
      status: "Success", list: device.list(["host"]),
      raw: { $0.replacing("%2F", with: "%2f").replacing("%20", with: "%20") })
  }

  /// Profiles and callbacks in forms that are seldom met.
  private static func goThroughForms(_ device: Device) throws {
    try device.manager.install(written)
    device.answer("Success", [])
    try device.manager.install(profile("Accent", [payload("p", "com.acme.accent")]))
    device.answer("Success", ["cle\u{301}"])
    for round in 0..<2 {
      try device.manager.install(
        profile("Twice", [payload("p", "com.acme.vault", encrypted: round == 1)]))
      device.answer(round == 0 ? "Success" : "Error", ["host"])
    }
    device.remove("Twice")
    device.answer("Success", [])
    // More keys than a small table holds, and then another one.
    for keys in [(0..<150).map { "k\($0)" }, ["host"]] {
      try device.manager.install(
        profile("Many", [payload("p", "com.acme.mail", category: "c\(keys.count)")]))
      device.answer("Success", keys)
    }
    device.remove("Many")
    device.answer("Success", [])
    // Later editions have another category, and report a key that is like one that was reported.
    for (round, key) in ["1", "host", "HOST"].enumerated() {
      try device.manager.install(
        profile(
          "Editions", [payload("p", "com.acme.mail", category: round == 1 ? nil : "c\(round)")]))
      device.answer("Success", [key])
    }
    device.remove("Editions")
    device.answer("Success", [])
    for _ in 0..<5 {
      try device.manager.install(
        profile("Secret", [payload("p", "com.acme.vault", encrypted: true)]))
      device.answer("Success", ["host"])
    }
    for code in ["-1", "eleven"] {
      try device.manager.install(profile("Code", [payload("p", "com.acme.mail")]))
      device.callback(status: "Error", list: nil) { $0.append(("errorCode", code)) }
      device.remove("Code")
    }
    let changes: [(String) -> String] = [
      { $0.replacing("payload=p", with: "payload=p%zz") },
      { $0.replacing("payload=p", with: "payload=p%FF") }, { $0 + "&own=%FF" },
      { $0.replacing("payload=p", with: "payload=p\u{E9}") },
      { $0.replacing("absoluteapps", with: "https") },
    ]
    for change in changes {
      try device.manager.install(profile("Raw", [payload("p", "com.acme.mail")]))
      device.callback(status: "Success", list: device.list(["host"]), raw: change)
      device.remove("Raw")
      device.callback(status: "Success", list: device.list(["host", "1"]))
    }
    for list in brokenLists {
      try device.manager.install(profile("Broken", [payload("p", "com.acme.mail")]))
      device.callback(status: "Success", list: list)
      device.remove("Broken")
      device.answer("Success", [])
    }
  }

  /// A list with an element that is nowhere, and one with bytes behind its stream.
  private static let brokenLists: [String] = {
    let list =
      Array("bplist00".utf8) + [0xA2, 1, 9, 0x51, 0x61] + [8, 11] + [0, 0, 0, 0, 0, 0, 1, 1]
      + [2, 0, 13].flatMap { [0, 0, 0, 0, 0, 0, 0, $0] as [UInt8] }
    var writer = PropertyListWriter()
    let whole = Deflater().compress(writer.write(.array([.string("host")])))
    return [Deflater().compress(list), whole + [0, 1, 2]].map {
      String(decoding: Base64Text.encode($0), as: UTF8.self)
    }
  }()

  /// A profile in XML, in many of the forms that XML has.
  private static let written: [UInt8] = {
    let key = "com.absolute.thirdpartyconfig."
    return Array(
      """
      <plist version="1.0"><dict>
      <key>PayloadType</key><string>Configuration</string>
      <key>PayloadIdentifier</key><string>com.acme.profile</string>
      <key>PayloadUUID</key><string>Written</string>
      <key>PayloadContent</key><array><dict>
      <key>PayloadUUID</key><string>p</string>
      <key>\(key)BundleIdentifier</key><string>com.acme.mail</string>
      <key>\(key)Configuration</key><dict>
      <key>a</key><date>2013-04-12T08:30:15Z</date><key>h</key><date>1999-12-31T23:59:59Z</date>
      <key>b</key><data>
      AAAA
      BBBB</data><key>c</key><array/><key>d</key><string>&#65;<![CDATA[<]]></string>
      <!-- <key>e</key><true/> --><key>f</key><string> </string><key>g</key><integer>+7</integer>
      </dict></dict></array><key>\(key)Category</key><string>Top</string></dict></plist>
      """.utf8)
  }()

  /// A key whose list, packed and in Base64, has a plus in it.
  private static let plusKey =
    (0..<1_000).lazy.map { "key \($0)" }
    .first { ChangedValues.encode([$0]).contains(UInt8(ascii: "+")) } ?? ""

  /// Requests about as long as a URL may be.
  private static func limits(_ decisions: ProfileManagerDecisions) throws -> [String] {
    let limit = Dialect.profile1.limits.maxURLBytes
    let probe = Device(.standard, allowsChunks: false)
    let large = payload("a", "com.acme.mail", bytes: 737_000)
    try probe.manager.install(profile("p", [large]))
    let room = limit - (probe.latest?.utf8.count ?? 0)
    guard room > 1 else { return ["no room"] }
    var lines: [String] = []
    for count in [room, room + 1, room + 2] {
      let device = Device(decisions, allowsChunks: true)
      try device.manager.install(profile(String(repeating: "p", count: count + 1), [large]))
      lines += device.lines.map { String($0.prefix(100)) }
    }
    return lines
  }

  private static func payload(
    _ uuid: String, _ app: String, scheme: String? = nil, category: String? = nil,
    encrypted: Bool? = nil, bytes: Int = 0, besides: [PropertyList.Member] = []
  ) -> PropertyList {
    let key = "com.absolute.thirdpartyconfig."
    var state: UInt64 = 7
    let noise = (0..<bytes).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
    var members: [PropertyList.Member] = [
      .init(key: "PayloadUUID", value: .string(uuid)),
      .init(key: "PayloadDisplayName", value: .string("Settings")),
      .init(key: key + "BundleIdentifier", value: .string(app)),
      .init(
        key: key + "Configuration",
        value: .dictionary(
          [
            .init(key: "host", value: .string(app)), .init(key: "1", value: .integer(1)),
            .init(key: "noise", value: .data(noise)),
          ] + besides)),
    ]
    if let scheme { members.append(.init(key: key + "URLScheme", value: .string(scheme))) }
    if let category { members.append(.init(key: key + "Category", value: .string(category))) }
    if let encrypted {
      members.append(.init(key: key + "DataEncryption", value: .boolean(encrypted)))
    }
    return .dictionary(members)
  }

  private static func profile(_ uuid: String, _ payloads: [PropertyList]) -> [UInt8] {
    var writer = PropertyListWriter()
    return writer.write(
      .dictionary([
        .init(key: "PayloadType", value: .string("Configuration")),
        .init(key: "PayloadIdentifier", value: .string("com.acme.profile")),
        .init(key: "PayloadOrganization", value: .string("Acme Profile Department")),
        .init(key: "PayloadUUID", value: .string(uuid)),
        .init(key: "PayloadContent", value: .array(payloads)),
      ]))
  }
}

/// The secrets that were used, by their lengths in bytes.
private final class UsedSecrets: Sendable {
  let lengths = Mutex<[Int]>([])
}

/// A manager whose requests are noted.
private final class Device {
  private(set) var lines: [String] = []
  private(set) var latest: String?
  /// How encrypted data has begun.
  private var vectors: Set<String> = []
  private var profile = ""
  private(set) var manager: ProfileManager!

  private static let apps = [
    ManagedApp(bundleIdentifier: "com.acme.mail", apiKey: "k-1", takesChunks: true),
    ManagedApp(bundleIdentifier: "com.acme.notes", urlScheme: "acme-notes", apiKey: "k-2"),
    ManagedApp(bundleIdentifier: "com.acme.vault", apiKey: "k-3", encryptionSecret: "s"),
    ManagedApp(bundleIdentifier: "com.acme.accent", apiKey: "cle\u{301}"),
    ManagedApp(
      bundleIdentifier: "Com.Acme.Odd", urlScheme: "acme+odd",
      apiKey: String(repeating: "k", count: 65), encryptionSecret: " u\u{308}"),
  ]

  init(_ decisions: ProfileManagerDecisions, allowsChunks: Bool) {
    let secrets = UsedSecrets()
    manager = ProfileManager(
      apps: Self.apps, allowsChunks: allowsChunks, decisions: decisions,
      encryptor: { app in
        secrets.lengths.withLock { $0.append(app.encryptionSecret.utf8.count) }
        return BlowfishEncryptor(app: app)
      }
    ) { [unowned self] url in
      latest = url
      lines.append("secrets of bytes: \(secrets.lengths.withLock { $0 })")
      let request = RequestURL(url)
      lines.append(
        request.parameters.map { String(decoding: $0.name, as: UTF8.self) }.joined(separator: ","))
      // What is encrypted never looks the same.
      guard let data = url.firstRange(of: "data-x=") else { return lines.append(url) }
      // 12 characters are nine bytes, of which the vector has eight.
      let isNew = vectors.insert(String(url[data.upperBound...].prefix(10))).inserted
      lines.append(url.prefix { $0 != "?" } + (isNew ? " a vector of its own" : " a vector again"))
    }
  }

  func remove(_ uuid: String) {
    profile = uuid
    manager.remove(profile: uuid)
    note()
  }

  private func note() {
    for uuid in [
      profile, "Three", "Error", "Canceled", "None", "Late", "No list", "Some", "Plus", "Half",
      "large", "Written", "Twice", "Code", "Raw", "Broken", "Accent", "e\u{301}",
      "Odd", "Pru\u{308}fung%20", "Small", "keys",
    ] {
      let keys = manager.changedKeys(of: uuid).sorted { $0.key < $1.key }
      // Texts that look alike are equal, and have other bytes.
      let bytes = keys.map { $0.value.reduce(0) { $0 + $1.utf8.count } }
      let texts = keys.map { "\($0.key): \($0.value.joined(separator: ", "))" }
      lines.append(
        "\(uuid) \(manager.status(of: uuid)?.rawValue ?? "-") \(texts.joined(separator: "; ")) "
          + bytes.map(String.init).joined(separator: " "))
    }
  }

  func answer(_ status: String, _ keys: [String], chunk: String? = nil) {
    callback(status: status, list: status == "Success" ? list(keys) : nil, chunk: chunk)
  }

  func list(_ keys: [String]) -> String {
    String(decoding: ChangedValues.encode(keys), as: UTF8.self)
  }

  /// A callback for the request that was made last. `change` changes its parameters, and `raw` the whole URL.
  func callback(
    status: String, list: String?, chunk: String? = nil,
    _ change: (inout [(String, String)]) -> Void = { _ in }, raw: (String) -> String = { $0 }
  ) {
    let request = RequestURL(latest ?? "")
    func echo(_ name: String) -> String {
      request.parameters.first { $0.isNamed(name) }?.text.string ?? ""
    }
    var parameters = [
      ("profile", echo("profile")), ("payload", echo("payload")), ("token", echo("token")),
      ("status", status),
    ]
    if let list { parameters.append(("changedValues", list)) }
    if !echo("chunk").isEmpty { parameters.append(("chunk", chunk ?? echo("chunk"))) }
    change(&parameters)
    var url = Array(Dialect.profile1.callbackPrefix.utf8)
    for (index, (name, value)) in parameters.enumerated() {
      if index > 0 { url.append(UInt8(ascii: "&")) }
      url += Array("\(name)=".utf8)
      // A plus may stand as it is.
      url += Array(
        String(decoding: PercentCoding.encode(Array(value.utf8)), as: UTF8.self)
          .replacing("%2B", with: "+").utf8)
    }
    url = Array(raw(String(decoding: url, as: UTF8.self)).utf8)
    lines.append("\(manager.handleCallback(bytes: url))")
    note()
  }

  /// Callbacks that must not count, each for a reason of its own.
  func wrong() {
    let list = String(decoding: ChangedValues.encode(["noise"]), as: UTF8.self)
    func wrong(_ name: String, _ change: @escaping (String) -> String) {
      callback(status: "Success", list: list) { parameters in
        for index in parameters.indices where parameters[index].0 == name {
          parameters[index].1 = change(parameters[index].1)
        }
      }
    }
    wrong("token") { _ in "" }
    wrong("token") { String($0.dropLast()) }
    wrong("token") { $0.uppercased() }
    wrong("token") { $0 + " " }
    wrong("token") { $0 + "\u{0}1" }
    wrong("profile") { $0 + "\u{0}1" }
    wrong("payload") { $0 + "\u{0}1" }
    for app in Self.apps {
      wrong("token") {
        let other = Token.hmacSHA256Hex(
          bundleIdentifier: app.bundleIdentifier, apiKey: app.apiKey)
        return other == $0 ? "0" : other
      }
    }
    wrong("profile") { _ in "another" }
    wrong("profile") { $0.uppercased() }
    wrong("payload") { _ in "another" }
    wrong("payload") { $0.uppercased() }
    wrong("status") { _ in "Maybe" }
    for name in ["status", "profile", "payload"] {
      callback(status: "Success", list: list) { $0.removeAll { $0.0 == name } }
    }
    for (name, value) in [("payload", "another"), ("status", "Error")] {
      callback(status: "Success", list: list) { $0.append((name, value)) }
      callback(status: "Success", list: list) { $0.insert((name, value), at: 0) }
    }
    callback(status: "Success", list: list) { $0.append(("own", "1")) }
    for list in Self.lists { callback(status: "Success", list: list) }
  }

  /// Lists that are none: broken, with a number among texts, and too long.
  private static let lists: [String] = {
    var writer = PropertyListWriter()
    func text(_ value: PropertyList) -> String {
      String(decoding: Base64Text.encode(Deflater().compress(writer.write(value))), as: UTF8.self)
    }
    var damaged = Deflater().compress(writer.write(.array([.string("noise")])))
    damaged[damaged.count - 1] ^= 1
    return [
      "****", text(.array([.string("host"), .integer(1)])), text(.dictionary([])),
      text(.array([.string(String(repeating: "k", count: 2 << 20))])),
      String(decoding: Base64Text.encode(damaged), as: UTF8.self),
      String(decoding: Base64Text.encode(Array(damaged.dropLast(4))), as: UTF8.self),
    ]
  }()
}
