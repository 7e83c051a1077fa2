package import Conformance

/// What `report.json` says, without its cases: those are visited one by one (`ReportFile`, `ReportSource`), because a run may have
/// millions of them.
package struct Report: Sendable, Hashable {
  /// What the adapter says of the implementation; hostile.
  package struct Implementation: Sendable, Hashable {
    package var name: String
    package var version: String
    package var language: String

    package init(name: String, version: String, language: String) {
      self.name = name
      self.version = version
      self.language = language
    }
  }

  /// The adapter, and what tells this version of it from others.
  package struct Adapter: Sendable, Hashable {
    package var command: [String]
    /// The digest of `files` in lowercase hexadecimal: of one file its own, of several the SHA-256 of their digests, each followed by a
    /// line feed. nil where one of them could not be read.
    package var sha256: String?
    /// The program, each regular file that its arguments name, and what `--digest` adds; none in reports of assay 0.1.0 and earlier.
    package var files: [File] = []

    /// A file of the adapter by the path that it was found at, with its SHA-256.
    package struct File: Sendable, Hashable {
      package var path: String
      /// nil where it could not be read.
      package var sha256: String?

      package init(path: String, sha256: String?) {
        self.path = path
        self.sha256 = sha256
      }
    }
  }

  /// An option that differs from its default; repeated ones have several values.
  package struct Option: Sendable, Hashable {
    package var name: String
    package var values: [String]

    package init(name: String, values: [String]) {
      self.name = name
      self.values = values
    }
  }

  /// What one clause came to in one variant.
  package struct Requirement: Sendable, Hashable {
    package var suite: String
    package var clause: Clause.ID
    package var variant: Variant
    package var level: Level
    package var verdict: Scorecard.Row.Verdict
    /// Cases that judged it, and those of them that found it broken.
    package var cases: Int
    package var failed: Int
    /// How many of the failed ones failed as the baseline says.
    package var known = 0
  }

  /// What was done in one free place.
  package struct Choice: Sendable, Hashable {
    package struct Outcome: Sendable, Hashable {
      package var name: String
      package var count: Int
      package var example: CaseID
      package var variant: Variant
    }

    package var place: String
    package var suite: String
    package var sentence: String
    package var source: String
    package var outcomes: [Outcome]
  }

  /// The number of cases by verdict.
  package struct Summary: Sendable, Hashable {
    package var total = 0
    package var counts: [Verdict: Int] = [:]

    package func count(_ verdict: Verdict) -> Int { counts[verdict] ?? 0 }
  }

  /// The verdict on a suite and edition: `abt/plain`, `appconnect.dualmode`.
  package struct Part: Sendable, Hashable {
    package var name: String
    package var standing: Standing

    package init(name: String, standing: Standing) {
      self.name = name
      self.standing = standing
    }
  }

  /// Which part of its run the report is about.
  package struct OfShard: Sendable, Hashable {
    package var shard: Shard
    /// How many cases the whole run has, all shards together.
    package var selected: Int

    package init(_ shard: Shard, selected: Int) {
      self.shard = shard
      self.selected = selected
    }
  }

  /// One of the shards that a merged report was made of.
  package struct MergedShard: Sendable, Hashable {
    /// From 1.
    package var number: Int
    package var cases: Int
    package var started: Int64
    package var elapsed: Duration
    package var isInterrupted: Bool
    package var standing: Standing
  }

  // MARK: Before the cases

  package var assayVersion: String
  package var suiteVersion: String
  package var seed: UInt64
  /// When the run began, in seconds since 1970-01-01T00:00:00Z.
  package var started: Int64
  /// In whole milliseconds.
  package var elapsed: Duration
  package var isInterrupted: Bool
  package var implementation: Implementation
  package var adapter: Adapter
  package var machine: Machine
  package var jobs: Int
  /// What was measured before the run; nil where nothing was.
  package var pace: RunPace?
  package var options: [Option]
  /// Nil where the report is about a whole run.
  package var shard: OfShard? = nil
  /// The shards that the report was made of, in their order; empty where no shards were merged.
  package var shards: [MergedShard] = []

  // MARK: After the cases

  /// Every MUST and SHOULD of each suite that was judged, tested or not, and what else a case was about.
  package var requirements: [Requirement]
  /// Nothing where no suite that was judged has free places.
  package var choices: [Choice]
  /// What the run made of its baseline; nil where it had none.
  package var baseline: BaselineRecord? = nil
  package var summary: Summary
  package var standing: Standing
  package var standings: [Part]

  /// Whether a SHOULD that is not met counts as a failure. In the file it is the option `strict`.
  package var isStrict: Bool
  /// What tells dialects apart: the SHA-256 of what `assay dialect show FILE` prints, in lowercase hexadecimal; nil for wire profile 1.
  package var dialectSHA256: String? = nil
}

extension Report {
  /// The values of an option; none where it was not given.
  package func values(of option: String) -> [String] {
    options.first { $0.name == option }?.values ?? []
  }

  /// The options that leave cases out which a run without them has.
  package static let narrowingOptions = [
    "suite", "select", "skip", "requirement", "level", "edition", "since", "after", "shard",
  ]

  /// Whether cases were left out that a run without options has.
  package var isNarrowed: Bool {
    shard != nil || options.contains { Self.narrowingOptions.contains($0.name) }
  }

  /// Whether cases were left out for another reason than that other shards have them.
  package var isNarrowedBesideShards: Bool {
    options.contains { $0.name != "shard" && Self.narrowingOptions.contains($0.name) }
  }

  /// How many MUSTs and SHOULDs have a verdict, over all suites and editions.
  package func requirements(_ verdict: Scorecard.Row.Verdict) -> Int {
    requirements.count { $0.verdict == verdict && $0.level != .info }
  }

  /// How many MUSTs and SHOULDs the implementation claims, tested or not.
  package var claimedRequirements: Int {
    requirements.count { $0.verdict != .notClaimed && $0.level != .info }
  }

  /// How a run of this report ends, as the shell sees it (`ExitStatus` says the same of a scorecard).
  package var exitCode: Int {
    func has(_ verdicts: Verdict...) -> Bool { verdicts.contains { summary.count($0) > 0 } }
    if isInterrupted { return 130 }
    if has(.crashed, .timedOut, .overLimit) { return 4 }
    if has(.failed) || isStrict && has(.warned) { return 1 }
    if has(.adapterFault) { return 3 }
    if has(.unexpectedPass) || baseline?.drifts.isEmpty == false { return 5 }
    return has(.passed, .warned, .knownFailure) ? 0 : 6
  }
}

/// One case of a report.
package struct ReportCase {
  package let result: CaseResult
  /// Its object as it stands in the file; valid during the visit only.
  package let text: UnsafeRawBufferPointer
}
