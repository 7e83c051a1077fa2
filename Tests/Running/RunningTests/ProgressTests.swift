import Conformance
import Running
import Testing

@Suite struct RunProgressTests {
  private func result(_ verdict: Verdict) -> CaseResult { .sample(.sample("echo/f/1"), verdict) }

  @Test func everyCaseCountsOnceAndAsItWasJudgedLast() {
    var progress = RunProgress(total: 4)
    progress.take([(0, result(.passed)), (2, result(.failed))])
    #expect(progress.done == 2 && progress.findings == 1)
    progress.take([(2, result(.failed)), (0, result(.crashed)), (1, result(.notRun))])
    #expect(progress.done == 3 && progress.findings == 2)
    progress.take([(2, result(.notRun)), (9, result(.failed))])
    #expect(progress.done == 3 && progress.findings == 1)
  }
}
