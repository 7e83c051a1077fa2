import ArgumentParser
import Conformance
import Foundation
import SuiteModels
import Suites

/// Measures the figures that the documentation states. Never part of the tests: a figure depends on the machine.
@main
struct AssayBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "assay-bench", abstract: "Measure the figures of the documentation.")

  @Option(help: "How often each figure is taken; the median is stated.")
  var rounds = 5

  @Option(help: "The file that the table is written to (default: standard output alone).")
  var output: String?

  @Option(
    name: .customLong("figures"),
    help:
      "Only these figures (repeatable): \(Figures.allCases.map(\.rawValue).joined(separator: ", "))."
  )
  var selected: [Figures] = []

  /// What can be measured by itself, in the order of the table.
  enum Figures: String, CaseIterable, ExpressibleByArgument {
    // The driver comes first, because the memory of this process counts.
    case memory
    case wireFormat = "wire-format"
    case judging, throughput, startup, commands, generation, reports, gates
    // The last, because they keep threads on one processor.
    case coverage, driver
  }

  func validate() throws {
    guard (1...100).contains(rounds) else {
      throw ValidationError("--rounds takes a number from 1 to 100")
    }
  }

  func run() throws {
    let suites = SuiteCatalogue.usual
    var table = FigureTable()
    for figures in Figures.allCases where selected.isEmpty || selected.contains(figures) {
      switch figures {
      case .memory: table.rows += try DriverBench(rounds: rounds).memoryRows()
      case .wireFormat: table.rows += try WireFormatBench(rounds: rounds).rows()
      case .judging: table.rows += try JudgingBench(rounds: rounds).rows()
      case .throughput: table.rows += try ThroughputBench(suites: suites, rounds: rounds).rows()
      case .startup: table.rows += try StartupBench(rounds: max(rounds, 11)).rows()
      case .commands: table.rows += try CommandBench(suites: suites, rounds: rounds).rows()
      case .generation:
        table.rows += try CommandBench(suites: suites, rounds: 1).generationRows()
      case .reports: table.rows += try ReportBench(suites: suites, rounds: rounds).rows()
      case .gates: table.rows += try GateBench(suites: suites, rounds: rounds).rows()
      case .coverage: table.rows += try DriverBench(rounds: rounds).coverageRows()
      case .driver: table.rows += try DriverBench(rounds: rounds).rows()
      }
    }
    let text = table.markdown
    print(text)
    if let output { try text.write(toFile: output, atomically: true, encoding: .utf8) }
    if table.rows.contains(where: { !$0.isReached }) { throw ExitCode(1) }
  }
}
