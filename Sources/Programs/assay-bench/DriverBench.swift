import AdapterDriver
import AdapterProtocol
import Foundation
import JSONText

/// What the driver costs by itself: beside an adapter that has nothing to do, one that has to be started again and again, and one
/// that writes without an end.
struct DriverBench {
  let rounds: Int

  func rows() throws -> [FigureRow] {
    [
      FigureRow(
        "driver: requests to a null adapter on its core, one at a time",
        try (0..<rounds).map { _ in try requestsPerSecond() }, unit: "/s", atLeast: 100_000),
      FigureRow(
        "driver: 500 restarts of a static adapter",
        try (0..<rounds).map { _ in try secondsOfRestarts(500) }, unit: "s", atMost: 3),
    ]
  }

  /// To be taken before anything else: the memory of this process counts.
  func memoryRows() throws -> [FigureRow] {
    [
      FigureRow(
        "driver: memory of the harness under a flood of output",
        try (0..<rounds).map { _ in try mebibytesUnderFlood() }, unit: "MiB", atMost: 60)
    ]
  }

  /// A start, and steps of which each is sent when the one before has been answered.
  struct Steps: Conversation {
    let count: Int
    var sent = 0
    var received = 0

    mutating func appendReadyFrames(to frames: inout [Frame]) {
      guard sent == received, sent <= count else { return }
      frames.append(
        sent == 0 ? .start(suite: "abt", configuration: .object([])) : .step(action: "open"))
      sent += 1
    }

    mutating func receive(
      _ envelope: ReplyEnvelope, line: UnsafeRawBufferPointer, frame: Int
    ) throws(JSONError) -> ConversationProgress {
      received += 1
      return .goOn
    }
  }

  func worker(_ manner: String, affinity: Int? = nil) -> AdapterWorker {
    AdapterWorker(
      command: AdapterCommand(
        executable: Siblings.path(of: "bench-pump"), arguments: [manner]),
      harnessVersion: "bench", affinity: affinity)
  }

  /// What a thread of its own came to.
  private final class Box: @unchecked Sendable {
    var result: Result<Double, any Error>?
  }

  /// On a thread of its own, because pinning holds for good.
  func onThread(_ body: @escaping @Sendable () throws -> Double) throws -> Double {
    let box = Box()
    let done = DispatchSemaphore(value: 0)
    Thread {
      box.result = Result { try body() }
      done.signal()
    }.start()
    done.wait()
    guard let result = box.result else { throw BenchFault("a thread came to nothing") }
    return try result.get()
  }

  private func requestsPerSecond() throws -> Double {
    try onThread {
      let worker = worker("--null-adapter", affinity: 0)
      defer { worker.stop() }
      try worker.start()
      let clock = ContinuousClock()
      let begun = clock.now
      var requests = 0
      for _ in 0..<2_000 {
        var steps = Steps(count: 99)
        guard worker.converse(&steps) == .answered else {
          throw BenchFault("the null adapter does not answer")
        }
        requests += steps.received
      }
      return Double(requests) / ((clock.now - begun) / .seconds(1))
    }
  }

  private func secondsOfRestarts(_ count: Int) throws -> Double {
    let worker = AdapterWorker(
      command: AdapterCommand(executable: Siblings.path(of: "reference-adapter")),
      harnessVersion: "bench")
    let clock = ContinuousClock()
    let begun = clock.now
    for _ in 0..<count {
      try worker.start()
      guard case .exited(status: 0, answered: true) = worker.stop() else {
        throw BenchFault("the reference adapter does not stop as it should")
      }
    }
    return (clock.now - begun) / .seconds(1)
  }

  /// The peak of this whole process.
  private func mebibytesUnderFlood() throws -> Double {
    let worker = worker("--flooding-adapter")
    _ = ResidentMemory.restartPeak()
    var steps = Steps(count: 1)
    guard case .garbled(.lineTooLong, step: 1) = worker.converse(&steps) else {
      throw BenchFault("the flood was not noticed")
    }
    return ResidentMemory.peakMebibytes()
  }
}
