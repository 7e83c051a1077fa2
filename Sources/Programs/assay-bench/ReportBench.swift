import Conformance
import Foundation
import Reporting
import SuiteModels
import Suites

/// What it takes to write a report of a million cases in another form. Every thousandth case has failed.
struct ReportBench {
  private static let cases = 1_000_000

  let suites: [any Suite]
  let rounds: Int

  func rows() throws -> [FigureRow] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "assay-bench-reports-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try writeReport(folder.path)
    return try ReportFormat.allCases.flatMap { try rows($0, folder.path) }
  }

  private func rows(_ format: ReportFormat, _ folder: String) throws -> [FigureRow] {
    let runs = try (0..<min(rounds, 3)).map { _ in
      let run = try MeasuredProgram(
        "assay", ["report", folder, "--\(format.name)", "--output", folder + "/out"],
        watchesMemory: true)
      guard run.status == 0, run.peakBytes != nil else {
        throw BenchFault("assay report --\(format.name) ended with \(run.status)")
      }
      return run
    }
    let name = "assay report --\(format.name) of 1,000,000 cases"
    return [
      FigureRow("\(name): time", runs.map { $0.elapsed / .seconds(1) }, unit: "s", atMost: 20),
      FigureRow(
        "\(name): memory", runs.map { Double($0.peakBytes ?? 0) / Double(1 << 20) }, unit: "MiB",
        atMost: 150),
    ]
  }

  private func writeReport(_ folder: String) throws {
    let record = try RunRecord(
      RunDescription(
        assayVersion: "bench", suiteVersion: "bench", seed: 1, started: 0,
        implementationName: "bench", implementationVersion: "1", language: "Swift",
        adapterCommand: ["./adapter"], jobs: 2),
      suites: suites, folder: folder)
    let finding = Finding(
      clause: "ABT-TOK-02", level: .must, kind: "token-not-checked", step: 1,
      message: "the delegate is called for a request that is invalid", expected: "no delegate call",
      observed: "apply(no category, {host: real 13.125})")
    for number in 0..<Self.cases {
      let hasFailed = number % 1_000 == 0
      let result = CaseResult(
        id: CaseID("abt/hostile/noise/number-\(number)"), suite: "abt",
        variant: number < Self.cases / 2 ? .encrypting : .plain,
        targets: ["ABT-TOK-02", "ABT-ROB-01"], verdict: hasFailed ? .failed : .passed,
        findings: hasFailed ? [finding] : [], duration: .microseconds(200 + number % 100))
      record.score(result)
      try record.note([(number, result)])
    }
    try record.finish(elapsed: .seconds(200), interrupted: false, formats: [.json])
  }
}
