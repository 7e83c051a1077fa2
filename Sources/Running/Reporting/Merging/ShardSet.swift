package import Conformance

/// All cases of the shards of one run, read once: what they are counted as, and where each stands.
package struct ShardSet {
  /// Where a case stands.
  struct Location {
    /// Its place in the whole run.
    let place: Int
    let key: CaseKey
    /// Where its object begins in the file of its shard.
    let offset: Int
    let count: Int32
    /// The shard's place among all.
    let member: Int16
    /// Whether its object can be copied without being looked at: it passed, and stands there as assay writes it.
    let isPlain: Bool
    /// Whether a baseline says something of it.
    let isKnown: Bool
  }

  let files: ShardFiles
  /// In the order of the whole run.
  let locations: [Location]
  /// What the cases are counted as.
  package private(set) var tally: RunTally
  private let isInterrupted: Bool

  /// Reads all cases. Takes some 40 bytes of memory for each.
  ///
  /// - Parameters:
  ///   - suites: those of the version that the reports name.
  ///   - visit: takes each case, shard by shard.
  /// - Throws: what is wrong with a report, or where the shards do not make a whole.
  package init(
    _ files: ShardFiles, suites: [any Suite], visiting visit: (CaseResult) -> Void = { _ in }
  ) throws(MergeFault) {
    var tally = RunTally(suites, isStrict: files.first.isStrict)
    var locations: [Location] = []
    for index in files.members.indices {
      try Self.read(files.members[index], Int16(index), &tally, &locations, visit)
    }
    // Each shard is in its order already.
    locations.sort { $0.place < $1.place }
    try Self.check(locations, files)
    tally.sortFailures()
    Self.restoreChoices(of: files, locations, into: &tally)
    self.files = files
    self.tally = tally
    self.locations = locations
    isInterrupted = files.members.contains { $0.report.isInterrupted }
  }

  private static func read(
    _ member: ShardFiles.Member, _ index: Int16, _ tally: inout RunTally,
    _ locations: inout [Location], _ visit: (CaseResult) -> Void
  ) throws(MergeFault) {
    let base = member.file.text.bytes.baseAddress
    var unsound: String?
    var last = -1
    do throws(ReportFault) {
      _ = try member.file.read(exchanges: true) { item in
        guard unsound == nil else { return }
        let result = item.result
        // Escaped only where it is told: there may be millions.
        var name: String { VisibleText.escaped(result.id.path, maxCharacters: 200) }
        guard let place = result.place, let base, let start = item.text.baseAddress else {
          unsound = "the case \(name) has no place in the whole run"
          return
        }
        guard place > last, place < member.own.selected else {
          unsound = "the place of the case \(name) in the whole run is wrong"
          return
        }
        last = place
        tally.add(result)
        visit(result)
        locations.append(
          Location(
            place: place, key: CaseKey(result.id, result.variant), offset: start - base,
            count: Int32(item.text.count), member: index,
            isPlain: result.verdict == .passed && ShardedCase.isPlain(item.text),
            isKnown: result.known != nil))
      }
    } catch {
      throw .report(error)
    }
    if let unsound { throw .unsound(path: member.file.path, unsound) }
  }

  /// - Throws: where a case stands in two shards, or in none although all were run to their end.
  private static func check(_ locations: [Location], _ files: ShardFiles) throws(MergeFault) {
    for (one, other) in zip(locations, locations.dropFirst()) where one.place == other.place {
      let (first, second) = (files.members[Int(one.member)], files.members[Int(other.member)])
      throw .differs(
        "split", path: second.file.path, value: second.splitWords, other: first.file.path,
        otherValue: first.splitWords)
    }
    let selected = files.members[0].own.selected
    guard locations.count != selected, !files.members.contains(where: \.report.isInterrupted)
    else { return }
    throw .unsound(
      path: files.firstPath,
      "all shards together have \(Count.text(locations.count, "case")), and the whole run has \(Count.text(selected))"
    )
  }

  /// Calls `body` with each case that a baseline says something of, in the order of the whole run.
  package func forEachKnownCase(_ body: (CaseResult) -> Void) throws(MergeFault) {
    for location in locations where location.isKnown {
      let text = text(of: location)
      guard let result = try? Journal.decode(text, exchanges: false) else {
        throw .unsound(path: files.members[Int(location.member)].file.path, "it has changed")
      }
      body(result)
    }
  }

  /// Takes what the whole run makes of its baseline.
  package mutating func settle(_ baseline: BaselineRecord) { tally.scorecard.baseline = baseline }

  /// The bytes of a case's object.
  func text(of location: Location) -> UnsafeRawBufferPointer {
    let bytes = files.members[Int(location.member)].file.text.bytes
    let end = location.offset + Int(location.count)
    return UnsafeRawBufferPointer(rebasing: bytes[location.offset..<end])
  }

  // MARK: The whole

  /// The report of the whole run, without its cases.
  package var report: Report {
    let first = files.first
    let started = files.members.map(\.report.started).min() ?? 0
    let ends = files.members.map { .seconds($0.report.started - started) + $0.report.elapsed }
    var report = Report(
      RunDescription(first), tally.scorecard, elapsed: ends.max() ?? .zero,
      interrupted: isInterrupted)
    report.started = started
    report.machine = first.machine
    report.options = first.commonOptions
    report.shard = nil
    report.shards = files.members.map { member in
      Report.MergedShard(
        number: member.own.shard.number, cases: member.report.summary.total,
        started: member.report.started, elapsed: member.report.elapsed,
        isInterrupted: member.report.isInterrupted, standing: member.report.standing)
    }
    return report
  }
}

// MARK: Free places

extension ShardSet {
  /// Takes into the tally what was done in free places: the shards have counted, and the first case of the whole run is the example.
  fileprivate static func restoreChoices(
    of files: ShardFiles, _ locations: [Location], into tally: inout RunTally
  ) {
    let counted = files.members.flatMap(\.report.choices)
    let examples = Set(
      counted.flatMap { $0.outcomes.map { CaseKey($0.example, $0.variant) } })
    var places: [CaseKey: Int] = [:]
    for location in locations where examples.contains(location.key) {
      places[location.key] = location.place
    }
    func place(_ outcome: Report.Choice.Outcome) -> Int {
      places[CaseKey(outcome.example, outcome.variant)] ?? .max
    }
    // No part of these names has a line feed.
    for (_, rows) in Dictionary(grouping: counted, by: { "\($0.suite)\n\($0.place)" }) {
      var outcomes: [String: Report.Choice.Outcome] = [:]
      for outcome in rows.flatMap(\.outcomes) {
        guard var known = outcomes[outcome.name] else {
          outcomes[outcome.name] = outcome
          continue
        }
        let sum = known.count.addingReportingOverflow(outcome.count)
        if place(outcome) < place(known) { known = outcome }
        known.count = sum.overflow ? .max : sum.partialValue
        outcomes[outcome.name] = known
      }
      let found = outcomes.values.sorted { (place($0), $0.name) < (place($1), $1.name) }
      tally.scorecard.restoreChoices(
        rows[0].suite, FreePlace.ID(rows[0].place),
        found.map { ($0.name, $0.count, $0.example, $0.variant) })
    }
  }
}

extension ShardFiles.Member {
  fileprivate var splitWords: String {
    report.values(of: "balance").first.map { "balanced by \(VisibleText.escaped($0))" }
      ?? "not balanced"
  }
}

extension RunDescription {
  /// The run of a report.
  package init(_ report: Report) {
    self.init(
      assayVersion: report.assayVersion, suiteVersion: report.suiteVersion, seed: report.seed,
      started: report.started, implementationName: report.implementation.name,
      implementationVersion: report.implementation.version,
      language: report.implementation.language, adapterCommand: report.adapter.command,
      adapterSHA256: report.adapter.sha256, adapterFiles: report.adapter.files,
      options: report.options.flatMap { option in option.values.map { (option.name, $0) } },
      shard: report.shard, jobs: report.jobs, pace: report.pace)
    dialectSHA256 = report.dialectSHA256
  }
}
