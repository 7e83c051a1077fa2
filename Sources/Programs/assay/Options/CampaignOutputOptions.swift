import ArgumentParser
import Foundation
import Reporting

/// Where a campaign is kept, and how much is shown.
struct CampaignOutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The campaign's folder (default: Reports/fuzz-<implementation>-<date>-<n>). A campaign that is there already goes on.",
      valueName: "dir"))
  var output: String?

  @Option(
    help:
      "What standard output gets: text (a summary at the end), json (an object a line, as it goes on)."
  )
  var format: Format = .text

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Flag(help: "Only the counts and the findings' files.")
  var quiet = false

  @Flag(help: "The statistics of each kind of change, too.")
  var verbose = false

  @Flag(name: .customLong("no-color"), help: "No colours (as with NO_COLOR in the environment).")
  var noColor = false

  @Option(help: "How progress is shown: auto, plain, none.")
  var progress: OutputOptions.Progress = .auto

  func validate() throws {
    if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other") }
  }

  var usesColor: Bool { TerminalChoice.usesColor(noColor: noColor) }
  var width: Int { TerminalChoice.width(of: 1) }
  /// What reads JSON needs no screen beside it, unless it asks for one.
  var progressMode: ProgressLine.Mode {
    TerminalChoice.progress(progress, quiet: quiet || format == .json)
  }

  /// Makes the campaign's folder: a new one, or the one that was asked for.
  func folder(for implementation: String, date: Date) throws -> String {
    guard let output else {
      return try OutputFolder.new(for: "fuzz-" + implementation, date: date)
    }
    guard !output.isEmpty else { throw ValidationError("--output takes the name of a folder") }
    try OutputFolder.make(output)
    return output
  }
}
