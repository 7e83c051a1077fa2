/// What an implementation did on one event, in a form in which several implementations are held beside each other: without times and
/// texts for people, and what may stand in any order in one order.
package struct Answer: Hashable, Sendable {
  /// What it did, in few words and without values of the request: `refused, code 7`.
  package let words: String
  /// All that counts, as text: its first 400 characters.
  package let told: String
  /// Of the whole text; another one in each process.
  private let digest: Int

  /// - Parameters:
  ///   - words: few words.
  ///   - text: all that counts: equal for what is the same, and for nothing else.
  package init(_ words: String, _ text: String) {
    self.words = String(words.prefix(Self.maxWords))
    told = String(text.prefix(Self.maxTold))
    var hasher = Hasher()
    for byte in text.utf8 { hasher.combine(byte) }
    digest = hasher.finalize()
  }

  private static let maxWords = 120
  private static let maxTold = 400
}

/// What an implementation did in one case, step by step.
package struct CaseAnswers: Hashable, Sendable {
  /// The answer to one step that was answered.
  package struct Step: Hashable, Sendable {
    /// From 1.
    package let number: Int
    package let answer: Answer
  }

  /// How many steps are kept one by one: what differs shows in the first ones, and series have thousands.
  package static let maxSteps = 64

  package private(set) var steps: [Step] = []
  /// Of all further steps.
  private var rest = 0

  package init() {}

  package mutating func add(_ answer: Answer, step number: Int) {
    guard steps.count == Self.maxSteps else {
      return steps.append(Step(number: number, answer: answer))
    }
    var hasher = Hasher()
    hasher.combine(rest)
    hasher.combine(number)
    hasher.combine(answer)
    rest = hasher.finalize()
  }

  /// The answer to a step; nil where it was not answered, or is not kept.
  package func answer(to step: Int) -> Answer? { steps.first { $0.number == step }?.answer }
}
