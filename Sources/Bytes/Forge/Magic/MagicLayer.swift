/// The four bytes in front of the property list (ABT-DATA-05).
package enum MagicLayer: Hashable, Sendable {
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
