package import Conformance
package import Reporting

/// What is told at the end of a campaign.
package enum CampaignSummary {
  /// - Parameters:
  ///   - adapter: the adapter's command as a person types it, from any directory.
  ///   - resume: the command that goes on with the campaign.
  ///   - showsChanges: whether the statistics of each kind of change are shown.
  package static func text(
    _ status: CampaignStatus, _ distilled: Distillation.Outcome? = nil, suites: [any Suite],
    folder: CampaignFolder, adapter: String,
    resume: String, showsChanges: Bool, quiet: Bool, style: TerminalStyle
  ) -> String {
    var lines = [head(status, style)]
    if !quiet {
      for (number, finding) in status.findings.enumerated() {
        lines += told(finding, number: number + 1, suites, folder, adapter, style)
      }
      for finding in status.pending {
        lines.append(
          "not again \(VisibleText.escaped(finding.id)) has not been run since the campaign goes on"
        )
      }
      for id in status.repaired {
        lines.append("repaired  \(VisibleText.escaped(id.path)) does not fail any more")
      }
      if showsChanges { lines += changes(status) }
    } else {
      lines += status.findings.map { folder.filePath(of: $0) }
    }
    // The exit status rests on it, so it is told in any case.
    if status.adapterFaults > 0 {
      let reason = status.adapterFault ?? ""
      lines += style.paragraph(
        "\(Count.text(status.adapterFaults, "execution")) ended in a fault of the adapter: \(VisibleText.escaped(reason, maxCharacters: 300))",
        label: "adapter   ", indent: 0, tone: .doubtful)
    }
    let unreadable = folder.unreadable
    if unreadable.count > 0 {
      for reason in unreadable.reasons {
        lines += style.paragraph(
          VisibleText.escaped(reason, maxCharacters: 300), label: "unread    ", indent: 0,
          tone: .doubtful)
      }
      let more = unreadable.count - unreadable.reasons.count
      if more > 0 { lines.append("unread    and \(Count.text(more, "other file"))") }
    }
    if let distilled { lines.append("distilled \(distilled.words)") }
    lines.append("campaign  \(folder.path)")
    if !quiet { lines.append("go on     \(resume)") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func head(_ status: CampaignStatus, _ style: TerminalStyle) -> String {
    let count = status.findings.count
    let found =
      count == 0
      ? style.paint("NOTHING FOUND", .good)
      : style.paint("\(count) \(count == 1 ? "FINDING" : "FINDINGS")", .bad)
    return
      "\(found)  \(Count.text(status.executions)) executions in \(Count.text(status.elapsed)), "
      + "\(Count.text(status.entries)) entries, \(Count.text(status.features)) features"
      + status.edgesShown
      + (status.before.executions > 0
        ? "; of these \(Count.text(status.executionsNow)) executions in \(Count.text(status.elapsedNow)) since it goes on"
        : "")
  }

  private static func told(
    _ finding: FuzzFinding, number: Int, _ suites: [any Suite], _ folder: CampaignFolder,
    _ adapter: String, _ style: TerminalStyle
  ) -> [String] {
    let title =
      "\(number)  \(finding.level == .must ? "MUST" : "SHOULD") \(finding.signature)  \(finding.stability.words), "
      + "\(Count.text(finding.sightings, "sighting")), after \(Count.text(finding.found))"
    var lines = ["", style.paint(VisibleText.escaped(title), .heading)]
    func add(_ label: String, _ text: String, maxLines: Int = 6) {
      lines += style.labelled(label, text, maxLines: maxLines)
    }
    let suite = suites.first { $0.name == finding.item.suite }
    if let sentence = suite?.clauses[finding.signature.clause]?.sentence {
      add("requires", sentence)
    }
    add("message", finding.finding.message)
    add("expected", finding.finding.expected)
    add("observed", finding.finding.observed)
    if !finding.also.isEmpty {
      add("also", finding.also.map(\.description).joined(separator: ", "), maxLines: 3)
    }
    if !finding.guilty.isEmpty { add("unusual", finding.guilty.joined(separator: ", ")) }
    for (step, words) in finding.words.enumerated() { add("step \(step + 1)", words, maxLines: 4) }
    if !finding.frames.isEmpty { add("frames", finding.frames.joined(separator: " < ")) }
    add(
      "reduced",
      finding.isMinimal
        ? "\(finding.tries) tries; nothing more can be taken away"
        : "\(finding.tries) tries; not to the end")
    lines.append("  replay    \(replay(folder.filePath(of: finding), adapter))")
    return lines
  }

  /// The command that runs a case file again.
  static func replay(_ file: String, _ adapter: String) -> String {
    "assay replay \(ShellText.quoted(file)) \(adapter)"
  }

  /// How often each kind of change was tried, and what it brought; those that brought nothing are named.
  private static func changes(_ status: CampaignStatus) -> [String] {
    let rows = status.changes.sorted {
      ($1.value.findings, $1.value.new, $0.key) < ($0.value.findings, $0.value.new, $1.key)
    }
    let width = rows.map(\.key.count).max() ?? 0
    func column(_ number: Int) -> String {
      let text = Count.text(number)
      return String(repeating: " ", count: max(0, 9 - text.count)) + text
    }
    var lines = [
      "", "change\(String(repeating: " ", count: max(0, width - 6)))    tried      new findings",
    ]
    for (name, tally) in rows {
      let padded = name + String(repeating: " ", count: width - name.count)
      lines.append("\(padded)\(column(tally.tried))\(column(tally.new))\(column(tally.findings))")
    }
    let useless = rows.filter { $0.value.new == 0 && $0.value.findings == 0 }.map(\.key)
    if !useless.isEmpty { lines.append("of no help: \(useless.joined(separator: ", "))") }
    lines.append("")
    return lines
  }
}

extension Distillation.Outcome {
  /// `775 entries to 212, which show the same 1,866 features`
  var words: String {
    if isInterrupted {
      return "nothing: it was interrupted, and all \(Count.text(entries)) entries are kept"
    }
    let rest =
      unjudged > 0 ? " (\(Count.text(unjudged)) are kept because they could not be judged)" : ""
    return
      "\(Count.text(entries)) entries to \(Count.text(kept)), which show the same \(Count.text(features)) features\(rest)"
  }
}
