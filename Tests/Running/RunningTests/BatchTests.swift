import AdapterDriver
import Conformance
import Testing

@testable import Running

@Suite struct BatchTests {
  private func plan(_ cases: [Case], jobs: Int = 1) -> RunPlan {
    RunPlan(
      suites: [], cases: cases, command: AdapterCommand(executable: "true"), seed: 1, jobs: jobs,
      harnessVersion: "test")
  }

  private func cases(_ count: Int, _ variant: Variant = .sole, suite: String = "echo")
    -> [Case]
  {
    (0..<count).map { .sample("\(suite)/f/\($0)", variant: variant, suite: suite) }
  }

  private static let size = RunPlan.casesPerBatch

  @Test(arguments: [
    (0, []), (1, [1]), (size - 1, [size - 1]), (size, [size]), (size + 1, [size, 1]),
    (2 * size, [size, size]), (3 * size + 8, [size, size, size, 8]),
  ])
  func batchesAreFullButForTheLast(count: Int, sizes: [Int]) {
    let batches = plan(cases(count)).batches
    #expect(batches.map(\.count) == sizes)
    #expect(batches.flatMap { $0.map(\.id) } == cases(count).map(\.id))
  }

  @Test func aBatchHasOneSuiteAndOneVariant() {
    let size = Self.size
    let all =
      cases(size + 6, .plain) + cases(3, .encrypting) + cases(size, .sole, suite: "other")
      + cases(1, .plain)
    let batches = plan(all).batches
    #expect(batches.map(\.count) == [size, 6, 3, size, 1])
    #expect(batches.flatMap { $0.map(\.id) } == all.map(\.id))
    for batch in batches {
      #expect(Set(batch.map { "\($0.suite) \($0.variant)" }).count == 1)
    }
  }

  @Test func theNumberOfJobsIsAtLeastOneAndChangesNoBatch() {
    #expect(plan([], jobs: -3).jobs == 1)
    #expect(
      plan(cases(2 * Self.size + 5), jobs: 8).batches.map(\.count)
        == plan(cases(2 * Self.size + 5), jobs: 1).batches.map(\.count))
  }

  private func report(_ count: Int = 1) -> BatchReport {
    let result = CaseResult.sample(.sample("echo/f/1"), .passed)
    return BatchReport(
      results: Array(repeating: result, count: count),
      troubles: Array(repeating: nil, count: count))
  }

  @Test func theBoardHandsOutEachBatchOnceAndTakesThemInOrder() throws {
    let board = BatchBoard(count: 3, window: 8)
    #expect((0..<3).map { _ in board.next()?.index } == [0, 1, 2])
    for index in [2, 0, 1] { board.finish(index, .success(report(index))) }
    for index in 0..<3 {
      #expect(try board.take(index).batch?.get().results.count == index)
      board.settle(index, leavingOut: [])
    }
    #expect(board.next() == nil)
  }

  @Test func whatIsPostedComesBeforeItsBatch() throws {
    let board = BatchBoard(count: 2, window: 8)
    let result = CaseResult.sample(.sample("echo/f/1"), .passed)
    board.post(7, result)
    let first = board.take(0)
    #expect(first.batch == nil)
    #expect(first.arrivals.map(\.number) == [7])
    board.post(8, result)
    board.finish(0, .success(report()))
    let second = board.take(0)
    #expect(second.arrivals.map(\.number) == [8])
    #expect(try second.batch?.get().results == [result])
  }

  @Test func whatIsToBeDoneAgainComesFirstAndWithWhatIsKnownByThen() {
    let board = BatchBoard(count: 4, window: 8)
    let family = CaseGroup(.sample("echo/slow/1"))
    #expect(board.next() == .init(index: 0, leftOut: []))
    #expect(board.next() == .init(index: 1, leftOut: []))
    board.settle(0, leavingOut: [family])
    board.redo(1)
    #expect(board.next() == .init(index: 1, leftOut: [family]))
    #expect(board.next() == .init(index: 2, leftOut: [family]))
  }

  /// A batch may have to be run again as long as it is not settled, so that workers wait.
  @Test func aWorkerIsNotLetGoBeforeAllIsSettled() {
    let board = BatchBoard(count: 1, window: 1)
    #expect(board.next()?.index == 0)
    let worker = WorkerThread { [board] in
      if let again = board.next() { board.finish(again.index, .failure(HarnessFault("again"))) }
    }
    board.redo(0)
    #expect(throws: HarnessFault("again")) { try board.take(0).batch?.get() }
    worker.join()
  }

  @Test func aClosedBoardHandsOutNothing() {
    let board = BatchBoard(count: 3, window: 8)
    #expect(board.next()?.index == 0)
    #expect(!board.isClosed)
    board.close()
    #expect(board.isClosed)
    #expect(board.next() == nil)
  }

  @Test func faultsTravelThroughTheBoard() {
    let board = BatchBoard(count: 1, window: 1)
    board.finish(0, .failure(HarnessFault("broken")))
    #expect(throws: HarnessFault("broken")) { try board.take(0).batch?.get() }
  }
}
