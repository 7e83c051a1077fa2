package import Conformance

/// The commands that repeat single cases of a report, as far as it says how its run was made.
package struct RepeatCommand {
  /// Options that decide what a case is and how it is judged, whichever cases are selected.
  private static let lasting = [
    "cases-per-family", "profile", "corpus", "dialect", "memory-limit", "working-directory",
    "pass-env",
  ]
  private static let selecting = [
    "suite", "select", "skip", "requirement", "level", "edition", "since", "suite-version", "shard",
    "balance",
  ]
  /// What stands in a report where no `--timeout` was given.
  private static let usualTimeout = "2.0"

  private let report: Report
  private let end: [String]

  package init(_ report: Report) {
    self.report = report
    var end = ["--seed", "\(report.seed)"] + Self.words(Self.lasting, of: report)
    if report.values(of: "timeout") != [Self.usualTimeout] {
      end += Self.words(["timeout"], of: report)
    }
    if report.isStrict { end.append("--strict") }
    self.end = end + ["--"] + report.adapter.command.map(ShellText.quoted)
  }

  private static func words(_ options: [String], of report: Report) -> [String] {
    options.flatMap { name in
      report.values(of: name).flatMap { ["--\(name)", ShellText.quoted($0)] }
    }
  }

  /// `assay run --select abt/token/missing --edition plain --seed 1 -- ./adapter`
  package func text(for result: CaseResult) -> String {
    var words = ["assay", "run"]
    let earlier = result.findings.lazy.compactMap(\.after).first
    if let earlier, earlier.ids.isEmpty {
      // Which of the cases it needs is not known.
      words += Self.words(Self.selecting + ["shuffle"], of: report)
    } else {
      words += ["--select", ShellText.quoted(result.id.path)]
      if result.variant != .sole { words += ["--edition", ShellText.quoted(result.variant.name)] }
      for id in earlier?.ids ?? [] { words += ["--after", ShellText.quoted(id.path)] }
    }
    return VisibleText.escaped((words + end).joined(separator: " "))
  }
}
