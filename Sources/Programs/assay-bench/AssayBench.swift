import ArgumentParser
import Conformance
import Foundation
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

  func validate() throws {
    guard (1...100).contains(rounds) else {
      throw ValidationError("--rounds takes a number from 1 to 100")
    }
  }

  func run() throws {
    let suites: [any Suite] = [ABT.suite(), DualMode.suite]
    var table = FigureTable()
    table.rows += try DriverBench(rounds: rounds).memoryRows()
    table.rows += try WireFormatBench(rounds: rounds).rows()
    table.rows += try JudgingBench(rounds: rounds).rows()
    table.rows += try ThroughputBench(suites: suites, rounds: rounds).rows()
    table.rows += try StartupBench(rounds: max(rounds, 11)).rows()
    // Last, because it keeps this thread on one processor.
    table.rows += try DriverBench(rounds: rounds).rows()
    let text = table.markdown
    print(text)
    if let output { try text.write(toFile: output, atomically: true, encoding: .utf8) }
    if table.rows.contains(where: { !$0.isReached }) { throw ExitCode(1) }
  }
}
