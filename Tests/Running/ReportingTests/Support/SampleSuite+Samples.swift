import Conformance
import SampleSuites

@testable import Reporting

extension SampleSuite {
  static let abt = SampleSuite(
    name: "abt",
    clauses: ClauseTable([
      Clause("ABT-URL-01", .must, "The URL begins with the registered scheme.", source: "abt"),
      Clause("ABT-URL-02", .must, "Parameters are percent-decoded once.", source: "abt"),
      Clause("ABT-URL-03", .must, "An unknown parameter is passed over.", source: "abt"),
      Clause("ABT-TOK-07", .must, "The token is verified before the data.", source: "abt"),
      Clause(
        "ABT-DATA-08", .must, "Data that inflates beyond the limit is refused.", source: "abt"),
      Clause("ABT-DATA-08/code", .should, "It is refused with code 8.", source: "abt"),
      Clause("ABT-ROB-01", .must, "No crash, no abort, no uncaught exception.", source: "abt"),
    ]), gaps: ["ABT-URL-03"])

  static let dualMode = SampleSuite(
    name: "appconnect.dualmode",
    clauses: ClauseTable([
      Clause("ACD-01", .must, "The app starts in unmanaged mode.", source: "acd")
    ]), variants: [.sole])
}

extension RunDescription {
  static let sample = RunDescription(
    assayVersion: "0.1.0", suiteVersion: "1", seed: 7, started: 1_783_166_400,
    implementationName: "Sample", implementationVersion: "2.3", language: "C",
    adapterCommand: ["./adapter", "--fast"], adapterSHA256: String(repeating: "0a", count: 32),
    options: [("suite", "abt"), ("select", "abt/*"), ("select", "acd/*")], jobs: 2)
}

extension Finding {
  static func sample(
    _ clause: Clause.ID, _ level: Level = .must, step: Int = 1, message: String = "it was accepted",
    expected: String = "a refusal", observed: String = "accepted",
    confirmation: Finding.Confirmation = .deterministic
  ) -> Finding {
    Finding(
      clause: clause, level: level, kind: "sample", step: step, message: message,
      expected: expected,
      observed: observed, confirmation: confirmation)
  }
}

extension CaseResult {
  /// A case about the clauses of its findings, or about ABT-URL-01.
  static func sample(
    _ id: String, _ verdict: Verdict = .passed, suite: String = "abt", variant: Variant = .plain,
    targets: [Clause.ID]? = nil, findings: [Finding] = [], reason: String? = nil,
    duration: Duration = .microseconds(1_500)
  ) -> CaseResult {
    CaseResult(
      id: CaseID(id), suite: suite, variant: variant,
      targets: targets ?? (findings.isEmpty ? ["ABT-URL-01"] : findings.map(\.clause)),
      verdict: verdict, findings: findings, reason: reason, duration: duration)
  }

  /// One of each verdict, over both suites and editions.
  static let everyVerdict: [CaseResult] = [
    .sample("abt/url/scheme/upper"),
    .sample("abt/data/inflates/plus-1", .failed, findings: [.sample("ABT-DATA-08", step: 2)]),
    .sample(
      "abt/data/inflates/code", .warned,
      findings: [.sample("ABT-DATA-08/code", .should, message: "the code is 7")]),
    .sample(
      "abt/tok/long", .crashed,
      findings: [
        .sample("ABT-URL-02", message: "the parameter is missing"),
        .sample("ABT-ROB-01", message: "the implementation died: SIGSEGV"),
        .sample("ABT-TOK-07", message: "the implementation died: SIGSEGV"),
      ]),
    .sample("abt/tok/slow", .timedOut, findings: [.sample("ABT-TOK-07", message: "no answer")]),
    .sample("abt/tok/big", .overLimit, findings: [.sample("ABT-TOK-07", message: "too much")]),
    .sample("abt/cipher/a", .skipped, variant: .encrypting, reason: "unsupported: ciphers"),
    .sample("abt/cipher/b", .notRun, variant: .encrypting, reason: "the run was interrupted"),
    .sample("abt/cipher/c", .adapterFault, variant: .encrypting, reason: "at step 1: no JSON"),
    .sample(
      "acd/a", .knownFailure, suite: "appconnect.dualmode", variant: .sole,
      findings: [.sample("ACD-01")]),
    .sample(
      "acd/b", .unexpectedPass, suite: "appconnect.dualmode", variant: .sole, targets: ["ACD-01"]),
  ]
}

extension Scorecard {
  static func sample(_ results: [CaseResult], isStrict: Bool = false) -> Scorecard {
    var scorecard = Scorecard([SampleSuite.abt, SampleSuite.dualMode], isStrict: isStrict)
    for result in results { scorecard.add(result) }
    return scorecard
  }
}
