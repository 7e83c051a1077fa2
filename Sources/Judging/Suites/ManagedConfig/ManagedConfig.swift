package import Conformance

/// The suite `managed-config`: an app's client of managed app configuration, and of its feedback.
package enum ManagedConfig {
  package static let name = "managed-config"

  package static var suite: ModelSuite<ManagedConfigModel> { suite() }

  /// - Parameter casesPerFamily: how many cases each seeded family has; nil: its usual number.
  package static func suite(casesPerFamily: Int? = nil) -> ModelSuite<ManagedConfigModel> {
    ModelSuite(
      name: name, model: ManagedConfigModel(), clauses: clauses, freePlaces: freePlaces,
      robustness: RobustnessClauses(crash: ["MC-17"], hang: ["MC-17"]), persistence: ["MC-12"],
      leakKinds: ["secret-shown"],
      effectKinds: ["configuration-written", "wrong-count", "wrong-setting"],
      variants: [.sole],
      cases: reading + changes + values + dictionaries + feedback + hostile + walks,
      casesPerFamily: casesPerFamily)
  }
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
