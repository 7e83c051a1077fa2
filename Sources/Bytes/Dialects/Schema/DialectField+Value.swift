package import JSONText
package import WireFormat

extension DialectField {
  /// What a dialect has in this field, or nil if it has nothing: only `external` has a command.
  package func value(in dialect: Dialect) -> JSONValue? {
    switch content {
    case .name(let place, _): .string(dialect[keyPath: place])
    case .number(let place, _): .integer(Int64(dialect[keyPath: place]))
    case .truth(let place): .boolean(dialect[keyPath: place])
    case .magic: .string(Hexadecimal.text(of: dialect.magic))
    case .algorithm: .string(dialect.token.word)
    case .command:
      if case .external(let command) = dialect.token {
        .array(command.map { .string($0) })
      } else {
        nil
      }
    case .keyHash: .string(dialect.keyHash.rawValue)
    case .cipher: .string(dialect.cipher.rawValue)
    }
  }

  /// Whether the field differs from profile 1.
  func isChanged(in dialect: Dialect) -> Bool {
    value(in: dialect) != value(in: .profile1)
  }
}
