/// How the pieces of one request are sent, one URL each (ABT-CHUNK).
///
/// Totals are clamped to what there is to cut, indices taken modulo the total: a sequence stays
/// what it is when the contents change.
package enum ChunkSequence: Hashable, Sendable {
  /// Sends this many even pieces, one after another.
  case inOrder(total: Int)
  /// In an order that the seed decides; never the right one.
  case shuffled(total: Int, seed: UInt64)
  /// As many pieces as the dialect allows.
  case asManyAsAllowed
  /// Pieces of one byte, as far as the limit of pieces allows; the last piece takes the rest.
  case bytewise
  /// Pieces of sizes that the seed decides.
  case uneven(total: Int, seed: UInt64)
  /// One piece comes twice, before the last one.
  case repeated(total: Int, at: Int)
  /// One piece comes again when all is complete.
  case afterwards(total: Int, at: Int)
  /// One piece never comes.
  case gap(total: Int, at: Int)
  /// One piece has no bytes.
  case emptyPiece(total: Int, at: Int)
  /// One piece comes twice, the second time with another content.
  case contradicted(total: Int, at: Int)
  /// One piece announces another total, and so belongs to no other piece.
  case otherTotal(total: Int, at: Int)
  /// One piece is sent for another payload, and so belongs to no other piece.
  case otherPayload(total: Int, at: Int)
  /// Between all pieces come those of another payload's request with the same bytes.
  case interleaved(total: Int)

  /// One request of the sequence.
  package struct Step: Hashable, Sendable {
    /// From 1.
    package var index: Int
    package var total: Int
    /// Which of the packed bytes it carries.
    package var range: Range<Int>
    /// Whether its first byte is another one: XORed with 1.
    package var isChanged = false
    /// Whether it is sent for another payload.
    package var isForOther = false
  }
}

extension ChunkSequence {
  /// The requests to send.
  ///
  /// Complexity: linear in the pieces.
  /// - Parameters:
  ///   - packedBytes: how many bytes there are to cut: at least 4, so that there are pieces to
  ///     confuse.
  ///   - maxChunks: the dialect's limit, at least 2.
  package func steps(packedBytes: Int, maxChunks: Int) -> [Step] {
    let most = max(1, min(packedBytes, maxChunks))
    func even(_ total: Int) -> [Step] { Self.even(min(max(1, total), most), packedBytes) }
    /// At least two pieces, and where the index points.
    func several(_ total: Int, _ index: Int) -> (steps: [Step], place: Int) {
      let steps = even(max(2, total))
      return (steps, index.wrapped(steps.count))
    }
    switch self {
    case .inOrder(let total): return even(total)
    case .asManyAsAllowed: return even(most)
    case .shuffled(let total, let seed): return Self.shuffled(even(max(2, total)), seed)
    case .bytewise: return Self.cut(Array(1..<most), packedBytes)
    case .uneven(let total, let seed):
      return Self.cut(Self.cuts(min(max(1, total), most), packedBytes, seed), packedBytes)
    case .repeated(let total, let index):
      let (steps, _) = several(total, index)
      let place = index.wrapped(steps.count - 1)
      return steps.dropLast() + [steps[place], steps[steps.count - 1]]
    case .afterwards(let total, let index):
      let (steps, place) = several(total, index)
      return steps + [steps[place]]
    case .gap(let total, let index):
      var (steps, place) = several(total, index)
      steps.remove(at: place)
      return steps
    case .emptyPiece(let total, let index):
      var (steps, place) = several(total, index)
      steps[place].range = steps[place].range.lowerBound..<steps[place].range.lowerBound
      return steps
    case .contradicted(let total, let index):
      var (steps, _) = several(total, index)
      var other = steps[index.wrapped(steps.count - 1)]
      other.isChanged = true
      steps.insert(other, at: steps.count - 1)
      return steps
    case .otherTotal(let total, let index):
      var (steps, place) = several(total, index)
      steps[place].total += steps[place].total < maxChunks ? 1 : -1
      steps[place].index = min(steps[place].index, steps[place].total)
      return steps
    case .otherPayload(let total, let index):
      var (steps, place) = several(total, index)
      steps[place].isForOther = true
      return steps
    case .interleaved(let total):
      return even(max(2, total)).flatMap { step in
        var other = step
        other.isForOther = true
        return [step, other]
      }
    }
  }

  private static func even(_ total: Int, _ count: Int) -> [Step] {
    let (size, longer) = count.quotientAndRemainder(dividingBy: total)
    return cut((1..<total).map { $0 * size + min($0, longer) }, count)
  }

  /// Pieces between cuts that rise.
  private static func cut(_ cuts: [Int], _ count: Int) -> [Step] {
    let bounds = [0] + cuts + [count]
    return (1..<bounds.count).map {
      Step(index: $0, total: bounds.count - 1, range: bounds[$0 - 1]..<bounds[$0])
    }
  }

  /// `total - 1` different places inside `count` bytes, rising.
  private static func cuts(_ total: Int, _ count: Int, _ seed: UInt64) -> [Int] {
    var seed = seed
    // Each is drawn from those that leave a byte for every later piece.
    var previous = 0
    return (1..<total).map { number in
      let room = count - (total - number) - previous
      seed = scrambled(seed)
      previous += 1 + Int(seed >> 33).wrapped(room)
      return previous
    }
  }

  private static func shuffled(_ steps: [Step], _ seed: UInt64) -> [Step] {
    var (result, seed) = (steps, seed)
    for last in (1..<max(1, steps.count)).reversed() {
      seed = scrambled(seed)
      result.swapAt(last, Int(seed >> 33).wrapped(last + 1))
    }
    return result == steps ? steps.reversed() : result
  }

  /// A step of the linear congruential generator of Knuth's MMIX.
  private static func scrambled(_ seed: UInt64) -> UInt64 {
    seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
  }
}
