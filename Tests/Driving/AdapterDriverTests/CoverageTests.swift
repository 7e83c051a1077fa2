import AdapterDriver
import AdapterProtocol
import Testing

@Suite struct CoverageTests {
  /// The classes of AFL: 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to 127, 128 and more.
  @Test(arguments: [
    (1, 0), (2, 1), (3, 2), (4, 3), (7, 3), (8, 4), (15, 4), (16, 5), (31, 5), (32, 6), (127, 6),
    (128, 7), (255, 7),
  ])
  func countsAreInClasses(count: UInt8, countClass: Int) {
    let edge = CoveredEdge(place: 1_000_003, count: count)
    #expect(edge.countClass == countClass)
    #expect(edge.place == 1_000_003)
  }

  /// Eight bytes at a time, the same comes out as one at a time.
  @Test(arguments: [1, 2, 7, 8, 9, 16, 17, 4_095, 65_536, 65_541])
  func allCountersButTheFirstAreRead(byteCount: Int) throws {
    let map = try CoverageMap(byteCount: byteCount)
    var numbers = SystemRandomNumberGenerator()
    for _ in 0..<20 {
      map.clear()
      #expect(map.edges().isEmpty)
      var expected: [CoveredEdge] = []
      for place in 0..<byteCount where place < 40 || place > byteCount - 20 || place % 977 == 0 {
        let count = UInt8.random(in: 0...3, using: &numbers) * 70
        map.counters[place] = count
        if count > 0, place > 0 { expected.append(CoveredEdge(place: place, count: count)) }
      }
      #expect(map.edges() == expected)
    }
  }

  /// The runtime of the C kit says first what it is, and how many guards there are; only so many counters are read and cleared.
  @Test func theKitsRuntimeHasAHead() throws {
    let map = try CoverageMap(byteCount: 64)
    #expect(map.guardCount == nil)
    for (place, byte) in "assaycov".utf8.enumerated() { map.counters[place] = byte }
    map.counters[8] = 9
    #expect(map.guardCount == 9)
    map.counters[16] = 1
    map.counters[24] = 4
    map.counters[25] = 4
    #expect(
      map.edges() == [CoveredEdge(place: 16, count: 1), CoveredEdge(place: 24, count: 4)])
    map.clear()
    #expect(map.guardCount == 9)
    #expect(map.edges().isEmpty)
    #expect(map.counters[25] == 4)
    // As many as there are places, and more.
    map.counters[9] = 1
    #expect(map.edges() == [CoveredEdge(place: 25, count: 4)])
  }

  /// Each case gets the edges of its own steps, whatever the process did before, and also where the process dies.
  @Test(arguments: ["good", "fresh"]) func edgesBelongToOneCase(manner: String) throws {
    let worker = AdapterWorker(manner)
    worker.coverage = try CoverageMap(byteCount: 4_096)
    defer { worker.stop() }
    let runs: [([String], UInt8)] = [
      (["count edges", "count edges"], 6), (["good"], 0), (["count edges"], 3),
      (["count edges", "abort"], 3), (["good"], 0),
    ]
    for (actions, count) in runs {
      let ending = worker.run(actions).ending
      #expect((ending == .answered) == !actions.contains("abort"))
      #expect(worker.lastEdges == (count == 0 ? [] : [CoveredEdge(place: 77, count: count)]))
    }
  }

  /// Programs that AFL++'s compilers made print the size of their map; others say nothing that could be taken for one.
  @Test(arguments: [
    ("echo 1383", 1_383), ("printf 70000", 70_000), ("cat", nil), ("echo 0", nil),
    ("echo -5", nil), ("echo hello", nil), ("echo 99999999999", nil), ("exit 3", nil),
  ])
  func theSizeOfAMapIsAskedFor(script: String, size: Int?) {
    let command = AdapterCommand(
      executable: "/bin/sh", arguments: ["-c", "test $AFL_DUMP_MAP_SIZE = 1 && \(script)"])
    #expect(command.announcedMapSize(.patient) == size)
  }

  @Test func whoDoesNotEndIsKilled() {
    let command = AdapterCommand(executable: "/bin/sleep", arguments: ["1000"])
    var limits = AdapterLimits.hasty
    limits.startDeadline = .milliseconds(100)
    #expect(command.announcedMapSize(limits) == nil)
  }
}
