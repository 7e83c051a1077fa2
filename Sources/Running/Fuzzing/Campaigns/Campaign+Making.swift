import Conformance
import Running

// What a worker does next: cases that run as they are, or cases made from entries.
extension Campaign {
  /// What runs in one round.
  struct Round: Sendable {
    var cases: [Case] = []
    /// How each was made; nil for one that runs as it is.
    var made: [ScriptMaker.Made?] = []
    /// What waited to be run as it is; nil for one that was made.
    var seeds: [CampaignState.Seed?] = []
    /// The file that each came from, where it came from one.
    var files: [(name: String?, digest: UInt64)?] = []
    /// The place of the entry whose edges each is run for, where it is one of an earlier sitting.
    var measures: [Int?] = []
    var settled: Set<Signature> = []

    mutating func add(
      _ item: Case, _ seed: CampaignState.Seed,
      file: (name: String?, digest: UInt64)? = nil, measures place: Int? = nil
    ) {
      measures.append(place)
      cases.append(item)
      made.append(nil)
      seeds.append(seed)
      files.append(file)
    }

    mutating func add(_ made: ScriptMaker.Made) {
      measures.append(nil)
      cases.append(made.item)
      self.made.append(made)
      seeds.append(nil)
      files.append(nil)
    }

    func isEarlierFinding(_ offset: Int) -> Bool { seeds[offset]?.isFinding ?? false }
  }

  /// What a worker does next.
  enum Next: Sendable {
    case round(Round)
    /// Others run the start, without which there is nothing to change.
    case wait
    case nothing
  }

  /// So many numbers in a row that lead to no case mean that there is nothing that could be changed.
  private static let maxMisses = 1_000

  func next() throws(HarnessFault) -> Next {
    let first = state.with { content -> Next in
      var round = Round()
      round.settled = Set(content.known.filter { !$0.value.isEmpty }.keys)
      while round.cases.count < CampaignPlan.casesPerBatch, let seed = content.waiting.popLast() {
        switch seed.source {
        case .item(let item): round.add(item, seed)
        case .file(let file):
          guard let read = plan.files?.waiting(file), isWanted(read.item) else { continue }
          round.add(read.item, seed, file: (file.entry, read.digest))
        case .entry(let place, let digest):
          guard let item = content.corpus.item(of: place) else { continue }
          round.add(item, seed, file: (nil, digest), measures: place)
        }
      }
      if round.cases.isEmpty, content.corpus.entries.isEmpty {
        return content.running > 0 ? .wait : .nothing
      }
      content.running += 1
      return .round(round)
    }
    guard case .round(var round) = first, round.cases.isEmpty else { return first }
    try fill(&round)
    guard round.cases.isEmpty else { return .round(round) }
    state.with { $0.running -= 1 }
    return .nothing
  }

  /// Makes the cases of a round. What they are made from is drawn while nobody changes the corpus; making them takes longer, and nobody
  /// has to wait for it.
  private func fill(_ round: inout Round) throws(HarnessFault) {
    var misses = 0
    while round.cases.count < CampaignPlan.casesPerBatch, misses < Self.maxMisses {
      let room = CampaignPlan.casesPerBatch - round.cases.count
      let (drafts, drawn, survival, learnt) = state.with { content in
        // Those that come to nothing are given back.
        let count = min(room, (plan.executions ?? .max) - content.status.made)
        var drafts: [ScriptMaker.Draft] = []
        for _ in 0..<max(0, count) {
          if let draft = maker.draft(content.nextExecution, from: &content.corpus) {
            drafts.append(draft)
          }
          content.nextExecution += 1
        }
        content.status.made += drafts.count
        return (drafts, count, content.corpus.survival, content.learnt)
      }
      guard drawn > 0 else { return }
      misses += drawn - drafts.count
      var skipped = 0
      var missed = 0
      for draft in drafts {
        let made = try maker.make(draft, survival, learnt) { choices in
          state.with { content in
            content.corpus.draw(&choices).flatMap { content.corpus.item(of: $0) }
          }
        }
        guard let made else {
          missed += 1
          continue
        }
        if claims.reasonToSkip(made.item) != nil {
          skipped += 1
          continue
        }
        round.add(made)
      }
      misses = missed + skipped == drafts.count ? misses + drafts.count : 0
      state.with { content in
        content.status.made -= missed + skipped
        content.status.skipped += skipped
      }
    }
  }

  private func isWanted(_ item: Case) -> Bool {
    suites[item.suite] != nil && claims.reasonToSkip(item) == nil
      && plan.variant.map { $0 == item.variant } ?? true
  }
}
