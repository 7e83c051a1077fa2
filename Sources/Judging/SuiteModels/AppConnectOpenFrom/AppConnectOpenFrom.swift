package import Conformance

/// The suite `appconnect.openfrom`: the library enforces from which apps an app may receive documents.
package enum AppConnectOpenFrom {
  package static let name = "appconnect.openfrom"
}

/// A method of the app that the library calls.
package enum OpenFromCallback: String, Hashable, Sendable, CaseIterable {
  case changedTo = "openFromPolicyChangedTo"
  case blocked = "openFromAttemptedWhenBlocked"
}

/// "The possible status values". The numbers of the enumeration, whose comments are swapped in the source, do not travel.
package enum OpenFromPolicy: String, Hashable, Sendable, CaseIterable {
  case unauthorized = "UNAUTHORIZED"
  case authorized = "AUTHORIZED"
  case whitelist = "WHITELIST"
}

/// What an app says of a policy that it was told: the ACPolicyState values.
package enum PolicyState: String, Hashable, Sendable, CaseIterable {
  case unsupported = "UNSUPPORTED"
  case applied = "APPLIED"
  case error = "ERROR"
}

/// What the server has for the app.
package struct ServerPolicy: Hashable, Sendable {
  package var policy: OpenFromPolicy
  /// Bundle identifiers, in any order and with repetitions. A server may have them under any policy.
  package var whitelist: [ExactText]
  /// "All AppConnect apps": under WHITELIST, in the place of a list.
  package var allAppConnectApps: Bool

  package init(
    _ policy: OpenFromPolicy, _ whitelist: [ExactText] = [], allAppConnectApps: Bool = false
  ) {
    self.policy = policy
    self.whitelist = whitelist
    self.allAppConnectApps = allAppConnectApps
  }

  package static let unauthorized = ServerPolicy(.unauthorized)
  package static let authorized = ServerPolicy(.authorized)
  package static let allApps = ServerPolicy(.whitelist, allAppConnectApps: true)
}

/// What the app says with openFromPolicyApplied:message:.
package struct Acknowledgement: Hashable, Sendable {
  package var state: PolicyState
  package var message: ExactText

  package init(_ state: PolicyState, _ message: ExactText = "") {
    self.state = state
    self.message = message
  }
}

/// One thing that happens to the app, its library or its server.
package enum OpenFromEvent: Hashable, Sendable {
  /// The app starts the library; this is what the server has.
  case launch(ServerPolicy)
  /// The library becomes ready: appConnectIsReady.
  case ready
  /// The server has another policy. The app acknowledges what it is told, or never does (nil).
  case policy(ServerPolicy, Acknowledgement?)
  /// A document comes from the app with this bundle identifier.
  case openFrom(ExactText)
  /// The app reads the properties.
  case properties
  /// These are the authorized AppConnect apps from now on.
  case authorizedApps([ExactText])
  /// The library is ended.
  case stop
}
