package import AdapterProtocol
package import Conformance
import Forge
import JSONText
import WireFormat

/// Sections 1, 2 and 4 of the specification: what a library does with each URL that is opened.
package struct ABTModel: Model {
  package typealias Setup = ABTSetup
  package typealias Event = Opening
  package typealias State = ABTState
  package typealias Observation = ABTObservation
  typealias Branch = Expectation<ABTState, ABTObservation>.Branch

  package let workshop: RequestWorkshop

  package init(workshop: RequestWorkshop = .init()) { self.workshop = workshop }

  package func begin(_ setup: ABTSetup, persisted: ABTState?) -> ABTState { ABTState() }

  /// Requests are independent of each other as long as no assembly is open.
  package func isFreshStart(_ state: ABTState) -> Bool { state.assemblies.isEmpty }

  package func expect(
    _ event: Opening, in state: ABTState, of setup: ABTSetup
  ) -> Expectation<ABTState, ABTObservation> {
    let demands = OpeningDemands(event, setup, workshop, recordsBefore: state.hasRecorded)
    let foreign = Branch("left to the app", demands: demands.leftToTheApp, next: state)
    switch event.reading.recognition {
    case .foreign:
      return Expectation(branches: [foreign])
    case .ours where event.reading.isUnreadable:
      return Expectation(branches: [
        Branch("not acted on", demands: demands.unreadable, next: state)
      ])
    case .ours where event.reading.mayBeUnreadable:
      var branches = handled(event, state, setup, demands)
      for index in branches.indices { branches[index].demands += demands.ofEveryCallback }
      return Expectation(
        branches: branches + [Branch("not acted on", demands: demands.unreadable, next: state)])
    case .ours:
      return Expectation(
        branches: handled(event, state, setup, demands), invariants: demands.ofEveryCallback)
    case .oursInOtherCase, .either:
      var branches = handled(event, state, setup, demands)
      for index in branches.indices { branches[index].demands += demands.ofEveryCallback }
      var declined = foreign
      if event.reading.recognition == .oursInOtherCase { declined.concedes = ["ABT-URL-05"] }
      return Expectation(branches: branches + [declined])
    }
  }

  private func handled(
    _ event: Opening, _ state: ABTState, _ setup: ABTSetup, _ demands: OpeningDemands
  ) -> [Branch] {
    let reading = event.reading
    let forge = event.forge
    if reading.freedom != nil {
      return [Branch("handled", demands: demands.handled, next: state)]
    }
    if reading.mustRefuse {
      // Whether an invalid request drops what is open for its payload is not laid down.
      let dropped = state.withoutAssemblies(profile: forge.profile, payload: forge.payload)
      let kept = Branch("refused", demands: demands.refused(reading.defects), next: state)
      return dropped == state
        ? [kept] : [kept, Branch("refused", demands: kept.demands, next: dropped)]
    }
    if let piece = reading.piece, piece.total > 1 {
      return chunk(piece, event, state, setup, demands)
    }
    // ABT-CHUNK-11: a whole request drops what is open for its payload.
    var next = state.withoutAssemblies(profile: forge.profile, payload: forge.payload)
    next.hasRecorded = state.hasRecorded || event.delegate.records
    let accepted = Branch("accepted", demands: demands.accepted(chunk: nil), next: next)
    guard let excuse = reading.excuse else { return [accepted] }
    return [accepted] + excused(excuse, demands, [state, next])
  }

  /// A request that may be refused although it is right; whether that drops what is open for its payload is not laid down.
  func excused(_ words: String, _ demands: OpeningDemands, _ next: [ABTState]) -> [Branch] {
    // Which code is right is not laid down: the requirement that allows the refusal names none.
    let codes = demands.context.errorCodes
    let refusal = demands.refused([
      RequestDefect(
        ["ABT-CB-04"],
        codes: [
          codes.malformedRequest, codes.missingData, codes.encryptionRequired,
          codes.undecodableData, codes.dataTooLarge, codes.invalidDictionary,
        ], words)
    ])
    return next.map { Branch("refused", demands: refusal, next: $0) }
  }

  package func startFrame(_ setup: ABTSetup) -> Frame {
    let isEncrypting = setup.edition == .encrypting
    return .start(
      AbtStart(
        bundleIdentifier: setup.bundleIdentifier, apiKey: setup.apiKey, urlScheme: setup.urlScheme,
        edition: isEncrypting ? .encrypting : .plain,
        encryptionSecret: isEncrypting ? setup.encryptionSecret : nil,
        allowUnencrypted: isEncrypting && setup.allowUnencrypted))
  }

  package func frame(
    _ event: Opening, of setup: ABTSetup, after history: [ABTObservation]
  ) -> Frame? {
    let url =
      event.rendered
      ?? workshop.withBench { $0.renderer.render(event.forge, for: setup.context) }
    return .open(OpenStep(url: url, delegate: DelegateScript(event.delegate)))
  }
}
