import ReferenceLibrary
import Testing

/// User defaults in memory, which tell of each change.
private final class Defaults: ManagedDefaults {
  var dictionaries: [String: [ConfigurationEntry]] = [:]
  var observers: [() -> Void] = []

  func addObserver(_ body: @escaping () -> Void) { observers.append(body) }
  func dictionary(forKey key: String) -> [ConfigurationEntry]? { dictionaries[key] }
  func set(_ dictionary: [ConfigurationEntry], forKey key: String) {
    dictionaries[key] = dictionary
    for observer in observers { observer() }
  }
}

@Suite("Managed configuration")
struct ManagedConfigurationTests {
  private let defaults = Defaults()
  private let schema = ManagedConfigurationSchema(
    keys: [
      ManagedConfigurationKey("server", .url, default: .string("https://d.example")),
      ManagedConfigurationKey("limit", .integer(0...10), default: .integer(3)),
      ManagedConfigurationKey("name", .string),
    ], counters: ["good", "bad"])

  private func launched() -> ManagedConfigurationClient {
    let client = ManagedConfigurationClient(schema: schema, defaults: defaults)
    client.launch()
    return client
  }

  @Test("settings follow the configuration, and fall back where it is of no use")
  func settings() {
    let client = launched()
    #expect(client["limit"] == .integer(3) && client["name"] == nil)
    defaults.set(
      [ConfigurationEntry("limit", .integer(10)), ConfigurationEntry("server", .string("no url"))],
      forKey: ManagedDefaultsKey.configuration)
    #expect(client["limit"] == .integer(10))
    #expect(client["server"] == .string("https://d.example"))
    defaults.set([], forKey: ManagedDefaultsKey.configuration)
    #expect(client["limit"] == .integer(3))
  }

  @Test(
    "addresses of servers",
    arguments: [
      ("http://a.example", true), ("https://a.example:65535/x", true),
      ("https://a.example:65536", false),
      ("https://a.example:", false), ("https://", false), ("ftp://a.example", false),
      ("https://a b.example", false), ("https://a..example", false),
    ])
  func addresses(text: String, isValid: Bool) {
    defaults.dictionaries[ManagedDefaultsKey.configuration] = [
      ConfigurationEntry("server", .string(text))
    ]
    #expect((launched()["server"] == .string(text)) == isValid)
  }

  @Test("what is counted stands beside what is there, and begins anew once it was collected")
  func counting() {
    let client = launched()
    client.count("good", times: 2)
    client.count("bad")
    client.count("other")
    #expect(
      defaults.dictionaries[ManagedDefaultsKey.feedback] == [
        ConfigurationEntry("good", .integer(2)), ConfigurationEntry("bad", .integer(1)),
      ])
    defaults.dictionaries[ManagedDefaultsKey.feedback] = nil
    client.count("good")
    #expect(
      defaults.dictionaries[ManagedDefaultsKey.feedback] == [
        ConfigurationEntry("good", .integer(1))
      ])
  }
}
