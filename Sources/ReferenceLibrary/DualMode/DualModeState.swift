/// In which mode a dual-mode app is, or on its way to.
public enum DualModeState: String, Hashable, Sendable, CaseIterable {
  /// Before the first launch.
  case undecided = "Undecided"
  /// The client app is not there; the choice is left to a later launch.
  case appConnectNotAvailable = "AppConnectNotAvailable"
  /// The user asked for AppConnect mode and waits for the library's word.
  case pendingAppConnectMode = "PendingAppConnectMode"
  /// The app is managed.
  case appConnectMode = "AppConnectMode"
  /// The app is a regular one.
  case nonAppConnectMode = "NonAppConnectMode"
}

/// Whether the app's data is encrypted.
public enum DataEncryption: String, Hashable, Sendable, CaseIterable {
  case unencrypted = "Unencrypted"
  case encrypted = "Encrypted"
}

/// What a dual-mode app remembers between launches: both in one record, so that no death of the
/// app can leave one without the other.
public struct DualModeRecord: Hashable, Sendable {
  /// The mode.
  public var state: DualModeState
  /// Whether data is encrypted.
  public var encryption: DataEncryption

  /// A record; the first one of all is undecided and unencrypted (ACC-DM-01).
  public init(state: DualModeState = .undecided, encryption: DataEncryption = .unencrypted) {
    self.state = state
    self.encryption = encryption
  }
}

/// What the library says when it knows whether the app is managed.
public struct ManagedPolicyNotice: Hashable, Sendable {
  /// Whether the app is managed.
  public enum Policy: String, Hashable, Sendable, CaseIterable {
    case managed = "MANAGED"
    case unmanaged = "UNMANAGED"
  }

  /// Whether the app's user is authorized.
  public enum Authorization: String, Hashable, Sendable, CaseIterable {
    case authorized = "AUTHORIZED"
    case unauthorized = "UNAUTHORIZED"
    case retired = "RETIRED"
  }

  /// Whether the app is managed.
  public var policy: Policy
  /// Whether secure services are available.
  public var secureServices: Bool
  /// Whether the policy asks for secure file I/O.
  public var secureFileIORequired: Bool
  /// Whether the app's user is authorized.
  public var authorization: Authorization

  /// A notice.
  public init(
    policy: Policy, secureServices: Bool = false, secureFileIORequired: Bool = false,
    authorization: Authorization = .authorized
  ) {
    self.policy = policy
    self.secureServices = secureServices
    self.secureFileIORequired = secureFileIORequired
    self.authorization = authorization
  }
}
