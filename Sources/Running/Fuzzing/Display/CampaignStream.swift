import Conformance
import JSONText
import Reporting
import Running

/// Tells of a campaign as it goes on, for tools: one JSON object a line, each with a `type`.
package struct CampaignStream {
  private let folder: CampaignFolder
  /// The adapter's command as a person types it, from any directory.
  private let adapter: String
  private let duration: Duration?
  private let executions: Int?
  private let write: ([UInt8]) -> Void
  private var told: Set<String> = []
  private var repaired: Set<CaseID> = []
  private var last: Duration?
  private var pace = RecentPace()

  /// - Parameter write: takes one whole line.
  package init(
    _ folder: CampaignFolder, adapter: String, duration: Duration?, executions: Int?,
    write: @escaping ([UInt8]) -> Void
  ) {
    self.folder = folder
    self.adapter = adapter
    self.duration = duration
    self.executions = executions
    self.write = write
  }

  /// The first line: what is searched, and what the folder held already.
  package func start(_ plan: CampaignPlan) {
    line("start") { writer in
      writer.member("folder", folder.path)
      writer.member("adapter", adapter)
      writer.members("suites", plan.run.suites.map(\.name))
      writer.member("seed", plan.run.seed)
      writer.member("jobs", plan.run.jobs)
      writer.member("executions", plan.memory?.executions ?? 0)
      writer.member("entries", plan.memory?.entries.count ?? 0)
      writer.member("features", plan.memory?.features.count ?? 0)
      writer.member("findings", plan.earlier.count)
    }
  }

  /// What is new: findings and repairs at once, how the campaign stands once a second.
  package mutating func update(_ status: CampaignStatus) {
    pace.note(done: status.executionsNow, elapsed: status.elapsedNow)
    news(status)
    if let last, status.elapsedNow - last < .seconds(1) { return }
    last = status.elapsedNow
    line("status") { standing(status, &$0) }
  }

  /// The last line: how the campaign stands now, what each kind of change has brought, and how to go on.
  package mutating func end(
    _ status: CampaignStatus, _ distilled: Distillation.Outcome? = nil, isInterrupted: Bool,
    exitCode: Int32, resume: String
  ) {
    news(status)
    line("end") { writer in
      standing(status, &writer)
      writer.key("interrupted")
      writer.boolean(isInterrupted)
      writer.member("exitCode", exitCode)
      writer.member("resume", resume)
      if let distilled {
        writer.key("distilled")
        writer.beginObject()
        writer.member("entries", distilled.entries)
        writer.member("kept", distilled.kept)
        writer.member("features", distilled.features)
        writer.endObject()
      }
      writer.key("changes")
      writer.beginArray()
      for (name, tally) in status.changes.sorted(by: { $0.key < $1.key }) {
        writer.beginObject()
        writer.member("name", name)
        writer.member("tried", tally.tried)
        writer.member("new", tally.new)
        writer.member("findings", tally.findings)
        writer.endObject()
      }
      writer.endArray()
    }
  }

  private mutating func news(_ status: CampaignStatus) {
    for finding in status.findings where told.insert(finding.item.id.path).inserted {
      line("finding") { tell(finding, &$0) }
    }
    for id in status.repaired where repaired.insert(id).inserted {
      line("repaired") { $0.member("id", id.path) }
    }
  }

  private func standing(_ status: CampaignStatus, _ writer: inout JSONWriter) {
    let rate = pace.perSecond(done: status.executionsNow, elapsed: status.elapsedNow) ?? 0
    writer.member("elapsedSeconds", seconds: status.elapsed)
    writer.member("executions", status.executions)
    writer.member("executionsPerSecond", Int(rate))
    writer.member("entries", status.entries)
    writer.member("features", status.features)
    if status.edges > 0 { writer.member("edges", status.edges) }
    writer.member("findings", status.findings.count)
    writer.member("findingsBeingReduced", status.reducing)
    writer.member("pendingFindings", status.pending.count)
    writer.member("repairedFindings", status.repaired.count)
    writer.member("adapterFaults", status.adapterFaults)
    writer.member("lastNewSeconds", seconds: status.lastNews)
    writer.members("lastNewChanges", status.lastNewsChanges)
    let left = CampaignScreen.left(
      status, duration: duration, executions: executions, rate: rate)
    if let left { writer.member("secondsLeft", seconds: left) }
  }

  private func tell(_ finding: FuzzFinding, _ writer: inout JSONWriter) {
    let path = folder.filePath(of: finding)
    writer.member("id", finding.item.id.path)
    writer.member("file", path)
    writer.member("signature", finding.signature.description)
    writer.member("level", finding.level.rawValue)
    writer.member("verdict", finding.verdict.rawValue)
    writer.members("unusual", finding.guilty)
    writer.member("stability", finding.stability.words)
    writer.member("firstSeenSeconds", seconds: finding.found)
    if let execution = finding.execution { writer.member("execution", execution) }
    writer.member("message", finding.finding.message)
    writer.members("steps", finding.words)
    writer.member("replay", CampaignSummary.replay(path, adapter))
  }

  private func line(_ type: String, _ body: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("type", type)
    body(&writer)
    writer.endObject()
    writer.endLine()
    write(writer.bytes)
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: String, _ text: String) {
    key(name)
    string(text)
  }

  fileprivate mutating func member(_ name: String, _ number: some BinaryInteger) {
    key(name)
    integer(number)
  }

  /// To the hundredth of a second.
  fileprivate mutating func member(_ name: String, seconds span: Duration) {
    key(name)
    real((span.inSeconds * 100).rounded() / 100)
  }

  fileprivate mutating func members(_ name: String, _ texts: [String]) {
    key(name)
    beginArray()
    for text in texts { string(text) }
    endArray()
  }
}
