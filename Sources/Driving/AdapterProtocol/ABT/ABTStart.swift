public import JSONText

/// The `configuration` of a `start` of the suite `abt`: the app in which the library runs.
public struct ABTStart: Hashable, Sendable {
  /// The app's bundle identifier.
  public var bundleIdentifier: String
  /// The app's API key.
  public var apiKey: String
  /// The app's own URL scheme, or nil for the default one.
  public var urlScheme: String?
  /// Which edition of the library is linked.
  public var edition: ABTEdition
  /// The secret of the encrypting edition.
  public var encryptionSecret: String?
  /// Whether the encrypting edition also takes unencrypted data.
  public var allowUnencrypted: Bool
  /// The dialect, or nil for the default one. An adapter that cannot adopt it says so.
  public var dialect: JSONValue?

  /// An app.
  public init(
    bundleIdentifier: String, apiKey: String, urlScheme: String? = nil,
    edition: ABTEdition = .plain, encryptionSecret: String? = nil, allowUnencrypted: Bool = false,
    dialect: JSONValue? = nil
  ) {
    self.bundleIdentifier = bundleIdentifier
    self.apiKey = apiKey
    self.urlScheme = urlScheme
    self.edition = edition
    self.encryptionSecret = encryptionSecret
    self.allowUnencrypted = allowUnencrypted
    self.dialect = dialect
  }
}

/// The editions of a library.
public enum ABTEdition: String, Hashable, Sendable, CaseIterable {
  /// Without any cipher.
  case plain
  /// With a cipher.
  case encrypting
}

extension ABTStart {
  /// Reads a configuration.
  ///
  /// - Throws: `missingMember` for `bundleIdentifier`, `apiKey` and `edition`, `unexpectedValue`
  ///   for an edition that does not exist.
  public static func read(from reader: inout JSONReader) throws(JSONError) -> ABTStart {
    var start = ABTStart(bundleIdentifier: "", apiKey: "")
    var missing: Set<String> = ["bundleIdentifier", "apiKey", "edition"]
    _ = try reader.peek()
    let place = reader.offset
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      missing.remove(key)
      switch key {
      case "bundleIdentifier": start.bundleIdentifier = try reader.readString()
      case "apiKey": start.apiKey = try reader.readString()
      case "urlScheme": start.urlScheme = try reader.readIfNull() ? nil : reader.readString()
      case "edition":
        _ = try reader.peek()
        let place = reader.offset
        let name = try reader.readString()
        guard let edition = ABTEdition(rawValue: name) else {
          throw reader.error(.unexpectedValue("there is no edition \"\(name)\""), at: place)
        }
        start.edition = edition
      case "encryptionSecret":
        start.encryptionSecret = try reader.readIfNull() ? nil : reader.readString()
      case "allowUnencrypted": start.allowUnencrypted = try reader.readBoolean()
      case "dialect":
        let dialect = try reader.readValue()
        start.dialect = dialect.isNull ? .none : dialect
      default: try reader.skipValue()
      }
    }
    if let member = missing.sorted().first {
      throw reader.error(.missingMember(member), at: place)
    }
    return start
  }

  /// Reads a configuration that has been read as JSON.
  public init(_ configuration: JSONValue) throws(JSONError) {
    var writer = JSONWriter()
    writer.value(configuration)
    self = try JSONReader.read(writer.bytes) { (reader) throws(JSONError) -> ABTStart in
      try ABTStart.read(from: &reader)
    }
  }

  /// Writes the configuration.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("bundleIdentifier")
    writer.string(bundleIdentifier)
    writer.key("apiKey")
    writer.string(apiKey)
    writer.key("urlScheme")
    if let urlScheme { writer.string(urlScheme) } else { writer.null() }
    writer.key("edition")
    writer.string(edition.rawValue)
    if let encryptionSecret {
      writer.key("encryptionSecret")
      writer.string(encryptionSecret)
    }
    writer.key("allowUnencrypted")
    writer.boolean(allowUnencrypted)
    if let dialect {
      writer.key("dialect")
      writer.value(dialect)
    }
    writer.endObject()
  }
}

extension Frame {
  /// The start of a case of the suite `abt`.
  public static func start(_ app: ABTStart, storage: String? = nil) -> Frame {
    start(suite: "abt", storage: storage) { app.write(to: &$0) }
  }
}
