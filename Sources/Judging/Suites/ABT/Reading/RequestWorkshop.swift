package import Forge
import Synchronization
package import WireFormat

/// Lends out benches: a renderer and an unpacker with the states they keep, for one user at a time. Making them anew for each
/// request would cost more than the request.
package final class RequestWorkshop: Sendable {
  /// What one thread needs to make and to read requests. It must not have two users at a time: only the workshop hands it out.
  package final class Bench: @unchecked Sendable {
    package let renderer = RequestRenderer()
    package var packing = Packing()
    package private(set) lazy var lifter = RequestLifter()

    fileprivate init() {}
  }

  private let idle = Mutex<[Bench]>([])

  package init() {}

  /// Runs `body` with a bench of its own.
  package func withBench<Result, Fault: Error>(
    _ body: (Bench) throws(Fault) -> Result
  ) throws(Fault) -> Result {
    let bench = idle.withLock { $0.popLast() } ?? Bench()
    defer { idle.withLock { $0.append(bench) } }
    return try body(bench)
  }
}
