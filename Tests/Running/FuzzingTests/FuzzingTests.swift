import Conformance
import Suites
import Testing

@testable import Fuzzing

@Suite struct FeaturesTests {
  private let item = ABT.suite().cases(seed: 1)[0]

  private func features(_ shapes: [String], _ unusual: [[String]] = []) -> Set<UInt64> {
    Set(Features.of(item, unusual: unusual, shapes: shapes, verdict: .passed))
  }

  @Test func shapesInOrderAndBesideWhatIsUnusual() {
    #expect(features(["a", "b"]) == features(["a", "b"]))
    #expect(features(["a", "b"]) != features(["b", "a"]))
    #expect(features(["a"], [["zlib/gzip"]]).isSuperset(of: features(["a"])))
    #expect(features(["a"], [["zlib/gzip"]]) != features(["a"], [["zlib/missing"]]))
  }

  @Test func aVerdictIsAFeature() {
    let failed = Features.of(item, unusual: [], shapes: [], verdict: .failed)
    #expect(Set(failed) != features([]))
  }
}

@Suite struct CorpusTests {
  private let item = ABT.suite().cases(seed: 1)[0]

  @Test func onlyTheFirstSightIsNews() {
    var corpus = Corpus()
    #expect(corpus.news(in: [1, 2, 2]) == 2)
    #expect(corpus.news(in: [2, 3]) == 1)
    #expect(corpus.featureCount == 3)
  }

  /// What brings much for how often it is changed is drawn more often.
  @Test func energyDecides() {
    var corpus = Corpus()
    for number in 0..<10 { corpus.add(Entry(item, newFeatures: number == 4 ? 200 : 0, depth: 0)) }
    var choices = Choices(seed: 1, case: CaseID("draw"))
    let drawn = (0..<1_000).compactMap { _ in corpus.draw(&choices) }
    let often = drawn.count { $0 == 4 }
    #expect(often > 200 && often < 400)
    for _ in 0..<1_000 { corpus.note(child: 4, kept: false) }
    let later = (0..<1_000).compactMap { _ in corpus.draw(&choices) }.count { $0 == 4 }
    #expect(later < often / 4)
    #expect(Corpus().draw(&choices) == nil)
  }
}

@Suite struct StackFramesTests {
  @Test(arguments: [
    ("#0 0x5581 in parse_object lib.c:12\n#1 0x5582 in main lib.c:80", ["parse_object", "main"]),
    (
      "Traceback (most recent call last):\n  File \"a.py\", line 3, in run\n  File \"b.py\", line 9, in read\nValueError: x",
      ["read", "run"]
    ),
    ("Exception in thread \"main\"\n\tat com.acme.Lib.read(Lib.java:3)", ["com.acme.Lib.read"]),
    ("a.rb:3:in 'x': boom\n\tfrom b.rb:9:in 'run'", ["run"]),
    ("nothing of the kind", []),
  ])
  func theInnermostFramesComeFirst(_ text: String, _ frames: [String]) {
    #expect(StackFrames.top(of: Array(text.utf8)) == frames)
  }
}

@Suite struct CampaignFolderTests {
  private func reason(_ text: String) -> String? {
    do throws(CampaignFolder.Unusable) {
      _ = try CampaignFolder.earlier(Array(text.utf8))
      return nil
    } catch {
      return error.description
    }
  }

  @Test func whatIsNoCampaignIsRefusedWithAReason() throws {
    #expect(reason("") != nil)
    #expect(reason("{}")?.contains("assay-campaign/1") == true)
    #expect(reason(#"{"format":"assay-campaign/1"}"#)?.contains("seed") == true)
    #expect(
      reason(#"{"format":"assay-campaign/1","seed":3}"#)?.contains("nextExecution") == true)
    #expect(reason(#"{"format":"assay-campaign/1","seed":3,"nextExecution":-1}"#) != nil)
    let text = #"{"format":"assay-campaign/1","seed":3,"nextExecution":90,"more":1}"#
    let earlier = try CampaignFolder.earlier(Array(text.utf8))
    #expect(earlier == .init(seed: 3, nextExecution: 90))
  }
}

@Suite struct CampaignScreenTests {
  private var status: CampaignStatus {
    var status = CampaignStatus()
    status.executions = 41_200
    status.made = 41_080
    status.entries = 212
    status.features = 1_480
    status.elapsed = .seconds(130)
    status.lastNews = .seconds(118)
    return status
  }

  @Test func oneLineSaysHowItStands() {
    #expect(
      CampaignScreen.parts(status, duration: .seconds(600), executions: nil) == [
        "41,200 executions, 316/s", "0 findings", "7 min 50 s left", "212 entries, 1,480 features",
        "new 12 s ago",
      ])
  }

  @Test func whatIsLeftOfANumberOfCases() {
    let parts = CampaignScreen.parts(status, duration: nil, executions: 72_680)
    #expect(parts.contains("1 min 39 s left"))
  }
}
