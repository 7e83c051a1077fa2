/// The mode of a dual-mode app, or the mode it is changing to. Raw values are the document's names.
public enum DualModeState: String, Hashable, Sendable, CaseIterable {
  /// Before the first launch.
  case undecided = "Undecided"
  /// The client app is not available; a later launch decides.
  case appConnectNotAvailable = "AppConnectNotAvailable"
  /// The user asked for AppConnect mode, and the library has not answered yet.
  case pendingAppConnectMode = "PendingAppConnectMode"
  /// The app is managed.
  case appConnectMode = "AppConnectMode"
  /// The app is a regular one.
  case nonAppConnectMode = "NonAppConnectMode"
}

/// Whether the app's data is encrypted. Raw values are the document's names.
public enum DataEncryption: String, Hashable, Sendable, CaseIterable {
  /// Files are written as they are.
  case unencrypted = "Unencrypted"
  /// Files are written through the library's secure file I/O.
  case encrypted = "Encrypted"
}

/// What a dual-mode app remembers between launches. Both values are in one record, so that the app
/// can never die between storing one and the other.
public struct DualModeRecord: Hashable, Sendable {
  /// The mode.
  public var state: DualModeState
  /// Whether data is encrypted.
  public var encryption: DataEncryption

  /// A record. The very first one is undecided and unencrypted (ACC-DM-01).
  public init(state: DualModeState = .undecided, encryption: DataEncryption = .unencrypted) {
    self.state = state
    self.encryption = encryption
  }
}

/// What the library says once it knows whether the app is managed, and what else it knows.
public struct ManagedPolicyNotice: Hashable, Sendable {
  /// Whether the app is managed.
  public enum Policy: String, Hashable, Sendable, CaseIterable {
    /// `ACMANAGEDPOLICY_MANAGED`.
    case managed = "MANAGED"
    /// `ACMANAGEDPOLICY_UNMANAGED`.
    case unmanaged = "UNMANAGED"
  }

  /// Whether the app's user is authorized.
  public enum Authorization: String, Hashable, Sendable, CaseIterable {
    /// The user may use the app.
    case authorized = "AUTHORIZED"
    /// The user may not use the app until the server says otherwise.
    case unauthorized = "UNAUTHORIZED"
    /// The user may no longer use the app: sensitive data has to go (ACC-DM-13).
    case retired = "RETIRED"
  }

  /// Whether the app is managed.
  public var policy: Policy
  /// Whether secure services are available, without which nothing is encrypted (ACC-DM-12).
  public var secureServices: Bool
  /// Whether the policy asks for secure file I/O.
  public var secureFileIORequired: Bool
  /// Whether the app's user is authorized.
  public var authorization: Authorization

  /// A notice. The defaults are what a library without secure services says.
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
