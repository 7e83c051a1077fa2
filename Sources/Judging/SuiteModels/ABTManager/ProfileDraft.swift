package import Profiles
package import WireFormat

/// A profile before it is written.
package struct ProfileDraft {
  package struct Payload {
    package var uuid: String
    package var bundleIdentifier: String
    package var urlScheme: String?
    package var category: String?
    package var isEncrypted: Bool?
    package var configuration: [PropertyList.Member]

    package init(
      _ uuid: String, for bundleIdentifier: String, urlScheme: String? = nil,
      category: String? = nil, isEncrypted: Bool? = nil,
      _ configuration: [PropertyList.Member] = ProfileDraft.mail
    ) {
      self.uuid = uuid
      self.bundleIdentifier = bundleIdentifier
      self.urlScheme = urlScheme
      self.category = category
      self.isEncrypted = isEncrypted
      self.configuration = configuration
    }
  }

  package var uuid: String
  /// DataEncryption of the top level, or nil where it has none.
  package var isEncrypted: Bool?
  package var payloads: [Payload]
  /// Whether a payload for the operating system stands before the others.
  package var hasForeignPayload = false
  /// Further members of the top level.
  package var besides: [PropertyList.Member] = []
  package var isBinary = false
  /// How it is written where it is not binary.
  var hand = XMLHand()

  /// The organization that every draft names; it must not travel.
  static let organization = "Acme Profile Department"

  package static let mail: [PropertyList.Member] = [
    .init(key: "host", value: .string("mail.acme.com")), .init(key: "port", value: .integer(993)),
    .init(key: "tls", value: .boolean(true)),
  ]

  package init(
    _ uuid: String, isEncrypted: Bool? = nil, hasForeignPayload: Bool = false,
    besides: [PropertyList.Member] = [], isBinary: Bool = false, _ payloads: [Payload]
  ) {
    self.besides = besides
    self.uuid = uuid
    self.isEncrypted = isEncrypted
    self.payloads = payloads
    self.hasForeignPayload = hasForeignPayload
    self.isBinary = isBinary
  }

  /// What a profile says for the apps, and for whom; the rest is as in every draft.
  package init(_ profile: ConfigurationProfile) {
    self.init(
      profile.uuid, hasForeignPayload: !profile.otherPayloads.isEmpty,
      isBinary: profile.format == .binary,
      profile.payloads.map { payload in
        var configuration: [PropertyList.Member] = []
        if case .dictionary(let members) = payload.configuration { configuration = members }
        return Payload(
          payload.uuid, for: payload.bundleIdentifier, urlScheme: payload.urlScheme,
          category: payload.category, isEncrypted: payload.encrypted ? true : nil, configuration)
      })
  }

  package var document: ProfileDocument {
    if isBinary {
      var writer = PropertyListWriter()
      return ProfileDocument(writer.write(list))
    }
    return ProfileDocument(hand.document(list))
  }

  private var list: PropertyList {
    var content: [PropertyList] = []
    if hasForeignPayload {
      content.append(
        .dictionary([
          .init(key: "PayloadType", value: .string("com.apple.wifi.managed")),
          .init(key: "PayloadUUID", value: .string("wifi")),
          .init(key: "SSID_STR", value: .string("Acme Guests")),
        ]))
    }
    content += payloads.map(Self.list)
    var members: [PropertyList.Member] = [
      .init(key: "PayloadType", value: .string("Configuration")),
      .init(key: "PayloadVersion", value: .integer(1)),
      .init(key: "PayloadIdentifier", value: .string("com.acme.profiles.mail")),
      .init(key: "PayloadUUID", value: .string(uuid)),
      .init(key: "PayloadDisplayName", value: .string("Acme Mail and More")),
      .init(key: "PayloadOrganization", value: .string(Self.organization)),
      .init(key: "PayloadContent", value: .array(content)),
    ]
    if let isEncrypted {
      members.append(.init(key: Self.key("DataEncryption"), value: .boolean(isEncrypted)))
    }
    return .dictionary(members + besides)
  }

  private static func list(_ payload: Payload) -> PropertyList {
    var members: [PropertyList.Member] = [
      .init(key: "PayloadType", value: .string("com.absolute.thirdpartyconfig")),
      .init(key: "PayloadVersion", value: .integer(1)),
      .init(key: "PayloadUUID", value: .string(payload.uuid)),
      .init(key: "PayloadDisplayName", value: .string("Settings of \(payload.bundleIdentifier)")),
      .init(key: key("BundleIdentifier"), value: .string(payload.bundleIdentifier)),
      .init(key: key("Configuration"), value: .dictionary(payload.configuration)),
    ]
    if let scheme = payload.urlScheme {
      members.append(.init(key: key("URLScheme"), value: .string(scheme)))
    }
    if let category = payload.category {
      members.append(.init(key: key("Category"), value: .string(category)))
    }
    if let isEncrypted = payload.isEncrypted {
      members.append(.init(key: key("DataEncryption"), value: .boolean(isEncrypted)))
    }
    return .dictionary(members)
  }

  private static func key(_ name: String) -> String { "com.absolute.thirdpartyconfig." + name }
}
