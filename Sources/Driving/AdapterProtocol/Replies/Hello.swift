public import JSONText

/// Who an adapter is and what its implementation claims.
public struct Hello: Hashable, Sendable {
  /// The implementation's name, version and language, for reports.
  public var implementationName: String
  /// Its version.
  public var implementationVersion: String
  /// The language that it is written in.
  public var language: String
  /// The version of the protocol that the adapter speaks.
  public var protocolVersion: Int
  /// What is claimed, by the name of the suite.
  public var suites: [String: SuiteClaim]
  /// The implementation cannot be started twice in one process.
  public var freshProcess: Bool

  /// A greeting.
  public init(
    implementationName: String, implementationVersion: String, language: String,
    protocolVersion: Int = Frame.protocolVersion, suites: [String: SuiteClaim] = [:],
    freshProcess: Bool = false
  ) {
    self.implementationName = implementationName
    self.implementationVersion = implementationVersion
    self.language = language
    self.protocolVersion = protocolVersion
    self.suites = suites
    self.freshProcess = freshProcess
  }
}

/// What an implementation claims of one suite.
public struct SuiteClaim: Hashable, Sendable {
  /// The whole object on the wire.
  public var options: JSONValue

  /// A claim with any options; `options` must be an object.
  public init(options: JSONValue = .object([])) {
    self.options = options
  }

  /// A claim of editions and capabilities, for `abt`.
  public init(editions: [String], capabilities: [String]) {
    options = [
      "editions": .array(editions.map { .string($0) }),
      "capabilities": .array(capabilities.map { .string($0) }),
    ]
  }

  /// The claimed editions, in the order of the claim, or none.
  public var editions: [String] { strings("editions") }

  /// The claimed capabilities.
  public var capabilities: Set<String> { Set(strings("capabilities")) }

  /// What is longer than a word is none that is known.
  private func strings(_ key: String) -> [String] {
    options[key]?.arrayValue?.compactMap(\.stringValue).filter {
      $0.utf8.count <= JSONReader.longestWord
    } ?? []
  }
}
