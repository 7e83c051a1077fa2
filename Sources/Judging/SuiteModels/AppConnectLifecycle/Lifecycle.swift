import Conformance

/// The suite `appconnect.lifecycle`: the library's side of dual mode.
package enum Lifecycle {
  package static let name = "appconnect.lifecycle"
}

/// Whether the server manages the app, as the library knows it (`ACManagedPolicy`).
package enum PolicyValue: String, Hashable, Sendable, CaseIterable {
  case unknown = "UNKNOWN"
  case unmanaged = "UNMANAGED"
  case managed = "MANAGED"

  /// The number of the enumeration.
  package var number: Int64 {
    switch self {
    case .unknown: 0
    case .unmanaged: 1
    case .managed: 2
    }
  }
}

/// How much the library logs.
package enum LogLevel: String, Hashable, Sendable, CaseIterable {
  case status = "STATUS"
  case info = "INFO"
  case verbose = "VERBOSE"
  case debug = "DEBUG"
}

/// One thing that happens to the library.
package enum LifecycleEvent: Hashable, Sendable {
  /// The user installs the client app, or deletes it.
  case device(clientInstalled: Bool)
  /// The app asks `+shouldStartAppConnect`.
  case shouldStart
  /// The app calls `+initWithDelegate:`.
  case initialise
  /// The app calls `-startWithLaunchOptions:`; nil on a restart.
  case start([String: String]?)
  /// The library is ready, and knows whether the app is managed.
  case ready(ManagedPolicy)
  /// The server decides whether the app is managed.
  case policy(ManagedPolicy)
  case retire
  case stop
  /// The app looks at the properties.
  case properties
  /// The server sets how much is logged.
  case logLevel(LogLevel)
  case log(LogLevel, String)
  /// The app is killed.
  case terminate
}
