import Conformance
import Synchronization
import Testing

@Suite struct CaseListTests {
  /// A list whose cases are named by a letter and their place.
  private func list(_ letter: String, _ count: Int) -> CaseList {
    CaseList(count: count) { item("\(letter)\($0)") }
  }

  private func ids(_ cases: some Sequence<Case>) -> [String] { cases.map(\.id.path) }

  @Test func listsAreJoinedInTheirOrder() {
    let joined = CaseList(joining: [list("a", 2), list("b", 0), [], list("c", 3)])
    #expect(ids(joined) == ["a0", "a1", "c0", "c1", "c2"])
    #expect(joined.count == 5)
    #expect(ids(CaseList(joining: [joined, list("d", 1)]).suffix(2)) == ["c2", "d0"])
    #expect(ids(CaseList(joining: [])) == [] && CaseList().isEmpty)
    #expect(ids([item("x"), item("y")] as CaseList) == ["x", "y"])
  }

  @Test func partsKeepTheirPlaces() {
    let part = list("a", 5)[2...]
    #expect(part.startIndex == 2 && part.indices == 2..<5)
    #expect(part[3].id.path == "a3")
  }

  @Test(arguments: [[], [0], [0, 1, 2, 3, 4, 5], [1, 2, 5], [0, 2, 4], [5], [2, 3]])
  func whatFitsIsLeft(places: [Int]) {
    let all = CaseList(joining: [list("a", 3), list("b", 3)])
    let names = places.map { all[$0].id.path }
    let left = all.filtered { names.contains($0.id.path) }
    #expect(ids(left) == names)
    #expect(ids(left.filtered { $0.id.path.hasPrefix("b") }) == names.filter { $0.hasPrefix("b") })
  }

  /// As many as nobody could keep.
  @Test func noCaseIsMadeBeforeItIsAskedFor() {
    let made = Atomic(0)
    let huge = CaseList(count: 1 << 50) { place in
      made.add(1, ordering: .relaxed)
      return item("\(place)")
    }
    let joined = CaseList(joining: [huge, huge])
    #expect(joined.count == 1 << 51)
    #expect(joined[(1 << 50) + 7].id.path == "7")
    #expect(joined[(1 << 50)...].prefix(2).map(\.id.path) == ["0", "1"])
    #expect(made.load(ordering: .relaxed) == 3)
  }
}

private func item(_ path: String) -> Case {
  Case(
    suite: "ts", id: CaseID(path), variant: .sole, title: "A case.", targets: ["TS-1"], needs: [],
    origin: .generated(index: 0, seed: 1))
}
