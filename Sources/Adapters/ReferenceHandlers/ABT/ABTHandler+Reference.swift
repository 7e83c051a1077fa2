package import AdapterKit
import AdapterProtocol
import Dialects
package import ReferenceLibrary
package import ReferenceLibraryEncrypting

extension ABTHandler {
  /// The suite `abt` on the reference library.
  ///
  /// Each start calls `decisions`, so that what a decision remembers is forgotten with its app.
  ///
  /// - Parameters:
  ///   - timing: when callbacks are opened, or nil for at once.
  ///   - encryption: the decisions of the encrypting edition about its cipher.
  ///   - decisions: the decisions of a fresh library that speaks a dialect.
  package static func reference(
    timing: CallbackTiming? = nil, encryption: EncryptionDecisions = .standard,
    decisions: @escaping (ConfigurationDialect) -> Decisions
  ) -> ABTHandler {
    let claim = ABTClaim(
      editions: [.plain, .encrypting],
      capabilities: [
        .chunks, .rollback, .cancel, .delegateError, .log, .sequence, .bytes, .dialect,
      ])
    let codecs = Codecs(.profile1)
    let commands = TokenCommand()
    var known: (key: EditionKey, edition: Edition)?
    return ABTHandler(claim) { start in
      let registration = AppRegistration(
        bundleIdentifier: start.bundleIdentifier, apiKey: start.apiKey, urlScheme: start.urlScheme)
      let dialect: ABTDialect
      do {
        dialect = try ABTDialect(start.dialect) { command in
          try commands.token(
            command, bundleIdentifier: start.bundleIdentifier, apiKey: start.apiKey)
        }
      } catch let error as DialectError {
        throw AdapterFailure("\(error)")
      }
      let key = EditionKey(start, dialect)
      let edition =
        try known.flatMap { $0.key == key ? $0.edition : nil } ?? key.makeEdition(encryption)
      known = (key, edition)
      return ReferenceApp(
        registration, dialect: dialect.library, edition: edition,
        decisions: decisions(dialect.library),
        codecs: start.dialect == nil ? codecs : Codecs(dialect.library), timing: timing)
    }
  }
}

/// What an edition depends on. It decides whether the cipher's schedule can be kept for the next
/// start.
private struct EditionKey: Equatable {
  var edition: ABTEdition
  var bundleIdentifier: String
  var secret: String?
  var allowsUnencrypted: Bool
  var encryption: EncryptionDialect?

  init(_ start: ABTStart, _ dialect: ABTDialect) {
    edition = start.edition
    bundleIdentifier = start.bundleIdentifier
    secret = start.encryptionSecret
    allowsUnencrypted = start.allowUnencrypted
    encryption = dialect.encryption
  }

  func makeEdition(_ decisions: EncryptionDecisions) throws -> Edition {
    switch edition {
    case .plain: return .plain
    case .encrypting:
      guard let secret else {
        throw AdapterFailure("the encrypting edition is started without \"encryptionSecret\"")
      }
      guard let encryption else {
        throw UnsupportedRequest("the encrypting edition has no dialect without a cipher")
      }
      return .encrypting(
        AppRegistration(bundleIdentifier: bundleIdentifier, apiKey: ""), secret: secret,
        allowUnencrypted: allowsUnencrypted, dialect: encryption, decisions: decisions)
    }
  }
}
