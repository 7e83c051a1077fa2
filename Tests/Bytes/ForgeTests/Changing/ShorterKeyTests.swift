import Testing
import WireFormat

@testable import Forge

/// The keys of a dictionary that is made simpler.
@Suite struct ShorterKeyTests {
  private func keys(_ list: PropertyList) -> [[String]] {
    (0..<list.simplerCount()).compactMap { place in
      guard case .dictionary(let members) = list.simpler(at: place) else { return nil }
      return members.map(\.key)
    }
  }

  @Test func noKeyComesToOccurTwice() {
    let list = PropertyList.dictionary([
      .init(key: "ab", value: .boolean(false)), .init(key: "a", value: .boolean(false)),
    ])
    // Shorter keys of "ab" are "", "a", which is taken, and "b".
    let found = keys(list).filter { $0.count == 2 }
    #expect(found.contains(["", "a"]) && found.contains(["b", "a"]))
    #expect(!found.contains(["a", "a"]))
  }

  /// Marks of two classes by turns, as `abt/hostile/effort/marks-in-key` sends them, but more. Canonical comparison would take hours.
  @Test(.timeLimit(.minutes(30))) func aKeyOfMarksIsMadeShorter() {
    let marks = String(repeating: "\u{301}\u{316}", count: 500_000)
    let list = PropertyList.dictionary([
      .init(key: "a" + marks, value: .boolean(false)), .init(key: "b", value: .boolean(false)),
    ])
    let lengths = keys(list).filter { $0.count == 2 }.map { $0[0].utf8.count }
    #expect(lengths.contains(0) && lengths.contains(2_000_001 - 2))
  }
}
