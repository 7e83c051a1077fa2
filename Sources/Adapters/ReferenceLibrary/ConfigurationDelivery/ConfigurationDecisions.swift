/// The decisions of the delivery of configurations, one closure each (section 1 of the AppConnect document).
///
/// `standard` decides as the document requires. For a different library, copy it and replace some closures.
package struct ConfigurationDecisions: Sendable {
  /// Which of the configurations since the last run, the present one last, are delivered at a launch.
  package var deliveredAtLaunch: @Sendable ([ServerConfiguration]) -> [ServerConfiguration]
  /// The methods that are called at a launch, in order. Nothing is remembered before the first run.
  package var callbacksAtLaunch:
    @Sendable (_ remembered: ServerConfiguration?, _ present: ServerConfiguration) ->
      [ConfigurationCallback]
  /// The methods that are called when the server has something else while the app runs, in order.
  package var callbacksAtChange:
    @Sendable (_ before: ServerConfiguration, _ after: ServerConfiguration) ->
      [ConfigurationCallback]
  /// Whether a method is called in an app that implements these.
  package var isCalled: @Sendable (ConfigurationCallback, Set<ConfigurationCallback>) -> Bool
  /// What a call carries of the pairs that the server has.
  package var delivered:
    @Sendable (ConfigurationPairs, _ before: ConfigurationPairs, ConfigurationCallback) ->
      ConfigurationPairs
  /// Notes what a method returned.
  package var heard: @Sendable (ConfigurationCallback, _ answer: String?) -> Void
  /// What is reported of a call, or nil.
  package var report: @Sendable (ConfigurationCallback, _ answer: String?) -> ConfigurationReport?
  /// The reports of a delivery, from those of its calls.
  package var reports: @Sendable ([ConfigurationReport]) -> [ConfigurationReport]
  /// Whether the configuration is remembered for the next run.
  package var isStored: @Sendable (ServerConfiguration, _ isLaunch: Bool) -> Bool

  /// The decisions of section 1.
  package static let standard = ConfigurationDecisions(
    deliveredAtLaunch: { $0.suffix(1) },
    callbacksAtLaunch: { remembered, present in
      let before = remembered?.pairs ?? ConfigurationPairs()
      if before != present.pairs { return [.configurationChangedTo, .configurationIs] }
      return present.pairs.isEmpty ? [] : [.configurationIs]
    },
    callbacksAtChange: { before, after in
      before.pairs == after.pairs ? [] : [.configurationChangedTo, .configurationIs]
    },
    isCalled: { callback, implemented in implemented.contains(callback) },
    delivered: { pairs, _, _ in pairs },
    heard: { _, _ in },
    report: { callback, answer in
      ConfigurationReport(
        callback: callback, status: answer == nil ? .applied : .error, message: answer)
    },
    reports: { $0 },
    isStored: { _, _ in true })
}
