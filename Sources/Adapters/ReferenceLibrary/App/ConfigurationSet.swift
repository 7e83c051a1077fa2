/// What one request asks of the app, and what the app says that it did.
///
/// The app reads values and records what became of them:
///
/// ```swift
/// for entry in set.entries {
///   guard settings.accepts(entry.value, for: entry.key) else {
///     set.didNotApply(entry.key)
///     continue
///   }
///   set.didApply(entry.key, oldValue: settings.managed[entry.key])
///   settings.managed[entry.key] = entry.value
/// }
/// ```
///
/// The records decide which keys the profile manager hears of as changed, and later asks to revert
/// (ABT-CHG-01 to 05):
///
/// | recorded | changed |
/// |---|---|
/// | nothing | all keys of the set |
/// | ``didNotApply(_:)`` only | all keys but these |
/// | ``didApply(_:)`` or ``didApply(_:oldValue:)`` | exactly these, whatever else is recorded |
///
/// Records of keys that the set does not contain do not count. A key that is recorded both ways
/// counts as applied.
///
/// A set belongs to one call of the delegate, on its thread. It may be kept, but what is recorded
/// after the answer has no effect.
///
/// Source: `ABTConfigurationSet` of the patent; sections 4.5, 4.6 and 4.9 of the `abt` document.
public final class ConfigurationSet {
  /// The payload's category, which tells the delegate what kind of configuration this is, or nil if
  /// it has none (ABT-DICT-04). A rollback has the category of its request.
  public let category: String?
  /// The values to apply, or the keys to revert (without values), in the order in which they were
  /// sent.
  public let entries: [ConfigurationEntry]
  /// Whether these are old values that the delegate recorded a moment ago. In that case the app
  /// need not ask anybody, and a key without a value had none before.
  public let isRollback: Bool
  /// What has been recorded so far.
  package private(set) var records: [ConfigurationRecord] = []

  package init(category: String?, entries: [ConfigurationEntry], isRollback: Bool = false) {
    self.isRollback = isRollback
    self.category = category
    self.entries = entries
  }

  /// The keys, in the order in which they were sent.
  ///
  /// Complexity: linear in the keys.
  public var keys: [String] { entries.map(\.key) }

  /// The value of `key`, or nil if the set does not contain the key or has no value for it.
  ///
  /// Keys are compared by their UTF-8, so that composed and decomposed characters differ.
  /// Complexity: linear in the keys.
  public subscript(_ key: String) -> ConfigurationValue? {
    entries.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  /// Records that the value of `key` was applied.
  public func didApply(_ key: String) { records.append(.applied(key)) }

  /// Records that the value of `key` was applied, and what it was before.
  ///
  /// If the delegate then does not answer ``ConfigurationAnswer/yes``, it is asked to apply the old
  /// values again: for each key the first one recorded for it (ABT-ROLL-07).
  ///
  /// - Parameters:
  ///   - key: a key of the set. A record of any other key does not count.
  ///   - oldValue: the value before, or nil if the key had none. The rollback then has the key
  ///     without a value (ABT-ROLL-02).
  public func didApply(_ key: String, oldValue: ConfigurationValue?) {
    records.append(.replaced(key, oldValue))
  }

  /// Records that the value of `key` was not applied.
  public func didNotApply(_ key: String) { records.append(.notApplied(key)) }
}
