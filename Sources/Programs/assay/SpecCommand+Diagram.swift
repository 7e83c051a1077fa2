import ArgumentParser
import Conformance
import JSONText
import Reporting
import SuiteModels
import Suites

/// How much of their state machines the cases of suites take.
enum SuiteCharts {
  /// What all cases of a suite take; nil where it is no state machine.
  static func coverage(of suite: any Suite) -> ChartCoverage? {
    coverage(of: suite, cases: Array(suite.cases(seed: 1)))
  }

  static func coverage(of suite: any Suite, cases: [Case]) -> ChartCoverage? {
    guard let chart = suite.chart else { return nil }
    var coverage = ChartCoverage(chart)
    // The last ones are walks, which take most of it.
    for item in cases.reversed() where item.suite == suite.name {
      if coverage.isWhole { break }
      if let passage = try? suite.passage(of: item) { coverage.add(passage) }
    }
    return coverage
  }
}

extension SpecCommand {
  /// Writes the drawing of the one suite that is chosen.
  func draw(_ suites: [any Suite], as diagram: Diagram) throws {
    let drawable = suites.filter { $0.chart != nil }
    guard drawable.count == 1, let suite = drawable.first, let chart = suite.chart else {
      let all = try Faults.reported { try SuiteCatalogue.suites() }
      let names = all.filter { $0.chart != nil }.map(\.name).joined(separator: ", ")
      throw ValidationError("--diagram draws one state machine; choose with --suite: \(names)")
    }
    let coverage = SuiteCharts.coverage(of: suite, cases: try judgedCases(of: suite))
    switch diagram {
    case .dot: StandardOutput.write(ChartText(suite.name, chart, coverage).dot)
    case .mermaid: StandardOutput.write(ChartText(suite.name, chart, coverage).mermaid)
    case .svg: StandardOutput.write(ChartDrawing(suite.name, chart, coverage).svg)
    }
  }

  /// The cases that the report says were judged; all of the suite without a report.
  private func judgedCases(of suite: any Suite) throws -> [Case] {
    guard let report else { return Array(suite.cases(seed: 1)) }
    let path = InputFile.isFolder(report) ? report + "/report.json" : report
    let bytes = try InputFile.bytes(
      path, kind: "report", maxBytes: ReportFailures.limits.maxBytes)
    let run: ReportFailures
    do throws(JSONError) {
      run = try ReportFailures.read(bytes) { $0.suite == suite.name && $0.verdict.wasJudged }
    } catch {
      throw ValidationError(VisibleText.escaped("\(path): \(error)"))
    }
    return run.results.flatMap { result in
      suite.generated(result.id, seed: run.seed).filter { $0.variant == result.variant }
    }
  }
}
