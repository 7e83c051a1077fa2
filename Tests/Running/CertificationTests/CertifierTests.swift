import Conformance
import SampleSuites
import Testing

@testable import Certification
@testable import Reporting

/// What gives no certificate, and why.
@Suite struct CertifierTests {
  @Test func aWholeRunThatConformsGivesOne() throws {
    let certificate = try SampleRun().certificate()
    #expect(certificate.total == 12)
    #expect(certificate.cases(.passed) == 4)
    #expect(
      certificate.parts.map(\.name) == ["abt/plain", "abt/encrypting", "appconnect.dualmode"])
    #expect(certificate.parts.map(\.standing) == [.conforming, .nothingTested, .nothingTested])
    #expect(certificate.adapterSHA256 == SampleRun.digest)
    #expect(certificate.reportSHA256.count == 64)
  }

  /// A SHOULD that is not met is said in the certificate; only a strict run is held to it.
  @Test func aShouldIsNoMust() throws {
    func warned(_ result: CaseResult) -> CaseResult {
      guard result.verdict == .passed else { return result }
      var result = result
      result.verdict = .warned
      result.findings = [
        Finding(
          clause: "ABT-DATA-08/code", level: .should, kind: "code", step: 1, message: "m",
          expected: "8", observed: "7")
      ]
      return result
    }
    let certificate = try SampleRun(warned).certificate()
    #expect(certificate.requirements(.warned) == 1)
    #expect(certificate.cases(.warned) == 4)
    let refusal = try #require(try SampleRun(strict: true, warned).refusal())
    #expect(refusal.contains("the run was strict"))
  }

  @Test(arguments: [
    ("suite", "abt"), ("select", "abt/*"), ("skip", "abt/*"), ("requirement", "ABT-URL-01"),
    ("level", "must"), ("edition", "plain"), ("shard", "1/8"), ("fail-fast", "true"),
    ("after", "abt/any/0"), ("baseline", "known.yaml"), ("corpus", "Corpus"),
    ("profile", "x.mobileconfig"), ("memory-limit", "64"), ("timeout", "30.0"),
    ("timeout", "nan"), ("since", "1"), ("suite-version", "1"), ("some-new-option", "true"),
  ])
  func anOptionThatNarrowsTheRunIsRefused(name: String, value: String) throws {
    let refusal = try SampleRun(options: [(name, value)]).refusal()
    #expect(refusal?.contains("--\(name)") == true, "\(refusal ?? "a certificate")")
  }

  @Test(arguments: [
    ("timeout", "1.5"), ("memory-limit", "16"), ("shuffle", "3"), ("pass-env", "HOME"),
    ("working-directory", "/tmp"), ("cases-per-family", "10"), ("digest", "lib.so"),
  ])
  func anOptionThatDoesNotIsNot(name: String, value: String) throws {
    #expect(try SampleRun(options: [(name, value)]).refusal() == nil)
  }

  @Test(arguments: [
    Verdict.failed, .crashed, .timedOut, .overLimit, .notRun, .adapterFault, .knownFailure,
    .unexpectedPass,
  ])
  func aCaseThatDidNotPassIsRefused(verdict: Verdict) throws {
    let run = try SampleRun { result in
      guard result.id.path == "abt/any/2", result.variant == .plain else { return result }
      var result = result
      result.verdict = verdict
      return result
    }
    let refusal = try run.refusal()
    #expect(
      refusal?.contains("1 case did not pass (\(verdict.rawValue)), such as abt/any/2") == true,
      "\(refusal ?? "a certificate")")
  }

  @Test func whatWasNotARunIsRefused() throws {
    func expect(
      _ words: String, _ refusal: String?, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      #expect(
        refusal?.contains(words) == true, "\(refusal ?? "a certificate")",
        sourceLocation: sourceLocation)
    }
    expect("interrupted", try SampleRun(interrupted: true).refusal())
    expect("adapter.sha256 is null", try SampleRun(adapterSHA256: nil).refusal())
    expect("adapter.sha256 is null", try SampleRun(adapterSHA256: "0A").refusal())
    expect("version 2 of the suites", try SampleRun(suiteVersion: "2").refusal())
    expect("check the clock", try SampleRun().refusal(issued: SampleRun.started - 400))
    expect(
      "no case was judged",
      try SampleRun { result in
        var result = result
        result.verdict = .skipped
        return result
      }.refusal())
    // What stands for the files is what they come to.
    expect(
      "it contradicts itself: adapter.sha256 is not the digest of adapter.files",
      try SampleRun(adapterFiles: SampleRun.files).refusal())
    #expect(
      try SampleRun(
        adapterSHA256: SampleRun.digestOfFiles, adapterFiles: SampleRun.files
      ).refusal() == nil)
    // Dialects.
    let dialect = String(repeating: "0b", count: 32)
    expect("name its file", try SampleRun(dialectSHA256: dialect).refusal())
    expect(
      "not the one of the run",
      try SampleRun(dialectSHA256: dialect).refusal(dialectSHA256: SampleRun.digest))
    expect("leave out --dialect", try SampleRun().refusal(dialectSHA256: dialect))
    #expect(
      try SampleRun(dialectSHA256: dialect).certificate(dialectSHA256: dialect).dialectSHA256
        == dialect)
  }

  @Test func itsCasesAreThoseOfTheSuites() throws {
    func expect(
      _ words: String, _ run: SampleRun, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let refusal = try run.refusal()
      #expect(
        refusal?.contains(words) == true, "\(refusal ?? "a certificate")",
        sourceLocation: sourceLocation)
    }
    // Whoever takes a failed case out of a report can make its summary fit.
    try expect(
      "number 3 is abt/any/3 [plain] in the place of abt/any/2 [plain]",
      SampleRun { $0.id.path == "abt/any/2" && $0.variant == .plain ? nil : $0 })
    try expect(
      "1 case are missing, the first of them appconnect.dualmode/any/3",
      SampleRun { $0.id.path == "appconnect.dualmode/any/3" ? nil : $0 })
    try expect(
      "not about the requirements",
      SampleRun { result in
        var result = result
        if result.id.path == "abt/any/1" { result.targets.removeLast() }
        return result
      })
    try expect(
      "in the place of",
      SampleRun { result in
        var result = result
        if result.id.path == "abt/any/1" { result.id = CaseID("abt/any/9") }
        return result
      })
    // One suite more than this program has.
    var more = SampleSuite.dualMode
    more.casesPerVariant = 5
    try expect("there are more than 12", SampleRun(suites: [SampleSuite.abt, more]))
  }

  @Test func fewerCasesThanUsualAreRefused() throws {
    var few = SampleSuite.dualMode
    few.casesPerVariant = 3
    let suites: [any Suite] = [SampleSuite.abt, few]
    let run = try SampleRun(options: [("cases-per-family", "3")], suites: suites)
    let refusal = try run.refusal(suites: suites)
    #expect(
      refusal?.contains("left out 1 case that a usual one has, such as appconnect.dualmode/any/3")
        == true, "\(refusal ?? "a certificate")")
    // More than usual are welcome.
    var many = SampleSuite.dualMode
    many.casesPerVariant = 9
    let more: [any Suite] = [SampleSuite.abt, many]
    #expect(
      try SampleRun(options: [("cases-per-family", "9")], suites: more).refusal(suites: more) == nil
    )
  }

  /// What stands beside the cases is counted again.
  @Test(arguments: [
    ("\"verdict\": \"conforming\"", "\"verdict\": \"nothingTested\"", "its verdict is"),
    ("\"abt/plain\":\"conforming\"", "\"abt/plain\":\"nothingTested\"", "its verdicts on suites"),
    ("\"verdict\":\"notTested\"", "\"verdict\":\"passed\"", "what it says of ABT-URL-03"),
    ("\"level\":\"should\"", "\"level\":\"must\"", "what it says of ABT-DATA-08/code"),
    ("\"cases\":4", "\"cases\":5", "what it says of ABT-URL-01"),
    ("\"id\":\"ABT-URL-03\"", "\"id\":\"ABT-URL-04\"", "what it says of ABT-URL-03"),
    ("\"interrupted\": false", "\"interrupted\": true", "interrupted"),
    ("\"suiteVersion\":\"1\"", "\"suiteVersion\":\"0\"", "version 0 of the suites"),
    ("\"started\": \"2026", "\"started\": \"2027", "later than now"),
    ("\"seed\": 7", "\"seed\": 18446744073709551615", "no run takes the seed"),
    ("\"sha256\":\"0a", "\"sha256\":\"xx", "adapter.sha256 is null"),
    ("\"timeout\":\"2.0\"", "\"timeout\":\"2e9\"", "--timeout 2e9"),
    ("\"verdict\":\"skipped\"", "\"verdict\":\"passed\"", "contradicts itself"),
    ("\"total\":12", "\"total\":13", "contradicts itself"),
    ("\"schema\": \"assay-report/1\"", "\"schema\": \"assay-report/2\"", "newer kind"),
  ])
  func aChangedReportIsRefused(old: String, new: String, words: String) throws {
    let run = try SampleRun()
    try run.replace(old, with: new)
    do {
      let refusal = try run.refusal()
      #expect(refusal?.contains(words) == true, "\(refusal ?? "a certificate")")
    } catch let fault as ReportFault {
      #expect("\(fault)".contains(words), "\(fault)")
    }
  }
}
