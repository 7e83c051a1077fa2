import AdapterDriver
import AdapterProtocol
import JSONText

// What it costs to look at an adapter's edges.
extension DriverBench {
  func coverageRows() throws -> [FigureRow] {
    [
      FigureRow(
        "fuzzing: clearing a map of 64 KiB and reading 200 edges from it",
        try (0..<rounds).map { _ in try microsecondsOfReading() }, unit: "µs", atMost: 15),
      FigureRow(
        "fuzzing: executions of a start and a request, null adapter on its core, with a map of 64 KiB read",
        try (0..<rounds).map { _ in try executionsPerSecond() }, unit: "/s", atLeast: 50_000),
    ]
  }

  private func microsecondsOfReading() throws -> Double {
    let map = try CoverageMap(byteCount: 1 << 16)
    let clock = ContinuousClock()
    var elapsed = Duration.zero
    for _ in 0..<20_000 {
      for edge in 1...200 { map.counters[edge * 323] = 1 }
      let begun = clock.now
      let edges = map.edges()
      map.clear()
      elapsed += clock.now - begun
      guard edges.count == 200 else { throw BenchFault("the map is not read rightly") }
    }
    return elapsed / .microseconds(20_000)
  }

  private func executionsPerSecond() throws -> Double {
    try onThread {
      let worker = worker("--null-adapter", affinity: 0)
      worker.coverage = try CoverageMap(byteCount: 1 << 16)
      defer { worker.stop() }
      try worker.start()
      let clock = ContinuousClock()
      let begun = clock.now
      let executions = 50_000
      for _ in 0..<executions {
        var execution = Execution()
        guard worker.converse(&execution) == .answered, worker.lastEdges.count == 200 else {
          throw BenchFault("the null adapter does not answer, or counts no edges")
        }
      }
      return Double(executions) / ((clock.now - begun) / .seconds(1))
    }
  }

  /// A start and one step, sent together as the driver sends a case.
  private struct Execution: Conversation {
    var isSent = false

    mutating func appendReadyFrames(to frames: inout [Frame]) {
      if isSent { return }
      frames += [.start(suite: "abt", configuration: .object([])), .step(action: "open")]
      isSent = true
    }

    mutating func receive(
      _ envelope: ReplyEnvelope, line: UnsafeRawBufferPointer, frame: Int
    ) throws(JSONError) -> ConversationProgress {
      .goOn
    }
  }
}
