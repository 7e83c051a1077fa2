package import AdapterDriver
package import AdapterProtocol
package import Conformance

/// What is run, and how.
package struct RunPlan: Sendable {
  package var suites: [any Suite]
  package var cases: CaseList
  package var command: AdapterCommand
  package var limits: AdapterLimits
  package var seed: UInt64
  /// How many adapters work at a time; at least 1.
  package var jobs: Int
  /// Ends the run after the first case, in the order of the plan, that fails.
  package var failFast = false
  /// How many failures of a signature each batch sees again, alone; further ones count as sampled.
  package var confirmationsPerSignature = 2
  /// When the run stops asking an adapter that fails in the same way again and again.
  package var patience = Patience()
  /// By how many bytes the peak of a case may be above that of its control.
  package var memoryMargin: Int { limits.memoryMargin }
  package var harnessVersion: String
  /// The cases that run before a case in the process that it has for itself, by its place in `cases`.
  package var earlierCases: [Int: [Case]] = [:]
  /// Whether results tell what the implementation did, step by step.
  package var tellsAnswers = false
  /// What is known to fail; nil where nobody said so.
  package var known: KnownFailures?

  /// How many cases an adapter process lives for, whatever the number of jobs: what one process sees never depends on how a
  /// run is spread.
  package static let casesPerBatch = 256

  package init(
    suites: [any Suite], cases: CaseList, command: AdapterCommand,
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

  /// A plan of cases that are all there already.
  package init(
    suites: [any Suite], cases: [Case], command: AdapterCommand,
    limits: AdapterLimits = .init(), seed: UInt64, jobs: Int, harnessVersion: String
  ) {
    self.init(
      suites: suites, cases: CaseList(cases), command: command, limits: limits, seed: seed,
      jobs: jobs, harnessVersion: harnessVersion)
  }

  /// Sets by how many bytes the peak of a case may be above that of its control. How much an adapter may take at all before it
  /// is ended grows with it, so that it is the comparison that decides.
  package mutating func allowMemory(_ bytes: Int) {
    limits.memoryMargin = bytes
    limits.maxMemoryGrowthBytes = limits.maxMemoryGrowthBytes.map { max($0, 2 * bytes) }
  }

  /// The cases cut into batches: at most `casesPerBatch` of one suite and one variant.
  var batches: [CaseList.SubSequence] {
    var batches: [CaseList.SubSequence] = []
    var start = cases.startIndex
    var part: (suite: String, variant: Variant)?
    for (index, item) in cases.enumerated() {
      let isOther = part.map { $0 != (item.suite, item.variant) } ?? false
      if index - start == Self.casesPerBatch || isOther {
        batches.append(cases[start..<index])
        start = index
      }
      part = (item.suite, item.variant)
    }
    if start < cases.endIndex { batches.append(cases[start...]) }
    return batches
  }
}

/// What an adapter said that its implementation can do.
package struct Claims: Sendable {
  package let hello: Hello
  /// What it claims and none of our suites knows.
  package let unknown: [UnknownClaim]
  private let claimed: [String: SuiteClaims]

  /// What was claimed of one suite.
  private struct SuiteClaims {
    let variants: [Variant]
    let capabilities: Set<String>
  }

  package init(_ hello: Hello, suites: [any Suite]) {
    self.hello = hello
    unknown = UnknownClaim.all(in: hello, of: suites)
    claimed = Dictionary(
      suites.compactMap { suite in
        hello.suites[suite.name].map { claim in
          (
            suite.name,
            SuiteClaims(variants: suite.variants(in: claim), capabilities: claim.capabilities)
          )
        }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// What the implementation is claimed to be able to do in a suite.
  package func capabilities(of suite: String) -> Set<String> {
    claimed[suite]?.capabilities ?? []
  }

  /// Why this implementation is not asked a case, or nil.
  package func reasonToSkip(_ item: Case) -> String? {
    guard let claim = claimed[item.suite] else {
      return "not claimed: the suite \(item.suite)"
    }
    guard claim.variants.contains(item.variant) else {
      return "not claimed: the edition \(item.variant)"
    }
    if item.needs.isSubset(of: claim.capabilities) { return nil }
    let missing = item.needs.subtracting(claim.capabilities).sorted()
    return "not claimed: the capability \(missing.joined(separator: ", "))"
  }
}
