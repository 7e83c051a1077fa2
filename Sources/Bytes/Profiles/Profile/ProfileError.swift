/// Why a profile cannot be read: what is wrong, where, and what to do about it.
package enum ProfileError: Error, Hashable, Sendable {
  /// There are no bytes at all.
  case empty
  /// The document is longer than the budget.
  case tooManyBytes(count: Int, limit: Int)
  /// The profile is inside a signature (CMS), which is not opened here.
  case signed(Signature)
  /// Neither XML nor a binary property list. Carries the first few bytes.
  case unknownFormat([UInt8])
  /// The document is not an XML property list.
  case xml(XMLPropertyListError)
  /// The document is not a binary property list, or is one that readers may take differently.
  case binary(BinaryPropertyListError)
  /// A well-formed property list that is not a profile; `key` is at fault.
  case field(Place, key: String, FieldProblem)

  /// How a signed profile is written.
  package enum Signature: Hashable, Sendable {
    /// DER: the bytes begin with 0x30, a SEQUENCE.
    case der
    /// PEM: the text begins with `-----BEGIN`.
    case pem
  }

  /// Where in a profile a key is wrong or missing.
  package enum Place: Hashable, Sendable {
    /// The outermost dictionary.
    case profile
    /// A payload by its index in PayloadContent, from 0.
    case payload(Int)
  }

  /// What is wrong with the value of a key.
  package enum FieldProblem: Hashable, Sendable {
    /// A required key is missing.
    case missing
    /// The value is not of the kind that the key requires.
    case mistyped(expected: Kind, found: Kind)
    /// An empty string where a name is needed.
    case emptyText
    /// The outermost value is not a dictionary (the key is empty), or an element of PayloadContent
    /// is not.
    case notDictionary(found: Kind)
    /// The PayloadType of the whole is not `Configuration`.
    case notProfile(type: String)
    /// The payloads are encrypted to one device, by Apple's EncryptedPayloadContent.
    case encryptedContent
    /// The text is not a URL scheme (RFC 3986 section 3.1).
    case notScheme(String)
    /// The text has characters that the default scheme cannot have, and no scheme replaces it.
    case notInScheme(String)
    /// An earlier payload has the same PayloadUUID.
    case repeatedUUID(first: Int)
  }

  /// The kinds of property-list values.
  package enum Kind: String, Hashable, Sendable {
    case string, integer, real, boolean, date, data, array, dictionary
  }
}
