import Conformance
import Synchronization

/// What the workers of a campaign share.
final class CampaignState: Sendable {
  private let content: Mutex<Content>
  private let clock = ContinuousClock()
  private let begun = ContinuousClock.now

  struct Content: Sendable {
    var status = CampaignStatus()
    var corpus = Corpus()
    var learnt: [String: LearntValues] = [:]
    var nextExecution: Int
    /// Cases of the start and earlier findings that have not run yet, the next one last.
    var waiting: [Seed]
    /// How many of these have been given out and are not through.
    var running = 0
    /// What is known of a signature: the parts that its findings need, and how often it was looked into.
    var known: [Signature: [Set<String>]] = [:]
    var investigations: [Signature: Int] = [:]
    var fault: HarnessFault?
    var hasEnded = false
  }

  /// A case that runs as it is.
  struct Seed: Sendable {
    var item: Case
    /// Whether it is a finding of an earlier campaign.
    var isFinding: Bool
  }

  init(_ plan: CampaignPlan) {
    let seeds =
      plan.earlier.map { Seed(item: $0, isFinding: true) }
      + plan.start.map { Seed(item: $0, isFinding: false) }
    var content = Content(nextExecution: plan.firstExecution, waiting: seeds.reversed())
    content.corpus = Corpus(plan.feedback)
    content.status.feedback = plan.feedback
    self.content = Mutex(content)
  }

  var elapsed: Duration { clock.now - begun }

  func with<Result: Sendable, Fault: Error>(
    _ body: (inout sending Content) throws(Fault) -> sending Result
  ) throws(Fault) -> Result {
    try content.withLock(body)
  }

  var status: CampaignStatus {
    var status = with { content in
      var status = content.status
      status.nextExecution = content.nextExecution
      status.entries = content.corpus.entries.count
      status.features = content.corpus.featureCount
      status.edges = content.corpus.edgeCount
      return status
    }
    status.elapsed = elapsed
    return status
  }
}

// What is known of findings.
extension CampaignState.Content {
  /// One signature has at most so many distinct findings.
  private static var maxBuckets: Int { 6 }
  /// A finding that cannot be pinned down is looked into no more often than this.
  private static var maxInvestigations: Int { 12 }

  private func parts(_ unusual: [[String]]) -> Set<String> { Set(unusual.joined()) }

  /// Whether a sighting may be something new: no known finding of its signature needs only what is unusual here, too.
  func isUnknown(_ signature: Signature, _ unusual: [[String]]) -> Bool {
    let parts = parts(unusual)
    let known = known[signature] ?? []
    return known.count < Self.maxBuckets
      && investigations[signature, default: 0] < Self.maxInvestigations
      && !known.contains { $0.isSubset(of: parts) }
  }

  /// Begins to look into a sighting; false where it is known meanwhile.
  mutating func begin(_ signature: Signature, _ unusual: [[String]]) -> Bool {
    guard isUnknown(signature, unusual) else {
      count(signature, unusual)
      return false
    }
    investigations[signature, default: 0] += 1
    return true
  }

  mutating func count(_ signature: Signature, _ unusual: [[String]]) {
    let place = status.findings.firstIndex { $0.signature == signature }
    if let place { status.findings[place].sightings += 1 }
  }

  /// Keeps a finding; false where it is a known one.
  mutating func add(_ finding: FuzzFinding, _ unusual: [[String]]) -> Bool {
    let parts = parts(unusual)
    if let place = status.findings.firstIndex(where: {
      $0.signature == finding.signature && $0.guilty == finding.guilty
    }) {
      status.findings[place].sightings += 1
      return false
    }
    known[finding.signature, default: []].append(parts)
    status.findings.append(finding)
    status.findings.sort()
    return true
  }
}
