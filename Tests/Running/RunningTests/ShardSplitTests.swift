import Conformance
import Running
import Testing

@Suite struct ShardSplitTests {
  private static let cases = (0..<2_000).flatMap { number in
    ["echo/a/\(number)", "echo/b/\(number % 7)/\(number)"].map { Case.sample($0) }
  }

  private func shards(_ split: ShardSplit, _ cases: [Case]) -> [CaseID: Int] {
    Dictionary(cases.map { ($0.id, split.number(of: $0)) }, uniquingKeysWith: { first, _ in first })
  }

  @Test(arguments: [1, 2, 3, 8, 64])
  func eachCaseIsInOneShard(count: Int) throws {
    let split = ShardSplit(into: count)
    let list = CaseList(Self.cases)
    let places = try (1...count).map {
      split.places(of: try #require(Shard($0, of: count)), in: list)
    }
    #expect(places.flatMap { $0 }.sorted() == Array(list.indices))
    #expect(places.allSatisfy { $0 == $0.sorted() })
    // Chance alone makes them so even.
    let mean = Double(list.count) / Double(count)
    #expect(places.allSatisfy { abs(Double($0.count) - mean) < 5 * mean.squareRoot() + 1 })
  }

  /// What is added or left out elsewhere moves nothing, with times and without.
  @Test func othersDoNotMatter() {
    let some = Array(Self.cases.prefix(1_000))
    let times = Dictionary(
      some.enumerated().map { (CaseKey($1.id, $1.variant), Int64($0 % 17) * 1_000) },
      uniquingKeysWith: { first, _ in first })
    for known in [[:], times] {
      let alone = shards(ShardSplit(into: 8, some, times: known), some)
      let among = shards(ShardSplit(into: 8, Self.cases, times: known), Self.cases)
      #expect(alone.allSatisfy { among[$0.key] == $0.value })
    }
  }

  /// The numbers are those of every machine and every later version: a split that moved would tear runs apart that are spread over several.
  @Test func theSplitNeverMoves() {
    func number(_ path: String, _ variant: Variant, of count: Int) -> Int {
      ShardSplit(into: count).number(of: .sample(path, variant: variant))
    }
    #expect(CaseKey(CaseID("abt/token/missing"), .plain).value == 0x5d96_9cef_7f4f_1fbd)
    #expect(number("abt/token/missing", .plain, of: 8) == 6)
    #expect(
      CaseKey(CaseID("abt/token/missing"), .plain)
        != CaseKey(CaseID("abt/token/missing"), .encrypting))
  }

  /// With one case of a second, and many short ones, all shards take as long as each other.
  @Test func recordedTimesBalance() throws {
    var times: [CaseKey: Int64] = [:]
    for (number, item) in Self.cases.enumerated() {
      times[CaseKey(item.id, item.variant)] = number == 0 ? 1_000_000 : Int64(number % 100) * 20
    }
    let split = ShardSplit(into: 4, Self.cases, times: times)
    var loads = [Int64](repeating: 0, count: 5)
    for item in Self.cases {
      loads[split.number(of: item)] += times[CaseKey(item.id, item.variant)] ?? 0
    }
    let all = loads.dropFirst()
    #expect(try #require(all.max()) - #require(all.min()) < 100_000, "\(loads)")
    // Computed for each shard anew, it is the same.
    #expect(
      shards(split, Self.cases) == shards(ShardSplit(into: 4, Self.cases, times: times), Self.cases)
    )
  }

  @Test(arguments: ["1/1", "2/8", "1000/1000", "008/8"])
  func shardsThatThereAre(text: String) { #expect(Shard(text) != nil) }

  @Test(arguments: [
    "0/3", "4/3", "a/b", "1/", "/2", "1", "", "1/0", "-1/2", "+1/2", "1/1001", " 1/2", "1/2/3",
    "1/99999999999999999999", "１/２",
  ])
  func shardsThatThereAreNot(text: String) { #expect(Shard(text) == nil) }
}
