/// The keys that an app has documented for those who configure it, and what it counts for them.
public struct ManagedConfigurationSchema: Hashable, Sendable {
  /// The keys, each name once.
  public var keys: [ManagedConfigurationKey]
  /// The counters of the feedback, each name once.
  public var counters: [String]

  /// A schema.
  public init(keys: [ManagedConfigurationKey], counters: [String]) {
    self.keys = keys
    self.counters = counters
  }
}

/// A key of a configuration.
public struct ManagedConfigurationKey: Hashable, Sendable {
  /// The type of its values. A value of another type is not used (MC-05).
  public enum Kind: Hashable, Sendable {
    /// Any text.
    case string
    /// The address of a server: `http` or `https`, a host, perhaps a port and a path (MC-06).
    case url
    /// True or false. A number is neither.
    case boolean
    /// A whole number within a range (MC-06).
    case integer(ClosedRange<Int64>)
  }

  /// The name, compared by its UTF-8.
  public var name: String
  /// The type of its values.
  public var kind: Kind
  /// What counts while there is no good value, or nil for no value (MC-07).
  public var defaultValue: ConfigurationValue?
  /// Whether its values must never leave the app (MC-14).
  public var isSecret: Bool

  /// A key.
  public init(
    _ name: String, _ kind: Kind, default defaultValue: ConfigurationValue? = nil,
    isSecret: Bool = false
  ) {
    self.name = name
    self.kind = kind
    self.defaultValue = defaultValue
    self.isSecret = isSecret
  }

  /// Whether both are the same key, names by their UTF-8.
  public static func == (left: Self, right: Self) -> Bool {
    left.name.utf8.elementsEqual(right.name.utf8) && left.kind == right.kind
      && left.defaultValue == right.defaultValue && left.isSecret == right.isSecret
  }

  /// Hashes name and type.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(Array(name.utf8))
    hasher.combine(kind)
  }
}

/// The keys of the user defaults that app and server share.
public enum ManagedDefaultsKey {
  /// Where the server writes the configuration. The app never writes it (MC-16).
  public static let configuration = "com.apple.configuration.managed"
  /// Where the app writes its feedback.
  public static let feedback = "com.apple.feedback.managed"
}

/// The user defaults of an app, as far as configuration and feedback need them.
public protocol ManagedDefaults: AnyObject {
  /// Calls `body` after each change of the defaults, as the defaults-did-change notification does:
  /// also after changes that the app makes itself.
  func addObserver(_ body: @escaping () -> Void)
  /// The dictionary under a key, or nil if there is none. Keys are unique within a dictionary.
  func dictionary(forKey key: String) -> [ConfigurationEntry]?
  /// Writes a dictionary. The next launch finds it.
  func set(_ dictionary: [ConfigurationEntry], forKey key: String)
}
