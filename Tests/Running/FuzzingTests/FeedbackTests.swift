import AdapterDriver
import Conformance
import SuiteModels
import Suites
import Testing

@testable import Fuzzing

@Suite struct FeedbackTests {
  private func edges(_ counts: [Int: UInt8]) -> [CoveredEdge] {
    counts.sorted { $0.key < $1.key }.map { CoveredEdge(place: $0.key, count: $0.value) }
  }

  private func news(_ places: Int, _ counts: Int, _ samples: [Int] = []) -> NewEdges {
    var news = NewEdges()
    news.places = places
    news.counts = counts
    news.samples = samples
    return news
  }

  private var feedback: Feedback {
    var feedback = Feedback(kind: .ownRuntime)
    feedback.mapBytes = 64
    return feedback
  }

  @Test func aNewEdgeAndANewClassAreNews() {
    var seen = SeenEdges(feedback)
    #expect(seen.news(in: edges([20: 1, 30: 5])) == news(2, 0, [20, 30]))
    #expect(seen.news(in: edges([20: 1, 30: 4])) == news(0, 0))
    #expect(seen.news(in: edges([20: 2, 30: 200, 40: 1])) == news(1, 2, [40]))
    #expect(seen.count == 3)
    // A map may have grown since.
    #expect(seen.news(in: edges([64: 1, 9_999: 1])).isEmpty)
  }

  @Test func whatComesAndGoesIsNeverNews() {
    var stability = EdgeStability()
    stability.take(edges([20: 1, 30: 4, 40: 1]), edges([20: 1, 30: 7, 41: 1]))
    stability.take(edges([50: 2, 51: 9]), edges([50: 3, 51: 9]))
    #expect(stability.places == [20, 30, 40, 41, 50, 51])
    #expect(stability.unstable == [40, 41, 50])
    var feedback = feedback
    feedback.unstable = stability.unstable
    var seen = SeenEdges(feedback)
    #expect(seen.news(in: edges([40: 1, 41: 200, 50: 8])).isEmpty)
    #expect(seen.count == 0)
    #expect(seen.news(in: edges([30: 1, 50: 1])) == news(1, 0, [30]))
  }

  @Test func withoutFeedbackNoEdgeIsNews() {
    var corpus = Corpus()
    #expect(corpus.news(in: edges([20: 1])).isEmpty)
    #expect(corpus.edgeCount == 0)
  }

  @Test func oneLineSaysWhatIsInUse() {
    #expect(Feedback.none().words == "none, the adapter counts no edges")
    #expect(Feedback.none("no room").words == "none: no room")
    var feedback = Feedback(kind: .aflMap)
    feedback.moved = 1_200
    #expect(feedback.words == "AFL++ map, 1,200 edges moved, 100 % stable")
    feedback.kind = .ownRuntime
    feedback.edges = 9_000
    feedback.unstable = [1]
    #expect(feedback.words == "assay's runtime, 1,200 of 9,000 edges moved, 99.9 % stable")
    feedback.moved = 4
    #expect(feedback.words == "assay's runtime, 4 of 9,000 edges moved, 75 % stable")
  }

  @Test func whatFewTakeIsRare() {
    var seen = SeenEdges(feedback)
    #expect(seen.rarity(of: news(1, 0, [20])) == 0)
    for number in 0..<64 {
      _ = seen.news(in: edges(number.isMultiple(of: 16) ? [20: 1, 30: 1] : [20: 1]))
    }
    // What shows no edges at all, as where no process came up, tells nothing.
    _ = seen.news(in: [])
    #expect(seen.rarity(of: news(1, 0, [20])) == 0)
    #expect(seen.rarity(of: news(2, 0, [20, 30])) == 4)
    #expect(seen.rarity(of: news(0, 3)) == 0)
  }

  /// Edges decide; the rest is by how rare the code is, how often it was tried, how deep it lies and what it costs.
  @Test func energyOfEdges() {
    let item = ABT.suite().cases(seed: 1)[0]
    func energy(
      _ places: Int, _ counts: Int, steps: Int = 1, depth: Int = 0, rarity: Double = 0
    ) -> Double {
      Entry(item, newFeatures: 2, newEdges: news(places, counts), steps: steps, depth: depth)
        .energy(rarity: rarity)
    }
    #expect(energy(0, 0, depth: 9) == Entry(item, newFeatures: 2, depth: 0).energy())
    #expect(energy(0, 0, steps: 9) == energy(0, 0) / 3)
    #expect(energy(1, 0) > energy(0, 1) && energy(0, 1) > energy(0, 0))
    #expect(energy(2_000, 0) < 20 * energy(1, 0))
    #expect(energy(1, 0, rarity: 9) > energy(200, 0))
    #expect(energy(1, 0, depth: 5) > energy(1, 0))
    #expect(energy(1, 0, steps: 4) < energy(1, 0))
    var tried = Entry(item, newFeatures: 2, newEdges: news(1, 0), depth: 0)
    tried.children = 40
    #expect(tried.energy() < energy(0, 0))
  }

  @Test func rareCodeIsDrawnMoreOften() {
    let item = ABT.suite().cases(seed: 1)[0]
    var corpus = Corpus(feedback)
    for number in 0..<20 {
      let taken = number == 7 ? edges([20: 1, 30: 1]) : edges([20: 1])
      let new = corpus.news(in: taken)
      corpus.add(Entry(item, newFeatures: 1, newEdges: new, depth: 0))
    }
    for _ in 0..<1_000 { _ = corpus.news(in: edges([20: 1])) }
    var choices = Choices(seed: 1, case: CaseID("draw"))
    let drawn = (0..<1_000).compactMap { _ in corpus.draw(&choices) }
    #expect(drawn.count { $0 == 7 } > 200)
  }
}
