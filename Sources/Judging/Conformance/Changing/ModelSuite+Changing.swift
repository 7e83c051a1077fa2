// Scripts that are changed by chance.
extension ModelSuite {
  package var maxChangedSteps: Int { 48 }

  package var changes: [ScriptChange] {
    var changes = model.eventChanges.enumerated().map { index, change in
      ScriptChange(change.name, layer: change.layer, .event(index))
    }
    changes += [
      ScriptChange("script/drop", .drop), ScriptChange("script/double", .double),
      ScriptChange("script/swap", .swap), ScriptChange("script/splice", .splice),
      ScriptChange("script/move", .move), ScriptChange("script/cut", .cut),
      ScriptChange("script/interleave", .interleave), ScriptChange("script/again", .again),
    ]
    if !model.eventChanges.isEmpty {
      changes.append(ScriptChange("script/variation", .variation(0)))
    }
    if model.changesSetups { changes.append(ScriptChange("setup", .setup)) }
    if model.proposes { changes.append(ScriptChange("script/proposal", .proposal)) }
    if model.keepsState { changes.append(ScriptChange("script/restart", .restart)) }
    return changes
  }

  package func changed(
    _ item: Case, by change: ScriptChange, donor: Case?, learnt: LearntValues,
    _ choices: inout Choices
  ) throws(HarnessFault) -> Case? {
    var script = try script(item)
    guard script.steps.count <= maxChangedSteps else { return nil }
    let donated = try donor.map { (donor) throws(HarnessFault) in try self.script(donor) }
    guard try apply(change.kind, to: &script, donated, learnt, &choices),
      script.steps.count <= maxChangedSteps
    else { return nil }
    return rewritten(item, script)
  }

  package func completed(
    _ item: Case, _ choices: inout Choices
  ) throws(HarnessFault) -> Case {
    let script = try model.completed(try script(item), &choices)
    guard script.steps.count <= maxChangedSteps else { return item }
    return rewritten(item, script) ?? item
  }

  package func named(
    _ item: Case, _ id: CaseID, _ title: String, about targets: [Clause.ID]
  ) throws(HarnessFault) -> Case {
    Case(
      suite: name, id: id, variant: item.variant, title: title, targets: targets,
      needs: item.needs,
      origin: .stored(try script(item), item.provenance ?? Provenance()))
  }

  package func isPermitted(_ item: Case) throws(HarnessFault) -> Bool {
    // Building a script costs more than asking the model.
    if model.permitsEverything { return true }
    return excludedStep(of: try script(item)) == nil
  }

  package func permitted(_ item: Case) throws(HarnessFault) -> Case? {
    if model.permitsEverything { return item }
    var script = try script(item)
    let count = script.steps.count
    script.steps = permittedSteps(of: script)
    return script.steps.count == count ? item : rewritten(item, script)
  }

  /// The same case with another script; nil where nothing happens in that.
  private func rewritten(_ item: Case, _ script: Script<M>) -> Case? {
    var needs: Set<String> = []
    var isEmpty = true
    for step in script.steps {
      guard case .event(let event) = step else { continue }
      isEmpty = false
      needs.formUnion(model.needs(event, of: script.setup))
    }
    guard !isEmpty else { return nil }
    return Case(
      suite: name, id: item.id, variant: model.variant(of: script.setup), title: item.title,
      targets: item.targets, needs: needs,
      origin: .stored(script, item.provenance ?? Provenance()))
  }

  /// The steps of a script without those that the source does not let happen after the ones before them.
  ///
  /// Only so many ways are followed, those first that most implementations go: a step that is permitted on none of them is given up,
  /// though it may be on others. To follow all of them takes longer than to run the script.
  private func permittedSteps(of script: Script<M>) -> [Script<M>.Step] {
    let situation = Situation(script.setup)
    var states = [model.begin(script.setup, persisted: nil)]
    var steps: [Script<M>.Step] = []
    for step in script.steps {
      var next: [M.State] = []
      func add(_ state: M.State) {
        if next.count < Self.maxFollowedStates, !next.contains(state) { next.append(state) }
      }
      switch step {
      case .restart(let keep):
        for state in states { add(model.begin(script.setup, persisted: keep ? state : nil)) }
      case .event(let event):
        let open = states.filter { model.permits(event, in: $0, of: situation) }
        if open.isEmpty { continue }
        let branches = open.map { model.expect(event, in: $0, of: situation).branches }
        for place in 0..<(branches.map(\.count).max() ?? 0) {
          for own in branches where place < own.count { add(own[place].next) }
        }
      }
      states = next
      steps.append(step)
    }
    return steps
  }

  private static var maxFollowedStates: Int { 4 }

  private func apply(
    _ kind: ScriptChange.Kind, to script: inout Script<M>, _ donor: Script<M>?,
    _ learnt: LearntValues, _ choices: inout Choices
  ) throws(HarnessFault) -> Bool {
    let count = script.steps.count
    guard count > 0 else { return false }
    switch kind {
    case .event(let number):
      let place = choices.below(count)
      guard let changed = try changed(place, of: script, by: number, learnt, &choices) else {
        return false
      }
      script.steps.replaceSubrange(place...place, with: changed)
    case .variation(let number):
      let place = choices.below(count)
      guard let changed = try changed(place, of: script, by: number, learnt, &choices) else {
        return false
      }
      script.steps.insert(contentsOf: changed, at: choices.within(place + 1...count))
    case .setup:
      guard let setup = model.changed(script.setup, learnt, &choices) else { return false }
      script = try moved(script, to: setup)
    case .splice:
      guard let donor, !donor.steps.isEmpty else { return false }
      let other = try moved(donor, to: script.setup)
      let from = choices.below(other.steps.count)
      let length = 1 + choices.below(other.steps.count - from)
      script.steps.insert(
        contentsOf: other.steps[from..<from + length], at: choices.below(count + 1))
    case .again: return try repeatRun(of: &script, &choices)
    case .proposal: return propose(&script, &choices)
    case .restart:
      script.steps.insert(.restart(keep: choices.below(4) != 3), at: choices.below(count + 1))
    case .drop, .cut, .double, .swap, .move, .interleave: return script.reorder(kind, &choices)
    }
    return true
  }

  /// What stands in the place of a step after a change; nil where it cannot be made.
  private func changed(
    _ place: Int, of script: Script<M>, by number: Int, _ learnt: LearntValues,
    _ choices: inout Choices
  ) throws(HarnessFault) -> [Script<M>.Step]? {
    guard let event = script.steps[place].event else { return nil }
    return try model.changed(
      event, by: number, of: script.setup, among: script.events, learnt, &choices)?.map {
        .event($0)
      }
  }

  /// Some steps in a row come several times; half of the times each time about something else.
  private func repeatRun(
    of script: inout Script<M>, _ choices: inout Choices
  ) throws(HarnessFault) -> Bool {
    let run = script.anyRun(of: 4, &choices)
    let room = (maxChangedSteps - 1 - script.steps.count) / run.count
    guard room > 0 else { return false }
    // As few as three in a row, or as many as a table has places, and one more.
    let times = min(room, choices.pick([1, 2, 3, 4, 7, 8, 15, 16, 17]))
    let isOther = choices.below(2) == 1
    var more: [Script<M>.Step] = []
    for number in 0..<times {
      for step in script.steps[run] {
        guard isOther, let event = step.event else {
          more.append(step)
          continue
        }
        more.append(.event(try model.another(event, number, of: script.setup) ?? event))
      }
    }
    script.steps.insert(contentsOf: more, at: run.upperBound)
    return true
  }

  /// Puts in a walk of the model, every second time at the end.
  private func propose(_ script: inout Script<M>, _ choices: inout Choices) -> Bool {
    let count = script.steps.count
    let place = choices.below(2) == 0 ? count : choices.below(count + 1)
    let situation = Situation(script.setup)
    var state = state(of: script, before: place)
    var walk: [Script<M>.Step] = []
    // A walk of two as often as all longer ones together.
    repeat {
      guard let event = model.proposed(in: state, of: situation, &choices) else { break }
      walk.append(.event(event))
      guard count + walk.count < maxChangedSteps,
        let next = model.expect(event, in: state, of: situation).branches.first?.next
      else { break }
      state = next
    } while choices.below(2) == 1
    script.steps.insert(contentsOf: walk, at: place)
    return !walk.isEmpty
  }

  /// The same script for an implementation that is configured in another way.
  private func moved(_ script: Script<M>, to setup: M.Setup) throws(HarnessFault) -> Script<M> {
    guard script.setup != setup else { return script }
    var moved = Script<M>(setup: setup, steps: [])
    for step in script.steps {
      switch step {
      case .restart: moved.steps.append(step)
      case .event(let event): moved.steps.append(.event(try model.moved(event, to: setup)))
      }
    }
    return moved
  }

  /// The state that the preferred branches lead to before a step.
  private func state(of script: Script<M>, before place: Int) -> M.State {
    let situation = Situation(script.setup)
    var state = model.begin(script.setup, persisted: nil)
    for step in script.steps.prefix(place) {
      switch step {
      case .restart(let keep): state = model.begin(script.setup, persisted: keep ? state : nil)
      case .event(let event):
        guard model.permits(event, in: state, of: situation),
          let next = model.expect(event, in: state, of: situation).branches.first?.next
        else { continue }
        state = next
      }
    }
    return state
  }
}

// Scripts that are made simpler.
extension ModelSuite {
  package func steps(of item: Case) throws(HarnessFault) -> Int { try script(item).steps.count }

  /// To run a candidate of more steps than these takes seconds, and nobody waits for hundreds of them.
  static var maxKeptSteps: Int { 512 }

  package func keeping(_ places: [Int], of item: Case) throws(HarnessFault) -> Case? {
    guard places.count <= Self.maxKeptSteps else { return nil }
    var script = try script(item)
    script.steps = places.map { script.steps[$0] }
    return rewritten(item, script)
  }

  package var parts: [String] { model.parts }

  package func simpler(
    than item: Case, at place: Int, in part: String,
    _ body: (Case) throws(HarnessFault) -> Bool
  ) throws(HarnessFault) {
    let script = try script(item)
    guard script.steps.indices.contains(place), let event = script.steps[place].event else {
      return
    }
    try model.simpler(than: event, in: part, of: script.setup) { (simpler) throws(HarnessFault) in
      var candidate = script
      candidate.steps[place] = .event(simpler)
      guard let item = rewritten(item, candidate) else { return true }
      return try body(item)
    }
  }

  package func unusualParts(of item: Case) throws(HarnessFault) -> [[String]] {
    try script(item).steps.map { $0.event.map(model.unusualParts) ?? [] }
  }

  package func simplest(
    _ variant: Variant, _ choices: inout Choices
  ) throws(HarnessFault) -> Case? {
    guard let script = try model.simplest(variant, &choices) else { return nil }
    return Case(
      suite: name, id: CaseID("\(name)/simplest"), variant: variant,
      title: "Everything is in order.", targets: [], needs: [],
      origin: .stored(script, Provenance()))
  }

  package var allVariants: [Variant] { variants }
}
