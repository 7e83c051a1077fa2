import Conformance
import Fuzzing
import Reporting
import Running

/// What a person or a tool sees of a campaign: a screen and a summary, or a stream of JSON.
struct CampaignDisplay {
  private let folder: CampaignFolder
  private let output: CampaignOutputOptions
  private let adapter: String
  private var screen: CampaignScreen
  private var stream: CampaignStream?

  /// - Parameter adapter: the adapter's command as a person types it, from any directory.
  init(
    _ plan: CampaignPlan, _ folder: CampaignFolder, _ output: CampaignOutputOptions,
    adapter: String
  ) {
    self.folder = folder
    self.output = output
    self.adapter = adapter
    screen = CampaignScreen(
      output.progressMode, duration: plan.duration, executions: plan.executions)
    if output.format == .json {
      stream = CampaignStream(
        folder, adapter: adapter, duration: plan.duration, executions: plan.executions,
        write: { StandardOutput.write(bytes: $0) })
    }
    stream?.start(plan)
  }

  mutating func update(_ status: CampaignStatus) {
    screen.update(status)
    stream?.update(status)
  }

  mutating func clear() { screen.clear() }

  /// - Parameter resume: the command that goes on with the campaign.
  mutating func end(
    _ status: CampaignStatus, _ plan: CampaignPlan, _ distilled: Distillation.Outcome?,
    isInterrupted: Bool, exit: ExitStatus, resume: String
  ) {
    screen.clear()
    guard stream == nil else {
      stream?.end(
        status, distilled, isInterrupted: isInterrupted, exitCode: exit.rawValue, resume: resume)
      return
    }
    StandardOutput.write(
      CampaignSummary.text(
        status, distilled, suites: plan.run.suites, folder: folder, adapter: adapter,
        resume: resume, showsChanges: output.verbose, quiet: output.quiet,
        style: TerminalStyle(color: output.usesColor, width: output.width)))
  }
}
