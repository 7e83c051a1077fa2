/// Whether an app may receive documents from others: `ACOpenFromPolicy`. Raw values are the document's names.
public enum OpenFromPolicy: String, Hashable, Sendable, CaseIterable {
  /// `ACOPENFROMPOLICY_UNAUTHORIZED`, 0: from no app.
  case unauthorized = "UNAUTHORIZED"
  /// `ACOPENFROMPOLICY_AUTHORIZED`, 1: from any app.
  case authorized = "AUTHORIZED"
  /// `ACOPENFROMPOLICY_WHITELIST`, 2: from the apps on the list.
  case whitelist = "WHITELIST"
}

/// The bundle identifier of an app or an extension. Two are the same if their bytes are.
public struct BundleIdentifier: Hashable, Sendable {
  /// The identifier as the system gives it.
  public var text: String

  /// An identifier.
  public init(_ text: String) { self.text = text }

  /// Whether both are the same bytes.
  public static func == (left: BundleIdentifier, right: BundleIdentifier) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
  }
}

/// What the server has set for the app.
public enum OpenFromSetting: Hashable, Sendable {
  /// One of the policies, with a list that counts under ``OpenFromPolicy/whitelist``.
  case policy(OpenFromPolicy, whitelist: Set<BundleIdentifier>)
  /// "All AppConnect apps".
  case allAppConnectApps
}

/// The two properties that an app can read.
public struct OpenFromProperties: Hashable, Sendable {
  /// `openFromPolicy`.
  public var policy: OpenFromPolicy
  /// `openFromWhitelist`; empty unless the policy is ``OpenFromPolicy/whitelist``.
  public var whitelist: Set<BundleIdentifier>

  /// The properties.
  public init(policy: OpenFromPolicy, whitelist: Set<BundleIdentifier> = []) {
    self.policy = policy
    self.whitelist = whitelist
  }
}

/// How an app took a policy: `ACPolicyState`. Raw values are the document's names.
public enum PolicyAcknowledgementState: String, Hashable, Sendable, CaseIterable {
  /// `ACPOLICY_UNSUPPORTED`, 0: the app does nothing about it.
  case unsupported = "UNSUPPORTED"
  /// `ACPOLICY_APPLIED`, 1.
  case applied = "APPLIED"
  /// `ACPOLICY_ERROR`, 2.
  case error = "ERROR"
}

/// What an app says of a policy with `-openFromPolicyApplied:message:`; the server hears it.
public struct OpenFromAcknowledgement: Hashable, Sendable {
  /// How the app took it.
  public var state: PolicyAcknowledgementState
  /// Why, for the server's log.
  public var message: String

  /// An acknowledgement.
  public init(state: PolicyAcknowledgementState, message: String) {
    self.state = state
    self.message = message
  }
}

/// The methods of an app that the library may call. Raw values are the document's names.
public enum OpenFromMethod: String, Hashable, Sendable, CaseIterable {
  /// `-appConnect:openFromPolicyChangedTo:whitelist:`
  case changedTo = "openFromPolicyChangedTo"
  /// `-appConnect:openFromAttemptedWhenACOpenFromPolicyBlocked:sourceApplication:`
  case blocked = "openFromAttemptedWhenBlocked"
}

/// An app that other apps may send documents to.
///
/// Calls come on the thread of the ``OpenFrom``, which waits for each of them.
public protocol OpenFromApp: AnyObject {
  /// The methods that the app implements. The others are never called.
  var implementedMethods: Set<OpenFromMethod> { get }

  /// The policy has changed; the properties are the new ones already.
  ///
  /// - Returns: what the app acknowledges, or nil where it never does.
  func openFromPolicyChanged(to properties: OpenFromProperties) -> OpenFromAcknowledgement?
  /// A document was refused under this policy.
  func openFromAttemptedWhenBlocked(policy: OpenFromPolicy, source: BundleIdentifier)
}
