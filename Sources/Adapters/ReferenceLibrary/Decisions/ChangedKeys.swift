/// The patent's four rules on which keys a successful apply changed (section 4.6).
package enum ChangedKeys {
  /// The changed keys, each once.
  ///
  /// What is recorded as applied takes precedence. Records of keys that the configuration does not
  /// contain do not count. Complexity: linear.
  package static func after(_ records: [ConfigurationRecord], keys: [String]) -> [String] {
    if records.isEmpty { return keys }
    let held = Set(keys.map { ExactText($0) })
    var applied: [String] = []
    var seen: Set<ExactText> = []
    var notApplied: Set<ExactText> = []
    for record in records {
      switch record {
      case .applied(let key), .replaced(let key, _):
        let exact = ExactText(key)
        if held.contains(exact), seen.insert(exact).inserted { applied.append(key) }
      case .notApplied(let key): notApplied.insert(ExactText(key))
      }
    }
    return applied.isEmpty ? keys.filter { !notApplied.contains(ExactText($0)) } : applied
  }
}
