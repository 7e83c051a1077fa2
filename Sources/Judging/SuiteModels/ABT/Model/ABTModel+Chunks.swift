import Conformance
import Forge
import WireFormat

/// Section 4.10: pieces of packed bytes.
extension ABTModel {
  package func chunk(
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
    var state = state
    state.arrivals += 1
    let assembly = state.assemblies[key]
    let pieces = assembly?.pieces ?? [:]
    if let same = pieces[piece.index] {
      state.assemblies[key]?.touched = state.arrivals
      guard same == piece.bytes else { return contradiction(key, state, demands) }
      let repetition = [pending(piece, demands, next: state, "ABT-CHUNK-05")]
      // Whoever keeps texts finds others where bits were not zero, which may be taken or not.
      return assembly?.isLoose == true
        ? repetition + contradiction(key, state, demands) : repetition
    }
    if pieces.isEmpty,
      state.hasCompleted(piece, of: key)
        || state.undecodable[key]?[piece.index] == piece.bytes
    {
      return afterCompletion(piece, key, state, demands)
    }
    var next = state
    var extended = assembly ?? .init(begun: state.arrivals)
    extended.add(piece, at: state.arrivals)
    next.assemblies[key] = extended
    let isInOrder = piece.index == pieces.count + 1 && pieces.keys.allSatisfy { $0 < piece.index }
    var branches: [Branch] = []
    if pieces.count + 1 == piece.total {
      next.assemblies[key] = nil
      next.completed[key] = extended.pieces.mapValues(ABTState.PieceDigest.init)
      next.hasRecorded = state.hasRecorded || event.delegate.records
      branches += completed(extended, piece, key, event, demands, next)
    } else {
      // ABT-CHUNK-10: one assembly too many drops the oldest one.
      let limits = demands.context.dialect.limits
      let dropped = assembly == nil && state.assemblies.count >= limits.maxAssemblies
      let isAfterFailure = pieces.isEmpty && state.undecodable[key] != nil
      let rule: Clause.ID = isAfterFailure ? "ABT-CHUNK-12" : "ABT-CHUNK-03"
      if dropped {
        let oldest = state.oldest
        branches += oldest.map { key, words in
          var branch = pending(piece, demands, next: next.without(key), rule)
          if oldest.count > 1 { branch.choices = [.taken("chunk/oldest-assembly", words)] }
          return branch
        }
      } else {
        branches.append(pending(piece, demands, next: next, rule))
      }
    }
    let packedCount = extended.pieces.values.map(\.count).reduce(0, +)
    let isTooLarge = packedCount > demands.context.dialect.limits.maxPackedBytes
    for index in branches.indices {
      if !isInOrder { branches[index].choices.append(.taken("chunk/out-of-order", "taken")) }
      if isTooLarge { branches[index].choices.append(.taken("chunk/too-many-bytes", "taken")) }
    }
    if isTooLarge { branches += tooLarge(key, state, demands) }
    guard !isInOrder else { return branches }
    // ABT-CHUNK-04 is a SHOULD: the piece may be refused, and the assembly kept or dropped.
    var dropped = state
    dropped.assemblies[key] = nil
    var ways: [(ABTState, String?)] =
      dropped == state ? [(state, nil)] : [(state, "kept"), (dropped, "dropped")]
    // Whether there is made room for the piece before it is refused is not laid down.
    if assembly == nil, state.assemblies.count >= demands.context.dialect.limits.maxAssemblies {
      ways += state.oldest.map { (state.without($0.key), nil) }
    }
    branches += ways.map { next, words in
      Branch(
        "out of order refused", demands: demands.refusedOutOfOrder, next: next,
        concedes: ["ABT-CHUNK-04"],
        choices: [.taken("chunk/out-of-order", "refused")]
          + (words.map { [.taken("chunk/after-order-refused", $0)] } ?? []))
    }
    return branches
  }

  /// More packed bytes than have to be kept may be refused; whether that drops the assembly is not laid down.
  private func tooLarge(
    _ key: ABTState.AssemblyKey, _ state: ABTState, _ demands: OpeningDemands
  ) -> [Branch] {
    let codes = demands.context.errorCodes
    let refusal = demands.refused([
      RequestDefect(
        ["ABT-CHUNK-10"],
        codes: [
          codes.tooManyChunks, codes.dataTooLarge, codes.undecodableData, codes.invalidChunk,
        ],
        "the pieces are larger than has to be kept")
    ])
    let dropped = state.without(key)
    return (dropped == state ? [state] : [state, dropped]).map {
      Branch(
        "too large", demands: refusal, next: $0,
        choices: [demands.taking("chunk/too-many-bytes")])
    }
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
    var begun = ABTState.Assembly(begun: state.arrivals)
    begun.add(piece, at: state.arrivals)
    anew.assemblies[key] = begun
    anew.completed[key] = nil
    anew.undecodable[key] = nil
    // ABT-CHUNK-10: where it is one too many, the oldest goes, perhaps before the piece is refused.
    let isTooMany = state.assemblies.count >= demands.context.dialect.limits.maxAssemblies
    let ways =
      isTooMany
      ? state.oldest.flatMap { [state.without($0.key), anew.without($0.key)] } : [anew]
    return ([state] + ways).map {
      Branch(
        "after completion", demands: demands.noCall("ABT-CHUNK-01"), next: $0,
        choices: [demands.taking("chunk/after-completion")])
    }
  }

  /// The last missing piece: the request is judged as a whole. Where the joined pieces are the bytes that were put in, so are
  /// the contents; otherwise they are read.
  private func completed(
    _ assembly: ABTState.Assembly, _ piece: ChunkPiece, _ key: ABTState.AssemblyKey,
    _ event: Opening, _ demands: OpeningDemands, _ next: ABTState
  ) -> [Branch] {
    var dropped = next
    dropped.completed[key] = nil
    dropped.undecodable[key] = assembly.pieces
    if !assembly.defects.isEmpty {
      let all = assembly.defects.sorted { $0.key < $1.key }.map(\.value)
      let binding = all.filter { !$0.isAdvised }
      let refusal = demands.refused(
        (binding.isEmpty ? all : binding).map(\.defect),
        besides: binding.isEmpty ? [] : ["ABT-DEL-05"])
      return [Branch("refused", demands: refusal, next: dropped)]
    }
    let read = read(assembly, piece, event, demands, next, refused: dropped)
    guard assembly.isLoose else { return read }
    let excuse = Excuse(words: "the Base64 of a piece may be taken or not (section 2.1)")
    return read + excused(excuse, demands, [dropped])
  }

  /// - Parameter refused: the state after a refusal.
  private func read(
    _ assembly: ABTState.Assembly, _ piece: ChunkPiece, _ event: Opening,
    _ demands: OpeningDemands, _ next: ABTState, refused dropped: ABTState
  ) -> [Branch] {
    let joined = (1...piece.total).flatMap { assembly.pieces[$0] ?? [] }
    let setup = demands.setup
    return workshop.withBench(setup.dialect) { bench -> [Branch] in
      func applied(_ contents: RequestMeaning.Contents?) -> Branch {
        Branch(
          "applied",
          demands: demands.completed(by: contents).accepted(chunk: piece, rules: ["ABT-CHUNK-01"]),
          next: next)
      }
      /// ABT-CHUNK-12. What else is wrong with the data gives it more codes.
      func undecodable(_ defects: [RequestDefect], or codes: [Int] = []) -> [Branch] {
        let ofAssembly = defects.map { defect in
          var defect = defect
          defect.clauses.insert("ABT-CHUNK-12", at: 0)
          defect.codes += codes
          return defect
        }
        return [Branch("refused", demands: demands.refused(ofAssembly), next: dropped)]
      }
      let forge = event.forge
      let isOfForge =
        !event.isLifted
        && (event.whole ?? bench.renderer.packed(forge, for: setup.context)) == joined
      if isOfForge, forge.isCanonical, forge.dictionary.isUnremarkable(in: setup.dialect.value) {
        return [applied(forge.dictionary.contents(for: forge.action))]
      }
      var classifier = RequestClassifier(setup: setup, bench: bench)
      let isEncrypted = event.meaning.parameter == .dataX
      switch classifier.unpack(
        joined, event.meaning.action, isEncrypted: isEncrypted)
      {
      case .refused(let defect):
        let codes = demands.context.errorCodes
        let refusal = classifier.defectOfData(
          defect, event.meaning.action, isEncrypted: isEncrypted)
        return undecodable([refusal], or: [codes.undecodableData, codes.dataTooLarge])
      case .free(let freedom, let value) where freedom.shouldRefuse:
        let advice = classifier.advice(by: freedom)
        // Who does not mind this has to refuse what else is wrong.
        let wrong = value.map { classifier.dictionaryDefects($0, event.meaning.action) } ?? []
        guard wrong.isEmpty else {
          return undecodable(wrong, or: advice.defects.flatMap(\.codes))
        }
        let asked = Branch(
          "refused", demands: demands.refused(advice.defects, besides: []), next: dropped)
        return [asked]
          + [next, dropped].map {
            Branch(
              "handled otherwise", demands: demands.handled, next: $0, concedes: [advice.clause])
          }
      case .free: return [Branch("handled", demands: demands.handled, next: next)]
      case .accepted(let value):
        let defects = classifier.dictionaryDefects(value, event.meaning.action)
        guard defects.isEmpty else { return undecodable(defects) }
        let branch = applied(classifier.contents(of: value, event.meaning.action))
        // Whether bits were damaged is known only of what was forged.
        if isOfForge, forge.claims.contains(.refusedOrUnharmed) {
          return ([branch] + excused(.harmlessDamage, demands, [next])).map {
            var branch = $0
            branch.choices = [demands.taking("contents/harmless-damage")]
            return branch
          }
        }
        if let keys = classifier.unknownKeys(in: value) {
          return [branch] + excused(.unknownKey(keys.first), demands, [next])
        }
        return [branch]
      }
    }
  }
}
