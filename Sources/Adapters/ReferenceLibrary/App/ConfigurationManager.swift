import WireFormat

/// Configures an app through URLs that its profile manager opens.
///
/// Create it once, when the app starts, and call it first in the app's URL handler:
///
/// ```swift
/// func open(url: String) -> Bool {
///   if let manager, manager.handle(url) { return true }
///   return openOwnPage(url)
/// }
/// ```
///
/// ## Threads
///
/// A manager belongs to one thread, usually the main one. Create and call it there. On that thread
/// it calls its delegate, its log, and the closure that opens callbacks, all before
/// ``handle(_:)`` returns. These may call ``handle(_:)`` again: the inner request finishes before
/// the outer one continues. Managers share nothing with each other.
///
/// ## What it costs
///
/// Time and memory are linear in the length of the URL and in the size of its unpacked data.
/// ``ConfigurationDialect/Limits/maxInflatedBytes`` bounds that size, whatever bytes a sender makes
/// (ABT-ROB-01 to 03). The token is checked first, so that nothing is unpacked for a sender who
/// does not know the API key (ABT-TOK-07). Between requests the manager keeps incomplete assemblies
/// of pieces, at most ``ConfigurationDialect/Limits/maxAssemblies`` times
/// ``ConfigurationDialect/Limits/maxPackedBytes``, and the buffers in which it unpacks.
///
/// Source: `ABTConfigManager` of the patent; section 4 of the `abt` document.
public final class ConfigurationManager {
  private let dialect: ConfigurationDialect
  private let schemes: OwnSchemes
  private let token: String
  private let edition: Edition
  private let decisions: Decisions
  private weak var delegate: (any ConfigurationDelegate)?
  private let openCallback: (_ url: String) -> Void
  /// What a library rolls back after the callback, if it decides so.
  private var rollbackBehind: ConfigurationSet?
  private let log: (_ line: String) -> Void

  private let codecs: Codecs
  private var chunks: ChunkStore

  /// The plain edition. It reads unencrypted data and contains no cipher.
  ///
  /// ```swift
  /// manager = ConfigurationManager(
  ///   AppRegistration(bundleIdentifier: "com.acme.mail", apiKey: "k-5d21"), delegate: self,
  ///   openCallback: { [system] url in system.open(url) },
  ///   log: { [system] line in system.note(line) })
  /// ```
  ///
  /// - Parameters:
  ///   - app: how the app is known to its profile manager.
  ///   - dialect: the names and limits of the vendor's profile manager. The default is profile 1.
  ///   - delegate: applies and reverts. It is not kept alive. Once it is gone, otherwise valid
  ///     requests are answered with ``ConfigurationDialect/ErrorCodes/delegateFailed``.
  ///   - openCallback: opens a URL like the system. It is called exactly once for each handled
  ///     request, after the last call of the delegate (ABT-CB-01, 12), with an ASCII URL.
  ///   - log: takes single lines without a line feed for the app's log: one for each request whose
  ///     token is not valid (ABT-TOK-10). They contain neither keys nor values nor anything that a
  ///     sender wrote.
  public convenience init(
    _ app: AppRegistration, dialect: ConfigurationDialect = .profile1,
    delegate: any ConfigurationDelegate, openCallback: @escaping (_ url: String) -> Void,
    log: @escaping (_ line: String) -> Void
  ) {
    self.init(
      app, dialect: dialect, edition: .plain, decisions: .standard(for: dialect),
      delegate: delegate, openCallback: openCallback, log: log)
  }

  /// A library with the given decisions.
  ///
  /// - Parameters:
  ///   - decisions: made for the same dialect.
  ///   - codecs: existing ones of the same dialect, or nil for new ones.
  package init(
    _ app: AppRegistration, dialect: ConfigurationDialect = .profile1, edition: Edition,
    decisions: Decisions, codecs: Codecs? = nil, delegate: any ConfigurationDelegate,
    openCallback: @escaping (_ url: String) -> Void, log: @escaping (_ line: String) -> Void
  ) {
    let standard = dialect.defaultScheme(bundleIdentifier: app.bundleIdentifier)
    schemes = OwnSchemes(registered: app.urlScheme ?? standard, standard: standard)
    token = decisions.ownToken(app, dialect.token)
    chunks = ChunkStore(dialect.limits)
    self.dialect = dialect
    self.edition = edition
    self.decisions = decisions
    self.codecs = codecs ?? Codecs(dialect)
    self.delegate = delegate
    self.openCallback = openCallback
    self.log = log
  }

  /// Handles a URL if it is a configuration request for this app. Make this the first call of the
  /// app's URL handler.
  ///
  /// It does not throw. The one callback tells the profile manager what is wrong with a request, by
  /// status Error, code and message (section 2 of the `abt` document).
  ///
  /// - Parameter url: the URL as the system passed it on, with its percent-escapes. For a
  ///   Foundation `URL` that is its `absoluteString`. A parser that repairs or decodes a URL may
  ///   lose what the sender wrote.
  /// - Returns: whether the scheme is this app's, in any case and however invalid the rest may be
  ///   (ABT-URL-01 to 05). If so, the app leaves the URL alone. The library ignores all other URLs.
  public func handle(_ url: String) -> Bool { handle(bytes: Array(url.utf8)) }

  /// Handles a URL given as bytes, for systems where it need not be valid UTF-8 (ABT-URL-18).
  ///
  /// Otherwise it does the same as ``handle(_:)``.
  public func handle(bytes: [UInt8]) -> Bool {
    let url = RequestURL(bytes)
    guard let urlScheme = url.scheme, decisions.schemeIsOurs(urlScheme, schemes) else {
      return false
    }
    let request = ConfigurationRequest(
      url, names: dialect.parameters, decisions: decisions)
    var report = CallbackReport(answering: request)
    do throws(RequestFailure) {
      try process(url, request, &report)
    } catch {
      report.status = .error
      report.cause = error
      report.failure = decisions.describe(error, edition)
    }
    let callback = CallbackWriter.url(
      report, prefix: dialect.callbackPrefix, decisions: decisions)
    for opening in decisions.openings(callback, report) {
      openCallback(String(decoding: opening, as: UTF8.self))
    }
    if let set = rollbackBehind {
      rollbackBehind = nil
      rollBack(set)
    }
    return decisions.isHandled(report.cause)
  }

  private func process(
    _ url: RequestURL, _ request: ConfigurationRequest, _ report: inout CallbackReport
  ) throws(RequestFailure) {
    let checksTokenFirst = decisions.tokenComesFirst()
    if checksTokenFirst { try checkToken(request) }
    if let failure = decisions.urlFailure(url) { throw failure }
    guard let verb = request.verb else { throw .unknownAction }
    guard let identifiers = decisions.identifiers(request), request.chunk != .contradictory,
      request.chunks != .contradictory
    else { throw .malformedRequest }
    let source = try decisions.chooseData(request.data, request.encryptedData, edition)
    let position = try decisions.chunks.position(request.chunk, request.chunks)
    report.chunk = position?.index
    guard var packed = decisions.decodeBase64(source.text) else { throw .undecodableData }
    if let position {
      let identity = AssemblyIdentity(
        verb: verb, profile: identifiers.profile, payload: identifiers.payload,
        isEncrypted: source.isEncrypted, total: position.total)
      let joined = try chunks.take(
        packed, at: position.index, of: identity, policy: decisions.chunks)
      guard let joined else {
        report.isPending = true
        if decisions.chunks.announcesPending() {
          _ = call(verb, ConfigurationSet(category: nil, entries: []))
        }
        return
      }
      packed = joined
    }
    let list = try codecs.unpacker.unpack(
      packed, decryptor: source.isEncrypted ? edition.decryptor : nil, decisions: decisions)
    let content = try decisions.readPayload(list, verb)
    if !checksTokenFirst { try checkToken(request) }
    try carryOut(content, isWhole: position == nil, of: identifiers, &report)
  }

  private func checkToken(_ request: ConfigurationRequest) throws(RequestFailure) {
    guard decisions.needsToken(request) else { return }
    if decisions.tokenIsValid(request.token, token) { return }
    for line in decisions.tokenLog(request.token) { log(line) }
    throw request.token == .contradictory ? .malformedRequest : .invalidToken
  }

  private func carryOut(
    _ payload: Payload, isWhole: Bool, of identifiers: RequestIdentifiers,
    _ report: inout CallbackReport
  ) throws(RequestFailure) {
    let (verb, entries): (Verb, [ConfigurationEntry]) =
      switch payload.content {
      case .apply(let entries): (.apply, entries)
      case .reset(let keys): (.reset, decisions.revertEntries(keys))
      }
    let set = ConfigurationSet(category: payload.category, entries: entries)
    var answer = call(verb, set)
    if isWhole, decisions.chunks.areEnded(answer) {
      chunks.drop(
        verb: verb, profile: identifiers.profile, payload: identifiers.payload,
        policy: decisions.chunks)
    }
    let records = decisions.keptRecords(set.records, verb == .apply ? .apply : .revert)
    if decisions.rollsBack(answer, verb),
      let rollback = decisions.rollbackEntries(records).map({ rollbackSet($0, of: set) })
    {
      if decisions.reportsBeforeRollback(answer) {
        rollbackBehind = rollback
      } else {
        answer = decisions.answerAfterRollback(answer, rollBack(rollback))
      }
    }
    if decisions.listsChanges(verb, answer, set.keys) {
      let keys = decisions.changedKeys(set.keys, records)
      report.changedValues = codecs.changedValues.write(keys, decisions: decisions)
    }
    report.status = decisions.status(answer, verb)
    guard report.status == .error else { return }
    guard case .no(let error) = answer else {
      throw .delegateFailed(code: nil, message: nil)
    }
    throw .delegateFailed(code: error?.code, message: error?.message)
  }

  /// Without a delegate the answer is no.
  private func call(_ verb: Verb, _ set: ConfigurationSet) -> ConfigurationAnswer {
    guard let delegate else { return .no() }
    var answer = ConfigurationAnswer.yes
    for method in decisions.delegateCalls(verb, set) {
      answer =
        switch method {
        case .apply: delegate.applyConfiguration(set)
        case .revert: delegate.revertConfiguration(set)
        }
    }
    return answer
  }

  private func rollbackSet(
    _ entries: [ConfigurationEntry], of set: ConfigurationSet
  ) -> ConfigurationSet {
    ConfigurationSet(
      category: decisions.rollbackCategory(set.category), entries: entries, isRollback: true)
  }

  @discardableResult
  private func rollBack(_ set: ConfigurationSet) -> ConfigurationAnswer {
    guard let answer = delegate?.applyConfiguration(set) else { return .no() }
    let records = decisions.keptRecords(set.records, .rollback)
    if decisions.rollsBackRollback(answer), let entries = decisions.rollbackEntries(records) {
      _ = delegate?.applyConfiguration(rollbackSet(entries, of: set))
    }
    return answer
  }
}
