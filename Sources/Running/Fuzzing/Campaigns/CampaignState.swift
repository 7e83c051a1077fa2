import Conformance
import Running
import Synchronization

/// What the workers of a campaign share.
final class CampaignState: Sendable {
  private let content: Mutex<Content>
  private let clock = ContinuousClock()
  private let begun = ContinuousClock.now
  private let elapsedBefore: Duration

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
    /// What known findings show beside their own, with the parts that they need: it is told with them.
    var besides: [Signature: [Set<String>]] = [:]
    var fault: HarnessFault?
    var hasEnded = false
    /// Cases that have run as they are, which no database knows yet.
    var unsavedRuns: [CampaignSnapshot.Run] = []
    var learntHasChanged = false
    /// What is known of findings of earlier sittings, by the ids of their cases.
    var stored: [String: StoredFinding] = [:]
  }

  /// A case that runs as it is.
  struct Seed: Sendable {
    enum Source: Sendable {
      case item(Case)
      /// It is read when its turn has come.
      case file(WaitingFile)
      /// An entry of an earlier sitting, at this place: what edges it takes is to be found out, or what it shows of another build.
      /// The digest is that of its file.
      case entry(Int, digest: UInt64)
    }

    var source: Source
    /// Whether it is a finding of an earlier campaign.
    var isFinding = false
  }

  init(_ plan: CampaignPlan) {
    let seeds =
      plan.earlier.map { Seed(source: .item($0), isFinding: true) }
      + plan.start.map { Seed(source: .item($0)) }
      + plan.waiting.map { Seed(source: .file($0)) }
    let memory = plan.memory ?? CampaignMemory(seed: plan.run.seed)
    elapsedBefore = memory.elapsed
    // Which edges known entries take is in no file: another build of the adapter may have others.
    let measured = memory.entries.enumerated().filter {
      !$0.element.isJudged || plan.feedback.kind != .none
    }.map { Seed(source: .entry($0.offset, digest: $0.element.digest)) }
    var content = Content(
      nextExecution: memory.nextExecution, waiting: (seeds + measured).reversed())
    content.restore(memory, files: plan.files, plan.feedback)
    self.content = Mutex(content)
  }

  /// The time of all sittings.
  var elapsed: Duration { elapsedBefore + elapsedNow }

  /// The time of this sitting.
  var elapsedNow: Duration { clock.now - begun }

  func with<Result: Sendable, Fault: Error>(
    _ body: (inout sending Content) throws(Fault) -> sending Result
  ) throws(Fault) -> Result {
    try content.withLock(body)
  }

  var status: CampaignStatus { with { $0.status(at: elapsed) } }

  /// What has happened since the last time that this was asked.
  func takeSnapshot() -> CampaignSnapshot {
    with { content in
      var snapshot = content.takeSnapshot()
      snapshot.status = content.status(at: elapsed)
      return snapshot
    }
  }
}

extension CampaignState.Content {
  func status(at elapsed: Duration) -> CampaignStatus {
    var status = status
    status.nextExecution = nextExecution
    status.entries = corpus.entries.count
    status.features = corpus.featureCount
    status.edges = corpus.edgeCount
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
      && !(known + besides[signature, default: []]).contains {
        $0.isEmpty ? parts.isEmpty : $0.isSubset(of: parts)
      }
  }

  /// Begins to look into a sighting; false where it is known meanwhile.
  mutating func begin(_ signature: Signature, _ unusual: [[String]], at time: Duration) -> Bool {
    guard isUnknown(signature, unusual) else {
      count(signature, unusual, at: time)
      return false
    }
    investigations[signature, default: 0] += 1
    return true
  }

  /// Counts a sighting with the finding whose layers are unusual in it, too; the one that needs most of them.
  mutating func count(_ signature: Signature, _ unusual: [[String]], at time: Duration) {
    let guilty = Set(FuzzFinding.guilty(unusual))
    let places = status.findings.indices.filter { status.findings[$0].signature == signature }
    let fitting = places.filter { guilty.isSuperset(of: status.findings[$0].guilty) }
    guard
      let place = fitting.max(by: {
        status.findings[$0].guilty.count < status.findings[$1].guilty.count
      }) ?? places.first
    else { return }
    status.findings[place].sightings += 1
    status.findings[place].lastSeen = time
  }

  /// Keeps a finding and returns it, with what earlier sittings knew of it; nil where it is a known one.
  mutating func add(_ finding: FuzzFinding, _ unusual: [[String]]) -> FuzzFinding? {
    let parts = parts(unusual)
    if let place = status.findings.firstIndex(where: {
      $0.signature == finding.signature && $0.guilty == finding.guilty
    }) {
      status.findings[place].sightings += 1
      status.findings[place].lastSeen = max(status.findings[place].lastSeen, finding.lastSeen)
      return nil
    }
    let finding = remembered(finding)
    known[finding.signature, default: []].append(parts)
    for other in finding.also { besides[other, default: []].append(parts) }
    status.findings.append(finding)
    status.findings.sort()
    return finding
  }
}
