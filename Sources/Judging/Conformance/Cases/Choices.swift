/// The stream of choices that feeds a generator: a function of the seed and the case alone, so that
/// neither the order of cases, nor the number of jobs, nor a shard changes what is generated.
///
/// Generators are written so that the choice 0 is always the simplest one.
package struct Choices: Sendable {
  private var state: UInt64

  /// The choices of one case under one seed.
  package init(seed: UInt64, case id: CaseID) {
    // FNV-1a over the path: stable over processes and machines, unlike `Hasher`.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in id.path.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    state = hash ^ (seed &* 0x9e37_79b9_7f4a_7c15)
    _ = next()
  }

  /// SplitMix64 (Steele, Lea, Flood 2014).
  private mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A choice from 0 ..< `bound`; 0 where `bound` is 0 or 1. The bias of the multiplication is below 2^-32 for
  /// the bounds that generators use.
  package mutating func below(_ bound: UInt64) -> UInt64 {
    bound < 2 ? 0 : next().multipliedFullWidth(by: bound).high
  }

  package mutating func below(_ bound: Int) -> Int {
    Int(below(UInt64(max(0, bound))))
  }

  /// A choice from a closed range, the lower bound being the simplest.
  package mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// True once in `count` times.
  package mutating func once(in count: UInt64) -> Bool {
    count > 0 && below(count) == count - 1
  }

  /// One of the options, the first being the simplest. The options must not be empty.
  package mutating func pick<Option>(_ options: [Option]) -> Option {
    options[below(options.count)]
  }

  package mutating func bytes(_ count: Int) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    for _ in 0..<count { result.append(UInt8(truncatingIfNeeded: next())) }
    return result
  }

  /// `count` lowercase hexadecimal digits.
  package mutating func hexadecimal(_ count: Int) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: (0..<count).map { _ in digits[below(16)] }, as: UTF8.self)
  }

  /// The elements in another order (Fisher-Yates); choices of 0 leave the order as it is.
  package mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var result = elements
    for index in result.indices.dropLast() {
      result.swapAt(index, index + below(result.count - index))
    }
    return result
  }
}
