import WireFormat

/// What a request says for one parameter.
package enum ParameterValue: Hashable, Sendable {
  /// It does not occur.
  case absent
  /// Decoded once, valid UTF-8, possibly empty. It occurs once, or several times with the same
  /// value.
  case text([UInt8])
  /// Malformed escapes, or bytes that are not UTF-8.
  case unreadable
  /// It occurs with different values.
  case contradictory

  /// The value, if there is exactly one and it can be read.
  package var bytes: [UInt8]? {
    if case .text(let bytes) = self { bytes } else { nil }
  }

  /// Whether the parameter occurs.
  package var isPresent: Bool { self != .absent }

  /// The value of one occurrence.
  ///
  /// Complexity: linear.
  package static func decode(_ raw: ArraySlice<UInt8>) -> ParameterValue {
    guard case .decoded(let bytes) = PercentCoding.decode(raw) else { return .unreadable }
    if bytes.allSatisfy({ $0 < 0x80 }) || String(validating: bytes, as: UTF8.self) != nil {
      return .text(bytes)
    }
    return .unreadable
  }
}
