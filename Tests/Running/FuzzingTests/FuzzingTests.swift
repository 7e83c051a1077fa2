import Conformance
import JSONText
import Running
import SuiteModels
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

  /// What each step showed stands apart, so that steps that showed nothing new can be left out.
  @Test func eachStepHasItsOwn() {
    let steps = Features.bySteps(
      of: item, unusual: [["zlib/gzip"], []], shapes: ["a", "b"], verdict: .passed)
    #expect(steps.map(\.count) == [2, 2])
    let longer = Features.bySteps(
      of: item, unusual: [["zlib/gzip"], []], shapes: ["a", "b", "b"], verdict: .passed)
    #expect(longer[0] == steps[0] && longer.count == 3)
    #expect(Features.bySteps(of: item, unusual: [], shapes: [], verdict: .crashed).count == 1)
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

  /// Steps after the last news go, what has to stand at the end stays, and nothing goes where edges were new.
  @Test func stepsAfterTheLastNewsGo() throws {
    let suite = ABT.suite()
    var choices = Choices(seed: 1, case: CaseID("simplest"))
    let item = try #require(try suite.simplest(Variant("plain"), &choices))
    let longer = try #require(try suite.keeping([0, 1, 0, 1, 0, 1, 2], of: item))
    func shortened(_ news: [Int], _ edges: Int = 0) throws -> (steps: Int, item: Case) {
      var newEdges = NewEdges()
      newEdges.places = edges
      var entry = Entry(
        longer, newFeatures: news.reduce(0, +), newEdges: newEdges, steps: 7, depth: 1)
      try entry.shorten(to: news, of: suite, seed: 1)
      let item = try #require(entry.item)
      #expect(try suite.steps(of: item) == entry.steps)
      return (entry.steps, item)
    }
    let two = try shortened([1, 2, 0, 0, 0, 0, 0])
    #expect(two.steps == 3)
    let script = try suite.script(two.item)
    #expect(try Array(script.events.prefix(2)) == Array(suite.script(item).events.prefix(2)))
    #expect(script.events.last?.role == .canary)
    #expect(try suite.frames(two.item) == suite.frames(shortened([1, 2, 0, 0, 0, 0, 0]).item))
    #expect(try shortened([0, 0, 0, 0, 0, 0, 1]).steps == 7)
    #expect(try shortened([0, 0, 0, 0, 0, 1, 0]).steps == 7)
    #expect(try shortened([1, 0, 0, 0, 0, 0, 0], 1).steps == 7)
  }

  /// However long a campaign lasts, it remembers so many features.
  @Test func whatIsRememberedIsBounded() {
    var corpus = Corpus()
    let most = Corpus.maxFeatures
    #expect(corpus.news(in: Array(0..<UInt64(most) - 1)) == most - 1)
    #expect(corpus.news(in: [1 << 40, 1 << 41, 1]) == 1)
    #expect(corpus.news(in: [1 << 42]) == 0 && corpus.featureCount == most)
  }

  /// Of what brought as much, the shorter one is drawn more often.
  @Test func lengthCosts() {
    let short = Entry(item, newFeatures: 8, steps: 2, depth: 0)
    let long = Entry(item, newFeatures: 8, steps: 32, depth: 0)
    #expect(abs(short.energy() / long.energy() - 4) < 0.001)
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
      _ = try CampaignFolder.older(Array(text.utf8))
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
    let older = try CampaignFolder.older(Array(text.utf8))
    #expect(older.seed == 3 && older.nextExecution == 90 && older.executions == 0)
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
      CampaignScreen.parts(status, left: .seconds(470), rate: 316.9) == [
        "41,200 executions, 316/s", "0 findings", "7 min 50 s left", "212 entries, 1,480 features",
        "new 12 s ago",
      ])
  }

  /// While one is reduced no other cases run, and the rate falls to nothing.
  @Test func oneLineTellsOfFindingsThatAreBeingReduced() {
    var status = status
    status.reducing = 1
    #expect(
      CampaignScreen.parts(status, left: nil, rate: 0) == [
        "41,200 executions, 0/s", "0 findings, 1 being reduced", "212 entries, 1,480 features",
        "new 12 s ago",
      ])
  }

  @Test func toolsAreToldOfFindingsThatAreBeingReduced() throws {
    let place = try PassingFolder()
    let folder = try CampaignFolder(place.path, suites: [ABT.suite()], interruption: Interruption())
    var lines: [JSONValue] = []
    var stream = CampaignStream(folder, adapter: "-- adapter", duration: nil, executions: nil) {
      lines.append((try? JSONValue(parsing: $0)) ?? .null)
    }
    var status = status
    status.reducing = 1
    stream.update(status)
    #expect(lines.map { $0["type"] } == ["status"])
    #expect(lines[0]["findingsBeingReduced"] == 1 && lines[0]["findings"] == 0)
  }

  @Test func whatIsLeftOfANumberOfCases() {
    func left(_ duration: Duration?, _ executions: Int?) -> Duration? {
      CampaignScreen.left(status, duration: duration, executions: executions, rate: 316)
    }
    #expect(left(nil, 72_680) == .seconds(100))
    #expect(left(.seconds(600), 72_680) == .seconds(470))
    #expect(left(nil, nil) == nil)
  }

  /// A campaign that goes on has its whole time, and what is left of this sitting.
  @Test func theScreenTellsOfAllSittings() {
    var status = status
    status.before = .init(executions: 40_000, adapterFaults: 0, elapsed: .seconds(100))
    status.lastNewsChanges = ["form/zlib", "contents"]
    #expect(
      CampaignScreen.left(status, duration: .seconds(60), executions: nil, rate: 1)
        == .seconds(30))
    #expect(
      CampaignScreen.lines(status, left: .seconds(30), rate: 40) == [
        "time        2 min 10 s, 30 s left", "executions  41,200, 40/s",
        "corpus      212 entries, 1,480 features", "last new    12 s ago: form/zlib, contents",
        "findings    0 findings",
      ])
  }
}
