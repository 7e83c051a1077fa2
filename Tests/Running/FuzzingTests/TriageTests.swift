import Conformance
import Forge
import JSONText
import Reporting
import Running
import SuiteModels
import Suites
import Testing

@testable import Fuzzing

@Suite struct SeverityTests {
  private let abt = ABT.suite()

  @Test(arguments: [
    ("ABT-ROB-01 crash/signal-11", Severity.crash), ("ABT-ROB-02 hang", .hang),
    ("ABT-ROB-03 overrun/memory", .overrun), ("ABT-TOK-11 secret-shown/log", .leak),
    ("ABT-DATA-01 wrong-values", .wrongEffect), ("ABT-CB-04 wrong-status", .wrongAnswer),
    ("ABT-CB-11 wrong-error-code", .advice),
  ])
  func theSignatureTells(_ text: String, _ severity: Severity) throws {
    #expect(abt.severity(of: try #require(Signature(text))) == severity)
  }

  @Test func theWorstComesFirst() {
    #expect(Severity.allCases.sorted() == Severity.allCases)
    #expect(Severity.allCases.first == .writeCrash && Severity.allCases.last == .advice)
  }

  /// Names that the demands do not use any more would rank nothing.
  @Test func everyRankedKindIsAskedSomewhere() throws {
    for suite in [abt, DualMode.suite] as [any Suite] {
      var kinds: Set<String> = []
      var families: [String: Int] = [:]
      for item in suite.cases(seed: 1) where !suite.isSoak(item) {
        let group = "\(item.variant) \(item.id.group)"
        families[group, default: 0] += 1
        guard families[group] == 1, try suite.steps(of: item) <= 64 else { continue }
        let told = try suite.explain(item, capabilities: ["log", "rollback", "chunks"])
        for step in told.steps {
          kinds.formUnion((step.always + step.ways.flatMap(\.expected)).map(\.kind))
        }
      }
      #expect(suite.leakKinds.union(suite.effectKinds).subtracting(kinds) == [])
    }
  }

  @Test func standardErrorTellsAWrite() {
    func severity(_ text: String) -> Severity {
      var result = CaseResult(
        id: CaseID("x"), suite: "abt", variant: .plain, targets: [], verdict: .crashed)
      result.exchange = ObservedExchange(standardError: Array(text.utf8))
      return StackFrames.severity(.crash, in: result)
    }
    #expect(
      severity("==1==ERROR: AddressSanitizer: heap-buffer-overflow\nWRITE of size 8") == .writeCrash
    )
    #expect(severity("READ of size 1 at 0x60") == .crash)
    #expect(severity("") == .crash)
  }
}

@Suite struct TriageTests {
  private let abt = ABT.suite()

  private func stored(
    _ path: String, _ signature: String?, _ change: (inout RequestForge) -> Void = { _ in }
  ) throws -> TriagedCase {
    var choices = Choices(seed: 1, case: CaseID("triage"))
    let simplest = try #require(try abt.simplest(.plain, &choices))
    var script = try abt.script(simplest)
    guard case .event(var opening) = script.steps[0] else { throw Missing() }
    var forge = opening.forge
    change(&forge)
    opening = try Opening(forge, to: script.setup, in: RequestWorkshop())
    script.steps[0] = .event(opening)
    var provenance = Provenance()
    provenance.signature = signature.flatMap(Signature.init)
    let item = Case(
      suite: "abt", id: CaseID("abt/\(path)"), variant: .plain, title: "", targets: [], needs: [],
      origin: .stored(script, provenance))
    return try TriagedCase(item, at: path, of: abt)
  }

  private struct Missing: Error {}

  private func cut(_ forge: inout RequestForge) { forge.compression = .truncated(by: 4) }

  private func result(
    _ verdict: Verdict, _ signatures: [String], standardError: String = ""
  ) -> CaseResult {
    let findings = signatures.compactMap { Signature($0) }.map {
      Finding(
        clause: $0.clause, level: .must, kind: $0.kind, step: 1, message: "", expected: "",
        observed: "")
    }
    var result = CaseResult(
      id: CaseID("x"), suite: "abt", variant: .plain, targets: [], verdict: verdict,
      findings: findings)
    result.exchange = ObservedExchange(standardError: Array(standardError.utf8))
    return result
  }

  @Test func oneBucketForOneFindingAndItsReason() throws {
    let triage = Triage([
      try stored("b", "ABT-CB-04 wrong-status"), try stored("a", "ABT-CB-04 wrong-status"),
      try stored("c", "ABT-ROB-01 crash/signal-11", cut),
      try stored("d", "ABT-ROB-01 crash/signal-11") { $0.parameters = .dataBothUnlike },
      try stored("e", nil),
      try stored("f", "ABT-ROB-01 crash/signal-11") {
        cut(&$0)
        $0.parameters = .dataBothUnlike
      },
    ])
    // What crashes first; the one with both changes belongs to whichever of the two is met first.
    #expect(triage.buckets.map(\.severity) == [.crash, .crash, .wrongAnswer])
    #expect(triage.buckets.map { 1 + $0.others.count }.sorted() == [1, 2, 2])
    #expect(triage.buckets[2].smallest.path == "a")
    #expect(triage.buckets[2].copies.map(\.path) == ["b"])
    #expect(triage.unknown.map(\.path) == ["e"])
    #expect(triage.duplicates == 2)
  }

  /// What needs nothing unusual is no reason for what does.
  @Test func anOrdinaryCaseTakesNoOthersIn() throws {
    let triage = Triage([
      try stored("a", "ABT-ROB-01 crash/signal-11"),
      try stored("b", "ABT-ROB-01 crash/signal-11", cut),
    ])
    #expect(triage.buckets.count == 2)
  }

  @Test func anAdapterDecides() throws {
    var same = try stored("same", "ABT-CB-04 wrong-status")
    same.take(result(.failed, ["ABT-DATA-01 wrong-values", "ABT-CB-04 wrong-status"]), of: abt)
    var other = try stored("other", "ABT-CB-04 wrong-status")
    other.take(result(.failed, ["ABT-CB-06 wrong-echo", "ABT-DATA-01 wrong-values"]), of: abt)
    var fixed = try stored("fixed", "ABT-CB-04 wrong-status")
    fixed.take(result(.passed, []), of: abt)
    var passing = try stored("passing", nil)
    passing.take(result(.passed, []), of: abt)
    var gone = try stored("gone", nil)
    gone.take(nil, of: abt)
    let triage = Triage([same, other, fixed, passing, gone])
    // The recorded finding stands where it comes again, else the worst one.
    #expect(
      triage.buckets.map(\.signature.description)
        == ["ABT-DATA-01 wrong-values", "ABT-CB-04 wrong-status"])
    #expect(triage.buckets.map(\.smallest.path) == ["other", "same"])
    #expect(triage.repaired.map(\.path) == ["fixed"])
    #expect(triage.passing.map(\.path) == ["passing"])
    #expect(triage.unjudged.map(\.path) == ["gone"])
  }

  /// The same signal at two places of code is two mistakes.
  @Test func framesTellCrashesApart() throws {
    let cases = try ["parse", "parse", "free"].enumerated().map { number, frame in
      var item = try stored("\(number)", "ABT-ROB-01 crash/signal-11", cut)
      item.take(
        result(
          .crashed, ["ABT-ROB-01 crash/signal-11"], standardError: "#0 0x1 in \(frame) a.c:1"),
        of: abt)
      return item
    }
    #expect(Triage(cases).buckets.map { 1 + $0.others.count } == [2, 1])
  }

  @Test func theJSONHoldsEveryCase() throws {
    let triage = Triage([
      try stored("a", "ABT-CB-04 wrong-status"), try stored("b", "ABT-CB-04 wrong-status"),
      try stored("c", nil),
    ])
    let value = try JSONValue(parsing: Array(TriageJSON.text(triage).utf8))
    #expect(value["format"]?.stringValue == "assay-triage/1")
    #expect(value["buckets"]?.arrayValue?.count == 1)
    let bucket = try #require(value["buckets"]?.arrayValue?.first)
    #expect(bucket["smallest"]?["file"]?.stringValue == "a")
    #expect(bucket["others"]?.arrayValue?.count == 1)
    #expect(value["unknown"]?.arrayValue?.count == 1)
  }
}
