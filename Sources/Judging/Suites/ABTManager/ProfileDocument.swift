import Profiles
import Synchronization
import WireFormat

/// The bytes of a `.mobileconfig`, and what they say.
///
/// Equal bytes are equal documents. They are kept once, however many states hold the document.
package struct ProfileDocument: Hashable, Sendable {
  private final class Content: Sendable {
    let bytes: [UInt8]
    let hash: Int
    /// What the bytes say, read when it is asked for: most documents of a suite are of cases that are not looked at.
    private let reading = Mutex<Reading?>(nil)

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      var hasher = Hasher()
      hasher.combine(bytes)
      hash = hasher.finalize()
    }

    var read: Reading {
      reading.withLock {
        if let known = $0 { return known }
        let read = Reading(bytes)
        $0 = read
        return read
      }
    }
  }

  private struct Reading {
    let profile: ConfigurationProfile?
    /// The length of each payload's dictionary as a property list, by PayloadUUID.
    let sizes: [String: Int]

    init(_ bytes: [UInt8]) {
      profile = try? ConfigurationProfile.read(bytes)
      var writer = PropertyListWriter()
      var sizes: [String: Int] = [:]
      for payload in profile?.payloads ?? [] {
        sizes[payload.uuid] = writer.write(payload.requestDictionary()).count
      }
      self.sizes = sizes
    }
  }

  private let content: Content

  package init(_ bytes: [UInt8]) { content = Content(bytes) }

  package var bytes: [UInt8] { content.bytes }

  /// What the profile says; nil where the bytes are no profile.
  var profile: ConfigurationProfile? { content.read.profile }

  /// The number of bytes of a payload's dictionary as a property list, before the magic and before compression.
  func listBytes(ofPayload uuid: String) -> Int { content.read.sizes[uuid] ?? 0 }

  package static func == (left: Self, right: Self) -> Bool {
    left.content === right.content || left.content.bytes == right.content.bytes
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(content.hash) }
}

/// A profile before it is written.
struct ProfileDraft {
  struct Payload {
    var uuid: String
    var bundleIdentifier: String
    var urlScheme: String?
    var category: String?
    var isEncrypted: Bool?
    var configuration: [PropertyList.Member]

    init(
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

  var uuid: String
  /// DataEncryption of the top level, or nil where it has none.
  var isEncrypted: Bool?
  var payloads: [Payload]
  /// Whether a payload for the operating system stands before the others.
  var hasForeignPayload = false
  var isBinary = false

  /// The organization that every draft names; it must not travel.
  static let organization = "Acme Profile Department"

  static let mail: [PropertyList.Member] = [
    .init(key: "host", value: .string("mail.acme.com")), .init(key: "port", value: .integer(993)),
    .init(key: "tls", value: .boolean(true)),
  ]

  init(
    _ uuid: String, isEncrypted: Bool? = nil, hasForeignPayload: Bool = false,
    isBinary: Bool = false, _ payloads: [Payload]
  ) {
    self.uuid = uuid
    self.isEncrypted = isEncrypted
    self.payloads = payloads
    self.hasForeignPayload = hasForeignPayload
    self.isBinary = isBinary
  }

  var document: ProfileDocument {
    if isBinary {
      var writer = PropertyListWriter()
      return ProfileDocument(writer.write(list))
    }
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """
    Self.write(list, into: &text)
    return ProfileDocument(Array((text + "</plist>\n").utf8))
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
    return .dictionary(members)
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

  /// All values but dates, which drafts have in binary only.
  private static func write(_ value: PropertyList, into text: inout String) {
    switch value {
    case .string(let string): text += "<string>\(escaped(string))</string>\n"
    case .integer(let number): text += "<integer>\(number)</integer>\n"
    case .boolean(let truth): text += truth ? "<true/>\n" : "<false/>\n"
    case .data(let bytes):
      text += "<data>\(String(decoding: Base64Text.encode(bytes), as: UTF8.self))</data>\n"
    case .array(let elements):
      text += "<array>\n"
      for element in elements { write(element, into: &text) }
      text += "</array>\n"
    case .dictionary(let members):
      text += "<dict>\n"
      for member in members {
        text += "<key>\(escaped(member.key))</key>\n"
        write(member.value, into: &text)
      }
      text += "</dict>\n"
    case .real(let number): text += "<real>\(number)</real>\n"
    case .date: preconditionFailure("a draft with dates is written in binary")
    }
  }

  private static func escaped(_ text: String) -> String {
    // Hardly any text needs it, and searching characters takes longer than all the rest.
    let needsEscape = text.utf8.contains { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") }
    return needsEscape ? text.replacing("&", with: "&amp;").replacing("<", with: "&lt;") : text
  }
}
