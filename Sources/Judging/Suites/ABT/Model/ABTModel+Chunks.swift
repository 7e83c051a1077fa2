import Conformance
import Forge
import WireFormat

/// Section 4.10: pieces of packed bytes.
extension ABTModel {
  func chunk(
    _ piece: ChunkPiece, _ event: Opening, _ state: ABTState, _ demands: OpeningDemands
  ) -> [Branch] {
    let meaning = event.meaning
    // A piece whose owner is not clear is free, and a piece of an unknown verb is refused: both never come here.
    guard let action = meaning.action, let profile = meaning.echoes.profile,
      let payload = meaning.echoes.payload
    else { return [Branch("handled", demands: demands.handled, next: state)] }
    let key = ABTState.AssemblyKey(
      action: action, profile: profile, payload: payload, parameter: meaning.parameter,
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
      branches += completed(piece, event, pieces, demands, next)
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

  /// The last missing piece: the request is judged as a whole. Where the joined pieces are the bytes that were put in, so are
  /// the contents; otherwise they are read.
  private func completed(
    _ piece: ChunkPiece, _ event: Opening, _ pieces: [Int: [UInt8]], _ demands: OpeningDemands,
    _ next: ABTState
  ) -> [Branch] {
    var all = pieces
    all[piece.index] = piece.bytes
    let joined = (1...piece.total).flatMap { all[$0] ?? [] }
    let setup = demands.setup
    return workshop.withBench { bench -> [Branch] in
      func applied(_ contents: RequestMeaning.Contents?) -> Branch {
        Branch(
          "applied",
          demands: demands.completed(by: contents).accepted(chunk: piece, rules: ["ABT-CHUNK-01"]),
          next: next)
      }
      func refused(_ defects: [RequestDefect]) -> [Branch] {
        [Branch("refused", demands: demands.refused(defects), next: next)]
      }
      let forge = event.forge
      let isOfForge =
        !event.isLifted && bench.renderer.packed(forge, for: setup.context) == joined
      if isOfForge, forge.isCanonical {
        return [applied(forge.dictionary.contents(for: forge.action))]
      }
      var classifier = RequestClassifier(setup: setup, bench: bench)
      let isEncrypted = event.meaning.parameter == .dataX
      switch classifier.unpack(joined, isEncrypted: isEncrypted) {
      case .refused(let defect):
        let codes = demands.context.errorCodes
        var refusal = classifier.defectOfData(defect, isEncrypted: isEncrypted)
        refusal.clauses.insert("ABT-CHUNK-12", at: 0)
        refusal.codes += [codes.undecodableData, codes.dataTooLarge]
        return refused([refusal])
      case .free: return [Branch("handled", demands: demands.handled, next: next)]
      case .accepted(let value):
        let defects = classifier.dictionaryDefects(value, event.meaning.action)
        guard defects.isEmpty else {
          return refused(
            defects.map { defect in
              var defect = defect
              defect.clauses.insert("ABT-CHUNK-12", at: 0)
              return defect
            })
        }
        let branch = applied(classifier.contents(of: value, event.meaning.action))
        // Whether bits were damaged is known only of what was forged.
        if isOfForge, forge.claims.contains(.refusedOrUnharmed) {
          return [branch] + excused(.harmlessDamage, demands, [next])
        }
        if let key = classifier.unknownKey(in: value) {
          return [branch] + excused(.unknownKey(key), demands, [next])
        }
        return [branch]
      }
    }
  }
}
