import Conformance
import Forge
import Foundation
import Testing
import WireFormat

@testable import SuiteModels
@testable import Suites

/// Every case of `abt` in every variant: what an event says of its request is what the strict reader says of the bytes.
@Suite struct CaseMeaningTests {
  private static let suite = ABT.suite()

  /// All cases under two seeds, and each under one of three more.
  @Test(arguments: [.plain, .encrypting] as [Variant], [1, 2, 3, 4, 5] as [UInt64])
  func theBytesSayWhatTheEventSays(variant: Variant, seed: UInt64) throws {
    let workshop = RequestWorkshop()
    var openings = 0
    for (place, summary) in Self.suite.briefCases(seed: seed).enumerated()
    where summary.variant == variant && (seed <= 2 || UInt64(place) % 3 == seed % 3) {
      let script = try Self.suite.script(summary)
      #expect(script.setup.edition.variant == variant)
      // What comes later in a long series are its first requests under other names (SoakTests).
      let events = Array(script.events.enumerated())
      let isSoak = Self.suite.isSoak(summary)
      for (step, event) in isSoak ? events.prefix(64) + events.suffix(4) : events[...] {
        openings += 1
        let full = workshop.withBench(.profile1) { bench in
          var classifier = RequestClassifier(setup: script.setup, bench: bench)
          let bytes = bench.renderer.render(event.forge, for: script.setup.context)
          // Not by `==`, which takes a tenth of the time of all this where it is not optimized.
          #expect(event.url.count == bytes.count && Self.areSame(event.url, bytes))
          return classifier.read(bytes)
        }
        if let problem = Self.problem(event, full) {
          Issue.record("\(summary.id) [\(variant)] seed \(seed), step \(step + 1): \(problem)")
        }
      }
    }
    #expect(openings > 500)
  }

  /// Whether the first so many bytes are the same.
  private static func areSame(_ bytes: [UInt8], _ others: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { one in
      others.withUnsafeBytes { other in
        one.isEmpty || memcmp(one.baseAddress!, other.baseAddress!, one.count) == 0
      }
    }
  }

  private static func problem(_ event: Opening, _ full: RequestMeaning) -> String? {
    var stored = event.meaning
    // Liberties are known of the forge alone; the bytes do not say why they are unusual.
    stored.liberties = []
    stored.clausesOfList = []
    // Whether damaged bits did harm says the forge, not the bytes.
    if event.forge.claims.contains(.refusedOrUnharmed), full.excuse == nil { stored.excuse = nil }
    if stored.recognition != full.recognition {
      return "recognised as \(stored.recognition), read as \(full.recognition)"
    }
    if stored.mustRefuse != full.mustRefuse {
      return "defects \(stored.defects.map(\.words)), read \(full.defects.map(\.words))"
    }
    if stored.piece != full.piece { return "other pieces" }
    guard event.forge.isCanonical, event.forge.dictionary.isUnremarkable(in: .profile1) else {
      return stored == full ? nil : "another meaning: \(stored), read \(full)"
    }
    if let freedom = full.freedom { return "a canonical request is free: \(freedom)" }
    if let defect = full.defects.first(where: { !$0.isAboutReceiver }) {
      return "a canonical request is refused: \(defect.words)"
    }
    guard stored.defects == full.defects else { return "other defects of the edition" }
    return stored == full ? nil : "another meaning: \(stored), read \(full)"
  }

  @Test(arguments: [.plain, .encrypting] as [Variant])
  func theSameSeedBuildsTheSameScript(variant: Variant) throws {
    let other = ABT.suite()
    for summary in Self.suite.briefCases(seed: 9) where summary.variant == variant {
      #expect(try Self.suite.script(summary) == other.script(summary), "\(summary.id)")
    }
  }

  /// Of every case, in one walk, because what takes time is to build the scripts:
  /// - What is judged after hostile requests is a request that must be accepted.
  /// - A demand has clauses of one level: else a target would decide how much a demand weighs.
  /// - Something is at stake for each target: a case about a clause that nothing in it can break would pass for ever.
  @Test func everyCaseCanFailWhatItIsAbout() throws {
    let ofTheProcess: Set<Clause.ID> = [
      "ABT-ROB-01", "ABT-ROB-02", "ABT-ROB-03", "ABT-ROB-05", "ABT-DATA-10", "ABT-TOK-07",
    ]
    var canaries = 0
    var mixed: Set<String> = []
    var idle: Set<String> = []
    for summary in Self.suite.briefCases(seed: 1) {
      let script = try Self.suite.script(summary)
      for event in script.events where event.role == .canary {
        canaries += 1
        #expect(event.forge.isCanonical && event.meaning.contents != nil, "\(summary.id)")
        #expect(summary.targets.contains("ABT-ROB-04"), "\(summary.id)")
      }
      let expectations = try Self.expectations(of: script, capabilities: summary.needs)
      let others = summary.needs.isEmpty ? [] : try Self.expectations(of: script, capabilities: [])
      for demand in (expectations + others).flatMap(Self.demands)
      where Set(demand.clauses.map(Self.suite.clauses.level)).count > 1 {
        mixed.insert(demand.clauses.map(\.path).joined(separator: ", "))
      }
      var atStake = ofTheProcess.union(expectations.flatMap(Self.demands).flatMap(\.clauses))
      atStake.formUnion(expectations.flatMap(\.branches).flatMap(\.concedes))
      for comparison in Self.suite.model.comparisons(
        of: script.events, in: Situation(script.setup))
      {
        atStake.formUnion(comparison.demand.clauses)
      }
      for target in summary.targets
      where !atStake.contains(target)
        && Self.suite.clauses[target]?.shownBy.contains(where: atStake.contains) != true
      {
        idle.insert("\(summary.id) [\(summary.variant)]: \(target)")
      }
    }
    #expect(canaries > 200)
    #expect(mixed.sorted() == [])
    #expect(idle.sorted() == [])
  }

  /// What is expected of the steps of a script, each after the first branch of the step before.
  private static func expectations(
    of script: Script<ABTModel>, capabilities: Set<String>
  ) throws -> [Conformance.Expectation<ABTState, ABTObservation>] {
    var state = suite.model.begin(script.setup, persisted: nil)
    return try script.events.map { event in
      let expectation = suite.model.expect(
        event, in: state, of: Situation(script.setup, capabilities: capabilities))
      state = try #require(expectation.branches.first).next
      return expectation
    }
  }

  private static func demands(
    _ expectation: Conformance.Expectation<ABTState, ABTObservation>
  ) -> [Demand<ABTObservation>] {
    expectation.branches.flatMap(\.demands) + expectation.invariants
  }
}
