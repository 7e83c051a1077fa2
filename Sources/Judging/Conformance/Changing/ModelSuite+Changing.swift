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
    ]
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

  /// The same case with another script; nil where nothing happens in that.
  private func rewritten(_ item: Case, _ script: Script<M>) -> Case? {
    guard script.steps.contains(where: { $0.event != nil }) else { return nil }
    let needs = script.events.reduce(into: Set<String>()) {
      $0.formUnion(model.needs($1, of: script.setup))
    }
    return Case(
      suite: name, id: item.id, variant: model.variant(of: script.setup), title: item.title,
      targets: item.targets, needs: needs,
      origin: .stored(script, item.provenance ?? Provenance()))
  }

  private func apply(
    _ kind: ScriptChange.Kind, to script: inout Script<M>, _ donor: Script<M>?,
    _ learnt: LearntValues, _ choices: inout Choices
  ) throws(HarnessFault) -> Bool {
    let count = script.steps.count
    guard count > 0 else { return false }
    let place = choices.below(count)
    switch kind {
    case .event(let number):
      guard let event = script.steps[place].event,
        let changed = try model.changed(
          event, by: number, of: script.setup, among: script.events, learnt, &choices)
      else { return false }
      script.steps.replaceSubrange(place...place, with: changed.map { .event($0) })
    case .setup:
      guard let setup = model.changed(script.setup, learnt, &choices) else { return false }
      script = try moved(script, to: setup)
    case .drop:
      guard count > 1 else { return false }
      script.steps.remove(at: place)
    case .double: script.steps.insert(script.steps[place], at: choices.below(count + 1))
    case .swap:
      guard count > 1 else { return false }
      let other = choices.below(count)
      guard other != place else { return false }
      script.steps.swapAt(place, other)
    case .splice:
      guard let donor, !donor.steps.isEmpty else { return false }
      let other = try moved(donor, to: script.setup)
      let from = choices.below(other.steps.count)
      let length = 1 + choices.below(other.steps.count - from)
      script.steps.insert(
        contentsOf: other.steps[from..<from + length], at: choices.below(count + 1))
    case .proposal:
      let place = choices.below(count + 1)
      let situation = Situation(script.setup)
      guard
        let event = model.proposed(in: state(of: script, before: place), of: situation, &choices)
      else { return false }
      script.steps.insert(.event(event), at: place)
    case .restart:
      script.steps.insert(.restart(keep: choices.below(4) != 3), at: choices.below(count + 1))
    }
    return true
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
