import Conformance

extension TerminalSummary {
  /// One part of a run: its verdict, and how its requirements came out.
  private struct Part {
    let name: String
    let standing: Standing
    /// MUSTs and SHOULDs by their outcome.
    var counts: [RequirementOutcome: Int] = [:]
    /// How many cases the run had, and how many there are.
    var cases = (run: 0, listed: 0)

    func count(_ outcome: RequirementOutcome) -> Int { counts[outcome] ?? 0 }

    var total: Int { counts.values.reduce(0, +) }

    /// Whether only the strictness of the run makes the part nonconforming.
    var failsByStrictness: Bool {
      standing == .nonconforming && count(.failed) == 0 && count(.warned) > 0
    }

    var isClaimed: Bool { total == 0 || count(.notClaimed) < total }

    /// `61 of 108 requirements passed, 1 failed; 46 have no case`, broken into lines between these phrases only.
    func score(columns: Int) -> [String] {
      let space = "\u{A0}"
      let phrases = score.replacing(" ", with: space).replacing(",\(space)", with: ", ")
        .replacing(";\(space)", with: "; ")
      return LineBreaker.lines(phrases, columns: columns).map { $0.replacing(space, with: " ") }
    }

    private var score: String {
      guard isClaimed else { return "not claimed" }
      var text = "\(count(.passed)) of \(Count.text(total, "requirement")) passed"
      // Each requirement was met by some of its cases: that is less than it looks like.
      if cases.run < cases.listed, count(.notSelected) == 0 {
        text += ", with \(Count.text(cases.run)) of \(Count.text(cases.listed, "case"))"
      }
      let others: [RequirementOutcome] = [.failed, .warned, .notJudged, .notSelected, .notClaimed]
      for outcome in others where count(outcome) > 0 {
        text += ", \(count(outcome)) \(outcome.words)"
      }
      let gaps = count(.noCase)
      return gaps == 0 ? text : text + "; \(gaps) \(gaps == 1 ? "has" : "have") no case"
    }
  }

  /// The verdict on each part; with counts also what unusual words mean, and what was run.
  mutating func addVerdict(elapsed: Duration, interrupted: Bool, withCounts: Bool) {
    let parts = parts
    let nameWidth = parts.map(\.name.unicodeScalars.count).max() ?? 0
    let wordWidth = parts.map { $0.standing.word.unicodeScalars.count }.max() ?? 0
    if parts.isEmpty { add(style.paint("NOTHING TESTED", .doubtful)) }
    for part in parts {
      let word = style.paint(
        Self.padded(part.standing.word, wordWidth), Self.tone(part.standing))
      let name = style.paint(Self.padded(VisibleText.escaped(part.name), nameWidth), .heading)
      let indent = wordWidth + nameWidth + 4
      let lines = part.score(columns: max(20, style.width - indent))
      add("\(word)  \(name)  \(lines[0])")
      add(lines.dropFirst().map { String(repeating: " ", count: indent) + $0 })
    }
    if withCounts {
      addLegend(parts)
      addCounts(elapsed: elapsed)
    }
    if withCounts, let words = wordsOfRequirements {
      add(style.paragraph(words, indent: 0, tone: .doubtful))
    }
    if let words = run.shard?.words {
      add(style.paragraph(words, indent: 0, tone: .doubtful))
    }
    if interrupted {
      add(style.paint("The run was interrupted: only what ran is judged.", .doubtful))
    }
  }

  /// What a run of the cases about some requirements does not tell; nil where all requirements were wanted.
  private var wordsOfRequirements: String? {
    let wanted = run.options.filter { $0.0 == "requirement" }.map { VisibleText.escaped($0.1) }
    guard !wanted.isEmpty else { return nil }
    return "Only cases about \(wanted.joined(separator: ", ")) were run. Answers to other cases "
      + "are held against \(wanted.count == 1 ? "it" : "them"), too: "
      + "a run without --requirement tells."
  }

  /// How many cases there were, and whose.
  private mutating func addCounts(elapsed: Duration) {
    let counts = Verdict.allCases.filter { scorecard.count($0) > 0 }.map {
      "\(Count.text(scorecard.count($0))) \($0.phrase)"
    }
    let head = "\(Count.text(scorecard.total, "case")) in \(Count.text(elapsed))"
    let whole = counts.isEmpty ? head : "\(head): \(counts.joined(separator: ", "))"
    add(style.paragraph(whole, indent: 0))
    add(
      style.paragraph(
        VisibleText.escaped(
          "\(run.implementationName) \(run.implementationVersion) (\(run.language)), "
            + "seed \(run.seed), assay \(run.assayVersion)", maxCharacters: 200),
        indent: 0, tone: .quiet))
  }

  private var parts: [Part] {
    var parts = scorecard.standings.map { Part(name: $0.part, standing: $0.standing) }
    for (suite, variant, count) in scorecard.selected {
      let name = partName(suite: suite, variant: variant)
      guard let place = parts.firstIndex(where: { $0.name == name }) else { continue }
      parts[place].cases = (count, coverage.cases(of: suite, variant))
    }
    for row in scorecard.rows where row.clause.level != .info {
      let name = partName(suite: row.suite, variant: row.variant)
      guard let place = parts.firstIndex(where: { $0.name == name }) else { continue }
      parts[place].counts[RequirementOutcome(row, coverage), default: 0] += 1
    }
    return parts
  }

  /// A line for each word that needs one, and one for what has no case.
  private mutating func addLegend(_ parts: [Part]) {
    var explained: Set<String> = []
    for part in parts {
      guard let meaning = Self.meaning(of: part), explained.insert(meaning).inserted else {
        continue
      }
      add(style.paragraph(meaning, indent: 0, tone: .quiet))
    }
    if let words = knownWords {
      add(style.paragraph(words, indent: 0, tone: .quiet))
    }
    if parts.contains(where: { $0.isClaimed && $0.count(.noCase) > 0 }) {
      add(
        style.paragraph(
          "What has no case yet is listed by: assay spec --not-tested", indent: 0, tone: .quiet))
    }
  }

  private static func meaning(of part: Part) -> String? {
    let words: String
    switch part.standing {
    case .conforming: return nil
    case .nonconforming:
      guard part.failsByStrictness else { return nil }
      words = "no MUST that was tested failed, but a SHOULD did (--strict)."
    case .crashing: words = "at least one request ended with the death of the library."
    case .hanging: words = "none died, and at least one request was not answered in time."
    case .overrunning:
      words = "none died or hung, and at least one took more memory or wrote more than it may."
    case .interrupted: words = "not every case was run, and nothing had failed until then."
    case .adapterFault:
      words = "nothing failed, but the adapter did, so that not everything was judged."
    case .nothingTested:
      guard part.isClaimed else { return nil }
      words = "no case was judged."
    }
    return "\(part.standing.word): \(words)"
  }

  private static func tone(_ standing: Standing) -> TerminalStyle.Tone {
    switch standing {
    case .conforming: .good
    case .nonconforming, .crashing, .hanging, .overrunning: .bad
    case .interrupted, .adapterFault, .nothingTested: .doubtful
    }
  }
}

extension Standing {
  /// The verdict as a heading: `ADAPTER FAULT`.
  var word: String {
    switch self {
    case .conforming: "CONFORMING"
    case .nonconforming: "NONCONFORMING"
    case .crashing: "CRASHING"
    case .hanging: "HANGING"
    case .overrunning: "OVERRUNNING"
    case .interrupted: "INTERRUPTED"
    case .adapterFault: "ADAPTER FAULT"
    case .nothingTested: "NOTHING TESTED"
    }
  }
}
