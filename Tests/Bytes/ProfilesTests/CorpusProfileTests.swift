import Profiles
import Testing
import WireFormat

/// The example profiles that come with the harness.
@Suite struct CorpusProfileTests {
  static func profile(_ name: String) throws -> ConfigurationProfile {
    try ConfigurationProfile.read(TestFiles.corpusProfile(name))
  }

  @Test func `all examples are profiles without a misspelt key`() throws {
    #expect(TestFiles.profileNames.count >= 12)
    for name in TestFiles.profileNames {
      let profile = try Self.profile(name)
      #expect(!profile.payloads.isEmpty, "\(name)")
      #expect(profile.unknownKeys.isEmpty, "\(name)")
      #expect(profile.payloads.allSatisfy { $0.unknownKeys.isEmpty }, "\(name)")
    }
  }

  @Test func `mail and VPN are two payloads for two apps`() throws {
    let profile = try Self.profile("mail-and-vpn")
    #expect(profile.format == .xml)
    #expect(profile.uuid == "6F1C2A54-8D0B-4C38-9E57-2B7A4D1F9C60")
    #expect(profile.identifier == "com.acmetop.profiles.field-sales")
    #expect(profile.displayName == "Field sales: mail and VPN")
    #expect(profile.organization == "Acmetop Inc.")
    #expect(
      profile.payloads.map(\.bundleIdentifier)
        == ["com.acmetop.acmetopmail", "de.tunnelwerk.vpn"])
    #expect(profile.payloads.map(\.category) == ["Account", nil])
    #expect(profile.payloads.map(\.encrypted) == [false, false])
    #expect(profile.payloads[0].displayName == "Acmetop Mail")
    #expect(
      profile.payloads[0].configuration
        == .dictionary([
          .init(key: "ServerAddress", value: .string("mail.acmetop.example")),
          .init(key: "ServerPort", value: .integer(993)),
          .init(key: "UseTLS", value: .boolean(true)),
          .init(key: "UserName", value: .string("j.müller@acmetop.example")),
          .init(key: "Signature", value: .string("Jörg Müller\nAcmetop & Sons <sales>")),
          .init(key: "SyncIntervalMinutes", value: .real(7.5)),
          .init(
            key: "Folders",
            value: .array([.string("INBOX"), .string("Sent"), .string("Archive")])),
        ]))
  }

  @Test func `encryption holds but where a payload says otherwise`() throws {
    let profile = try Self.profile("encrypted")
    #expect(profile.payloads.map(\.encrypted) == [true, false])
  }

  @Test func `a scheme of its own, beside a payload for the system`() throws {
    let profile = try Self.profile("custom-scheme")
    #expect(profile.payloads.map { $0.scheme() } == ["acmetop-time"])
    #expect(profile.otherPayloads.map(\.reason) == [.operatingSystem])
    #expect(profile.otherPayloads.map(\.index) == [1])
  }

  @Test func `every type is there`() throws {
    let configuration = try #require(try Self.profile("every-type").payloads.first).configuration
    var kinds: Set<String> = []
    let lines = ValueLines.of(configuration)
    for line in lines.split(separator: "\n") {
      kinds.insert(String(line.prefix { $0 != " " }))
    }
    #expect(
      kinds == [
        "dictionary", "key", "array", "string", "integer", "real", "boolean", "date", "data",
      ])
  }
}
