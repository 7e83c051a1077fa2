/// One `name=value` between the `&` of a query.
package struct ParameterSlot: Hashable, Sendable {
  /// The name as it stands on the wire; nil for the name that the dialect gives `parameter`.
  package var name: [UInt8]?
  package var value: Value
  /// What it is about; nil for a parameter that the protocol does not know.
  package var parameter: RequestForge.Parameter?

  package enum Value: Hashable, Sendable {
    /// What the request has to say, by the forge's layers.
    case canonical
    /// `name=`.
    case empty
    /// The name alone, without `=`.
    case absent
    /// Bytes as they stand on the wire.
    case raw([UInt8])
    /// What the request has to say, and these bytes after it.
    case extended(by: [UInt8])
    /// What the request has to say, and behind it these bytes as they stand on the wire.
    case followed(by: [UInt8])
  }

  package init(
    _ parameter: RequestForge.Parameter?, name: [UInt8]? = nil, _ value: Value = .canonical
  ) {
    self.parameter = parameter
    self.name = name
    self.value = value
  }
}
