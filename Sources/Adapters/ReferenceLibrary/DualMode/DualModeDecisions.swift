/// The decisions of a dual-mode app, one closure each (section 3 of the AppConnect document).
///
/// `standard` decides as the document requires. For a different app, copy it and replace some
/// closures.
package struct DualModeDecisions: Sendable {
  /// How the library is started.
  package enum StartingStep: Hashable, Sendable, CaseIterable {
    case initialise, start
  }

  /// What the app does on its way to being a regular app.
  package enum LeavingStep: Hashable, Sendable, CaseIterable {
    case erase, persist, retire, stop
    /// Stores one half of the record, where `persist` stores the whole.
    case persistEncryption, persistMode
  }

  /// What the app does on its way into AppConnect mode.
  package enum EnteringStep: Hashable, Sendable, CaseIterable {
    case erase, persist, encrypt
    /// Stores one half of the record, where `persist` stores the whole.
    case persistEncryption, persistMode
  }

  /// Why an app becomes a regular one.
  package enum Leaving: Hashable, Sendable {
    /// The library says that the app is not managed.
    case unmanaged
    /// The user wants it.
    case user
  }

  /// The record before the first launch.
  package var firstRecord: @Sendable () -> DualModeRecord
  /// How often a launch asks the library whether to start it.
  package var questionsAtLaunch: @Sendable (DualModeState) -> Int
  /// Whether a launch starts the library. The answer is nil if it was not asked.
  package var startsAtLaunch: @Sendable (DualModeState, _ answer: Bool?) -> Bool
  /// Whether a launch makes the library's instance before it asks anything.
  package var initialisesBeforeAsking: @Sendable (DualModeState) -> Bool
  /// How the library is started in this state, in order.
  package var startingSteps: @Sendable (DualModeState, _ isRestart: Bool) -> [StartingStep]
  /// The state after a launch with the library, before it has said anything else.
  package var stateWithLibrary: @Sendable (DualModeState) -> DualModeState
  /// The state after a launch without the library.
  package var stateWithoutLibrary: @Sendable (DualModeState) -> DualModeState
  /// The mode that a notice leads to, or nil if it changes nothing.
  package var modeAfterNotice: @Sendable (DualModeState, ManagedPolicyNotice) -> DualModeState?
  /// The encryption in AppConnect mode.
  package var encryptionOnEntering:
    @Sendable (_ before: DualModeState, ManagedPolicyNotice) -> DataEncryption
  /// Whether data is erased on entering AppConnect mode.
  package var erasesOnEntering: @Sendable (ManagedPolicyNotice) -> Bool
  /// What is done on the way into AppConnect mode, in order. Whether data is erased or encrypted there is decided apart.
  package var enteringSteps: @Sendable (_ before: DualModeState) -> [EnteringStep]
  /// What is done on the way to being a regular app, in order.
  package var leavingSteps: @Sendable (_ before: DualModeState, Leaving) -> [LeavingStep]
  /// The encryption of a regular app that came from this record.
  package var encryptionOnLeaving: @Sendable (DualModeRecord) -> DataEncryption
  /// What the user hears when a change from this state ends this way: that it succeeded, that it
  /// failed, or nothing.
  package var outcomeTold: @Sendable (_ before: DualModeState, _ success: Bool) -> Bool?
  /// Whether existing data is encrypted on a way into AppConnect mode.
  package var encryptsExisting: @Sendable (_ before: DualModeState, DataEncryption) -> Bool
  /// Whether the library is asked when the user wants AppConnect mode.
  package var asksOnUserRequest: @Sendable () -> Bool
  /// Whether a restart gets the options of the launch instead of none.
  package var reusesLaunchOptions: @Sendable () -> Bool
  /// Whether a change that the user wants is stored before the library is started for it.
  package var storesBeforeRestarting: @Sendable () -> Bool
  /// What is written for a record, or nil if nothing is written.
  package var persisted: @Sendable (DualModeRecord) -> DualModeRecord?

  /// The decisions of section 3.
  package static let standard = DualModeDecisions(
    firstRecord: { DualModeRecord() },
    questionsAtLaunch: { $0 == .nonAppConnectMode ? 0 : 1 },
    startsAtLaunch: { state, answer in state != .nonAppConnectMode && answer == true },
    initialisesBeforeAsking: { _ in false },
    startingSteps: { _, _ in [.initialise, .start] },
    stateWithLibrary: { $0 },
    stateWithoutLibrary: { $0 == .undecided ? .appConnectNotAvailable : $0 },
    modeAfterNotice: { state, notice in
      switch state {
      case .appConnectMode, .nonAppConnectMode: nil
      case .undecided, .appConnectNotAvailable, .pendingAppConnectMode:
        notice.policy == .managed ? .appConnectMode : .nonAppConnectMode
      }
    },
    encryptionOnEntering: { _, notice in
      notice.secureServices && notice.secureFileIORequired ? .encrypted : .unencrypted
    },
    erasesOnEntering: { $0.authorization == .retired },
    enteringSteps: { _ in [.erase, .persist, .encrypt] },
    leavingSteps: { _, leaving in
      leaving == .user ? [.erase, .persist, .retire, .stop] : [.persist, .retire, .stop]
    },
    encryptionOnLeaving: { _ in .unencrypted },
    outcomeTold: { before, success in before == .pendingAppConnectMode ? success : nil },
    encryptsExisting: { before, encryption in
      before == .pendingAppConnectMode && encryption == .encrypted
    },
    asksOnUserRequest: { false },
    reusesLaunchOptions: { false },
    storesBeforeRestarting: { true },
    persisted: { $0 })
}
