import AdapterProtocol
package import Conformance

/// The cases that a campaign begins with.
package enum StartCorpus {
  /// How many cases of each group, which share three words of their ids, are taken: so many kinds of steps, not so many values.
  private static let perGroup = 2
  /// How many bytes the requests of one case have at most.
  private static let maxBytes = 48 << 10

  /// A sample of all families, or one right case for each variant.
  package static func cases(
    of suites: [any Suite], seed: UInt64, bare: Bool
  ) throws(HarnessFault) -> [Case] {
    var cases: [Case] = []
    for suite in suites {
      if bare {
        for variant in suite.allVariants {
          var choices = Choices(seed: seed, case: CaseID("\(suite.name)/simplest"))
          if let simplest = try suite.simplest(variant, &choices) { cases.append(simplest) }
        }
      } else {
        cases += try sample(of: suite, seed: seed)
      }
    }
    return cases
  }

  private static func sample(
    of suite: any Suite, seed: UInt64
  ) throws(HarnessFault) -> [Case] {
    var taken: [String: Int] = [:]
    var sample: [Case] = []
    for item in suite.cases(seed: seed) where !suite.isSoak(item) {
      let group = "\(item.variant) \(item.id.group)"
      guard taken[group, default: 0] < perGroup else { continue }
      // With its script in it, so that it is built once.
      let built = try suite.named(item, item.id, item.title, about: item.targets)
      // A long series is not changed, and large requests cost more than they tell.
      guard try suite.steps(of: built) <= suite.maxChangedSteps,
        try suite.frames(built).reduce(0, { $0 + $1.body.count }) <= maxBytes
      else { continue }
      taken[group, default: 0] += 1
      sample.append(built)
    }
    return sample
  }
}
