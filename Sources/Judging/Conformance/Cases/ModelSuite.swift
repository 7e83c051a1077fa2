package import AdapterProtocol
package import JSONText

/// A suite made of a model and the cases that are run through it.
package struct ModelSuite<M: Model>: Suite {
  package let name: String
  package let clauses: ClauseTable
  package let freePlaces: [FreePlace]
  package let model: M
  let variants: [Variant]
  private let specifications: [CaseSpecification<M>]
  /// The cases of seed 0: those of other seeds differ in nothing else.
  private let generated: [Case]
  private let robustness: RobustnessClauses

  package init(
    name: String, model: M, clauses: [Clause], freePlaces: [FreePlace] = [],
    robustness: RobustnessClauses = .init(), variants: [Variant], cases: [CaseSpecification<M>]
  ) {
    self.freePlaces = freePlaces
    self.name = name
    self.model = model
    self.clauses = ClauseTable(clauses)
    self.robustness = robustness
    self.variants = variants
    specifications = cases
    generated = variants.flatMap { variant in
      cases.enumerated().compactMap { index, specification in
        guard specification.variants.contains(variant) else { return nil }
        return Case(
          suite: name, id: specification.id, variant: variant, title: specification.title,
          targets: specification.targets, needs: specification.needs,
          origin: .generated(index: index, seed: 0))
      }
    }
  }

  package func cases(seed: UInt64) -> [Case] { generated.map { $0.generated(from: seed) } }

  package func variants(in claim: SuiteClaim) -> [Variant] {
    variants == [.sole] ? [.sole] : claim.editions.map(Variant.init).filter(variants.contains)
  }

  /// The script of a case: the one that it carries, or the one that its generator makes.
  package func script(_ item: Case) throws(HarnessFault) -> Script<M> {
    switch item.origin {
    case .generated(let index, let seed):
      var choices = Choices(seed: seed, case: specifications[index].id)
      do throws(HarnessFault) {
        return try specifications[index].build(&choices, item.variant)
      } catch {
        throw HarnessFault("\(item.id) [\(item.variant)]: \(error)")
      }
    case .stored(let script, _):
      guard let script = script as? Script<M> else {
        throw HarnessFault("\(item.id) carries the script of another suite than \(name)")
      }
      return script
    }
  }

  package func open(
    _ item: Case, capabilities: Set<String>
  ) throws(HarnessFault) -> any CaseSession {
    session(item, script: try script(item), capabilities: capabilities)
  }

  /// Opens a case with a script that is built already.
  package func session(
    _ item: Case, script: Script<M>, capabilities: Set<String>
  ) -> any CaseSession {
    ScriptSession(
      model, script: script, capabilities: capabilities, targets: item.targets, clauses: clauses,
      robustness: robustness)
  }

  /// Stored cases come from anywhere, so that all of them are watched where any case is. A soak is measured in a way of its own.
  package func watchesMemory(of item: Case) -> Bool {
    if isSoak(item) { return false }
    return item.targets.contains(where: robustness.concernsResources)
      || item.provenance != nil && !robustness.overrun.isEmpty
  }

  package func control(for item: Case) throws(HarnessFault) -> (any CaseSession)? {
    try model.control(for: try script(item)).map { session(item, script: $0, capabilities: []) }
  }

  package var soakClauses: [Clause.ID] { robustness.lasting }

  package func prolonged(_ item: Case) throws(HarnessFault) -> (any CaseSession)? {
    model.prolonged(try script(item)).map { session(item, script: $0, capabilities: []) }
  }

  package func defect(ofObservation line: [UInt8]) -> JSONError? {
    do throws(JSONError) {
      _ = try JSONReader.read(line, limits: .adapterLine) { (reader) throws(JSONError) in
        try M.Observation.read(&reader)
      }
      return nil
    } catch {
      return error
    }
  }

  /// Liberties multiply: 40 pieces in the wrong order lead to any of 2 to the power of 40 states.
  static var maxStates: Int { 512 }

  /// The first step of a script that the source rules out in every state that the steps before it may have led to, counted
  /// from 1, or nil. Where there are too many states to follow, nothing is ruled out.
  package func excludedStep(of script: Script<M>) -> Int? {
    let situation = Situation(script.setup)
    var states: Set<M.State> = [model.begin(script.setup, persisted: nil)]
    for (index, step) in script.steps.enumerated() {
      switch step {
      case .restart(let keep):
        states = Set(states.map { model.begin(script.setup, persisted: keep ? $0 : nil) })
      case .event(let event):
        let open = states.filter { model.permits(event, in: $0, of: situation) }
        guard !open.isEmpty else { return index + 1 }
        states = Set(
          open.flatMap { model.expect(event, in: $0, of: situation).branches.map(\.next) })
        guard states.count <= Self.maxStates else { return nil }
      }
    }
    return nil
  }
}
