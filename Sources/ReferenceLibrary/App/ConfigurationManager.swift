import WireFormat

/// Configures an app through URLs that its profile manager opens.
///
/// It is made once, at the app's start, and asked first in the app's URL handler. All its methods
/// belong on one thread, on which it calls its delegate and opens its callbacks.
public final class ConfigurationManager {
  private let schemes: OwnSchemes
  private let token: String
  private let edition: Edition
  private let decisions: Decisions
  private weak var delegate: (any ConfigurationDelegate)?
  private let openCallback: (_ url: String) -> Void
  private let log: (_ line: String) -> Void

  private let codecs: Codecs
  private var chunks = ChunkStore()

  /// The library without encryption.
  ///
  /// - Parameters:
  ///   - delegate: is not kept alive; without it every valid request fails.
  ///   - openCallback: opens a URL as the system does, once for each handled request.
  ///   - log: takes lines for the app's log, which hold nothing secret.
  public convenience init(
    _ app: AppRegistration, delegate: any ConfigurationDelegate,
    openCallback: @escaping (_ url: String) -> Void, log: @escaping (_ line: String) -> Void
  ) {
    self.init(
      app, edition: .plain, decisions: .standard, delegate: delegate, openCallback: openCallback,
      log: log)
  }

  package init(
    _ app: AppRegistration, edition: Edition, decisions: Decisions, codecs: Codecs = Codecs(),
    delegate: any ConfigurationDelegate, openCallback: @escaping (_ url: String) -> Void,
    log: @escaping (_ line: String) -> Void
  ) {
    let standard = Dialect.profile1.defaultScheme(bundleIdentifier: app.bundleIdentifier)
    schemes = OwnSchemes(registered: app.urlScheme ?? standard, standard: standard)
    token = Token.hmacSHA256Hex(bundleIdentifier: app.bundleIdentifier, apiKey: app.apiKey)
    self.edition = edition
    self.decisions = decisions
    self.codecs = codecs
    self.delegate = delegate
    self.openCallback = openCallback
    self.log = log
  }

  /// Handles a URL if it is a configuration request for this app.
  ///
  /// - Returns: whether its scheme is this library's, however invalid the rest may be; the app then
  ///   leaves it alone.
  public func handle(_ url: String) -> Bool { handle(bytes: Array(url.utf8)) }

  /// The same for the bytes of a URL, which need not be UTF-8.
  public func handle(bytes: [UInt8]) -> Bool {
    let url = RequestURL(bytes)
    guard let urlScheme = url.scheme, decisions.schemeIsOurs(urlScheme, schemes) else {
      return false
    }
    let request = ConfigurationRequest(url, decisions: decisions)
    var report = CallbackReport(answering: request)
    do throws(RequestFailure) {
      try process(url, request, &report)
    } catch {
      report.status = .error
      report.changedValues = nil
      report.cause = error
      report.failure = decisions.describe(error, edition)
    }
    let callback = CallbackWriter.url(report, decisions: decisions)
    for opening in decisions.openings(callback, report) {
      openCallback(String(decoding: opening, as: UTF8.self))
    }
    return decisions.isHandled(report.cause)
  }

  private func process(
    _ url: RequestURL, _ request: ConfigurationRequest, _ report: inout CallbackReport
  ) throws(RequestFailure) {
    try checkToken(request)
    if let failure = decisions.urlFailure(url) { throw failure }
    guard let verb = request.verb else { throw .unknownAction }
    guard let profile = request.profile.bytes, let payload = request.payload.bytes,
      !profile.isEmpty, !payload.isEmpty,
      request.chunk != .contradictory, request.chunks != .contradictory
    else { throw .malformedRequest }
    let source = try decisions.chooseData(request.data, request.encryptedData, edition)
    let position = try decisions.chunks.position(request.chunk, request.chunks)
    report.chunk = position?.index
    guard var packed = decisions.decodeBase64(source.text) else { throw .undecodableData }
    if let position {
      let identity = AssemblyIdentity(
        verb: verb, profile: profile, payload: payload, isEncrypted: source.isEncrypted,
        total: position.total)
      let joined = try chunks.take(
        packed, at: position.index, of: identity, policy: decisions.chunks)
      guard let joined else {
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
    if position == nil { chunks.drop(profile: profile, payload: payload) }
    try carryOut(content, &report)
  }

  private func checkToken(_ request: ConfigurationRequest) throws(RequestFailure) {
    guard decisions.needsToken(request.verb) else { return }
    if decisions.tokenIsValid(request.token, token) { return }
    for line in decisions.tokenLog(request.token) { log(line) }
    throw request.token == .contradictory ? .malformedRequest : .invalidToken
  }

  private func carryOut(
    _ payload: Payload, _ report: inout CallbackReport
  ) throws(RequestFailure) {
    let answer: ConfigurationAnswer
    switch payload.content {
    case .apply(let entries):
      let set = ConfigurationSet(category: payload.category, entries: entries)
      answer = call(.apply, set)
      if decisions.rollsBack(answer) { rollBack(set) }
      if answer == .yes {
        let keys = decisions.changedKeys(set.keys, set.records)
        report.changedValues = codecs.changedValues.write(keys, decisions: decisions)
      }
    case .reset(let keys):
      answer = call(
        .reset,
        ConfigurationSet(category: payload.category, entries: decisions.revertEntries(keys)))
    }
    report.status = decisions.status(answer)
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
    for method in decisions.delegateCalls(verb) {
      answer =
        switch method {
        case .apply: delegate.applyConfiguration(set)
        case .revert: delegate.revertConfiguration(set)
        }
    }
    return answer
  }

  private func rollBack(_ set: ConfigurationSet) {
    guard let entries = decisions.rollbackEntries(set.records) else { return }
    _ = delegate?.applyConfiguration(ConfigurationSet(category: set.category, entries: entries))
  }
}
