/// The decisions of a dual-mode app, one closure each (section 3 of the AppConnect document).
///
/// `standard` decides as the document requires. For a different app, copy it and replace some
/// closures.
package struct DualModeDecisions: Sendable {
  /// What the app does on its way to being a regular app.
  package enum LeavingStep: Hashable, Sendable, CaseIterable {
    case erase, persist, retire, stop
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
  /// The state after a launch without the library.
  package var stateWithoutLibrary: @Sendable (DualModeState) -> DualModeState
  /// The mode that a notice leads to, or nil if it changes nothing.
  package var modeAfterNotice: @Sendable (DualModeState, ManagedPolicyNotice) -> DualModeState?
  /// The encryption in AppConnect mode.
  package var encryptionOnEntering: @Sendable (ManagedPolicyNotice) -> DataEncryption
  /// Whether data is erased on entering AppConnect mode.
  package var erasesOnEntering: @Sendable (ManagedPolicyNotice) -> Bool
  /// What is done on the way to being a regular app, in order.
  package var leavingSteps: @Sendable (Leaving) -> [LeavingStep]
  /// The encryption of a regular app that came from this record.
  package var encryptionOnLeaving: @Sendable (DualModeRecord) -> DataEncryption
  /// Whether the user hears that a change from this state ended this way.
  package var tellsUser: @Sendable (DualModeState, _ success: Bool) -> Bool
  /// Whether existing data is encrypted on a way into AppConnect mode.
  package var encryptsExisting: @Sendable (_ before: DualModeState, DataEncryption) -> Bool
  /// Whether the library is asked when the user wants AppConnect mode.
  package var asksOnUserRequest: @Sendable () -> Bool
  /// Whether a restart gets the options of the launch instead of none.
  package var reusesLaunchOptions: @Sendable () -> Bool
  /// What is written for a record, or nil if nothing is written.
  package var persisted: @Sendable (DualModeRecord) -> DualModeRecord?

  /// The decisions of section 3.
  package static let standard = DualModeDecisions(
    firstRecord: { DualModeRecord() },
    questionsAtLaunch: { $0 == .nonAppConnectMode ? 0 : 1 },
    startsAtLaunch: { state, answer in state != .nonAppConnectMode && answer == true },
    stateWithoutLibrary: { $0 == .undecided ? .appConnectNotAvailable : $0 },
    modeAfterNotice: { state, notice in
      switch state {
      case .appConnectMode, .nonAppConnectMode: nil
      case .undecided, .appConnectNotAvailable, .pendingAppConnectMode:
        notice.policy == .managed ? .appConnectMode : .nonAppConnectMode
      }
    },
    encryptionOnEntering: {
      $0.secureServices && $0.secureFileIORequired ? .encrypted : .unencrypted
    },
    erasesOnEntering: { $0.authorization == .retired },
    leavingSteps: { leaving in
      leaving == .user ? [.erase, .persist, .retire, .stop] : [.persist, .retire, .stop]
    },
    encryptionOnLeaving: { _ in .unencrypted },
    tellsUser: { before, _ in before == .pendingAppConnectMode },
    encryptsExisting: { before, encryption in
      before == .pendingAppConnectMode && encryption == .encrypted
    },
    asksOnUserRequest: { false },
    reusesLaunchOptions: { false },
    persisted: { $0 })
}
