package import Conformance

/// The suite `appconnect.config`: the library tells an app its configuration from the server.
package enum AppConnectConfig {
  package static let name = "appconnect.config"
}

/// A method of the app that the library calls.
package enum ConfigCallback: String, Hashable, Sendable, CaseIterable {
  case configIs = "appConnectConfigIs"
  case changedTo = "appConnectConfigChangedTo"
}

/// What each method of the app returns: the text of an error, or nil where it has applied the configuration.
package struct ConfigAnswers: Hashable, Sendable {
  package var configIs: ExactText?
  package var changedTo: ExactText?

  package init(configIs: ExactText? = nil, changedTo: ExactText? = nil) {
    self.configIs = configIs
    self.changedTo = changedTo
  }

  package subscript(callback: ConfigCallback) -> ExactText? {
    switch callback {
    case .configIs: configIs
    case .changedTo: changedTo
    }
  }

  /// Both have applied it.
  package static let applied = ConfigAnswers()
}

/// One thing that happens to the app, its library or its server.
package enum ConfigEvent: Hashable, Sendable {
  case launch(ConfigAnswers)
  /// The app is killed: it is told nothing, and nothing is saved.
  case terminate
  /// The server has another configuration from now on, or none (nil).
  case serverChange(ConfigPairs?, ConfigAnswers)
}
