package import WireFormat

/// The scheme of the URL (ABT-URL-01 to 05).
package enum SchemeLayer: Codable, Hashable, Sendable {
  /// The app's own scheme, or else the default one.
  case canonical
  /// The default scheme, also where the app has one of its own.
  case byBundleIdentifier
  case verbatim(String)
}

/// The host of the URL (ABT-URL-06 and 07).
package enum VerbLayer: Codable, Hashable, Sendable {
  case canonical
  case verbatim(String)
}

/// The token (ABT-TOK-02 to 06).
package enum TokenLayer: Codable, Hashable, Sendable {
  case canonical
  /// No parameter `token` at all.
  case absent
  case damaged(TokenDamage)
}

/// What is done to the right token; nothing of it leaves a token that is right.
package enum TokenDamage: Codable, Hashable, Sendable {
  /// The parameter is there, without a value (ABT-TOK-04).
  case emptied
  /// Only the first `length` digits (ABT-TOK-05).
  case truncated(length: Int)
  /// Only the last `length` digits (ABT-TOK-05).
  case beheaded(length: Int)
  /// More text behind the right token (ABT-TOK-05).
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

/// The dictionary that is packed (ABT-DICT).
package enum DictionaryLayer: Codable, Hashable, Sendable {
  /// A set request: `Version`, `Category` where there is one, `Configuration`.
  case configuration(category: String?, [PropertyList.Member])
  /// A reset request: `Version`, `Category` where there is one, `Keys`.
  case keys(category: String?, [String])
  /// Both `Configuration` and `Keys`: each action looks at its own and ignores the other.
  case both(category: String?, [PropertyList.Member], keys: [String])
  /// Any other value.
  case verbatim(PropertyList)
}

/// The bytes of the property list (ABT-DATA-06 and 07).
package enum PropertyListLayer: Codable, Hashable, Sendable {
  case canonical
  /// Other bytes in its place, whatever the dictionary says.
  case replaced(with: [UInt8])
  /// Only the first `length` bytes.
  case truncated(length: Int)
}

/// The four bytes in front of the property list (ABT-DATA-05).
package enum MagicLayer: Codable, Hashable, Sendable {
  case canonical
  case missing
  /// Only the first `length` bytes of it.
  case partial(length: Int)
  /// One byte is another one: XORed with `mask`, which is not 0.
  case wrong(index: Int, mask: UInt8)
  case doubled
  /// The bytes in the opposite order.
  case reversed
  case replaced(with: [UInt8])
}

/// The zlib stream (ABT-DATA-03, 08).
package enum CompressionLayer: Codable, Hashable, Sendable {
  case canonical
  /// A liberty of the sender: another level of compression, 0 to 9.
  case level(Int)
  /// The bytes are not compressed at all.
  case missing
  /// Cut off: the last `count` bytes are missing.
  case truncated(by: Int)
  /// A valid stream of the content and `count` zero bytes behind it.
  case bomb(count: Int)
  /// Other bytes in its place.
  case replaced(with: [UInt8])
}

/// What is done between compression and Base64 (ABT-ENC).
package enum EncryptionLayer: Codable, Hashable, Sendable {
  /// Not encrypted.
  case none
  /// As the wire profile says, with this initialisation vector of 8 bytes.
  case canonical(iv: [UInt8])
  /// Under the key of another bundle identifier or secret (ABT-ENC-05).
  case otherKey(bundleIdentifier: String, secret: String, iv: [UInt8])
}

/// Which piece of the packed bytes the request carries (ABT-CHUNK); the bytes are cut evenly.
package struct ChunkLayer: Codable, Hashable, Sendable {
  /// From 1.
  package var index: Int
  package var total: Int

  package init(index: Int, of total: Int) {
    self.index = index
    self.total = total
  }
}

/// The text form of the data (ABT-DATA-02).
package enum Base64Layer: Codable, Hashable, Sendable {
  case canonical
  /// A character outside the alphabet stands in the place of the one at `index`.
  case foreignCharacter(index: Int, scalar: String)
  /// A character outside the alphabet stands in front of the one at `index`.
  case inserted(index: Int, scalar: String)
  /// `-` and `_` for `+` and `/` (RFC 4648 section 5).
  case urlSafeAlphabet
  /// Nothing: the parameter is there without a value (ABT-URL-14).
  case emptied
}

/// How the text of the data is percent-encoded (ABT-URL-11): all forms are right.
package enum EscapingLayer: Codable, Hashable, Sendable {
  /// Everything but unreserved characters.
  case canonical
  /// `+`, `/` and `=` of Base64 as they are.
  case rawBase64
}
