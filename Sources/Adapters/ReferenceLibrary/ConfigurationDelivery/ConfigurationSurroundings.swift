/// A method of the app that the library calls. Raw values are the document's names.
public enum ConfigurationCallback: String, Hashable, Sendable, CaseIterable {
  /// `-appConnectConfigIs:`, at each launch with a configuration, and at each change.
  case configurationIs = "appConnectConfigIs"
  /// `-appConnectConfigChangedTo:`, at each change.
  case configurationChangedTo = "appConnectConfigChangedTo"
}

/// An app that can be configured. It implements one of the methods, or both, or neither.
///
/// Calls come on the thread of the ``ConfigurationDelivery``, which waits for each of them.
public protocol ConfigurableApp: AnyObject {
  /// The methods that the app implements. The others are never called.
  var implementedCallbacks: Set<ConfigurationCallback> { get }

  /// The app gets the complete set of pairs, and applies it.
  ///
  /// - Returns: nil where it was applied, or else what went wrong, for the server.
  func receive(_ pairs: ConfigurationPairs, by callback: ConfigurationCallback) -> String?
}

/// Where the library remembers what it delivered last, such as a file. Each write is complete or does not happen; once it has
/// returned, the next launch finds it, however the app ends.
public protocol ConfigurationStorage: AnyObject {
  /// What was stored last, or nil before the first write.
  func load() throws -> ServerConfiguration?
  /// Replaces what is stored.
  func store(_ configuration: ServerConfiguration) throws
}

/// What the server hears of one call.
public struct ConfigurationReport: Hashable, Sendable {
  /// What became of the configuration. Raw values are the document's words.
  public enum Status: String, Hashable, Sendable, CaseIterable {
    /// The app returned nil.
    case applied
    /// The app returned a text.
    case error
  }

  /// The method that was called.
  public var callback: ConfigurationCallback
  /// What became of the configuration.
  public var status: Status
  /// The text that the app returned; nil where there is none.
  public var message: String?

  /// A report.
  public init(callback: ConfigurationCallback, status: Status, message: String?) {
    self.callback = callback
    self.status = status
    self.message = message
  }
}
