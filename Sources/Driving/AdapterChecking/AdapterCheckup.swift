package import AdapterDriver
package import AdapterProtocol
package import JSONText

/// The smoke test of an adapter: makes every check once, against processes of its own.
package struct AdapterCheckup {
  /// How the adapter is started.
  package let command: AdapterCommand
  /// The suite to check with; nil: the first one that the adapter claims.
  package let suite: String?
  /// What the adapter may take. `stepDeadline` is how long a reply may take.
  package let limits: AdapterLimits
  /// An empty folder in which the adapter may keep what is persistent; nil: that is not checked.
  package let storageFolder: String?
  /// What `hello` says of the harness.
  package let harnessVersion: String
  /// What is wrong with the content of an `observed`: nil where the suite of this name can read it. The suites know; an adapter
  /// is checked without them.
  package let defect: @Sendable (_ suite: String, _ line: [UInt8]) -> JSONError?
  /// What a greeting claims that no suite knows, a sentence each.
  package let unknownClaims: @Sendable (Hello) -> [String]

  /// The suites that an adapter can be checked with, by name.
  package static let suites = SuiteOutline.all.map(\.suite)

  /// A checkup that has not begun.
  package init(
    command: AdapterCommand, suite: String? = nil, limits: AdapterLimits = AdapterLimits(),
    storageFolder: String? = nil, harnessVersion: String,
    defect: @escaping @Sendable (_ suite: String, _ line: [UInt8]) -> JSONError?,
    unknownClaims: @escaping @Sendable (Hello) -> [String] = { _ in [] }
  ) {
    self.unknownClaims = unknownClaims
    self.defect = defect
    self.command = command
    self.suite = suite
    self.limits = limits
    self.storageFolder = storageFolder
    self.harnessVersion = harnessVersion
  }

  /// Makes the checks one after the other and hands out each result as it comes. Blocks; no process
  /// is left when it returns.
  package func run(_ report: (CheckResult) -> Void) {
    let bench = CheckBench(self)
    var failed: Set<String> = []
    for check in AdapterCheck.all {
      let outcome: CheckResult.Outcome
      if let missing = check.needs.first(where: failed.contains) {
        failed.insert(check.id)
        outcome = .skipped(reason: "it needs \"\(missing)\"")
      } else {
        outcome = Self.outcome(of: check, on: bench)
        if case .failed = outcome { failed.insert(check.id) }
      }
      report(CheckResult(id: check.id, title: check.title, outcome: outcome))
    }
  }

  private static func outcome(
    of check: AdapterCheck, on bench: CheckBench
  ) -> CheckResult.Outcome {
    do throws(CheckStop) {
      return .ok(observed: try check.observe(bench))
    } catch {
      switch error {
      case .failed(let observed, let remedy):
        return .failed(observed: observed, remedy: remedy ?? check.remedy)
      case .skipped(let reason): return .skipped(reason: reason)
      }
    }
  }
}
