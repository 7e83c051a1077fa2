package import JSONText

extension JSONReader {
  /// Reads the `configuration` of a start that says which methods the app has: `{"implements":["…"]}`.
  ///
  /// - Parameter known: which members the object may have.
  /// - Throws: a member or a method that is not known, or that `implements` is missing.
  package mutating func readImplementedMethods<
    Method: RawRepresentable<String> & CaseIterable & Hashable
  >(
    _ known: KnownMembers
  ) throws(JSONError) -> Set<Method> {
    try known.check(before: self)
    let place = self
    guard let names = try readValue()["implements"]?.arrayValue else {
      throw place.error(.missingMember("implements"))
    }
    var methods: Set<Method> = []
    for name in names {
      guard let method = name.stringValue.flatMap(Method.init) else {
        throw place.error(
          .unexpectedValue(
            "implements holds names of " + List.text(Method.allCases.map(\.rawValue))))
      }
      methods.insert(method)
    }
    return methods
  }
}
