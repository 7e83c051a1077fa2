/// A stream of choices that forms of layers are made from. The choice 0 is always the simplest one.
package protocol ForgeChoices {
  /// A choice from 0 ..< `bound`; 0 where `bound` is 0 or 1.
  mutating func below(_ bound: UInt64) -> UInt64
}

extension ForgeChoices {
  mutating func below(_ bound: Int) -> Int { Int(below(UInt64(max(0, bound)))) }

  /// A choice from a closed range, the lower bound being the simplest.
  mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// One of the options, the first being the simplest. The options must not be empty.
  mutating func pick<Option>(_ options: [Option]) -> Option {
    options[below(options.count)]
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: below(256)) }
  }
}
