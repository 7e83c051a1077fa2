package import Conformance

/// What a campaign had gathered when it ended, or was ended, the last time.
package struct CampaignMemory: Sendable {
  /// What the campaign began with. It is told; a campaign may go on with another.
  package var seed: UInt64
  /// What the next case is made from: the executions before are not done again.
  package var nextExecution = 0
  package var executions = 0
  package var adapterFaults = 0
  package var elapsed: Duration = .zero
  package var lastNews: Duration = .zero
  package var lastNewsChanges: [String] = []
  package var changes: [String: ChangeTally] = [:]
  /// What the implementation has shown, by suite, the latest last.
  package var learnt: [String: [String]] = [:]
  /// In the order in which they came.
  package var entries: [StoredEntry] = []
  /// All that has been shown.
  package var features: [UInt64] = []
  package var findings: [StoredFinding] = []
  /// The digests of cases that have run as they are.
  package var ran: Set<UInt64> = []
  /// What marks the cases that were judged, each under its circumstances. Under the same ones they need not run again.
  package var judged: Set<UInt64> = []

  package init(seed: UInt64) { self.seed = seed }
}

/// What is known of an entry beside its file.
package struct StoredEntry: Sendable, Hashable {
  /// The name of its file.
  package var file: String
  package var suite: String
  package var variant: Variant
  /// Of the file's bytes.
  package var digest: UInt64
  package var newFeatures: Int
  package var children = 0
  package var kept = 0
  package var depth: Int
  package var isTaken = false
  /// Whether it need not run again: it was judged under the circumstances of this sitting.
  package var isJudged = true
}

/// What is known of a finding beside its file.
package struct StoredFinding: Sendable, Hashable {
  /// The id of its case, which also names its file.
  package var id: String
  package var signature: String
  package var level: String
  package var verdict: String
  /// The layers that are unusual and needed, and other parts of the request.
  package var unusual: [String]
  package var firstSeen: Duration
  package var lastSeen: Duration
  package var sightings: Int
  /// In words.
  package var stability: String
  /// The execution that showed it first; nil for a case of the start.
  package var execution: Int?
  /// Whether it did not come any more when it was run the last time.
  package var isRepaired = false
}

/// What has happened since a campaign was saved the last time.
package struct CampaignSnapshot: Sendable {
  package var status: CampaignStatus
  /// Entries that have no row yet, with their places in the corpus.
  package var entries: [(place: Int, entry: Entry)]
  /// Rows that have changed, by the names of their files: how many cases were made from an entry, and how many of these were kept.
  package var tried: [(file: String, children: Int, kept: Int)]
  package var features: [UInt64]
  package var runs: [Run]
  /// All that has been learnt, or nil where that has not changed.
  package var learnt: [String: [String]]?

  /// A case that has run as it is.
  package enum Run: Sendable {
    case item(Case)
    /// The digest of the file that it came from.
    case file(digest: UInt64)
  }
}

extension CampaignState.Content {
  /// Takes up what earlier sittings have gathered.
  mutating func restore(
    _ memory: CampaignMemory, files: (any CaseFiles)?, _ feedback: Feedback
  ) {
    status.feedback = feedback
    status.executions = memory.executions
    status.adapterFaults = memory.adapterFaults
    status.before = .init(
      executions: memory.executions, adapterFaults: memory.adapterFaults, elapsed: memory.elapsed)
    status.lastNews = memory.lastNews
    status.lastNewsChanges = memory.lastNewsChanges
    status.changes = memory.changes
    status.pending = memory.findings.filter { !$0.isRepaired }
    for (suite, texts) in memory.learnt {
      for text in texts { learnt[suite, default: .init()].learn(text) }
    }
    stored = Dictionary(memory.findings.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    corpus = Corpus(memory.entries, features: memory.features, files: files, feedback)
  }

  /// A finding with what earlier sittings knew of it.
  mutating func remembered(_ finding: FuzzFinding) -> FuzzFinding {
    let id = finding.item.id.path
    status.pending.removeAll { $0.id == id }
    guard let known = stored[id] else { return finding }
    var finding = finding
    finding.found = known.firstSeen
    finding.sightings += known.sightings
    finding.execution = known.execution
    return finding
  }

  /// Notes that a finding of an earlier sitting does not come any more.
  mutating func noteRepaired(_ id: CaseID) {
    status.repaired.append(id)
    noteRunAgain(id)
  }

  /// Notes that a finding of an earlier sitting has been run.
  mutating func noteRunAgain(_ id: CaseID) { status.pending.removeAll { $0.id == id.path } }

  /// What has happened since the last time that this was asked.
  mutating func takeSnapshot() -> CampaignSnapshot {
    let unsaved = corpus.unsaved
    corpus.unsaved = Unsaved()
    let snapshot = CampaignSnapshot(
      status: status,
      entries: unsaved.entries.map { ($0, corpus.entries[$0]) },
      tried: unsaved.tried.compactMap { place in
        let entry = corpus.entries[place]
        return entry.file.map { ($0, entry.children, entry.kept) }
      },
      features: unsaved.features, runs: unsavedRuns,
      learnt: learntHasChanged ? learnt.mapValues(\.texts) : nil)
    unsavedRuns = []
    learntHasChanged = false
    return snapshot
  }
}
