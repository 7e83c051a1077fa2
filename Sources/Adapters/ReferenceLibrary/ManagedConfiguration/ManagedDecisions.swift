/// The decisions of a client of managed configuration, one closure each (the document
/// `managed-config`).
///
/// `standard` decides as the document requires. For a different client, copy it and replace some
/// closures.
package struct ManagedDecisions: Sendable {
  /// What a launch does.
  package enum LaunchStep: Hashable, Sendable, CaseIterable {
    case observe, read
  }

  /// A dictionary that was read, and what was known before.
  package struct Reading {
    package var dictionary: [ConfigurationEntry]?
    /// The settings of this run so far, or nil before the first reading.
    package let before: [ConfigurationEntry]?
    package let isLaunch: Bool
    package let schema: ManagedConfigurationSchema
    package let defaults: any ManagedDefaults
  }

  /// What a launch does, in order.
  package var launchSteps: @Sendable (any ManagedDefaults) -> [LaunchStep]
  /// Whether the configuration is read when the defaults have changed.
  package var readsOnChange: @Sendable () -> Bool
  /// Whether the configuration is read whenever somebody asks for the settings.
  package var readsForSettings: @Sendable () -> Bool
  /// Whether a key of a dictionary is the key of the schema.
  package var isSameKey: @Sendable (_ found: String, _ known: String) -> Bool
  /// A value as one of the key's type, or nil if it is of another.
  package var typed: @Sendable (ConfigurationValue, ManagedConfigurationKey) -> ConfigurationValue?
  /// A value of the right type as it is used, or nil if it is not.
  package var allowed:
    @Sendable (ConfigurationValue, ManagedConfigurationKey) -> ConfigurationValue?
  /// The settings in effect from now on.
  package var settings: @Sendable (Reading, ManagedDecisions) -> [ConfigurationEntry]
  /// What is written in the place of the configuration, or nil for nothing.
  package var configurationWritten:
    @Sendable (
      _ dictionary: [ConfigurationEntry]?, _ settings: [ConfigurationEntry],
      ManagedConfigurationSchema
    ) -> [ConfigurationEntry]?
  /// The feedback after events were counted, or nil if nothing is written.
  package var feedback:
    @Sendable (
      _ before: [ConfigurationEntry]?, _ counter: String, _ times: Int,
      ManagedConfigurationSchema, any ManagedDefaults
    ) -> [ConfigurationEntry]?
  /// What a launch writes as feedback, or nil for nothing.
  package var feedbackAtLaunch:
    @Sendable (_ counters: [String], any ManagedDefaults) -> [ConfigurationEntry]?
  /// What a change of the defaults makes the app write as feedback, or nil for nothing.
  package var feedbackOnChange:
    @Sendable (_ counters: [String], any ManagedDefaults) -> [ConfigurationEntry]?

  /// The decisions of the document.
  package static let standard = ManagedDecisions(
    launchSteps: { _ in [.observe, .read] },
    readsOnChange: { true },
    readsForSettings: { false },
    isSameKey: { $0.utf8.elementsEqual($1.utf8) },
    typed: { value, key in
      switch (key.kind, value) {
      case (.string, .string), (.url, .string), (.boolean, .boolean), (.integer, .integer): value
      default: nil
      }
    },
    allowed: { value, key in
      switch (key.kind, value) {
      case (.url, .string(let text)): ServerAddress.isValid(text) ? value : nil
      case (.integer(let range), .integer(let number)): range.contains(number) ? value : nil
      default: value
      }
    },
    settings: { reading, decisions in
      reading.schema.keys.map { key in
        ConfigurationEntry(
          key.name, reading.value(of: key, decisions) ?? key.defaultValue)
      }
    },
    configurationWritten: { _, _, _ in nil },
    feedback: { before, counter, times, _, _ in
      var feedback = before ?? []
      let place = feedback.firstIndex { $0.key.utf8.elementsEqual(counter.utf8) }
      var total = Int64(times)
      if let place, case .integer(let number) = feedback[place].value {
        total = number.addingReportingOverflow(total).partialValue
      }
      let entry = ConfigurationEntry(counter, .integer(total))
      if let place { feedback[place] = entry } else { feedback.append(entry) }
      return feedback
    },
    feedbackAtLaunch: { _, _ in nil },
    feedbackOnChange: { _, _ in nil })
}

extension ManagedDecisions.Reading {
  /// The good value of a key, or nil if the dictionary has none (MC-05 to 09).
  package func value(
    of key: ManagedConfigurationKey, _ decisions: ManagedDecisions
  ) -> ConfigurationValue? {
    guard let found = found(key, decisions), let typed = decisions.typed(found, key) else {
      return nil
    }
    return decisions.allowed(typed, key)
  }

  /// What the dictionary has for a key, good or bad.
  package func found(
    _ key: ManagedConfigurationKey, _ decisions: ManagedDecisions
  ) -> ConfigurationValue? {
    dictionary?.first { decisions.isSameKey($0.key, key.name) }?.value
  }

  /// The defaults of all keys.
  package var fallbacks: [ConfigurationEntry] {
    schema.keys.map { ConfigurationEntry($0.name, $0.defaultValue) }
  }
}
