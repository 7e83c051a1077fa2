import AdapterKit
import AdapterProtocol
import Dialects
package import JSONText
package import ReferenceLibrary
package import ReferenceLibraryEncrypting
import WireFormat

/// A dialect of a `start`, in the terms of the reference library.
package struct ABTDialect: Equatable {
  /// What both editions need.
  package var library = ConfigurationDialect.profile1
  /// Nil if the dialect has no encrypted form.
  package var encryption: EncryptionDialect? = .profile1

  /// Adopts a dialect written as in dialect files. Nil means profile 1.
  ///
  /// - Parameter externalToken: asks a command for the app's token.
  /// - Throws: `DialectError` for what is not a dialect, and what `externalToken` throws.
  package init(
    _ json: JSONValue?, externalToken: (_ command: [String]) throws -> String
  ) throws {
    guard let json else { return }
    var writer = JSONWriter()
    writer.value(json)
    self = try ABTDialect(DialectFile.read(writer.bytes), externalToken)
  }

  private init(
    _ dialect: Dialect, _ externalToken: (_ command: [String]) throws -> String
  ) throws {
    library.verbs.apply = dialect.verbs.apply
    library.verbs.reset = dialect.verbs.reset
    library.parameters = .init(dialect.parameters)
    library.schemePrefix = dialect.schemePrefix
    library.callbackPrefix = dialect.callbackPrefix
    library.magic = dialect.magic
    library.token =
      switch dialect.token {
      case .hmacSHA256Hex: .hmacSHA256Hex
      case .hmacSHA1Hex: .hmacSHA1Hex
      case .sha256Hex: .sha256Hex
      case .external(let command): .external(token: try externalToken(command))
      }
    library.keys = .init(dialect.keys)
    library.statuses.success = dialect.statuses.success
    library.statuses.error = dialect.statuses.error
    library.statuses.canceled = dialect.statuses.canceled
    library.errorCodes = .init(dialect.errorCodes)
    library.limits = .init(dialect.limits)
    library.changedValuesCarryMagic = dialect.changedValuesCarryMagic
    encryption = EncryptionDialect(dialect)
  }
}

extension ConfigurationDialect.Parameters {
  fileprivate init(_ names: Dialect.Parameters) {
    self.init()
    token = names.token
    profile = names.profile
    payload = names.payload
    data = names.data
    encryptedData = names.encryptedData
    chunk = names.chunk
    chunks = names.chunks
    status = names.status
    changedValues = names.changedValues
    errorCode = names.errorCode
    errorMessage = names.errorMessage
  }
}

extension ConfigurationDialect.Keys {
  fileprivate init(_ keys: Dialect.Keys) {
    self.init()
    version = keys.version
    category = keys.category
    configuration = keys.configuration
    self.keys = keys.keys
  }
}

extension ConfigurationDialect.ErrorCodes {
  fileprivate init(_ codes: Dialect.ErrorCodes) {
    self.init()
    malformedRequest = codes.malformedRequest
    unknownAction = codes.unknownAction
    invalidToken = codes.invalidToken
    missingData = codes.missingData
    encryptionUnsupported = codes.encryptionUnsupported
    encryptionRequired = codes.encryptionRequired
    undecodableData = codes.undecodableData
    dataTooLarge = codes.dataTooLarge
    invalidDictionary = codes.invalidDictionary
    unsupportedVersion = codes.unsupportedVersion
    delegateFailed = codes.delegateFailed
    invalidChunk = codes.invalidChunk
    tooManyChunks = codes.tooManyChunks
  }
}

extension ConfigurationDialect.Limits {
  /// This library has no `maxURLBytes`: it takes URLs of any length.
  fileprivate init(_ limits: Dialect.Limits) {
    self.init()
    maxInflatedBytes = limits.maxInflatedBytes
    maxDepth = limits.maxDepth
    maxChunks = limits.maxChunks
    maxAssemblies = limits.maxAssemblies
    maxPackedBytes = limits.maxPackedBytes
  }
}

extension EncryptionDialect {
  fileprivate init?(_ dialect: Dialect) {
    self.init()
    keyHash =
      switch dialect.keyHash {
      case .sha256: .sha256
      case .sha1: .sha1
      case .md5: .md5
      }
    switch dialect.cipher {
    case .blowfishCBCWithIV: mode = .blowfishCBCWithIV
    case .blowfishCBCZeroIV: mode = .blowfishCBCZeroIV
    case .blowfishECB: mode = .blowfishECB
    case .none: return nil
    }
  }
}
