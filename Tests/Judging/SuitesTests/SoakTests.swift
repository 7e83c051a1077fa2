import AdapterProtocol
import Conformance
import Forge
import JSONText
import Testing

@testable import SuiteModels
@testable import Suites

/// The long series of requests over which memory must not be kept (ABT-ROB-05).
@Suite struct SoakTests {
  private let suite = ABT.suite()

  private func scripts() throws -> [(id: String, script: Script<ABTModel>)] {
    try suite.cases(seed: 1).filter(suite.isSoak).map { ("\($0.id)", try suite.script($0)) }
  }

  @Test func memoryIsReadAfterTheFirstAndTheLastOfTheSeries() throws {
    let soaks = suite.cases(seed: 1).filter(suite.isSoak)
    #expect(soaks.count >= 5)
    for item in soaks {
      #expect(try suite.open(item, capabilities: []).memoryMarks == [2_000, 10_000])
      let prolonged = try #require(try suite.prolonged(item, requests: Soak.last))
      #expect(prolonged.memoryMarks == [2_000, 10_000, 12_000, 20_000])
      let shorter = try #require(try suite.prolonged(item, requests: 3_456))
      #expect(shorter.memoryMarks == [2_000, 3_456, 5_456, 6_912])
      #expect(try suite.prolonged(item, requests: 10_002) == nil)
    }
    let other = try #require(suite.cases(seed: 1).first { !suite.isSoak($0) })
    #expect(try suite.open(other, capabilities: []).memoryMarks.isEmpty)
  }

  /// What `list --save` and `--save-failures` write down can be read again, also under a seed that makes it larger.
  @Test func whatIsLargeFitsIntoACaseFile() throws {
    let large = suite.cases(seed: 1).filter {
      suite.isSoak($0) || $0.id.path.hasPrefix("abt/chunks/large/")
    }
    #expect(large.contains { !suite.isSoak($0) })
    for item in large {
      let bytes = try suite.encode(item).count
      #expect(2 * bytes <= CaseFile.limits.maxBytes, "\(item.id): \(bytes) bytes")
    }
  }

  /// What a finding's kind breaks, whatever its case is about, is what it is reported under.
  @Test func whatAnyCaseCanShow() throws {
    let memory = try judged(.overran(.memory(bytes: 2, limit: 1), step: 1))
    let kept = try judged(.overran(.keptMemory(bytes: 2, limit: 1), step: 1))
    let crash = try judged(.crashed(.signal(11), step: 1))
    let hang = try judged(.hung(step: 1))
    for (ended, clause) in zip(
      [crash, hang, memory, kept], ["ABT-ROB-01", "ABT-ROB-02", "ABT-ROB-03", "ABT-ROB-05"])
    {
      let finding = try #require(ended.findings.first { $0.clause.path == clause })
      #expect(suite.clausesOfAnyCase(showing: finding.kind).map(\.path) == [clause])
    }
    #expect(suite.clausesOfAnyCase(showing: "wrong-status").isEmpty)
    #expect(
      suite.clausesOfAnyCase(showing: nil).map(\.path) == [
        "ABT-ROB-01", "ABT-ROB-02", "ABT-ROB-03",
      ])
  }

  @Test func onlyASeriesHasATimeInAll() throws {
    let item = try #require(suite.cases(seed: 1).first(where: suite.isSoak))
    #expect(try suite.open(item, capabilities: []).stepDeadlinesInAll == 10)
    // That of a trial was measured before.
    let prolonged = try #require(try suite.prolonged(item, requests: Soak.last))
    #expect(prolonged.stepDeadlinesInAll == nil)
    let other = try #require(suite.cases(seed: 1).first { !suite.isSoak($0) })
    #expect(try suite.open(other, capabilities: []).stepDeadlinesInAll == nil)
  }

  private func judged(_ ending: Ending) throws -> JudgedCase {
    let item = try #require(suite.cases(seed: 1).first(where: suite.isSoak))
    return try suite.open(item, capabilities: []).conclude(ending)
  }

  /// A series that has to end before its time is judged by what was answered, if that is enough.
  @Test func aSeriesThatIsCutShortSaysSo() throws {
    let enough = try judged(.cutShort(step: 3_000, after: .seconds(20)))
    #expect(enough.verdict == .passed)
    #expect(
      enough.reason
        == "judged in part: the 20 s of the series were over after step 3000 of 10001")
    let few = try judged(.cutShort(step: 2_999, after: .milliseconds(500)))
    #expect(few.verdict == .skipped && few.findings.isEmpty)
    #expect(
      few.reason?.hasPrefix(
        "cannot be judged: the 0.5 s of the series were over after step 2999 of 10001; ") == true)
    #expect(few.reason?.contains("from step 3000 on") == true)
    #expect(few.reason?.contains("--timeout") == true)
  }

  /// In some series the second request of two ends what the first one has begun.
  @Test func eachRequestOrPairIsForAPayloadOfItsOwn() throws {
    let pairs = ["contradicted", "undecodable", "overtaken"].map { "abt/hostile/soak/pieces-\($0)" }
    let scripts = try scripts()
    #expect(pairs.allSatisfy { pair in scripts.contains { $0.id == pair } })
    for (id, script) in scripts {
      let together = pairs.contains(id) ? 2 : 1
      let prolonged = try #require(suite.model.prolonged(script, requests: Soak.last))
      let payloads = Set(prolonged.events.compactMap(\.meaning.echoes.payload))
      #expect(prolonged.events.count == 2 * Soak.last)
      #expect(payloads.count == 2 * Soak.last / together, "\(id)")
    }
  }

  /// A request under another name means what its bytes say, and its layers render to its bytes.
  @Test func aRequestUnderAnotherNameIsReadAsSuch() throws {
    for (id, script) in try scripts() {
      for event in script.events.prefix(12) + script.events.suffix(3) {
        let other = event.renamed(by: "-other", of: script.setup)
        #expect(other.url.count == event.url.count + 6, "\(id)")
        let lifted = other.lifted(to: script.setup, in: suite.model.workshop)
        #expect(lifted.meaning.defects == other.meaning.defects, "\(id)")
        #expect(lifted.meaning.echoes == other.meaning.echoes, "\(id)")
        #expect(lifted.meaning.piece == other.meaning.piece, "\(id)")
        let rendered = suite.model.workshop.withBench(.profile1) {
          $0.renderer.render(other.forge, for: script.setup.context)
        }
        #expect(rendered == other.url, "\(id)")
      }
    }
  }

  /// A library may keep what it has applied: what comes whole and valid is small.
  @Test func everyRequestOfTheSeriesIsHostileOrIncomplete() throws {
    for (id, script) in try scripts() {
      var series = script.events.filter { $0.role == .subject }
      if id == "abt/hostile/soak/pieces-overtaken" {
        let wholes = series.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        #expect(wholes.allSatisfy { $0.meaning.piece == nil && $0.url.count < 1_024 })
        series = series.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      }
      #expect(
        series.allSatisfy { event in
          let meaning = event.meaning
          return meaning.mustRefuse || meaning.piece != nil || meaning.isUnreadable
            || meaning.advice?.defects.isEmpty == false
        }, "\(id)")
      // What is sent is small beside what has to be kept for a finding.
      #expect(series.allSatisfy { $0.url.count < 8_192 }, "\(id)")
    }
  }

  /// Ten thousand requests fit into a case file, and come back as they were.
  @Test func aSeriesIsStored() throws {
    let item = try #require(suite.cases(seed: 1).first { suite.isSoak($0) })
    let read = try StoredCases.read(suite.encode(item))
    let (old, new) = (try suite.script(item), try suite.script(read))
    #expect(old.events.map(\.url) == new.events.map(\.url))
    #expect(suite.isSoak(read) && read.targets == item.targets)
  }

  /// Nobody reads ten thousand steps, and nobody waits for them.
  @Test func onlyTheBeginningIsExplained() throws {
    let item = try #require(suite.cases(seed: 1).first { suite.isSoak($0) })
    let explanation = try suite.explain(item, capabilities: [])
    #expect(explanation.steps.count == 256)
    #expect(explanation.steps.allSatisfy { !$0.ways.isEmpty })
    // The valid request at the end is a step, too.
    #expect(explanation.stepsLeftOut == Soak.last + 1 - 256)
    let short = try #require(suite.cases(seed: 1).first)
    #expect(try suite.explain(short, capabilities: []).stepsLeftOut == 0)
  }

  @Test func growthIsToldForEachSeries() {
    #expect(Soak.growths([]) == [])
    #expect(Soak.growths([10]) == [])
    #expect(Soak.growths([10, 15]) == [5])
    #expect(Soak.growths([10, 15, 20, 18]) == [5, -2])
  }
}
