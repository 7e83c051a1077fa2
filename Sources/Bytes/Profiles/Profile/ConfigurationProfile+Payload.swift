package import WireFormat

extension ConfigurationProfile {
  /// What a profile holds for one third-party app (section 5 of the `abt` document).
  package struct Payload: Hashable, Sendable {
    /// The index in PayloadContent, from 0. Payloads for the operating system count too.
    package var index: Int
    /// PayloadUUID: sent as `payload` exactly as it stands here (MGR-07). No two payloads share it.
    package var uuid: String
    /// PayloadIdentifier, if there is one.
    package var identifier: String?
    /// PayloadDisplayName, if there is one.
    package var displayName: String?
    /// `com.absolute.thirdpartyconfig.BundleIdentifier`: the app; never empty.
    package var bundleIdentifier: String
    /// `com.absolute.thirdpartyconfig.Category`, if there is one.
    package var category: String?
    /// `com.absolute.thirdpartyconfig.Configuration`: always a dictionary.
    package var configuration: PropertyList
    /// `com.absolute.thirdpartyconfig.URLScheme`: replaces the default scheme (MGR-03). It has the
    /// form of RFC 3986 section 3.1; upper case is kept.
    package var urlScheme: String?
    /// Whether the request carries `data-x` (MGR-04): the payload's DataEncryption, else that of
    /// the top level, else false.
    package var encrypted: Bool
    /// Unknown keys that begin with `com.absolute.thirdpartyconfig.`, in document order. They do
    /// not travel, and may be misspelt.
    package var unknownKeys: [String]
  }

  /// A payload that is not for a third-party app.
  package struct OtherPayload: Hashable, Sendable {
    /// The index in PayloadContent, from 0.
    package var index: Int
    /// PayloadType, if there is one.
    package var type: String?
    package var reason: Reason

    /// Why a payload is not for a third-party app.
    package enum Reason: Hashable, Sendable {
      /// PayloadType begins with `com.apple.`: it is for the operating system.
      case operatingSystem
      /// No key begins with `com.absolute.thirdpartyconfig.`, and the type does not either.
      case withoutThirdPartyKeys
    }

    /// The reason in words.
    package var explanation: String {
      let named = type.map { "PayloadType \"\($0)\"" } ?? "no PayloadType"
      return switch reason {
      case .operatingSystem: "PayloadContent[\(index)], \(named), is for the operating system"
      case .withoutThirdPartyKeys:
        "PayloadContent[\(index)], \(named), has no key that begins with \(ProfileKey.prefix)"
      }
    }
  }
}
