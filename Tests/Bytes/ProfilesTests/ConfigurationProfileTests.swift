import Profiles
import Testing
import WireFormat

/// What is taken from a profile, and what of it travels.
@Suite struct ConfigurationProfileTests {
  static let prefix = ProfileDocument.prefix

  static func payload(_ changes: [String: PropertyList?]) throws -> ConfigurationProfile.Payload {
    let profile = ProfileDocument.profile(payloads: [ProfileDocument.payload(changes)])
    return try #require(ConfigurationProfile(profile, format: .xml).payloads.first)
  }

  @Test(
    arguments: [
      (nil, nil, false), (false, nil, false), (true, nil, true), (nil, false, false),
      (nil, true, true), (true, false, false), (false, true, true), (true, true, true),
    ] as [(Bool?, Bool?, Bool)])
  func `the payload's DataEncryption wins over the profile's`(
    profile: Bool?, payload: Bool?, expected: Bool
  ) throws {
    let key = Self.prefix + "DataEncryption"
    let value = ProfileDocument.profile(
      [key: profile.map { .boolean($0) }],
      payloads: [ProfileDocument.payload([key: payload.map { .boolean($0) }])])
    let read = try ConfigurationProfile(value, format: .xml)
    #expect(read.payloads.map(\.encrypted) == [expected])
  }

  @Test func `only version, category and configuration travel`() throws {
    let configuration = PropertyList.dictionary([
      .init(key: "z", value: .array([.data([1]), .date(0.5)])), .init(key: "a", value: .real(1)),
    ])
    let payload = try Self.payload([
      Self.prefix + "Configuration": configuration, Self.prefix + "Category": .string("Mail"),
      Self.prefix + "Secret": .string("s"), "PayloadDisplayName": .string("d"),
    ])
    #expect(
      payload.requestDictionary()
        == .dictionary([
          .init(key: "Version", value: .integer(1)),
          .init(key: "Category", value: .string("Mail")),
          .init(key: "Configuration", value: configuration),
        ]))
  }

  @Test func `without a category two keys travel, named as the dialect names them`() throws {
    let payload = try Self.payload([Self.prefix + "Configuration": .dictionary([])])
    #expect(
      payload.requestDictionary()
        == .dictionary([
          .init(key: "Version", value: .integer(1)),
          .init(key: "Configuration", value: .dictionary([])),
        ]))
    var keys = Dialect.Keys()
    keys.version = "v"
    keys.configuration = "c"
    #expect(
      payload.requestDictionary(keys: keys)
        == .dictionary([
          .init(key: "v", value: .integer(1)), .init(key: "c", value: .dictionary([])),
        ]))
  }

  @Test func `a scheme of its own replaces the default`() throws {
    #expect(try Self.payload([:]).scheme() == "x-absolutemanageconfig.com.acmetop.app")
    var dialect = Dialect.profile1
    dialect.schemePrefix = "x-other."
    #expect(try Self.payload([:]).scheme(dialect: dialect) == "x-other.com.acmetop.app")
    let own = try Self.payload([Self.prefix + "URLScheme": .string("Acme+App-1.0")])
    #expect(own.scheme(dialect: dialect) == "Acme+App-1.0")
  }

  @Test func `a bundle identifier that is in no scheme needs a scheme of its own`() throws {
    let payload = try Self.payload([
      Self.prefix + "BundleIdentifier": .string("com.acmetop.a_b"),
      Self.prefix + "URLScheme": .string("acme"),
    ])
    #expect(payload.bundleIdentifier == "com.acmetop.a_b")
    #expect(payload.scheme() == "acme")
  }

  @Test func `payloads for others stand apart, with the reason`() throws {
    let none: [String: PropertyList?] = [
      Self.prefix + "BundleIdentifier": nil, Self.prefix + "Configuration": nil,
    ]
    let others: [[String: PropertyList?]] = [
      ["PayloadType": .string("com.apple.wifi.managed")], ["PayloadType": .string("org.other")],
      ["PayloadType": nil], ["PayloadType": .integer(1)],
      ["PayloadType": .string("com.absolute.thirdpartyconfiguration")],
    ]
    let payloads = others.map { ProfileDocument.payload($0.merging(none) { first, _ in first }) }
    let profile = try ConfigurationProfile(
      ProfileDocument.profile(payloads: payloads + [ProfileDocument.payload()]), format: .xml)
    #expect(profile.payloads.map(\.index) == [5])
    #expect(profile.otherPayloads.map(\.index) == [0, 1, 2, 3, 4])
    #expect(
      profile.otherPayloads.map(\.reason)
        == [
          .operatingSystem, .withoutThirdPartyKeys, .withoutThirdPartyKeys, .withoutThirdPartyKeys,
          .withoutThirdPartyKeys,
        ])
    #expect(
      profile.otherPayloads.map(\.explanation).prefix(3)
        == [
          "PayloadContent[0], PayloadType \"com.apple.wifi.managed\", is for the operating system",
          "PayloadContent[1], PayloadType \"org.other\", has no key that begins with "
            + Self.prefix,
          "PayloadContent[2], no PayloadType, has no key that begins with \(Self.prefix)",
        ])
  }

  @Test func `a payload is ours by any of its keys or by its type`() {
    let none: [String: PropertyList?] = [
      Self.prefix + "BundleIdentifier": nil, Self.prefix + "Configuration": nil,
    ]
    for change: [String: PropertyList?] in [
      [:], ["PayloadType": .string("com.absolute.thirdpartyconfig.mail")],
      ["PayloadType": .string("org.other"), Self.prefix + "Category": .string("c")],
    ] {
      let payload = ProfileDocument.payload(change.merging(none) { first, _ in first })
      #expect(
        ProfileDocument.error(of: ProfileDocument.profile(payloads: [payload]))
          == .field(.payload(0), key: Self.prefix + "BundleIdentifier", .missing))
    }
  }

  @Test func `keys that look like ours and are not known are listed`() throws {
    let payload = ProfileDocument.payload([
      Self.prefix + "UrlScheme": .string("acme"), Self.prefix + "Categories": .array([]),
    ])
    let profile = try ConfigurationProfile(
      ProfileDocument.profile(
        [
          Self.prefix + "DataEncryption": .boolean(false),
          Self.prefix + "Encryption": .boolean(true), "Other": .boolean(true),
        ], payloads: [payload]), format: .xml)
    #expect(profile.unknownKeys == [Self.prefix + "Encryption"])
    #expect(
      profile.payloads[0].unknownKeys
        == [Self.prefix + "Categories", Self.prefix + "UrlScheme"])
  }

  @Test func `a payload is found by its PayloadUUID, byte for byte`() throws {
    let profile = try ConfigurationProfile(
      ProfileDocument.profile(payloads: [
        ProfileDocument.payload(uuid: "e\u{301}"), ProfileDocument.payload(uuid: "\u{E9}"),
      ]), format: .xml)
    #expect(profile.payload(uuid: "\u{E9}")?.index == 1)
    #expect(profile.payload(uuid: "e\u{301}")?.index == 0)
    #expect(profile.payload(uuid: "E\u{301}") == nil)
  }

  @Test func `a profile without payloads for third-party apps is one`() throws {
    let profile = try ConfigurationProfile(ProfileDocument.profile(payloads: []), format: .binary)
    #expect(profile.payloads.isEmpty)
    #expect(profile.format == .binary)
    #expect(profile.uuid == "P-1")
    #expect(profile.identifier == "com.acmetop.profile")
    #expect(profile.displayName == nil)
  }
}
