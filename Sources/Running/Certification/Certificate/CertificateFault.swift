package import JSONText

/// Why a certificate does not hold, or is none: what is wrong, where, and what to do.
package struct CertificateFault: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    // It cannot be read.

    case empty
    /// No envelope; the place is one of the file.
    case malformed(JSONError)
    /// Something else that is signed, or something else altogether.
    case foreign(String)
    /// A certificate in a later form.
    case newer(String)
    /// Signed with the right key, and no certificate all the same; the place is one of the statement.
    case malformedStatement(String)

    // It can be read, and does not hold.

    /// No signature is that of the key.
    case notSigned(by: String, hints: [String])
    /// The hint at the key is not that of the key which has signed.
    case otherHint(String, key: String)
    case contradictory(String)
    case expired(String)
    /// It was issued later than now.
    case early(String)
    /// The report that it is held against is another one.
    case otherReport(certified: String, found: String)
    /// The report does not come to what the certificate says.
    case unfounded([String])
  }

  package let path: String
  package let reason: Reason

  package init(_ path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// Whether it is a certificate that does not hold; otherwise it is none, or cannot be read.
  package var isInvalid: Bool {
    switch reason {
    case .empty, .malformed, .foreign, .newer, .malformedStatement: false
    default: true
    }
  }

  package var description: String {
    switch reason {
    case .empty: "the certificate \(path) is empty; copy it again"
    case .malformed(let error):
      "\(path) is no certificate, \(error)"
        + (error.reason == .unexpectedEnd ? " If so, copy it again" : "")
    case .foreign(let what):
      "\(path) is no certificate of assay: \(what); name what assay certify has written"
    case .newer(let kind):
      "\(path) is a certificate of a newer kind (\(kind)) than this version of assay reads "
        + "(\(Certificate.predicateType)); use the version that wrote it, or a later one"
    case .malformedStatement(let words):
      "\(path) is signed with this key, and its statement cannot be read: \(words); ask its issuer for another one"
    case .notSigned(let key, let hints):
      "\(path) is not signed with this key (its id is \(key)): it was changed, or another key has signed it"
        + (hints.isEmpty || hints == [key]
          ? "" : "; it names the key \(hints.joined(separator: ", "))")
    case .otherHint(let hint, let key):
      "\(path) is signed with this key, and names another one: \(hint) in the place of \(key); its keyid was changed"
    case .contradictory(let words):
      "\(path) is signed with this key, and contradicts itself: \(words); ask its issuer for another one"
    case .expired(let time): "\(path) has expired: it was valid until \(time); ask for a new one"
    case .early(let time):
      "\(path) was issued at \(time), which is later than now; check the clock of this machine"
    case .otherReport(let certified, let found):
      "the report is not the one that \(path) is about: its SHA-256 is \(found), and \(certified) is certified"
    case .unfounded(let places):
      "the report does not come to what \(path) says: \(places.joined(separator: ", "))"
    }
  }
}
