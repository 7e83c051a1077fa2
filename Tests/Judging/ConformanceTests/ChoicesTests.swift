import Conformance
import Testing

/// The choices of a case are the same for ever: the numbers here were computed by another program.
@Suite struct ChoicesTests {
  @Test(
    arguments: [
      (1, "abt/token/valid/short-key", [346, 841, 430, 717, 49, 659]),
      (2, "abt/token/valid/short-key", [611, 613, 180, 364, 73, 849]),
      (1, "abt/token/valid/long-key", [682, 269, 143, 734, 627, 649]),
      (0, "", [62, 331, 173, 395, 968, 443]),
      (UInt64.max, "\u{E9}", [594, 136, 321, 323, 396, 769]),
    ] as [(UInt64, String, [Int])])
  func numbersOfASeedAndACaseNeverChange(seed: UInt64, path: String, expected: [Int]) {
    var choices = Choices(seed: seed, case: CaseID(path))
    #expect((0..<6).map { _ in choices.below(1_000) } == expected)
  }

  @Test func bytesDigitsAndShufflesNeverChange() {
    var choices = Choices(seed: 7, case: CaseID("a/b"))
    #expect(choices.bytes(8) == [191, 246, 178, 204, 50, 240, 46, 230])
    choices = Choices(seed: 7, case: CaseID("a/b"))
    #expect(choices.hexadecimal(16) == "b9a88747f7442687")
    choices = Choices(seed: 7, case: CaseID("a/b"))
    #expect(choices.shuffled(Array(0..<8)) == [5, 0, 1, 2, 6, 4, 3, 7])
    choices = Choices(seed: 7, case: CaseID("a/b"))
    #expect(choices.below(UInt64(1) << 63) == 6_792_984_167_413_670_495)
    #expect(choices.below(UInt64.max) == 11_238_192_125_206_840_053)
  }

  @Test func otherCasesTakeNothingAway() {
    func numbers(_ path: String) -> [UInt64] {
      var choices = Choices(seed: 3, case: CaseID(path))
      return (0..<4).map { _ in choices.below(UInt64.max) }
    }
    let forwards = ["x/1", "x/2", "x/3"].map(numbers)
    let backwards = ["x/3", "x/2", "x/1"].map(numbers)
    #expect(forwards == backwards.reversed())
    #expect(Set(forwards.map { $0[0] }).count == 3)
  }

  @Test(arguments: [0, 1, 2, 3, 7, 8, 1_000, 65_536])
  func choicesStayBelowTheirBoundAndReachAllOfASmallOne(bound: Int) {
    var choices = Choices(seed: 11, case: CaseID("range"))
    var seen: Set<Int> = []
    for _ in 0..<2_000 {
      let choice = choices.below(bound)
      #expect(choice >= 0 && choice < max(1, bound))
      seen.insert(choice)
    }
    if bound <= 8 { #expect(seen == Set(0..<max(1, bound))) }
  }

  @Test func aBoundOfOneTakesNoChoice() {
    var idle = Choices(seed: 5, case: CaseID("same"))
    var busy = idle
    for bound: UInt64 in [0, 1] { #expect(busy.below(bound) == 0) }
    #expect(busy.below(-5) == 0)
    #expect(idle.below(1_000_000) == busy.below(1_000_000))
  }

  @Test func rangesBeginAtTheirLowerBound() {
    var choices = Choices(seed: 5, case: CaseID("ranges"))
    var seen: Set<Int> = []
    for _ in 0..<500 { seen.insert(choices.within(-2...3)) }
    #expect(seen == Set(-2...3))
    #expect(choices.within(9...9) == 9)
  }

  /// Each swap is one choice; where the choices are zeros nothing moves.
  @Test func shufflesOfZerosLeaveTheOrderAlone() {
    var stayed = 0
    for seed: UInt64 in 0..<300 {
      var choices = Choices(seed: seed, case: CaseID("shuffle"))
      var copy = choices
      let drawn = [copy.below(3), copy.below(2)]
      let shuffled = choices.shuffled(["a", "b", "c"])
      #expect((shuffled == ["a", "b", "c"]) == (drawn == [0, 0]))
      #expect(shuffled.sorted() == ["a", "b", "c"])
      #expect(choices.below(1_000_000) == copy.below(1_000_000))
      if drawn == [0, 0] { stayed += 1 }
    }
    #expect(stayed > 0 && stayed < 300)
    var choices = Choices(seed: 1, case: CaseID("shuffle"))
    let nothing = choices.shuffled([Int]())
    #expect(nothing.isEmpty)
  }

  @Test func onceIsTrueForTheLastChoiceOnly() {
    for seed: UInt64 in 0..<200 {
      var choices = Choices(seed: seed, case: CaseID("once"))
      var copy = choices
      #expect(choices.once(in: 4) == (copy.below(UInt64(4)) == 3))
    }
    var choices = Choices(seed: 1, case: CaseID("once"))
    let always = choices.once(in: 1)
    #expect(always)
  }

  /// Never, rather than a trap.
  @Test func onceInZeroTimesIsNever() async {
    await #expect(processExitsWith: .success) {
      var choices = Choices(seed: 1, case: CaseID("once"))
      precondition(!choices.once(in: 0))
    }
  }

  @Test func picksReachEveryOption() {
    var choices = Choices(seed: 2, case: CaseID("pick"))
    var seen: Set<String> = []
    for _ in 0..<200 { seen.insert(choices.pick(["first", "second", "third"])) }
    #expect(seen == ["first", "second", "third"])
  }
}
