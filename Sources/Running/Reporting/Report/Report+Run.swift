package import Conformance

extension Report {
  /// The report of a run that has ended. Texts that an adapter can make long are cut, as those of cases are.
  package init(
    _ run: RunDescription, _ scorecard: Scorecard, elapsed: Duration, interrupted: Bool
  ) {
    func cut(_ text: String) -> String { CaseRecord.bounded(text) }
    self.init(
      assayVersion: cut(run.assayVersion), suiteVersion: cut(run.suiteVersion), seed: run.seed,
      started: run.started,
      elapsed: .milliseconds(Int64(max(0, elapsed.inMilliseconds.rounded()))),
      isInterrupted: interrupted,
      implementation: Implementation(
        name: cut(run.implementationName), version: cut(run.implementationVersion),
        language: cut(run.language)),
      adapter: Adapter(
        command: run.adapterCommand, sha256: run.adapterSHA256, files: run.adapterFiles),
      machine: .current, jobs: run.jobs, pace: run.pace?.inMicroseconds,
      options: Self.gathered(run.options), shard: run.shard,
      requirements: scorecard.rows.map(Requirement.init),
      choices: scorecard.choices.map(Choice.init), baseline: scorecard.baseline?.bounded,
      summary: Summary(scorecard),
      standing: scorecard.standing,
      standings: scorecard.standings.map { Part(name: cut($0.part), standing: $0.standing) },
      isStrict: scorecard.isStrict, dialectSHA256: run.dialectSHA256)
  }

  /// Each option once, with all the values that it was given.
  private static func gathered(_ options: [(String, String)]) -> [Option] {
    var gathered: [Option] = []
    for (name, value) in options {
      if let place = gathered.firstIndex(where: { $0.name == name }) {
        gathered[place].values.append(value)
      } else {
        gathered.append(Option(name: name, values: [value]))
      }
    }
    return gathered
  }
}

extension Report.Requirement {
  package init(_ row: Scorecard.Row) {
    self.init(
      suite: row.suite, clause: row.clause.id, variant: row.variant, level: row.clause.level,
      verdict: row.verdict, cases: row.cases, failed: row.failed, known: row.known)
  }
}

extension Report.Choice {
  init(_ row: ChoiceTally.Row) {
    self.init(
      place: row.place.id.path, suite: row.suite, sentence: row.place.sentence,
      source: row.place.source,
      outcomes: row.outcomes.map {
        Outcome(name: $0.name, count: $0.cases, example: $0.example, variant: $0.variant)
      })
  }
}

extension Report.Summary {
  init(_ scorecard: Scorecard) {
    total = scorecard.total
    for verdict in Verdict.allCases where scorecard.count(verdict) > 0 {
      counts[verdict] = scorecard.count(verdict)
    }
  }
}
