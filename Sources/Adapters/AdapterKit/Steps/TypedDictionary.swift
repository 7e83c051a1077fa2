public import AdapterProtocol
public import JSONText

extension JSONValue {
  /// Typed values by their keys, as a reply holds them.
  public init(typed members: [TypedMember]) throws {
    var writer = JSONWriter()
    TypedValue.writeValues(members, to: &writer)
    self = try JSONValue(parsing: writer.bytes, limits: .adapterLine)
  }

  /// Typed values by their keys, as a member of a step holds them.
  ///
  /// - Throws: if this is something else.
  public func typedMembers() throws -> [TypedMember] {
    let value = try JSONReader.read(Array(compactText.utf8), limits: .adapterLine) {
      (reader) throws(JSONError) in try TypedValue.readValues(from: &reader)
    }
    guard case .dictionary(let members) = value else {
      throw AdapterFailure("these are no typed values by their keys")
    }
    return members
  }
}
