import ReferenceLibrary

/// The settings of an app: what its company manages, what its user chose, and the app's defaults,
/// of which the first that has a value counts.
struct SettingsStore {
  /// What configurations have set; a reset takes it away again.
  var managed: [String: ConfigurationValue] = [:]
  /// What the user has set. Nothing that a profile manager does gets lost here.
  var chosen: [String: ConfigurationValue] = [:]
  static let defaults: [String: ConfigurationValue] = [
    "host": .string("mail.example.com"), "port": .integer(993), "tls": .boolean(true),
    "signature": .string(""),
  ]

  /// The value that counts; nil for settings that the app does not have.
  subscript(_ key: String) -> ConfigurationValue? {
    managed[key] ?? chosen[key] ?? Self.defaults[key]
  }

  /// Whether a value can be set for a key; no value always can, which takes it away.
  func accepts(_ value: ConfigurationValue?, for key: String) -> Bool {
    switch (key, value) {
    case (_, nil): Self.defaults[key] != nil
    case ("host", .string(let host)): !host.isEmpty
    case ("port", .integer(let port)): (1...65_535).contains(port)
    case ("tls", .boolean): true
    case ("signature", .string(let text)): text.utf8.count <= 200
    default: false
    }
  }

  /// Whether the settings fit together: each of them can be right alone.
  var isUsable: Bool { self["tls"] != .boolean(true) || self["port"] != .integer(143) }
}
