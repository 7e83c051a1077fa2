package import Conformance
package import Reporting

/// What a certificate says: which implementation has conformed to what, in which run, and on which evidence.
package struct Certificate: Sendable, Hashable {
  /// The verdict on a suite and edition.
  package struct Part: Sendable, Hashable {
    package var suite: String
    package var variant: Variant
    package var standing: Standing
    /// The cases that were judged.
    package var cases: Int
    /// Those that the implementation was not asked, because it does not claim what they need.
    package var skipped: Int

    /// `abt/plain`, `appconnect.dualmode`
    package var name: String { variant == .sole ? suite : "\(suite)/\(variant)" }
  }

  /// What one clause came to in one edition.
  package struct Requirement: Sendable, Hashable {
    package var suite: String
    package var clause: Clause.ID
    package var variant: Variant
    package var level: Level
    /// `notTested` only where the suite has no case about the clause.
    package var verdict: Scorecard.Row.Verdict
    package var cases: Int
  }

  /// A file of the adapter by the path that it was found at, with its SHA-256.
  package struct AdapterFile: Sendable, Hashable {
    package var path: String
    package var sha256: String
  }

  /// Cases with one verdict that stand next to each other.
  package struct Stretch: Sendable, Hashable {
    package var verdict: Verdict
    package var count: Int
  }

  /// In seconds since 1970-01-01T00:00:00Z, as the end, if there is one.
  package var issued: Int64
  package var validUntil: Int64?
  /// Who certifies, in their own words.
  package var issuer: String?

  package var implementation: Report.Implementation
  package var adapterCommand: [String]
  /// The digests of the adapter and of the report, in lowercase hexadecimal.
  package var adapterSHA256: String
  /// The files whose digests `adapterSHA256` stands for: the program, what its command names, and what `--digest` adds. Empty in a
  /// certificate that does not list them.
  package var adapterFiles: [AdapterFile]
  package var reportSHA256: String
  package var assayVersion: String
  package var suiteVersion: String
  /// The digest of the dialect (`Report.dialectSHA256`); nil for wire profile 1.
  package var dialectSHA256: String?
  package var seed: UInt64
  package var options: [Report.Option]

  package var started: Int64
  package var elapsed: Duration
  package var machine: Machine
  package var jobs: Int
  package var pace: RunPace?
  /// How far a case may take the adapter's memory above what a valid request takes, in MiB.
  package var memoryLimit: Int

  package var parts: [Part]
  package var requirements: [Requirement]
  /// What each case came to, in the order in which `assay list` has them for this seed.
  package var verdicts: [Stretch]
}

extension Certificate {
  /// The type of the predicate, with the version of its form.
  package static let predicateType = predicateFamily + "1"
  static let predicateFamily = "urn:assay:certificate:"
  /// The type of the statement (in-toto attestation framework, v1) and of the envelope's payload.
  static let statementType = "https://in-toto.io/Statement/v1"
  package static let payloadType = "application/vnd.in-toto+json"

  /// How many cases each seeded family had, where the run had another number than usual.
  package var casesPerFamily: Int? {
    options.first { $0.name == "cases-per-family" }?.values.first.flatMap { Int($0) }
  }

  /// Whether a SHOULD that is not met counted as a failure.
  package var isStrict: Bool { options.contains { $0.name == "strict" } }

  /// The parts that the certificate is about; the implementation claims no others.
  package var certified: [Part] { parts.filter { $0.standing == .conforming } }

  /// How many MUSTs or SHOULDs have a verdict, in the parts that the certificate is about or in one of them.
  package func requirements(
    _ verdict: Scorecard.Row.Verdict, _ level: Level? = nil, in part: Part? = nil
  ) -> Int {
    requirements.count { row in
      row.verdict == verdict && row.level != .info && (level ?? row.level) == row.level
        && certified.contains {
          $0.suite == row.suite && $0.variant == row.variant && (part ?? $0) == $0
        }
    }
  }

  /// How many cases have a verdict.
  package func cases(_ verdict: Verdict) -> Int {
    verdicts.reduce(0) { $0 + ($1.verdict == verdict ? $1.count : 0) }
  }

  package var total: Int { verdicts.reduce(0) { $0 + $1.count } }

  /// In what the files of an adapter differ from those of the certified one, in words; nothing where the certificate lists none. A file
  /// stands for the certified one in its place in the list, so that it may lie elsewhere.
  package func changedFiles(_ found: [Report.Adapter.File]) -> [String] {
    guard !adapterFiles.isEmpty else { return [] }
    guard found.count == adapterFiles.count else {
      let missing = adapterFiles.filter { file in !found.contains { $0.sha256 == file.sha256 } }
      return [
        "it has \(Count.text(found.count, "file")), the certified one \(Count.text(adapterFiles.count))"
      ] + missing.map { "\($0.path) is not among them, which --digest names" }
    }
    return zip(found, adapterFiles).compactMap { file, certified in
      file.sha256 == certified.sha256
        ? nil
        : "\(file.path) is another"
          + (file.path == certified.path ? "" : " than \(certified.path)")
    }
  }

  /// Why the statement cannot be right, whoever has signed it; nil where nothing speaks against it.
  var contradiction: String? {
    if certified.isEmpty { return "no suite or edition conforms in it" }
    if !adapterFiles.isEmpty, SHA256Text.digest(ofAll: adapterFiles.map(\.sha256)) != adapterSHA256
    {
      return "the digest of its adapter is not that of the adapter's files"
    }
    if let part = parts.first(where: { ![.conforming, .nothingTested].contains($0.standing) }) {
      return "\(part.name) does not conform: \(part.standing.rawValue)"
    }
    if let stretch = verdicts.first(where: { ![.passed, .warned, .skipped].contains($0.verdict) }) {
      return "\(Count.text(stretch.count, "case")) in it did not pass: \(stretch.verdict.rawValue)"
    }
    if isStrict, cases(.warned) > 0 { return "SHOULDs are not met in it, and its run was strict" }
    let judged = cases(.passed) + cases(.warned)
    guard parts.reduce(0, { $0 + $1.cases }) == judged,
      parts.reduce(0, { $0 + $1.skipped }) == cases(.skipped)
    else { return "its suites and editions have other numbers of cases than its verdicts" }
    if let row = requirements.first(where: { $0.verdict == .failed }) {
      return "\(row.clause) is failed in it"
    }
    if let row = requirements.first(where: { $0.verdict == .warned && $0.level == .must }) {
      return "\(row.clause) is a MUST, and not met in it"
    }
    if let validUntil, validUntil < issued { return "it ends before it was issued" }
    return nil
  }
}
