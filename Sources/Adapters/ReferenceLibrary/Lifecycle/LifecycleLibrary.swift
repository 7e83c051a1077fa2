/// The library of a dual-mode app: whether to start it, how it is started and stopped, and what it
/// tells the app (section 4 of the `appconnect` document).
///
/// One instance is one process of the app. Nothing of the library is there before
/// ``initialise(delegate:)``; from ``becameReady(policy:)`` on its properties can be read; after
/// ``stop()`` it can be initialised and started again.
///
/// All of this belongs on one thread, usually the main one; the delegate is called on it, too.
///
/// Source: dual-mode API details of AppConnect for iOS.
public final class LifecycleLibrary {
  private let device: any LifecycleDevice
  private let decisions: LifecycleDecisions
  private weak var delegate: (any LifecycleDelegate)?
  /// The delegate of the instance before, which must not hear anything.
  private weak var formerDelegate: (any LifecycleDelegate)?
  private var phase = LifecyclePhase.absent
  private var isDetermined = false
  private var isRetired = false
  private var policy = LifecyclePolicy.unknown
  private var level = LifecycleLogLevel.status
  private var starts = 0

  /// The library in a process that has just begun.
  public convenience init(device: any LifecycleDevice) {
    self.init(device: device, decisions: .standard)
  }

  package init(device: any LifecycleDevice, decisions: LifecycleDecisions) {
    self.device = device
    self.decisions = decisions
  }

  // MARK: For the app

  /// Whether the app should start the library: `+shouldStartAppConnect` (ACC-LC-01 to 03).
  public func shouldStartAppConnect() -> Bool {
    decisions.shouldStart(device.isClientInstalled, device.record)
  }

  /// Makes the shared instance: `+initWithDelegate:`. The delegate is not kept alive.
  public func initialise(delegate: any LifecycleDelegate) {
    guard phase == .absent, decisions.initialisesAgain(starts) else { return }
    self.delegate = delegate
    phase = .initialised
    isRetired = false
    level = decisions.levelAtInit(level)
  }

  /// Starts the shared instance: `-startWithLaunchOptions:`. Nil options are for a restart
  /// (ACC-LC-10).
  public func start(options: [String: String]?) {
    guard phase == .initialised, decisions.starts(options) else { return }
    phase = .started
    starts += 1
    isDetermined = false
    policy = decisions.policyUntilDetermined(device.record)
    level = decisions.levelAtStart(level)
  }

  /// Erases what the library keeps about the app: `-retire` (ACC-LC-09). The app calls ``stop()``
  /// immediately afterwards.
  public func retire() {
    guard phase == .started || phase == .ready else { return }
    device.record = decisions.recordAfterRetire(device.record)
    isRetired = true
    policy = decisions.policyAfterRetire(policy)
    level = decisions.levelAfterRetire(level)
    if decisions.tellsReadyOfRetire() { delegate?.appConnectIsReady(self) }
    if decisions.tellsOfRetire() { delegate?.managedPolicyChanged(to: policy, self) }
  }

  /// Shuts the library down and drops the shared instance: `-stop` (ACC-LC-07).
  public func stop() {
    formerDelegate = delegate
    delegate = nil
    level = decisions.levelAfterStop(level, phase)
    phase = .absent
    if decisions.tellsOfStop() { formerDelegate?.managedPolicyChanged(to: .unknown, self) }
    device.record = decisions.recordAfterStop(device.record)
  }

  /// Whether there is a shared instance.
  public var hasSharedInstance: Bool {
    decisions.hasInstance(phase, starts)
  }

  /// Whether the app may read the properties of the shared instance.
  public var isReady: Bool {
    phase == .ready && (!isRetired || decisions.isReadyAfterRetire())
  }

  /// What the library knows of the app's policy, or nil as long as it cannot be read (ACC-LC-05).
  public var managedPolicy: LifecyclePolicy? {
    decisions.isReadable(phase, starts) ? policy : nil
  }

  /// The number behind a policy (ACC-LC-04), or nil if it is not told.
  public func number(of policy: LifecyclePolicy) -> Int? { decisions.number(policy) }

  /// How much is logged: `+logLevel`, at any time (ACC-LC-08).
  public var logLevel: LifecycleLogLevel { level }

  /// Logs a text if the level asks for it: `+logAtLevel:format:`, at any time (ACC-LC-08).
  public func log(_ text: String, at level: LifecycleLogLevel) {
    decisions.willLog(phase, starts)
    if level <= self.level { device.write(text) }
  }

  // MARK: For what the library hears of its server

  /// The library is ready, and its server has said whether the app is managed (ACC-LC-05, 11).
  public func becameReady(policy: LifecyclePolicy) {
    guard phase == .started else { return }
    for step in decisions.readySteps() {
      switch step {
      case .tellReady:
        phase = .ready
        delegate?.appConnectIsReady(self)
      case .determine: determine(policy)
      }
    }
  }

  /// Its server says whether the app is managed (ACC-LC-06, 11).
  public func serverDecided(_ policy: LifecyclePolicy) {
    switch phase {
    case .ready: determine(policy)
    case .absent:
      if decisions.hearsAfterStop(), starts > 0 {
        formerDelegate?.managedPolicyChanged(to: policy, self)
      }
    case .initialised, .started: break
    }
  }

  /// Its server says how much is to be logged.
  public func serverSetLogLevel(_ level: LifecycleLogLevel) {
    if decisions.levelCounts(phase) { self.level = level }
  }

  private func determine(_ new: LifecyclePolicy) {
    let before = policy
    let isFirst = !isDetermined
    isDetermined = true
    let isTold = decisions.tells(before, new, isFirst, device.record)
    for step in decisions.changeSteps() {
      switch step {
      case .set:
        policy = new
        device.record = decisions.recordAfter(new, device.record)
      case .tell:
        if isTold { delegate?.managedPolicyChanged(to: decisions.policyTold(before, new), self) }
      }
    }
    if !isFirst, before != new, decisions.tellsReadyOfChange() {
      delegate?.appConnectIsReady(self)
    }
  }
}
