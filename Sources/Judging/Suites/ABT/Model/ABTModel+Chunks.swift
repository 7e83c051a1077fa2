import Conformance
import Forge
import WireFormat

/// Section 4.10: pieces of packed bytes.
extension ABTModel {
  func chunk(
    _ piece: ChunkPiece, _ event: Opening, _ state: ABTState, _ setup: ABTSetup,
    _ demands: OpeningDemands
  ) -> [Branch] {
    let key = ABTState.AssemblyKey(
      action: event.forge.action, profile: Array(event.forge.profile.utf8),
      payload: Array(event.forge.payload.utf8), parameter: event.forge.parameter,
      total: piece.total)
    let pieces = state.assemblies[key] ?? [:]
    if let same = pieces[piece.index] {
      return same == piece.bytes
        ? [pending(piece, demands, next: state, "ABT-CHUNK-05")]
        : contradiction(key, state, demands)
    }
    if pieces.isEmpty, state.completed.contains(key) {
      return afterCompletion(piece, key, state, demands)
    }
    var next = state
    next.assemblies[key, default: [:]][piece.index] = piece.bytes
    let isInOrder = piece.index == pieces.count + 1 && pieces.keys.allSatisfy { $0 < piece.index }
    var branches: [Branch] = []
    if pieces.count + 1 == piece.total {
      next.assemblies[key] = nil
      next.completed.insert(key)
      next.hasRecorded = state.hasRecorded || event.delegate.records
      branches += completed(piece, event, pieces, setup, demands, next)
    } else {
      branches.append(pending(piece, demands, next: next, "ABT-CHUNK-03"))
    }
    guard !isInOrder else { return branches }
    // ABT-CHUNK-04 is a SHOULD: the piece may be refused, and the assembly kept or dropped.
    var dropped = state
    dropped.assemblies[key] = nil
    branches += (dropped == state ? [state] : [state, dropped]).map {
      Branch(
        "out of order refused", demands: demands.refusedOutOfOrder, next: $0,
        concedes: ["ABT-CHUNK-04"])
    }
    return branches
  }

  private func pending(
    _ piece: ChunkPiece, _ demands: OpeningDemands, next: ABTState, _ rule: Clause.ID
  ) -> Branch {
    Branch("kept", demands: demands.pending(piece, rule), next: next)
  }

  /// ABT-CHUNK-06.
  private func contradiction(
    _ key: ABTState.AssemblyKey, _ state: ABTState, _ demands: OpeningDemands
  ) -> [Branch] {
    var next = state
    next.assemblies[key] = nil
    let defect = RequestDefect(
      ["ABT-CHUNK-06"], codes: [demands.context.errorCodes.invalidChunk],
      "the piece came before with other content")
    return [Branch("refused", demands: demands.refused([defect]), next: next)]
  }

  /// Free but for a delegate call: the piece may be refused, ignored, or begin the assembly anew.
  private func afterCompletion(
    _ piece: ChunkPiece, _ key: ABTState.AssemblyKey, _ state: ABTState, _ demands: OpeningDemands
  ) -> [Branch] {
    var anew = state
    anew.assemblies[key] = [piece.index: piece.bytes]
    anew.completed.remove(key)
    return [state, anew].map {
      Branch("after completion", demands: demands.noCall("ABT-CHUNK-01"), next: $0)
    }
  }

  /// The last missing piece: the request is judged as a whole. Where the joined pieces are the forge's own bytes they
  /// mean what was put in; otherwise they are read.
  private func completed(
    _ piece: ChunkPiece, _ event: Opening, _ pieces: [Int: [UInt8]], _ setup: ABTSetup,
    _ demands: OpeningDemands, _ next: ABTState
  ) -> [Branch] {
    var all = pieces
    all[piece.index] = piece.bytes
    let joined = (1...piece.total).flatMap { all[$0] ?? [] }
    let reading = workshop.withBench { bench -> Reading<PropertyList>? in
      if event.forge.isCanonical, bench.renderer.packed(event.forge, for: setup.context) == joined {
        return nil
      }
      var classifier = RequestClassifier(setup: setup, bench: bench)
      return classifier.unpack(joined, isEncrypted: event.forge.parameter == .dataX)
    }
    let accepted = Branch(
      "applied", demands: demands.accepted(chunk: piece, rules: ["ABT-CHUNK-01"]), next: next)
    switch reading {
    case nil: return [accepted]
    case .refused(let defect):
      let refusal = RequestDefect(
        ["ABT-CHUNK-12", Clause.ID(defect.clause)],
        codes: [
          demands.context.errorCodes.undecodableData, demands.context.errorCodes.dataTooLarge,
        ],
        defect.description)
      return [Branch("refused", demands: demands.refused([refusal]), next: next)]
    case .accepted(let value) where isOfForge(value, event.forge, setup):
      return event.forge.claims.contains(.refusedOrUnharmed)
        ? [accepted] + excused("bits are damaged where a library need not notice", demands, [next])
        : [accepted]
    case .accepted, .free:
      return [Branch("handled", demands: demands.handled, next: next)]
    }
  }

  /// Whether the joined pieces mean what was put in, and that is a right dictionary.
  private func isOfForge(
    _ value: PropertyList, _ forge: RequestForge, _ setup: ABTSetup
  ) -> Bool {
    workshop.withBench { bench in
      forge.dictionaryForm == .canonical
        && value == bench.renderer.value(of: forge, setup.context.dialect)
        && RequestClassifier(setup: setup, bench: bench).dictionaryDefects(value, forge.action)
          .isEmpty
    }
  }
}
