/// Enforces the Open From policy of an app: from which apps it may receive documents.
///
/// One instance is one life of the library. It starts with what the server has, and may hear of changes before it is ready;
/// ``becomeReady()`` makes the properties readable, and from then on the app hears of changes. ``stop()`` ends it.
///
/// All calls belong on one thread, usually the main one.
///
/// Source: "Open From policy API details"; section 2 of the `appconnect` document.
public final class OpenFrom {
  private let app: any OpenFromApp
  private let report: (OpenFromAcknowledgement) -> Void
  private let decisions: OpenFromDecisions
  private var isReady = false
  private var isStopped = false
  private var setting: OpenFromSetting
  private var authorizedApps: Set<BundleIdentifier> = []
  private var current: OpenFromProperties
  private var lastAcknowledgement: OpenFromAcknowledgement?

  /// A library that starts.
  ///
  /// - Parameters:
  ///   - setting: what the server has.
  ///   - app: kept alive.
  ///   - report: hears, once for each change, how the app took it.
  public convenience init(
    setting: OpenFromSetting, app: any OpenFromApp,
    report: @escaping (OpenFromAcknowledgement) -> Void
  ) {
    self.init(setting: setting, app: app, decisions: .standard, report: report)
  }

  package init(
    setting: OpenFromSetting, app: any OpenFromApp, decisions: OpenFromDecisions,
    report: @escaping (OpenFromAcknowledgement) -> Void
  ) {
    self.setting = setting
    self.app = app
    self.decisions = decisions
    self.report = report
    current = decisions.properties(setting, [])
  }

  /// The properties, or nil while they cannot be read: before the library is ready, and after its end.
  public var properties: OpenFromProperties? {
    decisions.isReadable(isReady, isStopped) ? current : nil
  }

  /// The library is ready.
  public func becomeReady() {
    isReady = decisions.isReadyWhenTold()
    if decisions.tellsAtReady() { tell(current) }
    isReady = true
  }

  /// The server has another setting. Before the library is ready nobody hears of it.
  public func serverChanged(to setting: OpenFromSetting) {
    guard !isStopped || decisions.goesOnAfterStop() else { return }
    let before = self.setting
    self.setting = setting
    update(isOtherSetting: before != setting)
  }

  /// These are the authorized AppConnect apps now.
  public func authorizedAppsChanged(to apps: Set<BundleIdentifier>) {
    guard !isStopped || decisions.goesOnAfterStop() else { return }
    authorizedApps = apps
    guard decisions.followsApps(isReady) else { return }
    update(isOtherSetting: false)
  }

  /// Another app sends a document.
  ///
  /// - Returns: whether it may be received. An app that may not know of it hears of a refusal.
  public func receives(from source: BundleIdentifier) -> Bool {
    guard isReady, !isStopped else { return decisions.allowsUnready(isStopped, current, source) }
    guard !decisions.allows(source, current, lastAcknowledgement) else {
      if decisions.tellsOfAllowed(current.policy) {
        app.openFromAttemptedWhenBlocked(policy: current.policy, source: source)
      }
      return true
    }
    if decisions.isCalled(.blocked, app.implementedMethods) {
      for attempt in decisions.blockedAttempts(current.policy, source) {
        app.openFromAttemptedWhenBlocked(policy: attempt.policy, source: attempt.source)
      }
    }
    return false
  }

  /// The library ends. Nobody hears of anything any more.
  public func stop() { isStopped = true }

  private func update(isOtherSetting: Bool) {
    let next = decisions.properties(setting, authorizedApps)
    guard isReady else {
      current = decisions.atReady(current, next)
      return
    }
    guard decisions.isTold(current, next, isOtherSetting) else {
      current = next
      return
    }
    // The properties come first, the callback after them.
    if decisions.setsPropertiesFirst() {
      current = next
      tell(next)
    } else {
      tell(next)
      current = next
    }
  }

  private func tell(_ properties: OpenFromProperties) {
    let implemented = app.implementedMethods
    var acknowledgement: OpenFromAcknowledgement?
    if decisions.isCalled(.changedTo, implemented) {
      acknowledgement = app.openFromPolicyChanged(to: decisions.told(properties, current))
    } else if decisions.tellsOfChangesAsBlocked(), decisions.isCalled(.blocked, implemented) {
      app.openFromAttemptedWhenBlocked(policy: properties.policy, source: BundleIdentifier(""))
    }
    lastAcknowledgement = acknowledgement
    for said in decisions.reports(acknowledgement, implemented.contains(.changedTo)) {
      report(said)
    }
  }
}
