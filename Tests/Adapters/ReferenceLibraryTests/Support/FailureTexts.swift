import ReferenceLibrary

/// What the library says of each failure in profile 1, in the order of the codes.
enum FailureTexts {
  static var all: [FailureReport] {
    let failures: [RequestFailure] = [
      .malformedRequest, .unknownAction, .invalidToken, .missingData, .encryptionUnsupported,
      .encryptionRequired, .undecodableData, .dataTooLarge, .invalidDictionary,
      .unsupportedVersion, .delegateFailed(code: nil, message: nil), .invalidChunk, .tooManyChunks,
    ]
    return failures.map { $0.report(ConfigurationDialect.profile1.errorCodes) }
  }
}
