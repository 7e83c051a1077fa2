import Conformance
import Testing

@testable import Reduction

@Suite struct ReducerTests {
  private static let goal = Signature("E-1", "wrong")
  private static let other = Signature("E-2", "wrong")

  /// Reduces by an oracle, and holds what comes of it against the oracle: it is a part of the sequence, shows the finding, and shows it
  /// no longer without any one element.
  private func minimal<Element: Hashable & Sendable>(
    _ sequence: [Element], sourceLocation: SourceLocation = #_sourceLocation,
    shows: ([Element]) -> Bool
  ) -> Reduced<Element> {
    var asked: [[Element]] = []
    let reduced = Reducer(keeping: Self.goal, maxTries: .max).reduce(sequence) { candidate in
      asked.append(candidate)
      return shows(candidate) ? [Self.goal] : []
    }
    #expect(reduced.isMinimal, sourceLocation: sourceLocation)
    #expect(reduced.tries == asked.count, sourceLocation: sourceLocation)
    #expect(Set(asked).count == asked.count, "asked twice", sourceLocation: sourceLocation)
    #expect(!asked.contains(sequence), "it was known", sourceLocation: sourceLocation)
    #expect(shows(reduced.sequence), sourceLocation: sourceLocation)
    var rest = sequence[...]
    for element in reduced.sequence {
      rest = rest.drop { $0 != element }.dropFirst()
      #expect(rest.endIndex == sequence.endIndex, sourceLocation: sourceLocation)
    }
    for index in reduced.sequence.indices {
      var less = reduced.sequence
      less.remove(at: index)
      #expect(!shows(less), "\(reduced.sequence) without \(index)", sourceLocation: sourceLocation)
    }
    return reduced
  }

  /// Any elements that have to stand there together, in their order.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func whatIsNeededIsLeft(seed: UInt64) {
    var choices = Choices(seed: seed, case: CaseID("reduction/monotone"))
    let count = choices.within(1...400)
    let needed = Set((0..<choices.within(0...6)).map { _ in choices.below(count) })
    let reduced = minimal(Array(0..<count)) { needed.isSubset(of: $0) }
    #expect(reduced.sequence == needed.sorted(), "of \(count)")
  }

  /// Whether a candidate shows the finding has nothing to do with whether larger ones do.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func oraclesNeedNotBeMonotone(seed: UInt64) {
    var choices = Choices(seed: seed, case: CaseID("reduction/any"))
    let sequence = (0..<choices.within(1...60)).map { _ in choices.below(8) }
    let share = choices.within(2...6)
    _ = minimal(sequence) { candidate in
      if candidate == sequence { return true }
      var hash = seed
      for element in candidate { hash = (hash ^ UInt64(element)) &* 0x0000_0100_0000_01b3 }
      return (hash >> 17) % UInt64(share) == 0
    }
  }

  @Test func theOrderAndTheNumberOfElementsCanMatter() {
    let text = Array("xxaxbxxbxaxxaxb")
    let shows: ([Character]) -> Bool = { $0.filter { $0 != "x" }.starts(with: "abba") }
    #expect(minimal(text, shows: shows).sequence == Array("abba"))
    #expect(minimal(Array(repeating: 7, count: 100)) { $0.count >= 13 }.sequence.count == 13)
  }

  @Test func nothingMayBeNeeded() {
    #expect(minimal(Array(0..<1_000)) { _ in true }.sequence.isEmpty)
    #expect(minimal([Int]()) { _ in true }.tries == 0)
    #expect(minimal([1]) { !$0.isEmpty }.sequence == [1])
  }

  /// Cases of a run are dear: one that leaks among 1,700 has to be found in a few tries.
  @Test func oneOfManyIsFoundInFewTries() {
    for culprit in [0, 1, 849, 850, 851, 1_698, 1_699] {
      let reduced = minimal(Array(0..<1_700)) { $0.contains(culprit) }
      #expect(reduced.sequence == [culprit])
      #expect(reduced.tries <= 26, "\(reduced.tries) for \(culprit)")
    }
    let pair = minimal(Array(0..<1_700)) { $0.contains(3) && $0.contains(1_600) }
    #expect(pair.tries <= 100, "\(pair.tries)")
  }

  @Test func anotherFindingIsNoSubstitute() {
    let reducer = Reducer<Int>(keeping: Self.goal, maxTries: .max)
    let reduced = reducer.reduce(Array(0..<64)) { candidate in
      // 9 alone shows another one; together with 40 it shows the one that is wanted.
      guard candidate.contains(9) else { return [] }
      return candidate.contains(40) ? [Self.goal] : [Self.other]
    }
    #expect(reduced.sequence == [9, 40])
    #expect(reduced.isMinimal)
    #expect(reduced.others.keys.sorted() == [Self.other])
    let shown = reduced.others[Self.other] ?? []
    #expect(shown.contains(9) && !shown.contains(40))
  }

  @Test(arguments: [0, 1, 5, 20])
  func triesAreBounded(maxTries: Int) {
    var asked = 0
    let reduced = Reducer<Int>(keeping: Self.goal, maxTries: maxTries).reduce(Array(0..<200)) {
      asked += 1
      return Set([3, 50, 77, 120, 199]).isSubset(of: $0) ? [Self.goal] : []
    }
    #expect(asked == maxTries)
    #expect(reduced.tries == maxTries)
    #expect(!reduced.isMinimal)
    #expect(Set([3, 50, 77, 120, 199]).isSubset(of: reduced.sequence), "what was reached shows it")
  }

  @Test func anOracleCanEndIt() {
    var left = 3
    let reduced = Reducer<Int>(keeping: Self.goal, maxTries: .max).reduce(Array(0..<64)) {
      left -= 1
      return left < 0 ? nil : $0.contains(63) ? [Self.goal] : []
    }
    #expect(reduced.sequence == Array(48..<64))
    #expect(reduced.tries == 3)
    #expect(!reduced.isMinimal)
  }

  private struct Refusal: Error {}

  @Test func whatAnOracleThrowsIsThrownOn() {
    #expect(throws: Refusal.self) {
      try Reducer<Int>(keeping: Self.goal, maxTries: 9).reduce([1, 2]) { _ throws(Refusal) in
        throw Refusal()
      }
    }
  }

  /// Each answer may be another one. It ends, and what it says has been shown once.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func aFlakyOracleCannotKeepItBusy(seed: UInt64) {
    var choices = Choices(seed: seed, case: CaseID("reduction/flaky"))
    var shown: Set<[Int]> = [Array(0..<100)]
    let reduced = Reducer(keeping: Self.goal, maxTries: 100_000).reduce(Array(0..<100)) {
      guard $0.contains(42), choices.below(3) != 0 else { return [] }
      shown.insert($0)
      return [Self.goal]
    }
    #expect(reduced.isMinimal && reduced.tries < 5_000)
    #expect(shown.contains(reduced.sequence))
    #expect(reduced.sequence.contains(42))
  }

  @Test func theSameAnswersLeadToTheSameResult() {
    func run() -> Reduced<Int> {
      Reducer(keeping: Self.goal, maxTries: 50).reduce(Array(0..<300)) {
        $0.contains(17) && $0.contains(230) && $0.count % 3 != 1 ? [Self.goal] : [Self.other]
      }
    }
    #expect(run() == run())
  }

  // MARK: What goes only together

  /// A launch and its end, brackets in brackets: none goes alone.
  @Test func pairsAreTakenAwayWhereTheyAreToBe() {
    let text = Array("((a)(b(c))d)")
    func isBalanced(_ text: [Character]) -> Bool {
      var depth = 0
      for character in text {
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
        if depth < 0 { return false }
      }
      return depth == 0
    }
    let shows: ([Character]) -> Set<Signature> = { candidate in
      isBalanced(candidate) && candidate.contains("c") ? [Self.goal] : []
    }
    let alone = Reducer(keeping: Self.goal, maxTries: .max).reduce(text, ask: shows)
    #expect(alone.sequence == Array("(c)") || alone.sequence.count > 1)
    #expect(alone.sequence != ["c"])
    let together = Reducer(keeping: Self.goal, maxTries: .max, takingTogether: true)
      .reduce(text, ask: shows)
    #expect(together.sequence == ["c"])
    #expect(together.isMinimal)
  }

  /// Whatever the oracle: no run of neighbours is left that could go, and no two elements.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func nothingIsLeftThatGoesTogether(seed: UInt64) {
    var choices = Choices(seed: seed, case: CaseID("reduction/together"))
    let sequence = Array(0..<choices.within(2...20))
    var asked = 0
    func shows(_ candidate: [Int]) -> Bool {
      if candidate == sequence { return true }
      var hash = seed
      for element in candidate { hash = (hash ^ UInt64(element)) &* 0x0000_0100_0000_01b3 }
      return (hash >> 17) % 5 == 0
    }
    let reduced = Reducer<Int>(keeping: Self.goal, maxTries: .max, takingTogether: true)
      .reduce(sequence) { candidate in
        asked += 1
        return shows(candidate) ? [Self.goal] : []
      }
    let left = reduced.sequence
    #expect(reduced.isMinimal && shows(left) && reduced.tries == asked)
    for first in left.indices {
      for last in left.indices where last > first {
        #expect(!shows(Array(left[..<first] + left[(last + 1)...])))
        #expect(!shows(left.indices.filter { $0 != first && $0 != last }.map { left[$0] }))
      }
    }
  }

  /// Of very many elements pairs are not tried, which would take n² candidates.
  @Test func tooManyAreNotTriedTogether() {
    let count = Reducer<Int>.maxTogether + 1
    var asked = 0
    let reduced = Reducer<Int>(keeping: Self.goal, maxTries: .max, takingTogether: true)
      .reduce(Array(0..<count)) { _ in
        asked += 1
        return []
      }
    #expect(reduced.sequence.count == count)
    #expect(asked < 3 * count)
  }
}
