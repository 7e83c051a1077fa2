import CProcess

/// Memory in which an instrumented adapter counts its edges (Adapters.md, Coverage feedback).
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

  /// Sets all counters to zero, and leaves alone what the runtime of the C kit says of itself. Linear in their number.
  package func clear() {
    let first = guardCount == nil ? 0 : Self.headBytes
    UnsafeMutableRawBufferPointer(rebasing: counters[first..<max(first, end)])
      .initializeMemory(as: UInt8.self, repeating: 0)
  }
}

// The runtime of the C kit, `assay_coverage.c`: the first 16 bytes are `assaycov`, and how many guards the modules of the process have.
extension CoverageMap {
  static let headBytes = 16
  /// `assaycov`.
  private static let mark = UInt64(littleEndian: 0x766F_6379_6173_7361)

  /// How many places the modules of the process have, or nil where they are not linked with the runtime of the C kit.
  package var guardCount: Int? {
    guard counters.count > Self.headBytes, counters.load(as: UInt64.self) == Self.mark
    else { return nil }
    return Int(counters.load(fromByteOffset: 8, as: UInt32.self))
  }

  /// How many bytes so many guards need.
  package static func byteCount(guards: Int) -> Int { headBytes + guards }

  /// The next process numbers its modules from the beginning.
  func forgetModules() {
    guard guardCount != nil else { return }
    for place in 0..<Self.headBytes { counters[place] = 0 }
  }

  /// Where the counters that are in use end.
  private var end: Int {
    guardCount.map { min(counters.count, Self.byteCount(guards: $0)) } ?? counters.count
  }
}

// Reading.
extension CoverageMap {
  /// The edges whose counters are not zero, in ascending order. Linear in the counters, of which eight are looked at together.
  package func edges() -> [CoveredEdge] {
    var edges: [CoveredEdge] = []
    edges.reserveCapacity(512)
    let end = end
    // A word that holds the head or the first counter is taken byte by byte.
    let first = guardCount == nil ? 8 : Self.headBytes
    let bytes = UnsafeRawBufferPointer(counters)
    if first == 8 { for place in 1..<max(1, min(8, end)) { Self.add(place, bytes[place], &edges) } }
    func word(_ place: Int) -> UInt64 { bytes.load(fromByteOffset: place, as: UInt64.self) }
    var place = first
    while place + 8 <= end {
      // Most of a map is zero.
      while place + 32 <= end,
        word(place) | word(place + 8) | word(place + 16) | word(place + 24) == 0
      {
        place += 32
      }
      guard place + 8 <= end else { break }
      var word = UInt64(littleEndian: word(place))
      while word != 0 {
        let shift = word.trailingZeroBitCount & ~7
        Self.add(place + shift / 8, UInt8(truncatingIfNeeded: word >> UInt64(shift)), &edges)
        word &= ~(0xFF << UInt64(shift))
      }
      place += 8
    }
    while place < end {
      Self.add(place, bytes[place], &edges)
      place += 1
    }
    return edges
  }

  @inline(__always)
  private static func add(_ place: Int, _ count: UInt8, _ edges: inout [CoveredEdge]) {
    if count != 0 { edges.append(CoveredEdge(place: place, count: count)) }
  }
}
