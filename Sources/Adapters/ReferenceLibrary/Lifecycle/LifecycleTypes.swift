/// Whether the app is managed: `ACManagedPolicy`. Raw values are the document's names.
public enum LifecyclePolicy: String, Hashable, Sendable, CaseIterable {
  /// Not yet determined.
  case unknown = "UNKNOWN"
  /// The app is not managed.
  case unmanaged = "UNMANAGED"
  /// The app is managed.
  case managed = "MANAGED"
}

/// How much is logged, the least first. Raw values are the document's names.
public enum LifecycleLogLevel: String, Hashable, Sendable, CaseIterable, Comparable {
  /// What everybody should know.
  case status = "STATUS"
  /// What may help.
  case info = "INFO"
  /// What helps those who look for something.
  case verbose = "VERBOSE"
  /// Everything.
  case debug = "DEBUG"

  /// Whether less is logged at the first level.
  public static func < (one: Self, other: Self) -> Bool {
    guard let one = allCases.firstIndex(of: one), let other = allCases.firstIndex(of: other) else {
      return false
    }
    return one < other
  }
}

/// Where the shared instance is on its way.
package enum LifecyclePhase: Hashable, Sendable {
  case absent, initialised, started, ready
}

/// What the library remembers of the app between its processes.
public struct LifecycleRecord: Hashable, Sendable {
  /// Whether the client app has ever been installed.
  public var clientWasInstalled: Bool
  /// Whether the app has run in AppConnect mode.
  public var ranInAppConnectMode: Bool
  /// Whether the library holds information about the app, secure data among it.
  public var holdsSecureData: Bool
  /// The policy that was determined last.
  public var lastPolicy: LifecyclePolicy

  /// A record. The first one knows nothing.
  public init(
    clientWasInstalled: Bool = false, ranInAppConnectMode: Bool = false,
    holdsSecureData: Bool = false, lastPolicy: LifecyclePolicy = .unknown
  ) {
    self.clientWasInstalled = clientWasInstalled
    self.ranInAppConnectMode = ranInAppConnectMode
    self.holdsSecureData = holdsSecureData
    self.lastPolicy = lastPolicy
  }
}

/// The device on which the app runs.
public protocol LifecycleDevice: AnyObject {
  /// Whether the client app is installed now.
  var isClientInstalled: Bool { get }
  /// What is remembered. A change is stored at once: the next process finds it.
  var record: LifecycleRecord { get set }
  /// Writes a line into the log.
  func write(_ text: String)
}

/// What the app hears: `AppConnectDelegate`, as far as dual mode needs it.
public protocol LifecycleDelegate: AnyObject {
  /// The properties of the library can be read from now on: `-appConnectIsReady:`.
  func appConnectIsReady(_ library: LifecycleLibrary)
  /// The policy has been determined, or has changed. The property has the value already (ACC-LC-06).
  func managedPolicyChanged(to policy: LifecyclePolicy, _ library: LifecycleLibrary)
}

extension LifecycleDelegate {
  /// An app that does not run in two modes leaves it out.
  public func managedPolicyChanged(to policy: LifecyclePolicy, _ library: LifecycleLibrary) {}
}
