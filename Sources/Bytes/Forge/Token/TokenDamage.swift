/// What is done to the right token; nothing of it leaves a token that is right.
package enum TokenDamage: Hashable, Sendable {
  /// The parameter is there, without a value (ABT-TOK-04).
  case emptied
  /// Only the first `length` digits (ABT-TOK-05).
  case truncated(length: Int)
  /// Only the last `length` digits (ABT-TOK-05).
  case beheaded(length: Int)
  /// More text after the right token (ABT-TOK-05).
  case extended(by: String)
  /// More text in front of the right token (ABT-TOK-05).
  case prefixed(by: String)
  /// The digit at `index` is another one (ABT-TOK-05).
  case digitChanged(index: Int)
  /// `A`-`F` for `a`-`f` (ABT-TOK-05).
  case upperCased
  /// The digit at `index` is its full-width form (U+FF10 …), which looks the same (ABT-TOK-05).
  case lookAlike(index: Int)
  /// The right token twice (ABT-TOK-05).
  case doubled
  /// The digits in the opposite order (ABT-TOK-05).
  case reversed
  /// Some other text (ABT-TOK-02).
  case replaced(with: String)
  /// The token of another app or another key (ABT-TOK-06).
  case ofOther(bundleIdentifier: String, apiKey: String)
}
