import Conformance
import SuiteModels
import Suites
import Testing

@testable import Fuzzing

/// What of a sighting is known already, and what has to be looked into.
@Suite struct KnownFindingsTests {
  private func finding(
    _ text: String, _ guilty: [String], also: [String] = []
  ) throws -> FuzzFinding {
    let signature = try #require(Signature(text))
    var finding = FuzzFinding(
      signature: signature, level: .must, verdict: .failed, severity: .wrongAnswer,
      finding: Finding(
        clause: signature.clause, level: .must, kind: signature.kind, step: 1, message: "",
        expected: "", observed: ""),
      item: ABT.suite().cases(seed: 1)[0], guilty: guilty, stability: .comesAgain(3, of: 3),
      isMinimal: true, tries: 1, found: .zero, words: [])
    finding.also = try also.map { try #require(Signature($0)) }
    return finding
  }

  private let crash = Signature("ABT-ROB-01", "crash/signal-11")

  private func content() -> CampaignState.Content {
    CampaignState.Content(nextExecution: 0, waiting: [])
  }

  /// A finding that needs nothing unusual says nothing of those that need something.
  @Test func anOrdinaryFindingHidesNoOther() throws {
    var content = content()
    _ = content.add(try finding("ABT-ROB-01 crash/signal-11", []), [[]])
    #expect(!content.isUnknown(crash, [[], []]))
    #expect(content.isUnknown(crash, [["zlib/truncated"]]))
    _ = content.add(try finding("ABT-ROB-01 crash/signal-11", ["zlib"]), [["zlib/truncated"]])
    #expect(!content.isUnknown(crash, [["zlib/truncated", "token/missing"]]))
    #expect(content.isUnknown(crash, [["zlib/gzip"]]))
  }

  /// What a reduced case shows beside its finding is told with it; elsewhere it is a finding of its own.
  @Test func whatIsToldBesideAFindingIsKnown() throws {
    var content = content()
    let other = Signature("ABT-CB-03", "wrong-echo")
    _ = content.add(
      try finding("ABT-TOK-05 wrong-status", ["token"], also: ["ABT-CB-03 wrong-echo"]),
      [["token/upper-cased"]])
    #expect(!content.isUnknown(other, [["token/upper-cased"]]))
    #expect(content.isUnknown(other, [["token/missing"]]))
  }

  /// A sighting counts for the finding whose layers are unusual in it.
  @Test func sightingsCountWhereTheyBelong() throws {
    var content = content()
    for guilty in [[], ["zlib"], ["plist"]] {
      _ = content.add(
        try finding("ABT-ROB-01 crash/signal-11", guilty), [guilty.map { $0 + "/form" }])
    }
    content.count(crash, [["plist/other", "token/missing"]], at: .seconds(1))
    content.count(crash, [["plist/other"]], at: .seconds(2))
    content.count(crash, [["token/missing"]], at: .seconds(3))
    let sightings = Dictionary(
      uniqueKeysWithValues: content.status.findings.map { ($0.guilty, $0.sightings) })
    #expect(sightings == [[]: 2, ["zlib"]: 1, ["plist"]: 3])
  }
}
