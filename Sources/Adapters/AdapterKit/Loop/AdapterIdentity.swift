/// Who answers. Reports show it; nothing depends on it.
public struct AdapterIdentity: Hashable, Sendable {
  /// The implementation's name.
  public var name: String
  /// Its version.
  public var version: String
  /// The language that it is written in.
  public var language: String

  /// An implementation.
  public init(name: String, version: String, language: String = "Swift") {
    self.name = name
    self.version = version
    self.language = language
  }
}
