/// The stable path of a case: `abt/token/truncated/len-63`. Never reused for another case.
package struct CaseID: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let path: String

  package init(_ path: String) { self.path = path }

  package var description: String { path }

  /// The first three words of the path, without the last one of all: `abt/token/truncated`, and `abt/token` of `abt/token/missing`.
  /// Cases that share them differ in a value or in a place.
  package var group: Substring {
    var slashes = 0
    var last = path.utf8.endIndex
    for place in path.utf8.indices where path.utf8[place] == UInt8(ascii: "/") {
      last = place
      slashes += 1
      if slashes == 3 { break }
    }
    return path[..<last]
  }

  package static func < (left: Self, right: Self) -> Bool { left.path < right.path }
}

/// Which form of an implementation a case is for: an edition of the library, or `-` where the
/// suite knows no editions. Each variant is scored on its own.
package struct Variant: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let name: String

  package init(_ name: String) { self.name = name }

  package static let plain = Variant("plain")
  package static let encrypting = Variant("encrypting")
  /// The only variant of a suite without editions.
  package static let sole = Variant("-")

  package var description: String { name }

  package static func < (left: Self, right: Self) -> Bool { left.name < right.name }
}
