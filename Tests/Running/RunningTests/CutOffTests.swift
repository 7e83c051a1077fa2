import Conformance
import Testing

@testable import Running

@Suite struct CutOffTests {
  private func batch(_ families: [String], from first: Int = 0) -> [Case] {
    families.enumerated().map { .sample("echo/\($1)/\(first + $0)") }
  }

  private func results(_ batch: [Case], _ verdicts: [Verdict]) -> [CaseResult] {
    zip(batch, verdicts).map { CaseResult.sample($0, $1) }
  }

  /// Settles batches in order; returns the verdicts of the last one.
  private func settled(_ batches: [([String], [Verdict])]) -> [Verdict] {
    let cutOff = CutOff()
    var last: [CaseResult] = []
    for (families, verdicts) in batches {
      let cases = batch(families)
      last = results(cases, verdicts)
      cutOff.settle(cases[...], &last)
    }
    return last.map(\.verdict)
  }

  @Test func aFamilyThatHangsThreeTimesInARowIsCutOffInLaterBatches() {
    let hung: ([String], [Verdict]) = (
      ["a", "a", "a", "a"], [.timedOut, .timedOut, .timedOut, .passed]
    )
    #expect(
      settled([hung, (["a", "b", "a"], [.passed, .passed, .failed])]) == [
        .notRun, .passed, .notRun,
      ])
    #expect(settled([hung]) == hung.1, "its own batch stands as it is")
  }

  @Test func aFamilyWithoutAnAdapterIsCutOffLikeOneThatHangs() {
    let cutOff = CutOff()
    let cases = batch(["a", "a", "a", "a", "b", "b", "b"])
    var first = results(cases, Array(repeating: .adapterFault, count: 7))
    first[0].verdict = .timedOut
    for index in 1...3 { first[index].lacksAdapter = true }
    cutOff.settle(cases[...], &first)
    #expect(cutOff.contains(.sample("echo/a/9")))
    #expect(!cutOff.contains(.sample("echo/b/9")), "its adapter was there")
  }

  @Test func twoHangsOrInterruptedOnesCutNothingOff() {
    let later: ([String], [Verdict]) = (["a"], [.passed])
    #expect(settled([(["a", "a"], [.timedOut, .timedOut]), later]) == [.passed])
    #expect(
      settled([
        (["a", "a", "a", "a"], [.timedOut, .timedOut, .passed, .timedOut]), later,
      ]) == [.passed])
    #expect(
      settled([(["a", "a"], [.timedOut, .timedOut]), (["a"], [.timedOut]), later]) == [.passed])
  }

  @Test func familiesAreCountedOnTheirOwn() {
    let mixed: ([String], [Verdict]) = (
      ["a", "b", "a", "b", "a"], [.timedOut, .passed, .timedOut, .passed, .timedOut]
    )
    #expect(settled([mixed, (["a", "b"], [.passed, .passed])]) == [.notRun, .passed])
  }

  @Test func whatIsCutOffSaysSoAndKeepsNothing() throws {
    let cutOff = CutOff()
    let hanging = batch(["a", "a", "a"])
    var hung = results(hanging, [.timedOut, .timedOut, .timedOut])
    cutOff.settle(hanging[...], &hung)
    let later = batch(["a", "a"], from: 3)
    #expect(cutOff.contains(later[0]))
    #expect(!cutOff.contains(.sample("echo/a/9", variant: .plain)), "other variants are others")
    #expect(!cutOff.contains(.sample("echo/a/9", suite: "else")))
    let finding = Finding(
      clause: "E-1", level: .must, kind: "k", step: 1, message: "m", expected: "e", observed: "o")
    var rest = [
      CaseResult.sample(later[0], .failed, findings: [finding]), .sample(later[1], .skipped),
    ]
    cutOff.settle(later[...], &rest)
    #expect(rest[0].verdict == .notRun && rest[0].findings.isEmpty && rest[0].duration == .zero)
    #expect(try #require(rest[0].reason).contains("echo/a"))
    #expect(rest[1].verdict == .skipped, "what is not claimed stays so")
  }

  /// The runner leaves the rest of its batch alone after these; the report has to agree for the batches behind it.
  @Test func aSkippedCaseBetweenHangsInterruptsNothing() {
    let hung: ([String], [Verdict]) = (
      ["a", "a", "a", "a", "a"], [.timedOut, .skipped, .timedOut, .timedOut, .notRun]
    )
    #expect(settled([hung, (["a"], [.passed])]) == [.notRun])
  }
}
