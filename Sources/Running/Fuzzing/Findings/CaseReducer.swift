package import Conformance
import Reduction
package import Running

/// Makes a case that shows a finding as small as it can be: first whole steps go, then each part of each step becomes simpler, until
/// nothing more can be taken away.
///
/// A candidate is taken if it shows the same signature. Candidates run in one process, one after another, because a start costs more
/// than a case; what comes out is seen again in a process of its own. Where a finding needs what a process saw before, each candidate has
/// a process of its own.
package struct CaseReducer {
  private let suite: any Suite
  private let executor: CaseExecutor
  private let goal: Signature
  private let interruption: Interruption
  private let maxTries: Int
  private let weighs: Bool
  private let isAlone: Bool
  private let simplifies: Bool
  private let deadline: ContinuousClock.Instant?
  private let progress: (Int) -> Void
  package private(set) var tries = 0
  /// Whether no step can be left out, as far as `reduce` has come.
  package private(set) var hasFewestSteps = false
  private var isExhausted = false
  /// Other findings that candidates showed, each with the first that did.
  package private(set) var others: [Signature: Case] = [:]

  /// How many candidates are tried at most; fewer where each that shows the finding costs a deadline.
  package static func usualTries(for signature: Signature) -> Int {
    signature.kind == "hang" ? 80 : 2_000
  }

  /// - Parameters:
  ///   - alone: whether each candidate has a process of its own.
  ///   - simplifyingSteps: whether the steps that are left are made simpler, too.
  ///   - deadline: when it ends with what it has come to.
  ///   - progress: hears how many candidates have been tried.
  package init(
    _ suite: any Suite, on executor: CaseExecutor, keeping goal: Signature,
    alone: Bool = false, maxTries: Int? = nil, simplifyingSteps: Bool = true,
    until deadline: ContinuousClock.Instant? = nil,
    interruption: Interruption, progress: @escaping (Int) -> Void = { _ in }
  ) {
    simplifies = simplifyingSteps
    self.deadline = deadline
    self.progress = progress
    self.suite = suite
    self.executor = executor
    self.goal = goal
    self.interruption = interruption
    isAlone = alone
    self.maxTries = maxTries ?? Self.usualTries(for: goal)
    weighs = goal.kind.hasPrefix("overrun/")
  }

  /// The smallest case, and whether nothing more can be taken away from it.
  package mutating func reduce(_ item: Case) throws(HarnessFault) -> (item: Case, isMinimal: Bool) {
    var current = item
    while true {
      let before = tries
      var hasChanged = false
      if let fewer = try withFewerSteps(current) {
        current = fewer
        hasChanged = true
      }
      // Later steps first: what they need of earlier ones goes with them.
      let places = try simplifies ? suite.steps(of: current) : 0
      for place in (0..<places).reversed() {
        for part in suite.parts {
          while let simpler = try simpler(current, at: place, in: part) {
            current = simpler
            hasChanged = true
          }
        }
      }
      if isExhausted { return (current, false) }
      if !hasChanged || tries == before { return (current, true) }
    }
  }

  private mutating func withFewerSteps(_ item: Case) throws(HarnessFault) -> Case? {
    let suite = suite
    let places = Array(0..<(try suite.steps(of: item)))
    // What the source rules out costs no try, and counts as none.
    let reducer = Reducer<Int>(keeping: goal, maxTries: .max, takingTogether: true)
    let reduced = try reducer.reduce(places) { (candidate) throws(HarnessFault) in
      guard !isOver else { return nil }
      guard let fewer = try suite.keeping(candidate, of: item), try suite.isPermitted(fewer) else {
        return []
      }
      return try signatures(of: fewer)
    }
    hasFewestSteps = reduced.isMinimal
    guard reduced.sequence.count < places.count else { return nil }
    return try suite.keeping(reduced.sequence, of: item)
  }

  private mutating func simpler(
    _ item: Case, at place: Int, in part: String
  ) throws(HarnessFault) -> Case? {
    let (suite, goal) = (suite, goal)
    var found: Case?
    try suite.simpler(than: item, at: place, in: part) { (candidate) throws(HarnessFault) in
      guard !isOver else { return false }
      guard try suite.isPermitted(candidate) else { return true }
      guard let shown = try signatures(of: candidate) else { return false }
      if shown.contains(goal) { found = candidate }
      return found == nil
    }
    return found
  }

  /// Whether nothing more may be tried.
  private var isOver: Bool {
    mutating get {
      if interruption.isRaised || deadline.map({ ContinuousClock.now >= $0 }) == true {
        isExhausted = true
      }
      return isExhausted
    }
  }

  /// What a candidate shows; nil where no more may be tried.
  private mutating func signatures(of item: Case) throws(HarnessFault) -> Set<Signature>? {
    guard !isOver, tries < maxTries else {
      isExhausted = true
      return nil
    }
    // A simpler request may need what the implementation does not claim, such as one that has all of its parameters again.
    guard executor.mayAsk(item) else { return [] }
    tries += 1
    progress(tries)
    let shown =
      try isAlone
      ? Set(executor.alone(item)?.findings.map(\.signature) ?? [])
      : executor.glimpse(item, weighs: weighs)
    for signature in shown where signature != goal && others[signature] == nil {
      others[signature] = item
    }
    return shown
  }
}
