package import AdapterProtocol
package import Conformance
package import Forge
import JSONText
import WireFormat

/// Sections 1, 2 and 4 of the specification: what a library does with each URL that is opened.
package struct ABTModel: Model {
  package typealias Setup = ABTSetup
  package typealias Event = Opening
  package typealias State = ABTState
  package typealias Observation = ABTObservation
  package typealias Branch = Expectation<ABTState, ABTObservation>.Branch

  /// The dialect of generated cases. Stored ones have their own.
  package let dialect: SharedDialect
  package let workshop: RequestWorkshop
  /// What changed requests draw from.
  package let words: Vocabulary

  package init(dialect: SharedDialect = .profile1, workshop: RequestWorkshop = .init()) {
    self.dialect = dialect
    self.workshop = workshop
    words = Vocabulary(dialect.value)
  }

  /// What an implementation claims that speaks other dialects than profile 1.
  package static let dialectCapability = "dialect"

  package func begin(_ setup: ABTSetup, persisted: ABTState?) -> ABTState { ABTState() }

  /// Requests are independent of each other as long as no assembly is open.
  package func isFreshStart(_ state: ABTState) -> Bool { state.assemblies.isEmpty }

  package func expect(
    _ event: Opening, in state: ABTState, of situation: Situation<ABTSetup>
  ) -> Expectation<ABTState, ABTObservation> {
    let meaning = event.meaning
    let demands = OpeningDemands(event, situation, workshop, recordsBefore: state.hasRecorded)
    var foreign = Branch(
      "left to the app", demands: OpeningDemands.leftToTheApp + demands.secrets, next: state)
    foreign.isMeant = { !$0.handled }
    switch meaning.recognition {
    case .foreign:
      return Expectation(branches: [foreign])
    case .ours where meaning.isUnreadable:
      return Expectation(
        branches: unreadable(meaning, state, demands),
        choices: [demands.taking("url/unreadable-parameter")])
    case .ours where meaning.mayBeUnreadable || meaning.isNoURI:
      return Expectation(
        branches: calledBack(event, state, demands) + unreadable(meaning, state, demands),
        choices: demands.choices)
    case .ours:
      return Expectation(
        branches: handled(event, state, demands), invariants: demands.ofEveryCallback,
        choices: demands.choices)
    case .oursInOtherCase, .either:
      var declined = foreign
      if meaning.recognition == .oursInOtherCase { declined.concedes = ["ABT-URL-05"] }
      var branches = meaning.isUnreadable ? [] : calledBack(event, state, demands)
      if meaning.isUnreadable || meaning.mayBeUnreadable || meaning.isNoURI {
        branches += unreadable(meaning, state, demands)
      }
      return Expectation(
        branches: branches + [declined],
        choices: meaning.recognition == .either ? OpeningDemands.ofEitherScheme : [])
    }
  }

  /// What may happen where a library cannot read a parameter (ABT-URL-18), or the URL. Whether that drops what is open for the payload is not
  /// laid down.
  private func unreadable(
    _ meaning: RequestMeaning, _ state: ABTState, _ demands: OpeningDemands
  ) -> [Branch] {
    var next = [state]
    for owner in meaning.owners {
      let dropped = state.withoutAssemblies(of: owner)
      if !next.contains(dropped) { next.append(dropped) }
    }
    let rules = meaning.isNoURI ? demands.refusedAsNoURI : demands.unreadable
    return next.map { Branch("not acted on", demands: rules, next: $0) }
  }

  /// The ways of handling a URL, each with what holds of its callback, where there is a way without one.
  private func calledBack(
    _ event: Opening, _ state: ABTState, _ demands: OpeningDemands
  ) -> [Branch] {
    let ofEveryCallback = demands.ofEveryCallback
    return handled(event, state, demands).map {
      Branch(
        $0.name, demands: $0.demands + ofEveryCallback, next: $0.next, concedes: $0.concedes,
        choices: $0.choices)
    }
  }

  private func handled(
    _ event: Opening, _ state: ABTState, _ demands: OpeningDemands
  ) -> [Branch] {
    let meaning = event.meaning
    if meaning.freedom != nil {
      let ruling = demands.handled + (meaning.missingToken.map(demands.notCalled) ?? [])
      return afterUnclear(meaning, state, demands).map {
        Branch("handled", demands: ruling, next: $0)
      }
    }
    if meaning.mustRefuse {
      return orLater(
        refused(meaning.defects, meaning.advice, state, demands), meaning.defects, event, state,
        demands)
    }
    if let advice = meaning.advice { return advised(advice, event, state, demands) }
    if let piece = meaning.piece, piece.total > 1 { return taken(piece, event, state, demands) }
    return accepted(event, state, demands)
  }

  /// A piece of which nothing is wrong but its Base64 is refused, or kept as it is, and found wrong when its assembly is complete (section
  /// 4.10).
  private func orLater(
    _ refused: [Branch], _ defects: [RequestDefect], _ event: Opening, _ state: ABTState,
    _ demands: OpeningDemands
  ) -> [Branch] {
    guard let piece = event.meaning.undecodedPiece, defects == [piece.defect?.defect] else {
      return refused
    }
    func taking(_ branches: [Branch], _ words: String) -> [Branch] {
      branches.map {
        var branch = $0
        branch.choices.append(.taken("chunk/base64", words))
        return branch
      }
    }
    return taking(refused, "refused at once")
      + taking(chunk(piece, event, state, demands), "kept until all pieces are there")
  }

  private func afterUnclear(
    _ meaning: RequestMeaning, _ state: ABTState, _ demands: OpeningDemands
  ) -> [ABTState] {
    state.afterUnclear(meaning, maxAssemblies: demands.context.dialect.limits.maxAssemblies)
  }

  /// A piece that is right; it may be refused where it has an excuse.
  private func taken(
    _ piece: ChunkPiece, _ event: Opening, _ state: ABTState, _ demands: OpeningDemands
  ) -> [Branch] {
    let taken = chunk(piece, event, state, demands)
    guard let excuse = event.meaning.excuse else { return taken }
    return taken + excused(excuse, demands, state.afterRefusal(of: event.meaning))
  }

  /// A whole request that is right; it may be refused where it has an excuse.
  private func accepted(
    _ event: Opening, _ state: ABTState, _ demands: OpeningDemands
  ) -> [Branch] {
    // ABT-CHUNK-11: a whole request drops what is open for its payload.
    var next = state.withoutAssemblies(of: event.meaning.echoes)
    next.hasRecorded = state.hasRecorded || event.delegate.records
    guard let excuse = event.meaning.excuse else {
      return carriedOut(event, demands, from: state, to: next)
    }
    guard let keys = event.meaning.unknownKeys else {
      return carriedOut(event, demands, from: state, to: next)
        + excused(excuse, demands, [state, next])
    }
    // A library that refuses whatever it does not know gives up ABT-DICT-08; one that refuses the keys of profiles alone breaks a MUST.
    // It may do so in requests of one kind, or with values of one type.
    let members = ABTState.IgnoredMembers(action: event.meaning.action, values: keys.values)
    if keys.areOfProfile, state.ignored.contains(members) {
      return carriedOut(event, demands, rules: ["ABT-ENC-11"], from: state, to: next)
    }
    var ignoring = next
    if !keys.areOfProfile { ignoring.ignored.insert(members) }
    return carriedOut(event, demands, from: state, to: ignoring)
      + excused(excuse, demands, [state, next])
  }

  /// A whole request reaches the delegate. "Is applied, and the assembly is dropped" (ABT-CHUNK-11): whether one that the delegate refuses
  /// drops it is not laid down.
  private func carriedOut(
    _ event: Opening, _ demands: OpeningDemands, rules: [Clause.ID] = [], from state: ABTState,
    to next: ABTState
  ) -> [Branch] {
    let accepted = Branch(
      "accepted", demands: demands.accepted(chunk: nil, rules: rules), next: next)
    guard event.isRefusedByDelegate, next.assemblies != state.assemblies else { return [accepted] }
    var kept = next
    kept.assemblies = state.assemblies
    return [(next, "dropped"), (kept, "kept")].map { next, words in
      var branch = accepted
      branch.next = next
      branch.choices.append(.taken("chunk/refused-whole", words))
      return branch
    }
  }

  /// - Parameter advice: what else speaks against the request; its codes are right, too.
  private func refused(
    _ defects: [RequestDefect], _ advice: RequestMeaning.Advice?, _ state: ABTState,
    _ demands: OpeningDemands
  ) -> [Branch] {
    // What others say of the request adds codes, but no requirement.
    let others = (advice?.defects ?? []).map { RequestDefect([], codes: $0.codes, $0.words) }
    let refusal = demands.refused(
      defects + others, besides: demands.meaning.mustRefuse ? ["ABT-DEL-05"] : [])
    // Whether an invalid request drops what is open for its payload is not laid down.
    let next = state.afterRefusal(of: demands.meaning)
    guard next.count > 1 else { return [Branch("refused", demands: refusal, next: state)] }
    let place: FreePlace.ID =
      demands.meaning.hasPieceNumbers ? "chunk/invalid-piece" : "chunk/invalid-request"
    return next.map {
      Branch(
        "refused", demands: refusal, next: $0,
        choices: [.taken(place, $0 == state ? "kept" : "dropped")])
    }
  }

  /// What a SHOULD asks for, and everything else, which gives it up.
  private func advised(
    _ advice: RequestMeaning.Advice, _ event: Opening, _ state: ABTState, _ demands: OpeningDemands
  ) -> [Branch] {
    let asked: [Branch] =
      if !advice.defects.isEmpty {
        orLater(
          refused(advice.defects, nil, state, demands), advice.defects, event, state, demands)
      } else if let piece = event.meaning.piece, piece.total > 1 {
        taken(piece, event, state, demands)
      } else {
        accepted(event, state, demands)
      }
    return asked
      + afterUnclear(event.meaning, state, demands).map {
        var next = $0
        next.hasRecorded = state.hasRecorded || event.delegate.records
        return Branch(
          "handled otherwise", demands: demands.handled, next: next, concedes: [advice.clause])
      }
  }

  /// A request that may be refused although it is right; whether that drops what is open for its payload is not laid down.
  func excused(_ excuse: Excuse, _ demands: OpeningDemands, _ next: [ABTState]) -> [Branch] {
    let refusal = demands.refused([
      RequestDefect(["ABT-CB-04"], codes: demands.codes(of: excuse), excuse.words)
    ])
    return next.map {
      Branch("refused", demands: refusal, next: $0, concedes: excuse.concedes)
    }
  }

  package func startFrame(_ setup: ABTSetup, keep: Bool) -> Frame {
    .start(suite: ABT.name, keep: keep) { ABTStart(setup).write(to: &$0) }
  }

  package func frame(
    _ event: Opening, of setup: ABTSetup, after history: [ABTObservation]
  ) -> Frame? {
    .open(OpenStep(url: event.url, delegate: DelegateScript(event.delegate)))
  }
}
