/// The names of a profile's keys.
package enum ProfileKey {
  static let content = "PayloadContent"
  static let displayName = "PayloadDisplayName"
  /// Apple's key for a profile encrypted to one device.
  static let encryptedContent = "EncryptedPayloadContent"
  static let identifier = "PayloadIdentifier"
  static let organization = "PayloadOrganization"
  static let type = "PayloadType"
  static let uuid = "PayloadUUID"
  static let version = "PayloadVersion"

  /// The beginning of the keys for third-party apps. A PayloadType may be this without the final
  /// point.
  package static let prefix = "com.absolute.thirdpartyconfig."
  package static let bundleIdentifier = prefix + "BundleIdentifier"
  package static let category = prefix + "Category"
  package static let configuration = prefix + "Configuration"
  package static let dataEncryption = prefix + "DataEncryption"
  package static let urlScheme = prefix + "URLScheme"

  /// The PayloadType of a whole profile.
  static let profileType = "Configuration"

  /// Whether one text begins with another, byte for byte.
  package static func begins(_ text: String, with start: String) -> Bool {
    text.utf8.starts(with: start.utf8)
  }
}
