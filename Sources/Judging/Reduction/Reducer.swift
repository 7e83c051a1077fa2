package import Conformance

/// Takes away from a sequence what a finding does not need: events of a script, the cases before a case, the steps of a walk.
///
/// This is delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002) by taking away alone: large
/// pieces first, then smaller ones, then single elements, from the front to the end. A candidate is taken if it shows the same
/// signature; any other failure is no substitute for it. The same answers lead to the same result.
///
/// What goes only together, like a launch and the end of what was launched, is left by that. Where candidates are cheap, runs of
/// neighbours and pairs of elements are taken away too.
package struct Reducer<Element: Hashable & Sendable>: Sendable {
  /// The finding that has to stay.
  package let goal: Signature
  /// How many candidates are asked about at most.
  package let maxTries: Int
  /// Whether elements that go only together are looked for, once none goes alone.
  package let takesTogether: Bool

  package init(keeping goal: Signature, maxTries: Int, takingTogether: Bool = false) {
    self.goal = goal
    self.maxTries = max(0, maxTries)
    takesTogether = takingTogether
  }

  /// Of more elements than these nothing is taken away together but neighbours in even pieces.
  package static var maxTogether: Int { 40 }

  /// Reduces a sequence that is known to show the finding; it is not asked about again.
  ///
  /// It asks about no candidate twice, so that an oracle that answers differently each time cannot keep it busy. An element may stand
  /// in the sequence more than once.
  ///
  /// Complexity: about 2 log n tries if one of n elements is needed, at most n² / 2 for the worst of oracles. To see that n elements do not
  /// go together takes up to n² more.
  ///
  /// - Parameter ask: what a candidate shows; nil ends the reduction with what it has reached.
  /// - Throws: what `ask` throws, and nothing else.
  package func reduce<Fault: Error>(
    _ sequence: [Element], ask: ([Element]) throws(Fault) -> Set<Signature>?
  ) throws(Fault) -> Reduced<Element> {
    var search = Search(sequence, self)
    try search.run(ask)
    return search.reached
  }
}

/// What a reduction came to.
package struct Reduced<Element: Hashable & Sendable>: Hashable, Sendable {
  /// Shows the finding; a part of what was reduced, in the same order.
  package var sequence: [Element]
  /// How many candidates were asked about.
  package var tries = 0
  /// Whether no single element can be taken away, nor those that were to be tried together. False if the reduction was ended before it had
  /// tried each.
  package var isMinimal = false
  /// Other findings that candidates showed, each with the first that did. They are worth a reduction of their own.
  package var others: [Signature: [Element]] = [:]
}

private struct Search<Element: Hashable & Sendable> {
  var reached: Reduced<Element>
  private let reducer: Reducer<Element>
  /// Candidates that do not show the finding.
  private var refused: Set<[Element]> = []

  private enum Answer { case taken, refused, ended }

  init(_ sequence: [Element], _ reducer: Reducer<Element>) {
    reached = Reduced(sequence: sequence)
    self.reducer = reducer
  }

  mutating func run<Fault: Error>(
    _ ask: ([Element]) throws(Fault) -> Set<Signature>?
  ) throws(Fault) {
    var hasTaken = true
    while hasTaken {
      guard try takePieces(ask) else { return }
      let together = try reducer.takesTogether ? takeTogether(ask) : .refused
      if together == .ended { return }
      hasTaken = together == .taken
    }
    reached.isMinimal = true
  }

  /// Takes away pieces, each half as wide as those before, down to single elements.
  ///
  /// - Returns: false where the reduction was ended.
  private mutating func takePieces<Fault: Error>(
    _ ask: ([Element]) throws(Fault) -> Set<Signature>?
  ) throws(Fault) -> Bool {
    var width = (reached.sequence.count + 1) / 2
    while !reached.sequence.isEmpty {
      var hasShrunk = false
      var start = 0
      while start < reached.sequence.count {
        let end = min(start + width, reached.sequence.count)
        let candidate = Array(reached.sequence[..<start] + reached.sequence[end...])
        switch try answer(to: candidate, ask) {
        case .taken:
          reached.sequence = candidate
          hasShrunk = true
        case .refused: start = end
        case .ended: return false
        }
      }
      // Of single elements each has to be tried beside all that are left.
      if width == 1, !hasShrunk { break }
      width = max(1, min(width, reached.sequence.count) / 2)
    }
    return true
  }

  /// Takes away a run of neighbours, or two elements that are none: the nearest first.
  private mutating func takeTogether<Fault: Error>(
    _ ask: ([Element]) throws(Fault) -> Set<Signature>?
  ) throws(Fault) -> Answer {
    let sequence = reached.sequence
    guard (2...Reducer<Element>.maxTogether).contains(sequence.count) else { return .refused }
    for width in 2...sequence.count {
      for start in 0...(sequence.count - width) {
        let (first, last) = (start, start + width - 1)
        let run = Array(sequence[..<start] + sequence[(last + 1)...])
        let pair = sequence.indices.filter { $0 != first && $0 != last }.map { sequence[$0] }
        for candidate in width == 2 ? [run] : [pair, run] {
          let answer = try answer(to: candidate, ask)
          if answer == .taken { reached.sequence = candidate }
          if answer != .refused { return answer }
        }
      }
    }
    return .refused
  }

  private mutating func answer<Fault: Error>(
    to candidate: [Element], _ ask: ([Element]) throws(Fault) -> Set<Signature>?
  ) throws(Fault) -> Answer {
    if refused.contains(candidate) { return .refused }
    guard reached.tries < reducer.maxTries, let shown = try ask(candidate) else { return .ended }
    reached.tries += 1
    for signature in shown where signature != reducer.goal && reached.others[signature] == nil {
      reached.others[signature] = candidate
    }
    if shown.contains(reducer.goal) { return .taken }
    refused.insert(candidate)
    return .refused
  }
}
