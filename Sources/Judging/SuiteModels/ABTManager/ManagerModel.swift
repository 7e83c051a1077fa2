package import AdapterProtocol
package import Conformance
import JSONText
import Profiles
import WireFormat

/// What a profile manager may do, row by row as section 5 of the `abt` document has it.
package struct ManagerModel: ProposingModel {
  package typealias Setup = ManagerSetup
  package typealias Event = ManagerEvent
  package typealias State = ManagerState
  package typealias Observation = ManagerObservation
  typealias Branch = Expectation<State, Observation>.Branch

  let ring = CipherRing()

  package init() {}

  package func begin(_ setup: Setup, persisted: State?) -> State { State() }

  /// Each callback names the request that the manager opened, which only its reply tells.
  package var answersReplies: Bool { true }

  /// The source lays down nothing for the rest: an install while a request of any profile is pending, a removal while another
  /// profile's is or a reset is, another edition of a profile with other payloads than before; and hostile callbacks among pieces.
  package func permits(
    _ event: ManagerEvent, in state: State, of situation: Situation<Setup>
  ) -> Bool {
    switch event {
    case .install(let document):
      if state.isPending { return false }
      guard let profile = document.profile, let known = state.profiles[profile.uuid] else {
        return true
      }
      return Self.haveSamePayloads(known.document, document)
    case .remove(let uuid):
      guard state.isPending, let busy = state.busy else { return true }
      return state.latest?.profile == uuid && busy.phase == .installing
    case .answer(let answer):
      guard state.isPending, let latest = state.latest, latest.isInPieces else { return true }
      return answer.isSimple
    }
  }

  /// Whether two editions of a profile are for the same payloads of the same apps.
  private static func haveSamePayloads(_ one: ProfileDocument, _ other: ProfileDocument) -> Bool {
    func names(_ document: ProfileDocument) -> Set<[String?]> {
      Set((document.profile?.payloads ?? []).map { [$0.uuid, $0.bundleIdentifier, $0.urlScheme] })
    }
    return names(one) == names(other)
  }

  package func expect(
    _ event: ManagerEvent, in state: State, of situation: Situation<Setup>
  ) -> Expectation<State, ManagerObservation> {
    let row = ManagerRow(setup: situation.setup, ring: ring)
    switch event {
    case .install(let document): return row.install(document, state)
    case .remove(let uuid): return row.remove(uuid, state)
    case .answer(let answer): return row.answer(answer, state)
    }
  }

  package func startFrame(_ setup: Setup, keep: Bool) -> Frame {
    .start(suite: ABTManager.name, configuration: setup.json, keep: keep)
  }

  package func frame(
    _ event: ManagerEvent, of setup: Setup, after history: [ManagerObservation]
  ) -> Frame? {
    switch event {
    case .install(let document):
      .step(action: "install", reserving: document.bytes.count * 4 / 3 + 128) { writer in
        writer.key("profile")
        writer.string(utf8: Base64Text.encode(document.bytes))
      }
    case .remove(let uuid):
      .step(action: "remove") { writer in
        writer.key("profile")
        writer.string(uuid)
      }
    case .answer(let answer):
      .step(action: "callback") { writer in
        writer.key("url")
        writer.string(utf8: answer.url(of: setup, after: history))
      }
    }
  }
}

/// The rows of the model, for one device.
struct ManagerRow {
  typealias State = ManagerState
  typealias Branch = Expectation<State, ManagerObservation>.Branch
  typealias Claims = [Clause.ID]

  package let setup: ManagerSetup
  let ring: CipherRing

  // MARK: A profile comes

  /// Each payload whose app is installed is sent (MGR-01, 02), one after another (MGR-11).
  package func install(_ document: ProfileDocument, _ state: State) -> Expectation<
    State, ManagerObservation
  > {
    guard let profile = document.profile else {
      // What cannot be read has no payload, whatever is said of it.
      var next = state
      next.focus = nil
      next.alsoTold = []
      return Expectation(branches: [
        Branch(
          "refused", demands: [.opensNothing(["MGR-01"])], next: next)
      ])
    }
    var next = state
    var entry = State.Profile(document: document)
    let before = state.profiles[profile.uuid]
    if let before {
      entry.kept = before.kept
      entry.applied = before.applied
      entry.hasOtherEditions = before.hasOtherEditions || before.document != document
      if before.phase == .settled { entry.outcomes = before.outcomes }
    }
    for payload in profile.payloads {
      guard let app = setup.app(payload.bundleIdentifier) else {
        entry.ignored.insert(payload.uuid)
        continue
      }
      let isOfItsScheme = app.scheme.lowercased() == payload.scheme().lowercased()
      let isTooLarge =
        document.listBytes(ofPayload: payload.uuid) > Self.certainBytes && !mayUsePieces(app)
      // An app without a secret takes nothing encrypted, or what is encrypted without one; but nothing goes out in the open.
      let lacksSecret = payload.encrypted && app.encryptionSecret.isEmpty
      if !isOfItsScheme || isTooLarge || lacksSecret {
        entry.unclear.insert(payload.uuid)
        entry.optional.insert(payload.uuid)
      } else if entry.outcomes[payload.uuid] == .applied,
        before?.payload(payload.uuid).map({ Self.isSame($0, payload) }) ?? false
      {
        // What an app has already need not be sent again.
        entry.optional.insert(payload.uuid)
      } else {
        entry.due.insert(payload.uuid)
        entry.outcomes[payload.uuid] = nil
      }
    }
    next.profiles[profile.uuid] = entry
    next.focus = profile.uuid
    next.alsoTold = []
    return Expectation(
      branches: branches(profile.uuid, next), choices: choices(installing: entry))
  }

  /// Data of fewer bytes fits into one URL however it is packed and escaped.
  static let certainBytes = 250_000

  func mayUsePieces(_ app: InstalledApp) -> Bool { app.chunks && setup.allowChunks }

  private static func isSame(
    _ one: ConfigurationProfile.Payload, _ other: ConfigurationProfile.Payload
  ) -> Bool {
    one.category == other.category && one.encrypted == other.encrypted
      && one.configuration == other.configuration
  }

  // MARK: A profile goes

  /// What apps have reported is reset (MGR-08), and nothing else (MGR-09). What is pending is given up (MGR-11).
  package func remove(_ uuid: String, _ state: State) -> Expectation<State, ManagerObservation> {
    var next = state
    next.focus = uuid
    next.alsoTold = []
    guard var entry = state.profiles[uuid],
      entry.phase != .removed || !entry.kept.isEmpty || entry.hasFailedReset
    else {
      return Expectation(branches: [
        Branch("there is no such profile", demands: [.opensNothing(["MGR-08"])], next: next)
      ])
    }
    if entry.phase == .installing {
      for payload in entry.due { entry.outcomes[payload] = .abandoned }
      if let latest = state.latest, state.isPending { entry.outcomes[latest.payload] = .abandoned }
      next.isPending = false
    }
    entry.wasGivenUp = entry.phase == .installing
    entry.phase = .removing
    entry.due = []
    entry.optional = []
    entry.hasFailedReset = false
    for payload in entry.payloads.map(\.uuid) {
      let hasFailed = entry.hasFailed(payload)
      if entry.kept[payload] != nil {
        // MGR-08 and MGR-09 pull apart where a later request for what was applied has failed.
        if hasFailed || entry.isUndone {
          entry.optional.insert(payload)
        } else {
          entry.due.insert(payload)
        }
      } else if entry.applied.contains(payload)
        || !hasFailed && (entry.outcomes[payload] != nil || entry.unclear.contains(payload))
      {
        // An empty list may be sent, or nothing.
        entry.optional.insert(payload)
      }
    }
    next.profiles[uuid] = entry
    return Expectation(branches: branches(uuid, next), choices: choices(removing: entry))
  }

  // MARK: What comes next

  /// The next request of a profile, or none where nothing is due.
  package func branches(_ uuid: String, _ state: State) -> [Branch] {
    memories(uuid, state).flatMap { proceeding(uuid, $0) }
  }

  /// What may be remembered in a removal: the keys of a payload that MGR-09 allows no reset for may be kept or forgotten. The state in which
  /// all are kept comes first.
  private func memories(_ uuid: String, _ state: State) -> [State] {
    guard let entry = state.profiles[uuid], entry.phase == .removing else { return [state] }
    var states = [state]
    for outcomes: Set<State.Outcome> in [[.failed], [.canceled], [.failed, .canceled]] {
      var next = state
      for payload in entry.optional where entry.kept[payload] != nil {
        guard let outcome = entry.outcomes[payload], outcomes.contains(outcome) else { continue }
        next.profiles[uuid]?.kept[payload] = nil
        next.profiles[uuid]?.applied.remove(payload)
      }
      if !states.contains(next) { states.append(next) }
    }
    return states
  }

  private func proceeding(_ uuid: String, _ state: State) -> [Branch] {
    guard let entry = state.profiles[uuid] else { return [] }
    var branches: [Branch] = []
    let order = entry.payloads.map(\.uuid)
    // What may be too large is the first thing that a request is held against: it may be wrong in how it was sent.
    let unclear = order.filter { entry.unclear.contains($0) && entry.optional.contains($0) }
    let candidates =
      unclear + order.filter(entry.due.contains)
      + order.filter { entry.optional.contains($0) && !unclear.contains($0) }
    for payload in candidates {
      branches += sending(payload, of: uuid, state)
    }
    if entry.due.isEmpty {
      branches.append(ending(uuid, state, leavesOut: !entry.optional.isEmpty))
    }
    return branches
  }

  private func sending(_ payload: String, of uuid: String, _ state: State) -> [Branch] {
    guard let entry = state.profiles[uuid], let content = entry.payload(payload),
      let app = setup.app(content.bundleIdentifier)
    else { return [] }
    func branch(_ kind: State.Sent.Kind, inPieces: Bool) -> Branch {
      var next = state
      next.latest = .init(profile: uuid, payload: payload, kind: kind, isInPieces: inPieces)
      next.isPending = true
      next.profiles[uuid]?.due.remove(payload)
      next.profiles[uuid]?.optional.remove(payload)
      if kind == .apply { next.profiles[uuid]?.outcomes[payload] = nil }
      if kind == .undo { next.profiles[uuid]?.isUndone = true }
      let request = RequestRow(
        kind: kind, profile: uuid, payload: content, app: app, isInPieces: inPieces,
        mayUsePieces: mayUsePieces(app),
        keys: entry.kept[payload] ?? [], mayBeEmpty: entry.hasFailed(payload),
        hasOtherEditions: entry.hasOtherEditions, texts: Self.texts(of: entry),
        strangers: Self.strangers(in: entry, beside: payload),
        wasGivenUp: entry.wasGivenUp && kind != .apply, ring: ring)
      let words = kind == .reset ? "reset" : kind == .undo ? "apply of earlier values" : "apply"
      var branch = Branch(
        "opens \(words) for \(payload)" + (inPieces ? ", in pieces" : ""),
        demands: request.demands + standing(next), next: next)
      if kind != .apply {
        branch.choices = [
          .taken("removal/way", kind == .undo ? "an apply of earlier values" : "a reset"),
          Self.standing("removal/pending"),
        ]
      }
      return branch
    }
    let isInstalling = entry.phase == .installing
    var result = [branch(isInstalling ? .apply : .reset, inPieces: false)]
    // What certainly fits has no pieces: one URL per payload (MGR-01).
    if entry.document.listBytes(ofPayload: payload) > Self.certainBytes, mayUsePieces(app) {
      result.append(branch(isInstalling ? .apply : .reset, inPieces: true))
    }
    if !isInstalling {
      result.append(branch(.undo, inPieces: false))
      // Nobody knows how large earlier values are.
      if mayUsePieces(app) { result.append(branch(.undo, inPieces: true)) }
    }
    return result
  }

  /// The payloads of a profile that are not to be sent now, with the clause that says so.
  private static func strangers(
    in entry: State.Profile, beside payload: String
  ) -> [String: Clause.ID] {
    var strangers: [String: Clause.ID] = [:]
    for uuid in entry.payloads.map(\.uuid)
    where uuid != payload && !entry.due.contains(uuid) && !entry.optional.contains(uuid) {
      strangers[uuid] =
        entry.ignored.contains(uuid)
        ? "MGR-02"
        : entry.phase == .installing ? "MGR-01" : entry.hasFailed(uuid) ? "MGR-09" : "MGR-08"
    }
    return strangers
  }

  /// What of a profile must not travel.
  private static func texts(of entry: State.Profile) -> [String] {
    [
      entry.document.profile?.displayName, entry.document.profile?.organization,
      entry.document.profile?.identifier,
    ].compactMap { $0 }.filter { $0.utf8.count >= 8 }
  }

  private func ending(_ uuid: String, _ state: State, leavesOut: Bool) -> Branch {
    var next = state
    guard var entry = state.profiles[uuid] else { return Branch("done", demands: [], next: next) }
    let isInstalling = entry.phase == .installing
    entry.phase = isInstalling ? .settled : .removed
    entry.due = []
    entry.optional = []
    next.profiles[uuid] = entry
    let clauses: [Clause.ID] =
      isInstalling
      ? entry.ignored.isEmpty ? ["MGR-01", "MGR-11"] : ["MGR-02", "MGR-01"]
      : entry.outcomes.values.contains { [.failed, .canceled].contains($0) }
        ? ["MGR-09", "MGR-08"] : ["MGR-08"]
    var stands = standing(next)
    if !isInstalling, !entry.hasFailedReset, !entry.isUndone {
      stands.append(.status(["removed"], entry.wasGivenUp ? ["MGR-11", "MGR-08"] : ["MGR-08"]))
    }
    // Who goes on where nothing is left to be sent has not come to the end that this is asked of.
    let all =
      [.opensNothing(clauses)] + stands.map { demand in demand.when { $0.opened.isEmpty } }
    return Branch(
      leavesOut ? "nothing more is sent" : "done", demands: all, next: next,
      choices: choices(ending: entry))
  }

  // MARK: How things stand

  /// Status and stored keys, of the profile that the latest install or remove named, or of one that a callback has named since.
  func standing(_ state: State, _ reasons: Claims = []) -> [Demand<ManagerObservation>] {
    guard let focus = state.focus else { return [] }
    let candidates = [focus] + state.alsoTold.subtracting([focus]).sorted()
    var demands: [Demand<ManagerObservation>] = []
    let statuses = candidates.map { state.profiles[$0]?.statuses }
    if statuses.allSatisfy({ $0 != nil }) {
      let words = statuses.reduce(into: Set<String>()) { $0.formUnion(($1 ?? nil) ?? []) }
      demands.append(
        .status(words, reasons.isEmpty ? Self.clauses(ofStatus: state.profiles[focus]) : reasons))
    }
    if !candidates.contains(where: { state.profiles[$0]?.isUndone ?? false }) {
      demands.append(
        .stored(
          candidates.map { state.profiles[$0]?.kept ?? [:] },
          of: state.profiles.values.map(\.kept), reasons.isEmpty ? ["MGR-08"] : reasons))
    }
    return demands
  }

  /// What makes a status the right one.
  private static func clauses(ofStatus entry: State.Profile?) -> Claims {
    guard let entry else { return ["MGR-11"] }
    switch entry.phase {
    case .installing: return ["MGR-11"]
    case .removing, .removed: return ["MGR-08"]
    case .settled:
      if !entry.ignored.isEmpty { return ["MGR-02"] }
      let isWhole = entry.outcomes.values.allSatisfy { $0 == .applied }
      return isWhole ? ["MGR-11"] : ["MGR-09"]
    }
  }
}
