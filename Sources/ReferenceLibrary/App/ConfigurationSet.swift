/// What one request asks of the app, and what the app says that it did.
public final class ConfigurationSet {
  /// The payload's category; nil where it has none.
  public let category: String?
  /// The values to apply, in the order in which they were sent, or the keys to revert, without any.
  public let entries: [ConfigurationEntry]
  /// What was recorded until now.
  package private(set) var records: [ConfigurationRecord] = []

  package init(category: String?, entries: [ConfigurationEntry]) {
    self.category = category
    self.entries = entries
  }

  /// The keys, in the order in which they were sent.
  public var keys: [String] { entries.map(\.key) }

  /// The value of `key`, which is compared by its UTF-8; nil where there is none.
  ///
  /// Complexity: linear in the keys.
  public subscript(_ key: String) -> ConfigurationValue? {
    entries.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  /// Records that the value of `key` was applied.
  public func didApply(_ key: String) { records.append(.applied(key)) }

  /// Records that the value of `key` was applied and what it was before: nil for no value.
  ///
  /// The old value is applied again where the delegate then does not answer `.yes`.
  public func didApply(_ key: String, oldValue: ConfigurationValue?) {
    records.append(.replaced(key, oldValue))
  }

  /// Records that the value of `key` was not applied.
  public func didNotApply(_ key: String) { records.append(.notApplied(key)) }
}

/// One thing that a delegate recorded.
package enum ConfigurationRecord: Sendable, Equatable {
  /// The key's value was applied.
  case applied(String)
  /// The key's value was applied in the place of an old one, or of none.
  case replaced(String, ConfigurationValue?)
  /// The key's value was not applied.
  case notApplied(String)
}

/// A text that is compared by its UTF-8, so that composed and decomposed keys stay apart.
package struct ExactText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
