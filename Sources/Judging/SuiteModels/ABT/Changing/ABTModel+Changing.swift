package import Conformance
package import Forge
import WireFormat

// Requests, delegates and configurations that are changed by chance.
extension ABTModel {
  /// A way of changing an event, in the order of `eventChanges`.
  private enum Change {
    case request(RequestChange)
    /// What the delegate records and answers.
    case delegate
    /// The request in several pieces.
    case pieces
    /// Profile and payload of another request of the script.
    case sameIdentity
    /// A request of another URL than those before, right in all layers.
    case canonical
    /// The right token with one blind change, as a text.
    case token
    /// A right request of its own after it, whole or in pieces.
    case newRequest
    /// What undoes or redoes the request after it: the other verb with the same keys.
    case counterpart

    static let all: [Change] =
      RequestChange.all.map { .request($0) }
      + [.delegate, .pieces, .sameIdentity, .canonical, .token, .newRequest, .counterpart]
  }

  package static let changes: [EventChange] = Change.all.map { change in
    switch change {
    case .request(let change): EventChange(change.name, layer: change.layer)
    case .delegate: EventChange("delegate")
    case .pieces: EventChange("pieces", layer: ChunkLayer.layerName)
    case .sameIdentity: EventChange("identity/of-another")
    case .canonical: EventChange("reset/all")
    case .token: EventChange("token/edit", layer: TokenLayer.layerName)
    case .newRequest: EventChange("request/new")
    case .counterpart: EventChange("request/counterpart")
    }
  }

  package var permitsEverything: Bool { true }
  package var changesSetups: Bool { true }
  package var eventChanges: [EventChange] { Self.changes }

  /// More pieces of one request make a script of nothing else.
  private static var maxPieces: Int { 6 }
  /// Longer URLs cost more than they tell; some are let through, because limits are there, too.
  private static var usualURLBytes: Int { 128 << 10 }

  package func changed(
    _ event: Opening, by change: Int, of setup: ABTSetup, among events: [Opening],
    _ learnt: LearntValues, _ choices: inout Choices
  ) throws(HarnessFault) -> [Opening]? {
    var forge = event.forge
    switch Change.all[change] {
    case .request(let change):
      let vocabulary = vocabulary(of: setup, learnt)
      let isChanged = workshop.withBench(setup.dialect) {
        change.apply(to: &forge, rendering: $0.renderer, for: setup.context, vocabulary, &choices)
      }
      guard isChanged else { return nil }
      // The token of somebody else is more often that of a neighbour.
      if case .damaged(.ofOther) = forge.token, choices.below(4) != 0 {
        forge.token = .damaged(setup.neighbour(&choices))
      }
    case .delegate:
      let vocabulary = vocabulary(of: setup, learnt)
      let keys = events.flatMap { $0.forge.dictionary.ownKeys }
      let delegate = event.delegate.changed(keys, vocabulary, &choices)
      return [try changed(.subject, forge, delegate, setup)]
    case .pieces:
      guard forge.chunk == nil else { return nil }
      return try pieces(of: forge, event.delegate, setup, &choices)
    case .token:
      let right = workshop.withBench(setup.dialect) {
        $0.renderer.token(.canonical, setup.context)
      }
      guard let right else { return nil }
      let text = right.changed(vocabulary(of: setup, learnt), &choices)
      guard text != right else { return nil }
      forge.token = .damaged(.replaced(with: text))
    case .newRequest:
      return [event] + (try newRequest(event.delegate, setup, &choices))
    case .counterpart:
      forge.action = forge.action == .apply ? .reset : .apply
      forge.dictionary = forge.dictionary.turned
      if choices.below(2) == 0 { forge.payload += "-other" }
      return [event, try changed(.subject, forge, event.delegate, setup)]
    case .sameIdentity:
      guard events.count > 1 else { return nil }
      let other = choices.pick(events).forge
      if choices.below(3) != 0 { forge.profile = other.profile }
      if choices.below(3) != 0 { forge.payload = other.payload }
    case .canonical:
      for layer in LayerTable.layers { layer.reset(&forge) }
      forge.edits = []
    }
    guard forge != event.forge else { return nil }
    let opening = try changed(.subject, forge, event.delegate, setup)
    if opening.url.count > max(Self.usualURLBytes, 2 * event.url.count), choices.below(16) != 0 {
      return nil
    }
    return [opening]
  }

  /// The pieces of a request, in an order and of sizes that the suite knows; nil where they are too many.
  private func pieces(
    of forge: RequestForge, _ delegate: DelegatePlan, _ setup: ABTSetup, _ choices: inout Choices
  ) throws(HarnessFault) -> [Opening]? {
    let total = choices.within(2...Self.maxPieces)
    let kinds = ChunkSequence.Kind.allCases
    var sequence = ChunkSequence.inOrder(total: total)
    if choices.below(3) != 0 {
      sequence = ChunkSequence.make(kinds[choices.below(kinds.count)], &choices)
    }
    var requests = workshop.withBench(setup.dialect) {
      $0.renderer.requests(
        of: forge, in: sequence, otherPayload: forge.payload + "-other", for: setup.context)
    }
    guard requests.count <= 2 * Self.maxPieces else { return nil }
    if choices.below(3) == 0 { Self.moveBoundary(in: &requests, &choices) }
    return try requests.map { (piece) throws(HarnessFault) in
      try changed(.subject, piece, delegate, setup)
    }
  }

  /// Moves the boundary between two pieces such that one of them is as short as a byte, a word or a block, or one byte more or less.
  private static func moveBoundary(in requests: inout [RequestForge], _ choices: inout Choices) {
    guard requests.count > 1 else { return }
    let place = choices.within(1...requests.count - 1)
    let length = choices.pick([1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33])
    guard let first = requests[place - 1].chunk?.cut, let second = requests[place].chunk?.cut,
      first.upperBound == second.lowerBound, first.count + second.count > length
    else { return }
    let boundary =
      choices.below(2) == 0 ? first.lowerBound + length : second.upperBound - length
    requests[place - 1].chunk?.cut = first.lowerBound..<boundary
    requests[place].chunk?.cut = boundary..<second.upperBound
  }

  /// A right request with an identity of its own; every third one in pieces.
  private func newRequest(
    _ delegate: DelegatePlan, _ setup: ABTSetup, _ choices: inout Choices
  ) throws(HarnessFault) -> [Opening] {
    var generator = RequestGenerator(
      choices: choices, edition: setup.edition, dialect: setup.dialect, workshop: workshop)
    generator.setup = setup
    let forge = generator.anyRequest(largeOnceIn: 64)
    choices = generator.choices
    if choices.below(3) == 0,
      let pieces = try pieces(of: forge, delegate, setup, &choices)
    {
      return pieces
    }
    return [try changed(.subject, forge, delegate, setup)]
  }

  package func another(
    _ event: Opening, _ number: Int, of setup: ABTSetup
  ) throws(HarnessFault) -> Opening? {
    var forge = event.forge
    forge.payload += "-\(number)"
    return try changed(event.role, forge, event.delegate, setup)
  }

  /// A request whose layers came out of changes, in the role `role`. What a form claims need not hold any more, so that its bytes alone may say what it
  /// means.
  package func changed(
    _ role: Opening.Role, _ forge: RequestForge, _ delegate: DelegatePlan, _ setup: ABTSetup
  ) throws(HarnessFault) -> Opening {
    do throws(HarnessFault) {
      return try Opening(forge, to: setup, delegate: delegate, role: role, in: workshop)
    } catch {
      if setup.dialect.tokens?.failure != nil { throw error }
      let url = workshop.withBench(setup.dialect) { $0.renderer.render(forge, for: setup.context) }
      return Opening(url: url, to: setup, delegate: delegate, role: role, in: workshop)
    }
  }

  package func moved(_ event: Opening, to setup: ABTSetup) throws(HarnessFault) -> Opening {
    let moved = try changed(event.role, event.forge, event.delegate, setup)
    // What an app of the other edition refuses does not show whether it still works.
    if moved.role == .canary, !moved.meaning.hasToBeRead {
      return try changed(.subject, event.forge, event.delegate, setup)
    }
    return moved
  }

  package func changed(
    _ setup: ABTSetup, _ learnt: LearntValues, _ choices: inout Choices
  ) -> ABTSetup? {
    setup.changed(vocabulary(of: setup, learnt), &choices)
  }

  package func completed(
    _ script: Script<Self>, _ choices: inout Choices
  ) throws(HarnessFault) -> Script<Self> {
    guard script.events.last?.role != .canary else { return script }
    var generator = RequestGenerator(
      choices: choices, edition: script.setup.edition, dialect: script.setup.dialect,
      workshop: workshop)
    generator.setup = script.setup
    var completed = script
    completed.steps.append(.event(try generator.canary()))
    choices = generator.choices
    return completed
  }

  private func vocabulary(of setup: ABTSetup, _ learnt: LearntValues) -> Vocabulary {
    var vocabulary = setup.dialect == dialect ? words : Vocabulary(setup.dialect.value)
    vocabulary.learntTexts = learnt.texts
    return vocabulary
  }
}

extension DictionaryLayer {
  /// The keys that it names, for a delegate to record.
  fileprivate var ownKeys: [String] {
    switch self {
    case .configuration(_, let members), .both(_, let members, _): members.map(\.key)
    case .keys(_, let keys): keys
    case .verbatim: []
    }
  }
}

extension DelegatePlan {
  /// More records than this make a case of nothing else.
  private static var maxRecords: Int { 24 }

  /// The plan with one change: a record more or less, another answer, another error.
  fileprivate func changed(
    _ keys: [String], _ vocabulary: Vocabulary, _ choices: inout Choices
  ) -> DelegatePlan {
    var plan = self
    let turn: WritableKeyPath<DelegatePlan, Turn> =
      switch choices.below(3) {
      case 0: \.apply
      case 1: \.rollback
      default: \.revert
      }
    func record() -> Record {
      let recorded = plan[keyPath: turn].records.map(\.key)
      // One that was recorded already, one that the request holds, or any.
      let key =
        switch choices.below(6) {
        case 0 where !recorded.isEmpty: choices.pick(recorded)
        case 1...4 where !keys.isEmpty: choices.pick(keys)
        default: vocabulary.text(&choices)
        }
      switch choices.below(4) {
      case 0: return .didApply(key)
      case 1: return .didNotApply(key)
      case 2: return .didApplyOver(key, oldValue: nil)
      default: return .didApplyOver(key, oldValue: vocabulary.value(&choices))
      }
    }
    switch choices.below(6) {
    case 0:
      plan[keyPath: turn].answer = choices.pick(Answer.allCases)
      if plan[keyPath: turn].answer != .no { plan[keyPath: turn].error = nil }
    case 1:
      plan[keyPath: turn].answer = .no
      plan[keyPath: turn].error =
        choices.below(3) == 0
        ? nil
        : DelegateError(
          code: Int32(truncatingIfNeeded: Int64(choices.below(1 << 33))),
          message: vocabulary.text(&choices))
    case 2 where !plan[keyPath: turn].records.isEmpty:
      plan[keyPath: turn].records.remove(at: choices.below(plan[keyPath: turn].records.count))
    case 3:
      // Many at once: what one of them shows does not depend on the others.
      for _ in 0..<choices.within(2...8)
      where plan[keyPath: turn].records.count < Self.maxRecords {
        let new = record()
        plan[keyPath: turn].records.append(new)
      }
    default:
      guard plan[keyPath: turn].records.count < Self.maxRecords else { break }
      let place = choices.below(plan[keyPath: turn].records.count + 1)
      let new = record()
      plan[keyPath: turn].records.insert(new, at: place)
    }
    return plan
  }
}
