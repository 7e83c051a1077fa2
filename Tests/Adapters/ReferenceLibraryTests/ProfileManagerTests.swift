import PayloadCipher
import ReferenceLibrary
import ReferenceLibraryEncrypting
import Testing
import WireFormat

@Suite("The profile manager, as an app links it")
struct ProfileManagerTests {
  private static let app = ManagedApp(
    bundleIdentifier: "com.acme.mail", apiKey: "k-5d21", encryptionSecret: "s3cret",
    takesChunks: true)

  /// Notes what a manager opens.
  private final class System {
    var opened: [String] = []
  }

  private func profile(encrypted: Bool = false, values: [PropertyList.Member]) -> [UInt8] {
    let key = "com.absolute.thirdpartyconfig."
    var writer = PropertyListWriter()
    return writer.write(
      .dictionary([
        .init(key: "PayloadType", value: .string("Configuration")),
        .init(key: "PayloadIdentifier", value: .string("com.acme")),
        .init(key: "PayloadUUID", value: .string("P 1")),
        .init(key: key + "DataEncryption", value: .boolean(encrypted)),
        .init(
          key: "PayloadContent",
          value: .array([
            .dictionary([
              .init(key: "PayloadUUID", value: .string("L")),
              .init(key: key + "BundleIdentifier", value: .string("com.acme.mail")),
              .init(key: key + "Configuration", value: .dictionary(values)),
            ])
          ])),
      ]))
  }

  private func text(_ url: String, _ name: String) -> String? {
    RequestURL(url).parameters.first { $0.isNamed(name) }?.text.string
  }

  private let host = [PropertyList.Member(key: "host", value: .string("h"))]

  @Test("the plain edition sends what it may, and fails what it cannot encrypt")
  func plain() throws {
    let system = System()
    let manager = ProfileManager(apps: [Self.app]) { system.opened.append($0) }
    let uuid = try manager.install(profile(values: host))
    #expect(uuid == "P 1" && manager.status(of: uuid) == .pending)
    let data = try #require(text(system.opened[0], "data"))
    let list = Packing.unpack(try #require(Base64Text.decode(Array(data.utf8)).bytes)).value
    #expect(
      list
        == .dictionary([
          .init(key: "Version", value: .integer(1)),
          .init(key: "Configuration", value: .dictionary(host)),
        ]))
    manager.remove(profile: uuid)
    #expect(manager.status(of: uuid) == .removed && system.opened.count == 1)
    try manager.install(profile(encrypted: true, values: host))
    #expect(manager.status(of: uuid) == .failed && system.opened.count == 1)
  }

  @Test("the encrypting edition encrypts, each time with another vector")
  func encrypting() throws {
    let system = System()
    let manager = ProfileManager(encryptingFor: [Self.app]) { system.opened.append($0) }
    for _ in 0..<2 {
      try manager.install(profile(encrypted: true, values: host))
      manager.remove(profile: "P 1")
    }
    let cipher = BlowfishCipher(
      key: PayloadKey.derive(bundleIdentifier: "com.acme.mail", secret: "s3cret"))
    let messages = try system.opened.map { url in
      let data = try #require(text(url, "data-x"))
      return try #require(Base64Text.decode(Array(data.utf8)).bytes)
    }
    #expect(messages.count == 2 && messages[0] != messages[1])
    for message in messages {
      guard case .bytes(let plain) = cipher.decrypt(message) else {
        Issue.record("it cannot be decrypted")
        continue
      }
      #expect(Packing.unpack(plain).value != nil)
    }
  }

  @Test("what is no profile is refused in words, and nothing is known of it")
  func refused() {
    let manager = ProfileManager(apps: [Self.app]) { _ in Issue.record("a URL is opened") }
    for bytes in [[], Array("<plist/>".utf8), Array("hello".utf8)] as [[UInt8]] {
      do {
        try manager.install(bytes)
        Issue.record("it is installed")
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    #expect(manager.status(of: "P 1") == nil && manager.changedKeys(of: "P 1").isEmpty)
    #expect(!manager.handleCallback("absoluteapps://thirdpartyprofilestatus?profile=P%201"))
    #expect(!manager.handleCallback("https://example.com"))
  }

  @Test("data that is too long travels in pieces, each answered before the next")
  func pieces() throws {
    let system = System()
    let manager = ProfileManager(apps: [Self.app]) { system.opened.append($0) }
    var state: UInt64 = 1
    let noise = (0..<900_000).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
    try manager.install(profile(values: [.init(key: "noise", value: .data(noise))]))
    var packed: [UInt8] = []
    var piece = 1
    while piece <= 256, system.opened.count == piece {
      let url = system.opened[piece - 1]
      #expect(url.utf8.count <= 1_048_576 && text(url, "chunk") == "\(piece)")
      packed += Base64Text.decode(Array((text(url, "data") ?? "").utf8)).bytes ?? []
      let isLast = text(url, "chunks") == "\(piece)"
      let list = String(
        decoding: PercentCoding.encode(ChangedValues.encode(["noise"])), as: UTF8.self)
      let token = text(url, "token") ?? ""
      #expect(
        manager.handleCallback(
          "absoluteapps://thirdpartyprofilestatus?profile=P%201&payload=L&token=\(token)"
            + "&status=Success&chunk=\(piece)" + (isLast ? "&changedValues=\(list)" : "")))
      piece += 1
    }
    #expect(piece > 2 && manager.status(of: "P 1") == .installed)
    #expect(manager.changedKeys(of: "P 1") == ["L": ["noise"]])
    #expect(Packing.unpack(packed).value != nil)
  }

  @Test("printing an app shows no secret")
  func printing() {
    for text in ["\(Self.app)", String(reflecting: Self.app)] {
      #expect(text.contains("com.acme.mail"))
      #expect(!text.contains("k-5d21") && !text.contains("s3cret"))
    }
  }
}
