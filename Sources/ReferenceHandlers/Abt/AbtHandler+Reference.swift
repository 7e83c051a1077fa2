package import AdapterKit
import AdapterProtocol
package import ReferenceLibrary
import ReferenceLibraryEncrypting

extension AbtHandler {
  /// The suite `abt` on the reference library.
  ///
  /// `decisions` is asked at each start, so that what a decision remembers is forgotten with its app.
  ///
  /// - Parameter timing: when callbacks are opened; nil: at once.
  package static func reference(
    timing: CallbackTiming? = nil, decisions: @escaping () -> Decisions
  ) -> AbtHandler {
    let claim = AbtClaim(
      editions: [.plain, .encrypting],
      capabilities: [.chunks, .rollback, .cancel, .delegateError, .log, .sequence, .bytes])
    let codecs = Codecs()
    var known: (key: EditionKey, edition: Edition)?
    return AbtHandler(claim) { start in
      let registration = AppRegistration(
        bundleIdentifier: start.bundleIdentifier, apiKey: start.apiKey, urlScheme: start.urlScheme)
      let key = EditionKey(start)
      let edition = try known.flatMap { $0.key == key ? $0.edition : nil } ?? key.makeEdition()
      known = (key, edition)
      return ReferenceApp(
        registration, edition: edition, decisions: decisions(), codecs: codecs, timing: timing)
    }
  }
}

/// What an edition depends on, to keep the cipher's schedule from one start to the next.
private struct EditionKey: Equatable {
  var edition: AbtEdition
  var bundleIdentifier: String
  var secret: String?
  var allowsUnencrypted: Bool

  init(_ start: AbtStart) {
    edition = start.edition
    bundleIdentifier = start.bundleIdentifier
    secret = start.encryptionSecret
    allowsUnencrypted = start.allowUnencrypted
  }

  func makeEdition() throws -> Edition {
    switch edition {
    case .plain: return .plain
    case .encrypting:
      guard let secret else {
        throw AdapterFailure("the encrypting edition is started without \"encryptionSecret\"")
      }
      return .encrypting(
        AppRegistration(bundleIdentifier: bundleIdentifier, apiKey: ""), secret: secret,
        allowUnencrypted: allowsUnencrypted)
    }
  }
}
