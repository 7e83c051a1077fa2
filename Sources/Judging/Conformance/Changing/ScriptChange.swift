/// One way in which a suite's scripts can be changed by chance, as a fuzzer knows it.
package struct ScriptChange: Hashable, Sendable {
  /// In statistics, such as `drop` or `form/zlib`. It is unique within a suite.
  package let name: String
  /// The layer of a request that it changes; nil for what belongs to none.
  package let layer: String?
  /// What is changed.
  let kind: Kind

  enum Kind: Hashable, Sendable {
    /// One event, in the way of this number among those of the model.
    case event(Int)
    /// How the implementation is configured.
    case setup
    /// One step is left out, comes twice, or trades places with another.
    case drop, double, swap
    /// Some steps of another script come after some of this one.
    case splice
    /// An event that the model proposes is put in.
    case proposal
    /// The implementation is started anew.
    case restart
  }

  /// Whether it takes steps of another case.
  package var usesDonor: Bool { kind == .splice }

  init(_ name: String, layer: String? = nil, _ kind: Kind) {
    self.name = name
    self.layer = layer
    self.kind = kind
  }
}

/// One way in which a model's events can be changed.
package struct EventChange: Hashable, Sendable {
  package let name: String
  package let layer: String?

  package init(_ name: String, layer: String? = nil) {
    self.name = name
    self.layer = layer
  }
}

/// What an implementation has shown in its replies, for changes to put back in.
package struct LearntValues: Sendable, Hashable {
  /// The latest last.
  package private(set) var texts: [String] = []

  /// Older ones give way.
  private static let maxTexts = 256
  /// Longer texts are not worth repeating.
  private static let maxTextBytes = 200

  package init() {}

  /// Takes a text; returns whether it is new.
  @discardableResult
  package mutating func learn(_ text: String) -> Bool {
    guard !text.isEmpty, text.utf8.count <= Self.maxTextBytes, !texts.contains(text) else {
      return false
    }
    texts.append(text)
    if texts.count > Self.maxTexts { texts.removeFirst() }
    return true
  }
}
