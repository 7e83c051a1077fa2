package import WireFormat

/// The dictionary that is packed (ABT-DICT).
package enum DictionaryLayer: Hashable, Sendable {
  /// A set request: `Version`, `Category` where there is one, `Configuration`.
  case configuration(category: String?, [PropertyList.Member])
  /// A reset request: `Version`, `Category` where there is one, `Keys`.
  case keys(category: String?, [String])
  /// Both `Configuration` and `Keys`: each action looks at its own and ignores the other.
  case both(category: String?, [PropertyList.Member], keys: [String])
  /// Any other value.
  case verbatim(PropertyList)
}
