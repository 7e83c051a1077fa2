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
    content = Mutex(Content(nextExecution: plan.firstExecution, waiting: seeds.reversed()))
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
      return status
    }
    status.elapsed = elapsed
    return status
  }
}
