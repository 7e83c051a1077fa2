package import AdapterProtocol
package import JSONText

/// A suite made of a model and the cases that are run through it.
package struct ModelSuite<M: Model>: Suite {
  package let name: String
  package let clauses: ClauseTable
  package let freePlaces: [FreePlace]
  package let model: M
  package let leakKinds: Set<String>
  package let effectKinds: Set<String>
  let variants: [Variant]
  package let claimableVariants: [Variant]
  private let generatedCases: Deferred<GeneratedCases>
  private let casesPerFamily: Int?
  private let robustness: RobustnessClauses
  /// In cases about these, what is persistent has to survive the process.
  private let persistence: [Clause.ID]

  /// What the suite generates.
  private struct GeneratedCases {
    let specifications: [CaseSpecification<M>]
    let rows: [Row]
    /// How many cases there are.
    let count: Int

    /// - Parameter casesPerFamily: how many cases each seeded family has; nil: its usual number.
    init(_ specifications: [CaseSpecification<M>], _ variants: [Variant], casesPerFamily: Int?) {
      self.specifications = specifications
      var rows: [Row] = []
      var count = 0
      for variant in variants {
        for (index, specification) in specifications.enumerated()
        where specification.variants.contains(variant) {
          rows.append(Row(start: count, index: index, variant: variant))
          count += specification.family.map { casesPerFamily ?? $0.usualCount } ?? 1
        }
      }
      self.rows = rows
      self.count = count
    }
  }

  /// The cases of a specification in a variant: one, or those of a seeded family.
  private struct Row {
    /// The place of the first of them in the list of all cases.
    let start: Int
    let index: Int
    let variant: Variant
  }

  /// - Parameters:
  ///   - persistence: the clauses about what outlives the process. In cases about these it is killed before each start that keeps.
  ///   - claimableVariants: the variants that an adapter may claim, where these are more than those of this dialect.
  ///   - cases: made when a case is first asked for, because a command mostly asks for those of one suite.
  ///   - casesPerFamily: how many cases each seeded family has; nil: its usual number.
  package init(
    name: String, model: M, clauses: [Clause], freePlaces: [FreePlace] = [],
    robustness: RobustnessClauses = .init(), persistence: [Clause.ID] = [],
    leakKinds: Set<String> = [],
    effectKinds: Set<String> = [], variants: [Variant], claimableVariants: [Variant]? = nil,
    cases: @escaping @autoclosure @Sendable () -> [CaseSpecification<M>],
    casesPerFamily: Int? = nil
  ) {
    self.init(
      name: name, model: model, table: ClauseTable(clauses), freePlaces: freePlaces,
      robustness: robustness, persistence: persistence, leakKinds: leakKinds,
      effectKinds: effectKinds, variants: variants,
      claimableVariants: claimableVariants ?? variants, cases: cases,
      casesPerFamily: casesPerFamily)
  }

  private init(
    name: String, model: M, table: ClauseTable, freePlaces: [FreePlace],
    robustness: RobustnessClauses, persistence: [Clause.ID], leakKinds: Set<String>,
    effectKinds: Set<String>, variants: [Variant], claimableVariants: [Variant],
    cases: @escaping @Sendable () -> [CaseSpecification<M>], casesPerFamily: Int?
  ) {
    self.casesPerFamily = casesPerFamily
    self.leakKinds = leakKinds
    self.effectKinds = effectKinds
    self.freePlaces = freePlaces
    self.name = name
    self.model = model
    clauses = table
    self.robustness = robustness
    self.persistence = persistence
    self.variants = variants
    self.claimableVariants = claimableVariants
    generatedCases = Deferred {
      GeneratedCases(cases(), variants, casesPerFamily: casesPerFamily)
    }
  }

  package func asOf(_ version: SuiteVersion) -> any Suite {
    let table = clauses.asOf(version)
    return ModelSuite(
      name: name, model: model, table: table, freePlaces: freePlaces,
      robustness: robustness.without(table.isLater),
      persistence: persistence.filter { !table.isLater($0) }, leakKinds: leakKinds,
      effectKinds: effectKinds, variants: variants, claimableVariants: claimableVariants,
      cases: { [generatedCases] in
        generatedCases.value.specifications.compactMap { $0.asOf(version, table) }
      },
      casesPerFamily: casesPerFamily)
  }

  private var specifications: [CaseSpecification<M>] { generatedCases.value.specifications }

  /// The families that have as many cases as are wanted.
  package var seededFamilies: [CaseSpecification<M>.SeededFamily] {
    specifications.compactMap(\.family)
  }

  package func cases(seed: UInt64) -> CaseList {
    let generated = generatedCases.value
    return CaseList(count: generated.count) { [self] place in
      let row = generated.rows[generated.rows.countOfLeading { $0.start <= place } - 1]
      return item(row.index, place - row.start, row.variant, seed)
    }
  }

  package func generated(_ id: CaseID, seed: UInt64) -> [Case] {
    guard generates(id) else { return [] }
    for (index, specification) in specifications.enumerated() {
      guard let number = specification.number(of: id) else { continue }
      return variants.filter(specification.variants.contains).map { item(index, number, $0, seed) }
    }
    return []
  }

  private func item(_ index: Int, _ number: Int, _ variant: Variant, _ seed: UInt64) -> Case {
    let specification = specifications[index].numbered(number)
    return Case(
      suite: name, id: specification.id, variant: variant, title: specification.title,
      targets: specification.targets, needs: specification.needs,
      origin: .generated(index: index, number: number, seed: seed), since: specification.since)
  }

  package func variants(in claim: SuiteClaim) -> [Variant] {
    variants == [.sole] ? [.sole] : claim.editions.map(Variant.init).filter(variants.contains)
  }

  package func prepared(_ item: Case) throws(HarnessFault) -> Case {
    if case .stored = item.origin { return item }
    return item.holding(try script(item))
  }

  package var capabilities: [String] { model.capabilities }

  /// The script of a case: the one that it carries, or the one that its generator makes.
  package func script(_ item: Case) throws(HarnessFault) -> Script<M> {
    if let made = item.madeScript as? Script<M> { return made }
    switch item.origin {
    case .generated(let index, let number, let seed):
      let specification = specifications[index].numbered(number)
      var choices = Choices(seed: seed, case: specification.id)
      do throws(HarnessFault) {
        return try specification.build(&choices, item.variant)
      } catch {
        throw HarnessFault("\(item.id) [\(item.variant)]: \(error)")
      }
    case .stored(let script, _):
      guard let script = script as? Script<M> else {
        throw HarnessFault("\(item.id) carries the script of another suite than \(name)")
      }
      return script
    case .filed(let read, _): return try script(read())
    }
  }

  package func open(
    _ item: Case, capabilities: Set<String>
  ) throws(HarnessFault) -> any CaseSession {
    session(item, script: try script(item), capabilities: capabilities)
  }

  /// Opens a case with a script that is built already.
  ///
  /// - Parameter requestsOfSeries: of how many requests each of the two series is that the script consists of, if it does.
  package func session(
    _ item: Case, script: Script<M>, capabilities: Set<String>, requestsOfSeries: Int? = nil
  ) -> any CaseSession {
    ScriptSession(
      model, script: script, capabilities: capabilities,
      targets: clauses.withoutLater(item.targets), clauses: clauses,
      robustness: robustness, persistence: persistence, requestsOfSeries: requestsOfSeries)
  }

  /// Stored cases come from anywhere, so that all of them are watched where any case is. A soak is measured in a way of its own.
  package func watchesMemory(of item: Case) -> Bool {
    if isSoak(item) { return false }
    return item.targets.contains(where: robustness.concernsResources)
      || item.provenance != nil && !robustness.overrun.isEmpty
  }

  package func control(
    for item: Case
  ) throws(HarnessFault) -> (@Sendable () -> any CaseSession)? {
    guard let script = try model.control(for: try script(item)) else { return nil }
    return { session(item, script: script, capabilities: []) }
  }

  package var soakClauses: [Clause.ID] { robustness.lasting }

  package func clausesOfAnyCase(showing kind: String?) -> [Clause.ID] {
    kind.map(robustness.broken) ?? robustness.crash + robustness.hang + robustness.overrun
  }

  package func prolonged(
    _ item: Case, requests: Int
  ) throws(HarnessFault) -> (any CaseSession)? {
    model.prolonged(try script(item), requests: requests).map {
      session(item, script: $0, capabilities: [], requestsOfSeries: requests)
    }
  }

  package func frames(_ item: Case) throws(HarnessFault) -> [Frame] {
    let script = try script(item)
    guard model.answersReplies else {
      var frames: [Frame] = []
      session(item, script: script, capabilities: []).appendReadyFrames(to: &frames)
      return frames
    }
    var frames = [model.startFrame(script.setup, keep: false)]
    for step in script.steps {
      switch step {
      case .restart(let keep): frames.append(model.startFrame(script.setup, keep: keep))
      case .event(let event):
        if let frame = model.frame(event, of: script.setup, after: []) { frames.append(frame) }
      }
    }
    return frames
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
    if model.permitsEverything { return nil }
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
          open.flatMap { model.expect(event, in: $0, of: situation).branches.map { $0.next } })
        guard states.count <= Self.maxStates else { return nil }
      }
    }
    return nil
  }
}
