import AdapterDriver
package import Conformance
package import Running

/// The self-test of a campaign: whether the adapter counts edges, which runtime does, and which edges are the same when the same case
/// runs again.
///
/// It has processes of its own and leaves no trace in the campaign.
package struct FeedbackTrial {
  private let run: RunPlan
  private let claims: Claims
  private let interruption: Interruption

  package init(_ run: RunPlan, claims: Claims, interruption: Interruption) {
    self.run = run
    self.claims = claims
    self.interruption = interruption
  }

  /// A map has at least so many bytes, as AFL++ has it.
  private static let leastBytes = 1 << 16
  /// With more edges than this several share a counter.
  private static let mostBytes = 1 << 23
  /// So many cases show whether anything is counted at all.
  private static let firstCases = 4
  /// So many cases run twice, if they do not take longer than `patience` the first time.
  private static let sample = 128
  private static let patience = Duration.seconds(5)

  /// Finds out what the adapter counts.
  ///
  /// - Parameter cases: those of the start.
  /// - Throws: a fault of assay itself.
  package func measure(_ cases: [Case]) throws(HarnessFault) -> Feedback {
    let announced = run.command.announcedMapSize(run.limits)
    switch Self.map(max(Self.leastBytes, announced ?? 0)) {
    case .failure(let unavailable): return .none("\(unavailable)")
    case .success(let map):
      let isMoved = try moves(map, cases)
      // Modules count their guards before anything moves.
      let wanted = min(CoverageMap.byteCount(guards: map.guardCount ?? 0), Self.mostBytes)
      guard wanted > map.counters.count, case .success(let larger) = Self.map(wanted) else {
        return isMoved ? try compare(map, cases) : .none(reason(map, announced))
      }
      return try moves(larger, cases)
        ? try compare(larger, cases) : .none(reason(larger, announced))
    }
  }

  private static func map(_ bytes: Int) -> Result<CoverageMap, CoverageMap.Unavailable> {
    Result { () throws(CoverageMap.Unavailable) in try CoverageMap(byteCount: bytes) }
  }

  private func executor(_ map: CoverageMap) -> CaseExecutor {
    CaseExecutor(run, claims: claims, turnstile: Turnstile(), coverage: map)
  }

  private func moves(_ map: CoverageMap, _ cases: [Case]) throws(HarnessFault) -> Bool {
    let executor = executor(map)
    defer { executor.stop() }
    for item in cases.prefix(Self.firstCases) where !interruption.isRaised {
      if try !executor.edges(item).isEmpty { return true }
    }
    return false
  }

  private func reason(_ map: CoverageMap, _ announced: Int?) -> String? {
    if let guards = map.guardCount {
      return "the adapter has assay's runtime, but none of its \(guards) edges moved"
    }
    return announced.map { "the adapter has an AFL++ map of \($0) bytes, but it does not move" }
  }

  /// Runs a sample twice in the same order. What an adapter does once in the life of a process is taken the first time only.
  private func compare(_ map: CoverageMap, _ cases: [Case]) throws(HarnessFault) -> Feedback {
    let stride = max(1, cases.count / Self.sample)
    let sample = cases.indices.filter { $0.isMultiple(of: stride) }.prefix(Self.sample)
    let executor = executor(map)
    defer { executor.stop() }
    // The first case of a process finds no library of an earlier one that it has to take down.
    for item in cases.prefix(1) { _ = try executor.edges(item) }
    var first: [[CoveredEdge]] = []
    let begun = ContinuousClock.now
    for place in sample {
      if interruption.isRaised || .now - begun > Self.patience { break }
      first.append(try executor.edges(cases[place]))
    }
    var stability = EdgeStability()
    for (place, edges) in zip(sample, first) where !interruption.isRaised {
      stability.take(edges, try executor.edges(cases[place]))
    }
    var feedback = Feedback(kind: map.guardCount == nil ? .aflMap : .ownRuntime)
    feedback.mapBytes = map.counters.count
    feedback.edges = map.guardCount
    feedback.moved = stability.places.count
    feedback.unstable = stability.unstable
    return feedback
  }
}

/// Which edges are the same when the same case runs again.
struct EdgeStability {
  private(set) var places: Set<Int> = []
  private(set) var unstable: Set<Int> = []

  /// Takes what one case took at two times.
  mutating func take(_ first: [CoveredEdge], _ second: [CoveredEdge]) {
    places.formUnion(first.lazy.map(\.place))
    places.formUnion(second.lazy.map(\.place))
    unstable.formUnion(Set(first).symmetricDifference(second).lazy.map(\.place))
  }
}
