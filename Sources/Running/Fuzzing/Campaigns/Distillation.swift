import AdapterDriver
package import Conformance
import Reporting
package import Running
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs each entry of a folder once and keeps the fewest that show the same features.
///
/// What cannot be judged is kept, for nobody knows what it shows. Until all have run nothing is taken out; then all at once.
package final class Distillation: Sendable {
  private let plan: RunPlan
  private let feedback: Feedback
  private let claims: Claims
  private let folder: CampaignFolder
  private let interruption: Interruption
  private let shared = Mutex(Shared())

  private struct Shared: Sendable {
    var next = 0
    var run = 0
    var shown: [Int: [UInt64]] = [:]
    var fault: HarnessFault?
  }

  /// What came of it.
  package struct Outcome: Sendable, Hashable {
    package var entries = 0
    package var kept = 0
    /// How many of the kept ones could not be judged.
    package var unjudged = 0
    package var features = 0
    package var isInterrupted = false
  }

  package init(
    _ plan: RunPlan, _ feedback: Feedback = .none(), claims: Claims, folder: CampaignFolder,
    interruption: Interruption
  ) {
    self.plan = plan
    self.feedback = feedback
    self.claims = claims
    self.folder = folder
    self.interruption = interruption
  }

  /// Runs the entries and takes out those that are not needed.
  ///
  /// - Parameters:
  ///   - files: the names of the entries' files.
  ///   - tell: called on the calling thread, several times a second, with how many have run.
  /// - Returns: nil where the folder cannot be written any more, which is its fault.
  package func run(
    _ files: [String], tell: (Int) -> Void
  ) throws(HarnessFault) -> Outcome? {
    let turnstile = Turnstile()
    let working = Atomic(plan.jobs)
    let threads = (0..<plan.jobs).map { _ in
      WorkerThread { [self] in
        defer { working.subtract(1, ordering: .relaxed) }
        do throws(HarnessFault) {
          let executor = CaseExecutor(
            plan, claims: claims, turnstile: turnstile, coverage: try feedback.map())
          defer { executor.stop() }
          while try round(files, executor) {}
        } catch {
          shared.withLock { $0.fault = $0.fault ?? error }
        }
      }
    }
    while working.load(ordering: .relaxed) > 0 {
      tell(shared.withLock { $0.run })
      usleep(100_000)
    }
    for thread in threads { thread.join() }
    if let fault = shared.withLock({ $0.fault }) { throw fault }
    return finished(files)
  }

  /// Runs the next entries; returns whether there are more.
  private func round(_ files: [String], _ executor: CaseExecutor) throws(HarnessFault) -> Bool {
    let places = shared.withLock { shared -> [Int] in
      guard shared.fault == nil else { return [] }
      let places = shared.next..<min(files.count, shared.next + CampaignPlan.casesPerBatch)
      shared.next = places.upperBound
      return Array(places)
    }
    if places.isEmpty || interruption.isRaised { return false }
    var runnable: [(place: Int, item: Case)] = []
    for place in places {
      if let item = folder.entry(files[place]), claims.reasonToSkip(item) == nil {
        runnable.append((place, item))
      }
    }
    let shown = Shown(count: runnable.count)
    let results = try executor.run(
      runnable.map(\.item), until: interruption,
      watch: {
        shown.shapes[$0] = $1.shapes
        shown.edges[$0] = $2
      })
    for (offset, result) in results.enumerated() where result.verdict.wasJudged {
      let (place, item) = runnable[offset]
      // What crashes or hangs showed only a part of what it is kept for.
      if result.verdict.isFatal { continue }
      let suite = folder.suites.first { $0.name == item.suite }
      var features = Features.of(
        item, unusual: try suite?.unusualParts(of: item) ?? [], shapes: shown.shapes[offset],
        verdict: result.verdict)
      let stable = shown.edges[offset].lazy.filter { [feedback] in
        !feedback.unstable.contains($0.place)
      }
      features += stable.map { Features.of($0) }
      shared.withLock { $0.shown[place] = features }
    }
    shared.withLock { $0.run += places.count }
    return true
  }

  /// For one thread.
  private final class Shown {
    var shapes: [[String]]
    var edges: [[CoveredEdge]]

    init(count: Int) {
      shapes = Array(repeating: [], count: count)
      edges = Array(repeating: [], count: count)
    }
  }

  private func finished(_ files: [String]) -> Outcome? {
    let shown = shared.withLock { $0.shown }
    var outcome = Outcome(entries: files.count)
    outcome.features = Set(shown.values.joined()).count
    if interruption.isRaised {
      outcome.isInterrupted = true
      outcome.kept = files.count
      return outcome
    }
    let judged = shown.keys.sorted()
    let costs = judged.map { folder.bytes(ofEntry: files[$0]) }
    let chosen = SetCover.places(of: judged.map { shown[$0] ?? [] }, costs: costs)
    let kept = Set(chosen.map { judged[$0] })
    guard folder.leaveOut(judged.filter { !kept.contains($0) }.map { files[$0] }) else {
      return nil
    }
    outcome.unjudged = files.count - judged.count
    outcome.kept = kept.count + outcome.unjudged
    return outcome
  }
}
