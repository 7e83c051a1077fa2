import AdapterProtocol
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

  /// The families that are left out after these batches.
  private func leftOut(_ batches: ([String], [Verdict])...) -> Set<String> {
    var cutOff = CutOff()
    for (families, verdicts) in batches {
      let cases = batch(families)
      let end = cutOff.settle(
        cases[...], results(cases, verdicts), Array(repeating: nil, count: cases.count))
      #expect(end == nil)
    }
    return Set(cutOff.groups.map(\.name))
  }

  @Test func aFamilyThatHangsThreeTimesInARowIsLeftOut() {
    #expect(
      leftOut((["a", "a", "a", "a"], [.timedOut, .timedOut, .timedOut, .passed])) == ["echo/a"])
  }

  @Test func aFamilyWithoutAnAdapterIsLeftOutLikeOneThatHangs() {
    var cutOff = CutOff()
    let cases = batch(["a", "a", "a", "a", "b", "b", "b"])
    var first = results(cases, Array(repeating: .adapterFault, count: 7))
    first[0].verdict = .timedOut
    for index in 1...3 { first[index].lacksAdapter = true }
    _ = cutOff.settle(cases[...], first, Array(repeating: nil, count: 7))
    #expect(cutOff.groups == [CaseGroup(.sample("echo/a/9"))], "the adapter of b was there")
    #expect(!cutOff.groups.contains(CaseGroup(.sample("echo/a/9", variant: .plain))))
    #expect(!cutOff.groups.contains(CaseGroup(.sample("echo/a/9", suite: "else"))))
    #expect(CutOff.reason(.sample("echo/a/9"), Patience()).contains("3 cases of echo/a in a row"))
  }

  /// Lists that expand hang many a library; what else there is about data has to be asked all the same.
  @Test func theOtherGroupsOfAFamilyAreAsked() {
    #expect(
      leftOut((["a/b/c", "a/b/c", "a/b/c", "a/c/c"], [.timedOut, .timedOut, .timedOut, .passed]))
        == ["echo/a/b"])
  }

  @Test func twoHangsOrInterruptedOnesCutNothingOff() {
    #expect(leftOut((["a", "a"], [.timedOut, .timedOut]), (["a"], [.timedOut])) == [])
    #expect(leftOut((["a", "a", "a", "a"], [.timedOut, .timedOut, .passed, .timedOut])) == [])
  }

  @Test func familiesAreCountedOnTheirOwn() {
    #expect(
      leftOut(
        (["a", "b", "a", "b", "a"], [.timedOut, .passed, .timedOut, .passed, .timedOut]))
        == ["echo/a"])
  }

  /// The runner leaves the rest of its batch alone after these; the report has to agree for the batches after it.
  @Test func aSkippedCaseBetweenHangsInterruptsNothing() {
    #expect(
      leftOut(
        (["a", "a", "a", "a", "a"], [.timedOut, .skipped, .timedOut, .timedOut, .notRun]))
        == ["echo/a"])
  }

  // MARK: The end of the run

  private func patience() -> Patience {
    var patience = Patience()
    patience.waitsInARun = 4
    patience.restartsInARun = 6
    return patience
  }

  /// Settles cases of families that take turns, each with its trouble; says after which case the run ends.
  private func end(
    _ troubles: [Trouble?], families: [String] = ["a", "b", "c"]
  ) -> (offset: Int, reason: String)? {
    var cutOff = CutOff(patience())
    let cases = batch(troubles.indices.map { families[$0 % families.count] })
    let results = results(cases, troubles.map { $0 == nil ? .passed : .failed })
    return cutOff.settle(cases[...], results, troubles)
  }

  @Test func aRunEndsAfterItsLastHang() throws {
    let end = try #require(self.end([.hang, .hang, nil, .hang, nil, .hang, .hang]))
    #expect(end.offset == 5)
    #expect(end.reason == "ended early: 4 of 6 cases, in 3 families, were not answered in time")
  }

  @Test func restartsMayComeMoreOftenThanHangs() throws {
    let crash = Trouble.crash(.signal(11))
    let end = try #require(self.end(Array(repeating: crash, count: 8)))
    #expect(end.offset == 5)
    #expect(end.reason.contains("killed by signal 11"))
    let fault = Trouble(.garbled(.wrongID(expected: 1, got: 2), step: 3))
    #expect(fault == Trouble(.garbled(.extraReply("x"), step: 0)), "a kind, without its values")
    #expect(self.end(Array(repeating: fault, count: 8))?.offset == 5)
  }

  @Test func aHangAtTheStartCountsForMoreThanOneHang() {
    #expect(Trouble(.hung(step: 0)) == .hangAtStart && Trouble(.hung(step: 1)) == .hang)
    #expect(end(Array(repeating: .hangAtStart, count: 9))?.offset == 2)
  }

  @Test func whatKeepsToTwoFamiliesEndsNothing() {
    #expect(end(Array(repeating: .hang, count: 90), families: ["a", "b"]) == nil)
  }

  /// A family of hundreds of cases may come before all others: its groups count, too.
  @Test(arguments: [(5, false), (6, true)])
  func whatComesInManyGroupsOfOneFamilyEndsTheRun(groups: Int, ends: Bool) throws {
    var cutOff = CutOff(patience())
    let cases = (0..<60).map { Case.sample("echo/a/group-\($0 % groups)/\($0)") }
    let troubles = Array(repeating: Trouble.hang, count: cases.count)
    let end = cutOff.settle(
      cases[...], results(cases, troubles.map { _ in .failed }), troubles)
    #expect((end != nil) == ends)
    if ends {
      #expect(
        try #require(end).reason
          == "ended early: 6 of 6 cases, in 6 groups of one family, were not answered in time")
    }
  }

  @Test(arguments: [
    ("abt/token/truncated/len-63", "abt/token/truncated"), ("abt/token/missing", "abt/token"),
    ("abt/url/verb/empty/apply", "abt/url/verb"), ("echo", "echo"),
  ])
  func aGroupIsTheBeginningOfAnID(path: String, group: String) {
    #expect(CaseID(path).group == group)
  }

  @Test func troublesOfDifferentKindsAreCountedApart() {
    let troubles: [Trouble?] = (0..<10).map { .crash(.signal($0 < 5 ? 6 : 11)) }
    #expect(end(troubles) == nil)
  }

  /// One that hangs on some of what is hostile has to be asked everything.
  @Test(arguments: [(16, true), (17, false)])
  func hangsAmongManyCasesThatPassEndNothing(every: Int, ends: Bool) {
    #expect((end((0..<600).map { $0 % every == every - 1 ? .hang : nil }) != nil) == ends)
  }

  /// One that crashes on some of what is hostile has to be asked everything.
  @Test func crashesAmongManyCasesThatPassEndNothing() {
    let crash = Trouble.crash(.signal(11))
    #expect(end((0..<100).map { $0 % 5 == 0 ? crash : nil }) == nil)
    #expect(end((0..<100).map { $0 % 2 == 0 ? crash : nil }) != nil)
  }
}
