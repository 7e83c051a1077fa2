/// The parameter that supplies a request's data, with its text.
package enum DataSource: Hashable, Sendable {
  case plain([UInt8])
  case encrypted([UInt8])

  /// The Base64 text.
  package var text: [UInt8] {
    switch self {
    case .plain(let text), .encrypted(let text): text
    }
  }

  /// Whether the data has to be decrypted.
  package var isEncrypted: Bool {
    if case .encrypted = self { true } else { false }
  }

  /// The rule of section 4.8: the plain edition does not read `data-x`; the encrypting one takes
  /// `data` only if that was allowed, and never both.
  package static func choose(
    data: ParameterValue, encryptedData: ParameterValue, edition: Edition
  ) throws(RequestFailure) -> DataSource {
    guard edition.decryptor != nil else {
      if data.isPresent { return .plain(try readable(data)) }
      throw encryptedData.isPresent ? .encryptionUnsupported : .missingData
    }
    switch (data.isPresent, encryptedData.isPresent) {
    case (true, true): throw .malformedRequest
    case (false, true): return .encrypted(try readable(encryptedData))
    case (false, false): throw .missingData
    case (true, false):
      let text = try readable(data)
      guard edition.allowsUnencrypted else { throw .encryptionRequired }
      return .plain(text)
    }
  }

  private static func readable(_ value: ParameterValue) throws(RequestFailure) -> [UInt8] {
    guard let text = value.bytes else { throw .malformedRequest }
    guard !text.isEmpty else { throw .missingData }
    return text
  }
}
