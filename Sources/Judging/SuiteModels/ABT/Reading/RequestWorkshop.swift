package import Forge
import Synchronization
package import WireFormat

/// Lends out benches: a renderer and an unpacker with the states they keep, for one user at a time. Making them anew for each
/// request would cost more than the request.
package final class RequestWorkshop: Sendable {
  /// What one thread needs to make and to read requests in one dialect. It must not have two users at a time: only the workshop hands
  /// it out.
  package final class Bench: @unchecked Sendable {
    fileprivate let dialect: SharedDialect
    package let renderer = RequestRenderer()
    package var packing: Packing
    package private(set) lazy var lifter = RequestLifter()

    fileprivate init(_ dialect: SharedDialect) {
      self.dialect = dialect
      packing = Packing(dialect: dialect.value)
    }
  }

  private let idle = Mutex<[Bench]>([])

  /// Stored cases may be in any number of dialects: no more benches than this are kept.
  private static let maxIdle = 32

  package init() {}

  /// Runs `body` with a bench of its own for requests in this dialect.
  package func withBench<Result, Fault: Error>(
    _ dialect: SharedDialect, _ body: (Bench) throws(Fault) -> Result
  ) throws(Fault) -> Result {
    let kept = idle.withLock { idle in
      idle.lastIndex { $0.dialect == dialect }.map { idle.remove(at: $0) }
    }
    let bench = kept ?? Bench(dialect)
    defer {
      idle.withLock { idle in
        if idle.count == Self.maxIdle { idle.removeFirst() }
        idle.append(bench)
      }
    }
    return try body(bench)
  }
}
