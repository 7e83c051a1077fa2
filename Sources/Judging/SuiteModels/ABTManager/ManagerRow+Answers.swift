import Conformance
import Profiles
import WireFormat

// Callbacks: which count, and what they lead to.
extension ManagerRow {
  func answer(_ answer: AppAnswer, _ state: State) -> Expectation<State, ManagerObservation> {
    var state = state
    switch answer.target {
    case .latest: if let latest = state.latest { state.alsoTold.insert(latest.profile) }
    case .payload(let profile, _, _) where state.profiles[profile] != nil:
      state.alsoTold.insert(profile)
    case .payload: break
    }
    var reasons: Claims = []
    if !isRight(answer, state) { reasons.append("MGR-10") }
    if isHostile(answer, state) { reasons.append("MGR-13") }
    guard reasons.isEmpty, let latest = state.latest else {
      return Expectation(branches: [
        unchanged(state, reasons.isEmpty ? ["MGR-10"] : reasons)
      ])
    }
    var branches = latest.isInPieces ? pieceAnswered(answer, latest, state) : []
    branches += counted(answer, latest, state)
    // What nobody lays down may be taken for a callback or not.
    if !openQuestions(answer, latest, state).isEmpty {
      let isKnown = answer.statusAsRead.isKnown
      var none = unchanged(state, isKnown ? ["MGR-10"] : ["MGR-08", "MGR-13"])
      none.choices = choices(of: answer, latest, state, "does not count")
      branches.insert(none, at: isKnown ? branches.count : 0)
    }
    return Expectation(branches: branches)
  }

  /// Whether it is from the app of the request that is pending (MGR-10).
  func isRight(_ answer: AppAnswer, _ state: State) -> Bool {
    guard state.isPending, let latest = state.latest else { return false }
    var bundleIdentifier = state.profiles[latest.profile]?.payload(latest.payload)?.bundleIdentifier
    if case .payload(let profile, let payload, let bundle) = answer.target {
      guard profile.hasSameBytes(as: latest.profile), payload.hasSameBytes(as: latest.payload)
      else { return false }
      guard let own = bundleIdentifier, own.hasSameBytes(as: bundle) else { return false }
      bundleIdentifier = bundle
    }
    switch answer.lacks {
    case nil: break
    case .chunk: if latest.isInPieces { return false }
    case .profile, .emptyProfile, .payload, .emptyPayload: return false
    }
    if answer.brokenEscape?.isInIdentity ?? false { return false }
    if latest.isInPieces, answer.namesOtherPiece { return false }
    switch answer.token {
    case .right: return true
    case .ofApp(let other):
      guard let own = bundleIdentifier.flatMap(setup.app), let other = setup.app(other) else {
        return false
      }
      return ring.token(of: own) == ring.token(of: other)
    default: return false
    }
  }

  /// Whether it holds what must change nothing (MGR-13).
  func isHostile(_ answer: AppAnswer, _ state: State) -> Bool {
    if answer.injection != nil || answer.brokenEscape?.isInIdentity ?? false { return true }
    // A list stands only where an apply succeeded.
    guard answer.statusAsRead == .success, state.latest?.kind != .reset else { return false }
    return answer.list.isHostile
      || answer.brokenEscape?.place == .changedValues && answer.list != .missing
  }

  /// In what it differs from what a library sends, though no clause says that it must not count.
  func openQuestions(
    _ answer: AppAnswer, _ latest: State.Sent, _ state: State
  ) -> [FreePlace.ID] {
    var questions: [FreePlace.ID] = []
    if answer.spelling == .withOwnParameter { questions.append("callback/own-parameter") }
    if answer.address != .own { questions.append("callback/address") }
    if answer.hasOddErrorCode { questions.append("callback/error-code") }
    if answer.hasBrokenText { questions.append("callback/broken-escape") }
    let status = answer.statusAsRead
    if !status.isKnown { return questions + ["callback/unknown-status"] }
    if answer.list == .stray, latest.kind == .reset || status != .success {
      questions.append(
        latest.kind == .reset ? "callback/list-after-reset" : "callback/list-beside-error")
    }
    guard latest.kind != .reset, status == .success else { return questions }
    switch answer.list {
    case .missing: questions.append("callback/no-list")
    case .behindStream: questions.append("callback/bytes-behind-list")
    default: break
    }
    if answer.list != .missing, hasForeignKeys(answer, latest, state) {
      questions.append("callback/foreign-keys")
    }
    return questions
  }

  private func configurationKeys(_ latest: State.Sent, _ state: State) -> [String] {
    let payload = state.profiles[latest.profile]?.payload(latest.payload)
    guard case .dictionary(let members)? = payload?.configuration else { return [] }
    return members.map(\.key)
  }

  private func hasForeignKeys(_ answer: AppAnswer, _ latest: State.Sent, _ state: State) -> Bool {
    let own = configurationKeys(latest, state)
    return answer.keys.contains { key in !own.contains { $0.hasSameBytes(as: key) } }
  }

  private func unchanged(_ state: State, _ reasons: Claims) -> Branch {
    Branch(
      "nothing changes",
      demands: [.opensNothing(reasons)] + standing(state, reasons), next: state)
  }

  /// One piece has been taken, and another follows.
  private func pieceAnswered(_ answer: AppAnswer, _ latest: State.Sent, _ state: State) -> [Branch]
  {
    guard answer.statusAsRead == .success, let entry = state.profiles[latest.profile],
      let payload = entry.payload(latest.payload), let app = setup.app(payload.bundleIdentifier)
    else { return [] }
    let request = RequestRow(
      kind: latest.kind, profile: latest.profile, payload: payload, app: app, isInPieces: true,
      mayUsePieces: mayUsePieces(app), keys: entry.kept[latest.payload] ?? [], texts: [],
      strangers: [:], wasGivenUp: false, ring: ring)
    return [
      Branch("opens the next piece", demands: request.demands + standing(state), next: state)
    ]
  }

  /// The request has its answer.
  private func counted(_ answer: AppAnswer, _ latest: State.Sent, _ state: State) -> [Branch] {
    var next = state
    next.isPending = false
    func proceed(
      _ readings: [ChoiceReading<ManagerObservation>] = [],
      _ change: (inout State.Profile) -> Void
    ) -> [Branch] {
      var next = next
      if var entry = next.profiles[latest.profile] {
        change(&entry)
        next.profiles[latest.profile] = entry
      }
      return branches(latest.profile, next).map { branch in
        var branch = branch
        branch.choices += readings
        return branch
      }
    }
    let payload = latest.payload
    let counts = choices(of: answer, latest, state, "counts")
    switch (latest.kind, answer.statusAsRead) {
    case (.apply, .error): return proceed(counts) { $0.outcomes[payload] = .failed }
    case (.apply, .canceled): return proceed(counts) { $0.outcomes[payload] = .canceled }
    case (.apply, .unknown), (.apply, .empty), (.apply, .missing):
      // What is no Success has applied nothing that is known (MGR-08).
      let outcomes: [State.Outcome] = [.failed, .canceled]
      return outcomes.flatMap { outcome in
        proceed(choices(of: answer, latest, state, "counts as a failure")) {
          $0.outcomes[payload] = outcome
        }
      }
    case (.apply, .success):
      return lists(answer, latest, state).flatMap { outcome, keys in
        proceed(choices(of: answer, latest, state, outcome)) { entry in
          entry.outcomes[payload] = .applied
          entry.applied.insert(payload)
          let all = (entry.kept[payload] ?? []).union(keys.map { ExactText($0) })
          entry.kept[payload] = all.isEmpty ? nil : all
        }
      }
    case (.reset, .success), (.undo, .success):
      return proceed(counts) {
        $0.outcomes[payload] = .reset
        $0.applied.remove(payload)
        $0.kept[payload] = nil
      }
    case (.reset, _), (.undo, _):
      let outcome = answer.statusAsRead.isKnown ? "counts" : "counts as a failure"
      // A manager leaves it to the next removal, or tries again by itself.
      return [false, true].flatMap { triesAgain in
        proceed(choices(of: answer, latest, state, outcome)) {
          $0.hasFailedReset = true
          if triesAgain { $0.optional.insert(payload) }
        }
      }
    }
  }

  /// The keys that a Success may be taken to report, and how that is called.
  private func lists(
    _ answer: AppAnswer, _ latest: State.Sent, _ state: State
  ) -> [(outcome: String, keys: [String])] {
    if answer.list == .missing {
      return [("no keys", []), ("all keys", configurationKeys(latest, state))]
    }
    guard hasForeignKeys(answer, latest, state) else { return [("counts", answer.keys)] }
    let own = configurationKeys(latest, state)
    return [
      ("all are stored", answer.keys),
      (
        "those of the configuration are stored",
        answer.keys.filter { key in own.contains { $0.hasSameBytes(as: key) } }
      ),
    ]
  }

  /// Where a callback leaves more than one question open, nobody knows which one was answered.
  private func choices(
    of answer: AppAnswer, _ latest: State.Sent, _ state: State, _ outcome: String
  ) -> [ChoiceReading<ManagerObservation>] {
    let questions = openQuestions(answer, latest, state)
    return questions.count == 1 ? [.taken(questions[0], outcome)] : []
  }
}
