package import WireFormat

extension ConfigurationProfile.Payload {
  /// The dictionary of this payload's apply request: version 1, the category if there is one, and
  /// the configuration as the profile has it, in that order. Nothing else (MGR-06).
  ///
  /// - Parameter keys: the names of its keys in the app's dialect.
  package func requestDictionary(keys: Dialect.Keys = Dialect.Keys()) -> PropertyList {
    var members = [PropertyList.Member(key: keys.version, value: .integer(1))]
    if let category {
      members.append(.init(key: keys.category, value: .string(category)))
    }
    members.append(.init(key: keys.configuration, value: configuration))
    return .dictionary(members)
  }

  /// The scheme of the app's request URLs: the payload's own, or the default if it has none
  /// (MGR-03).
  package func scheme(dialect: Dialect = .profile1) -> String {
    urlScheme ?? dialect.defaultScheme(bundleIdentifier: bundleIdentifier)
  }
}
