/// The token (ABT-TOK-02 to 06).
package enum TokenLayer: Hashable, Sendable {
  case canonical
  /// No parameter `token` at all.
  case absent
  case damaged(TokenDamage)
}
