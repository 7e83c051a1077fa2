import Conformance
import Testing

@testable import Running

/// In which order a fault is looked for.
@Suite struct ReadyCasesTests {
  private static let words: [(family: String, word: String)] =
    (0..<20).map { _ in ("many", "good") } + [("few", "good"), ("few", "good"), ("one", "good")]

  @Test func eachGroupComesBeforeAnyComesAgain() throws {
    let ready = try ReadyCases([EchoModel.suite(Self.words)], seed: 1, jobs: 2)
    let places = ready.places(about: "E-1", of: "echo")
    #expect(places.sorted() == Array(Self.words.indices))
    let families = places.map { Self.words[$0].family }
    #expect(Set(families.prefix(3)) == ["many", "few", "one"])
    #expect(Set(families.dropFirst(3).prefix(2)) == ["many", "few"])
    // However many of a group are taken, they come from all over it.
    let many = places.filter { $0 < 20 }.prefix(4)
    #expect(many.contains { $0 < 7 } && many.contains { $0 >= 7 && $0 < 14 })
    #expect(many.contains { $0 >= 14 })
  }

  @Test func whatNoCaseIsAboutHasNoPlaces() throws {
    let ready = try ReadyCases([EchoModel.suite(Self.words)], seed: 1, jobs: 1)
    #expect(ready.places(about: "E-5", of: "echo").isEmpty)
    #expect(ready.places(about: "E-1", of: "other").isEmpty)
  }
}
