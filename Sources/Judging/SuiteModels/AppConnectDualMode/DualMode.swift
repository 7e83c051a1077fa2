import Conformance

/// The suite `appconnect.dualmode`: an app's logic for running as an AppConnect app or as a regular one.
package enum DualMode {
  package static let name = "appconnect.dualmode"

  /// What an adapter claims that can let the app die at a write.
  package static let killPoints = "killPoints"
}

/// What the app persists about its mode.
package enum AppMode: String, Hashable, Sendable, CaseIterable {
  case undecided = "Undecided"
  case notAvailable = "AppConnectNotAvailable"
  case pending = "PendingAppConnectMode"
  case appConnect = "AppConnectMode"
  case nonAppConnect = "NonAppConnectMode"
}

/// What the app persists about its data.
package enum DataEncryption: String, Hashable, Sendable, CaseIterable {
  case unencrypted = "Unencrypted"
  case encrypted = "Encrypted"
}

/// Whether the server manages the app.
package enum ManagedPolicy: String, Hashable, Sendable, CaseIterable {
  case managed = "MANAGED"
  case unmanaged = "UNMANAGED"
}

package enum AuthorizationState: String, Hashable, Sendable, CaseIterable {
  case authorized = "AUTHORIZED"
  case unauthorized = "UNAUTHORIZED"
  case retired = "RETIRED"
}

/// One thing that happens to the app.
package enum DualModeEvent: Hashable, Sendable {
  /// The app starts; the library would answer `shouldStart` if it is asked. `options` are the launch options.
  case launch(shouldStart: Bool, options: [String: String])
  /// The library tells what the server decided, and what the other policies are at that moment.
  case managedPolicy(ManagedPolicy, Policies)
  /// The user asks for the other mode in the app's own user interface.
  case userRequests(AppMode)
  /// The app is killed.
  case terminate
  /// The app dies in the midst of an event: right after this write to its storage, or before the first one (0). It does not where it
  /// has done with fewer; in either case it is started anew next.
  indirect case killed(DualModeEvent, afterWrites: Int)

  package struct Policies: Hashable, Sendable {
    package var secureServices: Bool
    package var secureFileIORequired: Bool
    package var authorization: AuthorizationState

    package init(
      secureServices: Bool = false, secureFileIORequired: Bool = false,
      authorization: AuthorizationState = .authorized
    ) {
      self.secureServices = secureServices
      self.secureFileIORequired = secureFileIORequired
      self.authorization = authorization
    }
  }
}
