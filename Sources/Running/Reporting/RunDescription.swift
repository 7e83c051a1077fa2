/// What a report says about a run, beside its results.
package struct RunDescription: Sendable {
  /// The version of assay.
  package var assayVersion: String
  /// The version of the suites.
  package var suiteVersion: String
  package var seed: UInt64
  /// When the run began, in seconds since 1970-01-01T00:00:00Z.
  package var started: Int64
  /// The name that the implementation gave of itself; hostile, as are its version and language.
  package var implementationName: String
  package var implementationVersion: String
  package var language: String
  /// The adapter and its arguments.
  package var adapterCommand: [String]
  /// The digest of the adapter's files, as a report has it; nil where one could not be read.
  package var adapterSHA256: String?
  /// The files that it is the digest of.
  package var adapterFiles: [Report.Adapter.File]
  /// The options that differ from their defaults, by name; a repeated option stands here repeatedly.
  package var options: [(String, String)]
  /// Nil where the run is a whole one.
  package var shard: Report.OfShard?
  package var jobs: Int
  /// What was measured before the run; nil where nothing was.
  package var pace: RunPace?
  /// How long a start and a step may take; nil where that is not known.
  package var startDeadline: Duration?
  package var stepDeadline: Duration?
  /// The digest of the dialect (`Report.dialectSHA256`); nil for wire profile 1.
  package var dialectSHA256: String? = nil

  package init(
    assayVersion: String, suiteVersion: String, seed: UInt64, started: Int64,
    implementationName: String, implementationVersion: String, language: String,
    adapterCommand: [String], adapterSHA256: String? = nil,
    adapterFiles: [Report.Adapter.File] = [], options: [(String, String)] = [],
    shard: Report.OfShard? = nil, jobs: Int, pace: RunPace? = nil,
    startDeadline: Duration? = nil, stepDeadline: Duration? = nil
  ) {
    self.shard = shard
    self.startDeadline = startDeadline
    self.stepDeadline = stepDeadline
    self.pace = pace
    self.assayVersion = assayVersion
    self.suiteVersion = suiteVersion
    self.seed = seed
    self.started = started
    self.implementationName = implementationName
    self.implementationVersion = implementationVersion
    self.language = language
    self.adapterCommand = adapterCommand
    self.adapterSHA256 = adapterSHA256
    self.adapterFiles = adapterFiles
    self.options = options
    self.jobs = jobs
  }
}
