import Conformance

/// The suite `managed-config`: an app's client of managed app configuration, and of its feedback.
package enum ManagedConfig {
  package static let name = "managed-config"
}

/// One thing that happens to the app, or to its user defaults.
package enum ManagedConfigEvent: Hashable, Sendable {
  /// The app starts.
  case launch
  /// The app is killed.
  case terminate
  /// The server writes another dictionary, or takes it away (nil).
  case configure(ManagedDictionary?)
  /// The app counts so many events.
  case count(String, times: Int)
  /// The server reads the feedback and erases it.
  case collectFeedback
  /// Somebody asks for the settings in effect.
  case settings
}
