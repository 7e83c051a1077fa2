package import Conformance
package import Reporting

/// Makes certificates of reports, and refuses to where a report does not bear one. Nothing that a report says of its cases together is
/// believed: all of it is counted again from the cases, and the cases are held against those of the suites.
package struct Certifier {
  /// What the certifier adds to what the report says.
  package struct Terms: Sendable {
    /// In seconds since 1970-01-01T00:00:00Z.
    package var issued: Int64
    package var validUntil: Int64?
    package var issuer: String?

    package init(issued: Int64, validUntil: Int64? = nil, issuer: String? = nil) {
      self.issued = issued
      self.validUntil = validUntil
      self.issuer = issuer
    }
  }

  /// The report gives no certificate.
  package struct Refused: Error {
    package let reasons: [Refusal]
  }

  private let file: ReportFile
  /// What the report says, apart from its cases.
  package let report: Report
  private let source: ReportSource

  /// Reads a report.
  package init(_ file: ReportFile) throws(ReportFault) {
    self.file = file
    source = try ReportSource(file)
    report = source.report
  }

  /// How many cases each seeded family had in the run; nil: the usual number.
  package var casesPerFamily: Int? {
    report.values(of: "cases-per-family").first.flatMap { Int($0) }
  }

  /// - Parameters:
  ///   - suites: all suites, of the dialect and with the number of cases of the run.
  ///   - usual: the same with the usual number of cases.
  ///   - suiteVersion: the version of these suites.
  ///   - dialectSHA256: the digest of their dialect; nil for wire profile 1.
  /// - Throws: `Refused` with all reasons, and `OutputFault` where the report can no longer be read.
  package func certificate(
    suites: [any Suite], usual: [any Suite], suiteVersion: String, dialectSHA256: String?,
    _ terms: Terms
  ) throws -> Certificate {
    var reasons = reasonsAtOnce(suiteVersion, dialectSHA256, terms)
    // Cases of other suites say nothing about these.
    guard reasons.allSatisfy({ !$0.isAboutSuites }) else { throw Refused(reasons: reasons) }
    var count = CaseCount(suites, seed: report.seed, isStrict: report.isStrict)
    try source.forEachCase { (result) throws(OutputFault) in count.add(result) }
    // Where an option or an interruption has left cases out, that they are missing says nothing more.
    let isNarrowed = reasons.contains { $0.isAboutTheRun }
    reasons += count.reasons(report).filter { !isNarrowed || !$0.isAboutCases }
    if casesPerFamily != nil, let fewer = fewerCases(suites, usual) { reasons.append(fewer) }
    guard reasons.isEmpty, let adapter = report.adapter.sha256,
      let digest = SHA256Text.digest(of: file)
    else { throw Refused(reasons: reasons) }
    return certificate(count, adapter, digest, terms)
  }

  private func reasonsAtOnce(
    _ suiteVersion: String, _ dialectSHA256: String?, _ terms: Terms
  ) -> [Refusal] {
    var reasons: [Refusal] = []
    if report.isInterrupted { reasons.append(.interrupted) }
    reasons += report.options.compactMap(Refusal.of)
    if report.baseline != nil, report.values(of: "baseline").isEmpty {
      reasons.append(
        .option("baseline", value: "true", remedy: "run the suites again, without it"))
    }
    if report.adapter.sha256.map(SHA256Text.isDigest) != true { reasons.append(.noDigest) }
    let files = report.adapter.files
    if !files.isEmpty, let digest = report.adapter.sha256,
      SHA256Text.digest(ofAll: files.compactMap(\.sha256)) != digest
    {
      reasons.append(.recomputed("adapter.sha256 is not the digest of adapter.files"))
    }
    if report.started > terms.issued + Certificate.clockTolerance {
      reasons.append(.later(Timestamp.utc(report.started)))
    }
    if report.seed > UInt64(Int64.max) {
      reasons.append(.otherCases("no run takes the seed \(report.seed)"))
    }
    if report.suiteVersion != suiteVersion {
      reasons.append(
        .otherSuites(
          found: VisibleText.escaped(report.suiteVersion, maxCharacters: 40), own: suiteVersion))
    }
    if report.dialectSHA256 != dialectSHA256 {
      reasons.append(
        .otherDialect(hasOne: report.dialectSHA256 != nil, isNamed: dialectSHA256 != nil))
    }
    return reasons
  }

  /// The cases that the suites have with their usual numbers, and that the run left out.
  private func fewerCases(_ suites: [any Suite], _ usual: [any Suite]) -> Refusal? {
    struct Key: Hashable {
      let id: CaseID
      let variant: Variant
    }
    let wanted = usual.flatMap {
      $0.cases(seed: report.seed).map { Key(id: $0.id, variant: $0.variant) }
    }
    var missing = Set(wanted)
    for suite in suites {
      for item in suite.cases(seed: report.seed) {
        missing.remove(Key(id: item.id, variant: item.variant))
      }
    }
    guard let example = wanted.first(where: missing.contains) else { return nil }
    return .fewerCases(count: missing.count, example: example.id)
  }

  private func certificate(
    _ count: CaseCount, _ adapter: String, _ digest: String, _ terms: Terms
  ) -> Certificate {
    Certificate(
      issued: terms.issued, validUntil: terms.validUntil, issuer: terms.issuer,
      implementation: report.implementation, adapterCommand: report.adapter.command,
      adapterSHA256: adapter,
      adapterFiles: report.adapter.files.compactMap { file in
        file.sha256.map { .init(path: file.path, sha256: $0) }
      },
      reportSHA256: digest, assayVersion: report.assayVersion,
      suiteVersion: report.suiteVersion, dialectSHA256: report.dialectSHA256, seed: report.seed,
      options: report.options, started: report.started,
      elapsed: .milliseconds(Certificate.milliseconds(report.elapsed)), machine: report.machine,
      jobs: report.jobs, pace: report.pace?.inMicroseconds,
      memoryLimit: report.values(of: "memory-limit").first.flatMap { Int($0) }
        ?? Refusal.usualMemoryLimit,
      parts: count.parts,
      requirements: count.rows.map { row in
        Certificate.Requirement(
          suite: row.suite, clause: row.clause, variant: row.variant, level: row.level,
          verdict: row.verdict, cases: row.cases)
      },
      verdicts: count.stretches)
  }
}

extension Refusal {
  /// Whether the run may have left cases out.
  fileprivate var isAboutTheRun: Bool {
    switch self {
    case .option, .interrupted: true
    default: false
    }
  }

  fileprivate var isAboutCases: Bool {
    if case .otherCases = self { true } else { false }
  }

  /// Whether the suites of this program are not those of the run, so that its cases cannot be counted again.
  fileprivate var isAboutSuites: Bool {
    switch self {
    case .otherSuites, .otherDialect: true
    default: false
    }
  }
}
