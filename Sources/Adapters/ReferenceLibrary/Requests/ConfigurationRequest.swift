package import WireFormat

/// What a profile manager wants.
package enum Verb: Hashable, Sendable {
  case apply, reset
}

/// A request URL, read but not judged.
package struct ConfigurationRequest: Sendable {
  /// Nil for any other word, or if there is none.
  package var verb: Verb?
  package var token = ParameterValue.absent
  package var profile = ParameterValue.absent
  package var payload = ParameterValue.absent
  package var data = ParameterValue.absent
  /// The plain edition only cares whether it is there.
  package var encryptedData = ParameterValue.absent
  package var chunk = ParameterValue.absent
  package var chunks = ParameterValue.absent

  /// Reads the parts of a URL. Skips unknown parameters.
  ///
  /// Complexity: linear.
  package init(
    _ url: RequestURL, names: ConfigurationDialect.Parameters, decisions: Decisions
  ) {
    verb = decisions.verb(url.authority?.host ?? [])
    // Read piece by piece: a list of all parameters would take far more memory than the URL.
    guard let query = decisions.query(url) else { return }
    var start = query.startIndex
    while start < query.endIndex {
      let end = query[start...].firstIndex(of: UInt8(ascii: "&")) ?? query.endIndex
      let equals = query[start..<end].firstIndex(of: UInt8(ascii: "=")) ?? end
      if let slot = Self.slot(query[start..<equals], names, decisions) {
        let value = decisions.decodeParameter(query[min(equals + 1, end)..<end])
        let first = self[keyPath: slot]
        self[keyPath: slot] = first.isPresent ? decisions.mergeParameter(first, value) : value
      }
      start = end + 1
    }
  }

  /// Where the value of a parameter belongs, or nil for unknown names. Case counts (ABT-URL-17).
  private static func slot(
    _ name: ArraySlice<UInt8>, _ names: ConfigurationDialect.Parameters, _ decisions: Decisions
  ) -> WritableKeyPath<Self, ParameterValue>? {
    func isNamed(_ known: String) -> Bool { decisions.isNamed(name, known) }
    if name.isEmpty { return nil }
    if isNamed(names.token) { return \.token }
    if isNamed(names.profile) { return \.profile }
    if isNamed(names.payload) { return \.payload }
    if isNamed(names.data) { return \.data }
    if isNamed(names.encryptedData) { return \.encryptedData }
    if isNamed(names.chunk) { return \.chunk }
    if isNamed(names.chunks) { return \.chunks }
    return nil
  }
}
