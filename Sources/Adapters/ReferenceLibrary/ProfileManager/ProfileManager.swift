package import Profiles
import WireFormat

/// Configures apps by configuration profiles (`.mobileconfig`), through URLs.
///
/// For each payload of a profile the manager opens a URL of the app that the payload is for, one
/// after another, and waits for the callback that the app's library opens in return. It keeps the
/// keys that apps report, and resets exactly those when the profile is removed.
///
/// All calls belong on one thread. `openRequest` may lead to a callback before it returns.
///
/// This edition does not encrypt: a payload whose profile asks for it fails. The encrypting edition
/// is an initialiser of the library `ReferenceLibraryEncrypting`.
///
/// Source: section 5 of the `abt` document.
public final class ProfileManager {
  package typealias Payload = ConfigurationProfile.Payload
  package typealias Outcome = ProfileManagerDecisions.Outcome

  /// What is known of one profile.
  private struct Record {
    var profile: ConfigurationProfile
    /// The payloads whose requests are still to be made, in order.
    var queue: [Payload] = []
    var isRemoving = false
    var isRemoved = false
    /// How often each reset was refused in this removal that has not been taken since.
    var refusals: [String: Int] = [:]
    var outcomes: [String: Outcome] = [:]
    /// The payloads that apps have taken.
    var taken: [String: Payload] = [:]
    var stored: [String: [String]] = [:]
    var ignored = 0
  }

  private let apps: [ManagedApp]
  private let decisions: ProfileManagerDecisions
  private let composer: RequestComposer
  private let openRequest: (String) -> Void
  private var records: [String: Record] = [:]
  /// The requests that wait for their callback, the oldest first.
  private var pending: [AppRequest] = []
  /// The request that was made last, also where it has been answered or given up.
  private var latest: AppRequest?

  /// A manager that sends unencrypted data only.
  ///
  /// - Parameters:
  ///   - apps: the apps on the device. Payloads for others are ignored (MGR-02).
  ///   - allowsChunks: whether data that is too long for one URL may be sent in pieces to apps that
  ///     take them (MGR-12).
  ///   - openRequest: opens a URL like the system.
  public convenience init(
    apps: [ManagedApp], allowsChunks: Bool = true, openRequest: @escaping (_ url: String) -> Void
  ) {
    self.init(
      apps: apps, allowsChunks: allowsChunks, decisions: .standard, encryptor: { _ in nil },
      openRequest: openRequest)
  }

  package init(
    apps: [ManagedApp], allowsChunks: Bool, decisions: ProfileManagerDecisions,
    encryptor: @escaping @Sendable (ManagedApp) -> (any PayloadEncryptor)?,
    openRequest: @escaping (_ url: String) -> Void
  ) {
    self.apps = apps
    self.decisions = decisions
    self.openRequest = openRequest
    composer = RequestComposer(
      apps: apps, allowsChunks: allowsChunks, decisions: decisions, encryptor: encryptor)
  }

  /// Installs a profile, or another edition of one: sends each payload whose app is installed.
  ///
  /// - Parameter bytes: a `.mobileconfig`, XML or binary, without a signature.
  /// - Returns: the profile's PayloadUUID.
  /// - Throws: `ProfileRefusal` for what is no profile. Nothing has changed then.
  @discardableResult
  public func install(_ bytes: [UInt8]) throws(ProfileRefusal) -> String {
    let profile: ConfigurationProfile
    do {
      profile = try decisions.read(bytes)
    } catch {
      throw ProfileRefusal(description: "\(error)")
    }
    var record = records[profile.uuid] ?? Record(profile: profile)
    if record.isRemoved || record.isRemoving {
      record = Record(profile: profile, stored: record.stored)
    }
    record.profile = profile
    record.ignored = 0
    record.queue = []
    for payload in decisions.order(profile.payloads) {
      guard decisions.app(payload, apps) != nil else {
        switch decisions.absentApp() {
        case .isIgnored: record.ignored += 1
        case .failsItsPayload: record.outcomes[payload.uuid] = .failed
        case .endsTheProfile: break
        }
        if decisions.absentApp() == .endsTheProfile { break }
        continue
      }
      if decisions.isSent(payload, record.taken[payload.uuid]) { record.queue.append(payload) }
    }
    for payload in record.queue { record.outcomes[payload.uuid] = nil }
    records[profile.uuid] = record
    proceed(profile.uuid)
    return profile.uuid
  }

  /// Removes a profile: resets what its apps have reported, and gives up what is pending (MGR-08,
  /// 09, 11). A profile that is not known is none of the manager's.
  ///
  /// - Parameter uuid: its PayloadUUID.
  public func remove(profile uuid: String) {
    guard var record = records[uuid] else { return }
    let hasPending = pending.contains { $0.profile == decisions.identifier(uuid) }
    if hasPending {
      guard decisions.abandons() else { return }
      pending.removeAll { $0.profile == decisions.identifier(uuid) }
    }
    record.isRemoving = true
    record.isRemoved = false
    record.refusals = [:]
    let payloads = decisions.order(record.profile.payloads)
    for payload in payloads where decisions.forgetsAtRemoval(record.outcomes[payload.uuid]) {
      record.stored[payload.uuid] = nil
    }
    let due = payloads.filter { payload in
      decisions.app(payload, apps) != nil && keysToReset(payload, record) != nil
    }
    record.queue = decisions.resets(due, payloads) { record.outcomes[$0.uuid] }
    records[uuid] = record
    proceed(uuid)
  }

  /// Takes a callback that an app has opened.
  ///
  /// - Returns: whether it was for a request that is pending, and counts (MGR-10, 13).
  @discardableResult
  public func handleCallback(_ url: String) -> Bool { handleCallback(bytes: Array(url.utf8)) }

  /// Takes a callback, whatever its bytes are.
  @discardableResult
  package func handleCallback(bytes: [UInt8]) -> Bool {
    guard let callback = decisions.callback(bytes), decisions.isWellFormed(callback) else {
      return false
    }
    func value(_ name: String) -> [UInt8]? { decisions.value(callback, name) }
    let profile = value("profile") ?? []
    let payload = value("payload") ?? []
    var index = pending.firstIndex { decisions.concerns(profile, payload, $0) }
    if index == nil, decisions.takesLate(), let latest {
      pending.append(latest)
      index = pending.count - 1
    }
    guard let index else { return false }
    let request = pending[index]
    guard decisions.hasToken(value("token"), request, apps),
      decisions.concernsPiece(value("chunk"), request)
    else { return false }
    guard let outcome = decisions.outcome(value("status")) else { return false }
    let uuid = records.keys.first { decisions.identifier($0) == request.profile }
    guard let uuid, var record = records[uuid],
      let content = record.profile.payloads.first(where: {
        decisions.identifier($0.uuid) == request.payload
      })
    else { return false }
    if outcome == .applied, let next = request.piecesToCome.first {
      return sendPiece(next, after: index)
    }
    switch request.verb {
    case .apply:
      guard take(outcome, value("changedValues"), content, &record) else { return false }
    case .reset:
      let list = value("changedValues")
      guard decisions.countsForReset(list) else { return false }
      let isTaken = outcome == .applied
      if decisions.forgets(isTaken) {
        record.stored[content.uuid] = decisions.keptAfterReset(list, content)
        record.outcomes[content.uuid] = nil
      }
      let refusals = isTaken ? nil : (record.refusals[content.uuid] ?? 0) + 1
      record.refusals[content.uuid] = refusals
      if let refusals, decisions.resetsAgain(refusals) { record.queue.insert(content, at: 0) }
    }
    pending.remove(at: index)
    records[uuid] = record
    proceed(uuid)
    return true
  }

  /// How a profile stands; nil for one that is not known.
  public func status(of uuid: String) -> ProfileStatus? {
    guard let record = records[uuid] else { return nil }
    if record.isRemoved {
      return !record.refusals.isEmpty ? decisions.standingInRemoval(true) : .removed
    }
    if record.isRemoving { return decisions.standingInRemoval(false) }
    if isBusy(uuid, record) { return .pending }
    let outcomes = record.profile.payloads.compactMap { record.outcomes[$0.uuid] }
    return decisions.standing(outcomes, record.ignored)
  }

  /// The keys that apps have reported for a profile and not reset, by PayloadUUID (MGR-08).
  public func changedKeys(of uuid: String) -> [String: [String]] {
    (records[uuid]?.stored ?? [:]).filter { !$0.value.isEmpty }
  }

  private func isBusy(_ uuid: String, _ record: Record) -> Bool {
    !record.queue.isEmpty || pending.contains { $0.profile == decisions.identifier(uuid) }
  }

  private func keysToReset(_ payload: Payload, _ record: Record) -> [String]? {
    decisions.keysToReset(payload, record.stored[payload.uuid] ?? [], record.outcomes[payload.uuid])
  }

  /// What an apply led to. Returns false where the callback does not count.
  private func take(
    _ outcome: Outcome, _ list: [UInt8]?, _ payload: Payload, _ record: inout Record
  ) -> Bool {
    if outcome == .applied || decisions.storesOnFailure(outcome) {
      guard let keys = decisions.keys(list, payload) else { return false }
      let all = decisions.stored(record.stored[payload.uuid] ?? [], keys, payload)
      record.stored[payload.uuid] = all.isEmpty ? nil : all
    }
    record.taken[payload.uuid] = outcome == .applied ? payload : nil
    record.outcomes[payload.uuid] = outcome
    return true
  }

  private func sendPiece(_ url: [UInt8], after index: Int) -> Bool {
    pending[index].piecesToCome.removeFirst()
    pending[index].piece = pending[index].piece.map { $0 + 1 }
    latest = pending[index]
    open(url)
    return true
  }

  /// Makes the next request of a profile, unless one is pending (MGR-11).
  private func proceed(_ uuid: String) {
    while var record = records[uuid], let payload = record.queue.first {
      let own = pending.count { $0.profile == decisions.identifier(uuid) }
      guard own < decisions.pendingAtOnce() else { return }
      record.queue.removeFirst()
      let verb: AppRequest.Verb = record.isRemoving ? .reset : .apply
      let keys = record.isRemoving ? keysToReset(payload, record) ?? [] : []
      if record.isRemoving, decisions.forgetsEarly() { record.stored[payload.uuid] = nil }
      let dictionary =
        record.isRemoving
        ? decisions.resetDictionary(payload, keys) : decisions.dictionary(payload, record.profile)
      guard let app = decisions.app(payload, apps),
        let (request, url) = composer.request(
          verb, dictionary, payload, of: record.profile, for: app)
      else {
        record.outcomes[payload.uuid] = .failed
        records[uuid] = record
        continue
      }
      records[uuid] = record
      pending.append(request)
      latest = request
      open(url)
    }
    guard var record = records[uuid], !isBusy(uuid, record), record.isRemoving else { return }
    record.isRemoving = false
    record.isRemoved = true
    records[uuid] = record
  }

  private func open(_ url: [UInt8]) { openRequest(String(decoding: url, as: UTF8.self)) }
}
