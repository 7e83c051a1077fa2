/// The decisions of the library of a dual-mode app, one closure each (section 4 of the AppConnect
/// document).
///
/// `standard` decides as the document requires. For a different library, copy it and replace some
/// closures.
package struct LifecycleDecisions: Sendable {
  /// What is done when the library is ready.
  package enum ReadyStep: Hashable, Sendable, CaseIterable {
    case tellReady, determine
  }

  /// What is done when a policy is determined.
  package enum ChangeStep: Hashable, Sendable, CaseIterable {
    case set, tell
  }

  /// The answer to `shouldStartAppConnect`.
  package var shouldStart: @Sendable (_ isClientInstalled: Bool, LifecycleRecord) -> Bool
  /// Whether a shared instance is made, after so many starts in this process.
  package var initialisesAgain: @Sendable (_ starts: Int) -> Bool
  /// Whether these options start the library.
  package var starts: @Sendable (_ options: [String: String]?) -> Bool
  /// The policy between a start and its determination.
  package var policyUntilDetermined: @Sendable (LifecycleRecord) -> LifecyclePolicy
  /// The log level once there is a shared instance, before it is started.
  package var levelAtInit: @Sendable (LifecycleLogLevel) -> LifecycleLogLevel
  /// The log level that a start begins with.
  package var levelAtStart: @Sendable (LifecycleLogLevel) -> LifecycleLogLevel
  /// Whether properties can be read.
  package var isReadable: @Sendable (LifecyclePhase, _ starts: Int) -> Bool
  /// The number of a policy, or nil where it is not told.
  package var number: @Sendable (LifecyclePolicy) -> Int?
  /// What is done when the library is ready, in order.
  package var readySteps: @Sendable () -> [ReadyStep]
  /// What is done when a policy is determined, in order.
  package var changeSteps: @Sendable () -> [ChangeStep]
  /// Whether the app is told of a policy.
  package var tells:
    @Sendable (
      _ before: LifecyclePolicy, _ new: LifecyclePolicy, _ isFirst: Bool, LifecycleRecord
    ) -> Bool
  /// The policy that the app is told.
  package var policyTold:
    @Sendable (_ before: LifecyclePolicy, _ new: LifecyclePolicy) -> LifecyclePolicy
  /// Whether the app is told again that the library is ready, when the policy changes.
  package var tellsReadyOfChange: @Sendable () -> Bool
  /// What is remembered once a policy is determined.
  package var recordAfter: @Sendable (LifecyclePolicy, LifecycleRecord) -> LifecycleRecord
  /// What is remembered after retire.
  package var recordAfterRetire: @Sendable (LifecycleRecord) -> LifecycleRecord
  /// The policy after retire.
  package var policyAfterRetire: @Sendable (LifecyclePolicy) -> LifecyclePolicy
  /// Whether the library is still ready after retire.
  package var isReadyAfterRetire: @Sendable () -> Bool
  /// The log level after retire.
  package var levelAfterRetire: @Sendable (LifecycleLogLevel) -> LifecycleLogLevel
  /// Whether the app is told again, by retire, that the library is ready.
  package var tellsReadyOfRetire: @Sendable () -> Bool
  /// Whether the app is told of the policy after retire.
  package var tellsOfRetire: @Sendable () -> Bool
  /// Whether the app is told of anything by stop.
  package var tellsOfStop: @Sendable () -> Bool
  /// What is remembered after stop.
  package var recordAfterStop: @Sendable (LifecycleRecord) -> LifecycleRecord
  /// Whether there is a shared instance, after so many starts in this process.
  package var hasInstance: @Sendable (LifecyclePhase, _ starts: Int) -> Bool
  /// Whether the app hears of a policy after stop.
  package var hearsAfterStop: @Sendable () -> Bool
  /// The log level after stop, given where the library was when it was stopped.
  package var levelAfterStop: @Sendable (LifecycleLogLevel, LifecyclePhase) -> LifecycleLogLevel
  /// Whether a log level that the server sets counts.
  package var levelCounts: @Sendable (LifecyclePhase) -> Bool
  /// What comes before a text is logged.
  package var willLog: @Sendable (LifecyclePhase, _ starts: Int) -> Void

  /// The decisions of section 4.
  package static let standard = LifecycleDecisions(
    shouldStart: { isInstalled, record in
      isInstalled || record.clientWasInstalled && record.ranInAppConnectMode
    },
    initialisesAgain: { _ in true },
    starts: { _ in true },
    policyUntilDetermined: { _ in .unknown },
    levelAtInit: { $0 },
    levelAtStart: { $0 },
    isReadable: { phase, _ in phase == .ready },
    number: { policy in
      switch policy {
      case .unknown: 0
      case .unmanaged: 1
      case .managed: 2
      }
    },
    readySteps: { [.tellReady, .determine] },
    changeSteps: { [.set, .tell] },
    tells: { before, new, isFirst, _ in isFirst || before != new },
    policyTold: { _, new in new },
    tellsReadyOfChange: { false },
    recordAfter: { policy, record in
      var record = record
      record.lastPolicy = policy
      if policy == .managed {
        record.ranInAppConnectMode = true
        record.holdsSecureData = true
      }
      return record
    },
    recordAfterRetire: { LifecycleRecord(clientWasInstalled: $0.clientWasInstalled) },
    policyAfterRetire: { _ in .unknown },
    isReadyAfterRetire: { true },
    levelAfterRetire: { $0 },
    tellsReadyOfRetire: { false },
    tellsOfRetire: { false },
    tellsOfStop: { false },
    recordAfterStop: { $0 },
    hasInstance: { phase, _ in phase != .absent },
    hearsAfterStop: { false },
    levelAfterStop: { _, _ in .status },
    levelCounts: { $0 == .started || $0 == .ready },
    willLog: { _, _ in })
}
