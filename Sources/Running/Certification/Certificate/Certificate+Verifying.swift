import JSONText
package import Reporting

extension Certificate {
  /// How far the clocks of two machines may be apart, in seconds.
  static let clockTolerance: Int64 = 300

  /// The certificate as a signed text.
  package func signed(with key: SigningKey) throws(KeyFault) -> [UInt8] {
    try Envelope(signing: statement, as: Self.payloadType, with: key).text
  }

  /// Reads a certificate that holds: signed with the key, free of contradictions, and valid now. Nothing of it is believed before its
  /// signature is checked.
  ///
  /// - Parameters:
  ///   - path: how the file is called in faults.
  ///   - now: in seconds since 1970-01-01T00:00:00Z.
  package init(
    verifying text: [UInt8], named path: String, with key: PublicKey, now: Int64
  ) throws(CertificateFault) {
    let envelope = try Self.envelope(text, path)
    let identifier = (try? key.identifier()) ?? ""
    guard let signature = envelope.signature(by: key) else {
      let hints = envelope.signatures.compactMap(\.keyIdentifier)
        .map { VisibleText.escaped($0, maxCharacters: 80) }
      throw CertificateFault(path, .notSigned(by: identifier, hints: Array(hints.prefix(3))))
    }
    guard envelope.payloadType == Self.payloadType else {
      throw CertificateFault(path, .foreign("its payload is \"\(envelope.payloadType)\""))
    }
    // It decides nothing: the signature is right. But what is changed in a certificate has to show.
    if let hint = signature.keyIdentifier, hint != identifier {
      throw CertificateFault(path, .otherHint(hint, key: identifier))
    }
    try self.init(statement: envelope.payload, named: path)
    if let contradiction { throw CertificateFault(path, .contradictory(contradiction)) }
    if issued > now + Self.clockTolerance {
      throw CertificateFault(path, .early(Timestamp.utc(issued)))
    }
    if let validUntil, validUntil < now {
      throw CertificateFault(path, .expired(Timestamp.utc(validUntil)))
    }
  }

  private static func envelope(
    _ text: [UInt8], _ path: String
  ) throws(CertificateFault) -> Envelope {
    guard let first = text.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
      throw CertificateFault(path, .empty)
    }
    if text.starts(with: Array("-----BEGIN".utf8)) {
      throw CertificateFault(path, .foreign("it is a key, or a certificate of X.509"))
    }
    if first == UInt8(ascii: "<") {
      throw CertificateFault(
        path, .foreign("it is XML or HTML, such as the page that is made of a certificate"))
    }
    do throws(JSONError) {
      return try Envelope(text)
    } catch {
      if isReport(text) { throw CertificateFault(path, .foreign("it is a report")) }
      throw CertificateFault(path, .malformed(error))
    }
  }

  /// Whether a text is a report, as far as its beginning tells.
  private static func isReport(_ text: [UInt8]) -> Bool {
    String(decoding: text.prefix(4_096), as: UTF8.self).contains("\"assay-report/")
  }

  /// Holds the certificate against the report that it was made of.
  ///
  /// - Parameter path: how the certificate is called in faults.
  package func check(_ report: ReportFile, named path: String) throws(CertificateFault) {
    let found = SHA256Text.digest(of: report) ?? ""
    guard found == reportSHA256 else {
      throw CertificateFault(path, .otherReport(certified: reportSHA256, found: found))
    }
  }

  /// Holds what the report comes to today against what the certificate says of it.
  package func check(_ recomputed: Certificate, named path: String) throws(CertificateFault) {
    var own = recomputed
    own.issued = issued
    own.validUntil = validUntil
    own.issuer = issuer
    // Certificates of before listed no files.
    if adapterFiles.isEmpty { own.adapterFiles = [] }
    guard own != self else { return }
    let places = (predicate.members ?? []).filter { own.predicate[$0.key] != $0.value }.map(\.key)
    throw CertificateFault(path, .unfounded(places))
  }
}
