package import Conformance
import Reporting
package import Running

/// What a campaign does, and when it ends.
package struct CampaignPlan: Sendable {
  /// The suites, the adapter and its limits, the seed and the jobs.
  package var run: RunPlan
  /// The cases that others are made from, in this order.
  package var start: [Case]
  /// Findings of an earlier campaign, which run first.
  package var earlier: [Case] = []
  /// What the campaign had gathered when it ended the last time, or nil.
  package var memory: CampaignMemory?
  /// Where the cases of entries can be read again.
  package var files: (any CaseFiles)?
  /// Case files that run as they are, after the findings and the start.
  package var waiting: [WaitingFile] = []
  /// Only case files of this variant, or nil for all.
  package var variant: Variant?
  /// How long new cases are made, or nil for no bound.
  package var duration: Duration?
  /// How many cases are made, or nil for no bound.
  package var executions: Int?
  /// Ends with the first finding that fails the campaign.
  package var untilFinding = false
  /// Whether a SHOULD fails the campaign as a MUST does.
  package var isStrict = false
  /// Only changes of this layer.
  package var layer: String?
  /// Only findings that break these; empty for all.
  package var requirements: Set<Clause.ID> = []
  /// What the adapter tells of its code, as the self-test found it.
  package var feedback = Feedback.none()

  package init(_ run: RunPlan, start: [Case]) {
    self.run = run
    self.start = start
  }

  /// How many cases an adapter process sees.
  static let casesPerBatch = 128

  /// Whether a finding fails the campaign, and is not merely told.
  package func fails(_ finding: FuzzFinding) -> Bool {
    finding.verdict.isFatal || finding.level == .must || isStrict
  }
}

/// How a campaign stands.
package struct CampaignStatus: Sendable {
  /// How many cases have run, those of earlier sittings included.
  package var executions = 0
  /// What earlier sittings have done: a campaign that goes on in its folder is one campaign.
  package var before = Before()
  /// How many cases were made in this sitting, those of the start left out.
  package var made = 0
  /// The number of the next case that is made. Some numbers lead to no case.
  package var nextExecution = 0
  package var entries = 0
  package var features = 0
  /// How many edges of the adapter's code were taken, those left out that come and go; 0 where nothing tells.
  package var edges = 0
  package var feedback = Feedback.none()
  /// The time of all sittings.
  package var elapsed: Duration = .zero
  /// The distinct findings, the worst first.
  package var findings: [FuzzFinding] = []
  /// Findings of earlier sittings that have not been run in this one.
  package var pending: [StoredFinding] = []
  /// How many sightings are being reduced: that takes a while where each try is a hang, and no other cases run meanwhile.
  package var reducing = 0
  /// When something new was last shown.
  package var lastNews: Duration = .zero
  /// The changes that led to what was new last; none for a case that ran as it is.
  package var lastNewsChanges: [String] = []
  /// What became of the findings of an earlier campaign: signatures that do not come any more.
  package var repaired: [CaseID] = []
  /// How many executions ended in a fault of the adapter, and one of their reasons.
  package var adapterFaults = 0
  package var adapterFault: String?
  /// How many cases were not judged because the adapter does not claim what they need.
  package var skipped = 0
  package var changes: [String: ChangeTally] = [:]

  package init() {}

  /// What had been done before a sitting began.
  package struct Before: Sendable, Hashable {
    package var executions = 0
    package var adapterFaults = 0
    package var elapsed: Duration = .zero
  }

  /// The time of this sitting.
  package var elapsedNow: Duration { elapsed - before.elapsed }
  /// How many cases have run in this sitting.
  package var executionsNow: Int { executions - before.executions }
  package var adapterFaultsNow: Int { adapterFaults - before.adapterFaults }
}

/// What a kind of change has brought.
package struct ChangeTally: Sendable, Hashable {
  /// In how many executions it took part.
  package var tried = 0
  /// How many of these showed something new.
  package var new = 0
  /// How many showed a finding that was not known.
  package var findings = 0

  package init() {}
}
