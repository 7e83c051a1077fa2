import WireFormat

/// One thing that a delegate recorded.
package enum ConfigurationRecord: Sendable, Equatable {
  /// The key's value was applied.
  case applied(String)
  /// The key's value was applied and replaced an old one, or none.
  case replaced(String, ConfigurationValue?)
  /// The key's value was not applied.
  case notApplied(String)
}

/// A text that is compared by its UTF-8, so that composed and decomposed keys differ.
package struct ExactText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: Self, right: Self) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
