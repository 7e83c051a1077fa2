/// Code and message of an error, as the profile manager gets them.
package struct FailureReport: Hashable, Sendable {
  package var code: Int?
  package var message: String?

  package init(code: Int?, message: String?) {
    self.code = code
    self.message = message
  }
}

extension RequestFailure {
  /// The code of section 2 with a sentence. A delegate's long message is cut (ABT-CB-07).
  package func report(_ codes: ConfigurationDialect.ErrorCodes) -> FailureReport {
    switch self {
    case .malformedRequest:
      return FailureReport(code: codes.malformedRequest, message: "The request is malformed.")
    case .unknownAction:
      return FailureReport(code: codes.unknownAction, message: "The action is not known.")
    case .invalidToken:
      return FailureReport(code: codes.invalidToken, message: "The token is not valid.")
    case .missingData:
      return FailureReport(code: codes.missingData, message: "The request has no data.")
    case .encryptionUnsupported:
      return FailureReport(
        code: codes.encryptionUnsupported, message: "This app cannot read encrypted data.")
    case .encryptionRequired:
      return FailureReport(
        code: codes.encryptionRequired, message: "This app reads encrypted data only.")
    case .undecodableData:
      return FailureReport(code: codes.undecodableData, message: "The data cannot be decoded.")
    case .dataTooLarge:
      return FailureReport(code: codes.dataTooLarge, message: "The data is too large.")
    case .invalidDictionary:
      return FailureReport(
        code: codes.invalidDictionary, message: "The data is no valid configuration.")
    case .unsupportedVersion:
      return FailureReport(
        code: codes.unsupportedVersion, message: "The version of the data is not supported.")
    case .delegateFailed(let code, let message):
      return FailureReport(
        code: code.map(Int.init) ?? codes.delegateFailed,
        message: message.map(Self.shortened) ?? "The app could not do it.")
    case .invalidChunk:
      return FailureReport(code: codes.invalidChunk, message: "The chunk is not valid.")
    case .tooManyChunks:
      return FailureReport(code: codes.tooManyChunks, message: "There are too many chunks.")
    }
  }

  private static func shortened(_ message: String) -> String {
    let maxScalars = 256
    return String(String.UnicodeScalarView(message.unicodeScalars.prefix(maxScalars)))
  }
}
