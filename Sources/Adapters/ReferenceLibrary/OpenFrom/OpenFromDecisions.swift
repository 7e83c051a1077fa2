/// The decisions of a library that enforces the Open From policy, one closure each (section 2 of the AppConnect document).
///
/// `standard` decides as the document requires. For a different library, copy it and replace some closures.
package struct OpenFromDecisions: Sendable {
  /// A refused attempt as the app hears of it.
  package struct BlockedAttempt: Hashable, Sendable {
    package var policy: OpenFromPolicy
    package var source: BundleIdentifier

    package init(policy: OpenFromPolicy, source: BundleIdentifier) {
      self.policy = policy
      self.source = source
    }
  }

  /// The properties that follow from what the server has.
  package var properties: @Sendable (OpenFromSetting, Set<BundleIdentifier>) -> OpenFromProperties
  /// The properties at ready, where the server has something else before it.
  package var atReady:
    @Sendable (_ before: OpenFromProperties, _ after: OpenFromProperties) -> OpenFromProperties
  /// Whether the app can read the properties.
  package var isReadable: @Sendable (_ isReady: Bool, _ isStopped: Bool) -> Bool
  /// Whether the app hears of its policy when the library is ready.
  package var tellsAtReady: @Sendable () -> Bool
  /// Whether the properties can be read already when the app hears of its policy at ready.
  package var isReadyWhenTold: @Sendable () -> Bool
  /// Whether changes are taken after the end.
  package var goesOnAfterStop: @Sendable () -> Bool
  /// Whether a changed set of AppConnect apps has consequences at once.
  package var followsApps: @Sendable (_ isReady: Bool) -> Bool
  /// Whether the app hears of these properties; `isOtherSetting` where the server has something else that may come to the same.
  package var isTold:
    @Sendable (_ before: OpenFromProperties, _ after: OpenFromProperties, _ isOtherSetting: Bool) ->
      Bool
  /// Whether the properties are set before the app hears of them.
  package var setsPropertiesFirst: @Sendable () -> Bool
  /// What the app is told, from the new properties and those that it could read at that moment.
  package var told:
    @Sendable (_ new: OpenFromProperties, _ current: OpenFromProperties) -> OpenFromProperties
  /// Whether a method is called in an app that implements these.
  package var isCalled: @Sendable (OpenFromMethod, Set<OpenFromMethod>) -> Bool
  /// Whether a document may be received. The acknowledgement is the last one, nil where there is none.
  package var allows:
    @Sendable (BundleIdentifier, OpenFromProperties, OpenFromAcknowledgement?) -> Bool
  /// Whether a document may be received before the library is ready, or after its end.
  package var allowsUnready:
    @Sendable (_ isStopped: Bool, OpenFromProperties, BundleIdentifier) -> Bool
  /// What the app hears of a refusal.
  package var blockedAttempts: @Sendable (OpenFromPolicy, BundleIdentifier) -> [BlockedAttempt]
  /// Whether an app without the method for policies hears of a change as if a document had been refused.
  package var tellsOfChangesAsBlocked: @Sendable () -> Bool
  /// Whether the app hears of an attempt that was allowed.
  package var tellsOfAllowed: @Sendable (OpenFromPolicy) -> Bool
  /// What the server hears of a change, from what the app acknowledged.
  package var reports:
    @Sendable (OpenFromAcknowledgement?, _ isImplemented: Bool) -> [OpenFromAcknowledgement]

  /// Both stand for the mail app of the system, which is on a list only if both are.
  package static let mail: Set<BundleIdentifier> = [
    BundleIdentifier("com.apple.UIKit.activity.Mail"), BundleIdentifier("com.apple.mobilemail"),
  ]

  /// The decisions of section 2.
  package static let standard = OpenFromDecisions(
    properties: { setting, apps in
      switch setting {
      case .allAppConnectApps: OpenFromProperties(policy: .whitelist, whitelist: apps)
      case .policy(.whitelist, let list): OpenFromProperties(policy: .whitelist, whitelist: list)
      case .policy(let policy, _): OpenFromProperties(policy: policy)
      }
    },
    atReady: { _, after in after },
    isReadable: { isReady, isStopped in isReady && !isStopped },
    tellsAtReady: { false },
    isReadyWhenTold: { true },
    goesOnAfterStop: { false },
    followsApps: { _ in true },
    isTold: { before, after, _ in before != after },
    setsPropertiesFirst: { true },
    told: { new, _ in new },
    isCalled: { method, implemented in implemented.contains(method) },
    allows: { source, properties, _ in
      switch properties.policy {
      case .authorized: true
      case .unauthorized: false
      case .whitelist:
        mail.contains(source)
          ? mail.isSubset(of: properties.whitelist) : properties.whitelist.contains(source)
      }
    },
    allowsUnready: { _, _, _ in false },
    blockedAttempts: { policy, source in [BlockedAttempt(policy: policy, source: source)] },
    tellsOfChangesAsBlocked: { false },
    tellsOfAllowed: { _ in false },
    reports: { acknowledgement, _ in
      [acknowledgement ?? OpenFromAcknowledgement(state: .unsupported, message: "")]
    })
}
