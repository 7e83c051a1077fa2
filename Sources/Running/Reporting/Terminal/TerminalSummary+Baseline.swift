import Conformance

extension TerminalSummary {
  /// Says of a run whose failures are all known that this makes nothing conforming; nil elsewhere.
  var knownWords: String? {
    let known = scorecard.count(.knownFailure)
    guard known > 0 else { return nil }
    let others = Verdict.allCases.filter(\.isFailure).reduce(0) { $0 + scorecard.count($1) }
    let words =
      others == 0
      ? "Every failure is known, so that the run does not fail for it"
      : "\(Count.text(known)) of \(Count.text(known + others)) failed cases \(known == 1 ? "is" : "are") known"
    return words + "; the verdict on the library is the same."
  }

  /// The entries of the baseline that cases of the run are about, with what they came to.
  mutating func addKnownFailures() {
    guard let baseline = scorecard.baseline else { return }
    let entries = baseline.entries.filter { $0.cases > 0 }
    let idle = baseline.entries.count - entries.count
    guard !entries.isEmpty else { return }
    let total = scorecard.count(.knownFailure)
    addHeading(
      "Known failures: \(Count.text(total, "case")), in \(VisibleText.escaped(baseline.path))")
    for entry in entries.prefix(shownFailures) { add(entry) }
    if entries.count > shownFailures {
      add("  and \(Count.text(entries.count - shownFailures, "more known failure"))")
    }
    if idle > 0 {
      add(
        "  \(idle) known \(idle == 1 ? "failure is" : "failures are") about no case of this run"
      )
    }
  }

  private mutating func add(_ entry: BaselineRecord.Entry) {
    add(
      "  line \(entry.line)  \(VisibleText.escaped(entry.subject, maxCharacters: 200))  "
        + style.paint(Self.tally(entry), .quiet))
    let link = entry.link.map { ", \($0)" } ?? ""
    let until = entry.until.map { ", until \($0)" } ?? ""
    add(
      style.paragraph(
        VisibleText.escaped(entry.reason + link + until, maxCharacters: 400), indent: 4,
        maxLines: 3, tone: entry.reason == BaselineRecord.openReason ? .doubtful : nil))
  }

  /// `12 cases failed as known`, `2 of 3 flaky cases failed as known, 1 passed`
  private static func tally(_ entry: BaselineRecord.Entry) -> String {
    let unjudged = entry.cases - entry.judged
    let tail = unjudged > 0 ? ", \(Count.text(unjudged)) not judged" : ""
    if entry.flaky != nil {
      return "flaky: \(Count.text(entry.failed)) of \(Count.text(entry.judged, "case")) failed as "
        + "known, \(Count.text(entry.passed)) passed in each try\(tail)"
    }
    return entry.failed == entry.judged
      ? "\(Count.text(entry.failed, "case")) failed as known\(tail)"
      : "\(Count.text(entry.failed)) of \(Count.text(entry.judged, "case")) failed as known\(tail)"
  }

  /// Where the baseline and the run disagree, and the command that repairs the file.
  mutating func addDrift() {
    guard let baseline = scorecard.baseline, !baseline.drifts.isEmpty else { return }
    addHeading(
      "Drift: \(Count.text(baseline.drifts.count, "place")) where "
        + "\(VisibleText.escaped(baseline.path)) is not up to this run", .doubtful)
    let shown = shownFailures == .max ? Int.max : max(shownFailures, 5)
    for drift in baseline.drifts.prefix(shown) {
      add("  line \(drift.line)  \(VisibleText.escaped(drift.subject, maxCharacters: 200))")
      add(
        style.paragraph(
          VisibleText.escaped(drift.message, maxCharacters: 600), indent: 4, maxLines: 4))
      for example in drift.examples.prefix(shownFailures == .max ? 64 : 3) {
        let variant = example.variant == .sole ? "" : "  \(example.variant)"
        add("      " + VisibleText.escaped(example.id.path + variant))
      }
      let rest = drift.cases - min(drift.examples.count, shownFailures == .max ? 64 : 3)
      if rest > 0 { add("      and \(Count.text(rest, "more case"))") }
    }
    if baseline.drifts.count > shown {
      add("  and \(Count.text(baseline.drifts.count - shown, "more place")) in the report")
    }
    if baseline.drifts.contains(where: { $0.kind == .expired }) {
      add(
        style.paragraph(
          "Of an entry that has expired, mend the failure, or write a later day behind \"until\".",
          indent: 2))
    }
    let isRepaired = baseline.drifts.contains { $0.kind != .expired }
    if isRepaired, let repairCommand {
      add("  " + style.paint(label("repair"), .quiet) + VisibleText.escaped(repairCommand))
    }
  }
}
