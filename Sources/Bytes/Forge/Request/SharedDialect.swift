package import WireFormat

/// A dialect with what it takes to make its tokens. Dialects have dozens of names; setups and contexts are made for each request and
/// share one.
package final class SharedDialect: Sendable, Hashable {
  package let value: Dialect
  /// Where tokens come from that a command makes. Nil for other dialects, and where the command may not be run.
  package let tokens: ExternalTokens?

  /// - Parameter tokens: for a dialect whose tokens a command makes; it is not used for others.
  package init(_ value: Dialect, tokens: ExternalTokens? = nil) {
    self.value = value
    if case .external = value.token { self.tokens = tokens } else { self.tokens = nil }
  }

  package static let profile1 = SharedDialect(.profile1)

  package var isProfile1: Bool { self === Self.profile1 }

  /// The token of right requests to an app; nil where a command would have to make it and cannot, for which `tokens` has the reason.
  package func rightToken(bundleIdentifier: String, apiKey: String) -> String? {
    Token.make(value.token, bundleIdentifier: bundleIdentifier, apiKey: apiKey)
      ?? tokens?.token(bundleIdentifier: bundleIdentifier, apiKey: apiKey)
  }

  package static func == (left: SharedDialect, right: SharedDialect) -> Bool {
    left === right || left.value == right.value
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(value.verbs)
    hasher.combine(value.schemePrefix)
    hasher.combine(value.token)
  }
}
