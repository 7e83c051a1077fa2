/// Delivers the configuration of the server to an app.
///
/// One instance is one run of the app. ``launch(with:)`` comes first, once; then ``serverChanged(to:)`` as often as the server has
/// something else. The app may end at any point: what was delivered is stored before the method returns, and nothing waits for the end.
///
/// An error of the storage leaves what is stored as it was: the next launch delivers again what it cannot remember.
///
/// Source: "App-specific configuration callback methods"; section 1 of the `appconnect` document.
public final class ConfigurationDelivery {
  private let storage: any ConfigurationStorage
  private let app: any ConfigurableApp
  private let decisions: ConfigurationDecisions
  private let report: (ConfigurationReport) -> Void
  private var current = ServerConfiguration(pairs: ConfigurationPairs(), revision: 0)

  /// The delivery to an app that is about to launch.
  ///
  /// - Parameters:
  ///   - storage: what earlier runs have stored; kept alive.
  ///   - app: kept alive.
  ///   - report: hears, after each call of the app, what it returned.
  public convenience init(
    storage: any ConfigurationStorage, app: any ConfigurableApp,
    report: @escaping (ConfigurationReport) -> Void
  ) {
    self.init(storage: storage, app: app, decisions: .standard, report: report)
  }

  package init(
    storage: any ConfigurationStorage, app: any ConfigurableApp, decisions: ConfigurationDecisions,
    report: @escaping (ConfigurationReport) -> Void
  ) {
    self.storage = storage
    self.app = app
    self.decisions = decisions
    self.report = report
  }

  /// The app launches (rows 1 to 4 of the table).
  ///
  /// - Parameter configurations: what the server has had since the app last ran, the present one last; never empty.
  /// - Throws: what the storage throws.
  public func launch(with configurations: [ServerConfiguration]) throws {
    let remembered = try storage.load()
    for configuration in decisions.deliveredAtLaunch(configurations) {
      let callbacks = decisions.callbacksAtLaunch(remembered, configuration)
      deliver(configuration.pairs, by: callbacks, after: remembered?.pairs ?? ConfigurationPairs())
    }
    guard let last = configurations.last else { return }
    current = last
    try remember(last, isLaunch: true)
  }

  /// The server has something else while the app runs (row 5).
  ///
  /// - Throws: what the storage throws.
  public func serverChanged(to configuration: ServerConfiguration) throws {
    let before = current
    let callbacks = decisions.callbacksAtChange(before, configuration)
    deliver(configuration.pairs, by: callbacks, after: before.pairs)
    current = configuration
    try remember(configuration, isLaunch: false)
  }

  private func remember(_ configuration: ServerConfiguration, isLaunch: Bool) throws {
    if decisions.isStored(configuration, isLaunch) { try storage.store(configuration) }
  }

  private func deliver(
    _ pairs: ConfigurationPairs, by callbacks: [ConfigurationCallback],
    after before: ConfigurationPairs
  ) {
    var reports: [ConfigurationReport] = []
    for callback in callbacks where decisions.isCalled(callback, app.implementedCallbacks) {
      let answer = app.receive(decisions.delivered(pairs, before, callback), by: callback)
      decisions.heard(callback, answer)
      if let report = decisions.report(callback, answer) { reports.append(report) }
    }
    for report in decisions.reports(reports) { self.report(report) }
  }
}
