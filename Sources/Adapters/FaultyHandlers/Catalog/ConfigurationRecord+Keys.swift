import ReferenceLibrary

extension ConfigurationRecord {
  /// The key, whichever way it was recorded.
  var key: String {
    switch self {
    case .applied(let key), .replaced(let key, _), .notApplied(let key): key
    }
  }

  /// The key, if it was recorded as applied.
  var appliedKey: String? {
    switch self {
    case .applied(let key), .replaced(let key, _): key
    case .notApplied: nil
    }
  }
}
