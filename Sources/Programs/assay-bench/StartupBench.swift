import Foundation

/// How long `assay --help` takes as a whole process.
struct StartupBench {
  let rounds: Int

  func rows() throws -> [FigureRow] {
    let clock = ContinuousClock()
    let samples = try (0..<rounds).map { _ in
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(fileURLWithPath: Siblings.path(of: "assay"))
      process.arguments = ["--help"]
      process.standardOutput = output
      let begun = clock.now
      try process.run()
      // The end of its output is the end of the process, without the poll of waitUntilExit.
      let text = try output.fileHandleForReading.readToEnd() ?? Data()
      let elapsed = (clock.now - begun) / .milliseconds(1)
      process.waitUntilExit()
      guard process.terminationStatus == 0, !text.isEmpty else {
        throw BenchFault("assay --help failed")
      }
      return elapsed
    }
    return [FigureRow("assay --help", samples, unit: "ms", atMost: 40)]
  }
}
