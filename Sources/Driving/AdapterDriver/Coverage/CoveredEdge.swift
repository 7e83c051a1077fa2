/// An edge of the adapter's code, and about how often a case took it.
///
/// The counts are put into the classes of AFL (1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to 127, 128 and more), so that a loop that runs 40
/// times instead of 41 is nothing new.
package struct CoveredEdge: Hashable, Sendable {
  /// The place in the map, and the class in the last three bits.
  private let code: UInt32

  /// - Parameters:
  ///   - place: of its counter in the map, below 2^29.
  ///   - count: how often it was taken, at least once.
  package init(place: Int, count: UInt8) {
    code = UInt32(truncatingIfNeeded: place) << 3 | UInt32(Self.countClass(count))
  }

  package var place: Int { Int(code >> 3) }

  /// From 0 (once) to 7 (128 times and more).
  package var countClass: Int { Int(code & 7) }

  private static func countClass(_ count: UInt8) -> UInt8 {
    switch count {
    case ...3: max(count, 1) - 1
    case ...7: 3
    case ...15: 4
    case ...31: 5
    case ...127: 6
    default: 7
    }
  }
}
