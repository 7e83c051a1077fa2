/// What an app does with its managed configuration, and with the feedback that its server collects.
///
/// The server of a device management writes a dictionary under ``ManagedDefaultsKey/configuration``
/// in the user defaults of the app. The app cannot know that server: each value is looked at before
/// it is used, and what is of no use gives way to the default of its key. What the app counts stands
/// under ``ManagedDefaultsKey/feedback``, as one number for each counter, until the server has read
/// and erased it.
///
/// One instance is one run of the app. Make it once the user defaults are there, and call
/// ``launch()`` before the first setting is needed.
///
/// All of this belongs on one thread, usually the main one. The observer of the defaults has to call
/// on that thread, too.
///
/// Source: app configuration and feedback (the session on enterprise apps of iOS 7); the document
/// `managed-config`.
public final class ManagedConfigurationClient {
  private let schema: ManagedConfigurationSchema
  private let defaults: any ManagedDefaults
  private let decisions: ManagedDecisions
  private var current: [ConfigurationEntry]?

  /// A client of an app that is about to launch. Nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - schema: the keys that the app has documented, and what it counts.
  ///   - defaults: the user defaults of the app; kept alive.
  public convenience init(schema: ManagedConfigurationSchema, defaults: any ManagedDefaults) {
    self.init(schema: schema, defaults: defaults, decisions: .standard)
  }

  package init(
    schema: ManagedConfigurationSchema, defaults: any ManagedDefaults, decisions: ManagedDecisions
  ) {
    self.schema = schema
    self.defaults = defaults
    self.decisions = decisions
  }

  /// The app launches: observes the defaults, and then reads the configuration (MC-01, 02, 04).
  public func launch() {
    for step in decisions.launchSteps(defaults) {
      switch step {
      case .observe:
        defaults.addObserver { [weak self] in self?.defaultsDidChange() }
      case .read: read(isLaunch: true)
      }
    }
    if let feedback = decisions.feedbackAtLaunch(schema.counters, defaults) {
      defaults.set(feedback, forKey: ManagedDefaultsKey.feedback)
    }
  }

  /// The settings in effect: each key of the schema, in its order, with its value if it has one.
  public var settings: [ConfigurationEntry] {
    if decisions.readsForSettings() || current == nil { read(isLaunch: false) }
    return current ?? []
  }

  /// The value in effect of a key of the schema, or nil if it has none.
  public subscript(key: String) -> ConfigurationValue? {
    settings.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  /// Counts events, and writes the new number into the feedback beside what is there (MC-10).
  ///
  /// - Parameters:
  ///   - counter: one of the schema's counters. Others are not documented, and not counted (MC-14).
  ///   - times: how many events there were, at least one.
  public func count(_ counter: String, times: Int = 1) {
    guard times > 0, schema.counters.contains(where: { $0.utf8.elementsEqual(counter.utf8) }) else {
      return
    }
    let before = defaults.dictionary(forKey: ManagedDefaultsKey.feedback)
    if let feedback = decisions.feedback(before, counter, times, schema, defaults) {
      defaults.set(feedback, forKey: ManagedDefaultsKey.feedback)
    }
  }

  /// The server has written another configuration or erased the feedback, or the app has written its
  /// feedback itself (MC-03). The feedback is read when something is counted, so that nothing has to
  /// be done about it here (MC-11).
  private func defaultsDidChange() {
    if decisions.readsOnChange() { read(isLaunch: false) }
    if let feedback = decisions.feedbackOnChange(schema.counters, defaults) {
      defaults.set(feedback, forKey: ManagedDefaultsKey.feedback)
    }
  }

  private func read(isLaunch: Bool) {
    let dictionary = defaults.dictionary(forKey: ManagedDefaultsKey.configuration)
    let settings = decisions.settings(
      ManagedDecisions.Reading(
        dictionary: dictionary, before: current, isLaunch: isLaunch, schema: schema,
        defaults: defaults),
      decisions)
    current = settings
    if let written = decisions.configurationWritten(dictionary, settings, schema) {
      defaults.set(written, forKey: ManagedDefaultsKey.configuration)
    }
  }
}
