package import AdapterDriver
package import Conformance

/// What is run, and how.
package struct RunPlan: Sendable {
  package var suites: [any Suite]
  package var cases: [Case]
  package var command: AdapterCommand
  package var limits: AdapterLimits
  package var seed: UInt64
  /// How many adapters work at a time; at least 1.
  package var jobs: Int
  /// Ends the run behind the first case, in the order of the plan, that fails.
  package var failFast = false
  /// How many failures of a requirement each batch sees again, alone; nil: all of them, as reports need it.
  package var confirmationsPerRequirement: Int?
  /// By how many bytes the peak of a case may be above that of its control.
  package private(set) var memoryMargin = MemoryTrial.usualMargin
  package var harnessVersion: String

  /// How many cases an adapter process lives for, whatever the number of jobs: what one process sees never depends on how a
  /// run is spread.
  package static let casesPerBatch = 256

  package init(
    suites: [any Suite], cases: [Case], command: AdapterCommand,
    limits: AdapterLimits = .init(), seed: UInt64, jobs: Int, harnessVersion: String
  ) {
    self.suites = suites
    self.cases = cases
    self.command = command
    self.limits = limits
    self.seed = seed
    self.jobs = max(1, jobs)
    self.harnessVersion = harnessVersion
  }

  /// Sets by how many bytes the peak of a case may be above that of its control. How much an adapter may take at all before it
  /// is ended grows with it, so that it is the comparison that decides.
  package mutating func allowMemory(_ bytes: Int) {
    memoryMargin = bytes
    limits.maxMemoryGrowthBytes = limits.maxMemoryGrowthBytes.map { max($0, 2 * bytes) }
  }

  /// The cases cut into batches: at most `casesPerBatch` of one suite and one variant.
  var batches: [ArraySlice<Case>] {
    var batches: [ArraySlice<Case>] = []
    var start = cases.startIndex
    for index in cases.indices {
      let isFull = index - start == Self.casesPerBatch
      let isOther =
        cases[index].suite != cases[start].suite || cases[index].variant != cases[start].variant
      if isFull || isOther {
        batches.append(cases[start..<index])
        start = index
      }
    }
    if start < cases.endIndex { batches.append(cases[start...]) }
    return batches
  }
}
