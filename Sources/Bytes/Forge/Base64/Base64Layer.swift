/// The text form of the data (ABT-DATA-02). Indices are counted modulo what is there.
package enum Base64Layer: Hashable, Sendable {
  case canonical
  /// A character outside the alphabet stands in the place of the one at `index`.
  case foreignCharacter(index: Int, scalar: String)
  /// A character outside the alphabet stands in front of the one at `index`.
  case inserted(index: Int, scalar: String)
  /// White space, such as the line breaks of MIME (RFC 2045 section 6.8) or PEM, after every `width` characters.
  case wrapped(width: Int, with: String)
  /// `-` and `_` for `+` and `/` (RFC 4648 section 5); where there is neither, the first character is a `-`.
  case urlSafeAlphabet
  /// Without its padding.
  case paddingMissing
  /// More `=` than there should be.
  case paddingSurplus(count: Int)
  /// `=` in front of other characters.
  case paddingInside(index: Int)
  /// Bits of the last character that belong to no byte are set (RFC 4648 section 3.5).
  case nonCanonicalBits(mask: UInt8)
  /// Cut off: `count` characters and the padding are missing.
  case truncated(by: Int)
  /// One character more than there should be, so that six bits are left over.
  case leftOver
  /// The whole text twice.
  case doubled
  /// The text encoded once more.
  case encodedTwice
  /// Nothing: the parameter is there without a value (ABT-URL-14).
  case emptied
  /// Other bytes in its place.
  case replaced(with: [UInt8])
}
