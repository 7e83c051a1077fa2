import CProcess

/// Memory in which an instrumented adapter counts its edges (adapter.md, Coverage feedback).
///
/// The kernel removes the segment when its last user is gone, however the harness ends.
package final class CoverageMap {
  private var segment = cprocess_segment()

  /// A map of zeros.
  ///
  /// - Throws: the `errno` in words if the system gives no shared memory.
  package init(byteCount: Int) throws(Unavailable) {
    let status = cprocess_segment_create(max(1, byteCount), &segment)
    guard status == 0 else { throw Unavailable(reason: errorText(-status)) }
  }

  deinit { cprocess_segment_destroy(&segment) }

  /// The system gives no shared memory.
  package struct Unavailable: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why, in words.
    package let reason: String
    /// The whole sentence.
    package var description: String { "no shared memory for coverage: \(reason)" }
  }

  /// What must be in the adapter's environment.
  package var environment: [(String, String)] {
    [("__AFL_SHM_ID", String(segment.id)), ("AFL_MAP_SIZE", String(segment.count))]
  }

  /// The counters. By convention the first one means nothing.
  package var counters: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: segment.bytes, count: segment.count)
  }

  /// Sets all counters to zero. Linear in their number.
  package func clear() {
    counters.initializeMemory(as: UInt8.self, repeating: 0)
  }
}
