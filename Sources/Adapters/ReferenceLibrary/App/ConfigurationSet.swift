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
/// Which keys the profile manager then hears of as changed, and later asks to revert, follows from
/// the records (ABT-CHG-01 to 05):
///
/// | recorded | changed |
/// |---|---|
/// | nothing | all keys of the set |
/// | ``didNotApply(_:)`` only | all keys but these |
/// | ``didApply(_:)`` or ``didApply(_:oldValue:)`` | exactly these, whatever else is recorded |
///
/// Records of keys that the set does not hold don't count, and a key that is recorded both ways
/// counts as applied.
///
/// A set belongs to one call of the delegate, on its thread. It may be kept, but what is recorded
/// after the answer has no effect.
///
/// Source: `ABTConfigurationSet` of the patent; sections 4.5, 4.6 and 4.9 of the `abt` document.
public final class ConfigurationSet {
  /// The payload's category, a text that tells the delegate what kind of configuration this is; nil
  /// where it has none (ABT-DICT-04). A rollback carries that of its request.
  public let category: String?
  /// The values to apply, or the keys to revert without any, in the order in which they were sent.
  public let entries: [ConfigurationEntry]
  /// Whether these are old values that the delegate recorded a moment ago: then nobody needs to be
  /// asked, and a key without a value had none before.
  public let isRollback: Bool
  /// What was recorded until now.
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

  /// The value of `key`; nil where the set does not hold the key, or holds it without a value.
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
  /// Where the delegate then does not answer ``ConfigurationAnswer/yes``, it is asked to apply the
  /// old values again, each key with the first one that was recorded for it (ABT-ROLL-07).
  ///
  /// - Parameters:
  ///   - key: one of the set's; a record of any other does not count.
  ///   - oldValue: nil where the key had no value: the rollback then has the key without one
  ///     (ABT-ROLL-02).
  public func didApply(_ key: String, oldValue: ConfigurationValue?) {
    records.append(.replaced(key, oldValue))
  }

  /// Records that the value of `key` was not applied.
  public func didNotApply(_ key: String) { records.append(.notApplied(key)) }
}
