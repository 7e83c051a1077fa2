/// A configuration profile (`.mobileconfig`), with one payload for each app that it configures.
///
/// The keys are those of section 5 of the `abt` document and, for the frame around them, of Apple's
/// configuration profiles. What the profile holds for the operating system does not concern us: it
/// is listed in `otherPayloads` and never travels.
package struct ConfigurationProfile: Hashable, Sendable {
  /// How the document was written.
  package enum Format: Hashable, Sendable { case xml, binary }

  package var format: Format
  /// PayloadIdentifier: the reverse domain name of the profile, the same in all its editions.
  package var identifier: String
  /// PayloadUUID: sent as `profile` exactly as it stands here (MGR-07).
  package var uuid: String
  /// PayloadDisplayName: the name that a person sees, if there is one.
  package var displayName: String?
  /// PayloadOrganization, if there is one.
  package var organization: String?
  /// The payloads for third-party apps, in the order of the profile.
  package var payloads: [Payload]
  /// The payloads that are not for a third-party app, in the order of the profile.
  package var otherPayloads: [OtherPayload]
  /// Unknown keys of the top level that begin like ours, in document order.
  package var unknownKeys: [String]

  /// The payload with this PayloadUUID, compared byte for byte. At most one has it.
  package func payload(uuid: String) -> Payload? {
    payloads.first { $0.uuid.utf8.elementsEqual(uuid.utf8) }
  }
}
